//! Parses the wait that the server asks for: `retry-after-ms` and `retry-after` (protocol §7.3).
//!
//! Reads headers and nothing else; whether to obey is the policy's business.

use std::time::{Duration, SystemTime};

use http::HeaderMap;
use http::header::{DATE, RETRY_AFTER};

/// The delay that a server asked for, held against the longest one that is honoured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfter {
    /// Nothing usable was asked for: absent, unreadable, zero, negative or in the past.
    None,
    /// Wait exactly this long.
    Wait(Duration),
    /// More than the longest honoured delay; a value that no [`Duration`] can hold is [`Duration::MAX`].
    OutOfBounds(Duration),
}

impl RetryAfter {
    /// Reads the headers of a response.
    ///
    /// `retry-after-ms` as decimal milliseconds comes first, then `retry-after` as decimal seconds, then
    /// `retry-after` as an HTTP date. A date is counted from the response's own `date` header if that can be read,
    /// because then the two clocks are one (protocol §11 row 26), else from `wall`. A value that cannot be read is
    /// passed over; one that can be read decides, even if it is zero.
    #[must_use]
    pub fn read(headers: &HeaderMap, wall: SystemTime, longest: Duration) -> Self {
        match retry_after(headers, wall) {
            None => Self::None,
            Some(wanted) if wanted > longest => Self::OutOfBounds(wanted),
            Some(wanted) => Self::Wait(wanted),
        }
    }

    /// The delay that was asked for, honoured or not.
    #[must_use]
    pub fn wanted(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Wait(wanted) | Self::OutOfBounds(wanted) => Some(wanted),
        }
    }
}

