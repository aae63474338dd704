//! The limiter of a client: lanes behind one lock, and the calls that wait for their turn.
//!
//! A call that waits is woken when it was let through or became the first of its queue. Only the first has a timer, so
//! that nothing polls. Dropping a wait leaves the queue, and dropping a permit makes room for the next call.

mod permit;
mod sharing;
mod spare;

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::hash::RandomState;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use super::adaptive::AdaptiveCap;
pub(crate) use permit::Permit;

use super::bucket::Each;
use super::lane::{Amounts, Charge, Lane, Look, Turn};
use super::report::{self, LimiterState};
use super::shared::{LaneName, SharedStore};
use super::sync::{Mutex, MutexGuard};
use super::{Pacing, Priority};
use crate::answer_headers::AnswerHeaders;
use crate::clock::{Clock, Sleep};
use crate::error::{Error, ErrorKind, Result};
use crate::secret::Identity;
use crate::service::rate_limits::{RateLimitNames, RateLimits};
use crate::setting::Setting;

/// Lanes of models and credentials that are kept; an idle one is forgotten first.
const LANES: usize = 256;
/// The status of a service that has too many calls (spec §8.6).
const OVERLOADED: u16 = 529;

/// The settings of a limiter.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) pacing: Pacing,
    /// Calls in flight at most.
    pub(crate) max_in_flight: Option<u32>,
    /// Calls in flight at most to one service: that of the client, or that of a route.
    pub(crate) max_in_flight_per_host: Option<u32>,
    /// Whether the cap of calls in flight follows the service, up to that.
    pub(crate) adaptive: bool,
    /// Per minute and model, where the caller knows them.
    pub(crate) requests: Option<u32>,
    pub(crate) tokens: Option<u32>,
    pub(crate) input_tokens: Option<u32>,
    pub(crate) output_tokens: Option<u32>,
    /// The used fraction of a limit at which the end of a call has a notice.
    pub(crate) notice_at: Option<f64>,
}

impl Limits {
    fn each(self) -> Each<Option<u32>> {
        [self.requests, self.tokens, self.input_tokens, self.output_tokens]
    }
}

/// All that the limiter has to know of a call. Every attempt asks with the same, and keeps its place.
#[derive(Clone, Debug)]
pub(crate) struct Admission {
    key: Arc<LaneName>,
    priority: Priority,
    /// Whether the answer is a stream, which begins at once; a whole answer begins when it is complete.
    streams: bool,
    /// Bytes of text in the request, about.
    bytes: usize,
    max_tokens: u64,
    /// The place in the queue: that of the call, also for its second attempt.
    seq: u64,
}

impl Admission {
    /// The same call with another credential.
    pub(crate) fn of_credential(&self, credential: u64) -> Admission {
        let key = LaneName { credential, ..LaneName::clone(&self.key) };
        Admission { key: Arc::new(key), ..self.clone() }
    }

    /// The same call to another model, with another credential, or to the service with another origin.
    pub(crate) fn elsewhere(
        &self,
        model: Option<&str>,
        credential: Option<u64>,
        origin: Option<Arc<str>>,
    ) -> Admission {
        let key = LaneName {
            model: model.map_or_else(|| self.key.model.clone(), Box::from),
            fast: self.key.fast,
            credential: credential.unwrap_or(self.key.credential),
            origin,
        };
        Admission { key: Arc::new(key), ..self.clone() }
    }
}

pub(crate) struct Limiter {
    limits: Limits,
    clock: Arc<dyn Clock>,
    names: Arc<RateLimitNames>,
    /// For digests of credentials.
    keys: RandomState,
    /// If other processes share the limits.
    store: Option<Arc<dyn SharedStore>>,
    state: Mutex<State>,
}

/// A change of a lane and of the cap that adapts, with the number of calls in flight and the time.
type Change<'c> = dyn FnMut(&mut Lane, Option<&mut AdaptiveCap>, u32, Instant) + 'c;

