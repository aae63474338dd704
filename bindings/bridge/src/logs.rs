//! Log records on their way to the host: collected on runtime threads in a bounded ring per port, formatted by the
//! host on its own thread (decision 0022). It must not know how a host logs.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use parlour::StopNotice;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record as SpanRecord};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::task;

/// How much of what happens is collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Verbosity {
    /// Nothing; the start.
    Off = 0,
    /// Failures of the client itself.
    Error = 1,
    /// Calls that failed, and answers that were cut.
    Warn = 2,
    /// Attempts and waits as well.
    Info = 3,
    /// Bodies as well, where the client asks for them.
    Debug = 4,
}

/// One record. Credentials were masked by the core.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its level; never [`Verbosity::Off`].
    pub level: Verbosity,
    /// What happened, a constant sentence.
    pub message: String,
    /// Named values, as text.
    pub fields: Vec<(&'static str, String)>,
    /// The operation that it is about, as [`crate::Op::token`] names it; 0 for a call that its caller drives.
    pub token: u64,
}

/// A message of a client of this port ended with another stop reason than `end_turn` (spec §2.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopRecord {
    /// The client, by its [`Client::number`](crate::Client::number); copies have the number of the client they were made
    /// of.
    pub client: u64,
    /// The operation, as [`crate::Op::token`] names it; 0 for a call that its caller drives.
    pub token: u64,
    /// What is told of it.
    pub notice: StopNotice,
}

/// Records kept for a port that nobody asks.
const KEPT: usize = 1024;

static VERBOSITY: AtomicU8 = AtomicU8::new(0);

/// Collects records from now on, up to this level; [`Verbosity::Off`] stops it. For the whole process.
///
/// False if another part of the process took the place of the log before: nothing is collected then.
pub fn collect(verbosity: Verbosity) -> bool {
    let before = VERBOSITY.swap(verbosity as u8, Ordering::Relaxed);
    if verbosity == Verbosity::Off {
        return true;
    }
    let ours =
        before != 0 || tracing::subscriber::set_global_default(Collector::default()).is_ok() || installed();
    tracing::callsite::rebuild_interest_cache();
    ours
}

fn installed() -> bool {
    tracing::dispatcher::get_default(|dispatch| dispatch.is::<Collector>())
}

/// The bounded store of a port.
#[derive(Debug, Default)]
pub(crate) struct Ring {
    records: Mutex<VecDeque<Record>>,
    /// Whether there are any, to be seen without the lock.
    some: AtomicBool,
    dropped: AtomicU64,
    stops: Mutex<VecDeque<StopRecord>>,
    some_stops: AtomicBool,
}

impl Ring {
    pub(crate) fn push_stop(&self, record: StopRecord) {
        let mut stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        if stops.len() >= KEPT {
            stops.pop_front();
        }
        stops.push_back(record);
        self.some_stops.store(true, Ordering::Release);
    }

    pub(crate) fn has_stops(&self) -> bool {
        self.some_stops.load(Ordering::Acquire)
    }

    pub(crate) fn take_stops(&self) -> Vec<StopRecord> {
        self.some_stops.store(false, Ordering::Release);
        std::mem::take(&mut *self.stops.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }

    fn push(&self, record: Record) {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        if records.len() >= KEPT {
            records.pop_front();
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        records.push_back(record);
        self.some.store(true, Ordering::Release);
    }

    pub(crate) fn has_some(&self) -> bool {
        self.some.load(Ordering::Acquire)
    }

    pub(crate) fn take(&self) -> (Vec<Record>, u64) {
        self.some.store(false, Ordering::Release);
        let records = std::mem::take(&mut *self.records.lock().unwrap_or_else(PoisonError::into_inner));
        (records.into(), self.dropped.swap(0, Ordering::Relaxed))
    }
}

/// Takes events of the core and puts them into the ring of the operation that is running.
#[derive(Debug, Default)]
struct Collector {
    spans: AtomicU64,
}

fn verbosity_of(level: &Level) -> Verbosity {
    match *level {
        Level::ERROR => Verbosity::Error,
        Level::WARN => Verbosity::Warn,
        Level::INFO => Verbosity::Info,
        _ => Verbosity::Debug,
    }
}

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Spans carry nothing that the records do not. Neither event nor span is the question of `tracing::enabled!`,
        // whether an event would be taken.
        !metadata.is_span()
            && metadata.target() == "parlour"
            && verbosity_of(metadata.level()) as u8 <= VERBOSITY.load(Ordering::Relaxed)
    }

    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> tracing::subscriber::Interest {
        // The level may change at any time.
        if !metadata.is_span() && metadata.target() == "parlour" {
            tracing::subscriber::Interest::sometimes()
        } else {
            tracing::subscriber::Interest::never()
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, _: &SpanRecord<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let Some((ring, token)) = task::current_ring() else { return };
        let record = RefCell::new(Record {
            level: verbosity_of(event.metadata().level()),
            message: String::new(),
            fields: Vec::new(),
            token,
        });
        event.record(&mut Fields(&record));
        ring.push(record.into_inner());
    }
}

struct Fields<'a>(&'a RefCell<Record>);

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, format!("{value:?}"));
    }
}

impl Fields<'_> {
    fn put(&mut self, field: &Field, value: String) {
        let mut record = self.0.borrow_mut();
        if field.name() == "message" {
            record.message = value;
        } else {
            record.fields.push((field.name(), value));
        }
    }
}
