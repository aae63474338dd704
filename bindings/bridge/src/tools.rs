//! The tool loop as a host holds it: JSON in, JSON out, errors as flat values. Every decision is the core's.
//!
//! A host makes a loop from a request, sends the [`Body`] that [`request`](ToolLoop::request) gives with
//! [`CallRequest::message_body`](crate::CallRequest::message_body), hands the answer to
//! [`received`](ToolLoop::received), runs what [`begin_call`](ToolLoop::begin_call) gives, and begins anew.

use bytes::Bytes;
use parlour::model::{ContentBlock, InputState, ToolUseBlock};
use parlour::{Body, Message, Tool, ToolLoopOptions, ToolOutput};
pub use parlour::{ToolFailure, content_json};

use crate::conversation::Conversation;
use crate::decoding::{decoded, decoded_message};
use crate::info::{ErrorInfo, UnfinishedInput};
use crate::wire::to_json_text;

/// A call of the last answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Names the call; its result repeats it.
    pub id: String,
    /// The tool, or the member of a toolset.
    pub name: String,
    /// The toolset that the name belongs to (protocol §1.6).
    pub toolset: Option<String>,
    /// The arguments, as the JSON text that the model wrote.
    pub input: String,
    /// It must not be run and is answered already: [`ToolLoop::begin_call`] never gives it (protocol §9.5).
    pub refused: bool,
}

impl From<parlour::ToolCall> for Call {
    fn from(call: parlour::ToolCall) -> Call {
        Call {
            id: call.id,
            name: call.name,
            toolset: call.toolset,
            input: call.input.as_str().to_owned(),
            refused: call.refused,
        }
    }
}

/// The tool loop without I/O (protocol §9.1). Not for two threads at once: a host guards it with a lock of its own.
#[derive(Clone, Debug)]
pub struct ToolLoop {
    machine: parlour::ToolLoop,
}

/// Checks a tool that a host collects before it has a request.
///
/// # Errors
/// Kind `Config` if its schema is not one of an object.
pub fn check_tool(tool: &Tool) -> Result<(), ErrorInfo> {
    Ok(parlour::ToolLoop::check_tool(tool)?)
}

impl ToolLoop {
    /// A loop that begins with this request: one JSON object with `messages` and `tools`. Messages are shared, not
    /// copied, and sent unchanged. `limits` is a JSON object with any of `max_requests`, `max_pauses`, `max_parallel`
    /// and `max_result_bytes`.
    ///
    /// # Errors
    /// Kind `Config` if the request is none, has no message, two tools of one name or a schema that is no object's, or
    /// if a limit is unknown, 0 where something has to happen, or no number.
    pub fn begin(request: Bytes, limits: Option<&[u8]>) -> Result<ToolLoop, ErrorInfo> {
        ToolLoop::limited(parlour::ToolLoop::from_request_json(request)?, limits)
    }

