//! Hooks around each call and each attempt.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use parlour_bridge::ErrorInfo;
use parlour_bridge::hooks::{
    CallEnd, Hook, HookAction, HookAnswer, HookCall, HookFailure, HookFuture, HookPoints, HookRetry, end_json,
};

use crate::abi::{PARLOUR_NOT_FOUND, parlour_result};
use crate::boundary::coded;
use crate::catch::value_or;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::head::at;
use crate::text::parlour_str;
use crate::user::User;

/// Where a hook is called; a sum of PARLOUR_HOOK_....
pub type parlour_hook_points = u32;
/// Before the first attempt of a call.
pub const PARLOUR_HOOK_CALL: parlour_hook_points = 1;
/// Before each attempt.
pub const PARLOUR_HOOK_ATTEMPT: parlour_hook_points = 2;
/// After each attempt that failed before content was given out.
pub const PARLOUR_HOOK_FAILURE: parlour_hook_points = 4;
/// When a call is over.
pub const PARLOUR_HOOK_END: parlour_hook_points = 8;
/// As PARLOUR_HOOK_END, with `telemetry` in the JSON of the end.
pub const PARLOUR_HOOK_TELEMETRY: parlour_hook_points = 16;
/// As PARLOUR_HOOK_TELEMETRY, with the time of each chunk of a stream: the clock is then read for each event.
pub const PARLOUR_HOOK_CHUNK_TIMES: parlour_hook_points = 32;

/// The input of a hook function, and the place for its result. Borrowed, with all texts that it gives: valid until the
/// function returns.
pub struct parlour_hook {
    asked: Asked,
    url: OnceCell<String>,
    headers: OnceCell<Vec<(String, String)>>,
    body: OnceCell<Option<Bytes>>,
    action: HookAction,
    answer: Option<HookAnswer>,
    retry: HookRetry,
    failed: Option<String>,
}

enum Asked {
    Call(HookCall),
    Attempt(HookCall),
    Failure { attempt: u32, error: parlour_error, next_wait: Option<Duration> },
    End(String),
}

impl parlour_hook {
    fn new(asked: Asked) -> parlour_hook {
        parlour_hook {
            asked,
            url: OnceCell::new(),
            headers: OnceCell::new(),
            body: OnceCell::new(),
            action: HookAction::proceed(),
            answer: None,
            retry: HookRetry::AsDecided,
            failed: None,
        }
    }

    fn call(&self) -> Option<&HookCall> {
        match &self.asked {
            Asked::Call(call) | Asked::Attempt(call) => Some(call),
            Asked::Failure { .. } | Asked::End(_) => None,
        }
    }

    /// A mistake ends the call, also if the host's function does not look at the result.
    fn checked<T>(&mut self, made: parlour_bridge::hooks::Made<T>) -> Result<T, Fault> {
        made.map_err(|error| {
            let error = ErrorInfo::from(error);
            self.failed.get_or_insert_with(|| error.message.clone());
            error.into()
        })
    }

    fn lines(&self) -> &[(String, String)] {
        self.headers.get_or_init(|| {
            let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
            let headers = self.call().into_iter().flat_map(|call| call.request.headers());
            headers.map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes()))).collect()
        })
    }
}

/// Called at the points that were given with it: see parlour_hook_point(). It reads what it is called for, and puts
/// what it wants into `hook`; a function that puts nothing changes nothing.
///
/// It is called on a thread of the library, for several calls at once, and may block: the call waits under its time
/// limits. At the end of a call nothing waits for it, and ends come one after the other; of more than 16384 that wait
/// for a slow function the oldest are dropped. It must not make a call with the client that calls it, nor leave by an
/// exception or longjmp().
pub type parlour_hook_fn = Option<unsafe extern "C" fn(user: *mut c_void, hook: *mut parlour_hook)>;

type Function = unsafe extern "C" fn(*mut c_void, *mut parlour_hook);

/// Which point the function is called for: one of PARLOUR_HOOK_...; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_point(hook: Option<&parlour_hook>) -> parlour_hook_points {
    value_or(0, || {
        Some(match hook?.asked {
            Asked::Call(_) => PARLOUR_HOOK_CALL,
            Asked::Attempt(_) => PARLOUR_HOOK_ATTEMPT,
            Asked::Failure { .. } => PARLOUR_HOOK_FAILURE,
            Asked::End(_) => PARLOUR_HOOK_END,
        })
    })
}

/// The attempt that is about to be made, or that failed: 1 for the first; 0 at the end of a call.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_attempt(hook: Option<&parlour_hook>) -> u32 {
    value_or(0, || match &hook?.asked {
        Asked::Call(call) | Asked::Attempt(call) => Some(call.attempt),
        Asked::Failure { attempt, .. } => Some(*attempt),
        Asked::End(_) => None,
    })
}

