//! Log records and stop records on their way to the host: a bounded ring buffer for each port, filled on runtime threads
//! and emptied by the host on its own thread (decision 0022).

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour::StopNotice;
use parlour::service::LogLevel;

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

impl From<LogLevel> for Verbosity {
    fn from(level: LogLevel) -> Verbosity {
        match level {
            LogLevel::Off => Verbosity::Off,
            LogLevel::Error => Verbosity::Error,
            LogLevel::Warn => Verbosity::Warn,
            LogLevel::Info => Verbosity::Info,
            LogLevel::Debug => Verbosity::Debug,
        }
    }
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
    /// The operation that it is about, as [`crate::Op::token`] names it; 0 for a blocking call.
    pub token: u64,
}

/// A message of a client of this port ended with another stop reason than `end_turn` (spec §2.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopRecord {
    /// The client, by its [`Client::number`](crate::Client::number); copies have the number of the client they were made
    /// of.
    pub client: u64,
    /// The operation, as [`crate::Op::token`] names it; 0 for a blocking call.
    pub token: u64,
    /// The notice itself.
    pub notice: StopNotice,
}

/// Records of either kind kept for a port that is not drained; the oldest are dropped.
const KEPT: usize = 1024;

/// The records of one port.
#[derive(Debug, Default)]
pub(crate) struct LogRing {
    logs: Ring<Record>,
    stops: Ring<StopRecord>,
}

impl LogRing {
    pub(crate) fn push_log(&self, record: Record) {
        self.logs.push(record);
    }

    pub(crate) fn push_stop(&self, record: StopRecord) {
        self.stops.push(record);
    }

    pub(crate) fn has_logs(&self) -> bool {
        self.logs.filled.load(Ordering::Acquire)
    }

    pub(crate) fn has_stops(&self) -> bool {
        self.stops.filled.load(Ordering::Acquire)
    }

    /// The log records, the oldest first, and how many were dropped before them.
    pub(crate) fn take_logs(&self) -> (Vec<Record>, u64) {
        (self.logs.take(), self.logs.dropped.swap(0, Ordering::Relaxed))
    }

    pub(crate) fn take_stops(&self) -> Vec<StopRecord> {
        self.stops.take()
    }
}

#[derive(Debug)]
struct Ring<T> {
    records: Mutex<VecDeque<T>>,
    /// Whether there are any, to be seen without the lock.
    filled: AtomicBool,
    dropped: AtomicU64,
}

impl<T> Default for Ring<T> {
    fn default() -> Ring<T> {
        Ring { records: Mutex::default(), filled: AtomicBool::new(false), dropped: AtomicU64::new(0) }
    }
}

impl<T> Ring<T> {
    fn push(&self, record: T) {
        let mut records = self.lock();
        if records.len() >= KEPT {
            records.pop_front();
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        records.push_back(record);
        self.filled.store(true, Ordering::Release);
    }

    fn take(&self) -> Vec<T> {
        // The flag goes first: a record that comes in between raises it again.
        self.filled.store(false, Ordering::Release);
        std::mem::take(&mut *self.lock()).into()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