/// The delay that these response headers ask for, without any bound; `None` when there is nothing usable. The rules
/// are those of [`RetryAfter::read`].
#[must_use]
pub fn retry_after(headers: &HeaderMap, wall: SystemTime) -> Option<Duration> {
    let milliseconds = text(headers, "retry-after-ms").and_then(|value| decimal(value, 1e-3));
    let wanted = milliseconds.or_else(|| {
        let value = text(headers, RETRY_AFTER.as_str())?;
        decimal(value, 1.0).or_else(|| until(value, headers, wall))
    })?;
    (!wanted.is_zero()).then_some(wanted)
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// A decimal number: sign, digits, point, digits. Narrower than Rust's own number syntax, which also takes `inf`,
/// `nan` and exponents. Negative values read as zero, values beyond [`Duration`] as its maximum.
fn decimal(value: &str, unit: f64) -> Option<Duration> {
    let (negative, unsigned) = match value.as_bytes().first()? {
        b'-' => (true, value.get(1..)?),
        b'+' => (false, value.get(1..)?),
        _ => (false, value),
    };
    let well_formed = unsigned.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && unsigned.bytes().filter(|&b| b == b'.').count() <= 1
        && unsigned.bytes().any(|b| b.is_ascii_digit());
    if !well_formed {
        return None;
    }
    let number: f64 = unsigned.parse().ok()?;
    if negative {
        return Some(Duration::ZERO);
    }
    // The only failures left are numbers too large, infinity (400 digits) among them.
    Some(Duration::try_from_secs_f64(number * unit).unwrap_or(Duration::MAX))
}

fn until(value: &str, headers: &HeaderMap, wall: SystemTime) -> Option<Duration> {
    let then = httpdate::parse_http_date(value).ok()?;
    let now =
        text(headers, DATE.as_str()).and_then(|date| httpdate::parse_http_date(date).ok()).unwrap_or(wall);
    Some(then.duration_since(now).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;
    use proptest::prelude::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn now() -> SystemTime {
        httpdate::parse_http_date("Fri, 29 Sep 2023 16:26:37 GMT").unwrap()
    }

    fn read(pairs: &[(&'static str, &str)]) -> RetryAfter {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        RetryAfter::read(&headers, now(), MINUTE)
    }

    fn secs(seconds: f64) -> RetryAfter {
        RetryAfter::Wait(Duration::from_secs_f64(seconds))
    }

    #[test]
    fn the_table_of_the_protocol_holds() {
        for (value, expected) in [
            ("20", secs(20.0)),
            ("0", RetryAfter::None),
            ("-10", RetryAfter::None),
            ("", RetryAfter::None),
            ("garbage", RetryAfter::None),
            ("60", secs(60.0)),
            ("61", RetryAfter::OutOfBounds(Duration::from_secs(61))),
            ("Fri, 29 Sep 2023 16:26:57 GMT", secs(20.0)),
            ("Fri, 29 Sep 2023 16:26:37 GMT", RetryAfter::None),
            ("Fri, 29 Sep 2023 16:26:27 GMT", RetryAfter::None),
            ("Fri, 29 Sep 2023 16:27:37 GMT", secs(60.0)),
            ("Fri, 29 Sep 2023 16:27:38 GMT", RetryAfter::OutOfBounds(Duration::from_secs(61))),
            ("Zun, 29 Sep 2023 16:26:57 GMT", RetryAfter::None),
        ] {
            assert_eq!(read(&[("retry-after", value)]), expected, "{value:?}");
        }
        let digits = "9".repeat(35);
        assert_eq!(read(&[("retry-after", &digits)]), RetryAfter::OutOfBounds(Duration::MAX));
        assert_eq!(read(&[("retry-after", &"9".repeat(400))]), RetryAfter::OutOfBounds(Duration::MAX));
        assert_eq!(read(&[]), RetryAfter::None);
    }

    #[test]
    fn numbers_are_plain_decimals() {
        for (value, expected) in [
            ("1.5", secs(1.5)),
            (" 2 ", secs(2.0)),
            ("+3", secs(3.0)),
            (".5", secs(0.5)),
            ("5.", secs(5.0)),
            ("60.001", RetryAfter::OutOfBounds(Duration::from_millis(60_001))),
            ("0.00000000000000000001", RetryAfter::None),
            ("-0", RetryAfter::None),
        ] {
            assert_eq!(read(&[("retry-after", value)]), expected, "{value:?}");
        }
        for value in
            ["inf", "-inf", "infinity", "NaN", "1e3", "1_000", "0x10", ".", "+", "-", "1.2.3", "1 s", "1,5"]
        {
            assert_eq!(read(&[("retry-after", value)]), RetryAfter::None, "{value:?}");
        }
    }

    #[test]
    fn milliseconds_come_first_when_they_can_be_read() {
        let both = |ms| read(&[("retry-after-ms", ms), ("retry-after", "7")]);
        assert_eq!(both("1500"), secs(1.5));
        assert_eq!(both("0.5"), secs(0.0005));
        assert_eq!(both("60000"), secs(60.0));
        assert_eq!(both("60001"), RetryAfter::OutOfBounds(Duration::from_millis(60_001)));
        for unreadable in ["", "soon", "inf", "Fri, 29 Sep 2023 16:26:57 GMT"] {
            assert_eq!(both(unreadable), secs(7.0), "{unreadable:?}");
        }
        for nothing in ["0", "-5"] {
            assert_eq!(both(nothing), RetryAfter::None, "{nothing:?}");
        }
    }

    #[test]
    fn dates_are_counted_from_the_servers_own_clock() {
        let value = "Fri, 29 Sep 2023 20:00:20 GMT";
        let own = [("retry-after", value), ("date", "Fri, 29 Sep 2023 20:00:00 GMT")];
        assert_eq!(read(&own), secs(20.0));
        let unreadable = [("retry-after", "Fri, 29 Sep 2023 16:26:57 GMT"), ("date", "yesterday")];
        assert_eq!(read(&unreadable), secs(20.0));
    }

    #[test]
    fn the_older_date_forms_are_read() {
        assert_eq!(read(&[("retry-after", "Friday, 29-Sep-23 16:26:57 GMT")]), secs(20.0));
        assert_eq!(read(&[("retry-after", "Fri Sep 29 16:26:57 2023")]), secs(20.0));
    }

    #[test]
    fn bytes_outside_ascii_are_passed_over() {
        let mut headers = HeaderMap::new();
        headers.insert("retry-after-ms", HeaderValue::from_bytes(b"\xff\xfe").unwrap());
        headers.insert("retry-after", HeaderValue::from_static("2"));
        assert_eq!(RetryAfter::read(&headers, now(), MINUTE), secs(2.0));
        assert_eq!(RetryAfter::read(&headers, now(), MINUTE).wanted(), Some(Duration::from_secs(2)));
    }

    proptest! {
        #[test]
        fn any_bytes_give_an_answer_in_bounds(ms in any::<Vec<u8>>(), seconds in "\\PC*", date in "[ -~]*") {
            let mut headers = HeaderMap::new();
            for (name, value) in [("retry-after-ms", &ms[..]), ("retry-after", seconds.as_bytes()),
                ("date", date.as_bytes())] {
                if let Ok(value) = HeaderValue::from_bytes(value) {
                    headers.insert(name, value);
                }
            }
            match RetryAfter::read(&headers, now(), MINUTE) {
                RetryAfter::None => {}
                RetryAfter::Wait(wait) => prop_assert!(!wait.is_zero() && wait <= MINUTE),
                RetryAfter::OutOfBounds(wanted) => prop_assert!(wanted > MINUTE),
            }
        }

        #[test]
        fn whole_seconds_are_exact(seconds in 1_u64..=100_000) {
            let wanted = read(&[("retry-after", &seconds.to_string())]).wanted();
            prop_assert_eq!(wanted, Some(Duration::from_secs(seconds)));
        }

        #[test]
        fn dates_are_exact(ahead in 1_u64..=100_000) {
            let date = httpdate::fmt_http_date(now() + Duration::from_secs(ahead));
            prop_assert_eq!(read(&[("retry-after", &date)]).wanted(), Some(Duration::from_secs(ahead)));
        }
    }
}
