//! Plans how a structured answer is requested, and interprets it. No I/O.

use std::fmt;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::partial::{AnswerPlace, PartialAnswer};
use super::refs::WRAPPED_IN;
use super::schema::{TransformedSchema, transformed};
use super::tree::Tree;
use super::{letter_case, refs, validate};
use crate::client::body::Body;
use crate::conversation::Conversation;
use crate::error::{Error, Result};
use crate::json::object::Object;
use crate::json::partial::Mode;
use crate::json::{Json, JsonError};
use crate::model::{InputBlock, InputState, Message, MessageParam, Role, StopReason, ToolUseBlock};
use crate::service::presets;

/// How a structured answer is requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerMethod {
    /// `output_config.format` if the model has it and it can express the schema, else a forced tool.
    #[default]
    Auto,
    /// `output_config.format`: the service holds the model to the schema (protocol §9.7).
    Format,
    /// One tool that the model has to call (protocol §1.8); its input is the answer.
    Tool,
}

impl AnswerMethod {
    /// `"auto"`, `"format"` or `"tool"`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            AnswerMethod::Auto => "auto",
            AnswerMethod::Format => "format",
            AnswerMethod::Tool => "tool",
        }
    }
}

impl std::str::FromStr for AnswerMethod {
    type Err = Error;

    fn from_str(name: &str) -> Result<AnswerMethod> {
        let all = [AnswerMethod::Auto, AnswerMethod::Format, AnswerMethod::Tool];
        all.into_iter().find(|method| method.as_str() == name).ok_or_else(|| {
            Error::config(format!(
                "`{name}` is no way to ask for a structured answer: give auto, format or tool"
            ))
        })
    }
}

/// Settings of a structured answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerOptions {
    /// How it is asked for.
    pub method: AnswerMethod,
    /// How often the model is asked again after an answer that does not fit, with the reason; 0 by default.
    pub max_reasks: u32,
    /// The name of the forced tool; `answer` by default.
    pub tool_name: String,
    /// The description of the forced tool for the model.
    pub tool_description: String,
}

impl Default for AnswerOptions {
    fn default() -> AnswerOptions {
        AnswerOptions {
            method: AnswerMethod::Auto,
            max_reasks: 0,
            tool_name: "answer".to_owned(),
            tool_description: "Gives the answer. Call it once, with the whole answer.".to_owned(),
        }
    }
}

/// The outcome of a structured answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnswerOutcome<T = Json> {
    /// A value of the schema.
    Value(T),
    /// The model refused (protocol §9.9).
    Refused {
        /// The service's explanation, or the category.
        reason: Option<String>,
    },
    /// The answer ended before it was whole.
    Cut {
        /// The text that the model wrote.
        text: String,
        /// Why it ended.
        stop_reason: Option<StopReason>,
    },
    /// The answer is whole, but does not fit the schema.
    Invalid {
        /// The text that the model wrote.
        text: String,
        /// The mismatches, each with its place.
        reason: String,
    },
}

