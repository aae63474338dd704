//! The test service: what include/parlour_emulator.h declares. The service and the client share a library and nothing
//! else.

use std::mem::MaybeUninit;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

// The crate, not the handle below, which C knows by the same name.
use ::parlour_emulator::{BlockingEmulator, Emulator, Handle, Recorded, Settings};
use parlour_bridge::{ErrorInfo, SignalMask};
use serde::Serialize;

use crate::abi::{PARLOUR_CLOSED, PARLOUR_FORKED, PARLOUR_TIMED_OUT, parlour_result};
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::text::parlour_str;

/// A Messages service on 127.0.0.1 with a thread of its own, for tests. Any number of threads may use it at once. A
/// forked child cannot use its parent's.
pub struct parlour_emulator {
    service: Handle,
    generation: u32,
    /// Texts that were returned: they are borrowed until the emulator is freed.
    given: Mutex<Vec<Box<str>>>,
}

impl parlour_emulator {
    /// Not in a child: a lock may be held there by a thread that does not exist.
    fn here(&self) -> Result<&Handle, Fault> {
        match self.generation == parlour_bridge::generation() {
            true => Ok(&self.service),
            false => Err(Fault::Code(PARLOUR_FORKED)),
        }
    }

    fn running(&self) -> Result<Arc<BlockingEmulator>, Fault> {
        self.here()?.running().ok_or(Fault::Code(PARLOUR_CLOSED))
    }

    fn wait(
        &self,
        timeout_ms: u32,
        holds: impl Fn(&Emulator) -> bool + Send + Sync + 'static,
    ) -> Result<(), Fault> {
        let service = self.running()?;
        match service.wait_until(Duration::from_millis(timeout_ms.into()), holds) {
            true => Ok(()),
            false => Err(Fault::Code(PARLOUR_TIMED_OUT)),
        }
    }
}

impl Drop for parlour_emulator {
    fn drop(&mut self) {
        if self.generation != parlour_bridge::generation() {
            self.service.abandon();
        }
    }
}

/// A request as the test sees it.
#[derive(Serialize)]
struct Shown<'a> {
    method: &'a str,
    path: &'a str,
    query: &'a str,
    headers: &'a [(String, String)],
    body: std::borrow::Cow<'a, str>,
    http_version: &'a str,
    connection: u64,
}

impl<'a> Shown<'a> {
    fn of(request: &'a Recorded) -> Shown<'a> {
        Shown {
            method: &request.method,
            path: &request.path,
            query: &request.query,
            headers: &request.headers,
            body: String::from_utf8_lossy(&request.body),
            http_version: request.http_version,
            connection: request.connection,
        }
    }
}

/// Starts a service on a free port. `options_json` is a JSON object, or nothing (len 0): "vendor", "version", "betas",
/// "seed", "api_key", "requests_per_minute", "tokens_per_minute", "input_tokens_per_minute",
/// "output_tokens_per_minute", "pace_ms" (the time between the events of the model's streams), "batch_polls",
/// "keep_requests", "port", "models" ("any": also those that it does not know). Without "version" those of both
/// dialects are accepted; "any" accepts every version. Free it with parlour_emulator_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_start(
    options_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_emulator>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (text, out) = (options_json.text("options_json")?, require(out, "out")?);
        let builder = Settings::from_json(text)
            .and_then(Settings::builder)
            .map_err(|error| ErrorInfo::config(error.to_string()))?;
        // Its thread is born with the mask: the host keeps its signals.
        let masked = SignalMask::new();
        let started = Handle::start(builder);
        drop(masked);
        let service =
            started.map_err(|error| ErrorInfo::config(format!("the emulator cannot start: {error}")))?;
        let generation = parlour_bridge::generation();
        transfer(out, parlour_emulator { service, generation, given: Mutex::default() });
        Ok(())
    })
}

/// Closes the listener and every connection. The recorded requests stay readable. PARLOUR_CLOSED the second time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_stop(emulator: Option<&parlour_emulator>) -> parlour_result {
    coded(|| match require(emulator, "emulator")?.here()?.stop() {
        true => Ok(()),
        false => Err(Fault::Code(PARLOUR_CLOSED)),
    })
}

/// Stops a service and frees it; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_free(emulator: Option<Box<parlour_emulator>>) {
    infallible(|| drop(emulator));
}

/// Its base address, for example "http://127.0.0.1:40123". Borrowed until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_url(emulator: Option<&parlour_emulator>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(emulator?.service.url())))
}

/// The key it accepts, as x-api-key or as bearer token. Borrowed until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_api_key(emulator: Option<&parlour_emulator>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(emulator?.service.api_key())))
}

