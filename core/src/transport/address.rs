//! The address of a service: checked and normalised.

use http::Uri;
use url::{ParseError, Url};

use crate::error::{Error, Result};
use crate::setting::Setting;

/// Checks and normalises a base URL (protocol §7.9): no white space around it, one slash at the joint, no query.
///
/// A fragment is refused: no request carries one, so a base URL with a fragment is a mistake.
pub(crate) fn base_url(text: &str) -> Result<Url> {
    let text = text.trim();
    // Without a scheme it may be anything, such as a key that was passed here by mistake.
    let shown = match text.contains("://") {
        true => format!(" `{}`", crate::secret::url_to_show(text)),
        false => String::new(),
    };
    let refused = |why: &str| Error::about(Setting::BASE_URL, format!("the base URL{shown} {why}"));
    // Parsing drops line ends and tabs anywhere in the URL.
    if text.contains(char::is_control) {
        return Err(refused("holds a line end or another control character: leave it out"));
    }
    let mut url = Url::parse(text).map_err(|e| refused(&not_a_url(e)))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused("has to begin with http:// or https://"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(refused("names no host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused("carries a user name or password; use headers for that"));
    }
    if url.fragment().is_some() {
        return Err(refused(
            "has a `#`, and what follows it is never sent: leave it out, and write the path before it if there is one",
        ));
    }
    url.set_query(None);
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(url)
}

fn not_a_url(error: ParseError) -> String {
    match error {
        ParseError::RelativeUrlWithoutBase => "is not a URL: it has to begin with http:// or https://".into(),
        other => format!("is not a URL: {other}"),
    }
}

/// Checks an address that replaces that of a request, like the address of the service; its query is kept.
pub(crate) fn absolute(text: &str) -> Result<Url> {
    // Not shown: an address may be signed in its query.
    let refused = |why: &str| Error::config(format!("the address of the credential {why}"));
    let text = text.trim();
    // Parsing leaves out line ends and tabs, so that another address would be asked than was signed.
    if text.contains(char::is_control) {
        return Err(refused("holds a line end or another control character: leave it out"));
    }
    let url = Url::parse(text).map_err(|e| refused(&not_a_url(e)))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused("has to begin with http:// or https://"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(refused("names no host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused("carries a user name or password; use headers for that"));
    }
    if url.fragment().is_some() {
        return Err(refused("has a `#`, and what follows it is never sent: leave it out, or write it `%23`"));
    }
    Ok(url)
}

/// A URL as it is sent. It was parsed before, so only its length can be invalid.
pub(crate) fn uri(url: &Url) -> Result<Uri> {
    url.as_str().parse().map_err(|e| Error::config("the URL cannot be sent").with_source(e))
}
