//! The book of a ledger that a store adds to those of other processes: when it is sent, and what is in it.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use serde_json::{Map, Value};

use super::fleet_usage::FleetUsage;
use super::shared::{BookAsk, Spending, SpendingName};
use super::tally::Tally;
use super::{Book, Ledger, OTHERS, State};

/// Seconds without a call after which a process reports no more until it has one.
const QUIET: u32 = 5;
/// Models, and labels, of a process that have a line of their own in the store, which reads and writes all of them each
/// second.
const LINES_IN_STORE: usize = 256;

/// What a ledger knows of the book that a store keeps.
#[derive(Debug, Default)]
pub(super) struct Together {
    name: SpendingName,
    /// What books had that were begun anew since.
    past: Option<Book>,
    /// Whether the store asks for the book each second.
    reports: bool,
    /// Reports since the last call.
    quiet: u32,
    pub(super) usage: Option<FleetUsage>,
}

impl Together {
    pub(super) fn new(service: &str) -> Together {
        Together { name: SpendingName::of(["ledger", service]), ..Together::default() }
    }

    /// A book was begun anew after this one.
    pub(super) fn ended(&mut self, book: &Book) {
        match &mut self.past {
            Some(past) => past.add(book),
            None => self.past = Some(book.clone()),
        }
    }
}

impl State {
    /// All that calls used, for the store; `None` without one.
    fn book_ask(&self, leaves: bool) -> Option<BookAsk> {
        let together = self.together.as_ref()?;
        let mut all = self.book.clone();
        if let Some(past) = &together.past {
            all.add(past);
        }
        let book = serde_json::json!({
            "total": figures(&all.total),
            "models": lines_of(&all.models),
            "labels": lines_of(&all.labels),
        });
        Some(BookAsk { name: together.name, book: book.to_string(), leaves })
    }

    /// A call was counted, or somebody looks: the book to send, unless the store asks for it anyway.
    pub(super) fn book_to_send(&mut self) -> Option<BookAsk> {
        let together = self.together.as_mut()?;
        together.quiet = 0;
        if std::mem::replace(&mut together.reports, true) {
            return None;
        }
        self.book_ask(false)
    }

    /// The report of each second.
    pub(super) fn book_beat(&mut self) -> Option<BookAsk> {
        let together = self.together.as_mut()?;
        together.quiet += 1;
        together.reports = together.quiet <= QUIET;
        if together.reports { self.book_ask(false) } else { None }
    }

    /// The last report, of a client that ends.
    pub(super) fn last_book(&self) -> Option<BookAsk> {
        let is_used = self.book.total.calls > 0 || self.together.as_ref()?.past.is_some();
        if is_used { self.book_ask(true) } else { None }
    }
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

fn lines_of(lines: &BTreeMap<Box<str>, Tally>) -> Map<String, Value> {
    let mut most = Map::new();
    let mut others = Tally::default();
    for (name, tally) in lines {
        match **name != *OTHERS && most.len() < LINES_IN_STORE {
            true => drop(most.insert(name.to_string(), figures(tally).into())),
            false => others.add(tally),
        }
    }
    if others != Tally::default() {
        most.insert(OTHERS.to_owned(), figures(&others).into());
    }
    most
}

impl Ledger {
    /// Sends a book, without the lock.
    pub(super) fn send_book(self: &Arc<Self>, ask: Option<BookAsk>) {
        if let (Some(store), Some(ask)) = (&self.store, ask) {
            store.keep(Arc::<Ledger>::downgrade(self) as Weak<dyn Spending>, ask);
        }
    }
}
