//! The lane of calls that their callers drive themselves: a runtime without threads of its own, which the threads that
//! wait for an answer drive in turn. It must not know the host.
//!
//! A blocking call over the shared runtime wakes a worker, and the worker wakes the caller: a third of the cost of a
//! short call. Here the caller writes, waits for and reads its own answer, and a program that makes no other calls has
//! no thread of ours at all. Connections belong to the runtime they were opened on, so the lane keeps its own.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::task::Poll;
use std::time::Duration;

#[cfg(unix)]
use tokio::io::{Interest, unix::AsyncFd};
use tokio::runtime::{Builder, Handle, Runtime};

use crate::fork;
use crate::info::ErrorInfo;
use crate::op::Answer;
use crate::runtime::BLOCKING_THREADS;
use crate::signal_mask::mask_this_thread;
#[cfg(unix)]
use crate::signal_mask::{EventFd, SigpipeGuard, Wait};

static CURRENT: AtomicPtr<BlockingRuntime> = AtomicPtr::new(std::ptr::null_mut());

/// Connections of reqwest have tasks, which nobody but the callers drives. They get turns before a call looks for a
/// connection, so that those that were closed meanwhile are known: in the first they see what the system has to report,
/// in the second they act on it.
const TURNS_BEFORE: usize = 2;
/// Turns after a call whose answer was read, in which its connection is told.
const TURNS_WHEN_READ: usize = 2;
/// Turns after a call that failed or was given up, in which its connection says good-bye.
const TURNS_WHEN_LEFT: usize = 8;

/// The lane of one generation. Leaked: a child must not touch its parent's.
pub(crate) struct BlockingRuntime {
    generation: u32,
    runtime: Runtime,
    /// Whether connections with tasks of their own live here.
    tasks: AtomicBool,
}

/// The lane of this process.
///
/// # Errors
/// Kind `Internal` if the system gives no descriptors.
#[allow(unsafe_code)]
pub(crate) fn get() -> Result<&'static BlockingRuntime, ErrorInfo> {
    let generation = fork::generation();
    loop {
        let seen = CURRENT.load(Ordering::Acquire);
        // SAFETY: null, or from `Box::into_raw` below and never freed once it was published.
        let current: Option<&'static BlockingRuntime> = unsafe { seen.as_ref() };
        if let Some(lane) = current
            && lane.generation == generation
        {
            return Ok(lane);
        }
        fork::watch();
        let runtime = Builder::new_current_thread()
            .max_blocking_threads(BLOCKING_THREADS)
            .thread_name("parlour")
            .on_thread_start(mask_this_thread)
            .enable_io()
            .enable_time()
            .build()
            .map_err(|error| ErrorInfo::internal(format!("no runtime could be made: {error}")))?;
        let made =
            Box::into_raw(Box::new(BlockingRuntime { generation, runtime, tasks: AtomicBool::new(false) }));
        if CURRENT.compare_exchange(seen, made, Ordering::AcqRel, Ordering::Acquire).is_err() {
            // Another thread was first.
            // SAFETY: `made` is ours, nobody has seen it.
            drop(unsafe { Box::from_raw(made) });
        }
    }
}

type Outcome = Result<Answer, ErrorInfo>;

/// A call for a whole answer that its caller drives. Dropping it gives it up and closes its connection unless it has
/// ended.
pub struct BlockingCall {
    lane: &'static BlockingRuntime,
    /// Whether connections have tasks.
    tasks: bool,
    /// `None` once it has ended.
    call: Option<Pin<Box<dyn Future<Output = Outcome> + Send>>>,
}

impl BlockingCall {
    /// `tasks` is what `needs_runtime` says of its client.
    pub(crate) fn new(
        lane: &'static BlockingRuntime,
        tasks: bool,
        call: impl Future<Output = Outcome> + Send + 'static,
    ) -> BlockingCall {
        if tasks {
            lane.tasks.store(true, Ordering::Relaxed);
        }
        let call = async move {
            if tasks {
                give_turns(TURNS_BEFORE).await;
            }
            call.await
        };
        BlockingCall { lane, tasks, call: Some(Box::pin(call)) }
    }

