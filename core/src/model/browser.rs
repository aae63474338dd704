//! The state of a browser after a toolset call (protocol §2.3).

// generated: types
use super::config::CacheControl;

wire! {
    /// The tabs of the browser, and what changed; only in results of the browser toolset, at most once.
    pub struct BrowserStateBlock, tag = "browser_state" {
        /// All open tabs; exactly one is active unless there are none.
        "tabs" tabs: Vec<BrowserTab>,
        /// The changes since the last result; omit it rather than send an empty list.
        "state_changes" state_changes: Option<Vec<BrowserStateChange>>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// A tab of a browser.
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
        /// The type of change: `tab_opened`, `download_started`, `download_completed` or `download_failed`.
        "type" kind: String,
        /// The tab that was opened.
        "tab_id" tab_id: Option<String>,
        /// The id of the download.
        "download_id" download_id: Option<String>,
        /// The URL of the file.
        "url" url: Option<String>,
        /// The path of the file.
        "path" path: Option<String>,
        /// Its size in bytes.
        "size_bytes" size_bytes: Option<u64>,
        /// The reason why the download failed.
        "error" error: Option<String>,
    }
}
// end generated
