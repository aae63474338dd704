//! Time as a seam: token buckets, cache lifetimes and batch ages read it here, so that tests can move it. Waiting
//! inside a reply (pauses, delays) is not its business.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// Where the service reads the time of day. Called from several tasks at once.
pub trait Clock: Send + Sync + 'static {
    /// The present moment.
    fn now(&self) -> SystemTime;
}

/// The machine's clock, read through tokio so that a paused test runtime also stops this service.
#[derive(Debug)]
pub struct SystemClock {
    wall: SystemTime,
    started: tokio::time::Instant,
}

impl SystemClock {
    /// Starts at the present time of day and advances with tokio's clock.
    #[must_use]
    pub fn new() -> Self {
        Self { wall: SystemTime::now(), started: tokio::time::Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        self.wall + self.started.elapsed()
    }
}

/// A clock that moves only when it is set; share it by `Arc`.
#[derive(Debug)]
pub struct ManualClock(Mutex<SystemTime>);

impl ManualClock {
    /// Starts at `start`.
    #[must_use]
    pub fn new(start: SystemTime) -> Self {
        Self(Mutex::new(start))
    }

    /// Starts that many seconds after 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn at_unix(seconds: u64) -> Self {
        Self::new(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
    }

    /// Moves forward.
    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }

    /// Moves to a moment, forward or back.
    pub fn set(&self, to: SystemTime) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = to;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> SystemTime {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `2026-01-04T09:00:00Z`, or with six fraction digits where the moment has a fraction.
pub(crate) fn rfc3339(at: SystemTime) -> String {
    let since = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (days, rest) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    match since.subsec_micros() {
        0 => format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"),
        us => format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{us:06}Z"),
    }
}

/// Gregorian date of a day count since 1970, by 400-year eras that begin in March (so leap days come last).
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_around_leap_days_are_right() {
        let at = |s: u64, us: u32| rfc3339(SystemTime::UNIX_EPOCH + Duration::new(s, us * 1000));
        assert_eq!(at(0, 0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400, 0), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_251_199, 0), "2024-02-29T23:59:59Z");
        assert_eq!(at(1_696_004_797, 250_000), "2023-09-29T16:26:37.250000Z");
    }

    #[test]
    fn a_manual_clock_moves_only_when_told() {
        let clock = ManualClock::at_unix(100);
        assert_eq!(clock.now(), clock.now());
        clock.advance(Duration::from_secs(5));
        assert_eq!(clock.now(), SystemTime::UNIX_EPOCH + Duration::from_secs(105));
    }
}
