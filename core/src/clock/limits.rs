//! The clock of time limits: the runtime's timer, or in a test the scripted clock that the test moves.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

use super::{Clock, ScriptedClock};

/// Which clock the time limits of a call run on.
#[derive(Clone, Debug, Default)]
pub(crate) struct LimitClock(Option<ScriptedClock>);

impl LimitClock {
    pub(crate) fn of(clock: &dyn Clock) -> LimitClock {
        LimitClock(clock.limits())
    }

    /// The present moment.
    pub(crate) fn now(&self) -> Instant {
        match &self.0 {
            None => Instant::now(),
            Some(scripted) => Instant::from_std(scripted.now()),
        }
    }

    /// Ready once the moment that `timer` is set to has come; else the task is woken then.
    ///
    /// The timer is polled outside tokio's cooperative budget. Reads of the same task may have used the budget up, and
    /// a timer without budget neither fires nor registers for a wake-up; tokio's `Timeout` polls its own in the same
    /// way.
    pub(crate) fn poll(&self, cx: &mut Context<'_>, timer: Pin<&mut Sleep>) -> Poll<()> {
        match &self.0 {
            None => pin!(tokio::task::unconstrained(timer)).poll(cx),
            Some(scripted) => scripted.poll_until(cx, timer.deadline().into_std()),
        }
    }

    /// Whether a timer that was polled wakes its task at its time and not before. A scripted clock wakes all tasks each
    /// time it moves, and forgets them.
    pub(crate) fn keeps_timers(&self) -> bool {
        self.0.is_none()
    }

    /// The output of `future`; `None` if it takes longer than `limit`.
    pub(crate) async fn timeout<F: Future>(&self, limit: Duration, future: F) -> Option<F::Output> {
        let now = self.now();
        // A limit that the clock cannot express is no limit.
        let Some(due) = now.checked_add(limit) else { return Some(future.await) };
        let mut timer = pin!(tokio::time::sleep_until(due));
        let mut future = pin!(future);
        poll_fn(|cx| match future.as_mut().poll(cx) {
            Poll::Ready(output) => Poll::Ready(Some(output)),
            Poll::Pending => self.poll(cx, timer.as_mut()).map(|()| None),
        })
        .await
    }
}

impl ScriptedClock {
    /// Ready at `due`. One waker is kept for each task that waits.
    fn poll_until(&self, cx: &mut Context<'_>, due: std::time::Instant) -> Poll<()> {
        let mut state = self.lock();
        if state.now >= due {
            return Poll::Ready(());
        }
        if !state.sleepers.iter().any(|sleeper| sleeper.will_wake(cx.waker())) {
            state.sleepers.push(cx.waker().clone());
        }
        Poll::Pending
    }
}
