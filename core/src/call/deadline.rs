//! The time limits of one attempt, from the sending of its request to the answer.
//!
//! A limit begins when the request was sent. While it is being sent, silence means that the connection accepts no
//! bytes; [`Payload`] counts the bytes sent. One timer serves all limits: it is armed when the attempt waits, and moved
//! when it fires too early.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

use crate::call::time_limit::{Remaining, TimeLimit, after, timeout};
use crate::clock::LimitClock;
use crate::error::Error;
use crate::setting::Setting;
use crate::transport::{Payload, Progress};

pub(crate) struct Deadline {
    clock: LimitClock,
    limit: TimeLimit,
    /// The longest time in which no byte of the request is accepted.
    silence: Duration,
    /// The end of the call, and its limit.
    total: Option<(Instant, Duration)>,
    payload: Option<Arc<Payload>>,
    seen: Progress,
    /// When progress was last seen.
    since: Instant,
}

/// Which limit ran out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expired {
    /// The total deadline of the call.
    Total(Duration),
    /// A limit of this attempt.
    Attempt(TimeLimit),
    /// The request could not be sent: no byte was accepted for this time, the limit of this setting.
    Upload(Duration, Setting),
}

impl Expired {
    pub(crate) fn error(self) -> Error {
        match self {
            Expired::Total(total) => timeout("the call did not finish", total, Setting::TOTAL_TIMEOUT),
            Expired::Attempt(limit) => limit.expired(),
            Expired::Upload(silence, setting) => {
                timeout("the upload made no progress: nothing of the request was taken", silence, setting)
            }
        }
    }
}

impl Deadline {
    /// Begins now. `silence` is the `stream_silence_timeout` in force, `left` the time left until the total deadline.
    pub(crate) fn new(
        clock: LimitClock,
        limit: TimeLimit,
        silence: Duration,
        left: Option<Remaining>,
        payload: Option<Arc<Payload>>,
    ) -> Deadline {
        let since = clock.now();
        if let Some(payload) = &payload {
            payload.start_over();
        }
        Deadline {
            clock,
            limit,
            silence,
            total: left.map(|remaining| (after(since, remaining.left), remaining.total)),
            payload,
            seen: Progress::NotBegun,
            since,
        }
    }

    /// The longest silence while the request is sent, and the setting that defines it. A shorter limit for a whole
    /// answer takes precedence.
    fn upload(&self) -> (Duration, Setting) {
        match self.limit {
            TimeLimit::Silence(limit) => (limit, Setting::STREAM_SILENCE_TIMEOUT),
            TimeLimit::Answer(limit) if limit < self.silence => (limit, Setting::ANSWER_TIMEOUT),
            TimeLimit::Answer(_) | TimeLimit::FirstEvent(_) | TimeLimit::LongAnswer(_) => {
                (self.silence, Setting::STREAM_SILENCE_TIMEOUT)
            }
        }
    }

    /// When the attempt has taken too long, and why.
    fn due(&self) -> (Instant, Expired) {
        let (limit, why) = match self.seen {
            Progress::Begun(_) => {
                let (silence, setting) = self.upload();
                (silence, Expired::Upload(silence, setting))
            }
            Progress::NotBegun => {
                let limit = match self.limit {
                    // These limits begin when the request was sent.
                    TimeLimit::FirstEvent(_) | TimeLimit::LongAnswer(_) => TimeLimit::Silence(self.silence),
                    limit => limit,
                };
                (limit.duration(), Expired::Attempt(limit))
            }
            Progress::Done => (self.limit.duration(), Expired::Attempt(self.limit)),
        };
        let at = after(self.since, limit);
        match self.total {
            Some((end, total)) if end <= at => (end, Expired::Total(total)),
            _ => (at, why),
        }
    }

    /// When the request was sent, or an answer came before its end.
    pub(crate) fn sent_at(&self) -> Option<Instant> {
        (self.seen == Progress::Done).then_some(self.since)
    }

    /// A timer for [`Deadline::poll`].
    pub(crate) fn timer(&self) -> Sleep {
        tokio::time::sleep_until(self.due().0)
    }

