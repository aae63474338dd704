//! The timeouts of a stream: silence, progress, its first event, the whole of it, the total deadline, and the grace at
//! its end. Durations go in, an error comes out.

use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

use crate::call::read_body::DRAIN_GRACE;
use crate::call::time_limit::{Remaining, TimeLimit, after, timeout};
use crate::clock::LimitClock;
use crate::error::Error;
use crate::setting::Setting;

/// The timeouts of a stream (decision 0002). One timer serves all of them: it is moved only when it fires.
///
/// They are checked only when the body has no data: time that the consumer takes between two events is not the server's
/// silence, and an event does not read the clock.
pub(crate) struct StreamTimeouts {
    clock: LimitClock,
    silence: Duration,
    progress_limit: Duration,
    last_byte: Instant,
    last_progress: Instant,
    byte_seen: bool,
    progress_seen: bool,
    /// When the request was sent, and the limits that count from then: for the first event, until it has come, and for
    /// a whole answer that travels as this stream.
    sent: Instant,
    first_event: Option<Duration>,
    long_answer: Option<Duration>,
    timer: Option<Pin<Box<Sleep>>>,
    /// The waker the timer holds.
    waker: Option<Waker>,
}

impl StreamTimeouts {
    /// `silence` and `progress` are the longest times without a byte and without progress.
    pub(crate) fn new(silence: Duration, progress: Duration) -> StreamTimeouts {
        let now = Instant::now();
        StreamTimeouts {
            clock: LimitClock::default(),
            silence,
            progress_limit: progress,
            last_byte: now,
            last_progress: now,
            byte_seen: false,
            progress_seen: false,
            sent: now,
            first_event: None,
            long_answer: None,
            timer: None,
            waker: None,
        }
    }

    /// The same on another clock; restarts now.
    pub(crate) fn on(self, clock: LimitClock) -> StreamTimeouts {
        let now = clock.now();
        StreamTimeouts { clock, last_byte: now, last_progress: now, sent: now, ..self }
    }

    /// Starts with the head of an answer. The limits for the first event and for the whole answer begin at `sent`, when
    /// the request was sent.
    pub(crate) fn begin(
        &mut self,
        sent: Instant,
        first_event: Option<Duration>,
        long_answer: Option<Duration>,
    ) {
        self.byte();
        self.progress();
        self.sent = sent;
        self.first_event = first_event;
        self.long_answer = long_answer;
    }

    /// An event other than `ping` arrived.
    pub(crate) fn first_event(&mut self) {
        self.first_event = None;
    }

    /// A byte arrived.
    pub(crate) fn byte(&mut self) {
        self.byte_seen = true;
    }

    /// Progress was made: more than a sign of life.
    pub(crate) fn progress(&mut self) {
        self.progress_seen = true;
    }

    fn read(&mut self) -> Instant {
        let now = self.clock.now();
        if std::mem::take(&mut self.byte_seen) {
            self.last_byte = now;
        }
        if std::mem::take(&mut self.progress_seen) {
            self.last_progress = now;
        }
        now
    }

    /// Ready with an error once one of the limits has run out.
    pub(crate) fn poll(
        &mut self,
        cx: &mut Context<'_>,
        remaining: impl Fn() -> Option<Remaining>,
    ) -> Poll<Error> {
        loop {
            let now = self.read();
            let silent = after(self.last_byte, self.silence);
            let stuck = after(self.last_progress, self.progress_limit);
            let remaining = remaining();
            if let Some(remaining) = remaining.filter(|remaining| remaining.left.is_zero()) {
                return Poll::Ready(remaining.expired());
            }
            let total = remaining.map(|remaining| after(now, remaining.left));
            if silent <= now {
                return Poll::Ready(timeout(
                    "nothing was received",
                    self.silence,
                    Setting::STREAM_SILENCE_TIMEOUT,
                ));
            }
            if stuck <= now {
                return Poll::Ready(timeout(
                    "the stream made no progress",
                    self.progress_limit,
                    Setting::STREAM_PROGRESS_TIMEOUT,
                ));
            }
            let mut due = silent.min(stuck);
            for limit in
                [self.first_event.map(TimeLimit::FirstEvent), self.long_answer.map(TimeLimit::LongAnswer)]
            {
                let Some(limit) = limit else { continue };
                let at = after(self.sent, limit.duration());
                if at <= now {
                    return Poll::Ready(limit.expired());
                }
                due = due.min(at);
            }
            if let Some(total) = total {
                due = due.min(total);
            }
            ready!(self.wait(cx, now, due));
        }
    }

