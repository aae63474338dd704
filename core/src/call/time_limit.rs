//! The time limits of a call and the error of each, which names the setting that holds it. `deadline` enforces them
//! until the answer begins, the timeouts of a stream afterwards.

use std::time::Duration;

use tokio::time::Instant;

use crate::error::{Error, ErrorKind};
use crate::setting::Setting;

/// Which of the time limits of decision 0002 watches an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeLimit {
    /// The whole answer has to be there within this time.
    Answer(Duration),
    /// No longer than this without a byte.
    Silence(Duration),
    /// An event other than `ping` has to be there within this time.
    FirstEvent(Duration),
    /// The whole answer, which travels as a stream, has to be there within this time.
    LongAnswer(Duration),
}

impl TimeLimit {
    pub(crate) fn duration(self) -> Duration {
        match self {
            TimeLimit::Answer(limit)
            | TimeLimit::Silence(limit)
            | TimeLimit::FirstEvent(limit)
            | TimeLimit::LongAnswer(limit) => limit,
        }
    }

    pub(crate) fn expired(self) -> Error {
        match self {
            TimeLimit::Answer(limit) => timeout("no complete answer", limit, Setting::ANSWER_TIMEOUT),
            TimeLimit::Silence(limit) => {
                timeout("nothing was received", limit, Setting::STREAM_SILENCE_TIMEOUT)
            }
            TimeLimit::FirstEvent(limit) => {
                timeout("the first event did not come", limit, Setting::FIRST_EVENT_TIMEOUT)
            }
            TimeLimit::LongAnswer(limit) => {
                timeout("no complete answer", limit, Setting::LONG_ANSWER_TIMEOUT)
            }
        }
    }
}

/// An error for a time limit, naming the setting that holds it.
pub(crate) fn timeout(what: &str, limit: Duration, setting: Setting) -> Error {
    Error::new(ErrorKind::Timeout, format!("{what} within {} s ({setting})", limit.as_secs_f64()))
        .with_subkind(Some(setting.name()))
        .with_setting(setting)
}

/// The time left of the whole call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remaining {
    pub(crate) left: Duration,
    /// The limit of the call (`total_timeout`).
    pub(crate) total: Duration,
}

impl Remaining {
    pub(crate) fn expired(self) -> Error {
        timeout("the call did not finish", self.total, Setting::TOTAL_TIMEOUT)
    }
}

/// The moment that long after another. A limit beyond what the clock can express (`Duration::MAX` is a usual way to
/// say "never") ends in a hundred years.
pub(crate) fn after(start: Instant, limit: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 3600);
    start.checked_add(limit).unwrap_or_else(|| start + CENTURY)
}
