//! The settings behind the decisions: how often, and on which schedule after which cause.

use std::time::Duration;

use super::schedule::{Jitter, Schedule};

const MINUTE: Duration = Duration::from_secs(60);
const HALF_SECOND: Duration = Duration::from_millis(500);

/// How often a failed call is tried again and how long the client waits before each time.
///
/// | profile | retries | after 429 | after 5xx, 529, 408, 409 | after a lost connection or a timeout |
/// |---|---|---|---|---|
/// | [`default`](Self::default) | 3 | 1 s, x2, + up to 0.5 s | 5 s + up to 0.5 s | 0.5 s, x2, + up to 0.5 s |
/// | [`sdk_compatible`](Self::sdk_compatible) | 2 | 0.5 s, x2, cap 8 s, less up to 25 % | same | same |
/// | [`none`](Self::none) | 0 | | | |
///
/// The doubled waits of `default` are at most 60 s.
///
/// The default numbers are those of spec §7 and §8.6 and of the project's decision for what the specification
/// leaves open; those of `sdk_compatible` are the public clients' (protocol §7.2). A `retry-after` from the server, up
/// to [`max_retry_after`](Self::max_retry_after), takes the place of the schedule.
///
/// ```
/// use parlour::retry::{RetryPolicy, Schedule};
/// use std::time::Duration;
/// let quick = Schedule::new(Duration::from_millis(1), 1, Duration::from_millis(1));
/// let policy = RetryPolicy::default().max_retries(5).all_schedules(quick);
/// assert_eq!(policy.retries(), 5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RetryPolicy {
    pub(super) max_retries: u32,
    pub(super) rate_limited: Schedule,
    pub(super) server_failure: Schedule,
    pub(super) connection_lost: Schedule,
    pub(super) max_retry_after: Duration,
    pub(super) repeat_cut_answers: bool,
}

impl RetryPolicy {
    /// As [`RetryPolicy::default`], which cannot be `const`.
    const fn specified() -> Self {
        let jitter = Jitter::Add(HALF_SECOND);
        Self {
            max_retries: 3,
            rate_limited: Schedule::new(Duration::from_secs(1), 2, MINUTE).jitter(jitter),
            server_failure: Schedule::new(Duration::from_secs(5), 1, MINUTE).jitter(jitter),
            connection_lost: Schedule::new(HALF_SECOND, 2, MINUTE).jitter(jitter),
            max_retry_after: MINUTE,
            repeat_cut_answers: false,
        }
    }

    /// The behaviour of the public clients: 2 retries, shorter waits, one schedule for every cause, and a whole answer
    /// that was cut is requested again ([`repeat_cut_answers`](Self::repeat_cut_answers)).
    #[must_use]
    pub const fn sdk_compatible() -> Self {
        let schedule = Schedule::new(HALF_SECOND, 2, Duration::from_secs(8)).jitter(Jitter::Shorten(0.25));
        Self::specified().max_retries(2).all_schedules(schedule).repeat_cut_answers(true)
    }

    /// Never again: every call is one attempt.
    #[must_use]
    pub const fn none() -> Self {
        Self::specified().max_retries(0)
    }

    /// Sets how many retries may follow the first attempt.
    #[must_use]
    pub const fn max_retries(mut self, retries: u32) -> Self {
        self.max_retries = retries;
        self
    }

    /// Sets the waits after status 429 and after a rate limit error inside a stream.
    #[must_use]
    pub const fn rate_limited(mut self, schedule: Schedule) -> Self {
        self.rate_limited = schedule;
        self
    }

    /// Sets the waits after every other retried status and after a server failure reported inside a stream.
    #[must_use]
    pub const fn server_failure(mut self, schedule: Schedule) -> Self {
        self.server_failure = schedule;
        self
    }

    /// Sets the waits after a connection that failed or broke, and after a timeout.
    #[must_use]
    pub const fn connection_lost(mut self, schedule: Schedule) -> Self {
        self.connection_lost = schedule;
        self
    }

    /// Sets one schedule for all causes.
    #[must_use]
    pub const fn all_schedules(self, schedule: Schedule) -> Self {
        self.rate_limited(schedule).server_failure(schedule).connection_lost(schedule)
    }

