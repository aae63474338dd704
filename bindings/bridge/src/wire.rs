//! The protocol's typed shapes: requests that a binding builds natively, messages and events that it shows natively.
//!
//! They are the core's, re-exported: a binding depends on the bridge alone, and cannot come to stand on two versions of
//! them.

pub use parlour::{
    Accumulator, Base64Source, Blob, Body, CacheControl, CitationsConfig, Content, ContentBlock,
    DocumentBlock, Event, EventKind, InputBlock, IntoBody, Json, JsonError, Message, MessageParam,
    MessageRequest, Role, Tool, ToolResultBlock, read_escape,
};

/// Completes the front part of a JSON text (protocol §4.7): an unfinished string value is kept as far as it has come.
/// `None` if no text that may follow would make it JSON.
///
/// ```
/// use parlour_bridge::wire::complete_json;
/// assert_eq!(complete_json(r#"{"city":"Par"#).as_deref(), Some(r#"{"city":"Par"}"#));
/// assert_eq!(complete_json("}"), None);
/// ```
#[must_use]
pub fn complete_json(text: &str) -> Option<String> {
    parlour::complete_json(text, parlour::PartialJsonMode::TrailingStrings).ok()
}
