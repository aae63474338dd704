//! Blocking calls: a current-thread runtime that is driven in turn by the threads waiting for answers.
//!
//! A blocking call over the shared runtime wakes a worker, and the worker wakes the caller: a third of the cost of a
//! short call. Here the caller writes, waits for and reads its own answer, and a program that makes no other calls has
//! no thread of ours at all. Connections belong to the runtime they were opened on, so this one has its own.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

#[cfg(unix)]
use tokio::io::{Interest, unix::AsyncFd};
use tokio::runtime::{Builder, Handle, Runtime};

use crate::call::Answer;
#[cfg(unix)]
use crate::event_fd::{EventFd, Wait};
use crate::fork;
use crate::info::ErrorInfo;
use crate::per_process::PerProcess;
#[cfg(unix)]
use crate::signal_mask::SigpipeGuard;

static CURRENT: PerProcess<BlockingRuntime> = PerProcess::new();

/// Yields before a call looks for a connection. Connections of reqwest have tasks of their own, which only callers
/// drive: at the first yield they receive events of the system, at the second they act on them, so that connections
/// closed by the service leave the pool.
const YIELDS_BEFORE: usize = 2;
/// Yields after a call whose answer was read, so that its connection returns to the pool.
const YIELDS_AFTER_ANSWER: usize = 2;
/// Yields after a call that failed or was cancelled, so that its connection closes.
const YIELDS_AFTER_ABORT: usize = 8;

/// The current-thread runtime of one process.
pub(crate) struct BlockingRuntime {
    runtime: Runtime,
    /// Whether this runtime has connections with background tasks.
    has_tasks: AtomicBool,
}

/// The blocking runtime of this process.
///
/// # Errors
/// As [`ErrorInfo::system`] if the system gives no descriptors; the next call tries again.
pub(crate) fn get() -> Result<&'static BlockingRuntime, ErrorInfo> {
    CURRENT.get_or_try_init(|| {
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(|error| ErrorInfo::system("no runtime could be made for the call", &error))?;
        Ok(BlockingRuntime { runtime, has_tasks: AtomicBool::new(false) })
    })
}

type Outcome = Result<Answer, ErrorInfo>;

/// A call for a whole answer that its caller drives. Dropping it cancels the call and closes its connection unless it
/// has ended.
pub struct BlockingCall {
    runtime: &'static BlockingRuntime,
    /// The process that made it.
    generation: u32,
    /// Whether its connection has a background task.
    has_tasks: bool,
    /// `None` once it has ended.
    call: Option<Pin<Box<dyn Future<Output = Outcome> + Send>>>,
}

impl BlockingCall {
    /// `has_tasks` is the `needs_runtime` of its client.
    pub(crate) fn new(
        runtime: &'static BlockingRuntime,
        has_tasks: bool,
        call: impl Future<Output = Outcome> + Send + 'static,
    ) -> BlockingCall {
        if has_tasks {
            runtime.has_tasks.store(true, Ordering::Relaxed);
        }
        let call = async move {
            if has_tasks {
                yield_times(YIELDS_BEFORE).await;
            }
            call.await
        };
        BlockingCall { runtime, generation: fork::generation(), has_tasks, call: Some(Box::pin(call)) }
    }

    /// Drives the call on this thread until it has ended or `limit` has passed. Calls of other threads on this runtime
    /// are driven as well, and one of those threads takes over when this one leaves.
    ///
    /// Returns `None` if the time is over; call it again to continue. A caller that has signals to handle does so in
    /// between, where this library is not on its stack.
    ///
    /// # Errors
    /// The failure of the call; kind `Config` if the process has forked since it was made, or if it has ended before.
    pub fn run(&mut self, limit: Option<Duration>) -> Option<Outcome> {
        self.run_beside(async move {
            match limit {
                Some(limit) => tokio::time::sleep(limit).await,
                None => std::future::pending().await,
            }
        })
    }