    /// Sets the longest `retry-after` that is waited for (60 s unless set). When a server asks for more, the call
    /// ends with its error: trying earlier cannot succeed (protocol §7.3).
    #[must_use]
    pub const fn max_retry_after(mut self, longest: Duration) -> Self {
        self.max_retry_after = longest;
        self
    }

    /// Sets whether a whole answer that had begun is requested again: one that broke off, or missed its time limit,
    /// after the head of a success; for an answer that is streamed internally, after `message_start`. Off by default
    /// (decision 0032): the service bills an answer from its beginning, and each repetition again, so that with 3
    /// retries one call can cost four answers. In both cases the error holds the part of a stream that had arrived. An
    /// answer of which only the end mark is missing is never repeated, and a request that costs nothing and changes
    /// nothing always is.
    #[must_use]
    pub const fn repeat_cut_answers(mut self, repeat: bool) -> Self {
        self.repeat_cut_answers = repeat;
        self
    }

    /// Whether a whole answer that had begun and was not completed is asked for again.
    #[must_use]
    pub const fn repeats_cut_answers(&self) -> bool {
        self.repeat_cut_answers
    }

    /// How many retries may follow the first attempt.
    #[must_use]
    pub const fn retries(&self) -> u32 {
        self.max_retries
    }

    /// The longest `retry-after` that is waited for.
    #[must_use]
    pub const fn longest_retry_after(&self) -> Duration {
        self.max_retry_after
    }
}

impl Default for RetryPolicy {
    /// The specification's schedule: 3 retries.
    fn default() -> Self {
        Self::specified()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(schedule: Schedule, n: u32) -> (f64, f64) {
        let (a, b) = (schedule.wait(n, 0.0).as_secs_f64(), schedule.wait(n, 1.0).as_secs_f64());
        (a.min(b), a.max(b))
    }

    #[test]
    fn the_default_is_the_specifications_schedule() {
        let policy = RetryPolicy::default();
        assert_eq!((policy.retries(), policy.longest_retry_after()), (3, Duration::from_secs(60)));
        let rate = [(1.0, 1.5), (2.0, 2.5), (4.0, 4.5), (8.0, 8.5), (16.0, 16.5), (32.0, 32.5), (60.0, 60.0)];
        let lost = [(0.5, 1.0), (1.0, 1.5), (2.0, 2.5)];
        for (n, expected) in (0..).zip(rate) {
            assert_eq!(bounds(policy.rate_limited, n), expected);
            assert_eq!(bounds(policy.server_failure, n), (5.0, 5.5));
        }
        for (n, expected) in (0..).zip(lost) {
            assert_eq!(bounds(policy.connection_lost, n), expected);
        }
        assert_eq!(bounds(policy.connection_lost, 50), (60.0, 60.0));
    }

    #[test]
    fn the_compatible_profile_uses_one_schedule_for_all_causes() {
        let policy = RetryPolicy::sdk_compatible();
        assert_eq!(policy.retries(), 2);
        for schedule in [policy.rate_limited, policy.server_failure, policy.connection_lost] {
            assert_eq!((bounds(schedule, 0), bounds(schedule, 9)), ((0.375, 0.5), (6.0, 8.0)));
        }
    }

    #[test]
    fn setters_change_what_they_name() {
        let quick = |ms| Schedule::new(Duration::from_millis(ms), 1, Duration::from_millis(ms));
        let policy = RetryPolicy::none()
            .max_retries(9)
            .rate_limited(quick(1))
            .server_failure(quick(2))
            .connection_lost(quick(3))
            .max_retry_after(Duration::from_secs(4))
            .repeat_cut_answers(true);
        assert!(policy.repeats_cut_answers() && !RetryPolicy::default().repeats_cut_answers());
        assert!(RetryPolicy::sdk_compatible().repeats_cut_answers());
        assert_eq!(RetryPolicy::none().retries(), 0);
        assert_eq!(
            policy,
            RetryPolicy {
                max_retries: 9,
                rate_limited: quick(1),
                server_failure: quick(2),
                connection_lost: quick(3),
                max_retry_after: Duration::from_secs(4),
                repeat_cut_answers: true,
            }
        );
    }
}