impl<T> AnswerOutcome<T> {
    /// The value, if there is one.
    #[must_use]
    pub fn value(&self) -> Option<&T> {
        match self {
            AnswerOutcome::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Why a whole answer does not fit: the reason to ask the model again with.
    #[must_use]
    pub fn misfit(&self) -> Option<&str> {
        match self {
            AnswerOutcome::Invalid { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl<T> fmt::Display for AnswerOutcome<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerOutcome::Value(_) => f.write_str("the answer is a value of the schema"),
            AnswerOutcome::Refused { reason: None } => f.write_str("the model refused to answer"),
            AnswerOutcome::Refused { reason: Some(reason) } => {
                write!(f, "the model refused to answer: {reason}")
            }
            AnswerOutcome::Cut { stop_reason: None, .. } => {
                f.write_str("the answer ended without a stop reason")
            }
            AnswerOutcome::Cut { stop_reason: Some(why), .. } => {
                write!(f, "the answer ended with `{}` before it was whole", why.as_str())
            }
            AnswerOutcome::Invalid { reason, .. } => {
                write!(f, "the answer does not fit the schema: {reason}")
            }
        }
    }
}

/// A request for a structured answer, and the interpretation of its answer. No I/O.
///
/// ```
/// use parlour::{AnswerOptions, AnswerOutcome, AnswerPlan, Json};
///
/// let request = r#"{"model":"svc-opus-4-5","max_tokens":64,"messages":[{"role":"user","content":"Pick a number."}]}"#;
/// let schema = r#"{"type":"object","properties":{"n":{"type":"integer","maximum":9}},"required":["n"]}"#;
/// let plan = AnswerPlan::new(request, &Json::parse(schema)?, &AnswerOptions::default())?;
/// assert!(plan.body()?.len() > request.len());
///
/// let reply = r#"{"type":"message","content":[{"type":"text","text":"{\"n\":12}"}],"stop_reason":"end_turn"}"#;
/// let reply = Json::parse(reply)?.decode()?;
/// let AnswerOutcome::Invalid { reason, .. } = plan.outcome(&reply) else { panic!("12 is too much") };
/// assert_eq!(reason, "/n: 12 is more than 9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnswerPlan {
    tool: Option<String>,
    is_wrapped: bool,
    schema: Value,
    moved: Vec<String>,
    /// The request without its messages.
    settings: Bytes,
    conversation: Conversation,
    reasks_left: u32,
}

/// The parts of a request that decide how a structured answer can be requested.
struct Asked<'r> {
    settings: &'r Object<'r>,
    is_prefilled: bool,
    has_citations: bool,
}

impl AnswerPlan {
    /// Builds the plan: `request` is the JSON of a message request, whose messages are shared and sent unchanged.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the request or the schema is invalid, if the request sets a
    /// format itself, or if the service would refuse the combination: a format with a prefilled answer or citations, a
    /// forced tool with thinking or with a choice of the caller's (protocol §1.8, §9.7).
    pub fn new(request: impl Into<Bytes>, schema: &Json, options: &AnswerOptions) -> Result<AnswerPlan> {
        let tree = Tree::parse(schema.as_str())
            .map_err(|why| Error::config(format!("the schema of an answer: {why}")))?;
        if !schema.is_object() {
            return Err(Error::config("the schema of an answer is no JSON object"));
        }
        let value: Value = schema
            .decode()
            .map_err(|e| Error::config(format!("the schema of an answer: {e}")).with_source(e))?;
        if let Some(target) = refs::all(&tree).into_iter().find(|target| !validate::resolves(&value, target))
        {
            return Err(Error::config(format!(
                "the schema of an answer refers to `{target}`, which it does not have: put the definition into `$defs`"
            )));
        }
        let (settings, conversation) = Conversation::split_request(request.into())?;
        let object = Object::parse(&settings)
            .map_err(|e| Error::config(format!("this is no message request: {e}")).with_source(e))?;
        if object
            .field::<Value>("output_config")
            .is_some_and(|config| config.get("format").is_some_and(|format| !format.is_null()))
        {
            return Err(Error::config(
                "the request has an `output_config.format` of its own: leave it away, the schema given here takes its \
                place",
            ));
        }
        let turns = conversation.len();
        let last = turns.checked_sub(1).and_then(|last| conversation.turn(last)).and_then(|turn| turn.ok());
        let asked = Asked {
            settings: &object,
            is_prefilled: last.is_some_and(|turn| turn.role == Role::Assistant),
            has_citations: (0..turns)
                .filter_map(|at| conversation.turn_json(at))
                .any(|turn| has_citations(&turn)),
        };
        let sent = transformed(&tree);
        let by_format = asked.by_format(options.method, &tree, &sent)?;
        let is_object = tree.get("type").and_then(Tree::as_str).as_deref() == Some("object");
        let is_wrapped = !by_format && !is_object;
        let (settings, moved) = if by_format {
            let TransformedSchema { schema, moved, .. } = sent?;
            (asked.with_format(&schema)?, moved)
        } else {
            let tree = if is_wrapped { refs::wrapped(&tree, WRAPPED_IN) } else { tree };
            (asked.with_tool(&tree, options)?, Vec::new())
        };
        let plan = AnswerPlan {
            tool: (!by_format).then(|| options.tool_name.clone()),
            is_wrapped,
            schema: value,
            moved,
            settings: Bytes::from(settings),
            conversation,
            reasks_left: options.max_reasks,
        };
        plan.body()?;
        Ok(plan)
    }

