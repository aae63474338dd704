//! One event of a stream: a tag, an index and the raw JSON, with accessors that read on demand.

mod decode;
mod halves;
mod scan;

use std::borrow::Cow;
use std::collections::TryReserveError;
use std::fmt;

use bytes::Bytes;

use crate::error::{Error, ErrorKind};
use crate::json::object::Object;
use crate::json::{self, Json};
use crate::memory;
use crate::model::{ContentBlock, Message, StopReason, UsageDelta};
use crate::wire::event_kind::EventKind;
use crate::wire::sse::{Frame, FrameName};

pub(crate) use decode::{Decoded, decode};
pub(crate) use halves::Halves;

/// The maximum number of bytes for half a character left over from the previous piece.
const HALF: usize = 4;

/// Position of a delta's payload string in the event's JSON, so that it can be read without parsing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Payload {
    pub(crate) of: PayloadOf,
    /// Byte range of the string's inside, without the quotes.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The first half of a character at the end of the previous piece; 0 if there is none (see [`Halves`]).
    pub(crate) high: u16,
    /// Whether the inside has to be decoded.
    pub(crate) escaped: bool,
}

/// The kind of a delta's payload. Not part of the stable interface.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadOf {
    Nothing,
    Text,
    PartialJson,
    Thinking,
}

/// A delta that consists only of its index and its piece. Not part of the stable interface.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct PlainDelta<'a> {
    pub of: PayloadOf,
    pub index: u32,
    /// The inside of the piece's JSON string: valid UTF-8.
    pub inside: &'a [u8],
    /// Whether the inside has to be decoded: see [`Event::push_piece`].
    pub escaped: bool,
}

impl Payload {
    pub(crate) const NOTHING: Payload =
        Payload { of: PayloadOf::Nothing, start: 0, end: 0, high: 0, escaped: false };

    /// Bytes of the string's inside.
    #[inline]
    pub(crate) fn length(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Appends the decoded string.
    #[inline]
    fn decode(self, inside: &str, out: &mut String) {
        if self.escaped {
            // The escapes were checked when the payload was located.
            json::unescape_after(self.high, inside, out);
        } else {
            out.push_str(inside);
        }
    }
}

/// One event of a stream. Cheap to clone: the JSON is shared, not copied.
///
/// The accessors read from the raw JSON when they are called and return `None` for events of another kind.
#[derive(Clone)]
pub struct Event {
    pub(crate) kind: EventKind,
    pub(crate) index: Option<u32>,
    pub(crate) payload: Payload,
    /// Whether the JSON is a delta of `type`, `index`, and a `delta` of `type` and the payload, in this order.
    pub(crate) plain: bool,
    pub(crate) name: Option<Bytes>,
    pub(crate) data: Bytes,
}

impl Event {
    /// An event from its name and its JSON text, for recordings, tests and stored events.
    ///
    /// ```
    /// let event = parlour::Event::from_json("ping", r#"{"type":"ping"}"#)?;
    /// assert_eq!(event.kind(), parlour::EventKind::Ping);
    /// # Ok::<(), parlour::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Decode`](crate::ErrorKind::Decode) if a stream would not hand out such an event.
    pub fn from_json(name: &str, json: impl Into<Bytes>) -> crate::Result<Event> {
        let name = match EventKind::from_name(name.as_bytes()) {
            Some(kind) => FrameName::Known(kind),
            None => FrameName::Other(Bytes::copy_from_slice(name.as_bytes())),
        };
        match decode(Frame { name, data: json.into() }) {
            Ok(Decoded::Event(event)) => Ok(event),
            Ok(Decoded::Skip) => {
                Err(Error::new(ErrorKind::Decode, "such an event is skipped in a stream: it holds no JSON"))
            }
            Err(bad) => Err(bad.into()),
        }
    }

    /// The kind of this event.
    #[must_use]
    pub fn kind(&self) -> EventKind {
        self.kind
    }

