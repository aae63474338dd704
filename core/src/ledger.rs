//! What the calls of a client used: calls, attempts, tokens by class and times, by model and by label (spec §8.8), and
//! limits on it.
//!
//! A call is counted once, when its [`Record`] ends. The lock is held for a few additions.

mod report;
mod spending;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::clock::Clock;
use crate::error::Result;
use crate::model::Usage;
use crate::prompt_cache::Expected;
use crate::record::{End, LimitNotice, Record, Reserved, Watcher};
use spending::{Running, Used};

pub use report::{Tally, UsageReport};
pub use spending::{Price, SpendingLimit, SpendingState};

/// Models and labels that have a line of their own; the others are added up under [`OTHERS`].
const LINES: usize = 4_096;
/// The name of the line of those beyond.
const OTHERS: &str = "(others)";

/// The book of a client and all its copies.
pub(crate) struct Ledger {
    clock: Arc<dyn Clock>,
    /// By model.
    prices: BTreeMap<String, Price>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    book: Book,
    limits: Vec<Running>,
}

impl State {
    /// Keeps room in each limit that concerns a call, or in none.
    fn reserve(
        &mut self,
        call: (&str, &[String]),
        expected: &Usage,
        ledger: &Ledger,
    ) -> Result<Box<[Option<f64>]>> {
        let now = ledger.clock.now();
        let price = ledger.prices.get(call.0);
        let limits = self.limits.iter_mut();
        let amounts: Result<Box<[_]>> =
            limits.map(|limit| limit.room_for(call, expected, price, now)).collect();
        let amounts = amounts?;
        self.keep(&amounts, 1.0);
        Ok(amounts)
    }

    /// Keeps so many times these amounts; -1 keeps them no more.
    fn keep(&mut self, amounts: &[Option<f64>], times: f64) {
        for (limit, amount) in self.limits.iter_mut().zip(amounts) {
            if let Some(amount) = amount {
                limit.reserve(times * amount);
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
        Ledger { clock, prices, state: Mutex::new(State { book: Book::new(now), limits }) }
    }

    /// A copy of the book; with `reset` a new one begins at this moment, so that nothing is counted twice or lost.
    pub(crate) fn report(&self, reset: bool) -> UsageReport {
        let now = self.clock.now();
        let mut state = self.lock();
        let mut report = match reset {
            true => std::mem::replace(&mut state.book, Book::new(now)).report(now),
            false => state.book.report(now),
        };
        report.limits = state.limits.iter_mut().map(|limit| limit.state(now)).collect();
        report
    }

    /// Counts a call that begins, once it has ended. `expected` is the most that it may use.
    ///
    /// # Errors
    /// As [`Running::room_for`], before anything is sent.
    pub(crate) fn open(self: &Arc<Self>, record: &mut Record, expected: &Usage) -> Result<()> {
        let amounts = self.lock().reserve((&record.model, &record.labels), expected, self)?;
        let (input_tokens, output_tokens) = (expected.input_tokens, expected.output_tokens);
        record.reserved = Some(Box::new(Reserved { amounts, input_tokens, output_tokens }));
        record.watch(Entry(Arc::clone(self)));
        Ok(())
    }

    /// Keeps room for a running call in the limits of another model, in place of those of its own.
    ///
    /// # Errors
    /// As [`Ledger::open`]; what was kept is kept.
    pub(crate) fn move_to(&self, record: &mut Record, model: &str) -> Result<()> {
        let Some(reserved) = &mut record.reserved else { return Ok(()) };
        let expected = Usage {
            input_tokens: reserved.input_tokens,
            output_tokens: reserved.output_tokens,
            ..Usage::default()
        };
        let mut state = self.lock();
        state.keep(&reserved.amounts, -1.0);
        match state.reserve((model, &record.labels), &expected, self) {
            Ok(amounts) => {
                reserved.amounts = amounts;
                record.model = model.into();
                Ok(())
            }
            Err(error) => {
                state.keep(&reserved.amounts, 1.0);
                Err(error)
            }
        }
    }

    /// Counts a call that ended. Returns the limits whose use reached the fraction that was set for notices.
    fn enter(&self, record: &Record) -> Vec<LimitNotice> {
        let now = self.clock.now();
        let price = self.prices.get(&*record.model);
        let mut tally = tally(record);
        let spent = spent(record);
        if let (Used::Counted(usage), Some(price)) = (spent, price) {
            (tally.cost, tally.cache_savings) = (price.of(usage), price.saved(usage));
        }
        let mut notices = Vec::new();
        let mut state = self.lock();
        let State { book, limits } = &mut *state;
        let reserved = record.reserved.as_ref().map(|reserved| &*reserved.amounts).unwrap_or_default();
        for (limit, reserved) in limits.iter_mut().zip(reserved) {
            if let Some(reserved) = reserved {
                notices.extend(limit.settle(*reserved, spent, price, now));
            }
        }
        book.total.add(&tally);
        line(&mut book.models, &record.model).add(&tally);
        for label in &record.labels {
            line(&mut book.labels, label).add(&tally);
        }
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

/// The place of a running call in the ledger.
struct Entry(Arc<Ledger>);

impl Watcher for Entry {
    fn ended(&self, record: &mut Record) {
        let notices = self.0.enter(record);
        record.notices.extend(notices);
    }
}

fn spent(record: &Record) -> Used<'_> {
    match (record.end, record.is_billed(), &record.usage) {
        (_, false, _) => Used::Nothing,
        (End::Completed, true, Some(usage)) => Used::Counted(usage),
        (_, true, _) => Used::Reserved,
    }
}

fn tally(record: &Record) -> Tally {
    let mut tally = Tally {
        calls: 1,
        attempts: u64::from(record.attempts),
        retries: u64::from(record.attempts.saturating_sub(1)),
        waited: record.waited,
        queued: record.queued,
        duration: record.duration(),
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
