//! The tokens of an answer, for the limiter, the ledger, the prompt cache and the hooks; and what the record of a call
//! keeps of its message.

use bytes::Bytes;

use super::Call;
use crate::call::format;
use crate::json::{decode_lenient, outline};
use crate::model::{Message, Usage};
use crate::pacing::Permit;
use crate::record::Answered;

impl Call {
    /// Whether somebody wants the tokens of the answer.
    pub(crate) fn wants_usage(&self) -> bool {
        self.record.is_some() || self.pass.is_some() || self.permit.as_ref().is_some_and(Permit::wants_usage)
    }

    /// A whole answer is complete. What `message` does not say is read from the body.
    pub(super) fn count(&mut self, message: Option<&Message>, body: &Bytes) {
        if let Some(message) = message {
            self.answered_with(message);
            if message.usage.input_tokens > 0 || message.usage.output_tokens > 0 {
                return self.used(&message.usage);
            }
        }
        let Some(members) = outline::members(format::without_bom(body)) else { return };
        // Of a repeated name the last value counts (protocol §11 row 24).
        let member = |wanted: &str| members.iter().rfind(|(name, _)| name == wanted).map(|(_, value)| *value);
        let text = |wanted: &str| member(wanted).and_then(|value| decode_lenient::<String>(value).ok());
        if let Some(record) = self.record.as_mut().filter(|record| record.message.is_none()) {
            let facts = text("id").zip(text("model"));
            record.message =
                facts.map(|(id, model)| Box::new(Answered { id, model, stop_reason: text("stop_reason") }));
        }
        let usage = member("usage").and_then(|value| decode_lenient::<Usage>(value).ok());
        usage.iter().for_each(|usage| self.used(usage));
    }

    /// The answer is this message, or begins with it.
    pub(crate) fn answered_with(&mut self, message: &Message) {
        if let Some(record) = &mut self.record {
            record.message = Some(Box::new(Answered {
                id: message.id.clone(),
                model: message.model.clone(),
                stop_reason: message.stop_reason.as_ref().map(|reason| reason.as_str().to_owned()),
            }));
        }
    }

    /// A stream says why its answer ends.
    pub(crate) fn stopped_for(&mut self, reason: &str) {
        if let Some(message) = self.record.as_mut().and_then(|record| record.message.as_mut()) {
            message.stop_reason = Some(reason.to_owned());
        }
    }

    /// The answer is complete, with these token counts.
    pub(crate) fn used(&mut self, usage: &Usage) {
        self.counted(usage);
        if let Some(permit) = &mut self.permit {
            permit.used(usage);
        }
        self.prefix_used(usage);
    }

    /// The token counts so far, of an answer that may still be cut.
    pub(crate) fn counted(&mut self, usage: &Usage) {
        if let Some(record) = &mut self.record {
            record.used(usage);
        }
    }
}
