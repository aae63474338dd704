//! The native half of the Node package: the FFI boundary between the bridge and JavaScript. It converts values and
//! carries wake-ups; policy is the core's, and the interface that users see is the TypeScript half's.

// The macros require `pub` for exported items, and only JavaScript reaches them.
#![allow(unreachable_pub)]

mod ask;
mod cache;
mod client;
mod client_tools;
mod conversation;
mod emulator;
mod env_port;
mod environment;
mod errors;
mod fed_message;
mod head;
mod hooks;
mod js;
mod kept_answer;
mod logs;
mod mcp;
mod message;
mod ops;
mod request_body;
mod resources;
mod spliced;
mod stops;
mod structured;
mod tool_failure;
mod tools;
mod uploads;
#[cfg_attr(not(unix), path = "no_uv_poll.rs")]
mod uv_poll;
mod wake;
mod webhook;

use napi::bindgen_prelude::{Function, Object};
use napi::{Env, Error, JsValue, Result, Status};
use napi_derive::napi;
use parlour_bridge::Inbox;

use crate::js::{Bytes, Value};
use crate::logs::LogRecord;

/// Makes a port, which delivers the results of its calls to this function. One for each loaded copy of the package in
/// an environment (the main thread or a worker); a port of another environment is refused.
///
/// `hosted`: the calls are driven by the environment's loop, which watches their sockets, and not by threads; where the
/// loop is not node's own, and on Windows, threads drive them in either case.
///
/// The function is called on the loop with tag, kind, payload, tag, kind, payload, … and must not throw; the tag is the
/// token of the call unless `submit` was given another. Kinds:
///
/// * 0 opened: the head of a whole answer, as from `head`; null for a stream, which is asked. Comes again if a stream
///   was begun anew before its first event.
/// * 1 events: batch text, see `take`.
/// * 2 chunk: a Buffer.
/// * 3 whole: the body, text or, if it is not UTF-8, a Buffer. An `opened` comes before it.
/// * 4 ask: whether the service refused the credential before. Answer with `answer` or `refuse`.
/// * 5 end: null.
/// * 6 failed: an `ErrorRecord`.
/// * 7 unfinished: JSON text `[{index, state, raw}]`, the tool inputs of the `whole` that follows which must not be
///   used.
/// * 8 logs: `LogRecord[]`, with tag 0.
/// * 9 closed: null; given up, nothing will come.
/// * 10 stops: `StopRecord[]`, with tag 0.
/// * 11 lines: how many lines of a batch's results have come; see `line`.
/// * 12 hook: a question for the result of a hook: `[hook, method, …]`. Answer with `answerHook` or `failHook`.
/// * 13 ends: `EndRecord[]`, with tag 0.
///
/// 3, 5, 6 and 9 are the last of their call.
#[napi(catch_unwind, ts_args_type = "wake: (...items: Array<any>) => void, hosted: boolean")]
pub fn open_port(env: Env, wake: Function<'_, (), ()>, hosted: bool) -> Result<f64> {
    Ok(environment::open(environment::js(env), &Value(wake.raw()), hosted)? as f64)
}

/// The items of a stream that have arrived: batch text if all are events, else an array of kind, payload, kind,
/// payload, … as for `openPort`, where 8 and 10 come first and are those of the port; null if none has arrived: then
/// the operation is armed and keeps the loop alive, and the function of its port will be called.
///
/// Batch text holds records one after another: one tag character, a length, and as many UTF-16 units. Tags: `a` a text
/// delta, `b` an input_json delta, `c` a thinking delta (the units are the piece, decoded), `d` any other event (its
/// JSON, an object that names its type), `e` an event whose JSON is no such object (JSON `[name, data]`, or `[name]` if
/// there was none), `i` no event: the index of the blocks that `a`, `b` and `c` belong to from here on (it is the
/// length; no units follow). A length is written in characters of six bits, lowest first; all but the last have 64
/// added.
#[napi(catch_unwind, ts_return_type = "string | Array<any> | null")]
pub fn take(env: Env, token: f64) -> Result<Value> {
    let js = environment::js(env);
    environment::env_port_of(js, token)?.take(js, token as u64)
}

