//! The address of a service: checked, normalised, and whether it stays on this machine. It must not know what is
//! sent there.

use http::Uri;
use url::Url;

use crate::error::{Error, Result};

/// Checks and normalises a base URL (protocol §7.9): one slash at the joint, no query, no fragment.
pub(super) fn base_url(text: &str) -> Result<Url> {
    let shown = crate::secret::mask_url(text.trim());
    let refused = |why: &str| Error::config(format!("the base URL `{shown}` {why}"));
    let mut url = Url::parse(text.trim()).map_err(|e| refused(&format!("is not a URL: {e}")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused("has to begin with http:// or https://"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(refused("names no host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused("carries a user name or password; use headers for that"));
    }
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(url)
}

/// A URL as it is sent. It is what parsing left of one, so that only its length can be wrong.
pub(crate) fn uri(url: &Url) -> Result<Uri> {
    url.as_str().parse().map_err(|e| Error::config("the URL cannot be sent").with_source(e))
}

/// The way to a service that others on the network can read, in words for an error; `None` if it is encrypted or stays on
/// this machine.
pub(super) fn plain_way(url: &Url) -> Option<Box<str>> {
    (url.scheme() == "http" && !is_loopback(url))
        .then(|| format!("to {}", url.host_str().unwrap_or_default()).into_boxed_str())
}

/// Whether a URL stays on this machine: nothing on the network sees what is sent there.
pub(super) fn is_loopback(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return false };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse::<std::net::IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => bare.eq_ignore_ascii_case("localhost"),
    }
}
