//! The tokens of the answers that were made for message requests, under the `user_id` of each request.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::cache::Split;

/// The tokens of several answers, as their `usage` has them, whether or not the client read them to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Billed {
    /// How many answers.
    pub answers: u64,
    /// Input that is neither written to the prompt cache nor read from it.
    pub input_tokens: u64,
    /// Output, thinking included.
    pub output_tokens: u64,
    /// Input read from the prompt cache.
    pub cache_read_tokens: u64,
    /// Input written to it for five minutes.
    pub cache_write_5m_tokens: u64,
    /// Input written to it for an hour.
    pub cache_write_1h_tokens: u64,
}

/// By `metadata.user_id`, which is empty for requests without one.
pub(crate) type UsageBook = BTreeMap<String, Billed>;

/// Enters the answer to a request.
pub(crate) fn enter(book: &mut UsageBook, body: &Value, split: &Split, output_tokens: u64) {
    let user = body.pointer("/metadata/user_id").and_then(Value::as_str).unwrap_or_default();
    let billed = book.entry(user.to_owned()).or_default();
    billed.answers += 1;
    billed.input_tokens += split.input;
    billed.output_tokens += output_tokens;
    billed.cache_read_tokens += split.read;
    billed.cache_write_5m_tokens += split.written_5m;
    billed.cache_write_1h_tokens += split.written_1h;
}
