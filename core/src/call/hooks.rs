//! Functions of the program around each call and each attempt: they may add headers, answer in place of the service,
//! refuse a call, ask for another attempt, and see how it ended (decision 0135).

mod action;
mod facts;
mod telemetry;

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;

use crate::record::{Record, Watcher};

pub use action::{HookAction, HookAnswer, HookRetry};
pub use facts::{CallEnd, CallOutcome, HookCall, HookFailure};
pub use telemetry::{Attribute, Attributes, Measurement, Telemetry};

/// What an asynchronous method of a [`Hook`] returns. Its error ends the call.
pub type HookFuture<'h, T> =
    Pin<Box<dyn Future<Output = Result<T, Box<dyn std::error::Error + Send + Sync>>> + Send + 'h>>;

/// A hook of a client ([`ClientBuilder::hook`](crate::ClientBuilder::hook)). Each method has a default that does
/// nothing: implement those that are needed, and name them in [`points`](Self::points).
///
/// The hooks of a client are asked in the order in which they were added, and each sees what those before it did:
///
/// 1. [`on_call`](Self::on_call), once, before the first attempt;
/// 2. [`on_attempt`](Self::on_attempt), before each attempt;
/// 3. the limits of the key ([`ClientBuilder::pacing`](crate::ClientBuilder::pacing)), then the
///    [`CredentialProvider`](crate::CredentialProvider), which sees the headers that hooks added;
/// 4. [`on_failure`](Self::on_failure), after each attempt that failed before content was given to the caller, and
///    before the wait for the next;
/// 5. [`on_end`](Self::on_end), once, when the call is over.
///
/// An error of a method ends the call with the kind [`Hook`](crate::ErrorKind::Hook) and the subkind `failed`; it names
/// the hook. A method that does not return falls under the time limits of the call: that of an attempt, and the total
/// limit. A method must not make a call with the client that asks it, which would ask it again.
///
/// ```
/// use parlour::{Client, Hook, HookAction, HookCall, HookFuture, HookPoints};
///
/// struct Trace;
///
/// impl Hook for Trace {
///     fn points(&self) -> HookPoints {
///         HookPoints::ATTEMPT
///     }
///
///     fn on_attempt(&self, attempt: HookCall) -> HookFuture<'_, HookAction> {
///         Box::pin(async move {
///             Ok(HookAction::proceed().with_header("x-attempt", attempt.attempt.to_string())?)
///         })
///     }
/// }
///
/// let client = Client::builder().base_url("http://127.0.0.1:9").api_key("<API_KEY>").hook(Trace).build()?;
/// # Ok::<(), parlour::Error>(())
/// ```
pub trait Hook: Send + Sync {
    /// Its name in errors: that of its type, unless it says otherwise.
    fn name(&self) -> Cow<'_, str> {
        let name = std::any::type_name::<Self>();
        Cow::Borrowed(name.rsplit("::").next().unwrap_or(name))
    }

    /// Where it is asked; nothing is prepared for the other methods.
    fn points(&self) -> HookPoints;

    /// Before the first attempt of a call.
    fn on_call(&self, call: HookCall) -> HookFuture<'_, HookAction> {
        drop(call);
        Box::pin(async { Ok(HookAction::proceed()) })
    }

    /// Before each attempt.
    fn on_attempt(&self, attempt: HookCall) -> HookFuture<'_, HookAction> {
        drop(attempt);
        Box::pin(async { Ok(HookAction::proceed()) })
    }

    /// After an attempt that failed before content was given to the caller.
    fn on_failure<'h>(&'h self, failure: HookFailure<'h>) -> HookFuture<'h, HookRetry> {
        let _unused = failure;
        Box::pin(async { Ok(HookRetry::AsDecided) })
    }

    /// The call is over: its answer is complete, it failed, or its caller left it. It must return soon, because it
    /// holds up the thread that it is called on; a panic in it is logged, and costs no answer.
    fn on_end(&self, end: &CallEnd) {
        let _unused = end;
    }
}

/// The methods of a [`Hook`] that are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HookPoints(u8);

impl HookPoints {
    /// [`Hook::on_call`].
    pub const CALL: HookPoints = HookPoints(1);
    /// [`Hook::on_attempt`].
    pub const ATTEMPT: HookPoints = HookPoints(2);
    /// [`Hook::on_failure`].
    pub const FAILURE: HookPoints = HookPoints(4);
    /// [`Hook::on_end`].
    pub const END: HookPoints = HookPoints(8);
    /// [`Hook::on_end`], whose [`CallEnd::telemetry`] has the time of each chunk of a stream: the clock is then read
    /// for each event.
    pub const CHUNK_TIMES: HookPoints = HookPoints(8 | 16);
    /// All of them.
    pub const ALL: HookPoints = HookPoints(15);

    /// Both together.
    #[must_use]
    pub const fn and(self, more: HookPoints) -> HookPoints {
        HookPoints(self.0 | more.0)
    }

    /// Whether one of `points` is among them.
    #[must_use]
    pub const fn has(self, points: HookPoints) -> bool {
        self.0 & points.0 != 0
    }

    /// Whether the times of chunks are wanted.
    const fn times_chunks(self) -> bool {
        self.0 & HookPoints::CHUNK_TIMES.0 == HookPoints::CHUNK_TIMES.0
    }
}

/// The hooks of a client, in their order.
#[derive(Clone, Default)]
pub(crate) struct Hooks(Arc<Vec<Arc<dyn Hook>>>);

impl Hooks {
    pub(crate) fn add(&mut self, hook: Arc<dyn Hook>) {
        Arc::make_mut(&mut self.0).push(hook);
    }

    pub(crate) fn has(&self, points: HookPoints) -> bool {
        self.0.iter().any(|hook| hook.points().has(points))
    }

    /// Whether one wants the times of chunks.
    pub(crate) fn times_chunks(&self) -> bool {
        self.0.iter().any(|hook| hook.points().times_chunks())
    }

    /// Those that are asked at this point.
    pub(crate) fn at(&self, points: HookPoints) -> impl Iterator<Item = &Arc<dyn Hook>> {
        self.0.iter().filter(move |hook| hook.points().has(points))
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|hook| hook.name())).finish()
    }
}

/// Calls [`Hook::on_end`] of each hook.
impl Watcher for Hooks {
    fn ended(&self, record: &mut Record) {
        let end = CallEnd::of(record);
        for hook in self.at(HookPoints::END) {
            if catch_unwind(AssertUnwindSafe(|| hook.on_end(&end))).is_err() {
                tracing::error!(target: "parlour", hook = &*hook.name(),
                    "the hook panicked at the end of a call; its outcome is handed out all the same");
            }
        }
    }
}
