//! The head of an answer as a flat value, and rate limits as rows.

use std::fmt;
use std::time::{Duration, SystemTime};

use http::{HeaderMap, HeaderName, HeaderValue};
use parlour::rate_limits::RateLimitNames;
use parlour::{
    Attempts, BatchResults, BatchRun, ByteStream, Client, Head, MessageStream, RateLimit, RateLimits,
    Response,
};

use super::header_lines;

/// Status, headers and attempts of an answer. Conversion is lazy, because most calls never read them.
///
/// `Debug` leaves out the values of headers that hold credentials or cookies.
#[derive(Clone)]
pub struct HeadInfo {
    head: Head,
    attempts: Attempts,
}

impl HeadInfo {
    /// The HTTP status: 200 to 299.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.head.status()
    }

    /// The id of the request at the service.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.head.request_id()
    }

    /// Header lines, in the order of the answer; repeated names are kept.
    #[must_use]
    pub fn headers(&self) -> Vec<(String, String)> {
        header_lines(self.lines())
    }

    /// The header lines as they are, for a host that writes them in a form of its own.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.head.header_lines()
    }

    /// How often the request was sent.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.attempts.count()
    }

    /// The waits between the attempts, oldest first.
    #[must_use]
    pub fn waits(&self) -> &[Duration] {
        self.attempts.waits()
    }

    /// How long the attempts waited for room in the rate limits.
    #[must_use]
    pub fn queued_for(&self) -> Duration {
        self.attempts.queued_for()
    }

    /// The name of the route of the last attempt; `None` if it went to the service itself.
    #[must_use]
    pub fn route(&self) -> Option<&str> {
        self.attempts.route()
    }

    /// The rate limits as rows; see [`rate_rows`]. For a stream: as they were at its beginning.
    #[must_use]
    pub fn rate_rows(&self) -> Vec<RateRow> {
        rate_rows(&self.head.rate_limits())
    }

    /// Tokens left, by the vendor's own figure or by the header of the specification.
    #[must_use]
    pub fn remaining_tokens(&self) -> Option<u64> {
        self.head.rate_limits().remaining_tokens()
    }
}

impl<T> From<&Response<T>> for HeadInfo {
    fn from(reply: &Response<T>) -> HeadInfo {
        HeadInfo { head: reply.head().clone(), attempts: reply.attempts().clone() }
    }
}

/// Takes the head out of an answer whose value and body are not needed any more.
impl<T> From<Response<T>> for HeadInfo {
    fn from(reply: Response<T>) -> HeadInfo {
        let (head, attempts) = reply.into_head();
        HeadInfo { head, attempts }
    }
}

/// As the stream is now: until its first event was handed out it may be opened again, and then has another head.
impl From<&MessageStream> for HeadInfo {
    fn from(stream: &MessageStream) -> HeadInfo {
        HeadInfo { head: stream.head().clone(), attempts: stream.attempts().clone() }
    }
}

impl From<&BatchResults> for HeadInfo {
    fn from(results: &BatchResults) -> HeadInfo {
        HeadInfo { head: results.head().clone(), attempts: results.attempts().clone() }
    }
}

impl HeadInfo {
    /// Of a result that no answer brought.
    pub(crate) fn of_none(client: &Client) -> HeadInfo {
        HeadInfo { head: client.head_of_none(), attempts: Attempts::default() }
    }

    /// Of the last answer that a run of batches got, if there was one.
    pub(crate) fn of_run(run: &BatchRun) -> Option<HeadInfo> {
        let (head, attempts) = run.last_answer()?;
        Some(HeadInfo { head: head.clone(), attempts: attempts.clone() })
    }
}

impl From<&ByteStream> for HeadInfo {
    fn from(stream: &ByteStream) -> HeadInfo {
        HeadInfo { head: stream.head().clone(), attempts: stream.attempts().clone() }
    }
}

impl fmt::Debug for HeadInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeadInfo").field("head", &self.head).field("attempts", &self.attempts).finish()
    }
}

/// One limited quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateRow {
    /// The name of its field in the core: `requests`, `tokens`, `input_tokens` and so on.
    pub name: &'static str,
    /// The most that a full allowance holds.
    pub limit: Option<u64>,
    /// The remaining allowance.
    pub remaining: Option<u64>,
    /// When it is full again: milliseconds since 1970 by the service's clock, fractions cut off.
    pub reset_unix_ms: Option<u64>,
}

/// The quantities that the answer had headers for, always in the same order.
#[must_use]
pub fn rate_rows(limits: &RateLimits) -> Vec<RateRow> {
    limits
        .quantities()
        .filter(|(_, quantity)| *quantity != RateLimit::default())
        .map(|(name, quantity)| RateRow {
            name,
            limit: quantity.limit,
            remaining: quantity.remaining,
            reset_unix_ms: quantity.reset.and_then(unix_ms),
        })
        .collect()
}

/// The rate limits among header lines that a host kept as text, as rows, and the tokens left by the vendor's own figure
/// or by the header of the specification. Relative resets count from now.
#[must_use]
pub fn read_rate_limits(lines: &[(String, String)], vendor: &str) -> (Vec<RateRow>, Option<u64>) {
    let mut headers = HeaderMap::with_capacity(lines.len());
    for (name, value) in lines {
        // A value whose bytes were no text is not a header any more: it was no rate limit either.
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(value)) {
            headers.append(name, value);
        }
    }
    let limits = RateLimits::read(&headers, &RateLimitNames::of_vendor(vendor), SystemTime::now());
    (rate_rows(&limits), limits.remaining_tokens())
}

fn unix_ms(moment: SystemTime) -> Option<u64> {
    let since = moment.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    u64::try_from(since.as_millis()).ok()
}
