//! What the calls of a client used: calls, attempts, tokens by class and times, by model and by label (spec §8.8), and
//! limits on it.
//!
//! A call is counted once, when its [`Record`] ends. The lock is held for a few additions.

#[cfg_attr(not(feature = "redis"), allow(dead_code, reason = "without the feature there is no store"))]
mod fleet_usage;
mod report;
#[cfg_attr(not(feature = "redis"), allow(dead_code, reason = "without the feature there is no store"))]
mod running;
#[cfg_attr(not(feature = "redis"), allow(dead_code, reason = "without the feature there is no store"))]
mod share;
#[cfg_attr(not(feature = "redis"), allow(dead_code, reason = "without the feature there is no store"))]
mod shared;
mod sharing;
mod spending;
mod tally;
#[cfg_attr(not(feature = "redis"), allow(dead_code, reason = "without the feature there is no store"))]
mod together;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Instant;

use crate::clock::Clock;
use crate::error::Result;
use crate::model::Usage;
use crate::prompt_cache::Expected;
use crate::record::{Beside, End, LimitNotice, Record, Reserved, Watcher};
use running::{Passage, Running, Used};
use together::Together;

#[cfg(all(test, feature = "redis"))]
pub(crate) use shared::SharedName;
pub(crate) use shared::SharedSpending;
#[cfg(feature = "redis")]
pub(crate) use shared::{BookAsk, Spending, SpendingAsk, SpendingGiven, Verdict};

pub use fleet_usage::FleetUsage;
pub use report::UsageReport;
pub use spending::{Price, SpendingLimit, SpendingState};
pub use tally::Tally;

/// Models and labels that have a line of their own; the others are added up under [`OTHERS`].
const LINES: usize = 4_096;
/// The name of the line of those beyond.
const OTHERS: &str = "(others)";

/// What each spending limit keeps for a call.
type Amounts = Box<[Option<f64>]>;

/// The book of a client and all its copies.
pub(crate) struct Ledger {
    clock: Arc<dyn Clock>,
    /// By model.
    prices: BTreeMap<String, Price>,
    /// If other processes keep the limits too.
    store: Option<Arc<dyn SharedSpending>>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    book: Book,
    limits: Vec<Running>,
    /// If a store adds up the books of processes.
    together: Option<Together>,
    /// Numbers of calls that waited for the store.
    waits: u64,
}

impl State {
    /// What each limit says of a call.
    fn passages(
        &mut self,
        (model, labels): (&str, &[String]),
        expected: &Usage,
        ledger: &Ledger,
        now: Instant,
    ) -> Result<Vec<Passage>> {
        let price = ledger.prices.get(model);
        self.limits.iter_mut().map(|limit| limit.room_for((model, labels), expected, price, now)).collect()
    }

    /// Keeps room in each limit that concerns a call, or in none. `None` if a store has to be asked first.
    fn reserve(
        &mut self,
        call: (&str, &[String]),
        expected: &Usage,
        ledger: &Ledger,
        now: Instant,
    ) -> Result<Option<Amounts>> {
        let mut amounts = Vec::new();
        for passage in self.passages(call, expected, ledger, now)? {
            match passage {
                Passage::Unconcerned => amounts.push(None),
                Passage::Takes(amount) => amounts.push(Some(amount)),
                Passage::Waits(_) => return Ok(None),
            }
        }
        self.keep(&amounts, 1.0, now);
        Ok(Some(amounts.into()))
    }

    /// Keeps so many times these amounts; -1 keeps them no more.
    fn keep(&mut self, amounts: &[Option<f64>], times: f64, now: Instant) {
        for (limit, amount) in self.limits.iter_mut().zip(amounts) {
            if let Some(amount) = amount {
                limit.reserve(times * amount, now);
            }
        }
    }
}

#[derive(Debug)]
struct Book {
    since: Instant,
    total: Tally,
    models: BTreeMap<Box<str>, Tally>,
    labels: BTreeMap<Box<str>, Tally>,
}

impl Book {
    fn new(now: Instant) -> Book {
        Book { since: now, total: Tally::default(), models: BTreeMap::new(), labels: BTreeMap::new() }
    }

    fn report(&self, now: Instant) -> UsageReport {
        UsageReport {
            time: now.saturating_duration_since(self.since),
            total: self.total,
            models: self.models.clone(),
            labels: self.labels.clone(),
            limits: Vec::new(),
            fleet: None,
        }
    }

