//! A token bucket that refills continuously, from empty to full in a minute, as the service's do (protocol §6).

use std::time::{Duration, Instant};

/// A level within this distance of an amount has that much: it is a sum of many small refills.
const HAIR: f64 = 1e-6;
const MINUTE: f64 = 60.0;
/// By how much a measured limit grows in a minute without a refusal.
const GROWTH: f64 = 0.25;

/// The figures of each bucket: the limits that a lane begins with, marks, charges.
pub(super) type Each<T> = [T; 4];

/// `join` of the figures of each bucket.
pub(super) fn paired<A, B, R>(
    [a0, a1, a2, a3]: Each<A>,
    [b0, b1, b2, b3]: Each<B>,
    mut join: impl FnMut(A, B) -> R,
) -> Each<R> {
    [join(a0, b0), join(a1, b1), join(a2, b2), join(a3, b3)]
}

#[derive(Clone, Debug)]
pub(super) struct Bucket {
    /// Per minute, and the most that it holds.
    limit: f64,
    /// Below zero if more was used than was reserved.
    level: f64,
    at: Instant,
    /// All that was ever taken, less what was given back.
    charged: f64,
    source: Source,
}

/// Where the limit of a bucket comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The service, or the caller.
    Stated,
    /// The highest allowance that the service reported, where it does not report the limit itself.
    HighestSeen,
    /// The rate at the time of a refusal.
    Measured,
}

impl Bucket {
    /// A full bucket.
    pub(super) fn full(limit: f64, source: Source, now: Instant) -> Bucket {
        Bucket { limit, level: limit, at: now, charged: 0.0, source }
    }

    /// An empty bucket whose limit is the rate that was measured.
    pub(super) fn measured(limit: f64, now: Instant) -> Bucket {
        Bucket { limit: limit.max(1.0), level: 0.0, at: now, charged: 0.0, source: Source::Measured }
    }

    pub(super) fn limit(&self) -> f64 {
        self.limit
    }

    /// What is left; refill it first.
    pub(super) fn level(&self) -> f64 {
        self.level.max(0.0)
    }

    pub(super) fn charged(&self) -> f64 {
        self.charged
    }

    pub(super) fn is_stated(&self) -> bool {
        self.source == Source::Stated
    }