    /// Polls the attempt, and ends it when its time is over.
    pub(crate) fn poll<F: Future>(
        &mut self,
        cx: &mut Context<'_>,
        attempt: Pin<&mut F>,
        mut timer: Pin<&mut Sleep>,
    ) -> Poll<Result<F::Output, Expired>> {
        let polled = attempt.poll(cx);
        let progress = self.payload.as_ref().map_or(Progress::NotBegun, |payload| payload.progress());
        let moved = progress != self.seen;
        if moved {
            self.seen = progress;
            self.since = self.clock.now();
        }
        if let Poll::Ready(output) = polled {
            return Poll::Ready(Ok(output));
        }
        if moved {
            let (due, _) = self.due();
            if due < timer.deadline() {
                timer.as_mut().reset(due);
            }
        }
        loop {
            // The clock decides, not the timer: an attempt that always has something to read is polled again and again
            // before the timer's own wake-up is processed.
            let (due, why) = self.due();
            if due <= self.clock.now() {
                return Poll::Ready(Err(why));
            }
            ready!(self.clock.poll(cx, timer.as_mut()));
            timer.as_mut().reset(due);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// How the attempt ends, and after how long.
    async fn ends<T>(mut deadline: Deadline, attempt: impl Future<Output = T>) -> (Result<T, Expired>, u64) {
        let began = Instant::now();
        let mut timer = pin!(deadline.timer());
        let mut attempt = pin!(attempt);
        let end = std::future::poll_fn(|cx| deadline.poll(cx, attempt.as_mut(), timer.as_mut())).await;
        (end, began.elapsed().as_secs())
    }

    fn payload() -> Option<Arc<Payload>> {
        Some(Arc::default())
    }

    fn deadline(limit: TimeLimit, payload: &Option<Arc<Payload>>) -> Deadline {
        Deadline::new(LimitClock::default(), limit, 120 * SECOND, None, payload.clone())
    }

    /// Takes `pieces` a second apart, waits `afterwards`, and is done.
    async fn sends(payload: &Option<Arc<Payload>>, pieces: u64, afterwards: Duration) {
        let payload = payload.as_ref().unwrap();
        for _ in 0..pieces {
            tokio::time::sleep(SECOND).await;
            payload.taken(250_000);
        }
        payload.all_taken();
        tokio::time::sleep(afterwards).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_begins_when_the_request_was_sent() {
        for limit in [TimeLimit::Answer, TimeLimit::Silence, TimeLimit::FirstEvent, TimeLimit::LongAnswer] {
            let limit = limit(120 * SECOND);
            let payload = payload();
            let end = ends(deadline(limit, &payload), sends(&payload, 200, 119 * SECOND)).await;
            assert_eq!(end, (Ok(()), 319), "{limit:?}");
            let end = ends(deadline(limit, &payload), sends(&payload, 200, 121 * SECOND)).await;
            assert_eq!(end, (Err(Expired::Attempt(limit)), 320), "{limit:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_upload_that_does_not_move_is_given_up() {
        for (limit, silence, setting) in [
            (TimeLimit::Silence(30 * SECOND), 30, Setting::STREAM_SILENCE_TIMEOUT),
            (TimeLimit::Answer(600 * SECOND), 120, Setting::STREAM_SILENCE_TIMEOUT),
            (TimeLimit::Answer(20 * SECOND), 20, Setting::ANSWER_TIMEOUT),
            (TimeLimit::FirstEvent(5 * SECOND), 120, Setting::STREAM_SILENCE_TIMEOUT),
        ] {
            let payload = payload();
            let end = ends(deadline(limit, &payload), async {
                tokio::time::sleep(SECOND).await;
                payload.as_ref().unwrap().taken(1);
                std::future::pending::<()>().await;
            })
            .await;
            let why = Expired::Upload(silence * SECOND, setting);
            let text = Expired::Upload(silence * SECOND, setting).error().to_string();
            assert_eq!(end, (Err(why), 1 + u64::from(silence)));
            assert!(text.contains("upload made no progress") && text.contains(setting.name()), "{text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_total_limit_holds_whatever_moves() {
        let payload = payload();
        let limit = TimeLimit::Answer(120 * SECOND);
        let deadline = Deadline::new(
            LimitClock::default(),
            limit,
            120 * SECOND,
            Some(Remaining { left: 50 * SECOND, total: 300 * SECOND }),
            payload.clone(),
        );
        let end = ends(deadline, sends(&payload, 200, SECOND)).await;
        assert_eq!(end, (Err(Expired::Total(300 * SECOND)), 50));
    }

    #[tokio::test(start_paused = true)]
    async fn an_attempt_that_never_gets_to_send_is_limited_too() {
        for (limit, why) in [
            (TimeLimit::Answer(60 * SECOND), TimeLimit::Answer(60 * SECOND)),
            (TimeLimit::FirstEvent(60 * SECOND), TimeLimit::Silence(120 * SECOND)),
        ] {
            let end = ends(deadline(limit, &payload()), std::future::pending::<()>()).await;
            assert_eq!(end, (Err(Expired::Attempt(why)), why.duration().as_secs()));
        }
    }

    /// An attempt that reads until the budget of its task is used up, and asks to be polled again at once.
    async fn never_runs_dry() {
        std::future::poll_fn(|cx| {
            while pin!(tokio::task::coop::consume_budget()).poll(cx).is_ready() {}
            Poll::<()>::Pending
        })
        .await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_holds_at_the_first_poll_after_it_while_data_flows() {
        for (limit, total, why) in [
            (TimeLimit::Answer(2 * SECOND), None, Expired::Attempt(TimeLimit::Answer(2 * SECOND))),
            (TimeLimit::Silence(2 * SECOND), None, Expired::Attempt(TimeLimit::Silence(2 * SECOND))),
            (TimeLimit::Answer(9 * SECOND), Some(2 * SECOND), Expired::Total(2 * SECOND)),
        ] {
            let left = total.map(|total| Remaining { left: total, total });
            let mut deadline = Deadline::new(LimitClock::default(), limit, 120 * SECOND, left, None);
            let mut timer = pin!(deadline.timer());
            let mut attempt = pin!(never_runs_dry());
            let mut polled = async || {
                std::future::poll_fn(|cx| Poll::Ready(deadline.poll(cx, attempt.as_mut(), timer.as_mut())))
                    .await
            };
            assert!(polled().await.is_pending());
            tokio::time::advance(2 * SECOND - Duration::from_millis(1)).await;
            assert!(polled().await.is_pending());
            tokio::time::advance(Duration::from_millis(1)).await;
            assert_eq!(polled().await, Poll::Ready(Err(why)));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_timer_is_armed_when_the_budget_is_used_up() {
        let deadline =
            Deadline::new(LimitClock::default(), TimeLimit::Answer(2 * SECOND), 120 * SECOND, None, None);
        // One poll uses the budget up; afterwards nothing wakes the task but the timer.
        let mut used_up = false;
        let attempt = std::future::poll_fn(|cx| {
            while !used_up && pin!(tokio::task::coop::consume_budget()).poll(cx).is_ready() {}
            used_up = true;
            Poll::<()>::Pending
        });
        let end = ends(deadline, attempt).await;
        assert_eq!(end, (Err(Expired::Attempt(TimeLimit::Answer(2 * SECOND))), 2));
    }
}
