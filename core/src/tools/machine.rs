//! The loop as a state machine without I/O: its driver sends the requests and runs the calls.
//!
//! States: a request is due; the calls of an answer are being run; the end. Between two requests the loop can be saved
//! as JSON and resumed in another process or language.

mod append;
mod between;
mod checks;
mod limits;
mod save;

use std::borrow::Cow;
use std::collections::HashSet;

use bytes::Bytes;

use super::calls::{Calls, ToolCall};
use super::failure::ToolFailure;
use super::output::ToolOutput;
use crate::client::body::Body;
use crate::conversation::{Conversation, ToolSet};
use crate::error::{Error, Result};
use crate::model::{
    ContainerParam, Content, ContentBlock, InputBlock, Message, MessageParam, MessageRequest, StopReason,
    Tool, ToolUseBlock, Usage,
};
pub(super) use checks::{check_schema, toolset_of};
use checks::{check_tools, runs_in_order, settings_of};
pub use limits::{ToolLoopEnd, ToolLoopOptions};

#[derive(Clone, Debug)]
enum LoopState {
    /// The next request is due.
    Ask,
    /// The calls of the last answer have to be done first.
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
    state: LoopState,
    /// Calls of the answer that is still arriving.
    early: Calls,
    /// The tools that the history defined or removed when the model made those calls.
    tool_set: Option<ToolSet>,
    /// Blocks that the caller adds to the next request, after the results.
    additions: Vec<InputBlock>,
    /// System turns after the answer in a history that the caller set: they follow the results (protocol §1.3).
    system_turns: Vec<MessageParam>,
    /// The content of the last answer, if the history does not have it: a refusal, or nothing that can be sent back.
    unkept: Option<Content>,
    /// The settings may have changed since the calls were compared with them.
    unchecked: bool,
    requests: u32,
    pauses: u32,
    /// The caller chose the sandbox: ids in answers change nothing.
    container_pinned: bool,
    usage: Usage,
}

impl ToolLoop {
    /// A loop that starts with this request.
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

