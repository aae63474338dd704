//! The rate limits that the server reports (spec §8.5, protocol §6).
//!
//! Reads response headers into numbers. Nothing is derived from them: limits belong to the account and may mean
//! something else tomorrow.

use std::time::{Duration, SystemTime};

use http::HeaderMap;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::answer_headers::{AnswerHeaders, ascii};
use crate::retry::retry_after;

/// The header that the specification names; the same for every vendor.
const REMAINING_TOKENS: &str = "x-ratelimit-remaining-tokens";

/// The middle of the names of the headers, between the vendor and the figure.
// generated: families, from schema/rate_limits.toml by `make generate`
const FAMILIES: [&str; 8] = [
    "ratelimit-requests",
    "ratelimit-tokens",
    "ratelimit-input-tokens",
    "ratelimit-output-tokens",
    "priority-input-tokens",
    "priority-output-tokens",
    "fast-input-tokens",
    "fast-output-tokens",
];
// end generated

/// The rate limit headers of one response.
///
/// Every header is optional and a malformed value counts as absent. For a stream the numbers describe the state at
/// its beginning. The service rounds remaining tokens to thousands.
///
/// ```
/// use parlour::rate_limits::{RateLimitNames, RateLimits};
/// use std::time::SystemTime;
/// let mut headers = http::HeaderMap::new();
/// headers.insert("acme-ratelimit-tokens-remaining", "27000".parse().unwrap());
/// let limits = RateLimits::read(&headers, &RateLimitNames::of_vendor("acme"), SystemTime::now());
/// assert_eq!(limits.remaining_tokens(), Some(27_000));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateLimits {
    // generated: fields, from schema/rate_limits.toml by `make generate`
    /// Requests.
    pub requests: RateLimit,
    /// Tokens, by the most restrictive token limit in force.
    pub tokens: RateLimit,
    /// Input tokens.
    pub input_tokens: RateLimit,
    /// Output tokens.
    pub output_tokens: RateLimit,
    /// Input tokens of accounts with priority capacity.
    pub priority_input_tokens: RateLimit,
    /// Output tokens of accounts with priority capacity.
    pub priority_output_tokens: RateLimit,
    /// Input tokens of answers at the speed `fast`.
    pub fast_input_tokens: RateLimit,
    /// Output tokens of answers at the speed `fast`.
    pub fast_output_tokens: RateLimit,
    // end generated
    /// `x-ratelimit-remaining-tokens`, the header of the specification.
    pub x_remaining_tokens: Option<u64>,
    /// The delay that the server asked for, without any bound (protocol §7.3).
    pub retry_after: Option<Duration>,
}

/// One limited quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RateLimit {
    /// The most that a full allowance holds.
    pub limit: Option<u64>,
    /// The remaining allowance.
    pub remaining: Option<u64>,
    /// When the allowance is full again, by the server's clock. One more request usually fits long before.
    pub reset: Option<SystemTime>,
}

/// Which headers are rate limit headers. Made once for a client, read for every response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimitNames {
    vendor: Box<str>,
}

impl RateLimitNames {
    /// The headers of one vendor: `<vendor>-ratelimit-*`, `<vendor>-priority-*` and the like. Letter case does not
    /// matter.
    #[must_use]
    pub fn of_vendor(vendor: &str) -> Self {
        Self { vendor: vendor.to_ascii_lowercase().into_boxed_str() }
    }

    /// The part after `<vendor>-` in the name of a header of this vendor.
    fn after_vendor<'n>(&self, name: &'n [u8]) -> Option<&'n [u8]> {
        name.strip_prefix(self.vendor.as_bytes())?.strip_prefix(b"-")
    }
}

impl RateLimits {
    /// Reads the headers of a response: those of the vendor, and if there are none, those of whichever vendor
    /// answered behind a gateway. `wall` is the calendar time, for a `retry-after` that is a date.
    ///
    /// Goes over the headers once or twice and allocates nothing.
    #[must_use]
    pub fn read(headers: &HeaderMap, names: &RateLimitNames, wall: SystemTime) -> Self {
        let lines = || headers.iter().map(|(name, value)| (name.as_str().as_bytes(), value.as_bytes()));
        let mut limits = Self::figures(lines, names, Some(moment));
        limits.retry_after = retry_after(headers, wall);
        limits
    }

