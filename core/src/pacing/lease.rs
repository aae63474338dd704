//! What a process holds of limits that it shares with others: small shares, taken ahead of the calls that use them and
//! given back when they are not used. Pure state, given the time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bucket::{Bucket, Each, Source, paired};
use super::shared::{Amount, Ask, Given, LaneName, Refused, Reported, Shared};
use crate::secret::Identity;

/// What calls use within this time is taken ahead.
const AHEAD: f64 = 0.5;
/// An amount within this distance of another is the same: both are sums of many.
const HAIR: f64 = 1e-6;
/// How long after a failure the store is asked again.
const AGAIN: Duration = Duration::from_secs(1);
/// The weight of the newest measurement in the rate of use.
const NEWEST: f64 = 0.5;
/// The store takes back what a process holds of which it hears nothing for five seconds; it is not used before that.
const HELD_FOR: Duration = Duration::from_secs(4);
/// Too short a time for a rate.
const SHORTEST: f64 = 0.1;
/// A lane that held nothing and asked for nothing for so long is not in use.
const IN_USE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Lease {
    identity: Identity,
    /// The process that holds it: a forked child holds nothing.
    process: u32,
    each: Each<Holding>,
    /// When the store answered; `None` before it did.
    at: Option<Instant>,
    processes: u32,
    /// Since when an answer of the store is awaited.
    asked_at: Option<Instant>,
    /// Not to be asked before.
    ask_at: Instant,
    /// The store cannot be reached: each process goes on with an equal share.
    is_lost: bool,
    refused: Option<Refused>,
    /// This process has the call that goes first after a cool-down.
    has_probe: bool,
    probe_is_over: bool,
    measured_at: Instant,
    used_at: Instant,
}

/// What is held of one limit.
#[derive(Clone, Copy, Debug, Default)]
struct Holding {
    /// What is left of what was given; below zero if calls used more than they reserved.
    held: f64,
    /// What the calls use that were sent and of which no answer has come.
    sent: f64,
    /// The bucket of the store, as its newest answer had it.
    shared: Option<Shared>,
    /// What calls of this process use in a second.
    rate: f64,
    /// What they used since that was measured.
    used: f64,
    reported: Option<Reported>,
}

impl Holding {
    /// More than a whole limit is charged as the whole limit.
    fn price(&self, amount: f64) -> f64 {
        self.shared.map_or(amount, |shared| amount.min(shared.limit.max(1.0)))
    }

    /// What is left in the store by now, if nobody took anything.
    fn left(shared: Shared, since: Duration) -> f64 {
        (shared.level + since.as_secs_f64() * shared.limit / 60.0).min(shared.limit)
    }
}

impl Lease {
    pub(super) fn new(identity: Identity, now: Instant) -> Lease {
        Lease {
            identity,
            process: std::process::id(),
            each: [Holding::default(); 4],
            at: None,
            processes: 1,
            asked_at: None,
            ask_at: now,
            is_lost: false,
            refused: None,
            has_probe: false,
            probe_is_over: false,
            measured_at: now,
            used_at: now,
        }
    }

    /// A forked child has nothing of what its parent holds.
    fn after_fork(&mut self, now: Instant) {
        if self.process != std::process::id() {
            *self = Lease::new(self.identity, now);
        }
    }

    /// Whether calls wait for the store: not while it cannot be reached.
    pub(super) fn leads(&self) -> bool {
        !self.is_lost
    }

    pub(super) fn processes(&self) -> u32 {
        self.processes
    }

    fn since_answer(&self, now: Instant) -> Duration {
        self.at.map_or(Duration::ZERO, |at| now.saturating_duration_since(at))
    }

    /// Limit and level of each bucket: what this process holds, and what is left in the store.
    pub(super) fn levels(&self, now: Instant) -> Each<Option<(f64, f64)>> {
        let since = self.since_answer(now);
        self.each.map(|one| {
            let shared = one.shared?;
            Some((shared.limit, (Holding::left(shared, since) + one.held).clamp(0.0, shared.limit)))
        })
    }

    fn prices(&self, amounts: Amount) -> Amount {
        paired(self.each, amounts, |one, amount| one.price(amount))
    }

    /// How long until so much is there, if each process has an equal share of what comes.
    pub(super) fn expected_wait(&self, amounts: Amount, now: Instant) -> Duration {
        let (processes, since) = (f64::from(self.processes.max(1)), self.since_answer(now));
        let waits = paired(self.each, amounts, |one, amount| {
            let Some(shared) = one.shared else { return Duration::ZERO };
            let missing = amount - one.held.max(0.0) - Holding::left(shared, since) / processes;
            let rate = shared.limit / 60.0 / processes;
            Duration::try_from_secs_f64((missing / rate).max(0.0)).unwrap_or(Duration::MAX)
        });
        waits.into_iter().max().unwrap_or_default()
    }

