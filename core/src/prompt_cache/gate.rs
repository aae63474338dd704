//! Which prefixes are being written, are in the cache, or are not, and the calls that wait.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::hash::RandomState;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::prefixes::{AN_HOUR, FIVE_MINUTES, Prefix, prefixes, with_hours};
use crate::clock::Clock;
use crate::model::Usage;

/// Prefixes that are known at most. Beyond, those that are out of the cache are forgotten, then the gate keeps no more.
const KNOWN: usize = 8_192;

/// What a call may expect of the cache when it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// None of its prefixes was sent before.
    Cold,
    /// Its lifetime was over.
    Expired,
    /// One of its prefixes is there.
    Warm,
}

/// The prefixes of a client and its copies.
pub(crate) struct Gate {
    clock: Arc<dyn Clock>,
    /// For digests: those of prefixes, so that nobody outside can make two that are equal.
    keys: RandomState,
    /// Whether markers of five minutes become those of an hour where that pays.
    extends: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    known: HashMap<Id, Entry>,
    passes: u64,
}

/// A prefix within the workspace of a credential; 0 is the client's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Id {
    credential: u64,
    digest: u64,
}

enum Entry {
    /// A call with this number has sent it, to be kept for so long, and its answer has not begun.
    Writing { by: u64, lifetime: Duration, waiting: Vec<Waker> },
    /// It is in the cache until then, and is kept for so long after each use.
    Warm { until: Instant, lifetime: Duration },
    /// The service does not keep it: it is too short.
    Unkept,
}

/// The marked prefixes of a call.
#[derive(Debug)]
pub(crate) struct Marked {
    /// Its answer is a stream, which has begun with its first event; a whole answer has with its head.
    pub(crate) streams: bool,
    credential: u64,
    prefixes: Box<[Prefix]>,
}

impl Marked {
    fn ids(&self) -> impl DoubleEndedIterator<Item = (Id, &Prefix)> + ExactSizeIterator {
        self.prefixes.iter().map(|prefix| (Id { credential: self.credential, digest: prefix.digest }, prefix))
    }
}

impl Gate {
    pub(crate) fn new(clock: Arc<dyn Clock>, extends: bool) -> Gate {
        Gate { clock, keys: RandomState::new(), extends, state: Mutex::default() }
    }

    /// The marked prefixes of a message request; `None` if it has none. `credential` is 0 for the client's own. With
    /// the parts of another body, if that is to be sent: markers of it ask for an hour.
    pub(crate) fn marked(
        &self,
        credential: u64,
        (model, body, streams): (&str, &Bytes, bool),
    ) -> Option<(Arc<Marked>, Option<Vec<Bytes>>)> {
        let prefixes = prefixes(model, body, &self.keys);
        if prefixes.is_empty() {
            return None;
        }
        let mut marked = Marked { streams, credential, prefixes: prefixes.into() };
        let body = if self.extends { self.extend(&mut marked, body) } else { None };
        Some((Arc::new(marked), body))
    }

    /// Has markers ask for an hour whose prefixes come again after more than five minutes: they are written once then,
    /// for twice the price of input, and not each time for 1.25 times (protocol §10.8).
    fn extend(&self, marked: &mut Marked, body: &Bytes) -> Option<Vec<Bytes>> {
        let now = self.clock.now();
        let state = self.lock();
        let pays = |id: &Id| match state.known.get(id) {
            // As it was written.
            Some(Entry::Writing { lifetime, .. }) => *lifetime == AN_HOUR,
            Some(Entry::Warm { until, lifetime }) if *until > now => *lifetime == AN_HOUR,
            Some(Entry::Warm { until, lifetime }) => {
                let used = until.checked_sub(*lifetime).unwrap_or(*until);
                now.saturating_duration_since(used) <= AN_HOUR
            }
            _ => false,
        };
        let longest = marked.ids().rposition(|(id, prefix)| prefix.lifetime == FIVE_MINUTES && pays(&id))?;
        drop(state);
        // Markers of an hour come before those of five minutes (protocol §10.4).
        let mut markers = Vec::new();
        for prefix in marked.prefixes.iter_mut().take(longest + 1) {
            if prefix.lifetime == FIVE_MINUTES {
                markers.push(prefix.marker.clone());
            }
        }
        // The marker of the whole request may be anywhere in the text.
        markers.sort_by_key(|marker| marker.start);
        let parts = with_hours(body, &markers)?;
        marked.prefixes.iter_mut().take(longest + 1).for_each(|prefix| prefix.lifetime = AN_HOUR);
        Some(parts)
    }

    /// Waits until no other call is writing one of these prefixes.
    pub(crate) fn enter(self: &Arc<Self>, marked: &Arc<Marked>) -> Entering {
        Entering { gate: Arc::clone(self), marked: Arc::clone(marked) }
    }