    /// The message is complete; from now on the end of its body is awaited.
    pub(crate) fn start_grace(&mut self) {
        self.byte();
    }

    /// Ready when the end of the body has been waited for long enough.
    pub(crate) fn poll_grace(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let now = self.read();
        let due = self.last_byte + DRAIN_GRACE;
        if due <= now {
            return Poll::Ready(());
        }
        self.wait(cx, now, due)
    }

    /// Ensures that the task is woken at `due` or earlier. A timer that is due earlier is kept: it fires, and the
    /// caller checks again.
    fn wait(&mut self, cx: &mut Context<'_>, now: Instant, due: Instant) -> Poll<()> {
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(due)));
        if timer.deadline() > due || timer.deadline() <= now {
            timer.as_mut().reset(due);
        } else if self.clock.keeps_timers()
            && self.waker.as_ref().is_some_and(|waker| waker.will_wake(cx.waker()))
        {
            // Armed for this task and not yet due: when it fires, the task is polled, `now` has passed the deadline,
            // and the branch above is taken. Nothing is lost by not asking it now.
            return Poll::Pending;
        }
        self.waker = Some(cx.waker().clone());
        self.clock.poll(cx, timer.as_mut())
    }
}

#[cfg(test)]
mod tests {
    use std::future::{Future, poll_fn};
    use std::pin::pin;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Uses up the cooperative budget of this task.
    fn use_up_budget(cx: &mut Context<'_>) {
        while pin!(tokio::task::coop::consume_budget()).poll(cx).is_ready() {}
    }

    #[tokio::test(start_paused = true)]
    async fn a_timer_is_armed_when_the_budget_is_used_up() {
        let mut timeouts = StreamTimeouts::new(2 * SECOND, 60 * SECOND);
        let began = Instant::now();
        let mut polls = 0;
        let waited = poll_fn(|cx| {
            polls += 1;
            if polls == 1 {
                use_up_budget(cx);
            }
            timeouts.poll(cx, || None)
        });
        // Without the timer nothing wakes the task, and this outer limit fails the test.
        let error = tokio::time::timeout(60 * SECOND, waited).await.unwrap();
        assert_eq!(error.subkind(), Some("stream_silence_timeout"));
        assert_eq!(began.elapsed(), 2 * SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn limits_hold_while_bytes_flow() {
        type Begin = fn(&mut StreamTimeouts, Instant);
        let limits: [(&str, Begin); 4] = [
            ("stream_progress_timeout", |timeouts, _| timeouts.progress_limit = 2 * SECOND),
            ("first_event_timeout", |timeouts, sent| timeouts.begin(sent, Some(2 * SECOND), None)),
            ("long_answer_timeout", |timeouts, sent| timeouts.begin(sent, None, Some(2 * SECOND))),
            ("total_timeout", |_, _| {}),
        ];
        for (name, begin) in limits {
            let mut timeouts = StreamTimeouts::new(60 * SECOND, 60 * SECOND);
            let sent = Instant::now();
            begin(&mut timeouts, sent);
            let total = name == "total_timeout";
            let mut polled = async || {
                poll_fn(|cx| {
                    timeouts.byte();
                    use_up_budget(cx);
                    let left = (sent + 2 * SECOND).saturating_duration_since(Instant::now());
                    let remaining = total.then_some(Remaining { left, total: 2 * SECOND });
                    Poll::Ready(timeouts.poll(cx, || remaining))
                })
                .await
            };
            assert!(polled().await.is_pending(), "{name}");
            tokio::time::advance(2 * SECOND).await;
            let Poll::Ready(error) = polled().await else { panic!("{name} does not hold") };
            assert_eq!(error.subkind(), Some(name));
        }
    }
}
