//! A message request (spec §2.1, protocol §1.2): fields, chainable setters, and the few checks that need no service.
//! The client sets `stream`.

use std::fmt;

use bytes::Bytes;

use super::blob::Blob;
use super::content::TextBlock;
use super::input::InputBlock;
use super::param::Content;
#[cfg(feature = "conversation")]
use crate::json::writer::write_json;
use crate::json::writer::write_pieces;
use crate::json::{JsonError, JsonErrorKind};

// generated: types
use super::config::{CacheControl, ContainerParam, Metadata, OutputConfig, ThinkingConfig, ToolChoice};
use super::context::{
    BillingPolicy, CompactionParam, ContextManagementParam, DiagnosticsParam, Fallbacks, ThreadParam,
};
use super::enums::ServiceTier;
use super::mcp::McpServer;
use super::param::{MessageParam, SystemPrompt};
use super::tool::Tool;
use crate::json::Json;

wire! {
    /// A request to the model.
    ///
    /// Keys are written in the order of the fields below, unset ones are left out, and `messages` comes last of the
    /// typed ones: so the bytes of a growing conversation share the longest possible beginning, and equal requests are
    /// equal bytes (protocol §10.8). A request that was read from JSON keeps its own order.
    ///
    /// ```
    /// use parlour::{Json, MessageRequest};
    ///
    /// let request = MessageRequest::new("svc-haiku-3-5", 64).system("Be brief.").user("Hello");
    /// assert_eq!(
    ///     Json::from_serialize(&request)?.as_str(),
    ///     concat!(
    ///         r#"{"model":"svc-haiku-3-5","max_tokens":64,"system":"Be brief.","#,
    ///         r#""messages":[{"role":"user","content":"Hello"}]}"#,
    ///     ),
    /// );
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub struct MessageRequest {
        /// Which model; see [`models`](super::models).
        "model" model: String,
        /// Maximum number of tokens to generate, including thinking. 0 fills the cache without answering (protocol
        /// §10.6).
        "max_tokens" max_tokens: u64,
        /// Instructions to the model.
        "system" system: Option<SystemPrompt>,
        /// Tools that the model may call.
        "tools" tools: Option<Vec<Tool>>,
        /// Whether the model must call a tool, and which.
        "tool_choice" tool_choice: Option<ToolChoice>,
        /// The configuration of thinking.
        "thinking" thinking: Option<ThinkingConfig>,
        /// The effort and the format of the answer.
        "output_config" output_config: Option<OutputConfig>,
        /// Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3).
        "temperature" temperature: Option<f64>,
        /// Nucleus sampling, from 0.0 to 1.0.
        "top_p" top_p: Option<f64>,
        /// Number of most likely tokens to sample from; at least 0.
        "top_k" top_k: Option<u64>,
        /// Strings at which generation stops.
        "stop_sequences" stop_sequences: Option<Vec<String>>,
        /// Whether priority capacity may be used; `auto` unless set.
        "service_tier" service_tier: Option<ServiceTier>,
        /// The region in which the model runs, for example `us`; the workspace's setting unless set.
        "inference_geo" inference_geo: Option<String>,
        /// The speed at which the answer is generated; `standard` unless set. Models without fast mode reject it
        /// (protocol §1.2). `standard` or `fast`.
        "speed" speed: Option<String>,
        /// The sandbox to use: the id of an existing one, or its configuration.
        "container" container: Option<ContainerParam>,
        /// Automatic caching: a breakpoint at the last block that can have one (protocol §10.2).
        "cache_control" cache_control: Option<CacheControl>,
        /// Metadata of the request.
        "metadata" metadata: Option<Metadata>,
        /// Asks why the prompt cache was missed (protocol §10.9).
        "diagnostics" diagnostics: Option<DiagnosticsParam>,
        /// Beta: edits that the service applies to a long conversation. Cannot be combined with `compaction`.
        "context_management" context_management: Option<ContextManagementParam>,
        /// Beta: makes the whole request a summary of the conversation.
        "compaction" compaction: Option<CompactionParam>,
        /// Beta: a conversation that the service keeps.
        "thread" thread: Option<ThreadParam>,
        /// Beta: MCP servers whose tools the service calls; each wants a [`Tool::mcp_toolset`].
        "mcp_servers" mcp_servers: Option<Vec<McpServer>>,
        /// Beta: models to try in order when this one refuses; `default` selects those of the service.
        "fallbacks" fallbacks: Option<Fallbacks>,
        /// Beta: what a refusal gave towards the next request: a string, or an object with `token` and `mode`. Not
        /// together with `fallbacks`.
        "fallback_credit_token" fallback_credit_token: Option<Json>,
        /// Beta: who is billed.
        "billing_policy" billing_policy: Option<BillingPolicy>,
        /// The conversation so far, from 1 to 100 000 turns.
        "messages" messages: Vec<MessageParam>,
    }
}
// end generated

