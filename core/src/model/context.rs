//! What the service does with a long conversation, and what it tells of it: edits, compaction, why the cache was missed
//! (protocol §3.1, §3.6, §8.8, §10.9). The requests first, then the answers.

use super::decode;
use crate::json::Json;

wire! {
    /// Asks why the prompt cache was missed (protocol §10.9). The service compares only requests that ask, so send it in every turn.
    pub struct DiagnosticsParam {
        /// The id of this conversation's last answer; null in its first turn.
        "previous_message_id" previous_message_id: Option<String>,
    }
}

impl DiagnosticsParam {
    /// For the first turn of a conversation: there is nothing to compare yet.
    #[must_use]
    pub fn first() -> DiagnosticsParam {
        // A null that is read is written again.
        decode::whole(r#"{"previous_message_id":null}"#).unwrap_or_default()
    }

    /// For the turn after the answer with this id.
    #[must_use]
    pub fn after(message_id: impl Into<String>) -> DiagnosticsParam {
        DiagnosticsParam { previous_message_id: Some(message_id.into()), ..DiagnosticsParam::default() }
    }
}

wire! {
    /// Edits that the service makes to a long conversation before the model reads it; beta (protocol §8.8).
    pub struct ContextManagementParam {
        /// In this order.
        "edits" edits: Option<Vec<ContextEdit>>,
    }
}

impl ContextManagementParam {
    /// These edits.
    #[must_use]
    pub fn new(edits: impl IntoIterator<Item = ContextEdit>) -> ContextManagementParam {
        ContextManagementParam {
            edits: Some(edits.into_iter().collect()),
            ..ContextManagementParam::default()
        }
    }
}

wire! {
    /// An edit, by its dated type. Which fields a type has, its constructor says.
    pub struct ContextEdit {
        /// The dated type.
        "type" kind: String,
        /// When it begins.
        "trigger" trigger: Option<ContextTrigger>,
        /// How much stays: a number of calls or turns, or `"all"`.
        "keep" keep: Option<Json>,
        /// The least that makes it worth while.
        "clear_at_least" clear_at_least: Option<ContextTrigger>,
        /// Tools whose results stay.
        "exclude_tools" exclude_tools: Option<Vec<String>>,
        /// Whether inputs of tools are removed as well, or a list of the tools whose are.
        "clear_tool_inputs" clear_tool_inputs: Option<Json>,
        /// What a summary should hold.
        "instructions" instructions: Option<String>,
        /// Whether the answer ends after a summary, with the stop reason `compaction`.
        "pause_after_compaction" pause_after_compaction: Option<bool>,
    }
}

impl ContextEdit {
    fn of(kind: &str) -> ContextEdit {
        ContextEdit { kind: kind.to_owned(), ..ContextEdit::default() }
    }

    /// Removes results of tools that are long past. Has `trigger`, `keep`, `clear_at_least`, `exclude_tools` and `clear_tool_inputs`.
    #[must_use]
    pub fn clear_tool_uses() -> ContextEdit {
        ContextEdit::of("clear_tool_uses_20250919")
    }

    /// Removes thinking of turns that are past. Has `keep`.
    #[must_use]
    pub fn clear_thinking() -> ContextEdit {
        ContextEdit::of("clear_thinking_20251015")
    }

    /// Summarises the conversation when it has become long. Has `trigger`, `instructions` and `pause_after_compaction`.
    #[must_use]
    pub fn compact() -> ContextEdit {
        ContextEdit::of("compact_20260112")
    }
}

wire! {
    /// A number of tokens, calls or turns.
    pub struct ContextTrigger {
        /// `input_tokens`, `tool_uses` or `thinking_turns`.
        "type" kind: String,
        /// How many.
        "value" value: u64,
    }
}

impl ContextTrigger {
    fn of(kind: &str, value: u64) -> ContextTrigger {
        ContextTrigger { kind: kind.to_owned(), value, ..ContextTrigger::default() }
    }

    /// So many input tokens.
    #[must_use]
    pub fn input_tokens(value: u64) -> ContextTrigger {
        ContextTrigger::of("input_tokens", value)
    }

    /// So many calls of tools.
    #[must_use]
    pub fn tool_uses(value: u64) -> ContextTrigger {
        ContextTrigger::of("tool_uses", value)
    }

    /// So many turns with thinking.
    #[must_use]
    pub fn thinking_turns(value: u64) -> ContextTrigger {
        ContextTrigger::of("thinking_turns", value)
    }
}

wire! {
    /// Makes the whole request a summary of the conversation; beta (protocol §9.8). Not together with context management.
    pub struct CompactionParam {
        /// `summarize`.
        "type" kind: String = "summarize".to_owned(),
        /// What the summary should hold.
        "instructions" instructions: Option<String>,
    }
}

wire! {
    /// What the service removed from the conversation. A compaction shows as a block, not here.
    pub struct ContextManagement {
        /// The edits in their order.
        "applied_edits" applied_edits: Vec<AppliedEdit>,
    }
}

wire! {
    /// An edit that the service made.
    pub struct AppliedEdit {
        /// The type of the edit that was asked for.
        "type" kind: String,
        /// Input tokens that it saved.
        "cleared_input_tokens" cleared_input_tokens: Option<u64>,
        /// Calls of tools whose results were removed.
        "cleared_tool_uses" cleared_tool_uses: Option<u64>,
        /// Turns whose thinking was removed.
        "cleared_thinking_turns" cleared_thinking_turns: Option<u64>,
    }
}

wire! {
    /// A comparison with the request before (protocol §10.9).
    pub struct Diagnostics {
        /// The first difference; null while the comparison had not finished.
        "cache_miss_reason" cache_miss_reason: Option<CacheMissReason>,
    }
}

wire! {
    /// Why the prompt cache was missed.
    pub struct CacheMissReason {
        /// `model_changed`, `system_changed`, `tools_changed`, `messages_changed`, `previous_message_not_found` or `unavailable`; an
        /// open set.
        "type" kind: String,
        /// An estimate of what would have been read from the cache.
        "cache_missed_input_tokens" cache_missed_input_tokens: Option<u64>,
    }
}

wire! {
    /// Beta: what became of a block of thinking that was sent back (protocol §3.1).
    pub struct InputTransformation {
        /// `thinking_dropped` or `thinking_mismatch_allowed`.
        "type" kind: String,
        /// The block: `messages.{i}.content.{j}`.
        "path" path: String,
        /// Why, for example `prefix_binding_mismatch`.
        "reason" reason: String,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<T: serde::Serialize>(value: &T) -> String {
        Json::from_serialize(value).unwrap().as_str().to_owned()
    }

    #[test]
    fn the_first_turn_says_that_there_was_none_before() {
        assert_eq!(written(&DiagnosticsParam::first()), r#"{"previous_message_id":null}"#);
        assert_eq!(written(&DiagnosticsParam::after("msg_1")), r#"{"previous_message_id":"msg_1"}"#);
    }

    #[test]
    fn edits_have_what_was_set() {
        let mut uses = ContextEdit::clear_tool_uses();
        uses.trigger = Some(ContextTrigger::input_tokens(30_000));
        let edits = ContextManagementParam::new([uses, ContextEdit::compact()]);
        assert_eq!(
            written(&edits),
            r#"{"edits":[{"type":"clear_tool_uses_20250919","trigger":{"type":"input_tokens","value":30000}},{"type":"compact_20260112"}]}"#
        );
        assert_eq!(written(&CompactionParam::default()), r#"{"type":"summarize"}"#);
    }
}
