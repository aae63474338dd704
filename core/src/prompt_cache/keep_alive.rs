//! Prefixes that stay in the prompt cache after their last use: short requests read them before their lifetime ends
//! (protocol §10.4, §10.6).
//!
//! A thread of its own waits for the time of each prefix while there are any: the runtime of a call may be driven only
//! while calls wait.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::Poll;
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::marked::{Id, Marked};
use crate::clock::Clock;

/// Prefixes that are kept alive at once. Beyond, the one whose last use is the oldest is left to the cache.
const MOST: usize = 64;
/// The bytes of their requests, likewise.
const MOST_BYTES: usize = 64 << 20;
/// How long before the end of a lifetime its request is sent at the earliest; of short ones a tenth.
const AHEAD: Duration = Duration::from_secs(30);

/// Sends the request that reads a prefix.
pub(crate) trait Renew: Send + Sync {
    /// `None` if the prefix is no longer worth it. `until` is the end of its lifetime.
    fn renew(self: Arc<Self>, until: Instant) -> Renewing;
}

pub(crate) type Renewing = Pin<Box<dyn Future<Output = Option<Renewed>> + Send>>;

/// A prefix whose lifetime counts from a later time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Renewed {
    /// By a request that was sent then.
    Here(Instant),
    /// By another process: it is in the cache for so much longer.
    Elsewhere(Duration),
}

/// The prefixes of a client and its copies that are kept alive.
pub(crate) struct KeepAlive {
    clock: Arc<dyn Clock>,
    /// How long after its last use a prefix is kept alive.
    time: Duration,
    start: fn(Renewals),
    state: Mutex<State>,
    /// Notified when there is another time to wait for.
    changed: Arc<Notify>,
}

#[derive(Default)]
struct State {
    kept: HashMap<Id, Kept>,
    uses: u64,
    /// The process in which a thread waits; a fork does not copy it.
    waits_in: Option<u32>,
}

struct Kept {
    request: Arc<dyn Renew>,
    bytes: usize,
    lifetime: Duration,
    /// The number of its last use by a call.
    number: u64,
    /// Nothing is sent for it from then on; `None` for as long as it is worth it.
    ends: Option<Instant>,
    /// Requests that it is worth.
    left: u32,
    until: Instant,
    /// When its next request is sent; `None` while one is on its way.
    due: Option<Instant>,
}

/// A prefix whose request is due.
struct Due {
    id: Id,
    number: u64,
    until: Instant,
    request: Arc<dyn Renew>,
}

/// What the thread of a client does until no prefix is left.
pub(crate) struct Renewals(Weak<KeepAlive>);

impl KeepAlive {
    /// `start` has a thread run [`Renewals`]; prefixes are left to the cache if it drops them.
    pub(super) fn new(clock: Arc<dyn Clock>, time: Duration, start: fn(Renewals)) -> Arc<KeepAlive> {
        let (state, changed) = (Mutex::default(), Arc::default());
        Arc::new(KeepAlive { clock, time, start, state, changed })
    }

    /// A call that was sent then has read or written these prefixes. The longest is worth `most` requests of so many
    /// bytes.
    pub(super) fn used(
        self: &Arc<Self>,
        marked: &Marked,
        sent: Instant,
        most: u32,
        (request, bytes): (Arc<dyn Renew>, usize),
    ) {
        let Some((id, lifetime)) = marked.longest() else { return };
        let Some(until) = sent.checked_add(lifetime) else { return };
        // A time that the clock cannot express never ends.
        let ends = sent.checked_add(self.time);
        let own = std::process::id();
        let mut lapsed = Vec::new();
        let mut state = self.lock();
        if state.waits_in.is_some_and(|process| process != own) {
            // Copied by a fork: the parent keeps them alive.
            lapsed.extend(state.kept.drain().map(|(_, kept)| kept));
        }
        // The request for this one reads those before it: of a conversation only the newest turn is kept.
        let before = std::iter::once(id).chain(marked.before_longest());
        lapsed.extend(before.filter_map(|id| state.kept.remove(&id)));
        state.uses += 1;
        let number = state.uses;
        let mut kept = Kept { request, bytes, lifetime, number, ends, left: most, until, due: None };
        if bytes <= MOST_BYTES && self.set_due(&mut kept) {
            state.kept.insert(id, kept);
        }
        while state.kept.len() > MOST || state.bytes() > MOST_BYTES {
            let oldest = state.kept.iter().min_by_key(|(_, kept)| kept.number).map(|(id, _)| *id);
            lapsed.extend(oldest.and_then(|id| state.kept.remove(&id)));
        }
        let starts = !state.kept.is_empty() && state.waits_in.replace(own) != Some(own);
        drop(state);
        // Outside the lock: they hold requests.
        drop(lapsed);
        match starts {
            true => (self.start)(Renewals(Arc::downgrade(self))),
            false => self.changed.notify_one(),
        }
    }