/// The port it listens on; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_port(emulator: Option<&parlour_emulator>) -> u16 {
    value_or(0, || Some(emulator?.service.port()))
}

/// Adds replies to the end of the script: one JSON object or an array of them, or the name of a known fault. Each
/// answers one request (or as many as it repeats), in order of arrival, before the model answers again.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_script_json(
    emulator: Option<&parlour_emulator>,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (service, json) = (require(emulator, "emulator")?.running()?, json.text("json")?);
        Ok(service.script_json(json).map_err(|error| ErrorInfo::config(error.to_string()))?)
    })
}

/// How many scripted replies no request has used up.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_script_left(emulator: Option<&parlour_emulator>) -> usize {
    value_or(0, || Some(emulator?.here().ok()?.script_left()))
}

/// The requests seen so far, oldest first, also after the end: a JSON array of objects with "method", "path", "query",
/// "headers" (a list of pairs), "body" (a text), "http_version" and "connection" (a number). Borrowed until the
/// emulator is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_requests_json(
    emulator: Option<&parlour_emulator>,
    out: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| {
        let (emulator, out) = (require(emulator, "emulator")?, require(out, "out")?);
        let requests = emulator.here()?.requests();
        let shown: Vec<Shown<'_>> = requests.iter().map(Shown::of).collect();
        let text = crate::json::text_of(Some(&shown)).into_boxed_str();
        // A box does not move with the list.
        out.write(parlour_str::of(&text));
        emulator.given.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        Ok(())
    })
}

/// The number of requests seen so far and not cleared.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_request_count(emulator: Option<&parlour_emulator>) -> usize {
    value_or(0, || Some(emulator?.here().ok()?.request_count()))
}

/// Forgets the requests seen and the rest of the script.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_clear(emulator: Option<&parlour_emulator>) -> parlour_result {
    coded(|| {
        require(emulator, "emulator")?.running()?.clear();
        Ok(())
    })
}

/// Replaces the accepted keys by those of a JSON array, as a rotation does.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_set_keys_json(
    emulator: Option<&parlour_emulator>,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (service, json) = (require(emulator, "emulator")?.running()?, json.text("json")?);
        let keys: Vec<String> =
            serde_json::from_str(json).map_err(|error| ErrorInfo::config(format!("the keys: {error}")))?;
        service.set_keys(&keys.iter().map(String::as_str).collect::<Vec<_>>());
        Ok(())
    })
}

/// Ends all batches now, their items worked off.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_end_batches(emulator: Option<&parlour_emulator>) -> parlour_result {
    coded(|| {
        require(emulator, "emulator")?.running()?.end_batches();
        Ok(())
    })
}

/// Connections that are open now.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_open_connections(emulator: Option<&parlour_emulator>) -> u64 {
    value_or(0, || Some(emulator?.here().ok()?.open_connections()))
}

/// Connections accepted since the start.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_accepted_connections(emulator: Option<&parlour_emulator>) -> u64 {
    value_or(0, || Some(emulator?.here().ok()?.accepted_connections()))
}

/// Responses whose client went away before their end.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_closed_early(emulator: Option<&parlour_emulator>) -> u64 {
    value_or(0, || Some(emulator?.here().ok()?.closed_early()))
}

/// Responses that were sent as planned.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_answered(emulator: Option<&parlour_emulator>) -> u64 {
    value_or(0, || Some(emulator?.here().ok()?.answered()))
}

/// Waits until that many requests were received. PARLOUR_TIMED_OUT: not within that time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_wait_requests(
    emulator: Option<&parlour_emulator>,
    count: usize,
    timeout_ms: u32,
) -> parlour_result {
    coded(|| {
        require(emulator, "emulator")?.wait(timeout_ms, move |service| service.requests().len() >= count)
    })
}

/// Waits until that many responses were left early. PARLOUR_TIMED_OUT: not within that time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_wait_closed_early(
    emulator: Option<&parlour_emulator>,
    count: u64,
    timeout_ms: u32,
) -> parlour_result {
    coded(|| require(emulator, "emulator")?.wait(timeout_ms, move |service| service.closed_early() >= count))
}

/// Waits until exactly that many connections are open. PARLOUR_TIMED_OUT: not within that time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_wait_open_connections(
    emulator: Option<&parlour_emulator>,
    count: u64,
    timeout_ms: u32,
) -> parlour_result {
    coded(|| {
        require(emulator, "emulator")?.wait(timeout_ms, move |service| service.open_connections() == count)
    })
}
