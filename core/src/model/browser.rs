//! The state of a browser after a toolset call (protocol §2.3).

use super::config::CacheControl;

wire! {
    /// The tabs of the browser, and what changed; only in results of the browser toolset, at most once.
    pub struct BrowserStateBlock, tag = "browser_state" {
        /// All open tabs; exactly one is active unless there are none.
        "tabs" tabs: Vec<BrowserTab>,
        /// Changes since the last result; leave it out rather than empty.
        "state_changes" state_changes: Option<Vec<BrowserStateChange>>,
        /// Cache marker.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// One tab.
    pub struct BrowserTab {
        /// The id of the tab.
        "tab_id" tab_id: String,
        /// The page's title.
        "title" title: String,
        /// The page's URL.
        "url" url: String,
        /// Whether calls go to this tab.
        "active" active: Option<bool>,
    }
}

wire! {
    /// Something that happened in the browser. `kind` tells which fields are set.
    pub struct BrowserStateChange {
        /// `tab_opened`, `download_started`, `download_completed` or `download_failed`.
        "type" kind: String,
        /// The tab that was opened.
        "tab_id" tab_id: Option<String>,
        /// The download.
        "download_id" download_id: Option<String>,
        /// The address of the download.
        "url" url: Option<String>,
        /// Where it was saved.
        "path" path: Option<String>,
        /// How large it is.
        "size_bytes" size_bytes: Option<u64>,
        /// Why it failed.
        "error" error: Option<String>,
    }
}
