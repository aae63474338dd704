//! A model of the service's list and what it can do (protocol §8.2). Servers leave out what they do not know yet, so
//! all but the id is optional.

use crate::json::JsonError;

// generated: types
wire! {
    /// A model of the service's list. Servers omit fields that they do not know yet, so only the id is required.
    pub struct ModelInfo, tag = "model", verify = has_an_id {
        /// The identifier for requests.
        "id" id: String,
        /// The display name.
        "display_name" display_name: Option<String>,
        /// The family, an open set: `haiku`, `sonnet`, `opus` and so on. Never derive it from the id.
        "line" line: Option<String>,
        /// Whether it may still be used. Only this field shows retirement; a `retires_at` in the past does not.
        "lifecycle" lifecycle: Option<Lifecycle>,
        /// When it was deprecated (RFC 3339).
        "deprecated_at" deprecated_at: Option<String>,
        /// When its retirement is planned (RFC 3339).
        "retires_at" retires_at: Option<String>,
        /// When it was released (RFC 3339); the epoch if unknown.
        "created_at" created_at: Option<String>,
        /// The size of its context window in tokens.
        "max_input_tokens" max_input_tokens: Option<u64>,
        /// The largest `max_tokens` of a request.
        "max_tokens" max_tokens: Option<u64>,
        /// Its capabilities.
        "capabilities" capabilities: Option<ModelCapabilities>,
    }
}

open_enum! {
    /// Whether a model may still be used. The only sign of retirement: a past `retires_at` alone is none.
    pub enum Lifecycle {
        /// In use.
        Active = "active",
        /// To be replaced: it still answers, until `retires_at`.
        Deprecated = "deprecated",
        /// It answers no more.
        Retired = "retired",
    }
}

wire! {
    /// The capabilities of a model. Null or absent means that the service did not report it.
    pub struct ModelCapabilities {
        /// Message batches.
        "batch" batch: Option<Capability>,
        /// Citations of documents.
        "citations" citations: Option<Capability>,
        /// Beta: requests that summarise the conversation.
        "compaction" compaction: Option<CompactionCapability>,
        /// Calls of other tools from code. The tool for code itself is [`ServerToolsCapability::code_execution`].
        "code_execution" code_execution: Option<Capability>,
        /// Edits of the context by the service.
        "context_management" context_management: Option<ContextManagementCapability>,
        /// Levels of effort.
        "effort" effort: Option<EffortCapability>,
        /// Images in requests.
        "image_input" image_input: Option<Capability>,
        /// PDF documents in requests.
        "pdf_input" pdf_input: Option<Capability>,
        /// Tools that the service executes.
        "server_tools" server_tools: Option<ServerToolsCapability>,
        /// Answers that match a JSON Schema.
        "structured_outputs" structured_outputs: Option<Capability>,
        /// Thinking.
        "thinking" thinking: Option<ThinkingCapability>,
    }
}

wire! {
    /// Whether a model can do something.
    pub struct Capability {
        /// Whether the model can do it.
        "supported" supported: bool,
    }
}

wire! {
    /// Whether requests may summarise the conversation (beta).
    pub struct CompactionCapability {
        /// Whether it is available at all.
        "supported" supported: bool,
        /// The type `summarize`.
        "summarize" summarize: Option<Capability>,
    }
}

wire! {
    /// The context edits available for a model.
    pub struct ContextManagementCapability {
        /// Whether any of them is available.
        "supported" supported: bool,
        /// Old tool calls are cleared.
        "clear_tool_uses_20250919" clear_tool_uses_20250919: Option<Capability>,
        /// Old thinking is cleared.
        "clear_thinking_20251015" clear_thinking_20251015: Option<Capability>,
        /// The conversation is summarised.
        "compact_20260112" compact_20260112: Option<Capability>,
    }
}

wire! {
    /// The levels of effort that a model accepts.
    pub struct EffortCapability {
        /// Whether any of them is available.
        "supported" supported: bool,
        /// `low`.
        "low" low: Option<Capability>,
        /// `medium`.
        "medium" medium: Option<Capability>,
        /// `high`.
        "high" high: Option<Capability>,
        /// `xhigh`.
        "xhigh" xhigh: Option<Capability>,
        /// `max`.
        "max" max: Option<Capability>,
    }
}

wire! {
    /// The tools that the service executes for a model.
    pub struct ServerToolsCapability {
        /// Whether any of them is available.
        "supported" supported: bool,
        /// Web search.
        "web_search" web_search: Option<Capability>,
        /// Code execution.
        "code_execution" code_execution: Option<Capability>,
    }
}

wire! {
    /// The kinds of thinking that a model supports.
    pub struct ThinkingCapability {
        /// Whether it is available at all.
        "supported" supported: bool,
        /// By the `type` of a request's `thinking`.
        "types" types: Option<ThinkingTypes>,
    }
}

wire! {
    /// The types of thinking. Each is independent: `enabled` may be false while `disabled` is true.
    pub struct ThinkingTypes {
        /// `enabled`.
        "enabled" enabled: Option<Capability>,
        /// `adaptive`.
        "adaptive" adaptive: Option<Capability>,
        /// `disabled`.
        "disabled" disabled: Option<Capability>,
        /// `between_tools`.
        "between_tools" between_tools: Option<Capability>,
    }
}
// end generated

/// Another answer must not pass for a model.
fn has_an_id(found: &ModelInfo) -> Result<(), JsonError> {
    match found.id.is_empty() {
        true => Err(JsonError::data("not a model: it has no id")),
        false => Ok(()),
    }
}

impl ModelInfo {
    /// Whether the service says that the model will answer no more, or does not already.
    #[must_use]
    pub fn is_deprecated(&self) -> bool {
        matches!(self.lifecycle, Some(Lifecycle::Deprecated | Lifecycle::Retired))
    }
}