impl MessageRequest {
    /// The first of the parameters for sampling that is set: not every version of the service has them (protocol §0.7).
    pub(crate) fn sampling(&self) -> Option<&'static str> {
        let set = [
            ("temperature", self.temperature.is_some()),
            ("top_p", self.top_p.is_some()),
            ("top_k", self.top_k.is_some()),
        ];
        set.into_iter().find(|(_, set)| *set).map(|(name, _)| name)
    }

    /// A request without turns.
    #[must_use]
    pub fn new(model: impl Into<String>, max_tokens: u64) -> MessageRequest {
        MessageRequest { model: model.into(), max_tokens, ..MessageRequest::default() }
    }

    /// Sets the system prompt as a string.
    #[must_use]
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.system = Some(SystemPrompt::Text(text.into()));
        self
    }

    /// Sets the system prompt as blocks, which can carry cache markers.
    #[must_use]
    pub fn system_blocks(mut self, blocks: Vec<TextBlock>) -> Self {
        self.system = Some(SystemPrompt::Blocks(blocks));
        self
    }

    /// Adds a turn: a [`MessageParam`], or an answer (`&Message`) to be sent back.
    #[must_use]
    pub fn message(mut self, turn: impl Into<MessageParam>) -> Self {
        self.messages.push(turn.into());
        self
    }

    /// Adds several turns.
    #[must_use]
    pub fn messages(mut self, turns: impl IntoIterator<Item = MessageParam>) -> Self {
        self.messages.extend(turns);
        self
    }

    /// Adds a turn of the caller.
    #[must_use]
    pub fn user(self, text: impl Into<String>) -> Self {
        self.message(MessageParam::user(Content::Text(text.into())))
    }

    /// Adds a turn of the caller made of blocks.
    #[must_use]
    pub fn user_blocks(self, blocks: Vec<InputBlock>) -> Self {
        self.message(MessageParam::user(blocks))
    }

    /// Adds a turn of the model.
    #[must_use]
    pub fn assistant(self, text: impl Into<String>) -> Self {
        self.message(MessageParam::assistant(Content::Text(text.into())))
    }

    /// Adds a tool.
    #[must_use]
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tools.get_or_insert_default().push(tool);
        self
    }

    /// Adds several tools.
    #[must_use]
    pub fn tools(mut self, tools: impl IntoIterator<Item = Tool>) -> Self {
        self.tools.get_or_insert_default().extend(tools);
        self
    }

    /// Sets any top-level key, even one with a typed field, over which it wins (protocol §8.7).
    #[must_use]
    pub fn extra(mut self, key: impl Into<String>, json: impl Into<Json>) -> Self {
        self.extra.insert(key, json);
        self
    }

    /// Sets the caller's opaque id of its own user.
    #[must_use]
    pub fn user_id(mut self, user_id: impl Into<String>) -> Self {
        self.metadata.get_or_insert_default().user_id = Some(user_id.into());
        self
    }

    /// Sets the randomness.
    #[must_use]
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Sets nucleus sampling.
    #[must_use]
    pub fn top_p(mut self, top_p: f64) -> Self {
        self.top_p = Some(top_p);
        self
    }

    /// Sets how many tokens are sampled from.
    #[must_use]
    pub fn top_k(mut self, top_k: u64) -> Self {
        self.top_k = Some(top_k);
        self
    }

    /// Adds a string that ends the answer.
    #[must_use]
    pub fn stop_sequence(mut self, stop: impl Into<String>) -> Self {
        self.stop_sequences.get_or_insert_default().push(stop.into());
        self
    }

    /// Adds an MCP server whose tools the service calls (beta), and the tools entry that declares them.
    #[must_use]
    pub fn mcp_server(mut self, server: McpServer) -> Self {
        self.tools.get_or_insert_default().push(Tool::mcp_toolset(&server.name));
        self.mcp_servers.get_or_insert_default().push(server);
        self
    }

    /// Sets the strings that end the answer.
    #[must_use]
    pub fn stop_sequences(mut self, stops: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.stop_sequences = Some(stops.into_iter().map(Into::into).collect());
        self
    }
}

