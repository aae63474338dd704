//! The tool loop without I/O: a host sends its requests and runs its calls as it likes. The rules are the core's.

use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_bridge::tools::{Call, ToolLoop};

use crate::abi::{PARLOUR_END, PARLOUR_NOT_FOUND, PARLOUR_WOULD_BLOCK, parlour_result};
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::content::parlour_content;
use crate::conversation::parlour_conversation;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::message::parlour_message;
use crate::request::parlour_request;
use crate::text::parlour_str;

/// A loop of requests and tool calls, which decides the next step and does no I/O itself. One thread at a time. Texts
/// of it are borrowed until it is asked for the same text again, or freed.
pub struct parlour_tool_loop {
    machine: ToolLoop,
    json: String,
    usage: String,
    settings: String,
    results: String,
}

impl parlour_tool_loop {
    pub(crate) fn of(machine: ToolLoop) -> parlour_tool_loop {
        parlour_tool_loop {
            machine,
            json: String::new(),
            usage: String::new(),
            settings: String::new(),
            results: String::new(),
        }
    }

    pub(crate) fn machine(&self) -> &ToolLoop {
        &self.machine
    }

    pub(crate) fn machine_mut(&mut self) -> &mut ToolLoop {
        &mut self.machine
    }
}

/// A call of a tool that may be run. Texts are borrowed until it is freed, or, inside a tool's function, until that
/// returns.
pub struct parlour_tool_call {
    call: Call,
    cancelled: Arc<AtomicBool>,
}

impl parlour_tool_call {
    pub(crate) fn of(call: Call, cancelled: Arc<AtomicBool>) -> parlour_tool_call {
        parlour_tool_call { call, cancelled }
    }
}

/// A loop that begins with this request, its turns and tools. `limits_json` is empty, or a JSON object with any of
/// "max_requests" (default 25), "max_pauses", "max_parallel" and "max_result_bytes". PARLOUR_FAILED for a request
/// without turns, two tools of one name, a schema that is no object's, a limit that cannot be used. Free it with
/// parlour_tool_loop_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_new(
    request: Option<&parlour_request>,
    limits_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_tool_loop>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (request, limits, out) =
            (require(request, "request")?, limits_json.text("limits_json")?, require(out, "out")?);
        let machine = ToolLoop::begin(request.body()?.to_bytes(), given_limits(limits))?;
        transfer(out, parlour_tool_loop::of(machine));
        Ok(())
    })
}

/// A loop that goes on with a copy of a conversation; `settings` is a request without turns, `limits_json` as for
/// parlour_tool_loop_new(). Free it with parlour_tool_loop_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_over(
    conversation: Option<&parlour_conversation>,
    settings: Option<&parlour_request>,
    limits_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_tool_loop>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (conversation, settings) =
            (require(conversation, "conversation")?, require(settings, "settings")?);
        let (limits, out) = (limits_json.text("limits_json")?, require(out, "out")?);
        let machine =
            ToolLoop::over(conversation.history(), &settings.settings_bytes()?, given_limits(limits))?;
        transfer(out, parlour_tool_loop::of(machine));
        Ok(())
    })
}

/// Reads what parlour_tool_loop_json() wrote, in whatever language. Free it with parlour_tool_loop_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_from_json(
    json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_tool_loop>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (json, out) = (json.text("json")?, require(out, "out")?);
        transfer(out, parlour_tool_loop::of(ToolLoop::from_json(json)?));
        Ok(())
    })
}

/// Frees a loop; NULL is allowed. Not for the loop of a parlour_tool_run.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_free(tool_loop: Option<Box<parlour_tool_loop>>) {
    infallible(|| drop(tool_loop));
}

/// The loop between two requests as one JSON object, to go on elsewhere. Calls that have not begun are run there; a
/// call that is running is reported to the model as failed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_json(
    tool_loop: Option<&mut parlour_tool_loop>,
    out: Option<&mut MaybeUninit<parlour_str>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, out) = (require(tool_loop, "tool_loop")?, require(out, "out")?);
        tool_loop.json = tool_loop.machine.to_json()?;
        out.write(parlour_str::of(&tool_loop.json));
        Ok(())
    })
}

/// The next request, to be sent with any function that takes one. PARLOUR_END if the loop is over:
/// parlour_tool_loop_end() says why. Calls without a result are answered with a failure. After a request that failed
/// this gives the same one again. Free it with parlour_request_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_request(
    tool_loop: Option<&mut parlour_tool_loop>,
    out: Option<&mut MaybeUninit<*mut parlour_request>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, out) = (require(tool_loop, "tool_loop")?, require(out, "out")?);
        let body = tool_loop.machine.request()?.ok_or(Fault::Code(PARLOUR_END))?;
        transfer(out, parlour_request::of_body(body));
        Ok(())
    })
}

