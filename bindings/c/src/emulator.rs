//! The test service: what include/parlour_emulator.h declares. It must not know the client: the two share a library and
//! nothing else.

use std::mem::MaybeUninit;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

// The crate, not the handle below, which C knows by the same name.
use ::parlour_emulator::{BlockingEmulator, Builder, Emulator, Limits, Recorded};
use parlour_bridge::{ErrorInfo, Masked};
use serde::{Deserialize, Serialize};

use crate::abi::{PARLOUR_CLOSED, PARLOUR_FORKED, PARLOUR_TIMED_OUT, parlour_result};
use crate::border::{Fault, given, guarded, hand_over, quietly, value};
use crate::error::parlour_error;
use crate::text::parlour_str;

/// A Messages service on 127.0.0.1 with a thread of its own, for tests. Any number of threads may use it at once. A
/// forked child cannot use its parent's.
pub struct parlour_emulator {
    url: String,
    api_key: String,
    port: u16,
    generation: u32,
    state: Mutex<State>,
}

struct State {
    running: Option<Arc<BlockingEmulator>>,
    /// The requests as they were when somebody asked last: what he was given is borrowed.
    requests: Vec<Box<str>>,
    remains: Remains,
}

/// What can still be asked of a stopped service.
#[derive(Clone, Default)]
struct Remains {
    requests: Vec<Recorded>,
    accepted: u64,
    closed_early: u64,
    answered: u64,
}

impl Remains {
    fn of(service: &Emulator) -> Remains {
        Remains {
            requests: service.requests(),
            accepted: service.accepted_connections(),
            closed_early: service.closed_early(),
            answered: service.answered(),
        }
    }
}

/// What can be chosen before the start. Names as in the Python package.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    vendor: Option<String>,
    version: Option<String>,
    betas: Option<Vec<String>>,
    seed: u64,
    api_key: Option<String>,
    requests_per_minute: Option<u64>,
    tokens_per_minute: Option<u64>,
    input_tokens_per_minute: Option<u64>,
    output_tokens_per_minute: Option<u64>,
    pace_ms: f64,
    batch_polls: Option<u32>,
    keep_requests: Option<usize>,
    port: u16,
}

impl Options {
    fn builder(self) -> Result<Builder, ErrorInfo> {
        let default = Limits::default();
        let limits = Limits {
            requests: self.requests_per_minute.unwrap_or(default.requests),
            tokens: self.tokens_per_minute.unwrap_or(default.tokens),
            input_tokens: self.input_tokens_per_minute.unwrap_or(default.input_tokens),
            output_tokens: self.output_tokens_per_minute.unwrap_or(default.output_tokens),
        };
        let pace = Duration::try_from_secs_f64(self.pace_ms / 1000.0)
            .map_err(|_| ErrorInfo::config("pace_ms must be a time of at least 0"))?;
        let betas: Option<Vec<&str>> =
            self.betas.as_ref().map(|names| names.iter().map(String::as_str).collect());
        let mut builder = Emulator::builder()
            .vendor(self.vendor.as_deref())
            .version(self.version.as_deref())
            .betas(betas.as_deref())
            .seed(self.seed)
            .limits(limits)
            .pace(pace)
            .port(self.port);
        if let Some(key) = self.api_key {
            builder = builder.api_key(key);
        }
        if let Some(polls) = self.batch_polls {
            builder = builder.batch_polls_until_end(polls);
        }
        if let Some(count) = self.keep_requests {
            builder = builder.keep_requests(count);
        }
        Ok(builder)
    }
}

impl parlour_emulator {
    fn state(&self) -> Result<MutexGuard<'_, State>, Fault> {
        // Before the lock: in a child it may be held by a thread that does not exist.
        if self.generation != parlour_bridge::generation() {
            return Err(Fault::Code(PARLOUR_FORKED));
        }
        Ok(self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn running(&self) -> Result<Arc<BlockingEmulator>, Fault> {
        self.state()?.running.clone().ok_or(Fault::Code(PARLOUR_CLOSED))
    }

    /// What can be asked also after the end.
    fn remains(&self) -> Result<Remains, Fault> {
        let state = self.state()?;
        Ok(state.running.as_ref().map_or_else(|| state.remains.clone(), |service| Remains::of(service)))
    }

    fn count(&self, of: fn(&Emulator) -> u64, after: fn(&Remains) -> u64) -> Option<u64> {
        let state = self.state().ok()?;
        Some(state.running.as_ref().map_or_else(|| after(&state.remains), |service| of(service)))
    }

    fn stop(&self) -> Result<(), Fault> {
        let (service, remains) = (self.running()?, self.remains()?);
        let mut state = self.state()?;
        state.remains = remains;
        let before = state.running.take();
        drop(state);
        // Joins the service's thread; outside the lock.
        drop((before, service));
        Ok(())
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
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.generation != parlour_bridge::generation() {
            // Stopping would wait for a thread that this process does not have.
            std::mem::forget(state.running.take());
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
/// "seed", "api_key", "requests_per_minute", "tokens_per_minute", "input_tokens_per_minute", "output_tokens_per_minute",
/// "pace_ms" (the time between the events of the model's streams), "batch_polls", "keep_requests", "port". Free it with
/// parlour_emulator_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_start(
    options_json: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_emulator>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let (text, out) = (options_json.text()?, given(out)?);
        let options: Options = match text.trim_ascii() {
            "" => Options::default(),
            json => serde_json::from_str(json)
                .map_err(|error| ErrorInfo::config(format!("the emulator's options: {error}")))?,
        };
        let builder = options.builder()?;
        // Its thread is born with the mask: the host keeps its signals.
        let masked = Masked::new();
        let started = builder.start_blocking();
        drop(masked);
        let service =
            started.map_err(|error| ErrorInfo::config(format!("the emulator cannot start: {error}")))?;
        hand_over(
            out,
            parlour_emulator {
                url: service.url(),
                api_key: service.api_key().to_owned(),
                port: service.port(),
                generation: parlour_bridge::generation(),
                state: Mutex::new(State {
                    running: Some(Arc::new(service)),
                    requests: Vec::new(),
                    remains: Remains::default(),
                }),
            },
        );
        Ok(())
    })
}

/// Closes the listener and every connection. What was recorded stays readable. PARLOUR_CLOSED the second time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_stop(emulator: Option<&parlour_emulator>) -> parlour_result {
    guarded(None, || given(emulator)?.stop())
}