#[derive(Debug, Default)]
struct State {
    lanes: BTreeMap<Arc<LaneName>, Lane>,
    in_flight: u32,
    /// The cap of calls in flight, if it is not a fixed one.
    adaptive: Option<AdaptiveCap>,
    /// That of the newest call: the next one often has the same.
    newest: Option<Arc<LaneName>>,
    seq: u64,
    /// What names each credential in the shared store.
    identities: BTreeMap<u64, Identity>,
}

impl Limiter {
    pub(crate) fn new(limits: Limits, clock: Arc<dyn Clock>, names: Arc<RateLimitNames>) -> Limiter {
        let adaptive = limits.adaptive.then(|| AdaptiveCap::new(limits.max_in_flight));
        let state = Mutex::new(State { adaptive, ..State::default() });
        Limiter { limits, clock, names, keys: RandomState::new(), store: None, state }
    }

    /// Shares the limits with other processes through a store, which knows the client's own credential by this digest.
    pub(crate) fn shared(mut self, store: Arc<dyn SharedStore>, identity: Identity) -> Limiter {
        self.store = Some(store);
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner).identities.insert(0, identity);
        self
    }

    /// Records the digest by which the shared store knows a credential; `digest` is that of this process.
    pub(crate) fn identify(&self, digest: u64, identity: impl FnOnce() -> Identity) {
        if self.store.is_none() {
            return;
        }
        let mut state = self.lock();
        if !state.identities.contains_key(&digest) {
            if state.identities.len() > LANES {
                state.identities.retain(|digest, _| *digest == 0);
            }
            state.identities.insert(digest, identity());
        }
    }

    /// The keys of digests of credentials.
    pub(crate) fn keys(&self) -> &RandomState {
        &self.keys
    }

    /// Whether calls have to ask at all.
    pub(crate) fn is_on(&self) -> bool {
        self.limits.pacing != Pacing::Off || self.caps()
    }

    fn paces(&self) -> bool {
        self.limits.pacing == Pacing::Pace
    }

    /// Whether there is a cap of calls in flight.
    fn caps(&self) -> bool {
        self.limits.max_in_flight.is_some()
            || self.limits.max_in_flight_per_host.is_some()
            || self.limits.adaptive
    }

    /// Whether a call may have to wait at all.
    fn holds_back(&self) -> bool {
        self.paces() || self.caps()
    }

    /// How many calls may be in flight at once.
    fn most(&self, state: &State) -> Option<u32> {
        state.adaptive.as_ref().map(AdaptiveCap::calls).or(self.limits.max_in_flight)
    }

    /// Whether one more call may be in flight to the service of a lane, whatever the limits of its key.
    fn has_room(&self, state: &State, key: &LaneName) -> bool {
        self.most(state).is_none_or(|most| state.in_flight < most)
            && self.limits.max_in_flight_per_host.is_none_or(|most| in_flight_to(&state.lanes, key) < most)
    }

    /// The limits that a call falls under. `credential` is 0 for the client's own.
    pub(crate) fn admission(
        &self,
        (credential, model, fast): (u64, &str, bool),
        (streams, bytes, max_tokens): (bool, usize, u64),
        priority: Priority,
    ) -> Arc<Admission> {
        let mut state = self.lock();
        state.seq += 1;
        let seq = state.seq;
        let is_of = |key: &&Arc<LaneName>| {
            (&*key.model, key.fast, key.credential, &key.origin) == (model, fast, credential, &None)
        };
        let key = match state.newest.as_ref().filter(is_of) {
            Some(newest) => Arc::clone(newest),
            None => {
                let key = LaneName { credential, model: model.into(), fast, origin: None };
                let known = state.lanes.get_key_value(&key).map(|(known, _)| Arc::clone(known));
                let key = known.unwrap_or_else(|| Arc::new(key));
                state.newest = Some(Arc::clone(&key));
                key
            }
        };
        drop(state);
        Arc::new(Admission { key, priority, streams, bytes, max_tokens, seq })
    }

    /// Waits until the call may be sent. `left` is the time left of the whole call.
    ///
    /// # Errors
    /// [`ErrorKind::OverLimit`] of the subkind `pacing` at once if the limits have no room for it within that time.
    pub(crate) async fn admit(
        self: &Arc<Self>,
        admission: &Arc<Admission>,
        left: Option<Duration>,
    ) -> Result<Permit> {
        if let Some(permit) = self.admit_now(admission) {
            return Ok(permit);
        }
        let until = left.and_then(|left| self.clock.now().checked_add(left));
        let waiting = self.enqueue(admission, until)?;
        tracing::debug!(target: "parlour", model = &*admission.key.model, "waiting for the rate limits");
        waiting.await
    }

    /// The lane of a call, made if there is none.
    #[inline(never)]
    fn lane_of<'l>(&self, state: &'l mut State, key: &Arc<LaneName>, now: Instant) -> Option<&'l mut Lane> {
        let State { lanes, identities, .. } = state;
        if !lanes.contains_key(key) {
            make_room(lanes, now);
            let mut lane = Lane::new(self.limits.each(), self.paces(), now);
            if self.store.is_some() {
                lane.share(identities.get(&key.credential).copied().unwrap_or_default(), now);
            }
            lanes.insert(Arc::clone(key), lane);
        }
        lanes.get_mut(key)
    }

    /// The usual case: nobody waits, and there is room.
    pub(crate) fn admit_now(self: &Arc<Self>, admission: &Arc<Admission>) -> Option<Permit> {
        let (mut guard, now) = self.enter();
        if !self.has_room(&guard, &admission.key) {
            return None;
        }
        let lane = self.lane_of(&mut guard, &admission.key, now)?;
        let amounts = match self.paces() {
            true => lane.estimate(admission.bytes, admission.max_tokens),
            false => Amounts::default(),
        };
        let charge = match self.paces() {
            true => Some(lane.at_once(admission.seq, amounts, admission.priority, now)?),
            // For a cap of calls in flight alone, those that wait go first.
            false if lane.has_waiting() => return None,
            false => {
                lane.in_flight += 1;
                None
            }
        };
        guard.in_flight += 1;
        drop(guard);
        Some(self.permit(admission, charge, now))
    }

    fn enqueue(self: &Arc<Self>, admission: &Arc<Admission>, until: Option<Instant>) -> Result<Queued> {
        let (mut guard, now) = self.enter();
        if let Some(lane) = self.lane_of(&mut guard, &admission.key, now) {
            let amounts = match self.paces() {
                true => lane.estimate(admission.bytes, admission.max_tokens),
                false => Amounts::default(),
            };
            let wait = lane.expected_wait(amounts, admission.priority, now);
            if until.is_some_and(|until| now.checked_add(wait).is_none_or(|at| at > until)) {
                return Err(too_late(&admission.key.model, wait));
            }
            lane.join(admission.seq, amounts, admission.priority);
        }
        Ok(Queued {
            limiter: Arc::clone(self),
            admission: Arc::clone(admission),
            until,
            timer: None,
            waits: true,
        })
    }

    fn permit(
        self: &Arc<Self>,
        admission: &Arc<Admission>,
        charge: Option<Charge>,
        sent_at: Instant,
    ) -> Permit {
        let (limiter, admission) = (Arc::clone(self), Arc::clone(admission));
        let charge = charge.map(Box::new);
        Permit { limiter, admission, charge, sent_at, settled: false, answered: false, holds: false }
    }

    /// Lets waiting calls through: those of one lane, or of all where they share a cap. `awake` is the call that only
    /// looks at its turn, if it is one that asks; else something changed, for the first of each queue too.
    #[inline(never)]
    fn pump(&self, state: &mut State, key: &LaneName, awake: Option<u64>, now: Instant) -> Vec<Waker> {
        let mut wake = Vec::new();
        if !self.holds_back() {
            return wake;
        }
        let (most, per_host) = (self.most(state), self.limits.max_in_flight_per_host);
        let look = if awake.is_some() { Look::Not } else { Look::Again };
        let State { lanes, in_flight, .. } = state;
        let mut through = |lane: &mut Lane, most: u32| {
            let mut left = most;
            lane.let_through(now, &mut left, (look, awake), &mut wake);
            most - left
        };
        if most.is_none() && per_host.is_none() {
            *in_flight += lanes.get_mut(key).map_or(0, |lane| through(lane, u32::MAX));
            return wake;
        }
        let most = most.unwrap_or(u32::MAX);
        // In the order in which they came, whatever their model.
        while *in_flight < most {
            let full = per_host.map(|most| full_hosts(lanes, most)).unwrap_or_default();
            let open = lanes.iter_mut().filter(|(key, _)| !full.contains(&key.origin));
            let ready = open.filter_map(|(key, lane)| Some((lane.ready(now)?, key)));
            let Some(((.., priority), first)) = ready.min_by_key(|((behind, seq, _), _)| (*behind, *seq))
            else {
                break;
            };
            let first = Arc::clone(first);
            for (key, lane) in lanes.iter_mut() {
                if *key == first {
                    *in_flight += through(lane, 1);
                } else if priority == Priority::Interactive {
                    lane.overtaken();
                }
            }
        }
        if *in_flight < most {
            // Those that are not ready look at their time: they may have waited for the cap until now.
            lanes.values_mut().for_each(|lane| _ = through(lane, 0));
        }
        wake
    }

    /// Changes a lane, then lets calls through that have room now. Compiled once: `change` is called through a pointer.
    #[inline(never)]
    fn change(self: &Arc<Self>, key: &Arc<LaneName>, change: &mut dyn FnMut(&mut Lane, Instant)) {
        self.change_with_cap(key, &mut |lane, _, _, now| change(lane, now));
    }

    /// As `change`, which also gets the cap that adapts, if there is one, and the number of calls in flight.
    fn change_with_cap(self: &Arc<Self>, key: &Arc<LaneName>, change: &mut Change<'_>) {
        let (mut guard, now) = self.enter();
        let State { lanes, in_flight, adaptive, .. } = &mut *guard;
        if let Some(lane) = lanes.get_mut(key) {
            change(lane, adaptive.as_mut(), *in_flight, now);
        }
        let wake = self.pump(&mut guard, key, None, now);
        let ask = self.to_ask(&mut guard, key, now);
        drop(guard);
        wake.into_iter().for_each(Waker::wake);
        self.send(ask);
    }

    /// What is known of the limits, and what waits.
    pub(crate) fn state(&self) -> LimiterState {
        let wall = self.clock.wall();
        let (mut guard, now) = self.enter();
        let models = guard
            .lanes
            .iter_mut()
            .map(|(key, lane)| {
                let read = |headers: &AnswerHeaders| RateLimits::read(headers.map(), &self.names, wall);
                report::of_model((&key.model, key.fast, key.credential != 0), lane, self.paces(), read, now)
            })
            .collect();
        let max_in_flight = self.most(&guard);
        LimiterState { pacing: self.limits.pacing, in_flight: guard.in_flight, max_in_flight, models }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state and the time, which is read under the lock: a thread that is held up between the two would take what
    /// a bucket had before, and the bucket would refill for the time since.
    fn enter(&self) -> (MutexGuard<'_, State>, Instant) {
        let guard = self.lock();
        let now = self.clock.now();
        (guard, now)
    }
}