/// Takes the answer to the last request and decides what follows. A call of a tool that the request does not have, or
/// with an input that is cut off or not a JSON object, is answered with an error and never handed out. PARLOUR_FAILED
/// if no answer is due.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_received(
    tool_loop: Option<&mut parlour_tool_loop>,
    message: Option<&parlour_message>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, message) = (require(tool_loop, "tool_loop")?, require(message, "message")?);
        let message = message.shared();
        tool_loop.machine.received_listed(message.json(), message.unfinished())?;
        Ok(())
    })
}

/// A call of the last answer that may be run now. PARLOUR_WOULD_BLOCK if another one has to end first (the limit of
/// calls at a time is reached, or all that are left were begun), PARLOUR_END if all have their results. Free it with
/// parlour_tool_call_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_begin_call(
    tool_loop: Option<&mut parlour_tool_loop>,
    out: Option<&mut MaybeUninit<*mut parlour_tool_call>>,
) -> parlour_result {
    coded(|| {
        let (tool_loop, out) = (require(tool_loop, "tool_loop")?, require(out, "out")?);
        let nothing = |machine: &ToolLoop| match machine.calls_done() {
            true => Fault::Code(PARLOUR_END),
            false => Fault::Code(PARLOUR_WOULD_BLOCK),
        };
        let call = tool_loop.machine.begin_call().ok_or_else(|| nothing(&tool_loop.machine))?;
        transfer(out, parlour_tool_call::of(call, Arc::default()));
        Ok(())
    })
}

/// Takes the result of a call, or denies one that was not begun; `is_error` says that the tool failed, and the text,
/// which the model reads, says why. PARLOUR_NOT_FOUND, and nothing happens, if there is no such call, or it has a
/// result.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_finish_call(
    tool_loop: Option<&mut parlour_tool_loop>,
    id: parlour_str,
    text: parlour_str,
    is_error: bool,
) -> parlour_result {
    coded(|| {
        let tool_loop = require(tool_loop, "tool_loop")?;
        call_found(tool_loop.machine.finish_text(id.text("id")?, text.text("text")?, is_error))
    })
}

/// As parlour_tool_loop_finish_call(), for a result of blocks, such as images; it takes a copy of them.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_finish_call_content(
    tool_loop: Option<&mut parlour_tool_loop>,
    id: parlour_str,
    content: Option<&parlour_content>,
    is_error: bool,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, content) = (require(tool_loop, "tool_loop")?, require(content, "content")?);
        let blocks = crate::json::text_of(Some(&content.blocks()?));
        call_found(tool_loop.machine.finish_call(id.text("id")?, blocks.as_bytes(), is_error)?)
    })
}

/// Whether all calls of the last answer have their results.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_calls_done(tool_loop: Option<&parlour_tool_loop>) -> bool {
    value_or(false, || Some(tool_loop?.machine.calls_done()))
}

/// Says something with the next request, behind the results.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_say(
    tool_loop: Option<&mut parlour_tool_loop>,
    text: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, text) = (require(tool_loop, "tool_loop")?, text.text("text")?);
        Ok(tool_loop.machine.say(crate::json::text_of(Some(text)).as_bytes())?)
    })
}

/// As parlour_tool_loop_say(), with blocks, of which it takes a copy.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_say_content(
    tool_loop: Option<&mut parlour_tool_loop>,
    content: Option<&parlour_content>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, content) = (require(tool_loop, "tool_loop")?, require(content, "content")?);
        Ok(tool_loop.machine.say(crate::json::text_of(Some(&content.blocks()?)).as_bytes())?)
    })
}

/// Adds turns, a JSON array of messages, to the next request, for programs that keep a history of their own. The last
/// answer of the model is in the history already and is skipped; results replace those of the functions; the rest
/// follows them. PARLOUR_FAILED, and nothing changes, for any other turn of the model: replace the history by
/// parlour_tool_loop_set_conversation().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_append(
    tool_loop: Option<&mut parlour_tool_loop>,
    turns_json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, turns) = (require(tool_loop, "tool_loop")?, turns_json.text("turns_json")?);
        Ok(tool_loop.machine.append(turns.as_bytes())?)
    })
}

/// The message with the results of the last answer, which the next request sends, as a JSON object; an empty text if
/// the answer made no calls. Calls without a result are answered with a failure.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_results_json(
    tool_loop: Option<&mut parlour_tool_loop>,
    out: Option<&mut MaybeUninit<parlour_str>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, out) = (require(tool_loop, "tool_loop")?, require(out, "out")?);
        tool_loop.results = tool_loop.machine.results_json()?.unwrap_or_default();
        out.write(parlour_str::of(&tool_loop.results));
        Ok(())
    })
}

