//! A message that is assembled of events from JavaScript, by the rules of every stream.

use napi::{Env, Result};
use napi_derive::napi;
use parlour_bridge::ErrorInfo;
use parlour_bridge::wire::{self, Accumulator, Event};

use crate::environment::js;
use crate::errors::ErrorRecord;
use crate::{errors, message};

/// A message whose events come from JavaScript: from another process, or from a stream that is read twice.
#[napi]
pub struct NativeMessage {
    message: Accumulator,
}

impl Default for NativeMessage {
    fn default() -> NativeMessage {
        NativeMessage::new()
    }
}

#[napi]
impl NativeMessage {
    /// Nothing has arrived.
    #[napi(constructor, catch_unwind)]
    #[must_use]
    pub fn new() -> NativeMessage {
        NativeMessage { message: Accumulator::default() }
    }

    /// Takes an event in; says how it breaks the order of a stream, if it does. Throws if a stream would not hand out
    /// such an event.
    #[napi(catch_unwind)]
    pub fn push(&mut self, env: Env, name: String, json: String) -> Result<Option<String>> {
        let event =
            Event::from_json(&name, json).map_err(|error| errors::raise(js(env), ErrorInfo::from(error)))?;
        Ok(self.message.apply(&event).err())
    }

    /// The failure that an `error` event reports, given as its JSON, with the message so far.
    #[napi(catch_unwind)]
    pub fn failure(&self, json: String) -> ErrorRecord {
        errors::record(self.message.error_of(&json.into()).into())
    }

    /// JSON of the message so far.
    #[napi(catch_unwind)]
    pub fn snapshot(&self, env: Env) -> Result<Option<String>> {
        let json = self.message.snapshot().as_ref().map(wire::to_json_text).transpose();
        json.map_err(|error| errors::raise(js(env), error))
    }

    /// JSON of one block of `snapshot()`, without the others; null if it has not begun.
    #[napi(catch_unwind)]
    pub fn block(&self, index: u32) -> Option<String> {
        wire::to_json_text(&self.message.block(index as usize)?).ok()
    }

    /// As `finalMessage()`.
    #[napi(catch_unwind, ts_return_type = "[string, string | null] | null")]
    pub fn finished(&self, env: Env) -> Result<Option<message::Whole>> {
        let whole = self.message.finished().as_ref().map(message::whole).transpose();
        whole.map_err(|error| errors::raise(js(env), error))
    }
}