impl fmt::Debug for Limiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limiter").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// The calls in flight to the service of a lane.
fn in_flight_to(lanes: &BTreeMap<Arc<LaneName>, Lane>, key: &LaneName) -> u32 {
    lanes.iter().filter(|(known, _)| known.origin == key.origin).map(|(_, lane)| lane.in_flight).sum()
}

/// The services that have so many calls in flight, or more.
fn full_hosts(lanes: &BTreeMap<Arc<LaneName>, Lane>, most: u32) -> Vec<Option<Arc<str>>> {
    let mut full = Vec::new();
    for key in lanes.keys() {
        if !full.contains(&key.origin) && in_flight_to(lanes, key) >= most {
            full.push(key.origin.clone());
        }
    }
    full
}

/// Forgets an idle lane if there are too many: a server may name any number of models and keys.
fn make_room(lanes: &mut BTreeMap<Arc<LaneName>, Lane>, now: Instant) {
    if lanes.len() < LANES {
        return;
    }
    let idle = lanes.iter().find(|(_, lane)| lane.is_idle(now)).map(|(key, _)| Arc::clone(key));
    if let Some(key) = idle {
        lanes.remove(&key);
    }
}

fn too_late(model: &str, wait: Duration) -> Error {
    let text = format!(
        "the rate limits of `{model}` have no room for this call for about {} s, longer than the time left of it ({})",
        (wait.as_secs_f64() * 10.0).ceil() / 10.0,
        Setting::TOTAL_TIMEOUT
    );
    Error::new(ErrorKind::OverLimit, text)
        .with_subkind(Some("pacing"))
        .with_setting(Setting::TOTAL_TIMEOUT)
        .with_retry_after(Some(wait))
}

