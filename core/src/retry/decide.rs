//! The decision itself: an outcome of an attempt in, wait or stop out (protocol §7.1 to §7.3).

use std::time::Duration;

use http::HeaderMap;

use super::after::RetryAfter;
use super::budget::RetryBudget;
use super::policy::RetryPolicy;
use super::schedule::Schedule;
use crate::clock::Clock;

/// How an attempt failed, as far as retrying is concerned.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'a> {
    /// An answer came whose status is not a success.
    Status {
        /// The HTTP status.
        status: u16,
        /// The headers of the answer: `x-should-retry`, `retry-after-ms`, `retry-after` and `date` are read.
        headers: &'a HeaderMap,
        /// The body says that a spending cap is reached (`error.details.error_code` is
        /// `enforced_spend_limit_reached`, protocol §5.3): trying again is useless until it is lifted.
        spend_cap: bool,
        /// The body has a code that says that repeating does not help (protocol §5.6).
        is_final: bool,
    },
    /// No connection, or it broke before the answer was complete and before anything of it was handed over.
    ConnectionLost,
    /// A timer of this attempt ran out before anything was handed over.
    TimedOut,
    /// A stream began and reported an error before any of its events was handed over.
    MidStream {
        /// The kind of error that the stream reported.
        kind: MidStreamKind,
    },
    /// Anything that must not be repeated: something was handed over already, the caller cancelled, the request or
    /// the configuration is wrong.
    NotRetryable,
}

/// The kinds of error events that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MidStreamKind {
    /// A failure on the server's side, overload included.
    ServerFailure,
    /// A rate limit.
    RateLimit,
    /// Anything else, such as an invalid request; not retried.
    Other,
}

/// The decision after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Wait this long, then make the next attempt. A token of the budget has been taken for it, unless the service
    /// itself named the wait of a 429.
    Wait(Duration),
    /// End the call with the error of the last attempt.
    Stop(StopReason),
}

/// Why no further attempt is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The failure is one that repeating does not mend.
    NotRetryable,
    /// All retries are used up.
    Exhausted,
    /// The server asked for this wait, which is longer than the policy honours.
    RetryAfterTooLong(Duration),
    /// The client's retry budget is empty ([`ClientBuilder::retry_budget`](crate::ClientBuilder::retry_budget)).
    BudgetEmpty,
    /// The wait would leave nothing of the call's total time.
    DeadlineWouldPass,
    /// The answer had `x-should-retry: false`.
    ServerSaidNo,
    /// A spending cap is reached.
    SpendCap,
    /// A hook of the client wanted no further attempt ([`Hook::on_failure`](crate::Hook::on_failure)).
    Hook,
}

impl StopReason {
    /// Its name in every language: `not_retryable`, `exhausted`, `retry_after_too_long`, `budget_empty`,
    /// `deadline_would_pass`, `server_said_no`, `spend_cap` or `hook`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            StopReason::NotRetryable => "not_retryable",
            StopReason::Exhausted => "exhausted",
            StopReason::RetryAfterTooLong(_) => "retry_after_too_long",
            StopReason::BudgetEmpty => "budget_empty",
            StopReason::DeadlineWouldPass => "deadline_would_pass",
            StopReason::ServerSaidNo => "server_said_no",
            StopReason::SpendCap => "spend_cap",
            StopReason::Hook => "hook",
        }
    }
}

/// A wait, and who named it.
struct Wait {
    time: Duration,
    /// The service asked for it with a 429: the repetition follows its orders, and is no part of a storm.
    ordered: bool,
}

