//! An executor that the consumer's own event loop runs, and the notifier that tells the loop to take a turn.
//!
//! A task that is woken puts itself on the ready list, once, and notifies. The flag *notified* is set from the first
//! notification to the end of the turn that answers it, so that a wake-up inside a turn costs no system call. No
//! notification is lost: a thread that finds the flag set has filled the list before; the loop clears the flag and
//! looks at the list once more after that.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::TryLockError;
use std::task::{Context, Wake, Waker};
use std::time::{Duration, Instant};

use crate::sync::{Arc, AtomicBool, Mutex, Ordering, lock};

/// Tasks polled in one turn. Hundreds of busy streams, whose tasks take some ten microseconds each, must not starve
/// what else the loop has to do; and the host gets to their answers while these are in the processor's cache.
const POLLS_PER_TURN: usize = 16;

/// No further task is polled when a turn has taken this long from its second task on. A stream that never runs dry may
/// take milliseconds each time, and the loop of a host has to come back to its other work within 20 ms.
const LONGEST_TURN: Duration = Duration::from_millis(2);

type BoxedFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The tasks of one loop: they run on its thread alone. Any thread may wake or abort one.
pub struct Executor {
    notifier: Notifier,
}

/// Has the loop take a turn. A clone is another handle; any thread may notify.
#[derive(Clone)]
pub struct Notifier {
    shared: Arc<ExecutorInner>,
}

struct ExecutorInner {
    ready: Mutex<Ready>,
    notified: AtomicBool,
    signal: Box<dyn Fn() + Send + Sync>,
    now: fn() -> Instant,
}

/// The tasks that are ready to be polled.
#[derive(Default)]
struct Ready {
    /// Those that were woken by what they waited for.
    woken: Vec<Task>,
    /// Those that woke themselves while they were polled: they yielded.
    yielded: Vec<Task>,
    /// No turn comes any more. A task on a list would be held by what it holds itself.
    closed: bool,
}

/// A task. A clone is another handle; dropping them all does not end it while it can be woken.
#[derive(Clone)]
pub struct Task {
    // The standard library's, which makes wakers of it.
    state: std::sync::Arc<TaskState>,
}

struct TaskState {
    notifier: Notifier,
    /// It is on the ready list.
    queued: AtomicBool,
    /// It is being polled.
    polling: AtomicBool,
    aborted: AtomicBool,
    /// `None` once it has ended.
    future: Mutex<Option<BoxedFuture>>,
}

impl Executor {
    /// The executor of a loop that takes a turn after `signal` was called. It is called on any thread, must not block
    /// and must not call back into the executor.
    pub fn new(signal: impl Fn() + Send + Sync + 'static) -> Executor {
        Executor::with_clock(signal, Instant::now)
    }

    /// With another clock for the length of a turn.
    fn with_clock(signal: impl Fn() + Send + Sync + 'static, now: fn() -> Instant) -> Executor {
        let signal = Box::new(signal);
        let shared = ExecutorInner { ready: Mutex::default(), notified: AtomicBool::new(false), signal, now };
        Executor { notifier: Notifier { shared: Arc::new(shared) } }
    }

    /// The notifier of this loop.
    #[must_use]
    pub fn notifier(&self) -> Notifier {
        self.notifier.clone()
    }