    /// As [`BlockingCall::run`], until the call has ended or `interrupt` is raised: `None` then, at once if it was
    /// raised before.
    ///
    /// # Errors
    /// As [`BlockingCall::run`]; [`ErrorInfo::system`] if the system gives no descriptor.
    #[cfg(unix)]
    #[allow(unsafe_code)]
    pub fn run_until(&mut self, interrupt: &EventFd) -> Option<Outcome> {
        if interrupt.wait(Some(Duration::ZERO)).is_ok_and(|wait| wait == Wait::Raised) {
            return None;
        }
        let watched = {
            let _entered = self.runtime.runtime.enter();
            interrupt.try_clone().and_then(|fd| {
                // SAFETY: an open descriptor that the watcher owns, and closes when it is dropped.
                unsafe { AsyncFd::register_with_interest(fd, Interest::READABLE) }.map_err(Into::into)
            })
        };
        match watched {
            Ok(watched) => self.run_beside(async move {
                // It fails only when the runtime ends, which this one never does.
                let _raised = watched.readable().await;
            }),
            Err(error) => Some(Err(ErrorInfo::system("the interrupt cannot be watched", &error))),
        }
    }

    fn run_beside(&mut self, until: impl Future<Output = ()>) -> Option<Outcome> {
        if self.generation != fork::generation() {
            return Some(Err(ErrorInfo::forked()));
        }
        let Some(call) = self.call.as_mut() else {
            return Some(Err(ErrorInfo::config("this call has ended before")));
        };
        let _no_sigpipe = self.runtime.block_sigpipe();
        let outcome = self.runtime.runtime.block_on(async {
            // Reads of the call may use up the cooperative budget of this poll, so that neither a timer nor the
            // interrupt would be polled while data flows.
            let mut until = std::pin::pin!(tokio::task::unconstrained(until));
            std::future::poll_fn(|cx| match call.as_mut().poll(cx) {
                Poll::Ready(outcome) => Poll::Ready(Some(outcome)),
                Poll::Pending => until.as_mut().poll(cx).map(|()| None),
            })
            .await
        });
        if let Some(outcome) = &outcome {
            self.end(if outcome.is_ok() { YIELDS_AFTER_ANSWER } else { YIELDS_AFTER_ABORT });
        }
        outcome
    }

    /// Drops the call inside its runtime, because its connections belong to it.
    fn end(&mut self, yields: usize) {
        {
            let _entered = self.runtime.runtime.enter();
            self.call = None;
        }
        if self.has_tasks {
            self.runtime.drive_connections(yields);
        }
    }
}

impl Drop for BlockingCall {
    fn drop(&mut self) {
        if self.generation != fork::generation() {
            // Leaked: it belongs to the parent's connections.
            std::mem::forget(self.call.take());
        } else if self.call.is_some() {
            self.end(YIELDS_AFTER_ABORT);
        }
    }
}

impl BlockingRuntime {
    /// The tasks of connections may write at any time, on the thread that drives the runtime, and not all layers below
    /// them set `MSG_NOSIGNAL`. Direct connections set it; for them this costs one atomic load.
    #[cfg(unix)]
    fn block_sigpipe(&self) -> Option<SigpipeGuard> {
        self.has_tasks.load(Ordering::Relaxed).then(SigpipeGuard::new)
    }

    /// This system has no such signal.
    #[cfg(not(unix))]
    fn block_sigpipe(&self) {}

    /// Drives the tasks of connections, so that connections without a call close; otherwise they would stay open until
    /// the next call.
    fn drive_connections(&self, yields: usize) {
        // A thread inside a runtime cannot drive another one; the connections then close with the next call.
        if Handle::try_current().is_err() {
            let _no_sigpipe = self.block_sigpipe();
            self.runtime.block_on(yield_times(yields));
        }
    }
}

/// Drops a client of this runtime and lets its connections close.
pub(crate) fn close_client(client: parlour::Client) {
    let has_tasks = client.needs_runtime();
    drop(client);
    if has_tasks && let Ok(runtime) = get() {
        runtime.drive_connections(YIELDS_AFTER_ABORT);
    }
}

async fn yield_times(yields: usize) {
    for _ in 0..yields {
        tokio::task::yield_now().await;
    }
}

impl fmt::Debug for BlockingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockingCall").field("ended", &self.call.is_none()).finish_non_exhaustive()
    }
}
