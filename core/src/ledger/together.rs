//! The book of a ledger that a store adds to those of other processes: when it is sent, and what is in it.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Instant;

use serde_json::{Map, Value};

use super::fleet_usage::FleetUsage;
use super::shared::{BookAsk, SharedName, Spending};
use super::tally::Tally;
use super::{Book, Ledger, OTHERS, State};

/// Seconds without a call after which a process reports no more until it has one.
const QUIET: u32 = 5;
/// Models, and labels, of a process that have a line of their own in the store, which reads and writes all of them each
/// second.
const LINES_IN_STORE: usize = 256;

/// What a ledger knows of the book that a store keeps.
#[derive(Debug)]
pub(super) struct Together {
    name: SharedName,
    /// All calls ever: the book of the ledger may be begun anew.
    pub(super) book: Book,
    /// Whether the store asks for the book each second.
    reports: bool,
    /// Reports since the last call.
    quiet: u32,
    pub(super) usage: Option<FleetUsage>,
}

impl Together {
    pub(super) fn new(service: &str, now: Instant) -> Together {
        let name = SharedName::of(["ledger", service]);
        Together { name, book: Book::new(now), reports: false, quiet: 0, usage: None }
    }

    fn draft(&self, leaves: bool) -> Draft {
        let Book { total, models, labels, .. } = &self.book;
        Draft { name: self.name, total: *total, models: most(models), labels: most(labels), leaves }
    }
}

/// A book to send. It is made under the lock, and its text without it.
#[derive(Debug)]
pub(super) struct Draft {
    name: SharedName,
    total: Tally,
    models: Vec<(Box<str>, Tally)>,
    labels: Vec<(Box<str>, Tally)>,
    leaves: bool,
}

impl Draft {
    pub(super) fn ask(&self) -> BookAsk {
        let lines = |lines: &[(Box<str>, Tally)]| -> Map<String, Value> {
            lines.iter().map(|(name, tally)| (name.to_string(), figures(tally).into())).collect()
        };
        let book = serde_json::json!({
            "total": figures(&self.total),
            "models": lines(&self.models),
            "labels": lines(&self.labels),
        });
        BookAsk { name: self.name, book: book.to_string(), leaves: self.leaves }
    }
}

impl State {
    /// A call was counted, or somebody looks: the book to send, unless the store asks for it anyway.
    pub(super) fn book_to_send(&mut self) -> Option<Draft> {
        let together = self.together.as_mut()?;
        together.quiet = 0;
        if std::mem::replace(&mut together.reports, true) { None } else { Some(together.draft(false)) }
    }

    /// The report of each second.
    pub(super) fn book_beat(&mut self) -> Option<Draft> {
        let together = self.together.as_mut()?;
        together.quiet += 1;
        together.reports = together.quiet <= QUIET;
        together.reports.then(|| together.draft(false))
    }

    /// The store does not ask for the book: the next call sends it.
    pub(super) fn book_was_not_sent(&mut self) {
        if let Some(together) = &mut self.together {
            (together.reports, together.usage) = (false, None);
        }
    }

    /// The last report, of a client that ends.
    pub(super) fn last_book(&self) -> Option<BookAsk> {
        let together = self.together.as_ref().filter(|together| together.book.total.calls > 0)?;
        Some(together.draft(true).ask())
    }
}

/// The first lines, by name, and the others added up.
fn most(lines: &BTreeMap<Box<str>, Tally>) -> Vec<(Box<str>, Tally)> {
    let (mut most, mut others) = (Vec::new(), Tally::default());
    for (name, tally) in lines {
        match **name != *OTHERS && most.len() < LINES_IN_STORE {
            true => most.push((name.clone(), *tally)),
            false => others.add(tally),
        }
    }
    if others != Tally::default() {
        most.push((OTHERS.into(), others));
    }
    most
}

/// The figures that are not 0.
fn figures(tally: &Tally) -> Map<String, Value> {
    match serde_json::to_value(tally) {
        Ok(Value::Object(figures)) => {
            figures.into_iter().filter(|(_, figure)| figure.as_f64() != Some(0.0)).collect()
        }
        _ => Map::new(),
    }
}

impl Ledger {
    /// Sends a book, without the lock.
    pub(super) fn send_book(self: &Arc<Self>, draft: Option<Draft>) {
        if let (Some(store), Some(draft)) = (&self.store, draft) {
            store.keep(Arc::<Ledger>::downgrade(self) as Weak<dyn Spending>, draft.ask());
        }
    }
}