    /// The pass of a call that need not wait.
    pub(crate) fn enter_now(self: &Arc<Self>, marked: &Arc<Marked>) -> Option<Pass> {
        self.try_enter(marked, None)
    }

    fn try_enter(self: &Arc<Self>, marked: &Arc<Marked>, waker: Option<&Waker>) -> Option<Pass> {
        let now = self.clock.now();
        let mut state = self.lock();
        // The longest first: who waits for it waits for those within it.
        for (id, _) in marked.ids().rev() {
            if let Some(Entry::Writing { waiting, .. }) = state.known.get_mut(&id) {
                if let Some(waker) = waker
                    && !waiting.iter().any(|known| known.will_wake(waker))
                {
                    waiting.push(waker.clone());
                }
                return None;
            }
        }
        state.passes += 1;
        let number = state.passes;
        let mut expected = Expected::Cold;
        for (id, prefix) in marked.ids() {
            match state.known.get(&id) {
                Some(Entry::Warm { until, .. }) if *until > now => {
                    expected = Expected::Warm;
                    continue;
                }
                Some(Entry::Warm { .. }) if expected == Expected::Cold => expected = Expected::Expired,
                Some(Entry::Unkept) => continue,
                _ => {}
            }
            if state.known.len() >= KNOWN && !state.known.contains_key(&id) {
                state.known.retain(|_, entry| match entry {
                    Entry::Writing { .. } => true,
                    Entry::Warm { until, .. } => *until > now,
                    Entry::Unkept => false,
                });
                if state.known.len() >= KNOWN {
                    continue;
                }
            }
            let lifetime = prefix.lifetime;
            state.known.insert(id, Entry::Writing { by: number, lifetime, waiting: Vec::new() });
        }
        drop(state);
        Some(Pass {
            gate: Arc::clone(self),
            marked: Arc::clone(marked),
            number,
            sent: now,
            expected,
            begun: false,
        })
    }

    /// Sets what became of the prefixes that a call was writing, and wakes those that waited for them.
    fn resolve(&self, pass: &Pass, mut becomes: impl FnMut(&Prefix) -> Option<Entry>) {
        let mut woken = Vec::new();
        let mut state = self.lock();
        for (id, prefix) in pass.marked.ids() {
            let is_own = match state.known.get_mut(&id) {
                Some(Entry::Writing { by, waiting, .. }) if *by == pass.number => {
                    woken.append(waiting);
                    true
                }
                Some(Entry::Writing { .. }) => continue,
                Some(Entry::Warm { .. } | Entry::Unkept) => false,
                None => continue,
            };
            match becomes(prefix) {
                Some(entry) => drop(state.known.insert(id, entry)),
                None if is_own => drop(state.known.remove(&id)),
                None => {}
            }
        }
        drop(state);
        woken.into_iter().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that waits. Dropping it ends the wait.
pub(crate) struct Entering {
    gate: Arc<Gate>,
    marked: Arc<Marked>,
}

impl Future for Entering {
    type Output = Pass;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Pass> {
        match self.gate.try_enter(&self.marked, Some(cx.waker())) {
            Some(pass) => Poll::Ready(pass),
            None => Poll::Pending,
        }
    }
}

/// An attempt that was let through. If it is dropped before its answer begins, the next call writes its prefixes.
pub(crate) struct Pass {
    gate: Arc<Gate>,
    marked: Arc<Marked>,
    number: u64,
    sent: Instant,
    pub(crate) expected: Expected,
    begun: bool,
}

impl Pass {
    /// The answer has begun: from here on others can read what this call wrote. Each lifetime counts from the start of
    /// the request (protocol §10.4).
    pub(crate) fn began(&mut self) {
        if !std::mem::replace(&mut self.begun, true) {
            let sent = self.sent;
            self.gate.resolve(self, |prefix| {
                let lifetime = prefix.lifetime;
                Some(Entry::Warm { until: sent.checked_add(lifetime)?, lifetime })
            });
        }
    }

    /// The answer is complete, with these token counts. True if a prefix that should have been in the cache was not
    /// read from it.
    pub(crate) fn used(&mut self, usage: &Usage) -> bool {
        let read = usage.cache_read_input_tokens.unwrap_or(0);
        let written = usage.cache_creation_input_tokens.unwrap_or(0);
        if (read, written) == (0, 0) {
            // Below the smallest size that the model keeps (protocol §10.5): nobody has to wait for it again.
            self.gate.resolve(self, |_| Some(Entry::Unkept));
            return false;
        }
        self.expected == Expected::Warm && read == 0
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if !self.begun {
            self.gate.resolve(self, |_| None);
        }
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate").finish_non_exhaustive()
    }
}
