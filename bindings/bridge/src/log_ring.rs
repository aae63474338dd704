//! Log records and stop records on their way to the host: a bounded ring buffer for each port, filled on runtime
//! threads and emptied by the host on its own thread (decision 0022).

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour::service::LogLevel;
use parlour::{CallEnd, StopNotice};

/// The verbosity of the collected records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Verbosity {
    /// Nothing; the default.
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
    /// The message, a constant sentence.
    pub message: String,
    /// Named values, as text.
    pub fields: Vec<(&'static str, String)>,
    /// The token of its operation ([`crate::Op::token`]); 0 for a blocking call.
    pub token: u64,
}

/// A message of a client of this port ended with another stop reason than `end_turn` (spec §2.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopRecord {
    /// The client, by its [`Client::number`](crate::Client::number); copies have the number of their original.
    pub client: u64,
    /// The token of its operation ([`crate::Op::token`]); 0 for a blocking call.
    pub token: u64,
    /// The notice itself.
    pub notice: StopNotice,
}

/// A call of a client with hooks is over, for one hook that wants to know.
#[derive(Clone, Debug)]
pub struct EndRecord {
    /// The client, by its [`Client::number`](crate::Client::number); copies have the number of their original.
    pub client: u64,
    /// The hook, by its place in the list of the client.
    pub hook: usize,
    /// The token of its operation ([`crate::Op::token`]); 0 for a blocking call.
    pub token: u64,
    /// How the call ended.
    pub end: CallEnd,
    /// Whether the hook gets the telemetry of the call.
    pub telemetry: bool,
}

/// The maximum number of records of each kind for a port that is not drained; the oldest are dropped.
const KEPT: usize = 1024;
/// The maximum bytes of text of each kind for such a port. The newest record, which may hold a whole body, is always
/// kept.
const KEPT_BYTES: usize = 8 << 20;

/// A record with a known text size.
trait Measured {
    /// The size in bytes.
    fn bytes(&self) -> usize;
}

impl Measured for Record {
    fn bytes(&self) -> usize {
        self.message.len() + self.fields.iter().map(|(_, value)| value.len()).sum::<usize>()
    }
}

impl Measured for StopRecord {
    fn bytes(&self) -> usize {
        let StopNotice { stop_reason, request_id, message_id, model, .. } = &self.notice;
        let texts = [stop_reason.as_str(), request_id.as_deref().unwrap_or_default(), message_id, model];
        texts.iter().map(|text| text.len()).sum()
    }
}

impl Measured for EndRecord {
    fn bytes(&self) -> usize {
        let CallEnd { operation, model, labels, request_id, .. } = &self.end;
        let texts = [Some(operation), model.as_ref(), request_id.as_ref()];
        texts.into_iter().flatten().chain(labels).map(String::len).sum()
    }
}

/// The records of one port.
#[derive(Debug, Default)]
pub(crate) struct LogRing {
    logs: Ring<Record>,
    stops: Ring<StopRecord>,
    ends: Ring<EndRecord>,
}

impl LogRing {
    pub(crate) fn push_log(&self, record: Record) {
        self.logs.push(record);
    }

    pub(crate) fn push_stop(&self, record: StopRecord) {
        self.stops.push(record);
    }

    pub(crate) fn push_end(&self, record: EndRecord) {
        self.ends.push(record);
    }

    /// Whether no record waits.
    pub(crate) fn is_quiet(&self) -> bool {
        !(self.has_logs() || self.has_stops() || self.has_ends())
    }

    pub(crate) fn has_logs(&self) -> bool {
        self.logs.filled.load(Ordering::Acquire)
    }

    pub(crate) fn has_stops(&self) -> bool {
        self.stops.filled.load(Ordering::Acquire)
    }

    pub(crate) fn has_ends(&self) -> bool {
        self.ends.filled.load(Ordering::Acquire)
    }

    pub(crate) fn take_ends(&self) -> Vec<EndRecord> {
        self.ends.take()
    }

    /// The log records, oldest first, and the number of records dropped before them.
    pub(crate) fn take_logs(&self) -> (Vec<Record>, u64) {
        (self.logs.take(), self.logs.dropped.swap(0, Ordering::Relaxed))
    }

    pub(crate) fn take_stops(&self) -> Vec<StopRecord> {
        self.stops.take()
    }
}

#[derive(Debug)]
struct Kept<T> {
    records: VecDeque<T>,
    /// The size of all records.
    bytes: usize,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { records: VecDeque::new(), bytes: 0 }
    }
}

#[derive(Debug)]
struct Ring<T> {
    records: Mutex<Kept<T>>,
    /// Whether there are any, readable without the lock.
    filled: AtomicBool,
    dropped: AtomicU64,
}

impl<T> Default for Ring<T> {
    fn default() -> Ring<T> {
        Ring { records: Mutex::default(), filled: AtomicBool::new(false), dropped: AtomicU64::new(0) }
    }
}

impl<T: Measured> Ring<T> {
    fn push(&self, record: T) {
        let bytes = record.bytes();
        // Dropped after the lock is released.
        let mut gone = Vec::new();
        let mut kept = self.lock();
        while kept.records.len() >= KEPT || kept.bytes.saturating_add(bytes) > KEPT_BYTES {
            let Some(oldest) = kept.records.pop_front() else { break };
            kept.bytes = kept.bytes.saturating_sub(oldest.bytes());
            gone.push(oldest);
        }
        kept.bytes = kept.bytes.saturating_add(bytes);
        kept.records.push_back(record);
        self.filled.store(true, Ordering::Release);
        drop(kept);
        self.dropped.fetch_add(gone.len() as u64, Ordering::Relaxed);
    }

    fn take(&self) -> Vec<T> {
        // Clear the flag first: a record that arrives in between sets it again.
        self.filled.store(false, Ordering::Release);
        std::mem::take(&mut *self.lock()).records.into()
    }

    fn lock(&self) -> MutexGuard<'_, Kept<T>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u64, bytes: usize) -> Record {
        let fields = vec![("body", "x".repeat(bytes))];
        Record { level: Verbosity::Debug, message: String::new(), fields, token: number }
    }

    fn tokens(ring: &LogRing) -> (Vec<u64>, u64) {
        let (records, dropped) = ring.take_logs();
        (records.iter().map(|record| record.token).collect(), dropped)
    }

    #[test]
    fn records_are_kept_by_their_number_and_their_bytes() {
        let ring = LogRing::default();
        (0..KEPT as u64 + 5).for_each(|number| ring.push_log(record(number, 0)));
        let (kept, dropped) = tokens(&ring);
        assert_eq!((kept.len(), kept.first(), dropped), (KEPT, Some(&5), 5));
        (0..6).for_each(|number| ring.push_log(record(number, KEPT_BYTES / 4)));
        assert_eq!(tokens(&ring), (vec![2, 3, 4, 5], 2), "the newest that fit");
        ring.push_log(record(1, 10));
        ring.push_log(record(2, KEPT_BYTES + 1));
        assert_eq!(tokens(&ring), (vec![2], 1), "the newest is kept, whatever its size");
        ring.push_log(record(3, KEPT_BYTES));
        assert_eq!(tokens(&ring), (vec![3], 0), "what was taken counts no more");
    }
}