/// The next of the result lines that kind 11 reported: its text, a Buffer if it is not UTF-8, an `ErrorRecord` if it is
/// no result, null if none is left. May be called until `release`. A line with long strings is an array: its text, and
/// these strings. The text holds in place of each one the string of U+0001 and its index in the array.
#[napi(catch_unwind, ts_return_type = "string | Array<string> | Buffer | ErrorRecord | null")]
pub fn line(env: Env, token: f64) -> Result<Value> {
    let js = environment::js(env);
    environment::env_port_of(js, token)?.line(js, token as u64)
}

/// Cancels a call: its connection is closed, and `failed` of kind Cancelled comes.
#[napi(catch_unwind)]
pub fn cancel(env: Env, token: f64) -> Result<()> {
    environment::env_port_of(environment::js(env), token)?.cancel(token as u64);
    Ok(())
}

/// Gives up a call, or forgets one that has ended; nothing more is delivered. Does nothing for tokens unknown.
#[napi(catch_unwind)]
pub fn release(env: Env, token: f64) -> Result<()> {
    let js = environment::js(env);
    environment::env_port_of(js, token)?.release(js, token as u64)
}

/// Answers an ask with a key; false if none waits for it.
#[napi(catch_unwind, ts_args_type = "token: number, credential: string")]
pub fn answer(env: Env, token: f64, credential: Bytes) -> Result<bool> {
    let js = environment::js(env);
    let key = client::key(credential).map_err(|error| errors::raise(js, error))?;
    Ok(environment::env_port_of(js, token)?.reply(token as u64, Ok(key)))
}

/// Answers an ask with a credential, one JSON object; false if none waits for it.
#[napi(catch_unwind, ts_args_type = "token: number, credentialJson: string")]
pub fn answer_json(env: Env, token: f64, credential: Bytes) -> Result<bool> {
    let js = environment::js(env);
    let made = client::credential(credential).map_err(|error| errors::raise(js, error))?;
    Ok(environment::env_port_of(js, token)?.reply(token as u64, Ok(made)))
}

/// Answers an ask: there is no key, for this reason. False if none waits for it.
#[napi(catch_unwind)]
pub fn refuse(env: Env, token: f64, message: String) -> Result<bool> {
    Ok(environment::env_port_of(environment::js(env), token)?.reply(token as u64, Err(message)))
}

/// Answers a hook: the JSON of its result, and the body of an answer. False if none waits for it.
#[napi(catch_unwind, ts_args_type = "token: number, resultJson: string, body: string | Uint8Array | null")]
pub fn answer_hook(env: Env, token: f64, result: Bytes, body: Bytes) -> Result<bool> {
    let body = body.0.map(bytes::Bytes::from);
    let result = result.0.unwrap_or_default();
    Ok(environment::env_port_of(environment::js(env), token)?.reply_hook(token as u64, Ok((&result, body))))
}

/// Answers a hook: it failed, for this reason. False if none waits for it.
#[napi(catch_unwind)]
pub fn fail_hook(env: Env, token: f64, message: String) -> Result<bool> {
    Ok(environment::env_port_of(environment::js(env), token)?.reply_hook(token as u64, Err(message)))
}

/// The head of a stream, JSON `[status, requestId, attempts, waitsMs, [[name, value], …]]`; null before it has begun.
/// Until `release`.
#[napi(catch_unwind, ts_return_type = "string | null")]
pub fn head(env: Env, token: f64) -> Result<Option<String>> {
    Ok(environment::env_port_of(environment::js(env), token)?.head(token as u64))
}

/// JSON of the message after so many events of the batch that came last (`i` records do not count); null before the
/// first. For streams submitted with 8, until `release`.
#[napi(catch_unwind, ts_return_type = "string | null")]
pub fn snapshot(env: Env, token: f64, consumed: u32) -> Result<Option<String>> {
    let env_port = environment::env_port_of(environment::js(env), token)?;
    let json =
        env_port.with_inbox(token as u64, |inbox| message::snapshot(inbox, consumed as usize).transpose());
    json.transpose().map_err(|error| errors::raise(environment::js(env), error))
}