    /// Sets when the next request of a prefix is due. False if none is to be sent.
    fn set_due(&self, kept: &mut Kept) -> bool {
        // Processes that share a prefix choose different times: the first renews it for the others.
        let ahead = AHEAD.min(kept.lifetime / 10).mul_f64(0.5 + self.clock.random() / 2.0);
        kept.due = kept.until.checked_sub(ahead);
        kept.left > 0 && kept.due.is_some_and(|due| kept.ends.is_none_or(|ends| due < ends))
    }

    /// The time until a prefix is due; `None` if there is none, and the thread ends.
    fn wait(&self) -> Option<Duration> {
        let now = self.clock.now();
        let mut state = self.lock();
        if state.kept.is_empty() {
            state.waits_in = None;
            return None;
        }
        let next = state.kept.values().filter_map(|kept| kept.due).min();
        // While all are on their way, the end of one of them is waited for.
        Some(next.map_or(Duration::MAX, |due| due.saturating_duration_since(now)))
    }

    fn take_due(&self) -> Vec<Due> {
        let now = self.clock.now();
        let mut state = self.lock();
        let due = state.kept.iter_mut().filter(|(_, kept)| kept.due.is_some_and(|due| due <= now));
        due.map(|(id, kept)| {
            kept.due = None;
            let request = Arc::clone(&kept.request);
            Due { id: *id, number: kept.number, until: kept.until, request }
        })
        .collect()
    }

    /// A request has ended.
    fn renewed(&self, due: &Due, renewed: Option<Renewed>) {
        let now = self.clock.now();
        let mut state = self.lock();
        let Some(mut kept) = state.kept.remove(&due.id) else { return };
        // Calls have used it since: they count, and not this request.
        let is_newer = kept.number != due.number;
        let stays = is_newer
            || match renewed {
                Some(Renewed::Here(sent)) => {
                    kept.left -= 1;
                    kept.until = sent.checked_add(kept.lifetime).unwrap_or(kept.until);
                    self.set_due(&mut kept)
                }
                Some(Renewed::Elsewhere(left)) => {
                    kept.until = now.checked_add(left).unwrap_or(kept.until);
                    self.set_due(&mut kept)
                }
                None => false,
            };
        let lapsed = match stays {
            true => state.kept.insert(due.id, kept),
            false => Some(kept),
        };
        drop(state);
        drop(lapsed);
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn bytes(&self) -> usize {
        self.kept.values().map(|kept| kept.bytes).sum()
    }
}

impl Drop for KeepAlive {
    fn drop(&mut self) {
        // The thread finds that nothing is left.
        self.changed.notify_one();
    }
}

impl fmt::Debug for KeepAlive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeepAlive").field("time", &self.time).finish_non_exhaustive()
    }
}

impl Renewals {
    /// Sends the requests of prefixes that are due, until no prefix or no client is left. Needs a runtime with a timer.
    pub(crate) async fn run(mut self) {
        loop {
            // The client may end while the thread waits.
            let Some(kept) = self.0.upgrade() else { return };
            let Some(wait) = kept.wait() else { break };
            for due in kept.take_due() {
                tokio::spawn(renew(Weak::clone(&self.0), due));
            }
            let changed = Arc::clone(&kept.changed);
            let mut slept = (wait < Duration::MAX).then(|| kept.clock.sleep(wait));
            drop(kept);
            let mut notified = pin!(changed.notified());
            std::future::poll_fn(|cx| {
                let is_over = slept.as_mut().is_some_and(|slept| slept.as_mut().poll(cx).is_ready());
                if is_over || notified.as_mut().poll(cx).is_ready() { Poll::Ready(()) } else { Poll::Pending }
            })
            .await;
        }
        // Another thread may run already.
        self.0 = Weak::new();
    }
}

impl Drop for Renewals {
    /// Nobody waits any more, though there are prefixes: no thread could be started, or it ended early.
    fn drop(&mut self) {
        let Some(kept) = self.0.upgrade() else { return };
        tracing::debug!(target: "parlour", "no thread keeps prefixes in the prompt cache: they are left to it");
        let mut state = kept.lock();
        state.waits_in = None;
        let lapsed = std::mem::take(&mut state.kept);
        drop(state);
        drop(lapsed);
    }
}

async fn renew(kept: Weak<KeepAlive>, due: Due) {
    let renewed = Arc::clone(&due.request).renew(due.until).await;
    if let Some(kept) = kept.upgrade() {
        kept.renewed(&due, renewed);
    }
}

#[cfg(test)]
mod tests;