macro_rules! setters {
    ($($(#[$meta:meta])* $field:ident: $ty:ty,)*) => {
        impl MessageRequest {
            $(
                $(#[$meta])*
                #[must_use]
                pub fn $field(mut self, $field: impl Into<$ty>) -> Self {
                    self.$field = Some($field.into());
                    self
                }
            )*
        }
    };
}

setters! {
    /// Sets which tools may or must be called.
    tool_choice: ToolChoice,
    /// Sets whether the model thinks first.
    thinking: ThinkingConfig,
    /// Sets effort and shape of the answer.
    output_config: OutputConfig,
    /// Sets the tier asked for.
    service_tier: ServiceTier,
    /// Sets where the model may run.
    inference_geo: String,
    /// Sets the sandbox.
    container: ContainerParam,
    /// Marks the last cacheable block by itself.
    cache_control: CacheControl,
    /// Sets information about the caller's own user.
    metadata: Metadata,
    /// Sets the models that are tried when this one refuses (beta).
    fallbacks: Fallbacks,
    /// Sets who pays (beta).
    billing_policy: BillingPolicy,
}

impl MessageRequest {
    /// Checks what can be known without the service: a model, at least one turn, and numbers that JSON can
    /// express. All other rules differ between models and are the service's to tell.
    ///
    /// # Errors
    /// The first thing found, with its path.
    pub fn validate(&self) -> Result<(), RequestError> {
        if self.messages.is_empty() && self.extra.get("messages").is_none() {
            return Err(RequestError::new("messages", "there has to be at least one message"));
        }
        self.validate_settings()
    }

    /// The checks that have nothing to do with the turns.
    pub(crate) fn validate_settings(&self) -> Result<(), RequestError> {
        let overridden = |key: &str| self.extra.get(key).is_some();
        if self.model.trim().is_empty() && !overridden("model") {
            return Err(RequestError::new("model", "a model has to be named"));
        }
        for (path, number) in [("temperature", self.temperature), ("top_p", self.top_p)] {
            if let Some(number) = number
                && !number.is_finite()
                && !overridden(path)
            {
                return Err(RequestError::new(path, &format!("{number} is not a number in JSON")));
            }
        }
        Ok(())
    }

    /// The request as compact JSON, in pieces that make up the whole one after another. Base64 data of 64 KiB
    /// and more is not copied: such a piece is the memory of its [`Blob`]. Text beyond ASCII is not escaped.
    ///
    /// # Errors
    /// As for [`validate`](Self::validate).
    pub fn to_segments(&self) -> Result<Vec<Bytes>, RequestError> {
        self.validate()?;
        let mut blobs: Vec<&Blob> = Vec::new();
        self.messages.iter().for_each(|turn| turn.content.blobs(&mut blobs));
        Ok(write_pieces(self, blobs.iter().map(|blob| blob.as_bytes()))?)
    }

    /// Everything but the turns, as one JSON object without `messages`.
    #[cfg(feature = "conversation")]
    pub(crate) fn settings_json(&self) -> Result<Vec<u8>, RequestError> {
        self.validate_settings()?;
        let mut settings = self.clone();
        settings.mark_absent("messages");
        Ok(write_json(&settings)?)
    }
}

/// A request that cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    path: String,
    message: String,
    is_memory: bool,
}

impl RequestError {
    fn new(path: &str, message: &str) -> RequestError {
        RequestError { path: path.to_owned(), message: message.to_owned(), is_memory: false }
    }

    /// The request is valid, and there was no memory for its JSON.
    pub(crate) fn is_memory(&self) -> bool {
        self.is_memory
    }

    /// The place in the request, with dots between keys and indices; empty if there is none.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Why the request is invalid.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl std::error::Error for RequestError {}

impl From<JsonError> for RequestError {
    fn from(error: JsonError) -> RequestError {
        let is_memory = error.kind() == JsonErrorKind::Memory;
        RequestError { is_memory, ..RequestError::new(error.path().unwrap_or_default(), error.message()) }
    }
}