    /// Starts a task: it is polled at once, on this thread.
    pub fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) -> Task {
        let task = Task {
            state: std::sync::Arc::new(TaskState {
                notifier: self.notifier.clone(),
                queued: AtomicBool::new(false),
                polling: AtomicBool::new(false),
                aborted: AtomicBool::new(false),
                future: Mutex::new(Some(Box::pin(future))),
            }),
        };
        task.poll();
        task
    }

    /// Polls the ready tasks, without waiting, and notifies for another turn if there are many or they take long.
    /// Before each round `poll_events` wakes the tasks whose events arrived. Check other queues that threads fill for
    /// the loop after this call.
    ///
    /// # Errors
    /// Those of `poll_events`; the ready tasks are polled in the next turn.
    pub fn turn<E>(&self, mut poll_events: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        let shared = &self.notifier.shared;
        // A wake-up from here on needs no notification: this turn serves it.
        shared.notified.swap(true, Ordering::AcqRel);
        let mut turn = Turn { left: POLLS_PER_TURN, began: None, now: shared.now };
        let polled = loop {
            let polled = poll_events();
            if polled.is_err() {
                break polled;
            }
            let mut taken = lock(&shared.ready).take(turn.left);
            let done = turn.run(&taken.tasks);
            if done < taken.tasks.len() {
                lock(&shared.ready).put_back(&mut taken, done);
            }
            if turn.left == 0 || lock(&shared.ready).is_empty() {
                break polled;
            }
        };
        shared.notified.swap(false, Ordering::AcqRel);
        if !lock(&shared.ready).is_empty() {
            self.notifier.notify();
        }
        polled
    }
}

/// One turn.
struct Turn {
    /// Tasks that may still be polled.
    left: usize,
    /// When the second task was polled: most turns have one, and never look at the clock.
    began: Option<Instant>,
    now: fn() -> Instant,
}

impl Turn {
    /// Polls tasks until the turn is over; how many.
    fn run(&mut self, tasks: &[Task]) -> usize {
        for (polled, task) in tasks.iter().enumerate() {
            if self.left < POLLS_PER_TURN {
                let now = (self.now)();
                if now.saturating_duration_since(*self.began.get_or_insert(now)) >= LONGEST_TURN {
                    self.left = 0;
                    return polled;
                }
            }
            task.poll();
            self.left -= 1;
        }
        tasks.len()
    }
}

/// Tasks taken off the ready list.
struct Taken {
    tasks: Vec<Task>,
    /// So many of them, the first, were woken; the others yielded.
    woken: usize,
}

impl Drop for Executor {
    /// Tasks that were woken are not run any more. Each lives as long as a handle or a waker of it.
    fn drop(&mut self) {
        let left = {
            let mut ready = lock(&self.notifier.shared.ready);
            ready.closed = true;
            (std::mem::take(&mut ready.woken), std::mem::take(&mut ready.yielded))
        };
        // Outside the lock: dropping a future may wake other tasks.
        drop(left);
    }
}

impl Ready {
    /// The tasks to poll next. Woken tasks go first, so that they do not wait behind tasks with more than one turn's
    /// work; yielded tasks keep half of each turn, so that they do not starve.
    fn take(&mut self, most: usize) -> Taken {
        let kept = self.yielded.len().min(most / 2);
        let front = self.woken.len().min(most - kept);
        let back = self.yielded.len().min(most - front);
        let mut taken = Vec::with_capacity(front + back);
        taken.extend(self.woken.drain(..front));
        taken.extend(self.yielded.drain(..back));
        Taken { tasks: taken, woken: front }
    }

    /// Puts back the tasks that were taken but not polled, before those woken since. `polled` counts the polled ones.
    fn put_back(&mut self, taken: &mut Taken, polled: usize) {
        let mut woken = taken.tasks.split_off(polled);
        let yielded = woken.split_off(taken.woken.saturating_sub(polled));
        self.woken.splice(..0, woken);
        self.yielded.splice(..0, yielded);
    }

    fn is_empty(&self) -> bool {
        self.woken.is_empty() && self.yielded.is_empty()
    }
}

impl Notifier {
    /// Has the loop take a turn, unless it is at one, which then goes on.
    pub fn notify(&self) {
        if !self.shared.notified.swap(true, Ordering::AcqRel) {
            (self.shared.signal)();
        }
    }
}

impl Task {
    fn poll(&self) {
        // A swap, not a store: it makes the writes of a thread that found the task queued visible to this poll.
        self.state.queued.swap(false, Ordering::AcqRel);
        let mut slot = lock(&self.state.future);
        if let Some(future) = slot.as_mut()
            && (self.state.aborted.load(Ordering::Acquire) || self.is_done(future))
        {
            *slot = None;
        }
    }