/// Ends the loop. Calls without a result are answered with a failure, so that the history can be sent.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_cancel(
    tool_loop: Option<&mut parlour_tool_loop>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(require(tool_loop, "tool_loop")?.machine.cancel()?))
}

/// Why the loop is over: "stopped" (the model did, its answer says why), "request_limit", "pause_limit" or "cancelled";
/// empty while it is not. Static.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_end(tool_loop: Option<&parlour_tool_loop>) -> parlour_str {
    value_or(parlour_str::EMPTY, || tool_loop?.machine.end().map(parlour_str::of))
}

/// How many answers there were.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_request_count(tool_loop: Option<&parlour_tool_loop>) -> u32 {
    value_or(0, || Some(tool_loop?.machine.requests()))
}

/// The token usage of all answers together, as the JSON object of a message's usage.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_usage_json(
    tool_loop: Option<&mut parlour_tool_loop>,
    out: Option<&mut MaybeUninit<parlour_str>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, out) = (require(tool_loop, "tool_loop")?, require(out, "out")?);
        tool_loop.usage = tool_loop.machine.usage_json()?;
        out.write(parlour_str::of(&tool_loop.usage));
        Ok(())
    })
}

/// The request without its turns, as a JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_settings_json(
    tool_loop: Option<&mut parlour_tool_loop>,
    out: Option<&mut MaybeUninit<parlour_str>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, out) = (require(tool_loop, "tool_loop")?, require(out, "out")?);
        tool_loop.settings = tool_loop.machine.settings_json()?;
        out.write(parlour_str::of(&tool_loop.settings));
        Ok(())
    })
}

/// Replaces the request without its turns, between two requests: other parameters, tools added or removed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_set_settings(
    tool_loop: Option<&mut parlour_tool_loop>,
    settings: Option<&parlour_request>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (tool_loop, settings) = (require(tool_loop, "tool_loop")?, require(settings, "settings")?);
        let json = settings.settings_bytes()?;
        Ok(tool_loop.machine.set_settings(&String::from_utf8_lossy(&json))?)
    })
}

/// A copy of the history as it is now; it shares the bytes of the turns. Free it with parlour_conversation_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_conversation(
    tool_loop: Option<&parlour_tool_loop>,
    out: Option<&mut MaybeUninit<*mut parlour_conversation>>,
) -> parlour_result {
    coded(|| {
        let history = require(tool_loop, "tool_loop")?.machine.conversation();
        transfer(require(out, "out")?, parlour_conversation::of(history));
        Ok(())
    })
}

/// Replaces the history by a copy of another one, between two requests: a shorter one, for example.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_loop_set_conversation(
    tool_loop: Option<&mut parlour_tool_loop>,
    conversation: Option<&parlour_conversation>,
) -> parlour_result {
    coded(|| {
        let tool_loop = require(tool_loop, "tool_loop")?;
        tool_loop.machine.set_conversation(require(conversation, "conversation")?.history());
        Ok(())
    })
}

/// Frees a call; NULL is allowed. Not for the call that a tool's function is given.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_call_free(call: Option<Box<parlour_tool_call>>) {
    infallible(|| drop(call));
}

/// Names the call; its result repeats it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_call_id(call: Option<&parlour_tool_call>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&call?.call.id)))
}

/// The tool, or the member of a toolset.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_call_name(call: Option<&parlour_tool_call>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&call?.call.name)))
}

/// The toolset that the name belongs to; empty if it belongs to none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_call_toolset(call: Option<&parlour_tool_call>) -> parlour_str {
    value_or(parlour_str::EMPTY, || call?.call.toolset.as_deref().map(parlour_str::of))
}

/// The arguments: a JSON object, as the model wrote it. parlour_json_parse() reads it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_call_input_json(call: Option<&parlour_tool_call>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(&call?.call.input)))
}

/// Whether nobody waits for the result any more: the call took too long, or the run was interrupted. A function that
/// takes long checks it and returns. Any thread. false for NULL, and for a call that parlour_tool_loop_begin_call()
/// gave.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_call_is_cancelled(call: Option<&parlour_tool_call>) -> bool {
    value_or(false, || Some(call?.cancelled.load(Ordering::Acquire)))
}

/// Limits, of which there may be none.
pub(crate) fn given_limits(limits: &str) -> Option<&[u8]> {
    (!limits.is_empty()).then_some(limits.as_bytes())
}

fn call_found(found: bool) -> Result<(), Fault> {
    match found {
        true => Ok(()),
        false => Err(Fault::Code(PARLOUR_NOT_FOUND)),
    }
}
