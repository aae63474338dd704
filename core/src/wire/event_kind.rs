//! The kinds of events and their names on the wire: what the framer recognises and the decoder tags.

/// The kinds of events (protocol §4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum EventKind {
    /// The message begins: id, model, first usage.
    MessageStart = 1,
    /// A content block begins.
    ContentBlockStart = 2,
    /// A piece of a content block.
    ContentBlockDelta = 3,
    /// A content block is complete.
    ContentBlockStop = 4,
    /// Stop reason and usage totals.
    MessageDelta = 5,
    /// The message is complete.
    MessageStop = 6,
    /// A sign of life without content.
    Ping = 7,
    /// The service reports an error; the stream ends with it. Handed to the caller as an [`crate::Error`].
    Error = 8,
    /// A kind this version does not know; see [`Event::name`](crate::Event::name) and
    /// [`Event::json`](crate::Event::json).
    Unknown = 9,
}

impl EventKind {
    /// The name on the wire; `"unknown"` for [`EventKind::Unknown`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::MessageStart => "message_start",
            EventKind::ContentBlockStart => "content_block_start",
            EventKind::ContentBlockDelta => "content_block_delta",
            EventKind::ContentBlockStop => "content_block_stop",
            EventKind::MessageDelta => "message_delta",
            EventKind::MessageStop => "message_stop",
            EventKind::Ping => "ping",
            EventKind::Error => "error",
            EventKind::Unknown => "unknown",
        }
    }

    pub(crate) fn from_name(name: &[u8]) -> Option<EventKind> {
        Some(match name {
            b"content_block_delta" => EventKind::ContentBlockDelta,
            b"content_block_start" => EventKind::ContentBlockStart,
            b"content_block_stop" => EventKind::ContentBlockStop,
            b"message_start" => EventKind::MessageStart,
            b"message_delta" => EventKind::MessageDelta,
            b"message_stop" => EventKind::MessageStop,
            b"ping" => EventKind::Ping,
            b"error" => EventKind::Error,
            _ => return None,
        })
    }
}
