//! Executor that the consumer's own loop runs, and the notifier that tells it to take a turn. It must not know what the tasks
//! do, nor how the loop watches its notifier.
//!
//! A task that is woken puts itself on the ready list, once, and rings. The notifier stays *notified* from the first ring to
//! the end of the turn that answers it, so that what is woken inside a turn costs no signal. No ring is lost: whoever
//! finds the notifier notified has filled the list before; the loop marks it silent and looks at the list once more after that.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::TryLockError;
use std::task::{Context, Wake, Waker};

use crate::sync::{Arc, AtomicBool, Mutex, Ordering, lock};

/// Executor that one turn runs: what a loop has to do besides must not wait for hundreds of busy streams, whose tasks
/// take some ten microseconds each; and the host gets to their answers while these are in the processor's cache.
const RUNS: usize = 16;

type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The tasks of one loop: they run on its thread alone. Any thread may wake or abort one.
pub struct Executor {
    notifier: Notifier,
}

/// Has the loop take a turn. A clone is another handle; any thread may ring.
#[derive(Clone)]
pub struct Notifier {
    shared: Arc<Shared>,
}

struct Shared {
    ready: Mutex<Ready>,
    notified: AtomicBool,
    signal: Box<dyn Fn() + Send + Sync>,
}

/// The tasks that can go on.
#[derive(Default)]
struct Ready {
    /// Those that had waited for something.
    waited: Vec<Task>,
    /// Those that woke themselves, to let others go first.
    gave_way: Vec<Task>,
}

/// A task. A clone is another handle; dropping them all does not end it while it can be woken.
#[derive(Clone)]
pub struct Task {
    // The standard library's, which makes wakers of it.
    state: std::sync::Arc<State>,
}

struct State {
    notifier: Notifier,
    /// It is on the ready list.
    listed: AtomicBool,
    /// It is being run.
    runs: AtomicBool,
    aborted: AtomicBool,
    /// `None` once it has ended.
    running: Mutex<Option<Running>>,
}

impl Executor {
    /// Executor of a loop that takes a turn after `signal` was called. It is called on any thread, must not block and must
    /// not call back into the tasks.
    pub fn new(signal: impl Fn() + Send + Sync + 'static) -> Executor {
        let shared =
            Shared { ready: Mutex::default(), notified: AtomicBool::new(false), signal: Box::new(signal) };
        Executor { notifier: Notifier { shared: Arc::new(shared) } }
    }

    /// The notifier of this loop.
    #[must_use]
    pub fn notifier(&self) -> Notifier {
        self.notifier.clone()
    }

    /// Starts a task: it runs at once, on this thread, until it has to wait.
    pub fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) -> Task {
        let task = Task {
            state: std::sync::Arc::new(State {
                notifier: self.notifier.clone(),
                listed: AtomicBool::new(false),
                runs: AtomicBool::new(false),
                aborted: AtomicBool::new(false),
                running: Mutex::new(Some(Box::pin(future))),
            }),
        };
        task.run();
        task
    }

    /// Runs what can go on, without waiting, and rings for another turn if that is much. Before each round `look` wakes
    /// those whose wait is over. What other threads have for the loop besides must be looked at after this.
    ///
    /// # Errors
    /// Those of `look`; the tasks that can go on do so in the next turn.
    pub fn turn<E>(&self, mut look: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        let shared = &self.notifier.shared;
        // Whoever wakes a task from here on finds the loop at it.
        shared.notified.swap(true, Ordering::AcqRel);
        let mut left = RUNS;
        let looked = loop {
            let looked = look();
            if looked.is_err() {
                break looked;
            }
            let ready = lock(&shared.ready).take(left);
            left -= ready.len();
            ready.iter().for_each(Task::run);
            if left == 0 || lock(&shared.ready).is_empty() {
                break looked;
            }
        };
        shared.notified.swap(false, Ordering::AcqRel);
        if !lock(&shared.ready).is_empty() {
            self.notifier.notify();
        }
        looked
    }
}

impl Ready {
    /// Those that are to run next. A task that waited does not wait for those that have more than one turn's work; but
    /// half of the room is for these, if they need it.
    fn take(&mut self, most: usize) -> Vec<Task> {
        let kept = self.gave_way.len().min(most / 2);
        let front = self.waited.len().min(most - kept);
        let back = self.gave_way.len().min(most - front);
        let mut taken = Vec::with_capacity(front + back);
        taken.extend(self.waited.drain(..front));
        taken.extend(self.gave_way.drain(..back));
        taken
    }

    fn is_empty(&self) -> bool {
        self.waited.is_empty() && self.gave_way.is_empty()
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
    fn run(&self) {
        // A swap, not a store: whoever found it listed has written before what this run is to see.
        self.state.listed.swap(false, Ordering::AcqRel);
        let mut running = lock(&self.state.running);
        if let Some(future) = running.as_mut()
            && (self.state.aborted.load(Ordering::Acquire) || self.is_over(future))
        {
            *running = None;
        }
    }

    fn is_over(&self, future: &mut Running) -> bool {
        let waker = Waker::from(std::sync::Arc::clone(&self.state));
        self.state.runs.store(true, Ordering::Relaxed);
        let over = future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        self.state.runs.store(false, Ordering::Relaxed);
        over
    }

    /// Ends it where it stands: what it holds is dropped before this returns, unless it is running on another thread,
    /// and then soon. Any thread.
    pub fn abort(&self) {
        self.state.aborted.store(true, Ordering::Release);
        match self.state.running.try_lock() {
            Ok(mut running) => *running = None,
            Err(TryLockError::Poisoned(poisoned)) => *poisoned.into_inner() = None,
            Err(TryLockError::WouldBlock) => std::sync::Arc::clone(&self.state).wake(),
        }
    }
}

impl Wake for State {
    fn wake(self: std::sync::Arc<State>) {
        if !self.listed.swap(true, Ordering::AcqRel) {
            let notifier = self.notifier.clone();
            {
                let mut ready = lock(&notifier.shared.ready);
                // Only a guess where another thread wakes it, which does no harm.
                let gives_way = self.runs.load(Ordering::Relaxed);
                let list = if gives_way { &mut ready.gave_way } else { &mut ready.waited };
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
        f.debug_struct("Task").field("listed", &self.state.listed).finish_non_exhaustive()
    }
}
