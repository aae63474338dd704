//! The answer of the service (protocol §3.1, §3.5) and what a stream changes in it (protocol §4.5 step 7).

use std::sync::LazyLock;

use memchr::memmem;

use super::bounds::{self, MAX_BLOCKS};
use super::decode;
use super::input::InputBlock;
use super::param::{Content, MessageParam};
use super::reader::Reader;
use super::tool_call::{InputState, ToolUseBlock};
use super::usage::UsageDelta;
use crate::json::{Json, JsonError, JsonErrorKind, decode_lenient};

// generated: types
use super::config::ContainerSkill;
use super::content::ContentBlock;
use super::context::{ContextManagement, Diagnostics, InputTransformation};
use super::enums::{RefusalCategory, Role, StopReason};
use super::usage::Usage;

wire! {
    /// A message from the model. Fields that the service left out have their defaults (protocol §3.7).
    ///
    /// ```
    /// let reply: parlour::Message = parlour::Json::parse(r#"{
    ///     "id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
    ///     "content": [{"type": "text", "text": "Good "}, {"type": "text", "text": "day."}],
    ///     "stop_reason": "end_turn", "usage": {"input_tokens": 9, "output_tokens": 4}
    /// }"#)?.decode()?;
    /// assert_eq!(reply.text(), "Good day.");
    /// assert_eq!(reply.stop_reason, Some(parlour::StopReason::EndTurn));
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub struct Message, tag = "message", verify = looks_like_a_message {
        /// The id of the message; opaque.
        "id" id: String,
        /// Always the assistant.
        "role" role: Role = Role::Assistant,
        /// The model that answered; may be the dated form of the requested name.
        "model" model: String,
        /// The answer. May be empty.
        "content" content: Vec<ContentBlock>,
        /// Why the model stopped; null only while a stream runs.
        "stop_reason" stop_reason: Option<StopReason>,
        /// The stop sequence that was produced.
        "stop_sequence" stop_sequence: Option<String>,
        /// More on a refusal. In a box: nearly all answers have none.
        "stop_details" stop_details: Option<Box<StopDetails>>,
        /// The sandbox that was used.
        "container" container: Option<Container>,
        /// The token usage.
        "usage" usage: Usage,
        /// Beta: the edits that the service applied to the conversation (protocol §8.8).
        "context_management" context_management: Option<ContextManagement>,
        /// Why the prompt cache was missed, if the request asked (protocol §10.9).
        "diagnostics" diagnostics: Option<Diagnostics>,
        /// Beta: how the service treated thinking that was sent back from another conversation (protocol §3.1).
        "input_transformations" input_transformations: Option<Vec<InputTransformation>>,
    }
}

wire! {
    /// More on a refusal. Its wording is not stable.
    pub struct StopDetails {
        /// `refusal`.
        "type" kind: String,
        /// The subject, an open set: `cyber`, `bio`, `frontier_llm` and others; may be null (protocol §3.5).
        "category" category: Option<RefusalCategory>,
        /// An explanation for people.
        "explanation" explanation: Option<String>,
        /// Beta: goes into [`MessageRequest::fallback_credit_token`](super::MessageRequest::fallback_credit_token) of
        /// the next request, within 5 minutes.
        "fallback_credit_token" fallback_credit_token: Option<String>,
        /// Beta: whether the credit covers the partial answer.
        "fallback_has_prefill_claim" fallback_has_prefill_claim: Option<bool>,
        /// Beta: a model suggested for a direct retry.
        "recommended_model" recommended_model: Option<String>,
    }
}

wire! {
    /// The sandbox that code ran in; a later request can use its id.
    pub struct Container {
        /// The id of the sandbox.
        "id" id: String,
        /// When it expires (RFC 3339).
        "expires_at" expires_at: String,
        /// The skills loaded in it.
        "skills" skills: Option<Vec<ContainerSkill>>,
    }
}

wire! {
    /// The `delta` of a `message_delta` event (protocol §4.2).
    pub struct MessageDelta {
        /// Why the model stopped.
        "stop_reason" stop_reason: Option<StopReason>,
        /// The stop sequence that was produced.
        "stop_sequence" stop_sequence: Option<String>,
        /// More on a refusal. In a box: nearly all answers have none.
        "stop_details" stop_details: Option<Box<StopDetails>>,
        /// The sandbox that was used.
        "container" container: Option<Container>,
        /// Beta; a sibling of `delta` in the event (protocol §8.8), moved here.
        "context_management" context_management: Option<ContextManagement>,
        /// Beta; a sibling of `delta` in the event (protocol §4.2), moved here.
        "input_transformations" input_transformations: Option<Vec<InputTransformation>>,
    }
}
// end generated