impl RetryPolicy {
    /// Decides what follows a failed attempt.
    ///
    /// `retries_made` counts the retries before this one, 0 after the first attempt. `remaining` is the time until the
    /// call's total deadline, `None` without one: a wait that would use it up is not begun (protocol §7.2). A token is
    /// taken from `budget` only if the answer is [`Decision::Wait`], and not for a 429 that names its wait: the service
    /// has said when it wants the call again, and that many calls meet such a limit must not switch retries off. The
    /// clock is asked for the calendar time and for one random number, never to wait.
    #[must_use]
    pub fn decide(
        &self,
        retries_made: u32,
        outcome: &Outcome<'_>,
        remaining: Option<Duration>,
        budget: &RetryBudget,
        clock: &dyn Clock,
    ) -> Decision {
        match self.next_wait(retries_made, outcome, clock) {
            Err(reason) => Decision::Stop(reason),
            Ok(wait) if remaining.is_some_and(|left| wait.time >= left) => {
                Decision::Stop(StopReason::DeadlineWouldPass)
            }
            Ok(wait) if !wait.ordered && !budget.take() => Decision::Stop(StopReason::BudgetEmpty),
            Ok(wait) => Decision::Wait(wait.time),
        }
    }

    fn next_wait(
        &self,
        retries_made: u32,
        outcome: &Outcome<'_>,
        clock: &dyn Clock,
    ) -> Result<Wait, StopReason> {
        let schedule = self.schedule_for(outcome)?;
        if retries_made >= self.max_retries {
            return Err(StopReason::Exhausted);
        }
        let asked = match outcome {
            Outcome::Status { headers, .. } => RetryAfter::read(headers, clock.wall(), self.max_retry_after),
            _ => RetryAfter::None,
        };
        match asked {
            RetryAfter::Wait(time) => {
                Ok(Wait { time, ordered: matches!(outcome, Outcome::Status { status: 429, .. }) })
            }
            RetryAfter::OutOfBounds(wanted) => Err(StopReason::RetryAfterTooLong(wanted)),
            RetryAfter::None => {
                Ok(Wait { time: schedule.wait(retries_made, clock.random()), ordered: false })
            }
        }
    }

    /// The schedule of a failure that may be retried, or why it may not.
    fn schedule_for(&self, outcome: &Outcome<'_>) -> Result<&Schedule, StopReason> {
        match *outcome {
            // Before the server's own word: protocol §5.3 leaves no case in which repeating helps.
            Outcome::Status { spend_cap: true, .. } => Err(StopReason::SpendCap),
            Outcome::Status { is_final: true, .. } => Err(StopReason::NotRetryable),
            Outcome::Status { status, headers, .. } => match should_retry(headers) {
                Some(false) => Err(StopReason::ServerSaidNo),
                None if !is_retried_status(status) => Err(StopReason::NotRetryable),
                _ if status == 429 => Ok(&self.rate_limited),
                _ => Ok(&self.server_failure),
            },
            Outcome::ConnectionLost | Outcome::TimedOut => Ok(&self.connection_lost),
            Outcome::MidStream { kind: MidStreamKind::RateLimit } => Ok(&self.rate_limited),
            Outcome::MidStream { kind: MidStreamKind::ServerFailure } => Ok(&self.server_failure),
            Outcome::MidStream { kind: MidStreamKind::Other } | Outcome::NotRetryable => {
                Err(StopReason::NotRetryable)
            }
        }
    }
}

/// `x-should-retry`, which overrides the status; anything but exactly `true` or `false` is no word at all.
fn should_retry(headers: &HeaderMap) -> Option<bool> {
    match headers.get("x-should-retry")?.as_bytes() {
        b"true" => Some(true),
        b"false" => Some(false),
        _ => None,
    }
}

