//! What a process holds of a spending limit that it keeps together with others: amounts taken ahead of the calls that
//! use them, and given back each second. Pure state, given the time.

use std::task::Waker;
use std::time::{Duration, Instant};

use super::shared::{SharedName, SpendingAsk, SpendingGiven, Verdict};
use super::spending::SpendingLimit;

/// Seconds of use that a process takes ahead.
const AHEAD: f64 = 0.5;
/// How long after a failure the store is asked again; after so long without an answer it counts as one.
const AGAIN: Duration = Duration::from_secs(1);
/// How long a process waits after [`Verdict::Wait`] before it asks again: others give back each second.
const WAIT: Duration = Duration::from_millis(200);
/// For how long a refusal also holds for calls that come after it.
const REFUSED_FOR: Duration = Duration::from_millis(100);
/// The store takes back what a silent process holds after five seconds. The process stops using it before that.
const HELD_FOR: Duration = Duration::from_secs(4);
/// A limit of which no call took anything for so long is not in use.
const IN_USE: Duration = Duration::from_secs(10);
/// The weight of the newest measurement in the rate of use.
const NEWEST: f64 = 0.5;
/// Too short a time for a rate.
const SHORTEST: f64 = 0.1;
/// Sums of many amounts differ by a part of them that is no more than this.
const HAIR: f64 = 1e-9;

/// What a call may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    There,
    /// The store has to be asked.
    Wait,
    Refused,
}

#[derive(Clone, Debug)]
pub(super) struct Share {
    name: SharedName,
    /// The process that holds it: a forked child holds nothing.
    process: u32,
    /// The amount that new calls may take; below zero if calls used more than was reserved for them.
    held: f64,
    /// The use of this process since its start; the part that the store has counted; the sum in the running report.
    total: f64,
    confirmed: f64,
    reported: f64,
    /// The use of all processes, and what others keep for their calls, by the newest answer.
    used: f64,
    others: f64,
    processes: u32,
    window: Option<u64>,
    reset_at: Instant,
    /// When the store answered; `None` before it did.
    at: Option<Instant>,
    asked_at: Option<Instant>,
    /// Not to be asked before.
    ask_at: Instant,
    /// What was asked for a waiting call.
    needed: Option<f64>,
    /// The least amount that was refused, and until when that holds.
    refused: Option<(f64, Instant)>,
    /// The store cannot be reached: each process goes on with an equal share.
    is_lost: bool,
    /// In the order in which they began to wait.
    waiting: Vec<Waiting>,
    /// What calls take in a second, and what they took since that was measured.
    rate: f64,
    taken: f64,
    measured_at: Instant,
    used_at: Option<Instant>,
}

/// A call that waits for the store.
#[derive(Clone, Debug)]
struct Waiting {
    seq: u64,
    amount: f64,
    /// It waits for another limit: what it needs of this one is held for it.
    has_room: bool,
    waker: Waker,
}

impl Share {
    pub(super) fn new(name: SharedName, now: Instant) -> Share {
        Share {
            name,
            process: std::process::id(),
            held: 0.0,
            total: 0.0,
            confirmed: 0.0,
            reported: 0.0,
            used: 0.0,
            others: 0.0,
            processes: 1,
            window: None,
            reset_at: now,
            at: None,
            asked_at: None,
            ask_at: now,
            needed: None,
            refused: None,
            is_lost: false,
            waiting: Vec::new(),
            rate: 0.0,
            taken: 0.0,
            measured_at: now,
            used_at: None,
        }
    }

    /// A forked child has nothing of what its parent holds. True if this is one, for the first time.
    pub(super) fn after_fork(&mut self, now: Instant) -> bool {
        let is_child = self.process != std::process::id();
        if is_child {
            *self = Share::new(self.name, now);
        }
        is_child
    }

    /// The use of all processes in this window, as far as is known, with the unreported use of this one.
    pub(super) fn used(&self, now: Instant) -> f64 {
        let known = if self.at.is_some() && now < self.reset_at { self.used } else { 0.0 };
        known + self.total - self.confirmed
    }