    /// Whether a call of these prices can be sent with what is held.
    fn has(&self, amounts: Amount) -> bool {
        let enough = |one: Holding, amount| one.shared.is_none() || one.held + HAIR >= one.price(amount);
        self.at.is_some() && paired(self.each, amounts, enough).into_iter().all(|enough| enough)
    }

    /// `Ok` if a call can be sent with what is held.
    ///
    /// # Errors
    /// When the store can be asked for more; `None` while it is asked, whose answer wakes the call.
    pub(super) fn ready(&self, amounts: Amount, now: Instant) -> Result<(), Option<Instant>> {
        if self.process == std::process::id() && self.since_answer(now) < HELD_FOR && self.has(amounts) {
            return Ok(());
        }
        Err(match self.asked_at {
            Some(_) => None,
            None => Some(self.ask_at.max(now + Duration::from_millis(1))),
        })
    }

    /// When the store has taken so long that calls go on without it. It takes less by itself, unless the name of its
    /// host is looked up for longer.
    pub(super) fn overdue_at(&self) -> Option<Instant> {
        self.asked_at.map(|asked| asked + AGAIN)
    }

    /// Charges a call. Returns what was charged.
    pub(super) fn take(&mut self, amounts: Amount, now: Instant) -> Amount {
        let prices = self.prices(amounts);
        for (one, price) in self.each.iter_mut().zip(prices) {
            one.held -= price;
            one.sent += price;
            one.used += price;
        }
        self.used_at = now;
        prices
    }

    /// A call was answered, or will not be.
    pub(super) fn counted(&mut self, prices: Amount) {
        self.each.iter_mut().zip(prices).for_each(|(one, price)| one.sent = (one.sent - price).max(0.0));
    }

    /// Returns what was not used, or less than nothing.
    pub(super) fn give_back(&mut self, amounts: Amount) {
        self.each.iter_mut().zip(amounts).for_each(|(one, amount)| one.held += amount);
    }

    /// What the store had given out when it answered.
    pub(super) fn charged(&self) -> Amount {
        self.each.map(|one| one.shared.map_or(0.0, |shared| shared.charged))
    }

    /// Keeps what an answer reported of each limit, for the store.
    pub(super) fn reported(&mut self, reported: Each<Option<Reported>>) {
        for (one, reported) in self.each.iter_mut().zip(reported) {
            one.reported = reported.or(one.reported);
        }
    }

    /// Whether any limit is known.
    pub(super) fn knows_a_limit(&self) -> bool {
        let is_known = |one: &Holding| {
            one.shared.is_some() || one.reported.is_some_and(|reported| reported.limit.is_some())
        };
        self.each.iter().any(is_known)
    }

    /// The service refused a call: what is held is worth nothing, and all processes wait.
    pub(super) fn refused(&mut self, refused: Refused, now: Instant) {
        self.each.iter_mut().for_each(|one| one.held = one.held.min(0.0));
        self.refused = Some(refused);
        self.has_probe = false;
        self.ask_at = self.ask_at.min(now);
    }

    /// The service took a call.
    pub(super) fn accepted(&mut self) {
        if std::mem::take(&mut self.has_probe) {
            self.probe_is_over = true;
        }
    }