/// The statuses that are retried unless the server says otherwise (protocol §7.1).
fn is_retried_status(status: u16) -> bool {
    matches!(status, 408 | 409 | 429) || status >= 500
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ScriptedClock;
    use http::HeaderValue;
    use proptest::prelude::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(n, v)| (n.parse().unwrap(), HeaderValue::from_str(v).unwrap())).collect()
    }

    fn after(status: u16, pairs: &[(&'static str, &str)]) -> Decision {
        let headers = headers(pairs);
        decide(0, &Outcome::Status { status, headers: &headers, spend_cap: false, is_final: false })
    }

    fn decide(retries_made: u32, outcome: &Outcome<'_>) -> Decision {
        let clock = ScriptedClock::new().with_random([0.5]);
        RetryPolicy::default().decide(retries_made, outcome, None, &RetryBudget::default(), &clock)
    }

    fn wait(ms: u64) -> Decision {
        Decision::Wait(Duration::from_millis(ms))
    }

    #[test]
    fn the_table_of_the_protocol_holds() {
        // Protocol §13.4.
        assert_eq!(after(400, &[]), Decision::Stop(StopReason::NotRetryable));
        assert_eq!(after(400, &[("x-should-retry", "true")]), wait(5250));
        assert_eq!(after(429, &[]), wait(1250));
        assert_eq!(after(429, &[("x-should-retry", "false")]), Decision::Stop(StopReason::ServerSaidNo));
        for status in [408, 409, 500, 502, 503, 504, 529, 599] {
            assert_eq!(after(status, &[]), wait(5250), "{status}");
        }
        for status in [401, 402, 403, 404, 413, 422, 300, 301, 307] {
            assert_eq!(after(status, &[]), Decision::Stop(StopReason::NotRetryable), "{status}");
        }
        for word in ["TRUE", "1", "True", "", "FALSE", "yes"] {
            assert_eq!(after(500, &[("x-should-retry", word)]), wait(5250), "{word}");
            assert_eq!(after(404, &[("x-should-retry", word)]), Decision::Stop(StopReason::NotRetryable));
        }
    }

    #[test]
    fn the_server_decides_how_long() {
        assert_eq!(after(429, &[("retry-after", "20")]), wait(20_000));
        assert_eq!(after(503, &[("retry-after-ms", "250"), ("retry-after", "9")]), wait(250));
        assert_eq!(after(429, &[("retry-after", "60")]), wait(60_000));
        let too_long = Decision::Stop(StopReason::RetryAfterTooLong(Duration::from_secs(61)));
        assert_eq!(after(429, &[("retry-after", "61")]), too_long);
        assert_eq!(after(429, &[("retry-after", "0")]), wait(1250));
        assert_eq!(after(404, &[("retry-after", "1")]), Decision::Stop(StopReason::NotRetryable));
        assert_eq!(after(429, &[("retry-after", "Thu, 01 Jan 1970 00:00:09 GMT")]), wait(9000));
    }

    #[test]
    fn a_spending_cap_is_final_whatever_else_is_said() {
        let headers = headers(&[("x-should-retry", "true"), ("retry-after", "1")]);
        let outcome = Outcome::Status { status: 429, headers: &headers, spend_cap: true, is_final: true };
        assert_eq!(decide(0, &outcome), Decision::Stop(StopReason::SpendCap));
    }

    #[test]
    fn each_cause_has_its_schedule() {
        use MidStreamKind::{Other, RateLimit, ServerFailure};
        for (outcome, waits) in [
            (Outcome::ConnectionLost, [750, 1250, 2250]),
            (Outcome::TimedOut, [750, 1250, 2250]),
            (Outcome::MidStream { kind: RateLimit }, [1250, 2250, 4250]),
            (Outcome::MidStream { kind: ServerFailure }, [5250, 5250, 5250]),
        ] {
            for (n, ms) in (0..).zip(waits) {
                assert_eq!(decide(n, &outcome), wait(ms), "{outcome:?} {n}");
            }
            assert_eq!(decide(3, &outcome), Decision::Stop(StopReason::Exhausted));
            assert_eq!(decide(u32::MAX, &outcome), Decision::Stop(StopReason::Exhausted));
        }
        for outcome in [Outcome::NotRetryable, Outcome::MidStream { kind: Other }] {
            assert_eq!(decide(0, &outcome), Decision::Stop(StopReason::NotRetryable));
        }
    }

    #[test]
    fn a_wait_that_uses_up_the_total_time_is_not_begun() {
        let clock = ScriptedClock::new();
        let budget = RetryBudget::new(1);
        let at = |left| {
            RetryPolicy::default().decide(
                0,
                &Outcome::ConnectionLost,
                Some(Duration::from_millis(left)),
                &budget,
                &clock,
            )
        };
        assert_eq!(at(0), Decision::Stop(StopReason::DeadlineWouldPass));
        assert_eq!(at(500), Decision::Stop(StopReason::DeadlineWouldPass));
        assert_eq!(at(501), wait(500));
        assert!(clock.waits().is_empty());
    }

    #[test]
    fn a_token_is_taken_for_a_retry_and_for_nothing_else() {
        let clock = ScriptedClock::new();
        let budget = RetryBudget::new(2);
        let policy = RetryPolicy::default();
        let far = headers(&[("retry-after", "3600")]);
        for outcome in [
            Outcome::NotRetryable,
            Outcome::Status { status: 429, headers: &far, spend_cap: false, is_final: false },
        ] {
            assert!(matches!(policy.decide(0, &outcome, None, &budget, &clock), Decision::Stop(_)));
        }
        let lost = Outcome::ConnectionLost;
        assert!(matches!(
            policy.decide(3, &lost, None, &budget, &clock),
            Decision::Stop(StopReason::Exhausted)
        ));
        let soon = Some(Duration::from_millis(1));
        assert_eq!(
            policy.decide(0, &lost, soon, &budget, &clock),
            Decision::Stop(StopReason::DeadlineWouldPass)
        );
        assert_eq!(budget.remaining(), Some(2));
        assert_eq!(policy.decide(0, &lost, None, &budget, &clock), wait(500));
        assert_eq!(policy.decide(1, &lost, None, &budget, &clock), wait(1000));
        assert_eq!(policy.decide(2, &lost, None, &budget, &clock), Decision::Stop(StopReason::BudgetEmpty));
        assert_eq!(policy.decide(2, &lost, None, &RetryBudget::off(), &clock), wait(2000));
    }

    #[test]
    fn a_429_that_names_its_wait_is_not_charged() {
        let clock = ScriptedClock::new();
        let budget = RetryBudget::new(1);
        let named = headers(&[("retry-after", "7")]);
        let none = HeaderMap::new();
        let after = |status, headers| {
            let outcome = Outcome::Status { status, headers, spend_cap: false, is_final: false };
            RetryPolicy::default().decide(0, &outcome, None, &budget, &clock)
        };
        assert_eq!(after(429, &named), wait(7000));
        assert_eq!(budget.remaining(), Some(1));
        // Other failures are charged, also with a wait, and so is a 429 that leaves the wait to us.
        assert_eq!(after(503, &named), wait(7000));
        assert_eq!(budget.remaining(), Some(0));
        assert_eq!(after(429, &none), Decision::Stop(StopReason::BudgetEmpty));
        assert_eq!(after(503, &named), Decision::Stop(StopReason::BudgetEmpty));
        assert_eq!(after(429, &named), wait(7000), "an empty budget does not stand in the way");
    }

    proptest! {
        #[test]
        fn no_input_escapes_the_bounds(
            retries_made in any::<u32>(),
            status in any::<u16>(),
            word in "true|false|[a-z]{0,6}",
            seconds in "[0-9.-]{0,40}|[ -~]{0,30}",
            left in proptest::option::of(any::<std::time::Duration>()),
            random in any::<f64>(),
        ) {
            let headers = headers(&[("x-should-retry", &word), ("retry-after", &seconds)]);
            let outcome = Outcome::Status { status, headers: &headers, spend_cap: false, is_final: false };
            let clock = ScriptedClock::new().with_random([random]);
            let budget = RetryBudget::new(5);
            match RetryPolicy::default().decide(retries_made, &outcome, left, &budget, &clock) {
                Decision::Wait(wait) => {
                    prop_assert!(!wait.is_zero() && wait <= Duration::from_secs(60));
                    prop_assert!(left.is_none_or(|left| wait < left));
                    prop_assert!(retries_made < 3 && word != "false");
                    prop_assert!(word == "true" || is_retried_status(status));
                    let named = RetryAfter::read(&headers, clock.wall(), Duration::from_secs(60));
                    let ordered = status == 429 && matches!(named, RetryAfter::Wait(_));
                    prop_assert_eq!(budget.remaining(), Some(if ordered { 5 } else { 4 }));
                }
                Decision::Stop(_) => prop_assert_eq!(budget.remaining(), Some(5)),
            }
        }
    }
}