    fn is_done(&self, future: &mut BoxedFuture) -> bool {
        let waker = Waker::from(std::sync::Arc::clone(&self.state));
        self.state.polling.store(true, Ordering::Relaxed);
        let done = future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        self.state.polling.store(false, Ordering::Relaxed);
        done
    }

    /// Ends the task: its future is dropped before this returns, or soon after if another thread is polling it. May be
    /// called from any thread.
    pub fn abort(&self) {
        self.state.aborted.store(true, Ordering::Release);
        match self.state.future.try_lock() {
            Ok(mut slot) => *slot = None,
            Err(TryLockError::Poisoned(poisoned)) => *poisoned.into_inner() = None,
            Err(TryLockError::WouldBlock) => std::sync::Arc::clone(&self.state).wake(),
        }
    }
}

impl Wake for TaskState {
    fn wake(self: std::sync::Arc<TaskState>) {
        if !self.queued.swap(true, Ordering::AcqRel) {
            let notifier = self.notifier.clone();
            {
                let mut ready = lock(&notifier.shared.ready);
                if ready.closed {
                    return;
                }
                // Only a guess where another thread wakes it, which does no harm.
                let yields = self.polling.load(Ordering::Relaxed);
                let list = if yields { &mut ready.yielded } else { &mut ready.woken };
                list.push(Task { state: self });
            }
            notifier.notify();
        }
    }
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor").field("notified", &self.notifier.shared.notified).finish_non_exhaustive()
    }
}

impl fmt::Debug for Notifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notifier").field("notified", &self.shared.notified).finish()
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("queued", &self.state.queued).finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    thread_local! {
        static NOW: Cell<Option<Instant>> = const { Cell::new(None) };
    }

    /// A clock that moves only when a task of this thread moves it.
    fn now() -> Instant {
        NOW.with(|now| {
            now.get().unwrap_or_else(|| {
                let start = Instant::now();
                now.set(Some(start));
                start
            })
        })
    }

    /// Takes one millisecond at each poll and yields, for ever.
    async fn busy(polls: Arc<AtomicUsize>) {
        std::future::poll_fn(|cx| {
            polls.fetch_add(1, Ordering::Relaxed);
            NOW.set(Some(now() + Duration::from_millis(1)));
            cx.waker().wake_by_ref();
            std::task::Poll::<()>::Pending
        })
        .await;
    }

    #[test]
    fn a_turn_of_busy_tasks_is_short_and_fair() {
        let executor = Executor::with_clock(|| {}, now);
        let counts: Vec<_> = (0..5).map(|_| Arc::new(AtomicUsize::new(0))).collect();
        for polls in &counts {
            executor.spawn(busy(Arc::clone(polls)));
        }
        for turn in 1..=20 {
            let began = now();
            executor.turn(|| Ok::<(), ()>(())).unwrap();
            assert_eq!(
                now() - began,
                Duration::from_millis(3),
                "the first task, and 2 ms from the second on"
            );
            let polls: Vec<usize> = counts.iter().map(|polls| polls.load(Ordering::Relaxed) - 1).collect();
            assert_eq!(polls.iter().sum::<usize>(), 3 * turn);
            assert!(polls.iter().all(|count| count.abs_diff(3 * turn / 5) <= 1), "{polls:?}");
        }
    }

    #[test]
    fn a_woken_task_goes_before_those_that_were_put_back() {
        let executor = Executor::with_clock(|| {}, now);
        let busy_polls = Arc::new(AtomicUsize::new(0));
        for _ in 0..4 {
            executor.spawn(busy(Arc::clone(&busy_polls)));
        }
        let woken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&woken);
        let task = executor.spawn(std::future::poll_fn(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            std::task::Poll::<()>::Pending
        }));
        for turn in 2..=10 {
            Waker::from(std::sync::Arc::clone(&task.state)).wake();
            executor.turn(|| Ok::<(), ()>(())).unwrap();
            assert_eq!(woken.load(Ordering::Relaxed), turn);
        }
    }
}