    /// The request to send now.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the request has no message.
    pub fn body(&self) -> Result<Body> {
        self.conversation.body_json(self.settings.clone())
    }

    /// How the answer is requested: never [`Auto`](AnswerMethod::Auto).
    #[must_use]
    pub fn method(&self) -> AnswerMethod {
        if self.tool.is_some() { AnswerMethod::Tool } else { AnswerMethod::Format }
    }

    /// The forced tool, whose input is the answer.
    #[must_use]
    pub fn tool_name(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// Whether the value is in the property `value` of the tool's input, because the schema is not one of an object.
    #[must_use]
    pub fn is_wrapped(&self) -> bool {
        self.is_wrapped
    }

    /// Constraints that the service does not enforce: see [`TransformedSchema::moved`]. Empty for a forced tool, whose
    /// schema is sent unchanged.
    #[must_use]
    pub fn moved(&self) -> &[String] {
        &self.moved
    }

    /// Starts to read the answer while it streams.
    #[must_use]
    pub fn partial(&self, mode: Mode) -> PartialAnswer {
        PartialAnswer::new(mode, self.place())
    }

    /// The position of the answer in a stream.
    #[must_use]
    pub fn place(&self) -> AnswerPlace {
        AnswerPlace::new(self.tool.clone(), self.is_wrapped)
    }

    /// Interprets a whole message. The value is the JSON that the model wrote, checked against the caller's schema, not
    /// only against the part that the service enforces.
    #[must_use]
    pub fn outcome(&self, message: &Message) -> AnswerOutcome {
        let call = self.tool.as_deref().and_then(|tool| message.tool_uses().find(|call| call.name == tool));
        let text = || match call {
            Some(call) => written(call),
            None => message.text(),
        };
        match &message.stop_reason {
            Some(StopReason::Refusal) => return AnswerOutcome::Refused { reason: refusal(message) },
            Some(StopReason::EndTurn | StopReason::StopSequence) => {}
            Some(StopReason::ToolUse) if self.tool.is_some() => {}
            other => return AnswerOutcome::Cut { text: text(), stop_reason: other.clone() },
        }
        let found = match (&self.tool, call) {
            (None, _) => Json::parse(&message.text()).map_err(|e| format!("it is not JSON: {e}")),
            (Some(tool), None) => Err(format!("`{tool}` was not called")),
            (Some(_), Some(call)) => match &call.input_state {
                InputState::Complete => Ok(call.input.clone()),
                _ => Err("the input is not a JSON object".to_owned()),
            },
        };
        match found.and_then(|json| self.checked(&json)) {
            Ok(value) => AnswerOutcome::Value(value),
            Err(reason) => AnswerOutcome::Invalid { text: text(), reason },
        }
    }

    /// The same with the value decoded as a type; a value that does not fit the type is invalid.
    #[must_use]
    pub fn outcome_as<T: DeserializeOwned>(&self, message: &Message) -> AnswerOutcome<T> {
        match self.outcome(message) {
            AnswerOutcome::Value(json) => match json.decode() {
                Ok(value) => AnswerOutcome::Value(value),
                Err(error) => {
                    AnswerOutcome::Invalid { text: json.as_str().to_owned(), reason: error.to_string() }
                }
            },
            AnswerOutcome::Refused { reason } => AnswerOutcome::Refused { reason },
            AnswerOutcome::Cut { text, stop_reason } => AnswerOutcome::Cut { text, stop_reason },
            AnswerOutcome::Invalid { text, reason } => AnswerOutcome::Invalid { text, reason },
        }
    }

    /// The value in the model's JSON, if it fits.
    fn checked(&self, json: &Json) -> std::result::Result<Json, String> {
        let value: Value = json.decode().map_err(|e: JsonError| e.to_string())?;
        let (json, value) = match self.is_wrapped {
            false => (json.clone(), value),
            true => {
                let object = Object::parse(json.as_str()).map_err(|e| e.to_string())?;
                let inner = object.raw(WRAPPED_IN).ok_or_else(|| format!("`{WRAPPED_IN}` is missing"))?;
                let inner = Json::parse(inner).map_err(|e| e.to_string())?;
                let value = inner.decode().map_err(|e| e.to_string())?;
                (inner, value)
            }
        };
        let found = validate::violations(&self.schema, &value);
        if found.is_empty() {
            return Ok(json);
        }
        // A different letter case of an enumerated string is no mismatch (protocol §9.7).
        letter_case::respelt(&self.schema, json.as_str())
            .and_then(|text| Json::parse(&text).ok())
            .filter(|json| {
                json.decode::<Value>()
                    .is_ok_and(|value| validate::violations(&self.schema, &value).is_empty())
            })
            .ok_or_else(|| found.join("; "))
    }

    /// The request that asks again after an [`Invalid`](AnswerOutcome::Invalid) answer, with the reason. `None` if the
    /// limit is reached. The answer stays in the history, exactly as it was received.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the answer cannot be written back as a turn.
    pub fn again(&mut self, message: &Message, reason: &str) -> Result<Option<Body>> {
        if self.reasks_left == 0 {
            return Ok(None);
        }
        self.reasks_left -= 1;
        let text = match &self.tool {
            None => format!(
                "The answer does not fit the schema: {reason}\nGive the whole answer again, as JSON alone."
            ),
            Some(tool) => {
                format!(
                    "The answer does not fit the schema: {reason}\nCall `{tool}` again, with the whole answer."
                )
            }
        };
        self.conversation.push_reply(message)?;
        let mut blocks: Vec<InputBlock> =
            message.tool_uses().map(|call| InputBlock::tool_error(call.id.clone(), text.clone())).collect();
        if blocks.is_empty() {
            blocks.push(InputBlock::text(text));
        }
        self.conversation.push(MessageParam::user(blocks))?;
        self.body().map(Some)
    }
}

/// The input of a call, as the model wrote it.
fn written(call: &ToolUseBlock) -> String {
    match &call.input_state {
        InputState::Complete => call.input.as_str().to_owned(),
        InputState::Invalid { raw } | InputState::Incomplete { raw } => raw.clone(),
    }
}

fn refusal(message: &Message) -> Option<String> {
    let details = message.stop_details.as_ref()?;
    let category = || details.category.as_ref().map(|category| category.as_str().to_owned());
    details.explanation.clone().or_else(category)
}

/// Whether a turn holds a document or a search result with citations enabled.
fn has_citations(turn: &[u8]) -> bool {
    fn enabled(value: &Value) -> bool {
        match value {
            Value::Array(items) => items.iter().any(enabled),
            Value::Object(entries) => {
                let on = |config: &Value| config.get("enabled") == Some(&Value::Bool(true));
                entries.get("citations").is_some_and(on) || entries.get("content").is_some_and(enabled)
            }
            _ => false,
        }
    }
    // A turn is parsed only if it has the key: most do not, and some hold images.
    memchr::memmem::find(turn, b"\"citations\"").is_some()
        && serde_json::from_slice(turn).is_ok_and(|turn: Value| enabled(&turn))
}

impl Asked<'_> {
    /// Whether the answer is requested by `output_config.format`.
    fn by_format(
        &self,
        method: AnswerMethod,
        schema: &Tree,
        sent: &Result<TransformedSchema>,
    ) -> Result<bool> {
        match method {
            AnswerMethod::Format => match self.against_format() {
                Some(why) => Err(Error::config(format!("a structured answer by `format`: {why}"))),
                None => Ok(true),
            },
            AnswerMethod::Tool => match self.against_tool() {
                Some(why) => Err(Error::config(format!("a structured answer by `tool`: {why}"))),
                None => Ok(false),
            },
            AnswerMethod::Auto => {
                let model: String = self.settings.field("model").unwrap_or_default();
                let unsaid = match sent {
                    Err(error) => Some(error.message().to_owned()),
                    Ok(sent) if sent.is_narrower => Some(
                        "the schema has objects with free keys, which the service does not take".to_owned(),
                    ),
                    Ok(_) if refs::is_recursive(schema) => {
                        Some("the schema is recursive, which the service does not take".to_owned())
                    }
                    Ok(_) if !presets::has_output_format(&model) => {
                        Some(format!("`{model}` has no output format"))
                    }
                    Ok(_) => self.against_format().map(str::to_owned),
                };
                match (unsaid, self.against_tool()) {
                    (None, _) => Ok(true),
                    (Some(_), None) => Ok(false),
                    (Some(format), Some(tool)) => Err(Error::config(format!(
                        "a structured answer can be had neither by `format`: {format}; nor by `tool`: {tool}"
                    ))),
                }
            }
        }
    }

