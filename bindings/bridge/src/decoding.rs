//! Decodes JSON of a host into types of the core.

use parlour::{Json, JsonError, Message};
use serde::de::DeserializeOwned;

use crate::info::ErrorInfo;

/// JSON of a host as a type of the core; `what` begins the sentence of the error.
pub(crate) fn decoded<T: DeserializeOwned>(json: &[u8], what: &str) -> Result<T, ErrorInfo> {
    Json::parse(text_of(json, what)?).and_then(|json| json.decode()).map_err(|error| refused(what, &error))
}

/// As [`decoded`], for the message that each turn of an agent hands over: it is read once.
pub(crate) fn decoded_message(json: &[u8], what: &str) -> Result<Message, ErrorInfo> {
    Message::from_json(text_of(json, what)?).map_err(|error| refused(what, &error))
}

fn text_of<'a>(json: &'a [u8], what: &str) -> Result<&'a str, ErrorInfo> {
    std::str::from_utf8(json).map_err(|_| ErrorInfo::config(format!("{what} is not UTF-8")))
}

fn refused(what: &str, error: &JsonError) -> ErrorInfo {
    ErrorInfo::config(format!("{what} has another shape: {error}"))
}
