//! The loop as a state machine without I/O: whoever drives it sends the requests and runs the calls.
//!
//! States: a request is due; an answer with calls is being worked on; the end. Between two requests the whole loop is a JSON
//! text away from another process or language.

use serde::{Deserialize, Serialize};

use super::calls::{Calls, ToolCall, ToolOutput};
use crate::client::body::Body;
use crate::conversation::Conversation;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::model::{
    ContainerParam, Content, ContentBlock, InputBlock, Message, MessageParam, MessageRequest, StopReason,
    ToolUseBlock, Usage,
};

/// The limits of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ToolLoopOptions {
    /// Requests in all, the first one and continued pauses included. 25 by default (protocol §9.1 step 8); at least 1.
    pub max_requests: u32,
    /// How often in a row a paused turn is continued. 10 by default (protocol §9.4).
    pub max_pauses: u32,
    /// How many calls of a turn run at the same time. No limit by default; 1 runs them one after another.
    pub max_parallel: usize,
    /// The largest result that is sent back, in bytes: 10 MiB by default. The service takes 32 MB a request (protocol §1.3
    /// rule 7). A larger result becomes a failure that tells the model so.
    pub max_result_bytes: usize,
}

impl Default for ToolLoopOptions {
    fn default() -> ToolLoopOptions {
        ToolLoopOptions {
            max_requests: 25,
            max_pauses: 10,
            max_parallel: usize::MAX,
            max_result_bytes: 10 << 20,
        }
    }
}

/// How a loop ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolLoopEnd {
    /// The model stopped for another reason than to call a tool; the last message holds which. Calls in such a turn are not
    /// run (protocol §9.1).
    Stopped,
    /// [`max_requests`](ToolLoopOptions::max_requests) were made, and the model wanted more.
    RequestLimit,
    /// A turn paused more than [`max_pauses`](ToolLoopOptions::max_pauses) times in a row.
    PauseLimit,
    /// The caller ended it.
    Cancelled,
}

/// One answer of the model within a loop.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TurnRecord {
    /// The answer.
    pub message: Message,
    /// The calls that are to be run or were refused, in the order of the model; none for a turn that only goes on.
    pub calls: Vec<ToolCall>,
}

#[derive(Clone, Debug)]
enum State {
    /// The next request is due.
    Ask,
    /// These calls of the last answer have to be done first.
    Work(Calls),
    Ended(ToolLoopEnd),
}

/// The tool loop without I/O.
///
/// ```
/// use parlour::{Json, MessageRequest, Tool, ToolLoop, ToolOutput};
///
/// let schema = r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#;
/// let tool = Tool::new("get_weather", "Tells the weather in a city.", schema)?;
/// let request = MessageRequest::new("svc-haiku-3-5", 256).tool(tool).user("Weather in Lyon?");
/// let mut run = ToolLoop::new(request)?;
/// let body = run.request()?.expect("a new loop has something to ask");
/// # let answer: parlour::Message = Json::parse(r#"{"id":"msg_1","type":"message","role":"assistant","model":"m",
/// #   "content":[{"type":"tool_use","id":"t1","name":"get_weather","input":{"city":"Lyon"}}],"stop_reason":"tool_use",
/// #   "stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#)?.decode()?;
/// // `answer` is what the service said to `body`:
/// run.received(&answer)?;
/// while let Some(call) = run.begin_call() {
///     assert_eq!(call.input.as_str(), r#"{"city":"Lyon"}"#);
///     run.finish_call(&call.id, ToolOutput::result("21 degrees"));
/// }
/// assert!(run.request()?.is_some(), "the result is sent next");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ToolLoop {
    settings: MessageRequest,
    /// The settings as JSON, until they change.
    head: Option<Body>,
    conversation: Conversation,
    options: ToolLoopOptions,
    state: State,
    /// What the caller wants to say with the next request, behind the results.
    additions: Vec<InputBlock>,
    requests: u32,
    pauses: u32,
    /// The caller chose the sandbox: ids in answers change nothing.
    container_pinned: bool,
    usage: Usage,
}

