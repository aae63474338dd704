//! The thread that speaks with the store. One for each client that shares its limits, and only while it is used.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::Address;
use super::connection::{Connection, Failure, random};
use crate::ledger::{BookAsk, SharedSpending, Spending, SpendingAsk, SpendingGiven};
use crate::pacing::{Ask, Given, Lanes, SharedStore};
use crate::prompt_cache::{PrefixAsk, Prefixes, SharedPrefixes};
use crate::threads;

/// How often the store learns that the process lives; `share.lua` forgets it after five times that.
const BEAT: Duration = Duration::from_secs(1);

/// A store in Redis or Valkey.
#[derive(Debug)]
pub(crate) struct Fleet {
    address: Address,
    worker: Mutex<Option<Worker>>,
}

/// What one of the users of a client asks.
enum Work {
    Limits(Weak<dyn Lanes>, Vec<Ask>),
    Spending(Weak<dyn Spending>, Vec<SpendingAsk>),
    Prefixes(Weak<dyn Prefixes>, Vec<PrefixAsk>),
    Book(Weak<dyn Spending>, BookAsk),
}

impl Work {
    /// Without the store.
    fn fail(self) {
        match self {
            Work::Limits(lanes, asks) => {
                if let Some(lanes) = lanes.upgrade() {
                    asks.iter().for_each(|ask| lanes.answered(&ask.lane, None));
                }
            }
            Work::Spending(limits, asks) => {
                if let Some(limits) = limits.upgrade() {
                    asks.iter().for_each(|ask| limits.spending_answered(ask.limit, None));
                }
            }
            Work::Book(ledger, _) => {
                if let Some(ledger) = ledger.upgrade() {
                    ledger.book_was_not_sent();
                }
            }
            // Who waits learns by the end of the channel.
            Work::Prefixes(..) => {}
        }
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Work(..)")
    }
}

#[derive(Debug)]
struct Worker {
    /// The process that the thread lives in.
    process: u32,
    work: Sender<Work>,
}

impl Fleet {
    pub(crate) fn new(address: Address) -> Fleet {
        Fleet { address, worker: Mutex::new(None) }
    }

    /// Hands work to the thread, which is started if there is none.
    fn hand(&self, mut work: Work) -> Result<(), Work> {
        let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        match worker.take() {
            Some(known) if known.process == std::process::id() => match known.work.send(work) {
                Ok(()) => {
                    *worker = Some(known);
                    return Ok(());
                }
                Err(unsent) => work = unsent.0,
            },
            // A forked child must not touch the channel of its parent: a thread that is not here may hold it.
            Some(of_parent) => std::mem::forget(of_parent),
            None => {}
        }
        let (sender, receiver) = channel();
        let address = self.address.clone();
        if threads::spawn(move || Link::new(address).serve(&receiver)).is_err() {
            return Err(work);
        }
        sender.send(work).map_err(|unsent| unsent.0)?;
        *worker = Some(Worker { process: std::process::id(), work: sender });
        Ok(())
    }
}

impl SharedStore for Fleet {
    fn ask(&self, lanes: Weak<dyn Lanes>, asks: Vec<Ask>) {
        self.hand(Work::Limits(lanes, asks)).unwrap_or_else(Work::fail);
    }
}

impl SharedSpending for Fleet {
    fn spend(&self, limits: Weak<dyn Spending>, asks: Vec<SpendingAsk>) {
        self.hand(Work::Spending(limits, asks)).unwrap_or_else(Work::fail);
    }

    fn keep(&self, ledger: Weak<dyn Spending>, ask: BookAsk) {
        self.hand(Work::Book(ledger, ask)).unwrap_or_else(Work::fail);
    }
}

impl SharedPrefixes for Fleet {
    fn prefixes(&self, gate: Weak<dyn Prefixes>, ask: PrefixAsk) {
        self.hand(Work::Prefixes(gate, vec![ask])).unwrap_or_else(Work::fail);
    }
}

/// The users of the store that are in use, which report each second.
#[derive(Default)]
struct Users {
    limits: Option<Weak<dyn Lanes>>,
    spending: Option<Weak<dyn Spending>>,
    prefixes: Option<Weak<dyn Prefixes>>,
    book: Option<Weak<dyn Spending>>,
}

impl Users {
    fn is_none(&self) -> bool {
        self.limits.is_none() && self.spending.is_none() && self.prefixes.is_none() && self.book.is_none()
    }

    fn add(&mut self, work: &Work) {
        match work {
            Work::Limits(lanes, _) => self.limits = Some(Weak::clone(lanes)),
            Work::Spending(limits, _) => self.spending = Some(Weak::clone(limits)),
            Work::Prefixes(gate, _) => self.prefixes = Some(Weak::clone(gate)),
            Work::Book(ledger, _) => self.book = Some(Weak::clone(ledger)),
        }
    }

