//! Encodes events of a stream as one text of records. A host with UTF-16 strings reads deltas of the usual shape from
//! it without parsing JSON.
//!
//! A record is a tag, a length in UTF-16 units, and the text. The length is written in characters of six bits, lowest
//! first, all but the last with 64 added: everything but the text is ASCII, and most batches need no conversion.

use parlour::{Event, PayloadOf};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The decoded piece of a text delta.
pub const TEXT: u8 = b'a';
/// The decoded piece of an `input_json` delta.
pub const PARTIAL_JSON: u8 = b'b';
/// The decoded piece of a thinking delta.
pub const THINKING: u8 = b'c';
/// The JSON of any other event: an object that names its type.
pub const OBJECT: u8 = b'd';
/// An event whose JSON is no such object: `[name, data]`, or `[name]` if there was no data.
pub const UNUSUAL: u8 = b'e';
/// A delta that shares a character with a neighbour: the JSON to use, a line end, and the original JSON.
pub const JOINED: u8 = b'f';
/// Not an event: the block index of the following pieces, in place of the length; no text follows.
pub const INDEX: u8 = b'i';

/// Memory kept between texts.
const ROOM: usize = 64 << 10;

/// The records of some events, in order. Each text is independent: the block index starts again.
#[derive(Debug)]
pub struct EventText {
    text: Vec<u8>,
    ascii: bool,
    index: Option<u32>,
}

impl EventText {
    /// No records.
    #[must_use]
    pub fn new() -> EventText {
        EventText { text: Vec::new(), ascii: true, index: None }
    }

    /// The text, in UTF-8.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether the text is ASCII.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Clears it, and keeps the capacity that most texts need.
    pub fn clear(&mut self) {
        self.text.clear();
        self.text.shrink_to(ROOM);
        self.ascii = true;
        self.index = None;
    }

    /// Adds the record of an event.
    pub fn push(&mut self, event: &Event) {
        if event.is_joined() {
            self.push_joined(event);
        } else if !self.push_piece(event) {
            self.push_other(event);
        }
    }

    /// Adds a delta that consists only of its piece and its index; false for any other event.
    fn push_piece(&mut self, event: &Event) -> bool {
        let Some(delta) = event.plain_delta() else { return false };
        let tag = match delta.of {
            PayloadOf::Text => TEXT,
            PayloadOf::PartialJson => PARTIAL_JSON,
            PayloadOf::Thinking => THINKING,
            PayloadOf::Nothing => return false,
        };
        let mut decoded = String::new();
        if delta.escaped {
            event.push_piece(&mut decoded);
            // Probably half a surrogate pair, which only the event's own JSON can represent.
            if decoded.contains('\u{fffd}') {
                return false;
            }
        }
        if self.index != Some(delta.index) {
            self.index = Some(delta.index);
            self.text.push(INDEX);
            self.push_length(delta.index as usize);
        }
        self.push_record(tag, if delta.escaped { decoded.as_bytes() } else { delta.inside });
        true
    }

    /// A delta that shares a character with the one before or after it: the corrected delta and the original event.
    fn push_joined(&mut self, event: &Event) {
        match event.joined_delta().filter(|_| has_type(event.json())) {
            // Line breaks in JSON occur only between values.
            Some(delta) => {
                let delta = delta.replace(['\r', '\n'], " ");
                self.push_record(JOINED, format!("{delta}\n{}", event.json()).as_bytes());
            }
            None => self.push_other(event),
        }
    }

    fn push_other(&mut self, event: &Event) {
        let json = event.json();
        if json.starts_with(r#"{"type":""#) || has_type(json) {
            return self.push_record(OBJECT, json.as_bytes());
        }
        let name = serde_json::Value::from(event.name().as_ref());
        let comma = if json.is_empty() { "" } else { "," };
        self.push_record(UNUSUAL, format!("[{name}{comma}{json}]").as_bytes());
    }

    fn push_record(&mut self, tag: u8, utf8: &[u8]) {
        self.text.reserve(utf8.len() + 8);
        self.text.push(tag);
        let units = match utf8.is_ascii() {
            true => utf8.len(),
            false => {
                self.ascii = false;
                utf16_len(utf8)
            }
        };
        self.push_length(units);
        self.text.extend_from_slice(utf8);
    }

    fn push_length(&mut self, mut length: usize) {
        while length >= 64 {
            self.text.push(64 | (length & 63) as u8);
            length >>= 6;
        }
        self.text.push(length as u8);
    }
}

impl Default for EventText {
    fn default() -> EventText {
        EventText::new()
    }
}

/// UTF-16 units of valid UTF-8: one a character, and one more for those of four bytes.
fn utf16_len(utf8: &[u8]) -> usize {
    utf8.iter().map(|byte| usize::from(*byte & 0xc0 != 0x80) + usize::from(*byte >= 0xf0)).sum()
}

/// Whether the text is an object that names its type.
fn has_type(json: &str) -> bool {
    #[derive(Deserialize)]
    struct Typed<'a> {
        #[serde(borrow, rename = "type")]
        kind: &'a RawValue,
    }
    // A list would do for a struct, too.
    json.starts_with('{')
        && serde_json::from_str::<Typed<'_>>(json).is_ok_and(|typed| typed.kind.get().starts_with('"'))
}
