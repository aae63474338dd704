//! The settings of a request (protocol §1.4, §1.8 to §1.11). Each is an object with a few constructors; rules on their
//! combination are left to the service.

use serde::{Serialize, Serializer};

use super::decode::Decode;
use super::reader::Reader;
use crate::json::JsonError;

// generated: types
use super::enums::{CacheTtl, Effort, ThinkingDisplay};
use crate::json::Json;

wire! {
    /// Whether the model cites a document or search result.
    pub struct CitationsConfig {
        /// True if it may be cited.
        "enabled" enabled: Option<bool>,
    }
}

wire! {
    /// Ends a cacheable prefix (protocol §10). At most four in a request.
    ///
    /// ```
    /// use parlour::{CacheControl, CacheTtl, Json};
    ///
    /// let hour = CacheControl::ephemeral().ttl(CacheTtl::OneHour);
    /// assert_eq!(Json::from_serialize(&hour)?.as_str(), r#"{"type":"ephemeral","ttl":"1h"}"#);
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub struct CacheControl {
        /// `ephemeral`.
        "type" kind: String = "ephemeral".to_owned(),
        /// Its lifetime; five minutes unless set.
        "ttl" ttl: Option<CacheTtl>,
    }
}

wire! {
    /// Which tools the model may or must call (protocol §1.8).
    pub struct ToolChoice {
        /// `auto`, `any`, `tool` or `none`.
        "type" kind: String,
        /// The tool that must be called, with `tool`.
        "name" name: Option<String>,
        /// At most one call (exactly one with `any` and `tool`).
        "disable_parallel_tool_use" disable_parallel_tool_use: Option<bool>,
    }
}

wire! {
    /// Whether and how the model thinks before it answers (protocol §1.9).
    pub struct ThinkingConfig {
        /// `enabled`, `adaptive`, `between_tools` or `disabled`.
        "type" kind: String,
        /// Tokens for thinking, with `enabled`: from 1024 to below `max_tokens`.
        "budget_tokens" budget_tokens: Option<u64>,
        /// How thinking is shown.
        "display" display: Option<ThinkingDisplay>,
        /// Beta: the treatment of returned thinking that belongs to another conversation.
        "block_binding" block_binding: Option<BlockBinding>,
    }
}

wire! {
    /// How the service treats thinking that was sent back from another conversation.
    pub struct BlockBinding {
        /// Whether such thinking is rejected (the default) or omitted: `error` or `drop_block`.
        "prefix_mismatch_behavior" prefix_mismatch_behavior: Option<String>,
    }
}

wire! {
    /// The effort and the format of the answer.
    pub struct OutputConfig {
        /// The level of effort; `high` unless set.
        "effort" effort: Option<Effort>,
        /// The format of the answer.
        "format" format: Option<OutputFormat>,
        /// Beta: a budget of tokens over several contexts.
        "task_budget" task_budget: Option<TaskBudget>,
    }
}

wire! {
    /// JSON that matches a schema.
    pub struct OutputFormat {
        /// `json_schema`.
        "type" kind: String,
        /// The JSON Schema of the answer (subset: protocol §9.7).
        "schema" schema: Json,
    }
}

wire! {
    /// A budget of tokens over several contexts (beta).
    pub struct TaskBudget {
        /// `tokens`.
        "type" kind: String = "tokens".to_owned(),
        /// Number of tokens for the whole task.
        "total" total: u64,
        /// Number of tokens that remain.
        "remaining" remaining: Option<u64>,
    }
}

wire! {
    /// Metadata of the request.
    pub struct Metadata {
        /// An opaque id of the caller's user, without personal data, at most 256 characters.
        "user_id" user_id: Option<String>,
    }
}

wire! {
    /// The sandbox to use.
    pub struct ContainerConfig {
        /// The id of an existing sandbox.
        "id" id: Option<String>,
        /// Skills to load.
        "skills" skills: Option<Vec<ContainerSkill>>,
    }
}

wire! {
    /// A skill in a sandbox.
    pub struct ContainerSkill {
        /// The vendor's name, or `custom`.
        "type" kind: String,
        /// The id of the skill.
        "skill_id" skill_id: String,
        /// Its version; may be `latest`.
        "version" version: Option<String>,
    }
}
// end generated

impl CacheControl {
    /// A marker of the default lifetime.
    #[must_use]
    pub fn ephemeral() -> CacheControl {
        CacheControl::default()
    }

    /// Sets the lifetime.
    #[must_use]
    pub fn ttl(mut self, ttl: impl Into<CacheTtl>) -> CacheControl {
        self.ttl = Some(ttl.into());
        self
    }
}

impl CitationsConfig {
    /// On or off.
    #[must_use]
    pub fn new(enabled: bool) -> CitationsConfig {
        CitationsConfig { enabled: Some(enabled), ..CitationsConfig::default() }
    }
}