    /// As [`read`](Self::read), without moments and waits: parsing them takes most of the time, and a limiter counts by
    /// a clock of its own.
    pub(crate) fn counts(headers: &AnswerHeaders, names: &RateLimitNames) -> Self {
        Self::figures(|| headers.bytes(), names, None)
    }

    fn figures<'h, I: Iterator<Item = (&'h [u8], &'h [u8])>>(
        headers: impl Fn() -> I,
        names: &RateLimitNames,
        moment: Option<Moment>,
    ) -> Self {
        let mut limits = Self::default();
        let mut specified = None;
        for (name, value) in headers() {
            if let Some(rest) = names.after_vendor(name) {
                limits.take(rest, value, moment);
            }
            if name == REMAINING_TOKENS.as_bytes() {
                specified = specified.or(Some(value));
            }
        }
        if limits.is_empty() {
            for (name, value) in headers() {
                if let Some(rest) = after_any_vendor(name) {
                    limits.take(rest, value, moment);
                }
            }
        }
        limits.x_remaining_tokens = specified.and_then(number);
        limits
    }

    /// Tokens left: the vendor's own figure if it gave one, else the header of the specification.
    #[must_use]
    pub fn remaining_tokens(&self) -> Option<u64> {
        self.tokens.remaining.or(self.x_remaining_tokens)
    }

    /// Requests left.
    #[must_use]
    pub fn remaining_requests(&self) -> Option<u64> {
        self.requests.remaining
    }

    /// Each quantity with its name, in the order of the fields. A quantity without headers is
    /// [`RateLimit::default`].
    pub fn quantities(&self) -> impl Iterator<Item = (&'static str, RateLimit)> {
        [
            // generated: quantities, from schema/rate_limits.toml by `make generate`
            ("requests", self.requests),
            ("tokens", self.tokens),
            ("input_tokens", self.input_tokens),
            ("output_tokens", self.output_tokens),
            ("priority_input_tokens", self.priority_input_tokens),
            ("priority_output_tokens", self.priority_output_tokens),
            ("fast_input_tokens", self.fast_input_tokens),
            ("fast_output_tokens", self.fast_output_tokens),
            // end generated
        ]
        .into_iter()
    }

    /// Whether the response said nothing about limits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes `ratelimit-tokens-reset` and the like; passes over everything else. Without `moment` also over resets.
    fn take(&mut self, name: &[u8], value: &[u8], moment: Option<Moment>) {
        let Some((family, figure)) = parted(name) else { return };
        if figure == b"reset" && moment.is_none() {
            return;
        }
        let Ok(family) = std::str::from_utf8(family) else { return };
        let slot = match family {
            // generated: slots, from schema/rate_limits.toml by `make generate`
            "ratelimit-requests" => &mut self.requests,
            "ratelimit-tokens" => &mut self.tokens,
            "ratelimit-input-tokens" => &mut self.input_tokens,
            "ratelimit-output-tokens" => &mut self.output_tokens,
            "priority-input-tokens" => &mut self.priority_input_tokens,
            "priority-output-tokens" => &mut self.priority_output_tokens,
            "fast-input-tokens" => &mut self.fast_input_tokens,
            "fast-output-tokens" => &mut self.fast_output_tokens,
            // end generated
            _ => return,
        };
        match figure {
            b"limit" => slot.limit = slot.limit.or_else(|| number(value)),
            b"remaining" => slot.remaining = slot.remaining.or_else(|| number(value)),
            b"reset" => slot.reset = slot.reset.or_else(|| moment?(value)),
            _ => {}
        }
    }
}

/// Reads a moment; see [`moment`].
type Moment = fn(&[u8]) -> Option<SystemTime>;

/// The parts before and after the last hyphen.
fn parted(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = name.iter().rposition(|byte| *byte == b'-')?;
    Some((name.get(..at)?, name.get(at + 1..)?))
}