    fn against_format(&self) -> Option<&'static str> {
        if self.is_prefilled {
            return Some(
                "the last message is one of the assistant, and the service takes no format with it: leave it away",
            );
        }
        self.has_citations.then_some(
            "a document is to be cited, and the service takes no format with citations: leave them away",
        )
    }

    fn against_tool(&self) -> Option<&'static str> {
        let thinking: Option<Value> = self.settings.field("thinking");
        if thinking.is_some_and(|thinking| thinking.get("type") == Some(&Value::from("enabled"))) {
            return Some(
                "thinking is enabled, and the service forces no tool with it: leave `thinking` away",
            );
        }
        let choice: Option<Value> = self.settings.field("tool_choice");
        choice.is_some_and(|choice| !choice.is_null()).then_some(
            "the request has a `tool_choice` of its own, and the forced tool is one: leave it away",
        )
    }

    fn with_format(&self, schema: &Json) -> Result<String> {
        let format = format!(r#"{{"type":"json_schema","schema":{schema}}}"#);
        let config = match self.settings.raw("output_config").filter(|config| *config != "null") {
            Some(config) => with_keys(config, "output_config", &[("format", &format)])?,
            None => format!(r#"{{"format":{format}}}"#),
        };
        self.with(&[("output_config", &config)])
    }

    fn with_tool(&self, schema: &Tree, options: &AnswerOptions) -> Result<String> {
        let name = &options.tool_name;
        let tools: Option<Vec<Json>> = match self.settings.raw("tools").filter(|tools| *tools != "null") {
            Some(_) => Some(
                self.settings
                    .field("tools")
                    .ok_or_else(|| Error::config("`tools` of the request is no list"))?,
            ),
            None => None,
        };
        let mut list = Vec::new();
        for tool in tools.into_iter().flatten() {
            let own: Option<Value> = tool.decode().ok();
            if own.is_some_and(|own| own.get("name") == Some(&Value::from(name.as_str()))) {
                return Err(Error::config(format!(
                    "the request has a tool `{name}`, which the answer is to be asked by: give another `tool_name`"
                )));
            }
            list.push(tool.as_str().to_owned());
        }
        let (name, description) = (Json::string(name), Json::string(&options.tool_description));
        let schema = schema.to_json();
        list.push(format!(r#"{{"name":{name},"description":{description},"input_schema":{schema}}}"#));
        let choice = format!(r#"{{"type":"tool","name":{name},"disable_parallel_tool_use":true}}"#);
        self.with(&[("tools", &format!("[{}]", list.join(","))), ("tool_choice", &choice)])
    }

    fn with(&self, keys: &[(&str, &str)]) -> Result<String> {
        Ok(set_keys(self.settings, keys))
    }
}

fn with_keys(object: &str, name: &str, keys: &[(&str, &str)]) -> Result<String> {
    let object = Object::parse(object).map_err(|e| {
        Error::config(format!("`{name}` of the request is no JSON object: {e}")).with_source(e)
    })?;
    Ok(set_keys(&object, keys))
}

/// The object with keys replaced in place, or added at its end.
fn set_keys(object: &Object<'_>, keys: &[(&str, &str)]) -> String {
    let mut out = object.with(keys);
    for (key, value) in keys.iter().filter(|(key, _)| object.raw(key).is_none()) {
        out.pop();
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(Json::string(key).as_str());
        out.push(':');
        out.push_str(value);
        out.push('}');
    }
    out
}
