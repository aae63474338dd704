//! The protocol's typed shapes: requests that a binding builds natively, messages and events that it shows natively.
//!
//! They are the core's, re-exported: a binding depends on the bridge alone, and cannot end up with two versions of
//! them.

use parlour::JsonErrorKind;
use serde::Serialize;

use crate::info::ErrorInfo;

pub use parlour::{
    Accumulator, Base64Source, Blob, BlockGrowth, Body, CacheControl, CitationsConfig, Content, ContentBlock,
    DocumentBlock, Event, EventKind, InputBlock, IntoBody, Json, JsonError, Message, MessageParam,
    MessageRequest, Role, Tool, ToolResultBlock, read_escape, without_halves,
};

/// The JSON of a message, or of a part of one.
///
/// # Errors
/// A connection error of the subkind `resources` if there is no memory for it.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, ErrorInfo> {
    parlour::write_json(value).map_err(|error| match error.kind() {
        JsonErrorKind::Memory => ErrorInfo::no_memory("the message cannot be written as JSON"),
        _ => ErrorInfo::internal(error.to_string()),
    })
}

/// As [`to_json`], as text.
///
/// # Errors
/// As [`to_json`].
pub fn to_json_text<T: Serialize + ?Sized>(value: &T) -> Result<String, ErrorInfo> {
    String::from_utf8(to_json(value)?).map_err(|error| ErrorInfo::internal(error.to_string()))
}
