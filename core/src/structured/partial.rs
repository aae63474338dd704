//! A structured answer while it streams.

use serde::de::DeserializeOwned;

use super::refs::WRAPPED_IN;
use crate::json::growing::{PartialJson, PartialValue};
use crate::json::partial::{Mode, PartialJsonError};
use crate::json::{Json, JsonError};
use crate::model::ContentBlock;
use crate::wire::event::Event;

/// The value of a structured answer as far as it has come. Got from [`AnswerPlan::partial`](crate::AnswerPlan::partial).
///
/// It takes the events of the stream and finds the answer in them: the text, or the input of the forced tool. The time it
/// takes grows with the text, not with the number of looks.
#[derive(Clone, Debug)]
pub struct PartialAnswer {
    json: PartialJson,
    tool: Option<String>,
    is_wrapped: bool,
    /// The block that holds the answer.
    block: Option<u32>,
}

impl PartialAnswer {
    pub(super) fn new(mode: Mode, tool: Option<String>, is_wrapped: bool) -> PartialAnswer {
        PartialAnswer { json: PartialJson::new(mode), tool, is_wrapped, block: None }
    }

    /// Takes an event. Whether it brought a piece of the answer.
    pub fn event(&mut self, event: &Event) -> bool {
        let piece = match &self.tool {
            None => event.text(),
            Some(tool) => {
                if let Some(ContentBlock::ToolUse(call)) = event.content_block()
                    && call.name == *tool
                    && self.block.is_none()
                {
                    self.block = event.index();
                }
                match event.index() {
                    Some(index) if self.block == Some(index) => event.partial_json(),
                    _ => None,
                }
            }
        };
        match piece {
            Some(piece) if !piece.is_empty() => {
                self.json.push(&piece);
                true
            }
            _ => false,
        }
    }

    /// The value so far; `None` as long as nothing of it can be shown.
    #[must_use]
    pub fn value(&self) -> Option<PartialValue<'_>> {
        let value = self.json.value()?;
        if self.is_wrapped { value.get(WRAPPED_IN) } else { Some(value) }
    }

    /// The value so far as compact JSON.
    #[must_use]
    pub fn to_json(&self) -> Option<String> {
        self.value().map(PartialValue::to_json)
    }

    /// The value so far as a type of the caller's, whose fields should all be optional.
    ///
    /// # Errors
    /// [`JsonErrorKind::Data`](crate::json::JsonErrorKind::Data) if what has come does not fit, or nothing has.
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
