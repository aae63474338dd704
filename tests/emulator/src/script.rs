//! The script language: what a test may order for one request. Shapes and their checks only; it must not know how a
//! reply is rendered or sent.

mod build;
mod check;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(crate) use check::decode;
pub use check::parse_replies;

/// One scripted reply. Every field has a default, `Reply::default()` lets the model answer; the JSON form is described
/// in the README of this crate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reply {
    /// Status line; absent means 200, or what the service itself decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Extra headers: a string or number, an array for a repeated header, `null` to leave a default header out.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub headers: Map<String, Value>,
    /// Body: this JSON value, compact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<Value>,
    /// Body: these characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Body: these bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// Body: an event stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sse: Option<Vec<SseItem>>,
    /// The whole answer byte for byte, head included: nothing is added to it. For HTTP that no server would send.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<Vec<RawItem>>,
    /// Body: the service's own answer even where `status` is set.
    #[serde(skip_serializing_if = "is_false")]
    pub default: bool,
    /// Line end of rendered events: `\n` (default), `\r\n` or `\r`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newline: Option<String>,
    /// Spaces after the JSON of every rendered event.
    #[serde(skip_serializing_if = "is_zero")]
    pub pad: usize,
    /// Changes to a rendered event stream, the model's own included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<Edit>,
    /// The body is written in pieces of that many bytes, each flushed by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,
    /// The body is cut at these byte offsets, each piece flushed by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub split_at: Vec<usize>,
    /// Milliseconds before the status line.
    #[serde(skip_serializing_if = "is_zero_u64")]
    pub delay_ms: u64,
    /// Milliseconds between pieces, or between events where nothing is cut.
    #[serde(skip_serializing_if = "is_zero_u64")]
    pub gap_ms: u64,
    /// The fault to inject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Sent after the body again and again, unchanged, until the client leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flood: Option<RawItem>,
    /// Compress the body, flushed per event or piece, and say so in `content-encoding`.
    #[serde(skip_serializing_if = "is_false")]
    pub gzip: bool,
    /// Chunked framing or exact length; absent: chunked for event streams only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunked: Option<bool>,
    /// Announce this length, true or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_length: Option<u64>,
    /// No framing: the body ends where the connection ends.
    #[serde(skip_serializing_if = "is_false")]
    pub until_close: bool,
    /// `false` announces `connection: close` and does it.
    pub keep_alive: bool,
    /// How many requests it answers; 0 for every request from here on.
    pub repeat: u32,
}

/// A fault and its place. Offsets count bytes of the body as sent (after compression); names are event names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// TCP reset instead of a reply.
    ResetBeforeHeaders,
    /// Orderly close instead of a reply.
    CloseBeforeHeaders,
    /// Nothing is sent; the connection stays open until the client leaves.
    StallBeforeHeaders,
    /// TCP reset in the middle of the header block.
    ResetMidHeaders,
    /// Orderly close in the middle of the header block.
    CloseMidHeaders,
    /// TCP reset after that many bytes of the body.
    ResetAt(usize),
    /// Orderly close after that many bytes of the body, without the end mark of the framing.
    CloseAt(usize),
    /// Silence after that many bytes of the body, until the client leaves.
    StallAt(usize),
    /// TCP reset after the first event of that name.
    ResetAfter(String),
    /// Orderly close after the first event of that name.
    CloseAfter(String),
    /// Silence after the first event of that name.
    StallAfter(String),
    /// TCP reset once that many bytes of the request's body were read, or all of it. HTTP/1 only; over HTTP/2 after the
    /// body.
    ResetUpload(u64),
    /// A complete reply on a kept connection, then TCP reset without announcement.
    ResetAfterReply,
    /// A complete reply on a kept connection, then an orderly close without announcement.
    CloseAfterReply,
}

/// One element of a scripted event stream: exactly one of `data` (with or without `event`), `event` alone, `raw`,
/// `raw_base64`, `comment`, `pause_ms`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SseItem {
    /// Event name; absent: no `event:` line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// A string is sent unchanged (a line end makes a further `data:` line), anything else as compact JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    /// Sent unchanged, `newline` and `pad` do not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// Bytes sent unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_base64: Option<String>,
    /// A comment line and a blank line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Silence of that many milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause_ms: Option<u64>,
    /// Spaces after the data of this event, on top of the reply's own `pad`.
    #[serde(skip_serializing_if = "is_zero")]
    pub pad: usize,
}

/// One element of an answer that is given byte for byte: text, `{"base64": …}` or `{"pause_ms": …}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RawItem {
    /// These characters.
    Text(String),
    /// These bytes.
    Bytes(RawBytes),
    /// Silence.
    Pause(RawPause),
}

/// Bytes of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawBytes {
    /// The bytes, in the alphabet of RFC 4648 section 4.
    pub base64: String,
}

/// Silence within an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawPause {
    /// Its length in milliseconds.
    pub pause_ms: u64,
}

/// Changes to a rendered event stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Edit {
    /// Names of events that are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<String>,
    /// Items put in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub insert: Vec<Insert>,
    /// `false` leaves out all `event:` lines.
    pub event_names: bool,
    /// The JSON of each event is spread over many `data:` lines.
    #[serde(skip_serializing_if = "is_false")]
    pub data_lines: bool,
}

impl Default for Edit {
    fn default() -> Self {
        Self { drop: Vec::new(), insert: Vec::new(), event_names: true, data_lines: false }
    }
}

/// Items put into an event stream before, or after, the first event of a name; without both: at the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Insert {
    /// In front of the first event of that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Behind the first event of that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The inserted items.
    pub items: Vec<SseItem>,
    /// Cut the stream behind the inserted items.
    #[serde(skip_serializing_if = "is_false")]
    pub then_end: bool,
}

/// A script that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError(String);

impl ScriptError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ScriptError {}

impl Default for Reply {
    fn default() -> Self {
        Self {
            status: None,
            headers: Map::new(),
            json: None,
            text: None,
            base64: None,
            sse: None,
            raw: None,
            default: false,
            newline: None,
            pad: 0,
            edit: None,
            pieces: None,
            split_at: Vec::new(),
            delay_ms: 0,
            gap_ms: 0,
            fault: None,
            flood: None,
            gzip: false,
            chunked: None,
            content_length: None,
            until_close: false,
            keep_alive: true,
            repeat: 1,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_false(value: &bool) -> bool {
    !value
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_zero(value: &usize) -> bool {
    *value == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_zero_u64(value: &u64) -> bool {
    *value == 0
}
