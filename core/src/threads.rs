//! Threads for work that may block: name look-ups, certificates, files, functions of a host.
//!
//! The pool of a tokio runtime panics where the system gives no thread, and it keeps the work that it could not begin.
//! This one returns the error of the system to the caller and drops the work.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::error::scarce::NoThread;

/// Threads of the pool at most, as tokio's own pool has; work beyond waits for one of them.
pub const MAX_THREADS: usize = 512;
/// How long a thread waits for more work, as in tokio's own pool.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

static POOL: Pool = Pool::new();
static ON_START: OnceLock<fn()> = OnceLock::new();

type Job = Box<dyn FnOnce() + Send>;

/// The outcome of work on another thread. Dropping it does not stop the work.
#[derive(Debug)]
pub struct Working<T>(oneshot::Receiver<T>);

impl<T> Future for Working<T> {
    type Output = io::Result<T>;

    /// # Errors
    /// If the work panicked.
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        Pin::new(&mut self.0).poll(cx).map_err(|_| io::Error::other("the work on a thread panicked"))
    }
}

/// Runs `work` on a thread of the pool. Any thread may call it, inside a runtime or not.
///
/// # Errors
/// The system's, with [`NoThread`] inside, if no thread is idle and none can be started; `work` is dropped then.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<Working<T>> {
    let (sender, receiver) = oneshot::channel();
    POOL.run(Box::new(move || {
        // The thread serves others after this work. Of a panic the receiver learns by the sender that is gone.
        if let Ok(done) = catch_unwind(AssertUnwindSafe(work)) {
            let _nobody_waits = sender.send(done);
        }
    }))?;
    Ok(Working(receiver))
}

/// Has each thread of the pool call `function` before any work, from now on. The first function stays.
pub fn on_start(function: fn()) {
    let _first = ON_START.get_or_init(|| function);
}

struct Pool {
    /// The process that the threads live in; 0 before the first work.
    owner: AtomicU32,
    state: Mutex<PoolState>,
    work: Condvar,
}

struct PoolState {
    threads: usize,
    /// Threads that wait for work, those included that `queue` has work for.
    idle: usize,
    queue: VecDeque<Job>,
}

impl Pool {
    const fn new() -> Pool {
        let state = PoolState { threads: 0, idle: 0, queue: VecDeque::new() };
        Pool { owner: AtomicU32::new(0), state: Mutex::new(state), work: Condvar::new() }
    }

    fn run(&'static self, job: Job) -> io::Result<()> {
        if !self.is_of_this_process() {
            // The pool's threads do not exist in a forked child, and its lock may be held by one of them.
            return start(job);
        }
        let mut state = self.state();
        if state.idle > state.queue.len() || state.threads >= MAX_THREADS {
            state.queue.push_back(job);
            drop(state);
            self.work.notify_one();
            return Ok(());
        }
        state.threads += 1;
        drop(state);
        let started = start(Box::new(move || self.serve(job)));
        if started.is_err() {
            self.state().threads -= 1;
        }
        started
    }

    fn is_of_this_process(&self) -> bool {
        let own = std::process::id();
        match self.owner.compare_exchange(0, own, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => true,
            Err(owner) => owner == own,
        }
    }

    fn serve(&self, first: Job) {
        let mut job = Some(first);
        while let Some(next) = job {
            next();
            job = self.next();
        }
    }

    /// The next work; `None` if there was none for so long that the thread ends.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        if let Some(job) = state.queue.pop_front() {
            return Some(job);
        }
        state.idle += 1;
        let waited = self.work.wait_timeout_while(state, KEEP_ALIVE, |state| state.queue.is_empty());
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.idle -= 1;
        let job = state.queue.pop_front();
        if job.is_none() {
            state.threads -= 1;
        }
        job
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn start(job: Job) -> io::Result<()> {
    let started = std::thread::Builder::new().name("parlour".to_owned()).spawn(move || {
        if let Some(prepare) = ON_START.get() {
            prepare();
        }
        job();
    });
    started.map(drop).map_err(NoThread::wrap)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn work_runs_elsewhere_and_a_panic_is_an_error() {
        let here = std::thread::current().id();
        assert_ne!(spawn(|| std::thread::current().id()).unwrap().await.unwrap(), here);
        let panicked = spawn(|| -> u8 { panic!("as this test asks") }).unwrap().await;
        assert!(panicked.unwrap_err().to_string().contains("panicked"));
    }

    #[test]
    fn an_idle_thread_takes_the_next_work() {
        let pool: &'static Pool = Box::leak(Box::new(Pool::new()));
        let (sender, receiver) = mpsc::channel();
        let ran_on = || {
            let sender = sender.clone();
            pool.run(Box::new(move || sender.send(std::thread::current().id()).unwrap())).unwrap();
            let id = receiver.recv().unwrap();
            while pool.state().idle == 0 {
                std::thread::yield_now();
            }
            id
        };
        assert_eq!(ran_on(), ran_on());
        assert_eq!(pool.state().threads, 1);
    }

    #[test]
    fn a_forked_child_leaves_the_pool_alone() {
        let pool: &'static Pool = Box::leak(Box::new(Pool::new()));
        pool.owner.store(std::process::id() ^ 1, Ordering::Release);
        // As a thread of the parent may have held it.
        let held = pool.state();
        let (sender, receiver) = mpsc::channel();
        pool.run(Box::new(move || sender.send(7).unwrap())).unwrap();
        assert_eq!((receiver.recv().unwrap(), held.threads), (7, 0));
    }
}