impl ToolChoice {
    fn of(kind: &str) -> ToolChoice {
        ToolChoice { kind: kind.to_owned(), ..ToolChoice::default() }
    }

    /// The model decides.
    #[must_use]
    pub fn auto() -> ToolChoice {
        ToolChoice::of("auto")
    }

    /// Some tool must be called.
    #[must_use]
    pub fn any() -> ToolChoice {
        ToolChoice::of("any")
    }

    /// This tool must be called.
    #[must_use]
    pub fn tool(name: impl Into<String>) -> ToolChoice {
        ToolChoice { name: Some(name.into()), ..ToolChoice::of("tool") }
    }

    /// No tool may be called.
    #[must_use]
    pub fn none() -> ToolChoice {
        ToolChoice::of("none")
    }

    /// Sets whether several calls in one turn are allowed; the service allows them by default.
    #[must_use]
    pub fn parallel(mut self, allowed: bool) -> ToolChoice {
        self.disable_parallel_tool_use = Some(!allowed);
        self
    }
}

impl ThinkingConfig {
    fn of(kind: &str) -> ThinkingConfig {
        ThinkingConfig { kind: kind.to_owned(), ..ThinkingConfig::default() }
    }

    /// Think within a budget of tokens.
    #[must_use]
    pub fn enabled(budget_tokens: u64) -> ThinkingConfig {
        ThinkingConfig { budget_tokens: Some(budget_tokens), ..ThinkingConfig::of("enabled") }
    }

    /// Think as much as the task needs; recent models.
    #[must_use]
    pub fn adaptive() -> ThinkingConfig {
        ThinkingConfig::of("adaptive")
    }

    /// Do not think, but tell of the progress between calls of tools.
    #[must_use]
    pub fn between_tools() -> ThinkingConfig {
        ThinkingConfig::of("between_tools")
    }

    /// Do not think.
    #[must_use]
    pub fn disabled() -> ThinkingConfig {
        ThinkingConfig::of("disabled")
    }

    /// Sets how thinking is shown.
    #[must_use]
    pub fn display(mut self, display: impl Into<ThinkingDisplay>) -> ThinkingConfig {
        self.display = Some(display.into());
        self
    }
}

impl TaskBudget {
    /// So many tokens for the whole task.
    #[must_use]
    pub fn tokens(total: u64) -> TaskBudget {
        TaskBudget { total, ..TaskBudget::default() }
    }
}

impl OutputConfig {
    /// Nothing set.
    #[must_use]
    pub fn new() -> OutputConfig {
        OutputConfig::default()
    }

    /// Sets how hard the model works.
    #[must_use]
    pub fn effort(mut self, effort: impl Into<Effort>) -> OutputConfig {
        self.effort = Some(effort.into());
        self
    }

    /// Beta: sets a budget of tokens over several contexts.
    #[must_use]
    pub fn task_budget(mut self, budget: TaskBudget) -> OutputConfig {
        self.task_budget = Some(budget);
        self
    }

    /// Asks for an answer that fits a JSON Schema (protocol §9.7).
    #[must_use]
    pub fn json_schema(mut self, schema: Json) -> OutputConfig {
        self.format =
            Some(OutputFormat { kind: "json_schema".to_owned(), schema, ..OutputFormat::default() });
        self
    }
}

/// The sandbox to use: one used before, by id, or one made from a configuration (protocol §1.11).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ContainerParam {
    /// The id of an earlier answer's container.
    Id(String),
    /// The requested contents.
    Config(ContainerConfig),
    /// A shape this library does not know, sent again unchanged.
    Other(Json),
}

impl Default for ContainerParam {
    fn default() -> Self {
        ContainerParam::Id(String::new())
    }
}

impl Decode for ContainerParam {
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
        let start = *reader;
        let typed = if reader.peek() == Some(b'"') {
            String::decode(reader, depth).map(Self::Id)
        } else {
            ContainerConfig::decode(reader, depth).map(Self::Config)
        };
        typed.or_else(|_| {
            *reader = start;
            reader.value().map(|raw| Self::Other(raw.to_json()))
        })
    }
}

impl Serialize for ContainerParam {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Id(id) => id.serialize(serializer),
            Self::Config(config) => config.serialize(serializer),
            Self::Other(json) => json.serialize(serializer),
        }
    }
}

deserialize_by_decode!(ContainerParam);

impl From<&str> for ContainerParam {
    fn from(id: &str) -> Self {
        ContainerParam::Id(id.to_owned())
    }
}

impl From<String> for ContainerParam {
    fn from(id: String) -> Self {
        ContainerParam::Id(id)
    }
}

impl From<ContainerConfig> for ContainerParam {
    fn from(config: ContainerConfig) -> Self {
        ContainerParam::Config(config)
    }
}
