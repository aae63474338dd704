//! How fast a socket brings how little. It must not know what follows from it.

use std::time::{Duration, Instant};

/// A read that brings more than this was worth its wake-up.
const SMALL_READ_MAX: usize = 4 << 10;
/// So many crumbs ...
const MANY: u32 = 16;
/// ... within so long are a flood of them. Models speak a hundred times slower: what comes so fast was written before, and
/// nobody reads along.
const SHORT: Duration = Duration::from_millis(1);

/// The crumbs of late.
#[derive(Debug, Default)]
pub(crate) struct BurstDetector {
    first: Option<Instant>,
    count: u32,
}

impl BurstDetector {
    /// Whether this read is one of a flood of crumbs.
    pub(crate) fn is_burst(&mut self, bytes: usize, now: Instant) -> bool {
        if bytes > SMALL_READ_MAX {
            self.first = None;
            return false;
        }
        match self.first {
            Some(first) if now.saturating_duration_since(first) <= SHORT => self.count += 1,
            _ => {
                self.first = Some(now);
                self.count = 1;
            }
        }
        self.count >= MANY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floods(reads: impl IntoIterator<Item = (u64, usize)>) -> bool {
        let start = Instant::now();
        let mut pace = BurstDetector::default();
        reads
            .into_iter()
            .fold(false, |_, (micros, bytes)| pace.is_burst(bytes, start + Duration::from_micros(micros)))
    }

    #[test]
    fn many_crumbs_in_a_millisecond_are_a_flood() {
        assert!(floods((0..16).map(|read| (read * 60, 200))));
        assert!(!floods((0..15).map(|read| (read * 60, 200))));
    }

    #[test]
    fn a_stream_at_the_pace_of_a_model_is_none() {
        assert!(!floods((0..1000).map(|read| (read * 500, 200))));
    }

    #[test]
    fn reads_that_bring_much_are_none() {
        assert!(!floods((0..1000).map(|read| (read * 10, 8 << 10))));
        assert!(!floods((0..1000).map(|read| (read * 10, if read % 8 == 0 { 8 << 10 } else { 200 }))));
    }

    #[test]
    fn it_is_told_anew_after_a_pause() {
        let flood = (0..16).map(|read| (read * 60, 200));
        assert!(!floods(flood.chain([(5_000, 200)])));
    }
}
