//! A cap of calls in flight that follows the service: additive increase, multiplicative decrease (AIMD), as TCP's
//! congestion control. Pure state: it is given the time.

use std::time::{Duration, Instant};

/// The highest cap, if the caller sets none: that of a client's connections is no lower.
const CEILING: u32 = 1_024;
/// The first cap.
const FIRST: f64 = 16.0;
/// The share of the cap that is left after a sign of overload.
const KEPT: f64 = 0.7;
/// Waits for an answer are a sign of overload if the recent ones are so many times as long as usual.
const SLOW: f64 = 2.0;
/// The weight of the newest answer in the recent wait, and in the usual one.
const RECENT: f64 = 1.0 / 8.0;
const USUAL: f64 = 1.0 / 64.0;
/// Answers that make up a usual wait.
const KNOWN: u32 = 16;

/// How many calls may be in flight.
#[derive(Debug)]
pub(super) struct AdaptiveCap {
    ceiling: f64,
    cap: f64,
    /// Until the first sign of overload each answer raises the cap by one, so that it doubles with each round.
    slow_start: bool,
    /// Answers to calls that were sent before say nothing of the present cap.
    lowered_at: Option<Instant>,
}

impl AdaptiveCap {
    pub(super) fn new(ceiling: Option<u32>) -> AdaptiveCap {
        let ceiling = f64::from(ceiling.unwrap_or(CEILING));
        AdaptiveCap { ceiling, cap: FIRST.min(ceiling), slow_start: true, lowered_at: None }
    }

    /// The cap, at least 1.
    pub(super) fn calls(&self) -> u32 {
        self.cap as u32
    }

    /// The service answered in good time, with `in_flight` calls in flight. Raises the cap if calls make use of it: one
    /// that is never reached would grow without a measure.
    pub(super) fn answered(&mut self, in_flight: u32) {
        if f64::from(in_flight) * 2.0 < self.cap {
            return;
        }
        let step = if self.slow_start { 1.0 } else { 1.0 / self.cap };
        self.cap = (self.cap + step).min(self.ceiling);
    }

    /// A call that was sent at `sent_at` met an overload. Lowers the cap once for all calls that were sent by then.
    pub(super) fn overloaded(&mut self, sent_at: Instant, now: Instant) {
        if self.lowered_at.is_some_and(|lowered| sent_at < lowered) {
            return;
        }
        self.slow_start = false;
        self.lowered_at = Some(now);
        self.cap = (self.cap * KEPT).max(1.0);
    }
}

/// How long answers take to begin: the recent ones, and usually.
#[derive(Debug, Default)]
pub(super) struct Latency {
    recent: f64,
    usual: f64,
    answers: u32,
}

impl Latency {
    /// Adds an answer. Returns whether the service has become slow, and then counts anew: the next answers have to show
    /// it again.
    pub(super) fn add(&mut self, wait: Duration) -> bool {
        let wait = wait.as_secs_f64();
        self.answers = self.answers.saturating_add(1);
        if self.answers == 1 {
            (self.recent, self.usual) = (wait, wait);
        }
        // The first answers count alike, or the very first would be the usual one for long.
        let weight = USUAL.max(1.0 / f64::from(self.answers));
        self.usual += weight * (wait - self.usual);
        self.recent += RECENT * (wait - self.recent);
        let is_slow = self.answers >= KNOWN && self.recent > SLOW * self.usual;
        if is_slow {
            self.recent = self.usual;
        }
        is_slow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_doubles_with_each_round_until_an_overload_then_grows_by_one_a_round() {
        let (mut cap, begin) = (AdaptiveCap::new(None), Instant::now());
        for _ in 0..16 {
            cap.answered(16);
        }
        assert_eq!(cap.calls(), 32);
        cap.overloaded(begin, begin + Duration::from_secs(1));
        assert_eq!(cap.calls(), 22);
        for _ in 0..23 {
            cap.answered(22);
        }
        assert_eq!(cap.calls(), 23);
    }

    #[test]
    fn one_round_of_refusals_lowers_it_once_and_never_below_one() {
        let (mut cap, begin) = (AdaptiveCap::new(Some(20)), Instant::now());
        let later = begin + Duration::from_secs(1);
        for _ in 0..10 {
            cap.overloaded(begin, later);
        }
        assert_eq!(cap.calls(), 11);
        for second in 2..40 {
            let now = begin + Duration::from_secs(second);
            cap.overloaded(now, now);
        }
        assert_eq!(cap.calls(), 1);
    }

    #[test]
    fn it_stays_below_the_ceiling_and_grows_only_if_it_is_used() {
        let mut cap = AdaptiveCap::new(Some(20));
        for _ in 0..100 {
            cap.answered(7);
        }
        assert_eq!(cap.calls(), 16);
        for _ in 0..100 {
            cap.answered(16);
        }
        assert_eq!(cap.calls(), 20);
        assert_eq!(AdaptiveCap::new(Some(3)).calls(), 3);
    }

    #[test]
    fn a_service_that_becomes_slow_is_noticed_and_one_that_varies_is_not() {
        let mut latency = Latency::default();
        for round in 0..200 {
            assert!(!latency.add(Duration::from_millis(if round % 2 == 0 { 80 } else { 120 })), "{round}");
        }
        let slow = (0..20).position(|_| latency.add(Duration::from_millis(400)));
        assert!(slow.is_some_and(|slow| (1..8).contains(&slow)), "{slow:?}");
        // The next sign takes as many answers again.
        assert!(!latency.add(Duration::from_millis(400)));
    }

    #[test]
    fn the_first_answers_decide_nothing() {
        let mut latency = Latency::default();
        assert!(!latency.add(Duration::from_millis(1)));
        assert!((0..14).all(|_| !latency.add(Duration::from_secs(1))));
    }
}