const SAVED_TYPE: &str = "parlour.tool_loop";
const SAVED_VERSION: u32 = 1;
const NOT_RUN: &str = "Not executed: the caller gave no result.";

impl ToolLoop {
    /// A loop that begins with this request.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it has no message, or two tools of one name.
    pub fn new(mut request: MessageRequest) -> Result<ToolLoop> {
        let mut conversation = Conversation::new();
        for turn in std::mem::take(&mut request.messages) {
            conversation.push(turn)?;
        }
        ToolLoop::over(conversation, request)
    }

    /// A loop that goes on with a conversation; `settings` has no messages of its own.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn over(conversation: Conversation, settings: MessageRequest) -> Result<ToolLoop> {
        check_names(&settings)?;
        let container_pinned = settings.container.is_some();
        let run = ToolLoop {
            settings,
            head: None,
            conversation,
            options: ToolLoopOptions::default(),
            state: State::Ask,
            additions: Vec::new(),
            requests: 0,
            pauses: 0,
            container_pinned,
            usage: Usage::default(),
        };
        run.conversation.body(&run.settings)?;
        Ok(run)
    }

    /// Sets the limits.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if `max_requests` or `max_parallel` is 0.
    pub fn with_options(mut self, options: ToolLoopOptions) -> Result<ToolLoop> {
        for (name, zero) in
            [("max_requests", options.max_requests == 0), ("max_parallel", options.max_parallel == 0)]
        {
            if zero {
                return Err(Error::config(format!(
                    "`{name}` is 0: a loop could do nothing; give at least 1"
                )));
            }
        }
        self.options = options;
        Ok(self)
    }

    /// The next request: the history so far, with the results of all calls. `None` at the end, which
    /// [`end`](Self::end) explains. Calls that have no result yet are answered with a failure.
    ///
    /// The request counts, and stays due, until its answer is given to [`received`](Self::received): after a failed one
    /// this gives the same request again.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the settings, changed meanwhile, cannot be sent.
    pub fn request(&mut self) -> Result<Option<Body>> {
        self.settle()?;
        if !matches!(self.state, State::Ask) {
            return Ok(None);
        }
        if self.requests >= self.options.max_requests {
            self.state = State::Ended(ToolLoopEnd::RequestLimit);
            return Ok(None);
        }
        let head = match &self.head {
            Some(head) => head.clone(),
            None => {
                let refused = |e: crate::model::RequestError| Error::config(e.to_string()).with_source(e);
                let head = Body::from_json_bytes(self.settings.settings_json().map_err(refused)?)?;
                self.head.insert(head).clone()
            }
        };
        self.conversation.body_of(head).map(Some)
    }

    /// Takes the answer to the last request, appends it to the history and decides what follows (protocol §9.1).
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if no answer is due, or if it cannot be written back as a turn.
    pub fn received(&mut self, message: &Message) -> Result<TurnRecord> {
        let names: Vec<String> =
            self.settings.tools.iter().flatten().filter_map(|tool| tool.name.clone()).collect();
        let toolsets: Vec<String> = self.settings.tools.iter().flatten().filter_map(toolset_of).collect();
        self.received_knowing(message, |call| match &call.toolset_name {
            Some(toolset) => toolsets.contains(toolset),
            None => names.contains(&call.name),
        })
    }

    /// As [`received`](Self::received), for whoever knows better than the request which tools can be run.
    ///
    /// # Errors
    /// As for [`received`](Self::received).
    pub fn received_knowing(
        &mut self,
        message: &Message,
        knows: impl Fn(&ToolUseBlock) -> bool,
    ) -> Result<TurnRecord> {
        if !matches!(self.state, State::Ask) {
            return Err(Error::config("no answer is due: this tool loop has not asked anything"));
        }
        self.requests += 1;
        add_usage(&mut self.usage, &message.usage);
        if let Some(container) = &message.container
            && !self.container_pinned
            && !container.id.is_empty()
        {
            self.keep_container(&container.id);
        }
        let calls = match message.stop_reason {
            Some(StopReason::ToolUse) => Calls::new(message.tool_uses(), knows),
            _ => Calls::default(),
        };
        let record = TurnRecord { message: message.clone(), calls: calls.iter().cloned().collect() };
        // A refused turn is discarded; its history could not be sent again (protocol §9.9).
        if message.stop_reason != Some(StopReason::Refusal) {
            self.conversation.push_reply(message)?;
        }
        self.state = match self.goes_on(message, &calls) {
            true if calls.is_empty() => {
                self.pauses += 1;
                match self.pauses > self.options.max_pauses {
                    true => State::Ended(ToolLoopEnd::PauseLimit),
                    false => State::Ask,
                }
            }
            true => {
                self.pauses = 0;
                State::Work(calls)
            }
            false => State::Ended(ToolLoopEnd::Stopped),
        };
        Ok(record)
    }

    /// Whether another request follows this answer.
    fn goes_on(&self, message: &Message, calls: &Calls) -> bool {
        match &message.stop_reason {
            Some(StopReason::ToolUse) => !calls.is_empty() || waits_for_server(message),
            Some(StopReason::PauseTurn) => true,
            Some(other) => other.as_str() == "compaction",
            None => false,
        }
    }

    /// A call that may begin now, and marks it as begun. `None` while the limit of calls at a time is reached, while
    /// earlier members of the same toolset run, and when there is none left.
    pub fn begin_call(&mut self) -> Option<ToolCall> {
        match &mut self.state {
            State::Work(calls) => calls.begin(self.options.max_parallel),
            _ => None,
        }
    }

    /// Takes the result of a call, whether it was begun or is denied before. The first result of a call counts: `false`,
    /// and nothing happens, for a later one and for an unknown id.
    pub fn finish_call(&mut self, id: &str, output: ToolOutput) -> bool {
        match &mut self.state {
            State::Work(calls) => calls.finish(id, output),
            _ => false,
        }
    }

    /// Whether all calls of the last answer have their results.
    #[must_use]
    pub fn calls_done(&self) -> bool {
        match &self.state {
            State::Work(calls) => calls.all_done(),
            _ => true,
        }
    }

    /// Says something with the next request, behind the results (protocol §9.2). After the end the loop goes on with it.
    pub fn say(&mut self, content: impl Into<Content>) {
        match content.into() {
            Content::Text(text) => self.additions.push(InputBlock::text(text)),
            Content::Blocks(blocks) => self.additions.extend(blocks),
            Content::Other(json) => {
                self.additions.push(InputBlock::Other(crate::model::OtherBlock::new(json)))
            }
        }
        if matches!(self.state, State::Ended(ToolLoopEnd::Stopped)) {
            self.state = State::Ask;
        }
    }

    /// Ends the loop. Calls without a result are answered with a failure, so that the history can be sent.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if a result cannot be written as JSON.
    pub fn cancel(&mut self) -> Result<()> {
        self.settle()?;
        if matches!(self.state, State::Ask) {
            self.state = State::Ended(ToolLoopEnd::Cancelled);
        }
        Ok(())
    }

    /// Puts results and additions into the history, if an answer was worked on.
    fn settle(&mut self) -> Result<()> {
        let mut blocks = Vec::new();
        match std::mem::replace(&mut self.state, State::Ask) {
            State::Work(calls) => blocks = calls.into_results(NOT_RUN, self.options.max_result_bytes),
            other => self.state = other,
        }
        // A paused turn has to stay last: what the caller says waits until it is over (protocol §9.4).
        if matches!(self.state, State::Ask) && self.pauses == 0 {
            blocks.append(&mut self.additions);
        }
        match blocks.is_empty() {
            true => Ok(()),
            false => self.conversation.push(MessageParam::user(blocks)),
        }
    }

    fn keep_container(&mut self, id: &str) {
        let same = matches!(&self.settings.container, Some(ContainerParam::Id(own)) if own == id);
        if !same {
            self.settings.container = Some(ContainerParam::Id(id.to_owned()));
            self.head = None;
        }
    }

    /// Why the loop is over; `None` while it is not.
    #[must_use]
    pub fn end(&self) -> Option<&ToolLoopEnd> {
        match &self.state {
            State::Ended(end) => Some(end),
            _ => None,
        }
    }

    /// The history, with all that was sent and received.
    #[must_use]
    pub fn conversation(&self) -> &Conversation {
        &self.conversation
    }

    /// The history, to be changed between two requests: trimmed, for example.
    pub fn conversation_mut(&mut self) -> &mut Conversation {
        &mut self.conversation
    }

    /// The request without its messages.
    #[must_use]
    pub fn settings(&self) -> &MessageRequest {
        &self.settings
    }

    /// The request without its messages, to be changed between two requests: tools added or removed, for example. While a
    /// server tool waits the service refuses other tools (protocol §9.4).
    pub fn settings_mut(&mut self) -> &mut MessageRequest {
        self.head = None;
        &mut self.settings
    }

    /// The limits.
    #[must_use]
    pub fn options(&self) -> &ToolLoopOptions {
        &self.options
    }

    /// How many answers there were.
    #[must_use]
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// The tokens of all answers together.
    #[must_use]
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// The loop between two requests as one JSON object, to be read by [`from_json`](Self::from_json) in any process and
    /// language. Calls without a result are answered with a failure first.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it cannot be written as JSON.
    pub fn to_json(&mut self) -> Result<Json> {
        self.settle()?;
        let refused = |e: crate::json::JsonError| {
            Error::config(format!("a tool loop cannot be saved: {e}")).with_source(e)
        };
        let ended = match &self.state {
            State::Ended(end) => Some(end_name(end).to_owned()),
            _ => None,
        };
        let additions = Json::from_serialize(&self.additions).map_err(refused)?;
        let settings_text = self
            .settings
            .settings_json()
            .map_err(|e| Error::config(format!("a tool loop cannot be saved: {e}")).with_source(e))?;
        let settings =
            Json::parse(std::str::from_utf8(&settings_text).unwrap_or_default()).map_err(refused)?;
        let saved = Saved {
            kind: SAVED_TYPE.to_owned(),
            version: SAVED_VERSION,
            settings,
            conversation: self.conversation.to_json()?,
            options: self.options,
            additions,
            requests: self.requests,
            pauses: self.pauses,
            container_pinned: self.container_pinned,
            usage: Json::from_serialize(&self.usage).map_err(refused)?,
            ended,
        };
        Json::from_serialize(&saved).map_err(refused)
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if it is something else, or from a later version.
    pub fn from_json(json: &str) -> Result<ToolLoop> {
        let refused = |why: String| Error::config(format!("this is not a saved tool loop: {why}"));
        let saved: Saved = serde_json::from_str(json).map_err(|e| refused(e.to_string()).with_source(e))?;
        if saved.kind != SAVED_TYPE || saved.version != SAVED_VERSION {
            let found = format!("type \"{}\", version {}", saved.kind, saved.version);
            return Err(refused(format!("{found}; known is version {SAVED_VERSION} of \"{SAVED_TYPE}\"")));
        }
        let settings: MessageRequest =
            saved.settings.decode().map_err(|e| refused(format!("settings: {e}")))?;
        let state = match saved.ended.as_deref() {
            None => State::Ask,
            Some(name) => {
                State::Ended(end_named(name).ok_or_else(|| refused(format!("it ended as \"{name}\"")))?)
            }
        };
        Ok(ToolLoop {
            settings,
            head: None,
            conversation: Conversation::from_json(saved.conversation.as_str())?,
            options: saved.options,
            state,
            additions: saved.additions.decode().map_err(|e| refused(format!("additions: {e}")))?,
            requests: saved.requests,
            pauses: saved.pauses,
            container_pinned: saved.container_pinned,
            usage: saved.usage.decode().map_err(|e| refused(format!("usage: {e}")))?,
        })
    }
}

