//! The tool loop for JavaScript: JSON text in, JSON text out. It builds the next request; the TypeScript half sends it
//! and runs the functions.

use std::collections::HashSet;
use std::rc::Rc;

use napi::{Env, Error, Result, Status};
use napi_derive::napi;
use parlour_bridge::info::UnfinishedInput;
use parlour_bridge::tools::{Call, ToolLoop as Loop};
use parlour_bridge::wire::Body;
use parlour_bridge::{CallRequest, Inbox};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::conversation::NativeConversation;
use crate::js::Bytes;
use crate::kept_answer::{KeptAnswer, LoopAnswer};
use crate::{environment, errors};

/// The tool loop without I/O. Belongs to its thread.
///
/// Refused arguments throw an `Error` with `code` `"PARLOUR"` and `info`, an `ErrorRecord`.
#[napi]
pub struct ToolLoop {
    machine: Loop,
    /// The names of the tools and toolsets that the program can run.
    names: HashSet<String>,
    toolsets: HashSet<String>,
    /// The request that is due.
    due: Option<Body>,
    /// The calls of the last answer, refused ones too.
    last: Vec<Call>,
    answer: KeptAnswer,
}

impl ToolLoop {
    /// The request that is due, and where its answer is to be kept.
    ///
    /// # Errors
    /// Kind `Config` if none is.
    pub(crate) fn call(
        &self,
        mode: parlour_bridge::Mode,
    ) -> std::result::Result<(CallRequest, KeptAnswer), parlour_bridge::ErrorInfo> {
        let Some(body) = &self.due else {
            let what = "no request of this tool loop is due: ask with prepare() first";
            return Err(parlour_bridge::ErrorInfo::config(what));
        };
        Ok((CallRequest::message_body(mode, body.clone()), Rc::clone(&self.answer)))
    }

    /// Keeps the calls of an answer; gives how many of them wait to be run.
    fn keep(
        &mut self,
        env: Env,
        calls: std::result::Result<Vec<Call>, parlour_bridge::ErrorInfo>,
    ) -> Result<u32> {
        self.last = calls.map_err(|error| raised(env, error))?;
        self.due = None;
        let waiting = self.last.iter().filter(|call| !call.refused).count();
        Ok(u32::try_from(waiting).unwrap_or(u32::MAX))
    }
}

/// A call as JSON; `input` is the text that the model wrote.
#[derive(Serialize)]
struct CallJson<'a> {
    id: &'a str,
    name: &'a str,
    toolset: Option<&'a str>,
    input: &'a RawValue,
    refused: bool,
}

#[napi]
impl ToolLoop {
    /// A loop that begins with this request, one JSON object with `messages`. `limits` is a JSON object with any of
    /// `max_requests`, `max_pauses`, `max_parallel` and `max_result_bytes`.
    #[napi(factory, catch_unwind, ts_args_type = "request: string | Uint8Array, limits?: string | null")]
    pub fn begin(env: Env, request: Bytes, limits: Bytes) -> Result<ToolLoop> {
        let limits = limits.0;
        made(env, Loop::begin(request.0.unwrap_or_default().into(), limits.as_deref()))
    }

