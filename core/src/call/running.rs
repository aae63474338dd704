//! The calls of a client that run, and whether new ones may begin: a program drains its client before it exits.

mod report;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::Method;
use http::uri::PathAndQuery;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::clock::{Clock, LimitClock};
use crate::error::{Error, ErrorKind, Result};

pub use report::{DrainReport, RunningCall};

/// The running calls of a client and all its copies.
pub(crate) struct RunningCalls {
    /// A random number, with which the ids of calls begin.
    name: u64,
    state: Mutex<State>,
    /// Notified when the last call has ended of a client that drains.
    idle: Notify,
    clock: LimitClock,
}

#[derive(Default)]
struct State {
    /// New calls are refused.
    draining: bool,
    /// Calls that have ended since then.
    ended: u64,
    /// Calls that have begun.
    begun: u64,
    /// By the index that a call knows.
    calls: Vec<Option<Started>>,
    /// Indices without a call.
    free: Vec<usize>,
}

impl State {
    fn running(&self) -> usize {
        self.calls.len() - self.free.len()
    }
}

/// How many calls run.
pub(crate) struct Load {
    pub(crate) running: u64,
    /// How long the oldest of them has run.
    pub(crate) oldest: Option<Duration>,
    /// Calls that have begun since the client was built.
    pub(crate) begun: u64,
    /// New calls are refused.
    pub(crate) draining: bool,
}

/// A call that has begun. Each call of a client makes one, so that no text but the name of the model is copied for it.
pub(crate) struct Started {
    pub(crate) method: Method,
    pub(crate) path: Option<PathAndQuery>,
    pub(crate) model: Option<Box<str>>,
    pub(crate) streams: bool,
    pub(crate) at: Instant,
}

impl RunningCalls {
    pub(crate) fn new(clock: &dyn Clock) -> RunningCalls {
        let name = RandomState::new().hash_one(std::process::id());
        RunningCalls { name, state: Mutex::default(), idle: Notify::new(), clock: LimitClock::of(clock) }
    }

    /// Enters a call, which runs until the result is dropped.
    ///
    /// # Errors
    /// [`ErrorKind::Draining`] once [`drain`](Self::drain) was called.
    pub(crate) fn enter(self: &Arc<Self>, call: Started) -> Result<Entered> {
        let mut state = self.lock();
        if state.draining {
            return Err(Error::new(ErrorKind::Draining, "drain() was called on this client"));
        }
        state.begun += 1;
        let number = state.begun;
        let index = match state.free.pop() {
            Some(index) => index,
            None => {
                state.calls.push(None);
                state.calls.len() - 1
            }
        };
        if let Some(slot) = state.calls.get_mut(index) {
            *slot = Some(call);
        }
        drop(state);
        Ok(Entered { running: Arc::clone(self), index, number })
    }

    /// Refuses new calls from now on, and waits for those that run, at most `limit`.
    pub(crate) async fn drain(&self, limit: Duration) -> DrainReport {
        let began = self.clock.now();
        let ended_before = {
            let mut state = self.lock();
            state.draining = true;
            state.ended
        };
        // At the limit the report says what is left.
        let _in_time = self.clock.timeout(limit, self.idle()).await;
        let now = self.clock.now();
        let state = self.lock();
        DrainReport {
            ended: state.ended - ended_before,
            left: report::left(state.calls.iter().flatten(), now),
            waited: now.saturating_duration_since(began),
        }
    }

    /// The figures at this moment.
    pub(crate) fn load(&self) -> Load {
        let now = self.clock.now();
        let state = self.lock();
        let oldest = state.calls.iter().flatten().map(|call| now.saturating_duration_since(call.at)).max();
        let running = state.running() as u64;
        Load { running, oldest, begun: state.begun, draining: state.draining }
    }

    async fn idle(&self) {
        loop {
            let notified = self.idle.notified();
            // Registered when it was made: a call that ends from here on is not missed.
            if self.lock().running() == 0 {
                return;
            }
            notified.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for RunningCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningCalls").finish_non_exhaustive()
    }
}

/// A share of [`RunningCalls`], which a call holds until it has ended.
pub(crate) struct Entered {
    running: Arc<RunningCalls>,
    index: usize,
    number: u64,
}

impl Entered {
    /// Text that no other call of this process has.
    pub(crate) fn id(&self) -> Arc<str> {
        format!("{:016x}-{}", self.running.name, self.number).into()
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut state = self.running.lock();
        let ended = state.calls.get_mut(self.index).and_then(Option::take);
        state.free.push(self.index);
        state.ended += u64::from(state.draining);
        let is_last = state.draining && state.running() == 0;
        drop(state);
        // Outside the lock, as the waker of a host may do anything.
        if is_last {
            self.running.idle.notify_waiters();
        }
        drop(ended);
    }
}
