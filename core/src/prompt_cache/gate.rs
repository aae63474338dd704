//! Which prefixes are being written, are in the cache, or are not, and the calls that wait.

mod sharing;

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::hash::RandomState;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::keep_alive::{KeepAlive, Renew, Renewals};
use super::marked::{Id, Marked};
use super::prefixes::{AN_HOUR, FIVE_MINUTES, Prefix, prefixes, with_hours};
use super::shared::{PrefixName, Sharing};
use crate::clock::Clock;
use crate::model::Usage;
use crate::secret::Identity;
pub(crate) use sharing::Claimed;

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
    /// Whether a request of its own writes prefixes before a call whose answer comes whole.
    writes_ahead: bool,
    /// If prefixes are read before their lifetime ends.
    keep_alive: Option<Arc<KeepAlive>>,
    /// If processes share what they know of the cache.
    sharing: Option<Sharing>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    known: HashMap<Id, Entry>,
    passes: u64,
    /// Calls that have claimed prefixes in the store, and whose answers have not begun.
    claims: HashMap<u64, Claim>,
}

/// What a call has claimed in the store.
struct Claim {
    identity: Identity,
    prefixes: Vec<(PrefixName, Duration)>,
}

enum Entry {
    /// A call with this number has sent it, to be kept for so long, and its answer has not begun.
    Writing { by: u64, lifetime: Duration, waiting: Vec<Waker> },
    /// It is in the cache until then, and is kept for so long after each use. The store learned of a use at `said`.
    Warm { until: Instant, lifetime: Duration, said: Option<Instant> },
    /// The service does not keep it: it is too short.
    Unkept,
}

impl Gate {
    pub(crate) fn new(clock: Arc<dyn Clock>, extends: bool) -> Gate {
        let (keys, state) = (RandomState::new(), Mutex::default());
        Gate { clock, keys, extends, writes_ahead: false, keep_alive: None, sharing: None, state }
    }

    /// Has a request of its own write prefixes before a call whose answer comes whole.
    pub(crate) fn writing_ahead(mut self, writes_ahead: bool) -> Gate {
        self.writes_ahead = writes_ahead;
        self
    }

    /// Has prefixes read before their lifetime ends, for so long after their last use. `start` runs [`Renewals`] on a
    /// thread.
    pub(crate) fn keeping_alive(mut self, time: Option<Duration>, start: fn(Renewals)) -> Gate {
        self.keep_alive = time.map(|time| KeepAlive::new(Arc::clone(&self.clock), time, start));
        self
    }

    /// Whether a request reads these prefixes before their lifetime ends.
    pub(crate) fn keeps_alive(&self, marked: &Marked) -> bool {
        // A credential of the call's own is for the call alone.
        self.keep_alive.is_some() && marked.credential == 0
    }

    /// The marked prefixes of a message request; `None` if it has none. `credential` is 0 for the client's own, and has
    /// an identity for a store that processes share. With the parts of another body, if that is to be sent: markers of
    /// it ask for an hour.
    pub(crate) fn marked(
        &self,
        credential: u64,
        identity: impl FnOnce() -> Option<Identity>,
        (model, body, streams): (&str, &Bytes, bool),
    ) -> Option<(Arc<Marked>, Option<Vec<Bytes>>)> {
        let prefixes = prefixes(model, body, &self.keys, self.sharing.is_some());
        if prefixes.is_empty() {
            return None;
        }
        let identity = match &self.sharing {
            Some(sharing) => identity().unwrap_or(sharing.own),
            None => Identity::default(),
        };
        let mut marked = Marked { streams, credential, identity, prefixes: prefixes.into() };
        let body = if self.extends { self.extend(&mut marked, body) } else { None };
        Some((Arc::new(marked), body))
    }

