//! How long to wait before the n-th retry. Arithmetic only: no notion of causes, statuses or time.

use std::time::Duration;

const NANOS_PER_SECOND: u128 = 1_000_000_000;

/// Waits that grow by a factor up to a cap, with a random part.
///
/// The wait before retry `n` (counted from 0) is `first * factor^n`, treated by [`Jitter`], never above `cap`.
/// Any `n` and any combination of fields is legal and cannot overflow.
///
/// ```
/// use parlour::retry::{Jitter, Schedule};
/// use std::time::Duration;
/// let fast = Schedule::new(Duration::from_millis(1), 2, Duration::from_millis(5))
///     .jitter(Jitter::Add(Duration::ZERO));
/// assert_eq!(fast.wait(1, 0.0), Duration::from_millis(2));
/// assert_eq!(fast.wait(60, 0.9), Duration::from_millis(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The wait before the first retry.
    pub first: Duration,
    /// The factor for each further wait. 1 keeps the wait constant; 0 counts as 1.
    pub factor: u32,
    /// No wait is longer than this.
    pub cap: Duration,
    /// The random part, which keeps clients that failed together from coming back together.
    pub jitter: Jitter,
}

/// The random part of a wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Jitter {
    /// Adds up to this much; the cap holds for the sum (spec §8.6).
    Add(Duration),
    /// Takes away up to this share of the capped wait: 0.25 leaves between 75 % and 100 % (protocol §7.2). Brought
    /// into `0.0..=1.0`; not-a-number counts as 0.
    Shorten(f64),
}

impl Schedule {
    /// A schedule without a random part.
    #[must_use]
    pub const fn new(first: Duration, factor: u32, cap: Duration) -> Self {
        Self { first, factor, cap, jitter: Jitter::Add(Duration::ZERO) }
    }

    /// The same schedule with this random part.
    #[must_use]
    pub const fn jitter(mut self, jitter: Jitter) -> Self {
        self.jitter = jitter;
        self
    }

    /// The wait before the retry that follows `retries_made` earlier ones. `random` is a number in `[0, 1)`.
    #[must_use]
    pub fn wait(&self, retries_made: u32, random: f64) -> Duration {
        let random = unit(random);
        let base = self.base(retries_made);
        match self.jitter {
            Jitter::Add(most) => base.saturating_add(share(most, random)).min(self.cap),
            Jitter::Shorten(part) => share(base, 1.0 - unit(part) * random),
        }
    }

    /// `min(first * factor^n, cap)`, saturating at every step.
    fn base(&self, retries_made: u32) -> Duration {
        let growth = u128::from(self.factor.max(1)).saturating_pow(retries_made);
        let nanos = self.first.as_nanos().saturating_mul(growth).min(self.cap.as_nanos());
        // Not above the cap, so the seconds fit the type that the cap came from.
        let seconds = u64::try_from(nanos / NANOS_PER_SECOND).unwrap_or(u64::MAX);
        let rest = u32::try_from(nanos % NANOS_PER_SECOND).unwrap_or(0);
        Duration::new(seconds, rest)
    }
}

fn unit(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

/// `whole * part` for a part in `0..=1`; a whole too long for a double's range is kept as it is.
fn share(whole: Duration, part: f64) -> Duration {
    Duration::try_from_secs_f64(whole.as_secs_f64() * part).unwrap_or(whole).min(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn the_public_table_of_waits_holds() {
        // Protocol §7.2: n, longest wait, shortest wait.
        let public = Schedule::new(MS(500), 2, MS(8000)).jitter(Jitter::Shorten(0.25));
        for (n, longest, shortest) in [
            (0, 500, 375),
            (1, 1000, 750),
            (2, 2000, 1500),
            (3, 4000, 3000),
            (4, 8000, 6000),
            (1000, 8000, 6000),
        ] {
            assert_eq!(public.wait(n, 0.0), MS(longest));
            assert_eq!(public.wait(n, 1.0), MS(shortest));
        }
    }

    #[test]
    fn added_jitter_stays_under_the_cap() {
        let schedule = Schedule::new(MS(1000), 2, MS(60_000)).jitter(Jitter::Add(MS(500)));
        assert_eq!(schedule.wait(0, 0.0), MS(1000));
        assert_eq!(schedule.wait(0, 0.5), MS(1250));
        assert_eq!(schedule.wait(5, 0.5), MS(32_250));
        assert_eq!(schedule.wait(6, 0.5), MS(60_000));
        assert_eq!(schedule.wait(u32::MAX, 0.5), MS(60_000));
    }

    #[test]
    fn a_factor_of_one_is_constant_and_zero_counts_as_one() {
        for factor in [0, 1] {
            let schedule = Schedule::new(MS(5000), factor, MS(60_000));
            assert_eq!((schedule.wait(0, 0.3), schedule.wait(u32::MAX, 0.3)), (MS(5000), MS(5000)));
        }
    }

    #[test]
    fn odd_settings_do_no_harm() {
        let huge = Schedule::new(Duration::MAX, u32::MAX, Duration::MAX);
        assert_eq!(huge.wait(u32::MAX, 1.0), Duration::MAX);
        assert_eq!(huge.jitter(Jitter::Add(Duration::MAX)).wait(3, 0.9), Duration::MAX);
        let tiny = Schedule::new(Duration::from_nanos(1), 2, MS(1));
        assert_eq!(tiny.wait(200, 0.0), MS(1));
        let base = Schedule::new(MS(10), 1, MS(10));
        assert_eq!(base.jitter(Jitter::Shorten(f64::NAN)).wait(0, 0.5), MS(10));
        assert_eq!(base.jitter(Jitter::Shorten(9.0)).wait(0, 1.0), Duration::ZERO);
        assert_eq!(base.jitter(Jitter::Shorten(-1.0)).wait(0, 0.5), MS(10));
        assert_eq!(base.jitter(Jitter::Add(MS(5))).wait(0, f64::NAN), MS(10));
    }

    proptest! {
        #[test]
        fn waits_are_bounded_and_grow(
            first in any::<Duration>(), factor in any::<u32>(), cap in any::<Duration>(),
            add in any::<Duration>(), shorten in any::<f64>(), n in any::<u32>(), random in any::<f64>(),
        ) {
            for jitter in [Jitter::Add(add), Jitter::Shorten(shorten)] {
                let schedule = Schedule::new(first, factor, cap).jitter(jitter);
                prop_assert!(schedule.wait(n, random) <= cap);
                prop_assert!(schedule.wait(n, 0.0) <= schedule.wait(n.saturating_add(1), 0.0));
            }
        }
    }
}
