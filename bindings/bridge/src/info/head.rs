//! The head of an answer as a flat value, and rate limits as rows. It must not know what the answer holds.

use std::fmt;
use std::time::{Duration, SystemTime};

use parlour::limits::RateLimitNames;
use parlour::{Attempts, ByteStream, MessageStream, RateLimit, RateLimits, Response};

use super::{Masked, header_lines};

/// What came around an answer. `Send + Sync`, without lifetimes.
///
/// `Debug` leaves out the values of headers that carry credentials or cookies; the fields hold them.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeadInfo {
    /// The HTTP status: 200 to 299.
    pub status: u16,
    /// The id of the request at the service.
    pub request_id: Option<String>,
    /// Header lines, in the order of the answer; a name that came twice stands twice.
    pub headers: Vec<(String, String)>,
    /// How often the request was sent.
    pub attempts: u32,
    /// The waits between the attempts, oldest first.
    pub waits: Vec<Duration>,
    /// What is left of the allowances, as told by the answer. For a stream: at its beginning.
    pub rate_limits: RateLimits,
}

impl HeadInfo {
    /// The head of raw bytes that are still arriving. `vendor` is that of the client
    /// ([`parlour::Client::vendor`]): such a stream keeps its headers but does not know whose they are.
    #[must_use]
    pub fn of_bytes(stream: &ByteStream, vendor: &str) -> HeadInfo {
        let names = RateLimitNames::of_vendor(vendor);
        HeadInfo {
            status: stream.status(),
            request_id: stream.request_id().map(str::to_owned),
            headers: header_lines(stream.headers().iter()),
            rate_limits: RateLimits::read(stream.headers(), &names, SystemTime::now()),
            ..HeadInfo::tried(stream.attempts())
        }
    }

    /// The rate limits as rows; see [`rate_rows`].
    #[must_use]
    pub fn rate_rows(&self) -> Vec<RateRow> {
        rate_rows(&self.rate_limits)
    }

    /// Tokens left, by the vendor's own figure or by the header of the specification.
    #[must_use]
    pub fn remaining_tokens(&self) -> Option<u64> {
        self.rate_limits.remaining_tokens()
    }

    fn tried(attempts: &Attempts) -> HeadInfo {
        HeadInfo {
            status: 0,
            request_id: None,
            headers: Vec::new(),
            attempts: attempts.count(),
            waits: attempts.waits().to_vec(),
            rate_limits: RateLimits::default(),
        }
    }
}

impl<T> From<&Response<T>> for HeadInfo {
    fn from(reply: &Response<T>) -> HeadInfo {
        HeadInfo {
            status: reply.status(),
            request_id: reply.request_id().map(str::to_owned),
            headers: header_lines(reply.headers().iter()),
            rate_limits: reply.rate_limits(),
            ..HeadInfo::tried(reply.attempts())
        }
    }
}

/// As the stream is now: until its first event was handed out it may be opened again, and then has another head.
impl From<&MessageStream> for HeadInfo {
    fn from(stream: &MessageStream) -> HeadInfo {
        HeadInfo {
            status: stream.status(),
            request_id: stream.request_id().map(str::to_owned),
            headers: header_lines(stream.headers().iter()),
            rate_limits: stream.rate_limits(),
            ..HeadInfo::tried(stream.attempts())
        }
    }
}

impl fmt::Debug for HeadInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeadInfo")
            .field("status", &self.status)
            .field("request_id", &self.request_id)
            .field("headers", &Masked(&self.headers))
            .field("attempts", &self.attempts)
            .field("waits", &self.waits)
            .field("rate_limits", &self.rate_limits)
            .finish()
    }
}

/// One limited quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateRow {
    /// `requests`, `tokens`, `input_tokens`, `output_tokens`, `priority_input_tokens` or `priority_output_tokens`.
    pub name: &'static str,
    /// The most that a full allowance holds.
    pub limit: Option<u64>,
    /// What is left of it.
    pub remaining: Option<u64>,
    /// When it is full again: milliseconds since 1970 by the service's clock, fractions cut off.
    pub reset_unix_ms: Option<u64>,
}

/// The quantities that the answer told anything about, always in the same order.
#[must_use]
pub fn rate_rows(limits: &RateLimits) -> Vec<RateRow> {
    [
        ("requests", limits.requests),
        ("tokens", limits.tokens),
        ("input_tokens", limits.input_tokens),
        ("output_tokens", limits.output_tokens),
        ("priority_input_tokens", limits.priority_input_tokens),
        ("priority_output_tokens", limits.priority_output_tokens),
    ]
    .into_iter()
    .filter(|(_, quantity)| *quantity != RateLimit::default())
    .map(|(name, quantity)| RateRow {
        name,
        limit: quantity.limit,
        remaining: quantity.remaining,
        reset_unix_ms: quantity.reset.and_then(unix_ms),
    })
    .collect()
}

fn unix_ms(moment: SystemTime) -> Option<u64> {
    let since = moment.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    u64::try_from(since.as_millis()).ok()
}