#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    settings: Json,
    conversation: Json,
    options: ToolLoopOptions,
    additions: Json,
    requests: u32,
    pauses: u32,
    container_pinned: bool,
    usage: Json,
    ended: Option<String>,
}

const ENDS: [(&str, ToolLoopEnd); 4] = [
    ("stopped", ToolLoopEnd::Stopped),
    ("request_limit", ToolLoopEnd::RequestLimit),
    ("pause_limit", ToolLoopEnd::PauseLimit),
    ("cancelled", ToolLoopEnd::Cancelled),
];

fn end_name(end: &ToolLoopEnd) -> &'static str {
    ENDS.iter().find(|(_, known)| known == end).map_or("stopped", |(name, _)| name)
}

fn end_named(name: &str) -> Option<ToolLoopEnd> {
    ENDS.iter().find(|(known, _)| *known == name).map(|(_, end)| end.clone())
}

impl ToolLoopEnd {
    /// A stable name: `stopped`, `request_limit`, `pause_limit` or `cancelled`.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        end_name(self)
    }
}

fn check_names(settings: &MessageRequest) -> Result<()> {
    let mut seen: Vec<&str> = Vec::new();
    for name in settings.tools.iter().flatten().filter_map(|tool| tool.name.as_deref()) {
        if seen.contains(&name) {
            return Err(Error::config(format!(
                "two tools have the name `{name}`: the service refuses such a request"
            )));
        }
        seen.push(name);
    }
    Ok(())
}