/// JSON of one block of `snapshot`, without the others; null if it has not begun.
#[napi(catch_unwind, ts_return_type = "string | null")]
pub fn snapshot_block(env: Env, token: f64, consumed: u32, index: u32) -> Result<Option<String>> {
    let env_port = environment::env_port_of(environment::js(env), token)?;
    let block = |inbox: &mut Inbox| message::block(inbox, consumed as usize, index as usize).transpose();
    let json = env_port.with_inbox(token as u64, block).transpose();
    json.map_err(|error| errors::raise(environment::js(env), error))
}

/// JSON of the whole message, and of its inputs that must not be used (null if there are none); null before its last
/// event. For streams submitted with 8, until `release`.
#[napi(catch_unwind, ts_return_type = "[string, string | null] | null")]
pub fn final_message(env: Env, token: f64) -> Result<Value> {
    let js = environment::js(env);
    let finished = environment::env_port_of(js, token)?
        .with_inbox(token as u64, |inbox| message::finished(inbox).transpose())
        .transpose()
        .map_err(|error| errors::raise(js, error))?;
    let Some((message, unfinished)) = finished else { return js.null() };
    let unfinished = match unfinished {
        Some(unfinished) => js.text(&unfinished)?,
        None => js.null()?,
    };
    js.array(&[js.text(&message)?.0, unfinished.0])
}

/// The rate limits of a head (the text of `head`, or that came with `opened`), JSON
/// `[[[name, limit, remaining, resetUnixMs], …], remainingTokens]` with null for values that the answer did not have.
#[napi(catch_unwind)]
pub fn rate_limits(head: String, vendor: String) -> Result<String> {
    head::rate_limits(&head, &vendor).map_err(|error| Error::new(Status::InvalidArg, error.to_string()))
}

/// Every kind of failure: its code, its name, whether it is worth repeating.
#[napi(catch_unwind)]
pub fn error_table() -> Vec<(u16, &'static str, bool)> {
    parlour_bridge::error_table().iter().map(|row| (row.code, row.name, row.retryable)).collect()
}

/// The variables that a client looks up in the environment.
#[napi(catch_unwind)]
pub fn environment_names() -> Vec<&'static str> {
    parlour_bridge::settings::environment_names().collect()
}

/// Collects log records from this level on: 0 none, 1 error, 2 warn, 3 info, 4 debug. False if something else in the
/// process has taken the place of the log.
#[napi(catch_unwind)]
pub fn set_log_level(level: u32) -> bool {
    logs::collect(level)
}

/// The log records of a port that waited.
#[napi(catch_unwind)]
pub fn logs(env: Env, port: f64) -> Result<Vec<LogRecord>> {
    Ok(environment::env_port(environment::js(env), port as u64)?.logs())
}

/// By what deltas a block grows: `"text"`, `"thinking"`, `"input"`, `"compaction"`; null for one that arrives whole.
#[napi(catch_unwind, ts_return_type = "'text' | 'thinking' | 'input' | 'compaction' | null")]
pub fn block_growth(kind: String, has_input: bool) -> Option<String> {
    Some(parlour_bridge::wire::BlockGrowth::of(&kind, has_input)?.as_str().to_owned())
}

/// The name that was probably meant by one that is not among those known; null if none is near.
#[napi(catch_unwind, ts_return_type = "string | null")]
pub fn nearest(name: String, known: Vec<String>) -> Option<String> {
    parlour_bridge::nearest(&name, known.iter().map(String::as_str)).map(str::to_owned)
}

/// Sets the number of threads of this process for work that its loops do not drive. Call it before the first call.
#[napi(catch_unwind)]
pub fn configure(env: Env, worker_threads: u32) -> Result<()> {
    parlour_bridge::configure(parlour_bridge::RuntimeOptions { worker_threads })
        .map_err(|error| errors::raise(environment::js(env), error))
}

/// The version of the native half.
#[napi(catch_unwind)]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Has errors name settings as JavaScript does, and the library stay when the last worker that loaded it ends: the
/// runtime's threads outlive the worker. Elsewhere than on Windows it is linked so that it stays (`build.rs`).
#[napi(module_exports, catch_unwind)]
pub fn loaded(_: Object<'_>) {
    parlour_bridge::speak(&parlour_bridge::spelling::NODE);
    #[cfg(windows)]
    napi::bindgen_prelude::retain_current_module_for_unload_safety();
}
