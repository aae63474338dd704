//! The typed value of an answer's JSON, for calls of endpoints and their table.

use bytes::Bytes;
use serde::de::DeserializeOwned;

use crate::error::{Error, ErrorKind, Result};
use crate::json;

/// Decodes a value from the JSON of an answer.
pub(super) fn read_as<T: DeserializeOwned>(body: &Bytes) -> Result<T> {
    json::decode_lenient(body).map_err(|error| {
        Error::new(ErrorKind::Decode, format!("the answer is not what was asked for: {error}"))
            .with_source(error)
    })
}