    fn add(&mut self, record: &Record, tally: &Tally) {
        self.total.add(tally);
        line(&mut self.models, &record.model).add(tally);
        for label in &record.labels {
            line(&mut self.labels, label).add(tally);
        }
    }
}

impl Ledger {
    pub(crate) fn new(
        clock: Arc<dyn Clock>,
        prices: BTreeMap<String, Price>,
        limits: Vec<SpendingLimit>,
    ) -> Ledger {
        let now = clock.now();
        let limits = limits.into_iter().map(|limit| Running::new(limit, now)).collect();
        let state = Mutex::new(State { book: Book::new(now), limits, together: None, waits: 0 });
        Ledger { clock, prices, store: None, state }
    }

    pub(crate) fn price(&self, model: &str) -> Option<&Price> {
        self.prices.get(model)
    }

    /// A copy of the book; with `reset` a new one begins at this moment, so that nothing is counted twice or lost.
    pub(crate) fn report(self: &Arc<Self>, reset: bool) -> UsageReport {
        let now = self.clock.now();
        let mut state = self.lock();
        let mut report = match reset {
            true => std::mem::replace(&mut state.book, Book::new(now)).report(now),
            false => state.book.report(now),
        };
        report.limits = state.limits.iter_mut().map(|limit| limit.state(now)).collect();
        report.fleet = state.together.as_ref().and_then(|together| together.usage.clone());
        let draft = state.book_to_send();
        drop(state);
        self.send_book(draft);
        report
    }

    /// Counts a call that begins, once it has ended. `expected` is the most that it may use. Where a store has to be
    /// asked for room, the record says so ([`Reserved::waits`]), and [`Ledger::wait`] does it.
    ///
    /// # Errors
    /// As [`Running::room_for`], before anything is sent.
    pub(crate) fn open(self: &Arc<Self>, record: &mut Record, expected: &Usage) -> Result<()> {
        let amounts = self.reserve((&record.model, &record.labels), expected, &[])?;
        let (input_tokens, output_tokens) = (expected.input_tokens, expected.output_tokens);
        let waits = amounts.is_none();
        let amounts = amounts.unwrap_or_default();
        record.reserved = Some(Box::new(Reserved { amounts, input_tokens, output_tokens, waits }));
        record.watch(Entry(Arc::clone(self)));
        Ok(())
    }

    /// Keeps room for a running call in the limits of another model, in place of those of its own.
    ///
    /// # Errors
    /// As [`Ledger::open`]; what was kept is kept.
    pub(crate) fn move_to(self: &Arc<Self>, record: &mut Record, model: &str) -> Result<()> {
        let Some(reserved) = &mut record.reserved else { return Ok(()) };
        let expected = expected(reserved);
        let amounts = self.reserve((model, &record.labels), &expected, &reserved.amounts)?;
        reserved.waits = amounts.is_none();
        reserved.amounts = amounts.unwrap_or_default();
        record.model = model.into();
        Ok(())
    }

    /// Keeps room in each limit in place of `before`, which stays if there is none.
    fn reserve(
        self: &Arc<Self>,
        call: (&str, &[String]),
        expected: &Usage,
        before: &[Option<f64>],
    ) -> Result<Option<Amounts>> {
        let now = self.clock.now();
        let mut state = self.lock();
        state.keep(before, -1.0, now);
        let reserved = state.reserve(call, expected, self, now);
        if reserved.is_err() {
            state.keep(before, 1.0, now);
        }
        let asks = self.asks(&mut state, now);
        drop(state);
        self.send(asks);
        reserved
    }