    /// A loop that continues a conversation; `settings` has no messages of its own.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn over(conversation: Conversation, settings: MessageRequest) -> Result<ToolLoop> {
        check_tools(&settings)?;
        let container_pinned = names_sandbox(settings.container.as_ref());
        let run = ToolLoop {
            settings,
            head: None,
            conversation,
            options: ToolLoopOptions::default(),
            state: LoopState::Ask,
            early: Calls::default(),
            tool_set: None,
            additions: Vec::new(),
            system_turns: Vec::new(),
            unkept: None,
            unchecked: false,
            requests: 0,
            pauses: 0,
            container_pinned,
            usage: Usage::default(),
        };
        run.conversation.check(&run.settings)?;
        Ok(run)
    }

    /// A loop that starts with this request, given as JSON: its messages are shared and sent unchanged.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and if it is no message request.
    pub fn from_request_json(request: impl Into<Bytes>) -> Result<ToolLoop> {
        let (settings, conversation) = Conversation::split_request(request.into())?;
        ToolLoop::over(conversation, settings_of(&settings)?)
    }

    /// Checks one definition, for a program that collects tools before it has a request.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if its schema is not one of an object.
    pub fn check_tool(tool: &Tool) -> Result<()> {
        check_schema(tool, tool.name.as_deref().unwrap_or_default())
    }

    /// The next request: the history so far, with the results of all calls. `None` at the end, which
    /// [`end`](Self::end) explains. Calls without a result are answered with a failure.
    ///
    /// The request counts, and stays due, until its answer is given to [`received`](Self::received): after a failed one
    /// this gives the same request again.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the settings, changed meanwhile, cannot be sent.
    pub fn request(&mut self) -> Result<Option<Body>> {
        self.early = Calls::default();
        self.tool_set = None;
        self.settle()?;
        if !matches!(self.state, LoopState::Ask) {
            return Ok(None);
        }
        if self.requests >= self.options.max_requests {
            self.state = LoopState::Ended(ToolLoopEnd::RequestLimit);
            return Ok(None);
        }
        let head = match &self.head {
            Some(head) => head.clone(),
            None => {
                let head = Body::from_json_bytes(self.settings.settings_json()?)?;
                self.head.insert(head).clone()
            }
        };
        self.conversation.body_of(head).map(Some)
    }

    /// Takes the answer to the last request, appends it to the history and decides the next step (protocol §9.1).
    /// Returns the calls to run and those that were refused, in the order of the model; none for a turn that only
    /// continues.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if no answer is due, or if it cannot be written back as a turn.
    pub fn received(&mut self, message: &Message) -> Result<Vec<ToolCall>> {
        self.received_knowing(message, |_| true)
    }

    /// As [`received`](Self::received), for a driver that cannot run every tool that the request offers. A tool that
    /// the request does not offer is unknown whatever `knows` says: it is neither in `tools` nor defined by a system
    /// message of the history, or such a message removed it (protocol §8.8).
    ///
    /// # Errors
    /// As for [`received`](Self::received).
    pub fn received_knowing(
        &mut self,
        message: &Message,
        knows: impl Fn(&ToolUseBlock) -> bool,
    ) -> Result<Vec<ToolCall>> {
        if !matches!(self.state, LoopState::Ask) {
            return Err(Error::config("no answer is due: this tool loop has not asked anything"));
        }
        self.requests += 1;
        self.usage.add_answer(&message.usage);
        if let Some(container) = &message.container
            && !self.container_pinned
            && !container.id.is_empty()
        {
            self.keep_container(&container.id);
        }
        let mut calls = match message.stop_reason {
            Some(StopReason::ToolUse) => {
                let offer = Offer::of(&self.settings, &self.conversation);
                Calls::new(message.tool_uses(), |call| offer.has_block(call) && knows(call))
            }
            _ => Calls::default(),
        };
        calls.adopt(std::mem::take(&mut self.early));
        let named = calls.iter().cloned().collect();
        // A refused turn is discarded; its history could not be sent again (protocol §9.9).
        let kept =
            message.stop_reason != Some(StopReason::Refusal) && self.conversation.push_reply(message)?;
        self.unkept = (!kept).then(|| message.to_param().content);
        self.state = match self.goes_on(message, &calls) {
            true if calls.is_empty() => {
                self.pauses += 1;
                match self.pauses > self.options.max_pauses {
                    true => LoopState::Ended(ToolLoopEnd::PauseLimit),
                    false => LoopState::Ask,
                }
            }
            true => {
                self.pauses = 0;
                LoopState::Work(calls)
            }
            false => LoopState::Ended(ToolLoopEnd::Stopped),
        };
        Ok(named)
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

    /// The calls of the last answer that have no result yet, in the order of the model; after loading a saved loop,
    /// those that wait to be run.
    pub fn open_calls(&self) -> impl Iterator<Item = &ToolCall> {
        let calls = match &self.state {
            LoopState::Work(calls) => Some(calls),
            _ => None,
        };
        calls.into_iter().flat_map(Calls::open)
    }

    /// A call that may begin now, and marks it as begun. `None` while the limit of calls at a time is reached, while
    /// earlier members of the same toolset run, or earlier calls of the same tool that the service defines (memory,
    /// text editor, shell), and when there is none left.
    ///
    /// A call whose tool was removed from the request in the meantime is answered as one of an unknown tool (protocol
    /// §9.5).
    pub fn begin_call(&mut self) -> Option<ToolCall> {
        if self.unchecked {
            self.withdraw();
        }
        let settings = &self.settings;
        match &mut self.state {
            LoopState::Work(calls) => {
                calls.begin(self.options.max_parallel, |name| runs_in_order(settings, name))
            }
            _ => None,
        }
    }

    /// Answers the waiting calls whose tool the request no longer offers.
    fn withdraw(&mut self) {
        self.unchecked = false;
        if let LoopState::Work(calls) = &mut self.state {
            let offer = Offer::of(&self.settings, &self.conversation);
            calls.withdraw(|call| offer.has(&call.name, call.toolset.as_deref()));
        }
    }

    /// As [`begin_call`](Self::begin_call), for a driver that looks up the function of a call. If there is none,
    /// because its tool was removed or a saved loop is resumed without it, the call is answered as one of an unknown
    /// tool (protocol §9.5).
    pub fn begin_call_knowing(&mut self, knows: impl Fn(&ToolCall) -> bool) -> Option<ToolCall> {
        while let Some(call) = self.begin_call() {
            if knows(&call) {
                return Some(call);
            }
            self.finish_call(&call.id, ToolFailure::UnknownTool(&call.name).into());
        }
        None
    }

    /// Begins a call of the answer that is still arriving: for a driver that begins calls while the message streams.
    /// `block` is whole. `None` if the call has to wait for the whole message: unknown tools, inputs that are cut,
    /// missing or no object, members of a toolset, and calls beyond the limit.
    ///
    /// [`received`](Self::received) keeps the begun calls if the message ends with `tool_use`, and forgets them
    /// otherwise, as does the next [`request`](Self::request): [`is_running`](Self::is_running) then is `false`, and
    /// the driver has to stop the call. Its result is never sent (protocol §9.1, §9.5).
    pub fn begin_early(
        &mut self,
        block: &ToolUseBlock,
        knows: impl Fn(&ToolUseBlock) -> bool,
    ) -> Option<ToolCall> {
        match &self.state {
            LoopState::Ask => {
                let in_order = |name: &str| runs_in_order(&self.settings, name);
                // The history does not change until the answer is complete, and the model may make many calls: compute
                // this once.
                let changed = self.tool_set.get_or_insert_with(|| self.conversation.tool_set());
                let knows = |call: &ToolUseBlock| is_offered(&self.settings, changed, call) && knows(call);
                self.early.begin_early(block, knows, self.options.max_parallel, in_order)
            }
            _ => None,
        }
    }

    /// Whether this call was begun and its result is still wanted.
    #[must_use]
    pub fn is_running(&self, id: &str) -> bool {
        match &self.state {
            LoopState::Work(calls) => calls.is_running(id),
            _ => self.early.is_running(id),
        }
    }

    /// Takes the result of a call, whether it was begun or denied beforehand. The first result of a call counts:
    /// `false`, and nothing happens, for a later one and for an unknown id.
    pub fn finish_call(&mut self, id: &str, output: ToolOutput) -> bool {
        match &mut self.state {
            LoopState::Work(calls) => calls.finish(id, output),
            _ => self.early.finish(id, output),
        }
    }

    /// Whether all calls of the last answer have their results.
    #[must_use]
    pub fn calls_done(&self) -> bool {
        match &self.state {
            LoopState::Work(calls) => calls.all_done(),
            _ => true,
        }
    }

    /// Ends the loop. Calls without a result are answered with a failure, so that the history can be sent.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if a result cannot be written as JSON.
    pub fn cancel(&mut self) -> Result<()> {
        self.settle()?;
        if matches!(self.state, LoopState::Ask) {
            self.state = LoopState::Ended(ToolLoopEnd::Cancelled);
        }
        Ok(())
    }

    /// Adds results and additions to the history, if the calls of an answer were run.
    fn settle(&mut self) -> Result<()> {
        let mut blocks = Vec::new();
        match std::mem::replace(&mut self.state, LoopState::Ask) {
            LoopState::Work(calls) => blocks = calls.into_results(self.options.max_result_bytes),
            other => self.state = other,
        }
        // A paused turn has to stay last: the caller's additions wait until it is over (protocol §9.4).
        if matches!(self.state, LoopState::Ask) && self.pauses == 0 {
            blocks.append(&mut self.additions);
        }
        if !blocks.is_empty() {
            self.conversation.push(MessageParam::user(blocks))?;
        }
        if matches!(self.state, LoopState::Ask) && self.pauses == 0 {
            for turn in std::mem::take(&mut self.system_turns) {
                self.conversation.push(turn)?;
            }
        }
        Ok(())
    }

    /// Sends the sandbox id of an answer with later requests; the caller's configuration is kept beside it.
    fn keep_container(&mut self, id: &str) {
        let same = match &self.settings.container {
            Some(ContainerParam::Id(own)) => own == id,
            Some(ContainerParam::Config(config)) => config.id.as_deref() == Some(id),
            _ => false,
        };
        if same {
            return;
        }
        self.head = None;
        match &mut self.settings.container {
            Some(ContainerParam::Config(config)) => config.id = Some(id.to_owned()),
            container => *container = Some(ContainerParam::Id(id.to_owned())),
        }
    }
}

