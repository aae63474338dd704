//! Management of long conversations by the service, and its reports: edits, compaction, reasons for cache misses
//! (protocol §3.1, §3.6, §8.8, §10.9).

use serde::{Serialize, Serializer};

use super::decode::{self, Decode};
use super::reader::Reader;
use crate::json::JsonError;

// generated: types
use super::config::{CacheControl, OutputConfig, ThinkingConfig};
use crate::json::Json;

wire! {
    /// The edits that the service applied to the conversation. A compaction appears as a block, not here.
    pub struct ContextManagement {
        /// The edits, in order.
        "applied_edits" applied_edits: Vec<AppliedEdit>,
    }
}

wire! {
    /// An edit that the service applied to the conversation before the model read it.
    pub struct AppliedEdit {
        /// The edit of the request, for example `clear_tool_uses_20250919`.
        "type" kind: String,
        /// Number of input tokens removed.
        "cleared_input_tokens" cleared_input_tokens: Option<u64>,
        /// Number of tool calls whose results were removed.
        "cleared_tool_uses" cleared_tool_uses: Option<u64>,
        /// Number of turns whose thinking was removed.
        "cleared_thinking_turns" cleared_thinking_turns: Option<u64>,
    }
}

wire! {
    /// A comparison with the previous request (protocol §10.9).
    pub struct Diagnostics {
        /// The first difference; null if the comparison had not finished.
        "cache_miss_reason" cache_miss_reason: Option<CacheMissReason>,
    }
}

wire! {
    /// Why the prompt cache was missed.
    pub struct CacheMissReason {
        /// `model_changed`, `system_changed`, `tools_changed`, `messages_changed`, `previous_message_not_found` or
        /// `unavailable`; an open set.
        "type" kind: String,
        /// Estimated number of tokens that would have been read from the cache.
        "cache_missed_input_tokens" cache_missed_input_tokens: Option<u64>,
    }
}

wire! {
    /// Beta: the fate of a block of thinking that was sent back (protocol §3.1).
    pub struct InputTransformation {
        /// `thinking_dropped` or `thinking_mismatch_allowed`.
        "type" kind: String,
        /// The path of the block: `messages.{i}.content.{j}`.
        "path" path: String,
        /// The reason, for example `prefix_binding_mismatch`.
        "reason" reason: String,
    }
}

