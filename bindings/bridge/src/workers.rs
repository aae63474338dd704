//! The start of a multi-threaded runtime, as an error where the system gives no thread (loops §7).
//!
//! `Builder::build()` panics where a worker cannot be started, and unwinding waits for the workers that could, which
//! run for ever. So the threads are tried first, which finds every lasting shortage without a panic. For one that
//! begins between the trial and the start, the workers wait at a gate until all of them are there; the panic closes the
//! gate, which ends them, is not printed, and is caught.
//!
//! The hook that keeps the panic quiet is that of this library's own copy of the standard library, of which a host in
//! another language has none.

use std::cell::RefCell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use parlour::scarce::NoThread;
use tokio::runtime::{Builder, Runtime};

/// Builds the runtime; each of its threads calls `prepare` first. No signal of this thread is blocked meanwhile.
///
/// # Errors
/// The system's, with [`NoThread`] inside if it gave too few threads. Nothing of the runtime runs then.
pub(crate) fn start(mut builder: Builder, workers: u32, prepare: fn()) -> io::Result<Runtime> {
    try_threads(workers, prepare)?;
    let gate = Arc::new(Gate::default());
    let own = Arc::clone(&gate);
    builder.on_thread_start(move || {
        prepare();
        own.pass();
    });
    match behind(&gate, || builder.build()) {
        Ok(built) => {
            gate.set(if built.is_ok() { GateState::Open } else { GateState::Closed });
            built
        }
        Err(panicked) => Err(NoThread::wrap(io::Error::other(panicked))),
    }
}

/// Starts as many threads as the runtime will have, all at once, and ends them.
fn try_threads(count: u32, prepare: fn()) -> io::Result<()> {
    let (ready, threads_ready) = mpsc::channel::<()>();
    let gate = Arc::new(Gate::default());
    let (mut tried, mut outcome) = (Vec::new(), Ok(()));
    for _ in 0..count {
        let (gate, ready) = (Arc::clone(&gate), ready.clone());
        let thread = std::thread::Builder::new().name("parlour".to_owned()).spawn(move || {
            prepare();
            drop(ready);
            gate.wait();
        });
        match thread {
            Ok(thread) => tried.push(thread),
            Err(error) => {
                outcome = Err(NoThread::wrap(error));
                break;
            }
        }
    }
    drop(ready);
    // Disconnected once every thread has its stack and its mask.
    let _disconnected = threads_ready.recv();
    gate.set(GateState::Open);
    for thread in tried {
        // None of them can panic.
        let _ended = thread.join();
    }
    outcome
}

thread_local! {
    /// The gate of the runtime that this thread is building.
    static BUILDING: RefCell<Option<Arc<Gate>>> = const { RefCell::new(None) };
}

/// Runs `build`; the words of its panic if it panics, which closes the gate and prints nothing.
fn behind<T>(gate: &Arc<Gate>, build: impl FnOnce() -> T) -> Result<T, String> {
    keep_quiet();
    let before = BUILDING.replace(Some(Arc::clone(gate)));
    let built = catch_unwind(AssertUnwindSafe(build));
    BUILDING.set(before);
    built.map_err(|payload| match (payload.downcast_ref::<String>(), payload.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (None, Some(text)) => (*text).to_owned(),
        (None, None) => "the runtime could not be built".to_owned(),
    })
}

/// Puts a hook before the one that is there, which stays for all other panics. Not while this thread unwinds, which
/// forbids it: the panic is printed then.
fn keep_quiet() {
    static IS_SET: AtomicBool = AtomicBool::new(false);
    if std::thread::panicking() || IS_SET.swap(true, Ordering::AcqRel) {
        return;
    }
    let other = take_hook();
    set_hook(Box::new(move |info| {
        let gate = BUILDING.try_with(|building| building.borrow().clone()).ok().flatten();
        match gate {
            // Before unwinding, which waits for the threads behind the gate.
            Some(gate) => gate.set(GateState::Closed),
            None => other(info),
        }
    }));
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum GateState {
    #[default]
    Waiting,
    Open,
    Closed,
}

/// Where threads wait until it is known whether all of them could be started.
#[derive(Debug, Default)]
struct Gate {
    state: Mutex<GateState>,
    changed: Condvar,
}

impl Gate {
    fn set(&self, state: GateState) {
        *self.state() = state;
        self.changed.notify_all();
    }

    fn wait(&self) -> GateState {
        let state = self.changed.wait_while(self.state(), |state| *state == GateState::Waiting);
        *state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits; ends this thread if the gate is closed, without a word: the hook of panics is not called.
    fn pass(&self) {
        if self.wait() == GateState::Closed {
            resume_unwind(Box::new("the runtime of this thread was not started"));
        }
    }

    fn state(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn nothing() {}

    fn builder() -> Builder {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(2).enable_all();
        builder
    }

    #[test]
    fn tasks_run_behind_an_open_gate() {
        let runtime = start(builder(), 2, nothing).unwrap();
        assert_eq!(runtime.block_on(async { tokio::spawn(async { 7 }).await.unwrap() }), 7);
    }

    /// The panic of the second worker's start, as tokio raises it: the name of a thread is asked for just before the
    /// thread is started.
    #[test]
    fn a_panic_after_the_first_worker_ends_it_and_is_an_error() {
        let asked = AtomicBool::new(false);
        let mut builder = builder();
        builder.thread_name_fn(move || match asked.swap(true, Ordering::SeqCst) {
            true => panic!("OS can't spawn worker thread: as this test asks"),
            false => "parlour".to_owned(),
        });
        let error = start(builder, 2, nothing).unwrap_err();
        assert_eq!(parlour::scarce::Scarce::of(&error), Some(parlour::scarce::Scarce::Threads));
        assert!(error.to_string().contains("as this test asks"), "{error}");
        let runtime = start(super::tests::builder(), 2, nothing).unwrap();
        assert_eq!(runtime.block_on(async { 7 }), 7);
    }
}