/// The call that is about to be sent: the same text for all its attempts, and `id` at its end; other calls have others.
/// Empty at other points.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_call_id(hook: Option<&parlour_hook>) -> parlour_str {
    value_or(parlour_str::EMPTY, || hook?.call().map(|call| parlour_str::of(&call.id)))
}

/// The model of a call that is about to be sent; empty if the request names none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_model(hook: Option<&parlour_hook>) -> parlour_str {
    value_or(parlour_str::EMPTY, || hook?.call()?.model.as_deref().map(parlour_str::of))
}

/// A label of a call that is about to be sent; PARLOUR_NOT_FOUND beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_label_at(
    hook: Option<&parlour_hook>,
    index: usize,
    label: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| {
        let (hook, label) = (require(hook, "hook")?, require(label, "label")?);
        let found = hook.call().and_then(|call| call.labels.get(index));
        label.write(parlour_str::of(found.ok_or(Fault::Code(PARLOUR_NOT_FOUND))?));
        Ok(())
    })
}

/// Whether the answer of a call that is about to be sent is asked for as a stream.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_is_stream(hook: Option<&parlour_hook>) -> bool {
    value_or(false, || Some(hook?.call()?.stream))
}

/// The method of a request that is about to be sent, for example "POST".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_method(hook: Option<&parlour_hook>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(hook?.call()?.request.method().as_str())))
}

/// The address of a request that is about to be sent, query included.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_url(hook: Option<&parlour_hook>) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let hook = hook?;
        let call = hook.call()?;
        Some(parlour_str::of(hook.url.get_or_init(|| call.request.url())))
    })
}

/// The number of header lines of a request that is about to be sent: those of earlier hooks are among them, the
/// credential is not.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_header_count(hook: Option<&parlour_hook>) -> usize {
    value_or(0, || Some(hook?.lines().len()))
}

/// A header line of a request that is about to be sent, its name in lower case. PARLOUR_NOT_FOUND beyond the last.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_header_at(
    hook: Option<&parlour_hook>,
    index: usize,
    name: Option<&mut MaybeUninit<parlour_str>>,
    value: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| at(require(hook, "hook")?.lines(), index, require(name, "name")?, require(value, "value")?))
}

/// The body of a request that is about to be sent, empty without one. PARLOUR_NOT_FOUND if it is a stream, which is
/// read while it is sent, and at other points.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_body(
    hook: Option<&parlour_hook>,
    body: Option<&mut MaybeUninit<parlour_str>>,
) -> parlour_result {
    coded(|| {
        let (hook, out) = (require(hook, "hook")?, require(body, "body")?);
        let bytes = hook.body.get_or_init(|| hook.call().and_then(|call| call.request.body()));
        out.write(parlour_str::of_bytes(bytes.as_deref().ok_or(Fault::Code(PARLOUR_NOT_FOUND))?));
        Ok(())
    })
}

/// Why the attempt failed; NULL at other points. Borrowed: parlour_error_clone() makes one to keep.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_error(hook: Option<&parlour_hook>) -> Option<&parlour_error> {
    value_or(None, || match &hook?.asked {
        Asked::Failure { error, .. } => Some(Some(error)),
        _ => None,
    })
}

/// The wait before the next attempt as it is decided so far. PARLOUR_NOT_FOUND if the call ends with the error, and at
/// other points.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_next_wait_ms(
    hook: Option<&parlour_hook>,
    wait_ms: Option<&mut MaybeUninit<u64>>,
) -> parlour_result {
    coded(|| {
        let (hook, out) = (require(hook, "hook")?, require(wait_ms, "wait_ms")?);
        let Asked::Failure { next_wait: Some(wait), .. } = &hook.asked else {
            return Err(Fault::Code(PARLOUR_NOT_FOUND));
        };
        out.write(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
        Ok(())
    })
}

/// How a call ended, as one JSON object; empty at other points. `id`, `outcome` ("completed", "failed" before an answer
/// began, "interrupted" after one began, "cancelled"), `operation`, `model`, `route`, `labels`, `stream`, `max_tokens`,
/// `response_id`, `response_model`, `stop_reason`, `kind`, `subkind`, `error_type`, `status`, `request_id`, `attempts`,
/// `hedge_won` (the second of two attempts at once answered), `answered_by_hook`, `usage`, `notices` (each with
/// `limit`, `model`, `label`, `used`, `most`), `waited_seconds`, `queued_seconds`, `first_event_seconds`,
/// `duration_seconds`, `ended_at` (seconds since 1970); what is not known is null. With PARLOUR_HOOK_TELEMETRY also
/// `telemetry`, for OpenTelemetry: `name`, `start_unix_nano`, `end_unix_nano`, `error` and `attributes` of a span, and
/// `measurements`, each with `name`, `unit`, `description`, `bounds`, `values` and `attributes` of a histogram.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_end_json(hook: Option<&parlour_hook>) -> parlour_str {
    value_or(parlour_str::EMPTY, || match &hook?.asked {
        Asked::End(json) => Some(parlour_str::of(json)),
        _ => None,
    })
}

