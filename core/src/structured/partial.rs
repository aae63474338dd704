//! A structured answer while it streams.

use serde::de::DeserializeOwned;

use super::refs::WRAPPED_IN;
use crate::json::growing::{PartialJson, PartialValue};
use crate::json::partial::{Mode, PartialJsonError};
use crate::json::{Json, JsonError};
use crate::model::ContentBlock;
use crate::wire::event::Event;

/// The value of a structured answer so far. Returned by [`AnswerPlan::partial`](crate::AnswerPlan::partial).
///
/// It takes the events of the stream and finds the answer in them: the text, or the input of the forced tool. Its cost
/// grows with the text, not with the number of reads.
#[derive(Clone, Debug)]
pub struct PartialAnswer {
    json: PartialJson,
    place: AnswerPlace,
}

/// The position of a structured answer in a stream. Returned by [`AnswerPlan::place`](crate::AnswerPlan::place), for
/// callers that decode the pieces of a stream otherwise than through [`Event`]; [`PartialAnswer`] has one.
#[derive(Clone, Debug)]
pub struct AnswerPlace {
    tool: Option<String>,
    is_wrapped: bool,
    /// The block that holds the answer.
    block: Option<u32>,
}

impl AnswerPlace {
    pub(super) fn new(tool: Option<String>, is_wrapped: bool) -> AnswerPlace {
        AnswerPlace { tool, is_wrapped, block: None }
    }

    /// A block begins.
    pub fn begins(&mut self, index: u32, block: &ContentBlock) {
        if let (Some(tool), ContentBlock::ToolUse(call)) = (&self.tool, block)
            && call.name == *tool
            && self.block.is_none()
        {
            self.block = Some(index);
        }
    }

    /// The piece of the answer in a delta of this block: its text, or its input.
    #[must_use]
    pub fn piece<P: AsRef<str>>(&self, index: Option<u32>, text: Option<P>, input: Option<P>) -> Option<P> {
        let piece = match &self.tool {
            None => text,
            Some(_) => input.filter(|_| index.is_some() && self.block == index),
        };
        piece.filter(|piece| !piece.as_ref().is_empty())
    }

    /// The property that holds the answer, if an object wraps it.
    #[must_use]
    pub fn wrapped_in(&self) -> Option<&'static str> {
        self.is_wrapped.then_some(WRAPPED_IN)
    }

    /// An empty [`PartialJson`] in which [`value`](Self::value) finds the answer without a search.
    #[must_use]
    pub fn json(&self, mode: Mode) -> PartialJson {
        match self.wrapped_in() {
            Some(name) => PartialJson::watching(mode, name),
            None => PartialJson::new(mode),
        }
    }

    /// The answer in the value of its text: unwrapped if an object wraps it.
    #[must_use]
    pub fn value<'p>(&self, value: PartialValue<'p>) -> Option<PartialValue<'p>> {
        match self.wrapped_in() {
            Some(name) => value.get(name),
            None => Some(value),
        }
    }
}

impl PartialAnswer {
    pub(super) fn new(mode: Mode, place: AnswerPlace) -> PartialAnswer {
        PartialAnswer { json: place.json(mode), place }
    }

    /// Adds an event. True if it had a piece of the answer.
    pub fn event(&mut self, event: &Event) -> bool {
        if let (Some(index), Some(block)) = (event.index(), event.content_block()) {
            self.place.begins(index, &block);
        }
        let piece = self.place.piece(event.index(), event.text(), event.partial_json());
        piece.is_some_and(|piece| {
            self.json.push(&piece);
            true
        })
    }

    /// The value so far; `None` as long as nothing of it can be shown.
    #[must_use]
    pub fn value(&self) -> Option<PartialValue<'_>> {
        self.place.value(self.json.value()?)
    }

    /// The value so far as compact JSON.
    #[must_use]
    pub fn to_json(&self) -> Option<String> {
        self.value().map(PartialValue::to_json)
    }

    /// The value so far as a type of the caller, whose fields should all be optional.
    ///
    /// # Errors
    /// [`JsonErrorKind::Data`](crate::json::JsonErrorKind::Data) if the answer so far does not fit, or nothing has
    /// arrived.
    pub fn decode<P: DeserializeOwned>(&self) -> Result<P, JsonError> {
        let json = self.to_json().ok_or_else(|| JsonError::data("nothing of the answer has come yet"))?;
        Json::parse(&json)?.decode()
    }

    /// Why the answer can never become JSON, whatever follows.
    #[must_use]
    pub fn error(&self) -> Option<PartialJsonError> {
        self.json.error()
    }
}