    /// Has markers ask for an hour whose prefixes come again after more than five minutes: they are written once then,
    /// for twice the price of input, and not each time for 1.25 times (protocol §10.8).
    fn extend(&self, marked: &mut Marked, body: &Bytes) -> Option<Vec<Bytes>> {
        let now = self.clock.now();
        let state = self.lock();
        // At the end of a conversation the marker is at another place each turn: what counts is the turn before.
        let pays = |prefix: &Prefix| match marked.looks(prefix).find_map(|id| state.known.get(&id)) {
            // As it was written.
            Some(Entry::Writing { lifetime, .. }) => *lifetime == AN_HOUR,
            Some(Entry::Warm { until, lifetime, .. }) if *until > now => *lifetime == AN_HOUR,
            Some(Entry::Warm { until, lifetime, .. }) => {
                let used = until.checked_sub(*lifetime).unwrap_or(*until);
                now.saturating_duration_since(used) <= AN_HOUR
            }
            _ => false,
        };
        let is_shorter = |prefix: &Prefix| prefix.lifetime == FIVE_MINUTES;
        let longest = marked.prefixes.iter().rposition(|prefix| is_shorter(prefix) && pays(prefix))?;
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
        for id in marked.prefixes.iter().rev().flat_map(|prefix| marked.looks(prefix)) {
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
        let mut read = None;
        for (own, prefix) in marked.ids() {
            for id in marked.looks(prefix) {
                match state.known.get(&id) {
                    Some(Entry::Warm { until, .. }) if *until > now => {
                        expected = Expected::Warm;
                        read = Some(id);
                        break;
                    }
                    Some(Entry::Warm { .. }) if expected == Expected::Cold => expected = Expected::Expired,
                    _ => {}
                }
            }
            let is_known = match state.known.get(&own) {
                Some(Entry::Warm { until, .. }) => *until > now,
                Some(Entry::Unkept) => true,
                _ => false,
            };
            if is_known {
                continue;
            }
            if state.known.len() >= KNOWN && !state.known.contains_key(&own) {
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
            state.known.insert(own, Entry::Writing { by: number, lifetime, waiting: Vec::new() });
        }
        drop(state);
        Some(Pass {
            gate: Arc::clone(self),
            marked: Arc::clone(marked),
            number,
            sent: now,
            expected,
            read,
            begun: false,
            renewal: None,
        })
    }

    /// Sets what became of the prefixes that a call was writing, and wakes those that waited for them.
    fn resolve(&self, pass: &Pass, mut becomes: impl FnMut(usize, &Prefix) -> Option<Entry>) {
        let mut woken = Vec::new();
        let mut state = self.lock();
        for (at, (id, prefix)) in pass.marked.ids().enumerate() {
            let is_own = match state.known.get_mut(&id) {
                Some(Entry::Writing { by, waiting, .. }) if *by == pass.number => {
                    woken.append(waiting);
                    true
                }
                Some(Entry::Writing { .. }) => continue,
                Some(Entry::Warm { .. } | Entry::Unkept) => false,
                None => continue,
            };
            match becomes(at, prefix) {
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
    /// The longest prefix that is in the cache.
    read: Option<Id>,
    begun: bool,
    /// The request that reads the prefixes before their lifetime ends, and the size of its body.
    pub(crate) renewal: Option<(Arc<dyn Renew>, usize)>,
}

impl Pass {
    /// Which of its prefixes this call writes.
    fn written(&self) -> Vec<usize> {
        let state = self.gate.lock();
        let is_own =
            |id: &Id| matches!(state.known.get(id), Some(Entry::Writing { by, .. }) if *by == self.number);
        let all = self.marked.ids().enumerate();
        all.filter_map(|(at, (id, _))| is_own(&id).then_some(at)).collect()
    }

    /// Whether this call writes one of its prefixes.
    pub(crate) fn writes(&self) -> bool {
        !self.written().is_empty()
    }

    /// Whether a request of its own is to write its prefixes, before the call.
    pub(crate) fn writes_ahead(&self) -> bool {
        self.gate.writes_ahead && self.writes()
    }

    /// The answer is complete. Until its prefixes cost as much as to write them again, `most` requests later, they are
    /// kept in the cache, if the client does that. `most` gets their lifetime.
    pub(crate) fn keep_alive(&mut self, most: impl FnOnce(Duration) -> u32) {
        if let Some(keep_alive) = &self.gate.keep_alive
            && let Some(renewal) = self.renewal.take()
            && let Some((_, lifetime)) = self.marked.longest()
        {
            keep_alive.used(&self.marked, self.sent, most(lifetime), renewal);
        }
    }

    /// These prefixes are in the cache, for so much longer: calls of other processes wrote them.
    fn are_there(&mut self, there: &[(usize, Duration)]) {
        let now = self.gate.clock.now();
        let mut woken = Vec::new();
        let mut state = self.gate.lock();
        for (at, (id, prefix)) in self.marked.ids().enumerate() {
            let left = there.iter().find(|(known, _)| *known == at);
            let Some(until) = left.and_then(|(_, left)| now.checked_add(*left)) else { continue };
            self.expected = Expected::Warm;
            let entry = Entry::Warm { until, lifetime: prefix.lifetime, said: Some(now) };
            if let Some(Entry::Writing { waiting, .. }) = state.known.insert(id, entry) {
                woken.extend(waiting);
            }
        }
        drop(state);
        woken.into_iter().for_each(Waker::wake);
    }

    /// The answer has begun: from here on others can read what this call wrote. Each lifetime counts from the start of
    /// the request (protocol §10.4).
    pub(crate) fn began(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let sent = self.sent;
        let says = self.says(sent);
        self.gate.resolve(self, |at, prefix| {
            let lifetime = prefix.lifetime;
            let said = says.as_ref().and_then(|says| says.get(at).copied().flatten());
            Some(Entry::Warm { until: sent.checked_add(lifetime)?, lifetime, said })
        });
        if let Some(read) = self.read
            && let Some(Entry::Warm { until, lifetime, .. }) = self.gate.lock().known.get_mut(&read)
            && let Some(renewed) = sent.checked_add(*lifetime)
        {
            *until = renewed.max(*until);
        }
        if says.is_some_and(|says| says.contains(&Some(sent))) {
            self.say_began(sent);
        }
    }

    /// When the store learned, or learns now, of the newest use of each prefix; `None` without a store.
    fn says(&self, sent: Instant) -> Option<Vec<Option<Instant>>> {
        self.gate.sharing.as_ref()?;
        let state = self.gate.lock();
        let said = self.marked.ids().map(|(id, prefix)| match state.known.get(&id) {
            // Reading renews it: the store learns that before it forgets the prefix.
            Some(Entry::Warm { said: Some(said), .. })
                if sent.duration_since(*said) < prefix.lifetime / 4 =>
            {
                Some(*said)
            }
            // Too short to be kept.
            Some(Entry::Unkept) => None,
            _ => Some(sent),
        });
        Some(said.collect())
    }

    /// The answer is complete, with these token counts. True if a prefix that should have been in the cache was not
    /// read from it.
    pub(crate) fn used(&mut self, usage: &Usage) -> bool {
        let read = usage.cache_read_input_tokens.unwrap_or(0);
        let written = usage.cache_creation_input_tokens.unwrap_or(0);
        if (read, written) == (0, 0) {
            // Below the smallest size that the model keeps (protocol §10.5): nobody has to wait for it again.
            self.gate.resolve(self, |_, _| Some(Entry::Unkept));
            return false;
        }
        self.expected == Expected::Warm && read == 0
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if !self.begun {
            self.gate.resolve(self, |_, _| None);
            self.say_left();
        }
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate").finish_non_exhaustive()
    }
}