/// Stops a service and frees it; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_free(emulator: Option<Box<parlour_emulator>>) {
    quietly(|| drop(emulator));
}

/// Its base address, for example "http://127.0.0.1:40123". Borrowed until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_url(emulator: Option<&parlour_emulator>) -> parlour_str {
    value(parlour_str::EMPTY, || Some(parlour_str::of(&emulator?.url)))
}

/// The key it accepts, as x-api-key or as bearer token. Borrowed until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_api_key(emulator: Option<&parlour_emulator>) -> parlour_str {
    value(parlour_str::EMPTY, || Some(parlour_str::of(&emulator?.api_key)))
}

/// The port it listens on; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_port(emulator: Option<&parlour_emulator>) -> u16 {
    value(0, || Some(emulator?.port))
}

/// Adds replies to the end of the script: one JSON object or an array of them, or the name of a known fault. Each answers
/// one request (or as many as it repeats), in order of arrival, before the model answers again.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_script_json(
    emulator: Option<&parlour_emulator>,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let (service, json) = (given(emulator)?.running()?, json.text()?);
        Ok(service.script_json(json).map_err(|error| ErrorInfo::config(error.to_string()))?)
    })
}

/// How many scripted replies no request has used up.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_script_left(emulator: Option<&parlour_emulator>) -> usize {
    value(0, || Some(emulator?.running().ok()?.script_left()))
}

/// The requests seen so far, oldest first, also after the end: a JSON array of objects with "method", "path", "query",
/// "headers" (a list of pairs), "body" (a text), "http_version" and "connection" (a number). Borrowed until the emulator
/// is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_requests_json(
    emulator: Option<&parlour_emulator>,
    out: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    guarded(None, || {
        let (emulator, out) = (given(emulator)?, given(out)?);
        let remains = emulator.remains()?;
        let shown: Vec<Shown<'_>> = remains.requests.iter().map(Shown::of).collect();
        let text = crate::json::text_of(Some(&shown)).into_boxed_str();
        // A box does not move with the list.
        out.write(parlour_str::of(&text));
        emulator.state()?.requests.push(text);
        Ok(())
    })
}

/// The number of requests seen so far and not cleared.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_request_count(emulator: Option<&parlour_emulator>) -> usize {
    value(0, || Some(emulator?.remains().ok()?.requests.len()))
}

/// Forgets the requests seen and the rest of the script.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_clear(emulator: Option<&parlour_emulator>) -> parlour_result {
    guarded(None, || {
        given(emulator)?.running()?.clear();
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
    guarded(err, || {
        let (service, json) = (given(emulator)?.running()?, json.text()?);
        let keys: Vec<String> =
            serde_json::from_str(json).map_err(|error| ErrorInfo::config(format!("the keys: {error}")))?;
        service.set_keys(&keys.iter().map(String::as_str).collect::<Vec<_>>());
        Ok(())
    })
}

/// Ends all batches now, their items worked off.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_end_batches(emulator: Option<&parlour_emulator>) -> parlour_result {
    guarded(None, || {
        given(emulator)?.running()?.end_batches();
        Ok(())
    })
}

/// Connections that are open now.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_open_connections(emulator: Option<&parlour_emulator>) -> u64 {
    value(0, || emulator?.count(Emulator::open_connections, |_| 0))
}

/// Connections accepted since the start.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_accepted_connections(emulator: Option<&parlour_emulator>) -> u64 {
    value(0, || emulator?.count(Emulator::accepted_connections, |remains| remains.accepted))
}

/// Responses whose client went away before their end.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_closed_early(emulator: Option<&parlour_emulator>) -> u64 {
    value(0, || emulator?.count(Emulator::closed_early, |remains| remains.closed_early))
}

/// Responses that were sent as planned.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_answered(emulator: Option<&parlour_emulator>) -> u64 {
    value(0, || emulator?.count(Emulator::answered, |remains| remains.answered))
}

/// Waits until that many requests were received. PARLOUR_TIMED_OUT: not within that time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_wait_requests(
    emulator: Option<&parlour_emulator>,
    count: usize,
    timeout_ms: u32,
) -> parlour_result {
    guarded(None, || given(emulator)?.wait(timeout_ms, move |service| service.requests().len() >= count))
}

/// Waits until that many responses were left early. PARLOUR_TIMED_OUT: not within that time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_wait_closed_early(
    emulator: Option<&parlour_emulator>,
    count: u64,
    timeout_ms: u32,
) -> parlour_result {
    guarded(None, || given(emulator)?.wait(timeout_ms, move |service| service.closed_early() >= count))
}

/// Waits until exactly that many connections are open. PARLOUR_TIMED_OUT: not within that time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_emulator_wait_open_connections(
    emulator: Option<&parlour_emulator>,
    count: u64,
    timeout_ms: u32,
) -> parlour_result {
    guarded(None, || given(emulator)?.wait(timeout_ms, move |service| service.open_connections() == count))
}
