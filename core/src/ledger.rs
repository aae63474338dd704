//! What the calls of a client used: calls, attempts, tokens by class and times, by model and by label (spec §8.8), and
//! limits on it.
//!
//! A call that keeps an [`Entry`] is counted once, when the entry is dropped. The lock is held for a few additions.

mod report;
mod spending;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::clock::Clock;
use crate::error::Result;
use crate::model::Usage;
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

    /// The entry of a call that begins. `expected` is the most that it may use.
    ///
    /// # Errors
    /// As [`Running::room_for`], before anything is sent.
    pub(crate) fn open(
        self: &Arc<Self>,
        model: &str,
        labels: Vec<String>,
        expected: &Usage,
    ) -> Result<Entry> {
        let reserved = self.reserve((model, &labels), expected)?;
        Ok(Entry {
            reserved,
            begun_at: self.clock.now(),
            ledger: Arc::clone(self),
            model: model.into(),
            labels,
            attempts: 0,
            waited: Duration::ZERO,
            queued: Duration::ZERO,
            first_event: None,
            usage: None,
            answered: false,
            end: End::Left,
        })
    }

    /// Keeps room in each limit that concerns a call, or in none.
    fn reserve(&self, call: (&str, &[String]), expected: &Usage) -> Result<Box<[Option<f64>]>> {
        let now = self.clock.now();
        let price = self.prices.get(call.0);
        let mut state = self.lock();
        let amounts: Result<Box<[_]>> =
            state.limits.iter_mut().map(|limit| limit.room_for(call, expected, price, now)).collect();
        let amounts = amounts?;
        for (limit, amount) in state.limits.iter_mut().zip(&amounts) {
            if let Some(amount) = amount {
                limit.reserve(*amount);
            }
        }
        Ok(amounts)
    }

    fn enter(&self, entry: &Entry) {
        let now = self.clock.now();
        let price = self.prices.get(&*entry.model);
        let mut tally = entry.tally(now);
        if let (Used::Counted(usage), Some(price)) = (entry.spent(), price) {
            tally.cost = price.of(usage);
        }
        let mut state = self.lock();
        let State { book, limits } = &mut *state;
        for (limit, reserved) in limits.iter_mut().zip(&entry.reserved) {
            if let Some(reserved) = reserved {
                limit.settle(*reserved, entry.spent(), price, now);
            }
        }
        book.total.add(&tally);
        line(&mut book.models, &entry.model).add(&tally);
        for label in &entry.labels {
            line(&mut book.labels, label).add(&tally);
        }
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

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Completed,
    Failed,
    /// Its caller left it.
    Left,
}

/// What is known of one call. It is entered into the ledger when it is dropped, with the call.
#[derive(Debug)]
pub(crate) struct Entry {
    ledger: Arc<Ledger>,
    model: Box<str>,
    labels: Vec<String>,
    /// What is kept for the call, by spending limit.
    reserved: Box<[Option<f64>]>,
    begun_at: Instant,
    pub(crate) attempts: u32,
    /// Waits between attempts.
    pub(crate) waited: Duration,
    /// Waits for the rate limits.
    pub(crate) queued: Duration,
    first_event: Option<Duration>,
    usage: Option<Usage>,
    /// A success of the service has begun: from here on tokens are billed.
    answered: bool,
    end: End,
}

impl Entry {
    /// The head of a success came.
    pub(crate) fn answered(&mut self) {
        self.answered = true;
    }

    /// The first event of a stream came.
    pub(crate) fn first_event(&mut self) {
        let passed = self.ledger.clock.now().saturating_duration_since(self.begun_at);
        self.first_event.get_or_insert(passed);
    }

    /// The token counts so far.
    pub(crate) fn used(&mut self, usage: &Usage) {
        self.usage = Some(usage.clone());
    }

    pub(crate) fn completed(&mut self) {
        self.end = End::Completed;
    }

    pub(crate) fn failed(&mut self) {
        self.end = End::Failed;
    }

    fn spent(&self) -> Used<'_> {
        match (self.end, self.answered, &self.usage) {
            (End::Completed, _, Some(usage)) => Used::Counted(usage),
            (End::Completed, _, None) | (_, true, _) => Used::Reserved,
            (End::Failed | End::Left, false, _) => Used::Nothing,
        }
    }

    fn tally(&self, now: Instant) -> Tally {
        let mut tally = Tally {
            calls: 1,
            attempts: u64::from(self.attempts),
            retries: u64::from(self.attempts.saturating_sub(1)),
            waited: self.waited,
            queued: self.queued,
            duration: now.saturating_duration_since(self.begun_at),
            ..Tally::default()
        };
        if let Some(first) = self.first_event {
            (tally.streams, tally.first_event) = (1, first);
        }
        let usage = self.usage.as_ref();
        match (self.end, self.answered) {
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
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.ledger.enter(self);
    }
}

#[cfg(test)]
mod tests;