    /// Counts a call that ended. Returns the limits whose use reached the fraction that was set for notices.
    fn enter(self: &Arc<Self>, record: &Record) -> Vec<LimitNotice> {
        let now = self.clock.now();
        let price = self.prices.get(&*record.model);
        let mut tally = tally(record);
        let beside = cancelled_beside(record);
        let spent = match &beside {
            Some(usage) => Used::Counted(usage),
            None => spent(record),
        };
        if let (Used::Counted(usage), Some(price)) = (spent, price) {
            tally.cost = price.of(usage);
            tally.cache_savings = if beside.is_some() { 0.0 } else { price.saved(usage) };
        }
        let mut notices = Vec::new();
        let mut state = self.lock();
        let State { book, limits, together, .. } = &mut *state;
        let reserved = record.reserved.as_ref().map(|reserved| &*reserved.amounts).unwrap_or_default();
        for (limit, reserved) in limits.iter_mut().zip(reserved) {
            if let Some(reserved) = reserved {
                notices.extend(limit.settle(*reserved, spent, price, now));
            }
        }
        book.add(record, &tally);
        if let Some(together) = together {
            together.book.add(record, &tally);
        }
        // What the call did not use may be enough for those that wait.
        let woken: Vec<_> = limits.iter_mut().filter_map(Running::next_waker).collect();
        let draft = state.book_to_send();
        drop(state);
        woken.into_iter().for_each(Waker::wake);
        self.send_book(draft);
        notices
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger").finish_non_exhaustive()
    }
}

fn line<'b>(lines: &'b mut BTreeMap<Box<str>, Tally>, name: &str) -> &'b mut Tally {
    let name = if lines.contains_key(name) || lines.len() < LINES { name } else { OTHERS };
    lines.entry(name.into()).or_default()
}

/// The most that a call may use.
fn expected(reserved: &Reserved) -> Usage {
    Usage { input_tokens: reserved.input_tokens, output_tokens: reserved.output_tokens, ..Usage::default() }
}

/// The place of a running call in the ledger.
struct Entry(Arc<Ledger>);

impl Watcher for Entry {
    fn ended(&self, record: &mut Record) {
        let notices = self.0.enter(record);
        record.notices.extend(notices);
    }
}

/// What an attempt may have used that was cancelled when another was answered first: its input, which is that of the
/// other, or what the spending limits expected. Nothing of an answer had come.
fn cancelled_beside(record: &Record) -> Option<Usage> {
    let input_tokens = record.reserved.as_ref().map_or(0, |reserved| reserved.input_tokens);
    let estimate = || Usage { input_tokens, ..Usage::default() };
    (record.beside == Some(Beside::Cancelled)).then(|| record.usage.clone().unwrap_or_else(estimate))
}

fn spent(record: &Record) -> Used<'_> {
    match (record.end, record.is_billed(), &record.usage) {
        (_, false, _) => Used::Nothing,
        (End::Completed, true, Some(usage)) => Used::Counted(usage),
        (_, true, _) => Used::Reserved,
    }
}

/// A second attempt is one more attempt of its call, and no retry.
fn tally_beside(record: &Record) -> Tally {
    Tally {
        attempts: u64::from(record.attempts),
        hedges: u64::from(record.attempts),
        interrupted_input_tokens: cancelled_beside(record).map_or(0, |usage| usage.total_input_tokens()),
        ..Tally::default()
    }
}

fn tally(record: &Record) -> Tally {
    if record.beside.is_some() {
        return tally_beside(record);
    }
    let mut tally = Tally {
        calls: 1,
        attempts: u64::from(record.attempts),
        retries: u64::from(record.attempts.saturating_sub(1)),
        waited: record.waited,
        queued: record.queued,
        duration: record.duration(),
        hedges_won: u64::from(record.hedge_won == Some(true)),
        cache_cold: u64::from(record.prefix == Some(Expected::Cold)),
        cache_expired: u64::from(record.prefix == Some(Expected::Expired)),
        cache_lost: u64::from(record.prefix_lost),
        cache_waits: u64::from(record.waited_for_prefix),
        ..Tally::default()
    };
    if let Some(first) = record.first_event {
        (tally.streams, tally.first_event) = (1, first);
    }
    let usage = record.usage.as_ref().filter(|_| record.is_billed());
    match (record.end, record.is_billed()) {
        (End::Completed, _) => {
            tally.completed = 1;
            usage.into_iter().for_each(|usage| tally.add_usage(usage));
        }
        (_, true) => {
            tally.interrupted = 1;
            tally.interrupted_input_tokens = usage.map_or(0, Usage::total_input_tokens);
            tally.interrupted_output_tokens = usage.map_or(0, |usage| usage.output_tokens);
        }
        (End::Failed, false) => tally.failed = 1,
        (End::Left, false) => tally.cancelled = 1,
    }
    tally
}

#[cfg(test)]
mod tests;