    /// A loop that continues a conversation; `settings` is the request without `messages`.
    #[napi(
        factory,
        catch_unwind,
        ts_args_type = "conversation: NativeConversation, settings: string, limits?: string | null"
    )]
    pub fn over(
        env: Env,
        conversation: &NativeConversation,
        settings: Bytes,
        limits: Bytes,
    ) -> Result<ToolLoop> {
        let settings = settings.0.unwrap_or_default();
        made(env, Loop::over(&conversation.turns, &settings, limits.0.as_deref()))
    }

    /// Reads what `toJson` wrote, in whatever language.
    #[napi(factory, catch_unwind, js_name = "fromJson")]
    pub fn from_json(env: Env, json: String) -> Result<ToolLoop> {
        made(env, Loop::from_json(&json))
    }

    /// The loop between two requests as JSON text. The program that loads it runs the calls of the last answer that had
    /// not begun; a running call is reported to the model as failed.
    #[napi(catch_unwind)]
    pub fn to_json(&self, env: Env) -> Result<String> {
        self.machine.to_json().map_err(|error| raised(env, error))
    }

    /// Sets the tools that the program can run: names of tools, and names of toolsets, whose members it all runs.
    #[napi(catch_unwind)]
    pub fn set_known(&mut self, names: Vec<String>, toolsets: Vec<String>) {
        self.names = names.into_iter().collect();
        self.toolsets = toolsets.into_iter().collect();
    }

    /// Makes the next request, for `Client.submitLoop`. False at the end, which `end` explains.
    #[napi(catch_unwind)]
    pub fn prepare(&mut self, env: Env) -> Result<bool> {
        self.answer.take();
        self.due = self.machine.request().map_err(|error| raised(env, error))?;
        Ok(self.due.is_some())
    }

    /// Takes the answer to the last request, which came as a stream: the message's JSON, and its inputs that must not
    /// be used as JSON `[{index, state, raw}]`. Gives how many calls are to be run; `calls` has them.
    #[napi(catch_unwind, ts_args_type = "message: string, unfinished: string | null")]
    pub fn received(&mut self, env: Env, message: Bytes, unfinished: Option<String>) -> Result<u32> {
        let unfinished = unfinished_of(unfinished.as_deref())?;
        let (names, toolsets) = (&self.names, &self.toolsets);
        let knows = |name: &str, toolset: Option<&str>| known(names, toolsets, name, toolset);
        let calls = self.machine.received(&message.0.unwrap_or_default(), &unfinished, knows);
        self.keep(env, calls)
    }

    /// The same for an answer that came whole, which is on this side already.
    #[napi(catch_unwind)]
    pub fn received_whole(&mut self, env: Env) -> Result<u32> {
        let Some(LoopAnswer { body, unfinished, message }) = self.answer.take() else {
            let what = "no whole answer to a request of this tool loop has come";
            return Err(raised(env, parlour_bridge::ErrorInfo::config(what)));
        };
        let (names, toolsets) = (&self.names, &self.toolsets);
        let knows = |name: &str, toolset: Option<&str>| known(names, toolsets, name, toolset);
        let calls = match message {
            Some(message) => self.machine.received_message(&message, knows),
            None => self.machine.received(&body, &unfinished, knows),
        };
        self.keep(env, calls)
    }

    /// All calls of the last answer, as JSON `[{id, name, toolset, input, refused}]`; null if there are none.
    #[napi(catch_unwind, ts_return_type = "string | null")]
    pub fn calls(&self) -> Result<Option<String>> {
        json_of(&self.last)
    }

    /// The calls of the last answer that have no result yet, as JSON; null if there is none.
    #[napi(catch_unwind, ts_return_type = "string | null")]
    pub fn open_calls(&self) -> Result<Option<String>> {
        json_of(&self.machine.open_calls())
    }

    /// The calls that may begin now, and marks them as begun; null if there is none.
    #[napi(catch_unwind, ts_return_type = "string | null")]
    pub fn begin_calls(&mut self) -> Result<Option<String>> {
        let (machine, names, toolsets) = (&mut self.machine, &self.names, &self.toolsets);
        let knows = |name: &str, toolset: Option<&str>| known(names, toolsets, name, toolset);
        json_of(&std::iter::from_fn(|| machine.begin_call_knowing(knows)).collect::<Vec<_>>())
    }

    /// Begins a call of the answer that still arrives as the stream with this token, after so many events of the batch
    /// that came last: the block with this index, which is whole. Null if it is no call, or has to wait for the whole
    /// message.
    #[napi(catch_unwind, ts_return_type = "string | null")]
    pub fn begin_early(&mut self, env: Env, token: f64, consumed: u32, index: u32) -> Result<Option<String>> {
        let port = environment::env_port_of(environment::js(env), token)?;
        let look = |inbox: &mut Inbox| inbox.block(consumed as usize, index as usize).transpose();
        let block = port.with_inbox(token as u64, look).transpose().map_err(|error| raised(env, error))?;
        let Some(block) = block else { return Ok(None) };
        let (names, toolsets) = (&self.names, &self.toolsets);
        let knows = |name: &str, toolset: Option<&str>| known(names, toolsets, name, toolset);
        json_of(self.machine.begin_early(&block, knows).as_slice())
    }

    /// Whether this call was begun and its result is still wanted.
    #[napi(catch_unwind)]
    pub fn is_running(&self, id: String) -> bool {
        self.machine.is_running(&id)
    }

    /// Takes the result of a call: JSON of a string, or of an array of content blocks. False if it has one already, or
    /// if there is no such call.
    #[napi(catch_unwind, ts_args_type = "id: string, content: string, isError: boolean")]
    pub fn finish_call(&mut self, env: Env, id: String, content: Bytes, is_error: bool) -> Result<bool> {
        let content = content.0.unwrap_or_default();
        self.machine.finish_call(&id, &content, is_error).map_err(|error| raised(env, error))
    }

    /// Takes the return value of the function of a call, as JSON of any value. False if it has a result already, or if
    /// there is no such call.
    #[napi(catch_unwind)]
    pub fn finish_value(&mut self, env: Env, id: String, value: String, is_error: bool) -> Result<bool> {
        self.machine.finish_value(&id, &value, is_error).map_err(|error| raised(env, error))
    }

    /// The same for a result that is text.
    #[napi(catch_unwind)]
    pub fn finish_text(&mut self, id: String, text: String, is_error: bool) -> bool {
        self.machine.finish_text(&id, &text, is_error)
    }

    /// Whether all calls of the last answer have their results.
    #[napi(catch_unwind)]
    pub fn calls_done(&self) -> bool {
        self.machine.calls_done()
    }

    /// Says something with the next request: JSON of a string, or of an array of content blocks.
    #[napi(catch_unwind, ts_args_type = "content: string")]
    pub fn say(&mut self, env: Env, content: Bytes) -> Result<()> {
        self.machine.say(&content.0.unwrap_or_default()).map_err(|error| raised(env, error))
    }

    /// Adds turns, JSON of an array of messages, to the next request.
    #[napi(catch_unwind, ts_args_type = "turns: string")]
    pub fn append(&mut self, env: Env, turns: Bytes) -> Result<()> {
        self.machine.append(&turns.0.unwrap_or_default()).map_err(|error| raised(env, error))
    }

    /// The turn with the results of the last answer as JSON; null if it made no calls.
    #[napi(catch_unwind, ts_return_type = "string | null")]
    pub fn results(&mut self, env: Env) -> Result<Option<String>> {
        self.machine.results_json().map_err(|error| raised(env, error))
    }

    /// Ends the loop. Calls without a result are answered with a failure.
    #[napi(catch_unwind)]
    pub fn cancel(&mut self, env: Env) -> Result<()> {
        self.machine.cancel().map_err(|error| raised(env, error))
    }

    /// Why the loop is over; null while it is not.
    #[napi(getter, catch_unwind, ts_return_type = "string | null")]
    pub fn end(&self) -> Option<&'static str> {
        self.machine.end()
    }

    /// How many answers there were.
    #[napi(getter, catch_unwind)]
    pub fn requests(&self) -> u32 {
        self.machine.requests()
    }

    /// The tokens of all answers together, as the JSON of a message's `usage`.
    #[napi(catch_unwind)]
    pub fn usage(&self, env: Env) -> Result<String> {
        self.machine.usage_json().map_err(|error| raised(env, error))
    }

    /// The request without its messages, as JSON.
    #[napi(catch_unwind)]
    pub fn settings(&self, env: Env) -> Result<String> {
        self.machine.settings_json().map_err(|error| raised(env, error))
    }

    /// Replaces the request without its messages.
    #[napi(catch_unwind)]
    pub fn set_settings(&mut self, env: Env, settings: String) -> Result<()> {
        self.machine.set_settings(&settings).map_err(|error| raised(env, error))
    }

    /// Adds a tool to the requests that follow; one of the same name takes the place of the one before.
    #[napi(catch_unwind)]
    pub fn add_tool(&mut self, env: Env, definition: String) -> Result<()> {
        self.machine.add_tool(definition.as_bytes()).map_err(|error| raised(env, error))
    }

    /// Adds a tool unless there is one of its name.
    #[napi(catch_unwind)]
    pub fn offer_tool(&mut self, env: Env, definition: String) -> Result<bool> {
        self.machine.offer_tool(definition.as_bytes()).map_err(|error| raised(env, error))
    }

    /// Takes a tool out of the requests that follow; false if there is none of this name.
    #[napi(catch_unwind)]
    pub fn remove_tool(&mut self, name: String) -> bool {
        self.machine.remove_tool(&name)
    }

    /// A copy of the history, which shares the bytes of the turns.
    #[napi(catch_unwind)]
    pub fn conversation(&self) -> NativeConversation {
        NativeConversation { turns: self.machine.conversation() }
    }

    /// Replaces the history.
    #[napi(catch_unwind)]
    pub fn set_conversation(&mut self, conversation: &NativeConversation) {
        self.machine.set_conversation(&conversation.turns);
    }
}

