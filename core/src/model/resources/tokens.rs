//! The answer of token counting (protocol §8.1).

use crate::json::JsonError;

// generated: types
use crate::json::Json;

wire! {
    /// How many input tokens a request has. An estimate of the service; free of charge.
    pub struct TokenCount, verify = has_a_count {
        /// Total tokens of the system prompt, tools and messages.
        "input_tokens" input_tokens: u64,
        /// Beta: `original_input_tokens`, the count before the edits of `context_management`.
        "context_management" context_management: Option<Json>,
    }
}
// end generated

/// Rejects bodies without `input_tokens`.
fn has_a_count(count: &TokenCount) -> Result<(), JsonError> {
    match count.came_with("input_tokens") && count.extra.get("input_tokens").is_none() {
        true => Ok(()),
        false => Err(JsonError::data("not a count of tokens: it has no number as input_tokens")),
    }
}
