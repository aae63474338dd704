//! The limits of one credential and model: buckets, cool-down, and the queue of the calls that wait. Pure state: it is
//! given the time, and never sleeps.

mod sharing;

use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, Instant};

use super::Priority;
use super::adaptive::Latency;
use super::bucket::{Bucket, Each, Source, paired};
use super::lease::Lease;
use super::queue::Queue;
use super::recent::Recent;
use super::shared::{Refused, Reported};
use crate::answer_headers::AnswerHeaders;
use crate::record::LimitNotice;
use crate::service::rate_limits::{RateLimit, RateLimits};

/// After so many interactive calls that went ahead of it, a bulk call goes.
const AHEAD: u32 = 9;
/// The share of an allowance that bulk calls leave to interactive ones.
pub(super) const LEFT_OVER: f64 = 0.1;
/// The first cool-down and the longest, if the service names none (spec §8.6).
const FIRST_COOL_DOWN: Duration = Duration::from_secs(1);
const LONGEST_COOL_DOWN: Duration = Duration::from_secs(60);
/// The service rounds remaining tokens to thousands (protocol §6).
const ROUNDING: f64 = 500.0;
/// Input tokens for a byte of a request before an answer reported any.
const PER_BYTE: f64 = 0.25;
/// The weight of the newest answer in that figure.
const NEWEST: f64 = 0.1;
/// How long others wait for the answer to a probe.
const PROBED: Duration = Duration::from_secs(1);
/// How long others wait for the body of a refusal, which says what it refuses.
const BODY_OF_REFUSAL: Duration = Duration::from_secs(1);
/// Requests a minute that are a rate, and not a few calls.
const MEASURABLE: f64 = 10.0;
/// The share of the measured rate that is kept after a refusal.
const KEPT: f64 = 0.9;

/// What a call uses of each bucket: requests, all tokens, input tokens, output tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Amounts {
    requests: f64,
    tokens: f64,
    input: f64,
    output: f64,
}

impl Amounts {
    /// One request with so many tokens.
    pub(super) fn of_call(input: f64, output: f64) -> Amounts {
        Amounts { requests: 1.0, tokens: input + output, input, output }
    }

    fn each(self) -> [f64; 4] {
        [self.requests, self.tokens, self.input, self.output]
    }

    fn plus(self, other: Amounts, sign: f64) -> Amounts {
        Amounts {
            requests: self.requests + sign * other.requests,
            tokens: self.tokens + sign * other.tokens,
            input: self.input + sign * other.input,
            output: self.output + sign * other.output,
        }
    }
}

/// What was charged for a call, and the state when it was sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Charge {
    prices: Each<f64>,
    /// What had been charged to each bucket by then and was certainly counted by the service before the answer: this
    /// call, and those that had been answered. Requests on several connections arrive in any order.
    charged: Each<f64>,
    /// Whether it was charged to what is held of shared limits.
    leased: bool,
    pub(super) sent_at: Instant,
}

#[derive(Debug)]
struct Waiting {
    amounts: Amounts,
    waker: Option<Waker>,
}

/// After a cool-down one call goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Probe {
    None,
    Due,
    /// It was sent, and its answer has not come. The others follow at this time without it: a refusal comes at once, a
    /// whole answer only when it is complete.
    Sent(u64, Instant),
}

/// Whether the first of a queue has to look at its turn again, though it stays the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Something changed for it: it may have to wait for another time than it does.
    Again,
    /// Nothing did. A call that only looks at its turn changes nothing for the others: if it woke them, and they it,
    /// they would never rest.
    Not,
}

/// What a waiting call has to do.
#[derive(Debug)]
pub(super) enum Turn {
    /// It was let through.
    Go(Charge),
    /// It is the next: look again then, or when it is woken.
    At(Instant),
    /// Others are before it: it is woken.
    Later,
}

