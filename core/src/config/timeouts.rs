//! The time limits of a client and their defaults. It must not know who watches them.

use std::time::Duration;

/// The time limits in force (design decision 2, spec §8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timeouts {
    /// For a connection to be made: 10 s.
    pub connect: Duration,
    /// For one attempt at a whole answer, from sending to its last byte: 120 s.
    pub answer: Duration,
    /// In a stream without any byte: 120 s.
    pub silence: Duration,
    /// In a stream without progress; pings and comments are bytes, not progress: 600 s.
    pub progress: Duration,
    /// For a call with all its attempts and waits; none by default.
    pub total: Option<Duration>,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            connect: Duration::from_secs(10),
            answer: Duration::from_secs(120),
            silence: Duration::from_secs(120),
            progress: Duration::from_secs(600),
            total: None,
        }
    }
}
