//! Decodes JSON of a host into types of the core.

use parlour::{Json, JsonError};
use serde::de::DeserializeOwned;

use crate::info::ErrorInfo;

/// JSON of a host as a type of the core; `what` begins the sentence of the error.
pub(crate) fn decoded<T: DeserializeOwned>(json: &[u8], what: &str) -> Result<T, ErrorInfo> {
    let text = std::str::from_utf8(json).map_err(|_| ErrorInfo::config(format!("{what} is not UTF-8")))?;
    let refused = |e: JsonError| ErrorInfo::config(format!("{what} has another shape: {e}"));
    Json::parse(text).and_then(|json| json.decode()).map_err(refused)
}
