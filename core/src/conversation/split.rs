//! Splits a request into its settings and its turns.

use bytes::Bytes;

use super::Conversation;
use super::turn::Turn;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::json::object::Object;

impl Conversation {
    /// Splits a request given as JSON into its settings, as JSON without `messages`, and its turns, which share its
    /// bytes.
    pub(crate) fn split_request(request: Bytes) -> Result<(String, Conversation)> {
        let refused = |why: String| Error::config(format!("this is no message request: {why}"));
        let text = std::str::from_utf8(&request)
            .map_err(|e| refused("it is not UTF-8".to_owned()).with_source(e))?;
        let object = Object::parse(text).map_err(|e| refused(e.to_string()).with_source(e))?;
        let mut conversation = Conversation::new();
        if let Some(messages) = object.raw("messages") {
            let turns: Vec<&serde_json::value::RawValue> = serde_json::from_str(messages)
                .map_err(|e| refused(format!("messages: {e}")).with_source(e))?;
            for (index, turn) in turns.into_iter().enumerate() {
                let turn = Turn::from_json(request.slice_ref(turn.get().as_bytes()))
                    .map_err(|e| refused(format!("messages.{index}: {e}")))?;
                conversation.turns.push(turn);
            }
        }
        let mut settings = String::from("{");
        for (name, value) in object.iter().filter(|(name, _)| *name != "messages") {
            if settings.len() > 1 {
                settings.push(',');
            }
            settings.push_str(Json::string(name).as_str());
            settings.push(':');
            settings.push_str(value);
        }
        settings.push('}');
        Ok((settings, conversation))
    }
}
