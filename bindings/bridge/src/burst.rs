//! Detects bursts of small reads on a socket. Each of them costs its reader a wake-up and its writer a waking system
//! call, which is more than the rest of the processing of a few hundred bytes.

use std::time::{Duration, Instant};

/// A read of more than this is worth its wake-up.
const SMALL_READ_MAX: usize = 4 << 10;
/// This many small reads ...
const BURST_READS: u32 = 16;
/// ... within this time are a burst. Models generate a hundred times slower: events at this rate were generated
/// earlier, and nobody follows them live.
const BURST_WINDOW: Duration = Duration::from_millis(1);

/// The small reads of one socket in the current window.
#[derive(Debug, Default)]
pub(crate) struct BurstDetector {
    /// When the first of them was; `None` if there is none.
    window_start: Option<Instant>,
    reads: u32,
}

impl BurstDetector {
    /// Records a read; true if it belongs to a burst of small ones.
    pub(crate) fn record(&mut self, bytes: usize, now: Instant) -> bool {
        if bytes > SMALL_READ_MAX {
            self.window_start = None;
            return false;
        }
        match self.window_start {
            Some(start) if now.saturating_duration_since(start) <= BURST_WINDOW => self.reads += 1,
            _ => {
                self.window_start = Some(now);
                self.reads = 1;
            }
        }
        self.reads >= BURST_READS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_burst(reads: impl IntoIterator<Item = (u64, usize)>) -> bool {
        let start = Instant::now();
        let mut detector = BurstDetector::default();
        reads
            .into_iter()
            .fold(false, |_, (micros, bytes)| detector.record(bytes, start + Duration::from_micros(micros)))
    }

    #[test]
    fn many_small_reads_in_a_millisecond_are_a_burst() {
        assert!(is_burst((0..16).map(|read| (read * 60, 200))));
        assert!(!is_burst((0..15).map(|read| (read * 60, 200))));
    }

    #[test]
    fn a_stream_at_the_speed_of_a_model_is_none() {
        assert!(!is_burst((0..1000).map(|read| (read * 500, 200))));
    }

    #[test]
    fn large_reads_are_none() {
        assert!(!is_burst((0..1000).map(|read| (read * 10, 8 << 10))));
        assert!(!is_burst((0..1000).map(|read| (read * 10, if read % 8 == 0 { 8 << 10 } else { 200 }))));
    }

    #[test]
    fn a_pause_begins_a_new_window() {
        let burst = (0..16).map(|read| (read * 60, 200));
        assert!(!is_burst(burst.chain([(5_000, 200)])));
    }
}