    /// A loop that goes on with a conversation; `settings` is the request without `messages`. The loop has a copy of
    /// the conversation, which shares its bytes.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub fn over(
        conversation: &Conversation,
        settings: &[u8],
        limits: Option<&[u8]>,
    ) -> Result<ToolLoop, ErrorInfo> {
        let settings = decoded(settings, "the settings of a tool loop")?;
        ToolLoop::limited(parlour::ToolLoop::over(conversation.core().clone(), settings)?, limits)
    }

    fn limited(machine: parlour::ToolLoop, limits: Option<&[u8]>) -> Result<ToolLoop, ErrorInfo> {
        let machine = match limits {
            Some(limits) => machine.with_options(options(limits)?)?,
            None => machine,
        };
        Ok(ToolLoop { machine })
    }

    /// Reads what [`to_json`](Self::to_json) wrote, in whatever language.
    ///
    /// # Errors
    /// Kind `Config` if it is something else, or from a later version.
    pub fn from_json(json: &str) -> Result<ToolLoop, ErrorInfo> {
        ToolLoop::limited(parlour::ToolLoop::from_json(json)?, None)
    }

    /// The loop between two requests as one JSON object. Calls of the last answer that were not begun are run after
    /// loading; one that is running is reported to the model as failed.
    ///
    /// # Errors
    /// Kind `Config` if it cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, ErrorInfo> {
        Ok(self.machine.to_json()?.as_str().to_owned())
    }

    /// The next request, ready to be sent; `None` at the end, which [`end`](Self::end) explains. After a failed request
    /// this gives the same one again.
    ///
    /// # Errors
    /// Kind `Config` if the settings, changed meanwhile, cannot be sent.
    pub fn request(&mut self) -> Result<Option<Body>, ErrorInfo> {
        Ok(self.machine.request()?)
    }

    /// Takes the answer to the last request: the message's JSON, and its inputs that must not be used, which are in
    /// [`Answer::unfinished`](crate::Answer::unfinished) and not in the JSON. `knows` says of a name, and of the
    /// toolset it belongs to, whether the host can run it. Gives all calls of a turn that goes on with results, in the
    /// order of the model; those with `refused` are answered already.
    ///
    /// # Errors
    /// Kind `Config` if no answer is due, or if the JSON, which came from the host, is no message.
    pub fn received(
        &mut self,
        message: &[u8],
        unfinished: &[UnfinishedInput],
        knows: impl Fn(&str, Option<&str>) -> bool,
    ) -> Result<Vec<Call>, ErrorInfo> {
        let mut message = decoded_message(message, "the answer to a tool loop")?;
        mark_unfinished(&mut message, unfinished);
        self.received_message(&message, knows)
    }

    /// As [`received`](Self::received), for a host that runs what the request's tools list, and nothing else.
    ///
    /// # Errors
    /// As for [`received`](Self::received).
    pub fn received_listed(
        &mut self,
        message: &[u8],
        unfinished: &[UnfinishedInput],
    ) -> Result<Vec<Call>, ErrorInfo> {
        let mut message = decoded_message(message, "the answer to a tool loop")?;
        mark_unfinished(&mut message, unfinished);
        Ok(self.machine.received(&message)?.into_iter().map(Call::from).collect())
    }

    /// As [`received`](Self::received), for a host that has the message as the core's type.
    ///
    /// # Errors
    /// Kind `Config` if no answer is due.
    pub fn received_message(
        &mut self,
        message: &Message,
        knows: impl Fn(&str, Option<&str>) -> bool,
    ) -> Result<Vec<Call>, ErrorInfo> {
        let knows = |block: &ToolUseBlock| knows(&block.name, block.toolset_name.as_deref());
        let calls = self.machine.received_knowing(message, knows)?;
        Ok(calls.into_iter().map(Call::from).collect())
    }

    /// The calls of the last answer that have no result yet, in the order of the model.
    #[must_use]
    pub fn open_calls(&self) -> Vec<Call> {
        self.machine.open_calls().cloned().map(Call::from).collect()
    }

    /// A call that may begin now, and marks it as begun. `None` while the limit of calls at a time is reached, while
    /// earlier members of the same toolset run, and when there is none left.
    pub fn begin_call(&mut self) -> Option<Call> {
        self.machine.begin_call().map(Call::from)
    }

    /// As [`begin_call`](Self::begin_call), for a host that has to find the function of a call; `knows` as for
    /// [`received`](Self::received). A call that there is none for any more is answered as one of an unknown tool.
    pub fn begin_call_knowing(&mut self, knows: impl Fn(&str, Option<&str>) -> bool) -> Option<Call> {
        let knows = |call: &parlour::ToolCall| knows(&call.name, call.toolset.as_deref());
        self.machine.begin_call_knowing(knows).map(Call::from)
    }

    /// Begins a call of the answer that is still arriving, from its block, which is whole. `None` if the block is no
    /// call, or has to wait for the whole message. Once the message is received, or a new request made,
    /// [`is_running`](Self::is_running) says whether the call still counts; the host stops it otherwise.
    ///
    /// The block comes from where the message is assembled ([`Inbox::block`](crate::Inbox::block)), never from JSON
    /// that the host has: JSON does not say whether the input was cut off, and a call with half its input would run.
    pub fn begin_early(
        &mut self,
        block: &ContentBlock,
        knows: impl Fn(&str, Option<&str>) -> bool,
    ) -> Option<Call> {
        let ContentBlock::ToolUse(block) = block else { return None };
        let knows = |block: &ToolUseBlock| knows(&block.name, block.toolset_name.as_deref());
        self.machine.begin_early(block, knows).map(Call::from)
    }

    /// Whether this call was begun and its result is still wanted.
    #[must_use]
    pub fn is_running(&self, id: &str) -> bool {
        self.machine.is_running(id)
    }

    /// Takes the result of a call, begun or denied before: JSON of a string, or of an array of content blocks. `false`,
    /// and nothing happens, if it has one already or there is no such call.
    ///
    /// # Errors
    /// Kind `Config`, and the call stays without a result, if the content is neither.
    pub fn finish_call(&mut self, id: &str, content: &[u8], is_error: bool) -> Result<bool, ErrorInfo> {
        Ok(self.machine.finish_call(id, ToolOutput::from_json(content, is_error)?))
    }

    /// The same for what a function returned, as JSON of any value: [`parlour::ToolOutput::of_value`] says when it is
    /// content blocks.
    ///
    /// # Errors
    /// Kind `Config`, and the call stays without a result, if it is no JSON.
    pub fn finish_value(&mut self, id: &str, value: &str, is_error: bool) -> Result<bool, ErrorInfo> {
        self.finish_call(id, content_json(value).as_bytes(), is_error)
    }

    /// The same for a result that is text.
    pub fn finish_text(&mut self, id: &str, text: &str, is_error: bool) -> bool {
        let output = match is_error {
            true => ToolOutput::failed(text),
            false => ToolOutput::result(text),
        };
        self.machine.finish_call(id, output)
    }

    /// Whether all calls of the last answer have their results.
    #[must_use]
    pub fn calls_done(&self) -> bool {
        self.machine.calls_done()
    }

    /// Says something with the next request, behind the results: JSON of a string, or of an array of content blocks.
    ///
    /// # Errors
    /// Kind `Config` if it is neither.
    pub fn say(&mut self, content: &[u8]) -> Result<(), ErrorInfo> {
        let content: parlour::Content = decoded(content, "what is said in a tool loop")?;
        if let parlour::Content::Other(_) = content {
            return Err(ErrorInfo::config(
                "what is said in a tool loop is neither a JSON string nor an array of content blocks",
            ));
        }
        self.machine.say(content);
        Ok(())
    }

    /// Adds turns, a JSON array of messages, to the next request: [`parlour::ToolLoop::append`] has the rules.
    ///
    /// # Errors
    /// Kind `Config`, and nothing changes, if they are no messages, or one is of the model and not its last answer.
    pub fn append(&mut self, turns: &[u8]) -> Result<(), ErrorInfo> {
        Ok(self.machine.append(decoded(turns, "the turns that are appended to a tool loop")?)?)
    }

    /// The turn with the results of the last answer as JSON; `None` if it made no calls. Calls without a result are
    /// answered with a failure.
    ///
    /// # Errors
    /// As [`to_json_text`].
    pub fn results_json(&mut self) -> Result<Option<String>, ErrorInfo> {
        let Some(turn) = self.machine.results()? else { return Ok(None) };
        to_json_text(&turn).map(Some)
    }

    /// Ends the loop. Calls without a result are answered with a failure, so that the history can be sent.
    ///
    /// # Errors
    /// Kind `Config` if a result cannot be written as JSON.
    pub fn cancel(&mut self) -> Result<(), ErrorInfo> {
        Ok(self.machine.cancel()?)
    }

    /// Why the loop is over: `"stopped"`, `"request_limit"`, `"pause_limit"` or `"cancelled"`; `None` while it is not.
    #[must_use]
    pub fn end(&self) -> Option<&'static str> {
        self.machine.end().map(parlour::ToolLoopEnd::as_str)
    }

    /// How many answers there were.
    #[must_use]
    pub fn requests(&self) -> u32 {
        self.machine.requests()
    }

    /// The tokens of all answers together, as the JSON of a message's `usage`.
    ///
    /// # Errors
    /// As [`to_json_text`].
    pub fn usage_json(&self) -> Result<String, ErrorInfo> {
        to_json_text(self.machine.usage())
    }

    /// The request without its messages, as JSON.
    ///
    /// # Errors
    /// Kind `Config` if the settings cannot be sent.
    pub fn settings_json(&self) -> Result<String, ErrorInfo> {
        Ok(self.machine.settings_json()?.as_str().to_owned())
    }

    /// Replaces the request without its messages, between two requests: other parameters, tools added or removed. While
    /// a server tool waits the service refuses other tools (protocol §9.4).
    ///
    /// # Errors
    /// Kind `Config`, and nothing changes, if it is no request, has messages of its own, or tools that none may hold.
    pub fn set_settings(&mut self, settings: &str) -> Result<(), ErrorInfo> {
        Ok(self.machine.set_settings_json(settings)?)
    }

    /// Adds a tool, the JSON of its definition, to the requests that follow; one of the same name takes the place of
    /// the one before.
    ///
    /// # Errors
    /// Kind `Config`, and nothing changes, if it is no definition of a tool, or its schema is not one of an object.
    pub fn add_tool(&mut self, definition: &[u8]) -> Result<(), ErrorInfo> {
        Ok(self.machine.add_tool(decoded(definition, "the definition of a tool")?)?)
    }

    /// Adds a tool, the JSON of its definition, unless there is one of its name; `false` if there is.
    ///
    /// # Errors
    /// As for [`add_tool`](Self::add_tool).
    pub fn offer_tool(&mut self, definition: &[u8]) -> Result<bool, ErrorInfo> {
        Ok(self.machine.offer_tool(decoded(definition, "the definition of a tool")?)?)
    }

    /// Takes a tool out of the requests that follow, by its name, or by its type if it has none; `false` if there is
    /// none.
    pub fn remove_tool(&mut self, name: &str) -> bool {
        self.machine.remove_tool(name)
    }

    /// A copy of the history as it is now; it shares the bytes of the turns.
    #[must_use]
    pub fn conversation(&self) -> Conversation {
        Conversation::of(self.machine.conversation().clone())
    }

    /// Replaces the history, between two requests: trimmed, for example, or edited. Results that wait still go behind
    /// the answer that made their calls; where the new history answers them itself, or lacks it, they are forgotten.
    pub fn set_conversation(&mut self, conversation: &Conversation) {
        self.machine.set_conversation(conversation.core().clone());
    }
}