/// Any key may be missing, but an object with none of these is the answer of something else, such as a
/// gateway's status page: it must not pass for an empty answer.
fn looks_like_a_message(message: &Message) -> Result<(), JsonError> {
    if ["type", "role", "content"].into_iter().any(|key| message.came_with(key)) {
        return Ok(());
    }
    Err(JsonError::data("not a message: it has neither type, role nor content"))
}

const NAME: &[u8] = br#"tool_use""#;
// Made once: to prepare a search costs as much as the search in a short answer.
static NAME_FINDER: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(NAME));
static ESCAPE_FINDER: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(br"\u00"));

/// Whether the name of a tool call occurs other than as a key.
fn names_tool_use(text: &[u8]) -> bool {
    NAME_FINDER.find_iter(text).any(|at| {
        let behind = text.get(at + NAME.len()..).unwrap_or_default();
        behind.trim_ascii_start().first() != Some(&b':')
    })
}

/// Whether it is one object that says it is a message, with a stop reason that needs no attention.
fn ends_well(text: &str) -> Result<bool, JsonError> {
    let mut reader = Reader::new(text);
    let mut members = reader.object()?;
    let mut is_message = false;
    while let Some(key) = reader.key(&mut members)? {
        let fits = match &*key {
            "type" => {
                is_message = reader.string()? == "message";
                is_message
            }
            "stop_reason" => reader.literal("null") || StopReason::from(&*reader.string()?).is_normal(),
            _ => reader.value().is_ok(),
        };
        if !fits {
            return Ok(false);
        }
    }
    reader.finish()?;
    Ok(is_message)
}