    /// Drives the call on this thread until it has ended, or for so long; without a limit for as long as it takes. What
    /// other threads wait for on the lane is driven along, and one of them goes on when this one leaves.
    ///
    /// Returns `None` if the time is over; call it again to go on. A caller that has signals to handle does so in
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

    /// As [`BlockingCall::run`], until the call has ended or the signal is raised: `None` then, at once if it was raised before.
    ///
    /// # Errors
    /// As [`BlockingCall::run`]; kind `Internal` if the system gives no descriptor.
    #[cfg(unix)]
    #[allow(unsafe_code)]
    pub fn run_until(&mut self, stop: &EventFd) -> Option<Outcome> {
        if stop.wait(Some(Duration::ZERO)).is_ok_and(|wait| wait == Wait::Raised) {
            return None;
        }
        let watched = {
            let _entered = self.lane.runtime.enter();
            stop.copy().and_then(|fd| {
                // SAFETY: an open descriptor that the watcher owns, and closes when it is dropped.
                unsafe { AsyncFd::register_with_interest(fd, Interest::READABLE) }.map_err(Into::into)
            })
        };
        match watched {
            Ok(watched) => self.run_beside(async move {
                // It fails when the runtime ends, which this one does not.
                let _raised = watched.readable().await;
            }),
            Err(error) => Some(Err(ErrorInfo::internal(format!("the interrupt cannot be watched: {error}")))),
        }
    }

    fn run_beside(&mut self, until: impl Future<Output = ()>) -> Option<Outcome> {
        if self.lane.generation != fork::generation() {
            return Some(Err(ErrorInfo::forked()));
        }
        let Some(call) = self.call.as_mut() else {
            return Some(Err(ErrorInfo::config("this call has ended before")));
        };
        let _quiet = self.lane.quiet();
        let outcome = self.lane.runtime.block_on(async {
            let mut until = std::pin::pin!(until);
            std::future::poll_fn(|cx| match call.as_mut().poll(cx) {
                Poll::Ready(outcome) => Poll::Ready(Some(outcome)),
                Poll::Pending => until.as_mut().poll(cx).map(|()| None),
            })
            .await
        });
        if let Some(outcome) = &outcome {
            self.end(if outcome.is_ok() { TURNS_WHEN_READ } else { TURNS_WHEN_LEFT });
        }
        outcome
    }

    /// Drops what is left of the call where its connections live.
    fn end(&mut self, turns: usize) {
        {
            let _entered = self.lane.runtime.enter();
            self.call = None;
        }
        if self.tasks {
            self.lane.settle(turns);
        }
    }
}

impl Drop for BlockingCall {
    fn drop(&mut self) {
        if self.lane.generation != fork::generation() {
            // Leaked: what it holds belongs to the parent's connections.
            std::mem::forget(self.call.take());
        } else if self.call.is_some() {
            self.end(TURNS_WHEN_LEFT);
        }
    }
}

impl BlockingRuntime {
    /// Executor of connections write when they like, on whichever thread drives the lane, and not all of what they stand on
    /// asks the system for silence about a broken pipe. A direct connection does, and costs one look at an atomic.
    #[cfg(unix)]
    fn quiet(&self) -> Option<SigpipeGuard> {
        self.tasks.load(Ordering::Relaxed).then(SigpipeGuard::new)
    }

    /// This system has no such signal.
    #[cfg(not(unix))]
    fn quiet(&self) {}

    /// Lets connections that nobody uses any more close: nothing else would drive them before the next call.
    fn settle(&self, turns: usize) {
        // Whoever drops a client inside a runtime cannot drive another one; the connections then close with the next
        // call.
        if Handle::try_current().is_err() {
            let _quiet = self.quiet();
            self.runtime.block_on(give_turns(turns));
        }
    }
}

/// Drops a client of the lane and lets its connections close.
pub(crate) fn retire(client: parlour::Client) {
    let tasks = client.needs_runtime();
    drop(client);
    if tasks && let Ok(lane) = get() {
        lane.settle(TURNS_WHEN_LEFT);
    }
}

async fn give_turns(turns: usize) {
    for _ in 0..turns {
        tokio::task::yield_now().await;
    }
}

impl fmt::Debug for BlockingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockingCall").field("ended", &self.call.is_none()).finish_non_exhaustive()
    }
}
