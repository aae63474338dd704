//! A circuit breaker: whether calls avoid a service that could not take them. Without I/O and without a clock.

use std::time::{Duration, Instant};

/// The state of one destination.
#[derive(Debug, Default)]
pub(super) struct Breaker {
    /// Failures since the last success.
    failures: u32,
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Closed,
    /// No call goes there until then.
    Open { until: Instant },
    /// One call asks whether it answers again. Another one asks if that has no outcome by then.
    HalfOpen { until: Instant },
}

impl Breaker {
    /// Whether nothing is known against the destination.
    pub(super) fn is_clear(&self) -> bool {
        self.failures == 0 && matches!(self.state, State::Closed)
    }

    /// Whether a call may go there now.
    pub(super) fn is_ready(&self, now: Instant) -> bool {
        match self.state {
            State::Closed => true,
            State::Open { until } | State::HalfOpen { until } => until <= now,
        }
    }

    /// A call goes there. True if it is the one that asks whether the destination answers again, within `rest`.
    pub(super) fn enter(&mut self, now: Instant, rest: Duration) -> bool {
        match self.state {
            State::Open { until } | State::HalfOpen { until } if until <= now => {
                self.state = State::HalfOpen { until: later(now, rest) };
                true
            }
            _ => false,
        }
    }

    /// A call was answered. `probes` as returned by [`Breaker::enter`]: calls that were sent earlier say nothing of a
    /// destination that failed meanwhile.
    pub(super) fn succeeded(&mut self, probes: bool) {
        if probes || matches!(self.state, State::Closed) {
            *self = Breaker::default();
        }
    }

    /// The destination could not take a call. True if calls avoid it from now on: after `most` failures in a row, or if
    /// the call was the one that asked.
    pub(super) fn failed(&mut self, probes: bool, most: u32, now: Instant, rest: Duration) -> bool {
        self.failures = self.failures.saturating_add(1);
        let opens = match self.state {
            State::Closed => self.failures >= most,
            State::Open { .. } | State::HalfOpen { .. } => probes,
        };
        if opens {
            self.state = State::Open { until: later(now, rest) };
        }
        opens
    }

    /// The call that asked has ended and says nothing of the destination: the next one asks.
    pub(super) fn undecided(&mut self, now: Instant) {
        if matches!(self.state, State::HalfOpen { .. }) {
            self.state = State::Open { until: now };
        }
    }
}

fn later(now: Instant, rest: Duration) -> Instant {
    // A time too far off for the clock: far enough.
    now.checked_add(rest).or_else(|| now.checked_add(Duration::from_secs(86_400))).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: Duration = Duration::from_secs(30);

    #[test]
    fn it_opens_after_failures_in_a_row_and_lets_one_call_ask() {
        let (mut breaker, now) = (Breaker::default(), Instant::now());
        assert!(!breaker.failed(false, 3, now, REST));
        assert!(!breaker.failed(false, 3, now, REST));
        breaker.succeeded(false);
        assert!(breaker.is_clear(), "a success in between");
        let opened: Vec<_> = (0..3).map(|_| breaker.failed(false, 3, now, REST)).collect();
        assert_eq!(opened, [false, false, true]);
        assert!(!breaker.is_ready(now + REST / 2));
        // Calls that were sent before it opened change nothing.
        assert!(!breaker.failed(false, 3, now + REST / 2, REST));
        breaker.succeeded(false);
        assert!(!breaker.is_ready(now + REST / 2));
        let due = now + REST;
        assert!(breaker.is_ready(due));
        assert!(breaker.enter(due, REST), "the one that asks");
        assert!(!breaker.is_ready(due), "nobody else");
        assert!(breaker.failed(true, 3, due, REST), "one failure is enough then");
        assert!(!breaker.is_ready(due + REST / 2));
        assert!(breaker.enter(due + REST, REST));
        breaker.succeeded(true);
        assert!(breaker.is_clear());
    }

    #[test]
    fn a_call_that_asks_and_says_nothing_is_followed_by_another() {
        let (mut breaker, now) = (Breaker::default(), Instant::now());
        assert!(breaker.failed(false, 1, now, REST));
        let due = now + REST;
        assert!(breaker.enter(due, REST));
        breaker.undecided(due);
        assert!(breaker.enter(due, REST));
        // It never ends.
        assert!(!breaker.is_ready(due + REST / 2));
        assert!(breaker.enter(due + REST, REST));
    }

    #[test]
    fn a_rest_beyond_the_clock() {
        let (mut breaker, now) = (Breaker::default(), Instant::now());
        assert!(breaker.failed(false, 1, now, Duration::MAX));
        assert!(!breaker.is_ready(now));
    }
}