impl Message {
    /// Reads an answer's body.
    ///
    /// # Errors
    /// Those of [`decode_lenient`], which reads text that is invalid JSON or UTF-8: it accepts the latter and describes
    /// the former.
    pub(crate) fn read(bytes: &[u8]) -> Result<Message, JsonError> {
        let mut message = match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => Message::from_json(text)?,
            Err(_) => decode_lenient::<Message>(bytes)?.bounded()?,
        };
        message.mark_cut_call();
        Ok(message)
    }

    /// Reads the JSON of a message, as [`Json::decode`] does, but in one pass. Lone surrogates in strings become
    /// U+FFFD.
    ///
    /// ```
    /// let text = r#"{"type":"message","role":"assistant","content":[{"type":"text","text":"Hello"}]}"#;
    /// assert_eq!(parlour::Message::from_json(text)?.text(), "Hello");
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    ///
    /// # Errors
    /// [`JsonErrorKind::Syntax`] if the text is not JSON, [`JsonErrorKind::Data`] if it is no message,
    /// [`JsonErrorKind::Depth`] beyond 127 levels, [`JsonErrorKind::Size`] for a list or an object with more members
    /// than are kept.
    pub fn from_json(text: &str) -> Result<Message, JsonError> {
        match decode::whole::<Message>(text) {
            Ok(message) => message.bounded(),
            Err(error) if error.kind() == JsonErrorKind::Size => Err(error),
            Err(_) => decode_lenient::<Message>(text.as_bytes())?.bounded(),
        }
    }

    fn bounded(self) -> Result<Message, JsonError> {
        match self.content.len() > MAX_BLOCKS {
            true => Err(JsonError::size(bounds::too_many_blocks())),
            false => Ok(self),
        }
    }

    /// Marks the call that an answer broke off at: the last block of one that was cut (protocol §9.1 step 5) or
    /// refused, if its input is empty. A call whose arguments never arrived looks like one without arguments, and must
    /// not run.
    pub(crate) fn mark_cut_call(&mut self) {
        let cut = |reason: &StopReason| reason.is_truncated() || *reason == StopReason::Refusal;
        if !self.stop_reason.as_ref().is_some_and(cut) {
            return;
        }
        let state = InputState::Incomplete { raw: String::new() };
        match self.content.last_mut() {
            Some(ContentBlock::ToolUse(call)) if call.is_blank() => call.set_input(Json::object(), state),
            Some(ContentBlock::ServerToolUse(call)) if call.is_blank() => {
                call.set_input(Json::object(), state)
            }
            Some(ContentBlock::McpToolUse(call)) if call.is_blank() => call.set_input(Json::object(), state),
            _ => {}
        }
    }

    /// Whether this text is for certain a message that ended as messages should and holds no call of a tool, so that
    /// reading it would add nothing to the text. False where it takes a reading to know.
    pub(crate) fn is_plain(text: &str) -> bool {
        // A block takes three bytes at least (`{},`). One with too many is read, and refused then.
        if text.len() > 3 * MAX_BLOCKS
            && memchr::memchr_iter(b'{', text.as_bytes()).take(MAX_BLOCKS + 1).count() > MAX_BLOCKS
        {
            return false;
        }
        // An escape could hide a letter of a searched name.
        let escaped = ESCAPE_FINDER.find(text.as_bytes()).is_some();
        !escaped && !names_tool_use(text.as_bytes()) && ends_well(text).unwrap_or(false)
    }

    /// All text blocks joined, with nothing between them: cited text comes in several blocks (protocol §3.2).
    /// Empty if there is none.
    #[must_use]
    pub fn text(&self) -> String {
        self.content.iter().filter_map(ContentBlock::as_text).map(|block| block.text.as_str()).collect()
    }

    /// The calls of the caller's tools, in the order the model made them. Check
    /// [`input_state`](ToolUseBlock::input_state) before running one.
    pub fn tool_uses(&self) -> impl Iterator<Item = &ToolUseBlock> {
        self.content.iter().filter_map(ContentBlock::as_tool_use)
    }

    /// This answer as a turn of the next request (protocol §2.6): every block as it came, but without text
    /// blocks that are empty, which the service writes but does not accept, and without thinking that has no
    /// signature, as in an answer that was cut there: the service accepts only thinking that it signed (protocol §9.6).
    /// A call that came without `input`, or whose input could not be read, gets an object there, which the service
    /// insists on.
    ///
    /// The content may turn out empty, and is not accepted then.
    #[must_use]
    pub fn to_param(&self) -> MessageParam {
        MessageParam::new(self.role.clone(), Content::Blocks(echo(&self.content)))
    }

    /// Applies a `message_delta` event. A null never erases a known value (protocol §11 row 9).
    pub fn merge(&mut self, delta: &MessageDelta, usage: Option<&UsageDelta>) {
        if let Some(stop_reason) = &delta.stop_reason {
            self.stop_reason = Some(stop_reason.clone());
        }
        if let Some(stop_sequence) = &delta.stop_sequence {
            self.stop_sequence = Some(stop_sequence.clone());
        }
        if let Some(stop_details) = &delta.stop_details {
            self.stop_details = Some(stop_details.clone());
        }
        if let Some(container) = &delta.container {
            self.container = Some(container.clone());
        }
        if let Some(context_management) = &delta.context_management {
            self.context_management = Some(context_management.clone());
        }
        if let Some(transformations) = &delta.input_transformations {
            self.input_transformations = Some(transformations.clone());
        }
        for (key, json) in delta.extra.entries() {
            let news = !json.is_null() || self.extra.get(key).is_none();
            // A delta may not reach into the rest of the message.
            if news && !Message::KEYS.contains(&key) {
                self.extra.insert(key, json.clone());
            }
        }
        if let Some(usage) = usage {
            self.usage.merge(usage);
            self.mark_present("usage");
        }
    }
}

/// Blocks of an answer in the form in which [`Message::to_param`] sends them back.
pub(crate) fn echo(content: &[ContentBlock]) -> Vec<InputBlock> {
    let empty_text = |block: &&ContentBlock| {
        let ContentBlock::Text(text) = block else { return false };
        text.text.is_empty() && text.extra.get("text").is_none()
    };
    let unsigned = |block: &&ContentBlock| {
        let ContentBlock::Thinking(thinking) = block else { return false };
        thinking.signature.is_empty() && thinking.extra.get("signature").is_none()
    };
    let accepted = content.iter().filter(|block| !empty_text(block) && !unsigned(block));
    let echo = |block: &ContentBlock| match block.clone() {
        ContentBlock::ToolUse(call) => InputBlock::ToolUse(call.for_echo()),
        ContentBlock::ServerToolUse(call) => InputBlock::ServerToolUse(call.for_echo()),
        ContentBlock::McpToolUse(call) => InputBlock::McpToolUse(call.for_echo()),
        block => InputBlock::from(block),
    };
    accepted.map(echo).collect()
}