/// Sends this header too, in place of one of that name; at PARLOUR_HOOK_CALL with each attempt. Copied. One that cannot
/// be sent ends the call. Only before a call or an attempt.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_add_header(
    hook: Option<&mut parlour_hook>,
    name: parlour_str,
    value: parlour_str,
) -> parlour_result {
    coded(|| {
        let hook = before(hook)?;
        let made = hook.action.clone().with_header(name.text("name")?, value.text("value")?);
        hook.action = hook.checked(made)?;
        Ok(())
    })
}

/// Answers in place of the service, with this status, from 200 to 599, and this body: JSON, or for a streamed call the
/// text of an event stream as well. Copied. Only before a call or an attempt.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_answer(
    hook: Option<&mut parlour_hook>,
    status: u16,
    body: parlour_str,
) -> parlour_result {
    coded(|| {
        let body = Bytes::copy_from_slice(body.bytes("body")?);
        let hook = before(hook)?;
        let made = HookAnswer::new(status, body);
        hook.answer = Some(hook.checked(made)?);
        Ok(())
    })
}

/// Adds a header of the answer that parlour_hook_answer() gave. Copied.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_add_answer_header(
    hook: Option<&mut parlour_hook>,
    name: parlour_str,
    value: parlour_str,
) -> parlour_result {
    coded(|| {
        let hook = before(hook)?;
        let answer = hook.answer.as_ref().ok_or(Fault::Code(PARLOUR_NOT_FOUND))?.clone();
        let made = answer.with_header(name.text("name")?, value.text("value")?);
        hook.answer = Some(hook.checked(made)?);
        Ok(())
    })
}

/// Ends the call with an error of the kind PARLOUR_KIND_HOOK and the subkind "veto", for this reason. Copied. Only
/// before a call or an attempt.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_veto(hook: Option<&mut parlour_hook>, reason: parlour_str) -> parlour_result {
    coded(|| {
        let reason = reason.text("reason")?.to_owned();
        let hook = before(hook)?;
        hook.action = std::mem::take(&mut hook.action).refusing(reason);
        Ok(())
    })
}

/// Asks for another attempt after this wait, also where the retry policy wants none. Only after a failure.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_retry_after_ms(
    hook: Option<&mut parlour_hook>,
    wait_ms: u64,
) -> parlour_result {
    coded(|| {
        after(hook)?.retry = HookRetry::After(Duration::from_millis(wait_ms));
        Ok(())
    })
}

/// Wants no further attempt. Only after a failure.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_stop(hook: Option<&mut parlour_hook>) -> parlour_result {
    coded(|| {
        after(hook)?.retry = HookRetry::Stop;
        Ok(())
    })
}

/// Says that the function failed: the call ends with an error of the kind PARLOUR_KIND_HOOK and the subkind "failed",
/// with this message. Copied. At the end of a call it is logged.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_hook_fail(hook: Option<&mut parlour_hook>, message: parlour_str) -> parlour_result {
    coded(|| {
        let message = message.text("message")?.to_owned();
        require(hook, "hook")?.failed = Some(message);
        Ok(())
    })
}

fn before(hook: Option<&mut parlour_hook>) -> Result<&mut parlour_hook, Fault> {
    let hook = require(hook, "hook")?;
    match hook.call() {
        Some(_) => Ok(hook),
        None => Err(misplaced("before a call or an attempt")),
    }
}

fn after(hook: Option<&mut parlour_hook>) -> Result<&mut parlour_hook, Fault> {
    let hook = require(hook, "hook")?;
    match hook.asked {
        Asked::Failure { .. } => Ok(hook),
        _ => Err(misplaced("after an attempt that failed")),
    }
}

fn misplaced(wanted: &str) -> Fault {
    ErrorInfo::config(format!("this function is for hooks that are called {wanted}")).into()
}

/// A host's function, shared by the configuration and the clients made with it.
pub(crate) struct HostHook {
    name: String,
    points: HookPoints,
    telemetry: bool,
    function: Function,
    user: User,
    ends: Mutex<Ends>,
}

/// Ends of calls that the function is still to be called for. One thread at a time does that, in their order: a
/// function that blocks must not take the threads of look-ups.
#[derive(Default)]
struct Ends {
    waiting: VecDeque<String>,
    /// A thread calls the function.
    running: bool,
}

/// Ends that wait for a slow function at most; the oldest go first.
const MOST_ENDS: usize = 16_384;