    /// Their reports. One that has none is not in use, until it asks again.
    fn beat(&mut self) -> Vec<Work> {
        let mut work = Vec::new();
        if let Some(known) = self.limits.take()
            && let asks = known.upgrade().map(|lanes| lanes.beat()).unwrap_or_default()
            && !asks.is_empty()
        {
            work.push(Work::Limits(known, asks));
        }
        if let Some(known) = self.spending.take()
            && let asks = known.upgrade().map(|limits| limits.beat()).unwrap_or_default()
            && !asks.is_empty()
        {
            work.push(Work::Spending(known, asks));
        }
        if let Some(known) = self.prefixes.take()
            && let asks = known.upgrade().map(|gate| gate.beat()).unwrap_or_default()
            && !asks.is_empty()
        {
            work.push(Work::Prefixes(known, asks));
        }
        if let Some(known) = self.book.take()
            && let Some(ask) = known.upgrade().and_then(|ledger| ledger.book_beat())
        {
            work.push(Work::Book(known, ask));
        }
        work
    }
}

/// The connection of the thread, which is made when it is needed.
struct Link {
    address: Address,
    connection: Option<Connection>,
    /// The name of this process in spending limits, and as a writer of prefixes.
    spender: Option<String>,
    /// When the store failed; it is left alone for a second.
    failed_at: Option<Instant>,
    /// Whether the failure has been reported.
    is_reported: bool,
}

impl Link {
    fn new(address: Address) -> Link {
        Link { address, connection: None, spender: None, failed_at: None, is_reported: false }
    }

    /// Works until the client is gone.
    fn serve(mut self, work: &Receiver<Work>) {
        let mut users = Users::default();
        let mut beat_at = Instant::now() + BEAT;
        loop {
            let next = match users.is_none() {
                false => work.recv_timeout(beat_at.saturating_duration_since(Instant::now())),
                // Nothing is in use: the thread sleeps until it is asked again.
                true => work.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match next {
                Ok(work) => {
                    if users.is_none() {
                        beat_at = Instant::now() + BEAT;
                    }
                    users.add(&work);
                    self.work(work);
                }
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    beat_at = Instant::now() + BEAT;
                    for work in users.beat() {
                        users.add(&work);
                        self.work(work);
                    }
                }
            }
        }
    }

    fn work(&mut self, work: Work) {
        // The users are not held while the store is waited for: the client would not end.
        match work {
            Work::Limits(from, asks) => {
                for ask in asks {
                    let given: Option<Given> = self.trip(|connection, _| connection.ask(&ask));
                    if let Some(lanes) = from.upgrade() {
                        lanes.answered(&ask.lane, given);
                    }
                }
            }
            Work::Spending(from, asks) => {
                for ask in asks {
                    let given: Option<SpendingGiven> =
                        self.trip(|connection, spender| connection.spend(&ask, spender));
                    if let Some(limits) = from.upgrade() {
                        limits.spending_answered(ask.limit, given);
                    }
                }
            }
            Work::Book(from, ask) => {
                let usage = self.trip(|connection, process| connection.keep(&ask, process));
                if let Some(ledger) = from.upgrade() {
                    ledger.book_answered(usage);
                }
            }
            Work::Prefixes(_, asks) => {
                for ask in asks {
                    let given = self.trip(|connection, process| connection.prefixes(&ask, process));
                    if let Some(answer) = ask.answer {
                        // A call that was given up does not wait for it.
                        let _ = answer.send(given);
                    }
                }
            }
        }
    }

    /// One round trip; `None` if the store cannot be used.
    fn trip<T>(&mut self, ask: impl Fn(&mut Connection, &str) -> Result<T, Failure>) -> Option<T> {
        let mut given = None;
        self.try_trip(&mut |connection, process| {
            given = Some(ask(connection, process)?);
            Ok(())
        });
        given
    }

    /// Compiled once: `ask` is called through a pointer.
    #[inline(never)]
    fn try_trip(&mut self, ask: &mut dyn FnMut(&mut Connection, &str) -> Result<(), Failure>) {
        if self.failed_at.is_some_and(|at| at.elapsed() < BEAT.mul_f64(0.9)) {
            return;
        }
        // The TLS library panics where a program has two providers of cryptography and has chosen none.
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let connection = match self.connection.take() {
                Some(connection) => self.connection.insert(connection),
                None => self.connection.insert(Connection::open(&self.address)?),
            };
            let spender = match self.spender.take() {
                Some(spender) => self.spender.insert(spender),
                None => self.spender.insert(random()?),
            };
            ask(connection, spender)
        }));
        let failure = match asked {
            Ok(Ok(())) => {
                self.failed_at = None;
                if std::mem::take(&mut self.is_reported) {
                    tracing::info!(target: "parlour", "the store of the shared limits is reached again");
                }
                return;
            }
            Ok(Err(failure)) => failure.to_string(),
            Err(_) => "its TLS connection could not be prepared".to_owned(),
        };
        self.connection = None;
        self.failed_at = Some(Instant::now());
        if !std::mem::replace(&mut self.is_reported, true) {
            tracing::warn!(
                target: "parlour",
                "the store of the shared limits cannot be used ({failure}); each process goes on with an equal share"
            );
        }
    }
}
