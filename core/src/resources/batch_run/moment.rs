//! The service's time: of an answer by its `date` header, of a batch by `created_at`. Both come from the service's
//! clock, so that the clock of this machine does not matter.

use std::time::UNIX_EPOCH;

use http::HeaderMap;
use http::header::DATE;

/// When the service answered, in whole seconds since 1970 (RFC 9110 §6.6.1); `None` if it does not say.
pub(super) fn answered_at(headers: &HeaderMap) -> Option<u64> {
    let date = httpdate::parse_http_date(headers.get(DATE)?.to_str().ok()?).ok()?;
    Some(date.duration_since(UNIX_EPOCH).ok()?.as_secs())
}

/// A time as in `created_at` (RFC 3339), in whole seconds since 1970; `None` if it is none, or before that.
pub(super) fn seconds(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| {
        let digits = bytes.get(from..to).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
        std::str::from_utf8(digits).ok()?.parse::<i64>().ok()
    };
    let is = |at: usize, allowed: &[u8]| bytes.get(at).is_some_and(|byte| allowed.contains(byte));
    if !(is(4, b"-") && is(7, b"-") && is(10, b"Tt ") && is(13, b":") && is(16, b":")) {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let fraction = bytes.get(19..)?.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    let zone = if is(19, b".") { 20 + fraction } else { 19 };
    let offset = match bytes.get(zone)? {
        b'Z' | b'z' => 0,
        sign @ (b'+' | b'-') => {
            let ahead = number(zone + 1, zone + 3)? * 3600 + number(zone + 4, zone + 6)? * 60;
            if *sign == b'+' { ahead } else { -ahead }
        }
        _ => return None,
    };
    let time = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
    u64::try_from(time).ok()
}

/// Days from 1970-01-01 to this day of the Gregorian calendar. A year begins in March here, so that the leap day is its
/// last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, time) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2023-09-29T16:26:37Z", Some(1_696_004_797)),
            ("2024-02-29T23:59:59.999999Z", Some(1_709_251_199)),
            ("2024-03-01T01:00:00+01:00", Some(1_709_251_200)),
            ("2024-02-29t19:00:00.5-05:00", Some(1_709_251_200)),
            ("1969-12-31T23:59:59Z", None),
            ("2024-13-01T00:00:00Z", None),
            ("2024-02-29", None),
            ("2024-02-29T23:59:59", None),
            ("2024-02-29T23:59:5xZ", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(seconds(text), time, "{text}");
        }
    }

    #[test]
    fn an_answer_says_when_it_was_given() {
        let mut headers = HeaderMap::new();
        assert_eq!(answered_at(&headers), None);
        headers.insert(DATE, "Fri, 29 Sep 2023 16:26:37 GMT".parse().unwrap());
        assert_eq!(answered_at(&headers), seconds("2023-09-29T16:26:37Z"));
        headers.insert(DATE, "today".parse().unwrap());
        assert_eq!(answered_at(&headers), None);
    }
}