#[derive(Debug)]
pub(super) struct Lane {
    paces: bool,
    buckets: Each<Option<Bucket>>,
    cool_until: Option<Instant>,
    /// When the newest cool-down began: a refusal of a request that was sent before says nothing new.
    cooled_at: Option<Instant>,
    refused_in_a_row: u32,
    /// The calls whose refusals have only a head so far, and how long the others wait for each of them.
    unread: Vec<(u64, Instant)>,
    probe: Probe,
    accepted: Recent,
    input_per_byte: f64,
    /// Of whole answers and of streams. Boxed: only a cap that adapts looks at it.
    latency: Option<Box<[Latency; 2]>>,
    waiting: [Queue<Waiting>; 2],
    queued: [Amounts; 2],
    /// Interactive calls that were let through while a bulk call waited.
    ahead: u32,
    /// Let through, and not yet noticed by the call.
    going: Queue<Charge>,
    pub(super) in_flight: u32,
    pub(super) refusals: u64,
    /// Those of the newest answer.
    pub(super) headers: Option<(Arc<AnswerHeaders>, Instant)>,
    /// Limits of which a notice was given, and that have had no room again.
    pub(super) noticed: [bool; 4],
    /// What was charged for calls that were sent and of which no answer has come.
    unanswered: Each<f64>,
    /// If other processes share the limits. While it leads, the buckets are not used.
    lease: Option<Box<Lease>>,
}

impl Lane {
    /// A lane with full buckets of these limits, where they are known. Unless it `paces`, calls wait only for a cap of
    /// calls in flight.
    pub(super) fn new(limits: Each<Option<u32>>, paces: bool, now: Instant) -> Lane {
        Lane {
            paces,
            buckets: limits
                .map(|limit| limit.map(|limit| Bucket::full(f64::from(limit), Source::Stated, now))),
            cool_until: None,
            cooled_at: None,
            refused_in_a_row: 0,
            unread: Vec::new(),
            probe: Probe::None,
            accepted: Recent::new(now),
            input_per_byte: PER_BYTE,
            latency: None,
            waiting: [Queue::default(), Queue::default()],
            queued: [Amounts::default(); 2],
            ahead: 0,
            going: Queue::default(),
            in_flight: 0,
            refusals: 0,
            headers: None,
            noticed: [false; 4],
            unanswered: [0.0; 4],
            lease: None,
        }
    }

    fn left_over(&self, priority: Priority) -> f64 {
        // A bulk call whose turn it is need not leave anything over: it would wait for ever beside others.
        if priority == Priority::Bulk && self.ahead < AHEAD { LEFT_OVER } else { 0.0 }
    }

    /// No call is in flight or waits, and none would have to.
    pub(super) fn is_idle(&self, now: Instant) -> bool {
        self.in_flight == 0
            && self.cool_down(now).is_none()
            && self.waiting.iter().all(Queue::is_empty)
            && self.going.is_empty()
    }

    /// Nothing speaks against a call that nobody needs: none waits, and no refusal is to be heeded.
    pub(super) fn is_calm(&self, now: Instant) -> bool {
        !self.has_waiting()
            && self.cool_down(now).is_none()
            && self.probe == Probe::None
            && self.unread.is_empty()
    }

    pub(super) fn has_waiting(&self) -> bool {
        self.waiting.iter().any(|queue| !queue.is_empty())
    }

    pub(super) fn waiting(&self) -> [usize; 2] {
        [self.waiting[0].len(), self.waiting[1].len()]
    }

    /// What a request of so many bytes of text is expected to use.
    pub(super) fn estimate(&self, bytes: usize, max_tokens: u64) -> Amounts {
        Amounts::of_call((bytes as f64 * self.input_per_byte).ceil(), max_tokens as f64)
    }