impl HostHook {
    /// # Errors
    /// For points that are none.
    pub(crate) fn new(
        name: String,
        points: parlour_hook_points,
        function: Function,
        user: User,
    ) -> Result<HostHook, (ErrorInfo, User)> {
        let known = [
            (PARLOUR_HOOK_CALL, HookPoints::CALL),
            (PARLOUR_HOOK_ATTEMPT, HookPoints::ATTEMPT),
            (PARLOUR_HOOK_FAILURE, HookPoints::FAILURE),
            (PARLOUR_HOOK_END, HookPoints::END),
            (PARLOUR_HOOK_TELEMETRY, HookPoints::END),
            (PARLOUR_HOOK_CHUNK_TIMES, HookPoints::CHUNK_TIMES),
        ];
        if points == 0 || known.iter().fold(points, |left, (number, _)| left & !number) != 0 {
            let text = format!(": {points} is no sum of PARLOUR_HOOK_...");
            return Err((ErrorInfo::about("hooks", &text), user));
        }
        let telemetry = points & (PARLOUR_HOOK_TELEMETRY | PARLOUR_HOOK_CHUNK_TIMES) != 0;
        let given = known.into_iter().filter(|(number, _)| points & number != 0);
        let points = given.fold(HookPoints::default(), |all, (_, point)| all.and(point));
        Ok(HostHook { name, points, telemetry, function, user, ends: Mutex::default() })
    }

    /// Calls the function for the ends that wait, until there are none. What failed first is returned.
    fn tell_ends(&self) -> Result<(), String> {
        let mut outcome = Ok(());
        while let Some(end) = self.next_end() {
            outcome = outcome.and(self.ask(Asked::End(end)).map(drop));
        }
        outcome
    }

    fn next_end(&self) -> Option<String> {
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        let next = ends.waiting.pop_front();
        ends.running = next.is_some();
        next
    }

    /// Adds an end; true if no thread calls the function yet.
    fn add_end(&self, end: String) -> bool {
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        if ends.waiting.len() >= MOST_ENDS {
            ends.waiting.pop_front();
        }
        ends.waiting.push_back(end);
        !std::mem::replace(&mut ends.running, true)
    }

    fn ask(&self, asked: Asked) -> Result<parlour_hook, String> {
        let mut hook = parlour_hook::new(asked);
        // SAFETY: the host gave the function for this pointer; it outlives the call, because `self` does.
        unsafe { (self.function)(self.user.pointer(), &raw mut hook) };
        match hook.failed.take() {
            Some(message) => Err(message),
            None => Ok(hook),
        }
    }
}

/// A hook of one client.
pub(crate) struct ClientHook(pub(crate) Arc<HostHook>);

impl ClientHook {
    async fn asked(&self, asked: Asked) -> Result<parlour_hook, Box<dyn std::error::Error + Send + Sync>> {
        let host = Arc::clone(&self.0);
        // Off the threads that drive connections: the host may ask another service and wait for it.
        Ok(parlour_bridge::callback(move || host.ask(asked)).await??)
    }

    async fn before(&self, asked: Asked) -> Result<HookAction, Box<dyn std::error::Error + Send + Sync>> {
        let parlour_hook { action, answer, .. } = self.asked(asked).await?;
        Ok(match answer {
            Some(answer) => action.answered(answer),
            None => action,
        })
    }
}

impl Hook for ClientHook {
    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0.name)
    }

    fn points(&self) -> HookPoints {
        self.0.points
    }

    fn on_call(&self, call: HookCall) -> HookFuture<'_, HookAction> {
        Box::pin(self.before(Asked::Call(call)))
    }

    fn on_attempt(&self, attempt: HookCall) -> HookFuture<'_, HookAction> {
        Box::pin(self.before(Asked::Attempt(attempt)))
    }

    fn on_failure<'h>(&'h self, failure: HookFailure<'h>) -> HookFuture<'h, HookRetry> {
        let asked = Asked::Failure {
            attempt: failure.attempt,
            error: parlour_error::of(ErrorInfo::from(failure.error)),
            next_wait: failure.next_wait,
        };
        Box::pin(async move { Ok(self.asked(asked).await?.retry) })
    }

    fn on_end(&self, end: &CallEnd) {
        let host = Arc::clone(&self.0);
        let Ok(json) = end_json(end, host.telemetry) else { return };
        // Not here: locks of the library may be held where a call ends.
        if host.add_end(json) {
            let next = Arc::clone(&host);
            let begun = parlour_bridge::callback_later("a hook failed at the end of a call", move || {
                next.tell_ends()
            });
            if !begun {
                host.ends.lock().unwrap_or_else(PoisonError::into_inner).running = false;
            }
        }
    }
}
