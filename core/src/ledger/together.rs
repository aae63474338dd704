//! The book of a ledger that a store adds to those of other processes: when it is sent, and what is in it.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use serde::Serialize;

use super::fleet_usage::FleetUsage;
use super::shared::{BookAsk, Spending, SpendingName};
use super::tally::Tally;
use super::{Book, Ledger, State};

/// Seconds without a call after which a process reports no more until it has one.
const QUIET: u32 = 5;

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
        #[derive(Serialize)]
        struct Of<'b> {
            total: Tally,
            models: &'b BTreeMap<Box<str>, Tally>,
            labels: &'b BTreeMap<Box<str>, Tally>,
        }
        let together = self.together.as_ref()?;
        let mut all = self.book.clone();
        if let Some(past) = &together.past {
            all.add(past);
        }
        let of = Of { total: all.total, models: &all.models, labels: &all.labels };
        Some(BookAsk { name: together.name, book: serde_json::to_string(&of).ok()?, leaves })
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

impl Ledger {
    /// Sends a book, without the lock.
    pub(super) fn send_book(self: &Arc<Self>, ask: Option<BookAsk>) {
        if let (Some(store), Some(ask)) = (&self.store, ask) {
            store.keep(Arc::<Ledger>::downgrade(self) as Weak<dyn Spending>, ask);
        }
    }
}