    pub(super) fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        if self.source == Source::Measured {
            self.limit += self.limit * GROWTH * passed / MINUTE;
        }
        self.level = (self.level + passed * self.limit / MINUTE).min(self.limit);
        self.at = self.at.max(now);
    }

    /// More than the whole bucket is charged as the whole bucket, or such a request could never be sent.
    pub(super) fn price(&self, amount: f64) -> f64 {
        amount.min(self.limit.max(1.0))
    }

    /// How long until so much is there with this share of the limit left over; zero if it is there.
    pub(super) fn wait(&self, amount: f64, left_over: f64) -> Duration {
        let wanted = (self.price(amount) + left_over * self.limit).min(self.limit.max(1.0));
        let missing = wanted - self.level;
        if missing <= HAIR {
            return Duration::ZERO;
        }
        let seconds = if self.limit > 0.0 { missing * MINUTE / self.limit } else { MINUTE };
        // Rounded up to the step of timers, so that one wait is enough.
        Duration::from_millis((seconds * 1e3).ceil() as u64)
    }

    /// How long until the level has grown by so much beyond what is there now; for amounts of several requests.
    pub(super) fn wait_for_all(&self, amount: f64) -> Duration {
        let missing = (amount - self.level).max(0.0);
        match self.limit > 0.0 {
            true => Duration::try_from_secs_f64(missing * MINUTE / self.limit).unwrap_or(Duration::MAX),
            false => Duration::from_secs(60),
        }
    }

    /// Takes an amount and returns what was charged.
    pub(super) fn take(&mut self, amount: f64) -> f64 {
        let price = self.price(amount);
        self.level -= price;
        self.charged += price;
        price
    }

    /// Charges what was sent before the bucket was made.
    pub(super) fn owe(&mut self, amount: f64) {
        self.level -= amount;
        self.charged += amount;
    }

    /// Returns what was not used; less than nothing if more was used than was taken.
    pub(super) fn give_back(&mut self, amount: f64) {
        self.level = (self.level + amount).min(self.limit);
        self.charged -= amount;
    }

    /// Corrects the bucket by an answer's headers. `sent_at` is when its request was sent, `charged` what the service
    /// has certainly counted in them: it may have counted a part of the other charges. The true level is between the
    /// reported one less those charges, and the reported one with the refill since; our own is kept if it is between
    /// them. `rounding` is the largest error of a reported figure.
    pub(super) fn correct(
        &mut self,
        limit: Option<f64>,
        remaining: Option<f64>,
        (sent_at, charged): (Instant, f64),
        rounding: f64,
        now: Instant,
    ) {
        self.refill(now);
        match (limit, remaining) {
            (Some(limit), _) => {
                self.limit = limit;
                self.source = Source::Stated;
            }
            (None, Some(remaining)) if self.source == Source::HighestSeen => {
                self.limit = self.limit.max(remaining);
            }
            _ => {}
        }
        if let Some(remaining) = remaining {
            let since = (self.charged - charged).max(0.0);
            let refill = now.saturating_duration_since(sent_at).as_secs_f64() * self.limit / MINUTE;
            self.level = self.level.max(remaining - rounding - since).min(remaining + rounding + refill);
        }
        self.level = self.level.min(self.limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(start: Instant, seconds: f64) -> Instant {
        start + Duration::from_secs_f64(seconds)
    }

    #[test]
    fn it_is_full_again_after_a_minute() {
        let start = Instant::now();
        let mut bucket = Bucket::full(60.0, Source::Stated, start);
        assert_eq!(bucket.wait(60.0, 0.0), Duration::ZERO);
        assert_eq!(bucket.take(60.0), 60.0);
        assert_eq!(bucket.wait(1.0, 0.0), Duration::from_secs(1));
        bucket.refill(after(start, 1.0));
        assert_eq!(bucket.wait(1.0, 0.0), Duration::ZERO);
        bucket.refill(after(start, 600.0));
        assert_eq!(bucket.level(), 60.0);
        // A clock that goes back takes nothing away.
        bucket.refill(start);
        assert_eq!(bucket.level(), 60.0);
    }

    #[test]
    fn a_request_larger_than_the_limit_waits_for_a_full_bucket() {
        let start = Instant::now();
        let mut bucket = Bucket::full(100.0, Source::Stated, start);
        assert_eq!(bucket.wait(5_000.0, 0.0), Duration::ZERO);
        assert_eq!(bucket.take(5_000.0), 100.0);
        assert_eq!(bucket.wait(5_000.0, 0.0), Duration::from_secs(60));
        assert_eq!(Bucket::full(0.0, Source::Stated, start).wait(1.0, 0.0), Duration::from_secs(60));
    }

    #[test]
    fn a_report_moves_the_level_no_further_than_it_must() {
        let start = Instant::now();
        let full = || Bucket::full(100.0, Source::Stated, start);
        let mark = (start, 0.0);
        let corrected = |mut bucket: Bucket, remaining: f64| {
            bucket.correct(Some(100.0), Some(remaining), mark, 0.0, start);
            bucket.level()
        };
        // Others use the key too.
        assert_eq!(corrected(full(), 40.0), 40.0);
        // What was sent since may be counted already or not: 70 is between 65 and 95.
        let mut used = full();
        used.take(30.0);
        assert_eq!(corrected(used.clone(), 95.0), 70.0);
        assert_eq!(corrected(used.clone(), 60.0), 60.0);
        used.level = 0.0;
        assert_eq!(corrected(used, 95.0), 65.0);
        // Half of the limit is taken away in the middle of a run.
        let mut halved = full();
        halved.correct(Some(50.0), Some(50.0), mark, 0.0, start);
        assert_eq!((halved.limit(), halved.level()), (50.0, 50.0));
    }

    #[test]
    fn without_a_stated_limit_the_highest_allowance_is_the_limit() {
        let start = Instant::now();
        let mark = (start, 0.0);
        let mut bucket = Bucket::full(1_000.0, Source::HighestSeen, start);
        bucket.correct(None, Some(9_000.0), mark, 0.0, start);
        assert_eq!(bucket.limit(), 9_000.0);
        bucket.correct(None, Some(10.0), mark, 0.0, start);
        assert_eq!((bucket.limit(), bucket.level()), (9_000.0, 10.0));
        assert!(!bucket.is_stated());
    }

    #[test]
    fn a_measured_limit_grows_slowly() {
        let start = Instant::now();
        let mut bucket = Bucket::measured(100.0, start);
        assert_eq!(bucket.wait(1.0, 0.0), Duration::from_millis(600));
        bucket.refill(after(start, 60.0));
        assert!((bucket.limit() - 125.0).abs() < 1e-9);
    }
}
