//! JSON that still arrives, for a host that shows it as objects of its own (protocol §4.7).
//!
//! Passing the whole value over the boundary each time would take quadratic time, however fast it was parsed. So a host
//! keeps its own objects and updates them with the changes since the last call. It needs a stack of the open containers
//! and the key of the last value:
//!
//! The host applies each change:
//!
//! - `Add {depth, key, value}`: cuts the stack to `depth`; makes the value (containers empty); puts it into the
//!   container on top of the stack, or, with `depth` 0, takes it as the whole value; pushes it if it is a
//!   container; keeps what a number replaced in an object, until the next `Add`
//! - `Append(text)`: replaces the last value, a string, by itself and `text`
//! - `Replace(number)`: replaces the last value by this number
//! - `Remove`: takes the last value, a number, out of the container on top of the stack, or forgets the whole
//!   value; puts back what the number replaced
//!
//! Objects that were handed out before are changed in place: a host copies them where its users keep them.

use std::fmt::Write as _;

use parlour::{AnswerPlace, ContentBlock, Event, PartialJsonMode, PartialMirror, push_string};

use crate::ErrorInfo;

pub use parlour::{PartialChange as Change, PartialKind as Kind, PartialValue as Value};

/// A JSON text that is still arriving, and the state that the host has seen.
#[derive(Clone, Debug)]
pub struct PartialJson {
    json: parlour::PartialJson,
    mirror: PartialMirror,
    /// The position of the structured answer, if this is one.
    place: Option<AnswerPlace>,
}

impl PartialJson {
    /// Starts without any text. With `trailing_strings`, an unfinished string is shown as far as it has arrived,
    /// instead of being left out with its key.
    #[must_use]
    pub fn new(trailing_strings: bool) -> PartialJson {
        let json = parlour::PartialJson::new(mode_of(trailing_strings));
        PartialJson { json, mirror: PartialMirror::default(), place: None }
    }

    /// As [`new`](Self::new); strings and numbers that are not finished are left out with their keys.
    #[must_use]
    pub fn finished() -> PartialJson {
        let json = parlour::PartialJson::new(PartialJsonMode::Finished);
        PartialJson { json, mirror: PartialMirror::default(), place: None }
    }

    /// The structured answer of a stream, found in its events: [`begins`](Self::begins), [`take`](Self::take).
    #[must_use]
    pub fn of_answer(place: AnswerPlace, trailing_strings: bool) -> PartialJson {
        let json = place.json(mode_of(trailing_strings));
        PartialJson { json, mirror: PartialMirror::default(), place: Some(place) }
    }

    /// A block of the stream begins.
    pub fn begins(&mut self, index: u32, block: &ContentBlock) {
        if let Some(place) = &mut self.place {
            place.begins(index, block);
        }
    }

    /// As [`begins`](Self::begins), for a host that has the block as JSON.
    ///
    /// # Errors
    /// Kind `Config` if the JSON, which came from the host, is no block.
    pub fn begins_with(&mut self, index: u32, block: &[u8]) -> Result<(), ErrorInfo> {
        let block = serde_json::from_slice(block);
        let block = block.map_err(|e| ErrorInfo::config(format!("the content block cannot be read: {e}")))?;
        self.begins(index, &block);
        Ok(())
    }

    /// Adds the text or input of a delta. True if it was a piece of the answer; always false without a structured
    /// answer.
    pub fn take(&mut self, index: Option<u32>, text: Option<&str>, input: Option<&str>) -> bool {
        let piece = self.place.as_ref().and_then(|place| place.piece(index, text, input));
        piece.is_some_and(|piece| {
            self.json.push(piece);
            true
        })
    }

    /// Adds an event of the stream, for a host that uses the core's events. True if it had a piece of the answer.
    pub fn event(&mut self, event: &Event) -> bool {
        if let (Some(index), Some(block)) = (event.index(), event.content_block()) {
            self.begins(index, &block);
        }
        self.take(event.index(), event.text().as_deref(), event.partial_json().as_deref())
    }

    /// The property of the value that holds the answer, if an object wraps it: [`changes`](Self::changes) reports the
    /// whole value.
    #[must_use]
    pub fn wrapped_in(&self) -> Option<&'static str> {
        self.place.as_ref().and_then(AnswerPlace::wrapped_in)
    }

    /// Takes the next piece of the text. After an [`error`](Self::error) nothing is taken any more.
    pub fn push(&mut self, piece: &str) {
        self.json.push(piece);
    }

    /// Reports what changed since the last call, in order. Takes time in proportion to the changes.
    pub fn changes<'p>(&'p mut self, each: impl FnMut(Change<'p>)) {
        self.json.changes(&mut self.mirror, each);
    }

    /// The changes since the last call as a JSON array, for hosts to which one text is cheaper than many values; empty
    /// text if there are none. Each is an array: `["add", depth, key or null, value]`, `["append", text]`,
    /// `["replace", number]`, `["remove"]`.
    pub fn changes_json(&mut self) -> String {
        let mut out = String::new();
        self.json.changes(&mut self.mirror, |change| {
            out.push(if out.is_empty() { '[' } else { ',' });
            write_change(&mut out, change);
        });
        if !out.is_empty() {
            out.push(']');
        }
        out
    }

    /// The value so far, to be walked; `None` as long as nothing of it can be shown.
    #[must_use]
    pub fn value(&self) -> Option<Value<'_>> {
        let value = self.json.value()?;
        self.place.as_ref().map_or(Some(value), |place| place.value(value))
    }

    /// The value so far as compact JSON; `{}` as long as nothing of it can be shown.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.value().map_or_else(|| "{}".to_owned(), Value::to_json)
    }

    /// Whether one whole value has arrived.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.json.is_complete()
    }

    /// Why the text can never become JSON, whatever follows.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        self.json.error().map(|error| error.to_string())
    }
}

fn mode_of(trailing_strings: bool) -> PartialJsonMode {
    match trailing_strings {
        true => PartialJsonMode::TrailingStrings,
        false => PartialJsonMode::Default,
    }
}

fn write_change(out: &mut String, change: Change<'_>) {
    match change {
        Change::Add { depth, key, value } => {
            // Writing to a string cannot fail.
            let _written = write!(out, "[\"add\",{depth},");
            match key {
                Some(key) => push_string(out, key),
                None => out.push_str("null"),
            }
            out.push(',');
            match value {
                Kind::Bool(true) => out.push_str("true"),
                Kind::Bool(false) => out.push_str("false"),
                Kind::Number(text) => out.push_str(text),
                Kind::String(text) => push_string(out, text),
                Kind::Array(_) => out.push_str("[]"),
                Kind::Object(_) => out.push_str("{}"),
                _ => out.push_str("null"),
            }
            out.push(']');
        }
        Change::Append(text) => {
            out.push_str("[\"append\",");
            push_string(out, text);
            out.push(']');
        }
        Change::Replace(number) => {
            out.push_str("[\"replace\",");
            out.push_str(number);
            out.push(']');
        }
        // The core has no other change.
        _ => out.push_str("[\"remove\"]"),
    }
}

#[cfg(test)]
mod tests;