/// Whether this chooses a sandbox, and does not only configure a new one.
fn names_sandbox(container: Option<&ContainerParam>) -> bool {
    match container {
        None => false,
        Some(ContainerParam::Config(config)) => config.id.is_some(),
        Some(_) => true,
    }
}

/// The tools that the next request offers to the model.
struct Offer<'s> {
    names: HashSet<&'s str>,
    toolsets: HashSet<&'s str>,
    changed: ToolSet,
}

impl<'s> Offer<'s> {
    fn of(settings: &'s MessageRequest, conversation: &Conversation) -> Offer<'s> {
        let tools = || settings.tools.iter().flatten();
        Offer {
            names: tools().filter_map(|tool| tool.name.as_deref()).collect(),
            toolsets: tools().filter_map(Tool::toolset_name).collect(),
            changed: conversation.tool_set(),
        }
    }

    fn has(&self, name: &str, toolset: Option<&str>) -> bool {
        match toolset {
            Some(toolset) => self.toolsets.contains(toolset),
            None => self.changed.offers(name, self.names.contains(name)),
        }
    }

    fn has_block(&self, call: &ToolUseBlock) -> bool {
        self.has(&call.name, call.toolset_name.as_deref())
    }
}

/// Whether the request offers the tool of this call, as [`Offer`] decides for many calls.
fn is_offered(settings: &MessageRequest, changed: &ToolSet, call: &ToolUseBlock) -> bool {
    let mut tools = settings.tools.iter().flatten();
    match call.toolset_name.as_deref() {
        Some(toolset) => tools.any(|tool| tool.toolset_name() == Some(toolset)),
        None => {
            changed.offers(&call.name, tools.any(|tool| tool.name.as_deref() == Some(call.name.as_str())))
        }
    }
}

/// Whether the service still has to run one of its own tools: a call without its result (protocol §9.4).
fn waits_for_server(message: &Message) -> bool {
    let results = message.content.iter().filter_map(|block| match block {
        ContentBlock::Other(other) => other.server_result_of().map(Cow::Owned),
        _ => block.server_result_of().map(Cow::Borrowed),
    });
    let ended: HashSet<Cow<'_, str>> = results.collect();
    message.content.iter().filter_map(ContentBlock::server_call).any(|id| !ended.contains(id))
}
