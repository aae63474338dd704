//! The time limits of a client and their defaults.

use std::time::Duration;

/// The time limits in force (decision 0002, spec §8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timeouts {
    /// For a connection to be made: 10 s.
    pub connect: Duration,
    /// For one attempt at a whole answer, from the moment its request was sent to its last byte: 120 s.
    pub answer: Duration,
    /// In a stream without any byte, and in any request that is sent without a byte of it being taken: 120 s.
    pub silence: Duration,
    /// In a stream without progress; pings and comments are bytes, not progress: 600 s.
    pub progress: Duration,
    /// In a stream until its first event other than `ping`; none by default.
    pub first_event: Option<Duration>,
    /// For one attempt at a whole answer that travels as a stream inside: 1 h, the time of 128 000 tokens
    /// (protocol §7.6).
    pub long_answer: Duration,
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
            first_event: None,
            long_answer: Duration::from_secs(3600),
            total: None,
        }
    }
}