wire! {
    /// A summary of the conversation so far, beta (protocol §9.8). It goes back unchanged, in place of what it
    /// summarises.
    pub struct CompactionBlock, tag = "compaction" {
        /// The summary; null if only the encrypted form is present.
        "content" content: Option<String>,
        /// The summary, encrypted for the service.
        "encrypted_content" encrypted_content: Option<String>,
        /// Opaque proof that the service wrote it.
        "signature" signature: Option<String>,
        /// The state of the tools at that point; opaque.
        "tool_changes" tool_changes: Option<Vec<Json>>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// Another model goes on from here, because the one before refused; beta (protocol §8.8). It keeps its place when
    /// it is sent back.
    pub struct FallbackBlock, tag = "fallback" {
        /// The model that refused.
        "from" from: FallbackModel,
        /// The model that continues.
        "to" to: FallbackModel,
        /// The reason.
        "trigger" trigger: Option<FallbackTrigger>,
    }
}

wire! {
    /// A model, by its name.
    pub struct FallbackModel {
        /// The name.
        "model" model: String,
    }
}

wire! {
    /// Why another model continued.
    pub struct FallbackTrigger {
        /// `refusal`.
        "type" kind: String,
        /// The subject of the refusal.
        "category" category: Option<String>,
    }
}

wire! {
    /// Asks why the prompt cache was missed (protocol §10.9). The service compares only requests that ask, so send it
    /// in every turn.
    pub struct DiagnosticsParam {
        /// The id of the last answer in this conversation; null in the first turn.
        "previous_message_id" previous_message_id: Option<String>,
    }
}

wire! {
    /// Edits that the service makes to a long conversation before the model reads it; beta (protocol §8.8).
    pub struct ContextManagementParam {
        /// The edits, in order.
        "edits" edits: Option<Vec<ContextEdit>>,
    }
}

wire! {
    /// An edit, by its dated type. Which fields a type has, its constructor says.
    pub struct ContextEdit {
        /// `clear_tool_uses_20250919`, `clear_thinking_20251015` or `compact_20260112`.
        "type" kind: String,
        /// The threshold from which it applies.
        "trigger" trigger: Option<ContextTrigger>,
        /// How much stays: a number of calls or turns, or `"all"`.
        "keep" keep: Option<Json>,
        /// The least that it must remove to be applied.
        "clear_at_least" clear_at_least: Option<ContextTrigger>,
        /// Tools whose results are kept.
        "exclude_tools" exclude_tools: Option<Vec<String>>,
        /// Whether inputs of tools are removed as well, or a list of the tools whose are.
        "clear_tool_inputs" clear_tool_inputs: Option<Json>,
        /// Instructions for the contents of a summary.
        "instructions" instructions: Option<String>,
        /// Whether the answer ends after a summary, with the stop reason `compaction`.
        "pause_after_compaction" pause_after_compaction: Option<bool>,
    }
}

wire! {
    /// A number of tokens, calls or turns.
    pub struct ContextTrigger {
        /// `input_tokens`, `tool_uses` or `thinking_turns`.
        "type" kind: String,
        /// The number.
        "value" value: u64,
    }
}

wire! {
    /// Makes the whole request a summary of the conversation; beta (protocol §9.8). Not together with context
    /// management.
    pub struct CompactionParam {
        /// `summarize`.
        "type" kind: String = "summarize".to_owned(),
        /// Instructions for the summary.
        "instructions" instructions: Option<String>,
    }
}

wire! {
    /// A conversation that the service keeps for 5 minutes after its last request; beta (protocol §8.11). Whatever
    /// happens to it, the whole conversation can be sent again with [`ThreadParam::create`].
    pub struct ThreadParam {
        /// `create` with the whole conversation, `continue` with the new messages alone, without `system` and `tools`.
        "type" kind: String,
        /// With `continue`: the id of the previous answer.
        "previous_message_id" previous_message_id: Option<String>,
    }
}

wire! {
    /// A fallback model and its parameters that differ from the request. Null selects the model's own default.
    pub struct FallbackParam {
        /// The model.
        "model" model: String,
        /// Maximum number of tokens to generate.
        "max_tokens" max_tokens: Option<u64>,
        /// The configuration of thinking.
        "thinking" thinking: Option<ThinkingConfig>,
        /// The effort and the format of the answer.
        "output_config" output_config: Option<OutputConfig>,
        /// The speed at which the answer is generated: `standard` or `fast`.
        "speed" speed: Option<String>,
    }
}

wire! {
    /// The choice of who is billed (beta; protocol §8.8).
    pub struct BillingPolicy {
        /// `billing_policy`.
        "type" kind: String,
        /// Who is billed: `self` or `user_profile`.
        "bill_to" bill_to: Option<String>,
    }
}
// end generated

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

impl ContextEdit {
    fn of(kind: &str) -> ContextEdit {
        ContextEdit { kind: kind.to_owned(), ..ContextEdit::default() }
    }

    /// Removes results of tools that are long past. Has `trigger`, `keep`, `clear_at_least`, `exclude_tools` and
    /// `clear_tool_inputs`.
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

impl ThreadParam {
    /// Begins one: the request has the whole conversation.
    #[must_use]
    pub fn create() -> ThreadParam {
        ThreadParam { kind: "create".to_owned(), ..ThreadParam::default() }
    }

    /// Goes on from the answer of this id: the request has the new messages alone, without `system` and `tools`.
    #[must_use]
    pub fn after(message_id: impl Into<String>) -> ThreadParam {
        let previous_message_id = Some(message_id.into());
        ThreadParam { kind: "continue".to_owned(), previous_message_id, ..ThreadParam::default() }
    }
}

/// The models that are tried in order when the one asked for refuses; beta (protocol §8.8).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fallbacks {
    /// `default`: those of the service.
    Named(String),
    /// These.
    Models(Vec<FallbackParam>),
    /// A shape this library does not know, sent again unchanged.
    Other(Json),
}

impl Default for Fallbacks {
    fn default() -> Self {
        Fallbacks::Named("default".to_owned())
    }
}

impl From<Vec<FallbackParam>> for Fallbacks {
    fn from(models: Vec<FallbackParam>) -> Self {
        Fallbacks::Models(models)
    }
}

impl Decode for Fallbacks {
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
        let start = *reader;
        let typed = match reader.peek() {
            Some(b'"') => String::decode(reader, depth).map(Self::Named),
            _ => Vec::decode(reader, depth).map(Self::Models),
        };
        typed.or_else(|_| {
            *reader = start;
            reader.value().map(|raw| Self::Other(raw.to_json()))
        })
    }
}

impl Serialize for Fallbacks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(name) => name.serialize(serializer),
            Self::Models(models) => models.serialize(serializer),
            Self::Other(json) => json.serialize(serializer),
        }
    }
}

deserialize_by_decode!(Fallbacks);

impl FallbackParam {
    /// This model, with the parameters of the request.
    #[must_use]
    pub fn new(model: impl Into<String>) -> FallbackParam {
        FallbackParam { model: model.into(), ..FallbackParam::default() }
    }
}

impl BillingPolicy {
    /// Billed to `self` or to `user_profile`.
    #[must_use]
    pub fn bill_to(who: impl Into<String>) -> BillingPolicy {
        BillingPolicy {
            kind: "billing_policy".to_owned(),
            bill_to: Some(who.into()),
            ..BillingPolicy::default()
        }
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