/// The toolset that a tool of this type declares, as its calls name it; `None` for a single tool (protocol §1.6).
#[must_use]
pub fn toolset_of(kind: &str) -> Option<String> {
    parlour::Tool::toolset(kind).toolset_name().map(str::to_owned)
}

/// Puts what a message's JSON cannot say back into the message.
pub(crate) fn mark_unfinished(message: &mut Message, unfinished: &[UnfinishedInput]) {
    for input in unfinished {
        if let Some(ContentBlock::ToolUse(call)) = message.content.get_mut(input.index) {
            let raw = input.raw.clone();
            call.input_state = match input.state {
                "invalid" => InputState::Invalid { raw },
                _ => InputState::Incomplete { raw },
            };
        }
    }
}

/// The limits, of which each may be missing and none may be misspelt.
fn options(json: &[u8]) -> Result<ToolLoopOptions, ErrorInfo> {
    let given: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(json)
        .map_err(|e| ErrorInfo::config(format!("the limits of a tool loop are no JSON object: {e}")))?;
    let mut options = ToolLoopOptions::default();
    for (name, value) in &given {
        if value.is_null() {
            continue;
        }
        let number = value.as_u64().ok_or_else(|| {
            ErrorInfo::config(format!("`{name}` of a tool loop is not a whole number from 0 on: {value}"))
        })?;
        let few = u32::try_from(number).unwrap_or(u32::MAX);
        let many = usize::try_from(number).unwrap_or(usize::MAX);
        match name.as_str() {
            "max_requests" => options.max_requests = few,
            "max_pauses" => options.max_pauses = few,
            "max_parallel" => options.max_parallel = many,
            "max_result_bytes" => options.max_result_bytes = many,
            _ => {
                return Err(ErrorInfo::config(format!(
                    "`{name}` is no limit of a tool loop: there are max_requests, max_pauses, max_parallel and \
                     max_result_bytes"
                )));
            }
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests;
