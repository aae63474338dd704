//! Conversations and arriving JSON for JavaScript: JSON in, JSON out. The code below the FFI boundary decides which
//! turns may be cut, and repairs them.

use bytes::Bytes;
use napi::bindgen_prelude::Buffer;
use napi::{Env, Result};
use napi_derive::napi;
use parlour_bridge::ErrorInfo;
use parlour_bridge::conversation::{Conversation, TokenSearch, Trimmed};
use parlour_bridge::partial_json::PartialJson;

use crate::environment::js;
use crate::errors;

/// The result of applying a limit.
#[napi(object, object_from_js = false)]
pub struct TrimmedRecord {
    /// How many turns were removed.
    pub removed: u32,
    /// Whether the limit holds now.
    pub within: bool,
}

/// The turns of a conversation.
#[napi]
pub struct NativeConversation {
    pub(crate) turns: Conversation,
}

fn thrown<T>(env: Env, result: std::result::Result<T, ErrorInfo>) -> Result<T> {
    result.map_err(|error| errors::raise(js(env), error))
}

fn record(trimmed: Trimmed) -> TrimmedRecord {
    TrimmedRecord { removed: count(trimmed.removed), within: trimmed.within }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The search for the longest end of a conversation that fits a budget which the service counts.
#[napi]
pub struct NativeTokenSearch {
    search: TokenSearch,
}

#[napi]
impl NativeTokenSearch {
    /// In a conversation as it is now.
    #[napi(constructor, catch_unwind)]
    pub fn new(conversation: &NativeConversation, tokens: f64) -> NativeTokenSearch {
        // Checked to be a whole number before it comes here.
        NativeTokenSearch { search: TokenSearch::new(&conversation.turns, tokens as u64) }
    }

    /// The turn with which the end begins that is to be counted; null if the search is over.
    #[napi(catch_unwind)]
    pub fn next(&self) -> Option<u32> {
        self.search.next().map(count)
    }

    /// Takes the count of that end.
    #[napi(catch_unwind)]
    pub fn counted(&mut self, tokens: f64) {
        self.search.counted(tokens as u64);
    }

    /// Cuts the conversation at the limit that was found.
    #[napi(catch_unwind)]
    pub fn trim(&self, conversation: &mut NativeConversation) -> TrimmedRecord {
        record(self.search.trim(&mut conversation.turns))
    }
}

#[napi]
impl NativeConversation {
    /// Without turns, or those of a JSON text.
    #[napi(constructor, catch_unwind)]
    pub fn new(env: Env, json: Option<String>) -> Result<NativeConversation> {
        let turns = match json {
            Some(json) => thrown(env, Conversation::from_json(&json))?,
            None => Conversation::new(),
        };
        Ok(NativeConversation { turns })
    }

    /// A copy, which shares the bytes of the turns.
    #[napi(catch_unwind)]
    pub fn copy(&self) -> NativeConversation {
        NativeConversation { turns: self.turns.clone() }
    }

    /// The conversation as JSON text.
    #[napi(catch_unwind)]
    pub fn to_text(&self, env: Env) -> Result<String> {
        thrown(env, self.turns.to_json())
    }

    /// Adds a turn, as JSON text.
    #[napi(catch_unwind)]
    pub fn push(&mut self, env: Env, turn: String) -> Result<()> {
        thrown(env, self.turns.push(Bytes::from(turn)))
    }

    /// Adds an answer, as JSON text; false for one without content.
    #[napi(catch_unwind)]
    pub fn push_reply(&mut self, env: Env, message: String) -> Result<bool> {
        thrown(env, self.turns.push_reply(message.as_bytes()))
    }

    /// The request with these parameters, JSON text, and the turns.
    #[napi(catch_unwind)]
    pub fn body(&self, env: Env, settings: String) -> Result<Buffer> {
        let body = thrown(env, self.turns.body(Bytes::from(settings)))?;
        Ok(Buffer::from(body.to_bytes().to_vec()))
    }

    /// How many turns there are.
    #[napi(getter, catch_unwind)]
    pub fn length(&self) -> u32 {
        count(self.turns.len())
    }

    /// A turn as JSON text.
    #[napi(catch_unwind)]
    pub fn turn(&self, index: u32) -> Option<String> {
        let json = self.turns.turn_json(index as usize)?;
        Some(String::from_utf8_lossy(&json).into_owned())
    }

    /// Only the first turns stay.
    #[napi(catch_unwind)]
    pub fn rewind(&mut self, length: u32) {
        self.turns.rewind(length as usize);
    }

    /// Keeps at most the last turns.
    #[napi(catch_unwind)]
    pub fn keep_last(&mut self, turns: u32) -> TrimmedRecord {
        record(self.turns.keep_last(turns as usize))
    }

    /// Keeps the longest end of at most so many tokens.
    #[napi(catch_unwind)]
    pub fn keep_tokens(&mut self, tokens: f64) -> TrimmedRecord {
        record(self.turns.keep_tokens(tokens as u64))
    }

    /// Drops the turns before one; false where a cut would break the history.
    #[napi(catch_unwind)]
    pub fn cut_before(&mut self, first: u32) -> bool {
        self.turns.cut_before(first as usize)
    }

    /// Where the conversation may begin.
    #[napi(catch_unwind)]
    pub fn cut_points(&self) -> Vec<u32> {
        self.turns.cut_points().into_iter().map(count).collect()
    }

    /// Repairs the history so that the service accepts it; returns the changes as JSON text.
    #[napi(catch_unwind)]
    pub fn repair(&mut self, env: Env) -> Result<String> {
        thrown(env, self.turns.repair_json())
    }

    /// An estimate of the input tokens of all turns.
    #[napi(getter, catch_unwind)]
    pub fn estimated_tokens(&self) -> f64 {
        self.turns.estimated_tokens() as f64
    }
}

impl From<PartialJson> for NativePartialJson {
    fn from(arriving: PartialJson) -> NativePartialJson {
        NativePartialJson { arriving }
    }
}

/// JSON that still arrives.
#[napi]
pub struct NativePartialJson {
    arriving: PartialJson,
}

#[napi]
impl NativePartialJson {
    /// Nothing has arrived.
    #[napi(constructor, catch_unwind)]
    pub fn new(trailing_strings: bool) -> NativePartialJson {
        NativePartialJson { arriving: PartialJson::new(trailing_strings) }
    }

    /// The same, without strings and numbers that are not finished.
    #[napi(factory, catch_unwind)]
    pub fn finished() -> NativePartialJson {
        NativePartialJson { arriving: PartialJson::finished() }
    }

    /// A block of a stream begins, as JSON: of a structured answer, which is looked for in it.
    #[napi(catch_unwind)]
    pub fn begins(&mut self, env: Env, index: u32, block: String) -> Result<()> {
        thrown(env, self.arriving.begins_with(index, block.as_bytes()))
    }

    /// Takes the text of a delta of a stream, or its piece of input. Whether that was a piece of the answer.
    #[napi(catch_unwind, ts_args_type = "index: number, text: string | null, input: string | null")]
    pub fn take(&mut self, index: u32, text: Option<String>, input: Option<String>) -> bool {
        self.arriving.take(Some(index), text.as_deref(), input.as_deref())
    }

    /// The property of the value that holds the answer; null if no object wraps it.
    #[napi(getter, catch_unwind, ts_return_type = "string | null")]
    pub fn wrapped_in(&self) -> Option<&'static str> {
        self.arriving.wrapped_in()
    }

    /// Takes the next piece.
    #[napi(catch_unwind)]
    pub fn push(&mut self, piece: String) {
        self.arriving.push(&piece);
    }

    /// The changes since the last call: a JSON array of `["add", depth, key, value]`, `["append", text]`,
    /// `["replace", number]`, and `["remove"]`; empty if there are none.
    #[napi(catch_unwind)]
    pub fn changes(&mut self) -> String {
        self.arriving.changes_json()
    }

    /// Whether one whole value has arrived.
    #[napi(getter, catch_unwind)]
    pub fn is_complete(&self) -> bool {
        self.arriving.is_complete()
    }

    /// Why the text can never become JSON.
    #[napi(getter, catch_unwind)]
    pub fn error(&self) -> Option<String> {
        self.arriving.error()
    }
}