    /// The time left of a cool-down.
    pub(super) fn cool_down(&self, now: Instant) -> Option<Duration> {
        self.cool_until.map(|until| until.saturating_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// Each bucket's limit and level, refilled.
    pub(super) fn levels(&mut self, now: Instant) -> Each<Option<(f64, f64)>> {
        if let Some(lease) = self.leading() {
            return lease.levels(now);
        }
        self.refill(now);
        self.buckets.each_ref().map(|bucket| bucket.as_ref().map(|bucket| (bucket.limit(), bucket.level())))
    }

    /// When a call that joins the queue now can be sent, at the earliest: after those that are before it.
    pub(super) fn expected_wait(&mut self, amounts: Amounts, priority: Priority, now: Instant) -> Duration {
        if !self.paces {
            return Duration::ZERO;
        }
        self.refill(now);
        let [interactive, bulk] = self.queued;
        let before = match priority {
            Priority::Interactive => interactive,
            Priority::Bulk => interactive.plus(bulk, 1.0),
        };
        if let Some(lease) = self.leading() {
            let wanted = before.plus(amounts, 1.0).each();
            return lease.expected_wait(wanted, now).max(self.cool_down(now).unwrap_or_default());
        }
        let prices = self.prices(amounts);
        let mut wait = self.cool_down(now).unwrap_or_default();
        for ((bucket, before), price) in self.buckets.iter().zip(before.each()).zip(prices) {
            if let Some(bucket) = bucket {
                wait = wait.max(bucket.wait_for_all(before + price));
            }
        }
        wait
    }

    fn prices(&self, amounts: Amounts) -> Each<f64> {
        let mut prices = amounts.each();
        for (price, bucket) in prices.iter_mut().zip(&self.buckets) {
            *price = bucket.as_ref().map_or(*price, |bucket| bucket.price(*price));
        }
        prices
    }

    pub(super) fn join(&mut self, seq: u64, amounts: Amounts, priority: Priority) {
        let [interactive, bulk] = &mut self.waiting;
        let [waits_interactive, waits_bulk] = &mut self.queued;
        let (queue, sum) = match priority {
            Priority::Interactive => (interactive, waits_interactive),
            Priority::Bulk => (bulk, waits_bulk),
        };
        queue.insert(seq, Waiting { amounts, waker: None });
        *sum = sum.plus(amounts, 1.0);
    }

    /// Takes a call out that no longer waits. If it was let through already, its charge is returned.
    pub(super) fn leave(&mut self, seq: u64) -> Option<Charge> {
        for (queue, sum) in self.waiting.iter_mut().zip(&mut self.queued) {
            if let Some(waiting) = queue.remove(seq) {
                *sum = if queue.is_empty() { Amounts::default() } else { sum.plus(waiting.amounts, -1.0) };
            }
        }
        self.going.remove(seq)
    }

    /// The call that goes next.
    fn next(&self) -> Option<(Priority, u64, Amounts)> {
        let [interactive, bulk] = &self.waiting;
        let first = |priority, queue: &Queue<Waiting>| {
            queue.first().map(|(seq, waiting)| (priority, seq, waiting.amounts))
        };
        let (interactive, bulk) = (first(Priority::Interactive, interactive), first(Priority::Bulk, bulk));
        match self.ahead >= AHEAD {
            true => bulk.or(interactive),
            false => interactive.or(bulk),
        }
    }

    /// The place of the next call among those of all lanes, if it can be sent now: by priority, then in the order in
    /// which they came.
    pub(super) fn ready(&mut self, now: Instant) -> Option<(bool, u64, Priority)> {
        let (priority, seq, _) = self.next()?;
        let is_behind = priority == Priority::Bulk && self.ahead < AHEAD;
        self.ready_at(now).filter(|at| *at <= now).map(|_| (is_behind, seq, priority))
    }

    /// An interactive call of another lane is let through.
    pub(super) fn overtaken(&mut self) {
        let [_, bulk] = &self.waiting;
        if !bulk.is_empty() {
            self.ahead = self.ahead.saturating_add(1);
        }
    }

    /// When the next call can be sent.
    fn ready_at(&mut self, now: Instant) -> Option<Instant> {
        let (priority, _, amounts) = self.next()?;
        if !self.paces {
            return Some(now);
        }
        self.refill(now);
        let left_over = self.left_over(priority);
        let mut at = self.cool_until.map_or(now, |until| until.max(now));
        if let Probe::Sent(_, until) = self.probe {
            at = at.max(until);
        }
        at = self.unread.iter().map(|(_, until)| *until).fold(at, Instant::max);
        if let Some(lease) = self.leading() {
            return match lease.ready(amounts.each(), now) {
                Ok(()) => Some(at),
                Err(ask) => ask.map(|ask| at.max(ask)),
            };
        }
        for (bucket, amount) in self.buckets.iter().zip(amounts.each()) {
            if let Some(bucket) = bucket {
                at = at.max(now + bucket.wait(amount, left_over));
            }
        }
        Some(at)
    }

    /// Lets waiting calls through, at most `room` of them. Adds their wakers to `wake`, and that of the first of those
    /// that stay if it is a new one or `look` is [`Look::Again`]; but not that of the call `awake`, which looks at its
    /// turn next.
    pub(super) fn let_through(
        &mut self,
        now: Instant,
        room: &mut u32,
        (look, awake): (Look, Option<u64>),
        wake: &mut Vec<Waker>,
    ) {
        let before = *room;
        while *room > 0
            && let Some((priority, seq, amounts)) = self.next()
            && self.ready_at(now).is_some_and(|at| at <= now)
        {
            let waker = if awake == Some(seq) { None } else { self.waker_of(seq) };
            let charge = self.charge(amounts, now);
            self.leave(seq);
            self.going.insert(seq, charge);
            self.in_flight += 1;
            *room -= 1;
            self.probe = match self.probe {
                Probe::Due => Probe::Sent(seq, now + PROBED),
                // Its time is over.
                Probe::None | Probe::Sent(..) => Probe::None,
            };
            let bulk_waits = !self.waiting[1].is_empty();
            self.ahead = match priority {
                Priority::Interactive if bulk_waits => self.ahead.saturating_add(1),
                _ => 0,
            };
            wake.extend(waker);
        }
        if (look == Look::Again || *room < before)
            && let Some((_, seq, _)) = self.next()
            && awake != Some(seq)
        {
            wake.extend(self.waker_of(seq));
        }
    }

    fn waker_of(&mut self, seq: u64) -> Option<Waker> {
        self.waiting.iter_mut().find_map(|queue| queue.get_mut(seq)).and_then(|waiting| waiting.waker.take())
    }

    /// The wakers of all that wait: something changed for each of them.
    pub(super) fn all_wakers(&mut self) -> impl Iterator<Item = Waker> {
        self.waiting.iter_mut().flat_map(Queue::iter_mut).filter_map(|waiting| waiting.waker.take())
    }

    /// Where a waiting call is; `waker` is kept unless it goes.
    pub(super) fn turn(&mut self, seq: u64, waker: &Waker, room: bool, now: Instant) -> Turn {
        if let Some(charge) = self.going.remove(seq) {
            return Turn::Go(charge);
        }
        let is_next = self.next().is_some_and(|(_, next, _)| next == seq);
        let at = if is_next && room { self.ready_at(now) } else { None };
        if let Some(waiting) = self.waiting.iter_mut().find_map(|queue| queue.get_mut(seq)) {
            waiting.waker = Some(waker.clone());
        }
        at.map_or(Turn::Later, Turn::At)
    }

    /// Lets a call through without a queue, if nobody waits and there is room.
    pub(super) fn at_once(
        &mut self,
        seq: u64,
        amounts: Amounts,
        priority: Priority,
        now: Instant,
    ) -> Option<Charge> {
        if self.has_waiting() {
            return None;
        }
        self.join(seq, amounts, priority);
        let (mut room, mut wake) = (1, Vec::new());
        self.let_through(now, &mut room, (Look::Not, None), &mut wake);
        self.leave(seq)
    }

    /// Charges a call.
    fn charge(&mut self, amounts: Amounts, now: Instant) -> Charge {
        if let Some(lease) = self.leading_mut() {
            let charged = lease.charged();
            return Charge { prices: lease.take(amounts.each(), now), charged, leased: true, sent_at: now };
        }
        self.refill(now);
        let mut prices = amounts.each();
        for (price, bucket) in prices.iter_mut().zip(&mut self.buckets) {
            if let Some(bucket) = bucket {
                *price = bucket.take(*price);
            }
        }
        let charged = paired(self.charged(), self.unanswered, |charged, unanswered| charged - unanswered);
        self.unanswered = paired(self.unanswered, prices, |unanswered, price| unanswered + price);
        Charge { prices, charged, leased: false, sent_at: now }
    }

    /// A call was answered, or will not be.
    pub(super) fn counted(&mut self, charge: &Charge) {
        if charge.leased {
            self.counted_in_store(charge);
        } else {
            self.unanswered =
                paired(self.unanswered, charge.prices, |unanswered, price| (unanswered - price).max(0.0));
        }
    }

    pub(super) fn charged(&self) -> Each<f64> {
        self.buckets.each_ref().map(|bucket| bucket.as_ref().map_or(0.0, Bucket::charged))
    }

    fn refill(&mut self, now: Instant) {
        self.buckets.iter_mut().flatten().for_each(|bucket| bucket.refill(now));
    }

    /// The service answered a call: its headers correct the buckets.
    pub(super) fn reported(&mut self, limits: &RateLimits, fast: bool, charge: &Charge, now: Instant) {
        let (input, output) = match fast {
            true => (limits.fast_input_tokens, limits.fast_output_tokens),
            false => (limits.input_tokens, limits.output_tokens),
        };
        let mut tokens = limits.tokens;
        tokens.remaining = limits.remaining_tokens();
        // The family without a direction is the most restrictive one in force, so it may be one of the others again.
        if tokens.limit.is_some() && [input.limit, output.limit].contains(&tokens.limit) {
            tokens = RateLimit::default();
        }
        let families = [(limits.requests, 0.0), (tokens, ROUNDING), (input, ROUNDING), (output, ROUNDING)];
        if charge.leased != self.leading().is_some() {
            // The store was lost or came back meanwhile: the two count by other figures.
            return;
        }
        if let Some(lease) = self.leading_mut() {
            let sent_at = charge.sent_at;
            lease.reported(paired(families, charge.charged, |(reported, rounding), charged| {
                let limit = reported.limit.filter(|limit| *limit > 0).map(|limit| limit as f64);
                let remaining = reported.remaining.map(|left| left as f64);
                limit.or(remaining).map(|_| Reported { limit, remaining, rounding, charged, sent_at })
            }));
            return;
        }
        // Of limits that are shared with processes that cannot be reached, this one has its share.
        let share = 1.0 / f64::from(self.processes().unwrap_or(1).max(1));
        let sent = self.unanswered.into_iter().zip(charge.prices);
        for (((bucket, (reported, rounding)), charged), (unanswered, price)) in
            self.buckets.iter_mut().zip(families).zip(charge.charged).zip(sent)
        {
            // A limit of nothing would keep the answer away that reports another.
            let limit = reported.limit.filter(|limit| *limit > 0).map(|limit| limit as f64 * share);
            let remaining = reported.remaining.map(|left| left as f64 * share);
            match (bucket.as_mut(), limit.or(remaining)) {
                (_, None) => {}
                (Some(bucket), Some(_)) => {
                    bucket.correct(limit, remaining, (charge.sent_at, charged), rounding, now)
                }
                (None, Some(0.0)) => {}
                (None, Some(highest)) => {
                    let source = if limit.is_some() { Source::Stated } else { Source::HighestSeen };
                    let mut new = Bucket::full(highest, source, now);
                    // Of the calls that were sent before it, the report has those that were answered, and this one.
                    new.owe(unanswered.max(price));
                    new.correct(limit, remaining, (now, price), rounding, now);
                    *bucket = Some(new);
                }
            }
        }
    }

    /// The limits of which an answer reports that this fraction is used, and of which no notice was given since they
    /// had room.
    pub(super) fn notices(
        &mut self,
        limits: &RateLimits,
        model: &str,
        fast: bool,
        at: f64,
    ) -> Vec<LimitNotice> {
        let (input, output) = match fast {
            true => (limits.fast_input_tokens, limits.fast_output_tokens),
            false => (limits.input_tokens, limits.output_tokens),
        };
        let names = ["requests", "tokens", "input_tokens", "output_tokens"];
        let reported = [limits.requests, limits.tokens, input, output];
        let mut found = Vec::new();
        for ((name, reported), noticed) in names.into_iter().zip(reported).zip(&mut self.noticed) {
            let (Some(most), Some(left)) = (reported.limit.filter(|most| *most > 0), reported.remaining)
            else {
                continue;
            };
            let (most, used) = (most as f64, most.saturating_sub(left) as f64);
            let is_over = used >= at * most;
            if is_over && !*noticed {
                let model = Some(model.to_owned());
                found.push(LimitNotice { limit: name, model, label: None, used, most });
            }
            *noticed = is_over;
        }
        found
    }

    /// The service took a call that was sent: a probe, if it was one, has succeeded.
    pub(super) fn accepted(&mut self, seq: u64, sent_at: Instant, now: Instant) {
        if let Some(lease) = self.leading_mut() {
            lease.accepted();
        }
        self.accepted.add(now);
        if self.cooled_at.is_none_or(|cooled| sent_at >= cooled) {
            self.refused_in_a_row = 0;
        }
        self.probe_is_over(seq);
    }

    /// Whether answers take longer than usual now, given how long the newest one took to begin.
    pub(super) fn is_slow(&mut self, streams: bool, wait: Duration) -> bool {
        let [whole, streamed] = &mut **self.latency.get_or_insert_default();
        if streams { streamed.add(wait) } else { whole.add(wait) }
    }

    /// The probe was answered, or will not be.
    pub(super) fn probe_is_over(&mut self, seq: u64) {
        if matches!(self.probe, Probe::Sent(probe, _) if probe == seq) {
            self.probe = Probe::None;
        }
    }

    /// The call was not sent: if it was to go first after a cool-down, another has to.
    pub(super) fn probe_was_not_sent(&mut self, seq: u64) {
        if matches!(self.probe, Probe::Sent(probe, _) if probe == seq) {
            self.probe = Probe::Due;
        }
    }

    /// The head of a refusal came. What the call was charged has room for others again, but they wait: the body, which
    /// tells a rate limit from a spending limit, follows at once, and most often begins a cool-down.
    pub(super) fn refusal_begins(&mut self, seq: u64, now: Instant) {
        self.unread.push((seq, now + BODY_OF_REFUSAL));
    }

    /// Its body was read, or will not be.
    pub(super) fn refusal_is_read(&mut self, seq: u64) {
        self.unread.retain(|(unread, _)| *unread != seq);
    }

    /// The service refused a call that was sent at `sent_at`: all wait. `asked` is the wait that it asked for, `ramp`
    /// that the load grew too fast.
    pub(super) fn refused(&mut self, sent_at: Instant, asked: Option<Duration>, ramp: bool, now: Instant) {
        self.refusals = self.refusals.saturating_add(1);
        let is_news = self.cooled_at.is_none_or(|cooled| sent_at >= cooled);
        if is_news {
            self.refused_in_a_row = self.refused_in_a_row.saturating_add(1);
            self.cooled_at = Some(now);
        }
        let own = || {
            let doubled = 1_u32.checked_shl(self.refused_in_a_row.saturating_sub(1)).unwrap_or(u32::MAX);
            FIRST_COOL_DOWN.saturating_mul(doubled.max(1)).min(LONGEST_COOL_DOWN)
        };
        if let Some(until) = now.checked_add(asked.unwrap_or_else(own))
            && (is_news || asked.is_some())
        {
            self.cool_until = Some(self.cool_until.map_or(until, |known| known.max(until)));
        }
        self.probe = Probe::Due;
        if !is_news {
            return;
        }
        let rate = self.accepted.per_minute(now);
        if let Some(until) = self.cool_until
            && let Some(lease) = self.leading_mut()
        {
            let is_measured = (ramp || !lease.knows_a_limit()) && rate >= MEASURABLE;
            lease.refused(Refused { until, rate: is_measured.then_some(rate * KEPT) }, now);
            return;
        }
        self.refill(now);
        let [requests, tokens, input, output] = &self.buckets;
        let known = [tokens, input, output].into_iter().flatten().any(Bucket::is_stated);
        // Nobody says at which rate to go on. Few calls are no measure of it.
        if (ramp || !(known || requests.as_ref().is_some_and(Bucket::is_stated))) && rate >= MEASURABLE {
            let [requests, ..] = &mut self.buckets;
            *requests = Some(Bucket::measured(rate * KEPT, now));
        }
    }

    /// Corrects the charge of a call that ended by what it used.
    pub(super) fn used(&mut self, charge: &Charge, used: Amounts, now: Instant) {
        if charge.leased != self.leading().is_some() {
            // What was charged elsewhere is not returned here: it would be there twice.
            return;
        }
        if let Some(lease) = self.leading_mut() {
            let used = used.each();
            lease.give_back(paired(charge.prices, used, |price, used| price - used));
            return;
        }
        self.refill(now);
        for ((bucket, price), used) in self.buckets.iter_mut().zip(charge.prices).zip(used.each()) {
            if let Some(bucket) = bucket {
                bucket.give_back(price - used);
            }
        }
    }

    /// Learns how many input tokens the bytes of a request had that count against the limits.
    pub(super) fn learn(&mut self, bytes: usize, input: f64) {
        if bytes > 0 {
            let ratio = (input / bytes as f64).clamp(0.01, 1.0);
            self.input_per_byte += NEWEST * (ratio - self.input_per_byte);
        }
    }
}

#[cfg(test)]
mod tests;