/// A call in a queue.
struct Queued {
    limiter: Arc<Limiter>,
    admission: Arc<Admission>,
    /// The end of the call's time.
    until: Option<Instant>,
    timer: Option<(Instant, Sleep)>,
    waits: bool,
}

impl Future for Queued {
    type Output = Result<Permit>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<Permit>> {
        loop {
            let Queued { limiter, admission, until, .. } = &*self;
            let (mut guard, now) = limiter.enter();
            let wake = limiter.pump(&mut guard, &admission.key, Some(admission.seq), now);
            let ask = limiter.to_ask(&mut guard, &admission.key, now);
            let room = limiter.has_room(&guard, &admission.key);
            let lane = guard.lanes.get_mut(&admission.key);
            let turn = lane.map(|lane| {
                let cool_down =
                    if limiter.paces() { lane.cool_down(now).unwrap_or_default() } else { Duration::ZERO };
                (lane.turn(admission.seq, cx.waker(), room, now), cool_down, lane.overdue_at())
            });
            drop(guard);
            wake.into_iter().for_each(Waker::wake);
            limiter.send(ask);
            let Some((turn, cool_down, overdue)) = turn else { return Poll::Ready(Err(forgotten())) };
            let at = match turn {
                Turn::Go(charge) => {
                    let charge = Some(charge).filter(|_| limiter.paces());
                    let permit = limiter.permit(admission, charge, now);
                    self.waits = false;
                    return Poll::Ready(Ok(permit));
                }
                Turn::At(at) => Some(at),
                Turn::Later => None,
            };
            let first = at.unwrap_or(now).max(now + cool_down);
            if until.is_some_and(|until| first > until || now >= until) {
                let wait = first.saturating_duration_since(now);
                return Poll::Ready(Err(too_late(&admission.key.model, wait)));
            }
            let Some(at) = [at, overdue, *until].into_iter().flatten().min() else { return Poll::Pending };
            if self.timer.as_ref().is_none_or(|(set, _)| *set != at) {
                let sleep = self.limiter.clock.sleep(at.saturating_duration_since(now));
                self.timer = Some((at, sleep));
            }
            let Some((_, timer)) = &mut self.timer else { return Poll::Pending };
            match timer.as_mut().poll(cx) {
                Poll::Ready(()) => self.timer = None,
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        if !self.waits {
            return;
        }
        let Queued { limiter, admission, .. } = self;
        let (mut guard, now) = limiter.enter();
        let through = guard.lanes.get_mut(&admission.key).and_then(|lane| {
            let charge = lane.leave(admission.seq)?;
            lane.in_flight = lane.in_flight.saturating_sub(1);
            lane.probe_was_not_sent(admission.seq);
            lane.counted(&charge);
            lane.used(&charge, Amounts::default(), now);
            Some(())
        });
        if through.is_some() {
            guard.in_flight = guard.in_flight.saturating_sub(1);
        }
        let wake = limiter.pump(&mut guard, &admission.key, None, now);
        drop(guard);
        wake.into_iter().for_each(Waker::wake);
    }
}

/// The lane of a call that waits is not idle, so that it is not forgotten.
fn forgotten() -> Error {
    Error::new(ErrorKind::Internal, "the limits of a waiting call were forgotten")
}

impl Limiter {
    /// Every waiting call of a lane looks at its time again.
    fn wake_all(&self, key: &LaneName) {
        let mut guard = self.lock();
        let wake: Vec<_> =
            guard.lanes.get_mut(key).map(|lane| lane.all_wakers().collect()).unwrap_or_default();
        drop(guard);
        wake.into_iter().for_each(Waker::wake);
    }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod schedules;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