    /// What other processes keep for calls that run.
    pub(super) fn others(&self) -> f64 {
        self.others
    }

    pub(super) fn reset(&self, now: Instant) -> Duration {
        self.reset_at.saturating_duration_since(now)
    }

    /// Whether a call may take so much.
    pub(super) fn room(&self, amount: f64, now: Instant) -> Room {
        let is_held = self.at.is_some_and(|at| now.saturating_duration_since(at) < HELD_FOR);
        if (is_held || self.is_lost) && self.held + HAIR * self.held.abs() >= amount {
            return Room::There;
        }
        let is_refused = self.refused.is_some_and(|(least, until)| amount >= least && now < until);
        if self.is_lost || is_refused { Room::Refused } else { Room::Wait }
    }

    /// A call takes so much, or gives back what was kept for it if it is less than zero.
    pub(super) fn take(&mut self, amount: f64, now: Instant) {
        self.held -= amount;
        self.taken += amount.max(0.0);
        self.used_at = Some(now);
    }

    /// A call ended that used so much. What was kept for it was given back.
    pub(super) fn spent(&mut self, amount: f64) {
        self.held -= amount;
        self.total += amount;
        // What it did not use may be enough for the next.
        self.refused = None;
    }

    /// A call waits for the store.
    pub(super) fn wait(&mut self, seq: u64, amount: f64, waker: &Waker) {
        let place = self.waiting.partition_point(|known| known.seq < seq);
        match self.waiting.get_mut(place).filter(|known| known.seq == seq) {
            Some(known) => {
                known.has_room = false;
                known.waker.clone_from(waker);
            }
            None => {
                self.waiting.insert(place, Waiting { seq, amount, has_room: false, waker: waker.clone() })
            }
        }
    }

    /// What a call needs of this limit is held, and it waits for another limit. True if it has waited for this one
    /// until now.
    pub(super) fn has_room(&mut self, seq: u64) -> bool {
        let known = self.waiting.iter_mut().find(|known| known.seq == seq);
        known.is_some_and(|known| !std::mem::replace(&mut known.has_room, true))
    }

    /// Those that wait for this limit.
    fn without_room(&self) -> impl Iterator<Item = &Waiting> {
        self.waiting.iter().filter(|known| !known.has_room)
    }

    /// The part of what is held that calls need which wait for another limit.
    fn kept(&self) -> f64 {
        let all: f64 = self.waiting.iter().filter(|known| known.has_room).map(|known| known.amount).sum();
        all.min(self.held).max(0.0)
    }

    /// A call waits no more.
    pub(super) fn leave(&mut self, seq: u64) {
        self.waiting.retain(|known| known.seq != seq);
    }

    /// That of the call that asks next.
    pub(super) fn next_waker(&self) -> Option<Waker> {
        self.without_room().next().map(|known| known.waker.clone())
    }

    /// Those of the calls that may go on after an answer, and of the one that asks next. Each that goes on or gives up
    /// wakes the next.
    pub(super) fn wakers(&self) -> Vec<Waker> {
        let mut left = self.held - self.kept();
        let mut woken = Vec::new();
        for known in self.without_room() {
            woken.push(known.waker.clone());
            left -= known.amount;
            if left < 0.0 {
                break;
            }
        }
        woken
    }

    /// When a waiting call looks again, if nothing wakes it.
    pub(super) fn look_at(&self, now: Instant) -> Instant {
        match self.asked_at {
            // It takes less by itself, unless the name of its host is looked up for longer.
            Some(asked) => asked + AGAIN,
            None if self.ask_at > now => self.ask_at,
            // One before it has been woken, and wakes it.
            None => now + AGAIN,
        }
    }