/// The toolset that a tool of this type declares; null for a single tool.
#[napi(catch_unwind, ts_return_type = "string | null")]
pub fn toolset_of(kind: String) -> Option<String> {
    parlour_bridge::tools::toolset_of(&kind)
}

fn made(env: Env, machine: std::result::Result<Loop, parlour_bridge::ErrorInfo>) -> Result<ToolLoop> {
    let machine = machine.map_err(|error| raised(env, error))?;
    Ok(ToolLoop {
        machine,
        names: HashSet::new(),
        toolsets: HashSet::new(),
        due: None,
        last: Vec::new(),
        answer: KeptAnswer::default(),
    })
}

/// Whether the program can run a tool, or the toolset that it belongs to.
fn known(names: &HashSet<String>, toolsets: &HashSet<String>, name: &str, toolset: Option<&str>) -> bool {
    match toolset {
        Some(toolset) => toolsets.contains(toolset),
        None => names.contains(name),
    }
}

fn raised(env: Env, error: parlour_bridge::ErrorInfo) -> Error {
    errors::raise(environment::js(env), error)
}

fn no_json(error: serde_json::Error) -> Error {
    Error::new(Status::InvalidArg, error.to_string())
}

fn json_of(calls: &[Call]) -> Result<Option<String>> {
    if calls.is_empty() {
        return Ok(None);
    }
    let rows = calls.iter().map(|call| {
        Ok(CallJson {
            id: &call.id,
            name: &call.name,
            toolset: call.toolset.as_deref(),
            input: serde_json::from_str(&call.input)?,
            refused: call.refused,
        })
    });
    let rows = rows.collect::<serde_json::Result<Vec<_>>>().map_err(no_json)?;
    serde_json::to_string(&rows).map(Some).map_err(no_json)
}

/// Reads the list that `message.rs` wrote for a message.
pub(crate) fn unfinished_of(json: Option<&str>) -> Result<Vec<UnfinishedInput>> {
    #[derive(Deserialize)]
    struct Row {
        index: usize,
        state: String,
        raw: String,
    }
    let rows: Vec<Row> = json.map_or_else(|| Ok(Vec::new()), serde_json::from_str).map_err(no_json)?;
    let input = |row: Row| UnfinishedInput {
        index: row.index,
        state: if row.state == "invalid" { "invalid" } else { "incomplete" },
        raw: row.raw,
    };
    Ok(rows.into_iter().map(input).collect())
}
