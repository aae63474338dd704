//! How many requests the service accepted within the last minute, counted by the second.

use std::time::Instant;

const SECONDS: u64 = 60;
/// A rate is of no shorter time: the first request of a client is not sixty a minute.
const SHORTEST: u64 = 10;

#[derive(Debug)]
pub(super) struct Recent {
    start: Instant,
    counts: [u32; SECONDS as usize],
    /// The second, since `start`, of the newest count.
    newest: u64,
}

impl Recent {
    pub(super) fn new(now: Instant) -> Recent {
        Recent { start: now, counts: [0; SECONDS as usize], newest: 0 }
    }

    pub(super) fn add(&mut self, now: Instant) {
        let second = self.advance(now);
        if let Some(count) = self.counts.get_mut((second % SECONDS) as usize) {
            *count = count.saturating_add(1);
        }
    }

    /// Those of the last minute, or of the time since the start if that is shorter, as a rate per minute.
    pub(super) fn per_minute(&mut self, now: Instant) -> f64 {
        let second = self.advance(now);
        let sum: f64 = self.counts.iter().map(|count| f64::from(*count)).sum();
        sum * SECONDS as f64 / (second + 1).clamp(SHORTEST, SECONDS) as f64
    }

    fn advance(&mut self, now: Instant) -> u64 {
        let second = now.saturating_duration_since(self.start).as_secs().max(self.newest);
        for stale in (self.newest + 1)..=second.min(self.newest + SECONDS) {
            if let Some(count) = self.counts.get_mut((stale % SECONDS) as usize) {
                *count = 0;
            }
        }
        self.newest = second;
        second
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn only_the_last_minute_counts() {
        let start = Instant::now();
        let mut recent = Recent::new(start);
        let at = |seconds| start + Duration::from_secs(seconds);
        recent.add(start);
        assert_eq!(recent.per_minute(start), 6.0);
        let mut recent = Recent::new(start);
        for second in 0..30 {
            recent.add(at(second));
            recent.add(at(second));
        }
        assert_eq!(recent.per_minute(at(29)), 120.0);
        assert_eq!(recent.per_minute(at(59)), 60.0);
        assert_eq!(recent.per_minute(at(74)), 30.0);
        assert_eq!(recent.per_minute(at(10_000)), 0.0);
    }
}