/// The part after the vendor in a header name of one of the families, for every vendor.
fn after_any_vendor(name: &[u8]) -> Option<&[u8]> {
    let (front, _figure) = parted(name)?;
    let is_end =
        |family: &&&str| front.strip_suffix(family.as_bytes()).is_some_and(|vendor| vendor.ends_with(b"-"));
    let family = FAMILIES.iter().find(is_end)?;
    name.get(front.len() - family.len()..)
}

/// Digits alone: Rust's parser would also take a leading plus, which no counter has.
fn number(value: &[u8]) -> Option<u64> {
    let digits = value.trim_ascii();
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 { None } else { number.checked_mul(10)?.checked_add(digit.into()) }
    })
}

/// RFC 3339 in any of its forms. Moments before 1970 are no reset of anything and count as malformed.
fn moment(value: &[u8]) -> Option<SystemTime> {
    let parsed = OffsetDateTime::parse(ascii(value)?.trim(), &Rfc3339).ok()?;
    let seconds = u64::try_from(parsed.unix_timestamp()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, parsed.nanosecond()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(names: &RateLimitNames, pairs: &[(&str, &str)]) -> RateLimits {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name: http::HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        let limits = RateLimits::read(&headers, names, SystemTime::UNIX_EPOCH);
        // Both ways read the same figures.
        let lines = AnswerHeaders::of_lines(pairs.iter().map(|(name, value)| (*name, value.as_bytes())));
        let counts = RateLimits::counts(&lines, names);
        let figures = |limits: &RateLimits| -> Vec<_> {
            limits.quantities().map(|(_, limit)| (limit.limit, limit.remaining)).collect()
        };
        assert_eq!(figures(&counts), figures(&limits));
        assert_eq!(counts.remaining_tokens(), limits.remaining_tokens());
        limits
    }

    fn acme() -> RateLimitNames {
        RateLimitNames::of_vendor("Acme")
    }

    fn unix(seconds: u64, nanos: u32) -> Option<SystemTime> {
        Some(SystemTime::UNIX_EPOCH + Duration::new(seconds, nanos))
    }

    /// Every header, each with a value of its own: 3, 4 and 5 for the first family, 6, 7 and 8 for the next.
    fn all() -> Vec<(String, String)> {
        let mut all =
            vec![(REMAINING_TOKENS.to_owned(), "1".to_owned()), ("retry-after".to_owned(), "2".to_owned())];
        for (at, family) in (1..).zip(FAMILIES) {
            all.push((format!("acme-{family}-limit"), (3 * at).to_string()));
            all.push((format!("acme-{family}-remaining"), (3 * at + 1).to_string()));
            all.push((format!("acme-{family}-reset"), format!("1970-01-01T00:00:{:02}Z", 3 * at + 2)));
        }
        all
    }

    fn lent(pairs: &[(String, String)]) -> Vec<(&str, &str)> {
        pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    #[test]
    fn every_header_of_every_family_is_read() {
        let all = all();
        let limits = read(&acme(), &lent(&all));
        assert_eq!((limits.x_remaining_tokens, limits.retry_after), (Some(1), Some(Duration::from_secs(2))));
        assert_eq!(
            (limits.requests.limit, limits.tokens.limit, limits.priority_input_tokens.limit),
            (Some(3), Some(6), Some(15))
        );
        for (at, (name, quantity)) in (1..).zip(limits.quantities()) {
            let figures = (quantity.limit, quantity.remaining, quantity.reset);
            assert_eq!(figures, (Some(3 * at), Some(3 * at + 1), unix(3 * at + 2, 0)), "{name}");
        }
        // Another vendor's headers are better than none, and do not mix with the own ones.
        let other = RateLimitNames::of_vendor("acm");
        assert_eq!(read(&other, &lent(&all)), limits);
        let mut mixed = lent(&all);
        mixed.push(("acm-ratelimit-tokens-limit", "99"));
        let limits = read(&other, &mixed);
        assert_eq!(
            (limits.tokens.limit, limits.tokens.remaining, limits.requests.limit),
            (Some(99), None, None)
        );
    }

    #[test]
    fn the_vendors_own_figure_of_tokens_comes_first() {
        let both = read(&acme(), &lent(&all()));
        assert_eq!((both.remaining_tokens(), both.remaining_requests()), (Some(7), Some(4)));
        let bad = read(&acme(), &[(REMAINING_TOKENS, "7"), ("acme-ratelimit-tokens-remaining", "many")]);
        assert_eq!(bad.remaining_tokens(), Some(7));
        assert!(read(&acme(), &[("content-type", "text/plain")]).is_empty());
        assert!(!bad.is_empty());
    }

    #[test]
    fn malformed_values_count_as_absent() {
        for value in ["", "-1", "+5", "1.5", "1e3", "12abc", "0x1", "18446744073709551616", "1,000"] {
            let limits = read(
                &acme(),
                &[
                    (REMAINING_TOKENS, value),
                    ("acme-ratelimit-tokens-limit", value),
                    ("acme-ratelimit-tokens-remaining", value),
                    ("acme-ratelimit-tokens-reset", value),
                ],
            );
            assert!(limits.is_empty(), "{value:?}: {limits:?}");
        }
        let unknown =
            [("acme-ratelimit-tokens-colour", "1"), ("acme-ratelimit-tea-limit", "1"), ("acme-x", "1")];
        assert!(read(&acme(), &unknown).is_empty());
        let twice = [("acme-ratelimit-tokens-limit", "x"), ("acme-ratelimit-tokens-limit", "4")];
        assert_eq!(read(&acme(), &twice).tokens.limit, Some(4));
    }

    #[test]
    fn moments_are_read_in_every_form() {
        let noon = 1_790_078_400; // 2026-09-22T12:00:00Z
        for (text, expected) in [
            ("2026-09-22T12:00:00Z", unix(noon, 0)),
            ("2026-09-22t12:00:00z", unix(noon, 0)),
            ("2026-09-22 12:00:00Z", unix(noon, 0)),
            ("2026-09-22T12:00:00.5Z", unix(noon, 500_000_000)),
            ("2026-09-22T12:00:00.000001Z", unix(noon, 1000)),
            ("2026-09-22T12:00:00.1234567891234Z", unix(noon, 123_456_789)),
            ("2026-09-22T14:30:00+02:30", unix(noon, 0)),
            ("2026-09-22T00:00:00-12:00", unix(noon, 0)),
            (" 2026-09-22T12:00:00Z ", unix(noon, 0)),
            ("1969-12-31T23:59:59Z", None),
            ("2026-13-01T00:00:00Z", None),
            ("2026-02-30T00:00:00Z", None),
            ("2026-09-22T12:00:00", None),
            ("2026-09-22", None),
            ("tomorrow", None),
            ("30", None),
        ] {
            let limits = read(&acme(), &[("acme-ratelimit-requests-reset", text)]);
            assert_eq!(limits.requests.reset, expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_headers_are_read_without_harm(
            names in proptest::collection::vec("(acme-|[a-z]{1,3}-)?(ratelimit|priority|x)-[a-z-]{0,20}", 0..8),
            value in any::<Vec<u8>>(),
        ) {
            let mut headers = HeaderMap::new();
            for (name, bytes) in names.iter().zip(value.chunks(9)) {
                let value = http::HeaderValue::from_bytes(bytes);
                if let (Ok(name), Ok(value)) = (name.parse::<http::HeaderName>(), value) {
                    headers.append(name, value);
                }
            }
            let limits = RateLimits::read(&headers, &acme(), SystemTime::UNIX_EPOCH);
            let seen: Vec<u64> = headers.values().filter_map(|value| number(value.as_bytes())).collect();
            for slot in [limits.requests, limits.tokens, limits.input_tokens, limits.output_tokens] {
                prop_assert!(slot.limit.iter().chain(&slot.remaining).all(|figure| seen.contains(figure)));
                prop_assert_eq!(slot.reset, None);
            }
        }

        #[test]
        fn counters_are_exact(count in any::<u64>()) {
            let limits = read(&acme(), &[("acme-ratelimit-tokens-remaining", &count.to_string())]);
            prop_assert_eq!(limits.remaining_tokens(), Some(count));
        }
    }
}