    /// The name on the wire, also for kinds this version does not know.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match &self.name {
            Some(name) => String::from_utf8_lossy(name),
            None => Cow::Borrowed(self.kind.name()),
        }
    }

    /// The content block the event belongs to: 0, 1, 2 … in the order of their starts.
    #[must_use]
    pub fn index(&self) -> Option<u32> {
        self.index
    }

    /// The raw JSON, exactly as received but for padding around it and bytes that are not UTF-8, which are
    /// replaced. Empty for a `ping` that came without data.
    #[must_use]
    pub fn json(&self) -> &str {
        std::str::from_utf8(&self.data).unwrap_or_default()
    }

    /// The raw JSON as shared bytes, always valid UTF-8.
    #[must_use]
    pub fn json_bytes(&self) -> &Bytes {
        &self.data
    }

    /// A copy of the event with its own memory. An event is a slice of the bytes that were read from the connection,
    /// and keeps all of them alive. Copy an event that is kept for long.
    #[must_use]
    pub fn detached(self) -> Event {
        let mut own = Vec::new();
        match own.try_reserve_exact(self.data.len()) {
            Ok(()) => own.extend_from_slice(&self.data),
            // Keep sharing the buffer: it costs memory, but is correct.
            Err(_) => return self,
        }
        Event { data: own.into(), ..self }
    }

    /// The piece of text of a `text_delta`. The pieces of a block joined are its text: a character that a stream brings
    /// in two halves (`\ud83d` at the end of one delta, `\ude00` at the start of the next) is whole in the second
    /// piece. The same holds for [`Event::partial_json`] and [`Event::thinking`].
    #[must_use]
    pub fn text(&self) -> Option<Cow<'_, str>> {
        self.payload(PayloadOf::Text)
    }

    /// The piece of tool input of an `input_json_delta`: a fragment of JSON text.
    #[must_use]
    pub fn partial_json(&self) -> Option<Cow<'_, str>> {
        self.payload(PayloadOf::PartialJson)
    }

    /// The piece of reasoning of a `thinking_delta`.
    #[must_use]
    pub fn thinking(&self) -> Option<Cow<'_, str>> {
        self.payload(PayloadOf::Thinking)
    }

    /// The estimated number of thinking tokens that a `thinking_delta` represents; beta (protocol §4.3). Their sum
    /// shows progress if the text is left out. It is not the billed number.
    #[must_use]
    pub fn estimated_tokens(&self) -> Option<u64> {
        match self.payload.of {
            PayloadOf::Thinking => self.delta()?.field("estimated_tokens"),
            _ => None,
        }
    }

    /// Appends the piece of a delta (text, tool input or reasoning) to `out`, for consumers that keep one buffer
    /// for many events; nothing for any other event.
    pub fn push_piece(&self, out: &mut String) {
        if let Some(inside) = self.slice(self.payload) {
            self.payload.decode(inside, out);
        }
    }

    /// The parts of a delta that holds nothing else, with its keys in the usual order: a host can build the event from
    /// them without parsing its JSON. `None` for every other event. Not part of the stable interface.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn plain_delta(&self) -> Option<PlainDelta<'_>> {
        let Payload { of, start, end, escaped, .. } = self.payload;
        let inside = if self.plain { self.data.get(start as usize..end as usize)? } else { return None };
        Some(PlainDelta { of, index: self.index?, inside, escaped })
    }

    /// Whether the piece of a delta shares a character with the piece before or after it, so that its JSON differs from
    /// [`Event::text`]. Not part of the stable interface.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn is_joined(&self) -> bool {
        let cut = || self.data.get(self.payload.end as usize) != Some(&b'"');
        self.payload.escaped && (self.payload.high != 0 || cut())
    }

    /// The `delta` of a piece that shares a character with the piece before or after it, as JSON in which the piece
    /// equals [`Event::text`]. `None` for every other event, whose JSON already does. Not part of the stable interface.
    #[doc(hidden)]
    #[must_use]
    pub fn joined_delta(&self) -> Option<String> {
        let payload = self.payload;
        if !self.is_joined() {
            return None;
        }
        let key = match payload.of {
            PayloadOf::Text => "text",
            PayloadOf::PartialJson => "partial_json",
            PayloadOf::Thinking | PayloadOf::Nothing => "thinking",
        };
        let piece = serde_json::Value::from(&*self.payload(payload.of)?).to_string();
        Some(self.delta()?.with(&[(key, piece.as_str())]))
    }

    /// The signature of a `signature_delta`.
    #[must_use]
    pub fn signature(&self) -> Option<String> {
        self.delta_field("signature_delta", "signature")
    }

    /// The citation of a `citations_delta`.
    #[must_use]
    pub fn citation(&self) -> Option<Json> {
        self.delta_field("citations_delta", "citation")
    }

    /// The `type` of a delta, for example `"text_delta"`; an open set (protocol §4.3).
    #[must_use]
    pub fn delta_type(&self) -> Option<Cow<'_, str>> {
        match self.payload.of {
            PayloadOf::Text => Some(Cow::Borrowed("text_delta")),
            PayloadOf::PartialJson => Some(Cow::Borrowed("input_json_delta")),
            PayloadOf::Thinking => Some(Cow::Borrowed("thinking_delta")),
            PayloadOf::Nothing if self.kind == EventKind::ContentBlockDelta => {
                self.delta()?.field::<String>("type").map(Cow::Owned)
            }
            PayloadOf::Nothing => None,
        }
    }

    /// The message of a `message_start`: id, model and first usage, no content yet.
    #[must_use]
    pub fn message(&self) -> Option<Message> {
        self.of(EventKind::MessageStart)?.field("message")
    }

    /// The block of a `content_block_start`.
    #[must_use]
    pub fn content_block(&self) -> Option<ContentBlock> {
        self.of(EventKind::ContentBlockStart)?.field("content_block")
    }

    /// The stop reason of a `message_delta`, if it has one.
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.of(EventKind::MessageDelta)?;
        self.delta()?.field::<Option<StopReason>>("stop_reason").flatten()
    }

    /// The token counts of a `message_delta`.
    pub(crate) fn usage(&self) -> Option<UsageDelta> {
        self.of(EventKind::MessageDelta)?.field("usage")
    }

    fn of(&self, kind: EventKind) -> Option<Object<'_>> {
        if self.kind == kind { Object::parse(self.json()).ok() } else { None }
    }

    /// The `delta` object of the event.
    pub(crate) fn delta(&self) -> Option<Object<'_>> {
        Object::parse(Object::parse(self.json()).ok()?.raw("delta")?).ok()
    }

    fn delta_field<T: serde::de::DeserializeOwned>(&self, delta: &str, field: &str) -> Option<T> {
        if self.kind != EventKind::ContentBlockDelta || self.payload.of != PayloadOf::Nothing {
            return None;
        }
        let object = self.delta()?;
        if object.field::<String>("type")?.as_str() == delta { object.field(field) } else { None }
    }

    #[inline]
    fn payload(&self, of: PayloadOf) -> Option<Cow<'_, str>> {
        let inside = self.inside(of)?;
        if !self.payload.escaped {
            return Some(Cow::Borrowed(inside));
        }
        let mut text = String::with_capacity(inside.len());
        json::unescape_after(self.payload.high, inside, &mut text).then_some(Cow::Owned(text))
    }

    /// Appends the payload to `out`, without an intermediate string. It is the event's own, or the one joined by
    /// [`Halves`].
    ///
    /// # Errors
    /// If there is no memory for it; `out` is unchanged.
    #[inline]
    pub(crate) fn push_payload(&self, payload: Payload, out: &mut String) -> Result<(), TryReserveError> {
        let Some(inside) = self.slice(payload) else { return Ok(()) };
        // An escape is longer than the character it encodes. A half left over from the previous piece adds one more
        // character.
        memory::reserve(out, inside.len() + HALF)?;
        payload.decode(inside, out);
        Ok(())
    }

    /// The payload in its escaped form, as in the JSON.
    #[inline]
    fn inside(&self, of: PayloadOf) -> Option<&str> {
        if self.payload.of == of { self.slice(self.payload) } else { None }
    }

    #[inline]
    fn slice(&self, payload: Payload) -> Option<&str> {
        std::str::from_utf8(self.data.get(payload.start as usize..payload.end as usize)?).ok()
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Event({}", self.name())?;
        if let Some(index) = self.index {
            write!(f, " #{index}")?;
        }
        write!(f, " {})", self.json())
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Event) -> bool {
        self.kind == other.kind && self.name() == other.name() && self.data == other.data
    }
}