    /// The next request to the store, if there is one: for a call that waits, and with `beat` also the report of each
    /// second while the limit is in use.
    pub(super) fn ask(
        &mut self,
        (index, limit): (usize, &SpendingLimit),
        reserved: f64,
        beat: bool,
        now: Instant,
    ) -> Option<SpendingAsk> {
        let needed = self.without_room().next().map(|first| first.amount);
        let kept = self.kept();
        // One that has been woken for what is held has not looked yet.
        let lacks = needed.is_some_and(|needed| self.room(kept + needed, now) != Room::There);
        let is_used = needed.is_some()
            || reserved > 0.0
            || self.total > self.confirmed
            || self.used_at.is_some_and(|used| now.saturating_duration_since(used) < IN_USE);
        let is_due = if beat { is_used } else { (lacks || self.is_lost) && now >= self.ask_at };
        if self.asked_at.is_some() || !is_due {
            return None;
        }
        self.measure(now);
        let queued: f64 = self.without_room().skip(1).map(|other| other.amount).sum();
        self.asked_at = Some(now);
        (self.reported, self.needed) = (self.total, needed);
        if !self.is_lost {
            self.held = kept;
        }
        Some(SpendingAsk {
            limit: index,
            name: self.name,
            most: limit.most(),
            within: limit.within,
            reserved: reserved + kept,
            total: self.total,
            confirmed: self.confirmed,
            needed,
            ahead: queued + self.rate * AHEAD,
            known: self.window.map(|window| (window, self.used)),
            leaves: false,
        })
    }

    /// The last report, of a client that ends; `None` if the store knows nothing of it.
    pub(super) fn last(&self, (index, limit): (usize, &SpendingLimit)) -> Option<SpendingAsk> {
        let is_known = self.process == std::process::id() && (self.at.is_some() || self.asked_at.is_some());
        is_known.then(|| SpendingAsk {
            limit: index,
            name: self.name,
            most: limit.most(),
            within: limit.within,
            reserved: 0.0,
            total: self.total,
            confirmed: self.confirmed,
            needed: None,
            ahead: 0.0,
            known: self.window.map(|window| (window, self.used)),
            leaves: true,
        })
    }

    /// The store answered. True if a new window has begun.
    pub(super) fn given(&mut self, given: &SpendingGiven, now: Instant) -> bool {
        self.asked_at = None;
        if std::mem::take(&mut self.is_lost) {
            self.held = 0.0;
        }
        self.confirmed = self.reported;
        (self.used, self.others, self.processes) = (given.used, given.reserved, given.processes.max(1));
        self.held += given.granted;
        self.at = Some(now);
        self.reset_at = now + given.reset;
        self.ask_at = if given.verdict == Verdict::Wait { now + WAIT } else { now };
        let needed = self.needed.take();
        self.refused =
            needed.filter(|_| given.verdict == Verdict::Refused).map(|least| (least, now + REFUSED_FOR));
        self.window.replace(given.window).is_some_and(|before| before != given.window)
    }

    /// The store cannot be reached.
    pub(super) fn lost(&mut self, limit: &SpendingLimit, reserved: f64, now: Instant) {
        self.asked_at = None;
        self.ask_at = now + AGAIN;
        if !std::mem::replace(&mut self.is_lost, true) {
            self.share_equally(limit, reserved, now);
        }
    }

    /// Goes on without the store if its answer is overdue. True if a new window has begun without it.
    pub(super) fn advance(&mut self, limit: &SpendingLimit, reserved: f64, now: Instant) -> bool {
        if self.asked_at.is_some_and(|asked| now >= asked + AGAIN) {
            self.lost(limit, reserved, now);
        }
        if !self.is_lost || now < self.reset_at {
            return false;
        }
        let passed = now.saturating_duration_since(self.reset_at).as_secs_f64();
        let left = limit.within.as_secs_f64() - passed % limit.within.as_secs_f64();
        self.reset_at = now + Duration::from_secs_f64(left);
        (self.used, self.confirmed, self.window) = (0.0, self.total, None);
        self.share_equally(limit, reserved, now);
        true
    }

    /// This process goes on with its part of what nobody has used.
    fn share_equally(&mut self, limit: &SpendingLimit, reserved: f64, now: Instant) {
        let left = limit.most() - self.used(now) - self.others - reserved;
        self.held = (left / f64::from(self.processes)).max(0.0);
    }

    fn measure(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.measured_at).as_secs_f64();
        if passed >= SHORTEST {
            self.rate += NEWEST * (self.taken / passed - self.rate);
            (self.taken, self.measured_at) = (0.0, now);
        }
    }
}