/// The toolset that a definition declares: `computer` for `computer_toolset_20260801` (protocol §1.6).
pub(super) fn toolset_of(tool: &crate::model::Tool) -> Option<String> {
    let (toolset, _) = tool.kind.as_deref()?.split_once("_toolset_")?;
    Some(toolset.to_owned())
}

/// Whether the service has yet to run a tool of its own: a call without its result (protocol §9.4).
fn waits_for_server(message: &Message) -> bool {
    let ended =
        |id: &str| message.content.iter().filter_map(ContentBlock::server_result_of).any(|of| of == id);
    message.content.iter().filter_map(ContentBlock::as_server_tool_use).any(|call| !ended(&call.id))
}

/// Adds the counts; what says how or where a message was made is of the last one.
fn add_usage(sum: &mut Usage, of: &Usage) {
    let added = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (None, None) => None,
        (a, b) => Some(a.unwrap_or(0).saturating_add(b.unwrap_or(0))),
    };
    sum.input_tokens = sum.input_tokens.saturating_add(of.input_tokens);
    sum.output_tokens = sum.output_tokens.saturating_add(of.output_tokens);
    sum.cache_creation_input_tokens = added(sum.cache_creation_input_tokens, of.cache_creation_input_tokens);
    sum.cache_read_input_tokens = added(sum.cache_read_input_tokens, of.cache_read_input_tokens);
    if let Some(of) = &of.cache_creation {
        let sum = sum.cache_creation.get_or_insert_default();
        sum.ephemeral_5m_input_tokens =
            sum.ephemeral_5m_input_tokens.saturating_add(of.ephemeral_5m_input_tokens);
        sum.ephemeral_1h_input_tokens =
            sum.ephemeral_1h_input_tokens.saturating_add(of.ephemeral_1h_input_tokens);
    }
    if let Some(of) = &of.output_tokens_details {
        let sum = sum.output_tokens_details.get_or_insert_default();
        sum.thinking_tokens = sum.thinking_tokens.saturating_add(of.thinking_tokens);
    }
    if let Some(of) = &of.server_tool_use {
        let sum = sum.server_tool_use.get_or_insert_default();
        sum.web_search_requests = added(sum.web_search_requests, of.web_search_requests);
        sum.web_fetch_requests = added(sum.web_fetch_requests, of.web_fetch_requests);
    }
    sum.service_tier.clone_from(&of.service_tier);
    sum.inference_geo.clone_from(&of.inference_geo);
    sum.speed.clone_from(&of.speed);
}