    /// What to ask of the store, if there is anything: what cannot wait, or with `beat` also what it has to learn each
    /// second while the lane is in use. `next` is what the first waiting call needs and has to leave over, if it cannot
    /// be sent; `queued` what all need that wait; `own` the buckets that lead without a store.
    pub(super) fn ask(
        &mut self,
        lane: &Arc<LaneName>,
        beat: bool,
        (next, queued): (Option<(Amount, f64)>, Amount),
        own: &Each<Option<Bucket>>,
        now: Instant,
    ) -> Option<Ask> {
        self.after_fork(now);
        if self.since_answer(now) >= HELD_FOR {
            self.each.iter_mut().for_each(|one| one.held = one.held.min(0.0));
        }
        let is_urgent = next.is_some() || self.refused.is_some() || self.probe_is_over || self.is_lost;
        let is_used = next.is_some()
            || self.each.iter().any(|one| one.held.abs() > HAIR)
            || now.saturating_duration_since(self.used_at) < IN_USE;
        if self.asked_at.is_some() || (beat && !is_used) || (!beat && (!is_urgent || now < self.ask_at)) {
            return None;
        }
        self.measure(now);
        self.asked_at = Some(now);
        // While the store cannot be reached no call waits for it.
        let next = next.filter(|_| !self.is_lost);
        let needed = next.map(|(amounts, _)| self.prices(amounts));
        let since = self.since_answer(now);
        let is_lost = self.is_lost;
        let wanted = needed.map(|needed| paired(queued, needed, |queued, needed| (queued - needed).max(0.0)));
        let known = paired(self.each, own.each_ref(), |one, own| match (one.shared, own) {
            (Some(shared), Some(own)) if is_lost => Some((shared.limit, own.level())),
            (Some(shared), _) => Some((shared.limit, Holding::left(shared, since))),
            (None, own) => own.as_ref().filter(|own| own.is_stated()).map(|own| (own.limit(), own.level())),
        });
        let (mut returned, mut ahead) = ([0.0; 4], [0.0; 4]);
        let places = returned.iter_mut().zip(&mut ahead).zip(wanted.unwrap_or_default());
        let is_idle = now.saturating_duration_since(self.used_at) >= IN_USE;
        for (one, ((returned, ahead), wanted)) in self.each.iter_mut().zip(places) {
            let soon = if is_idle { 0.0 } else { (one.rate * AHEAD).max(0.0) };
            let kept = match (needed, is_lost) {
                (_, true) => 0.0,
                (Some(_), _) => one.held.max(0.0),
                (None, _) => one.held.clamp(0.0, soon),
            };
            // Without the store calls were charged to the share of this process.
            *returned = if is_lost { 0.0 } else { one.held - kept };
            one.held = kept;
            *ahead = if needed.is_some() { (wanted + soon - kept).max(0.0) } else { 0.0 };
        }
        Some(Ask {
            lane: Arc::clone(lane),
            identity: self.identity,
            held: self.each.map(|one| one.held),
            sent: self.each.map(|one| one.sent),
            returned,
            needed,
            ahead,
            left_over: next.map_or(0.0, |(_, left_over)| left_over),
            known,
            reported: self.each.each_mut().map(|one| one.reported.take()),
            refused: self.refused.take(),
            probe_is_over: std::mem::take(&mut self.probe_is_over),
            leaves: false,
        })
    }

    /// The last request, of a client that ends: all that is held goes back. `None` if the store knows of nothing.
    pub(super) fn leave(&mut self, lane: &Arc<LaneName>) -> Option<Ask> {
        if self.process != std::process::id() || self.at.is_none() || self.is_lost {
            return None;
        }
        Some(Ask {
            lane: Arc::clone(lane),
            identity: self.identity,
            held: [0.0; 4],
            sent: [0.0; 4],
            returned: self.each.map(|one| one.held),
            needed: None,
            ahead: [0.0; 4],
            left_over: 0.0,
            known: [None; 4],
            reported: self.each.each_mut().map(|one| one.reported.take()),
            refused: self.refused.take(),
            probe_is_over: std::mem::take(&mut self.probe_is_over),
            leaves: true,
        })
    }

    /// Measures how much the calls of this process use in a second.
    fn measure(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.measured_at).as_secs_f64();
        if passed < SHORTEST {
            return;
        }
        for one in &mut self.each {
            one.rate += NEWEST * (one.used / passed - one.rate);
            one.used = 0.0;
        }
        self.measured_at = now;
    }

    /// The store answered. Returns the end of a cool-down, if there is one.
    pub(super) fn given(&mut self, given: &Given, now: Instant) -> Option<Instant> {
        self.asked_at = None;
        if std::mem::take(&mut self.is_lost) {
            self.each.iter_mut().for_each(|one| one.held = 0.0);
        }
        self.each.iter_mut().zip(given.buckets).for_each(|(one, shared)| one.shared = shared);
        self.at = Some(now);
        self.processes = given.processes.max(1);
        if let Some(granted) = given.granted {
            self.give_back(granted);
            self.has_probe |= given.probe;
        }
        self.ask_at = now.checked_add(given.wait).unwrap_or(now + AGAIN);
        now.checked_add(given.cool_down).filter(|_| !given.cool_down.is_zero())
    }

    /// The store cannot be reached. Returns the buckets of an equal share, if this is news.
    pub(super) fn lost(&mut self, now: Instant) -> Option<Each<Option<Bucket>>> {
        self.asked_at = None;
        self.ask_at = now + AGAIN;
        if std::mem::replace(&mut self.is_lost, true) {
            return None;
        }
        let processes = f64::from(self.processes.max(1));
        Some(self.each.map(|one| {
            let share = (one.shared?.limit / processes).max(1.0);
            let mut bucket = Bucket::full(share, Source::Stated, now);
            bucket.take(share);
            bucket.give_back(one.held.clamp(0.0, share));
            Some(bucket)
        }))
    }
}
