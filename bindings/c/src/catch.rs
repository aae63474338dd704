//! The base of the FFI boundary: stops panics, and runs the call on a helper thread if the thread-locals of this thread
//! are already destroyed.

use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use parlour_bridge::{ErrorInfo, SignalMask};

use crate::fault::Fault;

/// Runs the body of an entry point; `None` if it panicked, a fault if no thread could run it.
pub(crate) fn caught<T>(body: impl FnOnce() -> T) -> Option<Result<T, Fault>> {
    // State that a panic leaves half done is dropped with the closure, or is behind a lock whose critical sections keep
    // it consistent.
    match catch_unwind(AssertUnwindSafe(|| on_living_thread(body))) {
        Ok(done) => Some(done.map_err(Fault::from)),
        Err(payload) => {
            // Dropping it could panic again.
            std::mem::forget(payload);
            None
        }
    }
}

/// Runs the body of an entry point that gives a value: `none` where there is none. Only for bodies that need nothing
/// that belongs to the thread.
pub(crate) fn value_or<T>(none: T, body: impl FnOnce() -> Option<T>) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(found) => found.unwrap_or(none),
        Err(payload) => {
            std::mem::forget(payload);
            none
        }
    }
}

/// Runs the body of an entry point that gives nothing.
pub(crate) fn infallible(body: impl FnOnce()) {
    // The caller gets no result: a handle that could not be freed is leaked.
    let _done = caught(body);
}

/// Is there as long as this thread has what belongs to it alone.
struct Alive;

impl Drop for Alive {
    /// There is something to do at the end of the thread, so that the standard library remembers it.
    fn drop(&mut self) {}
}

thread_local! {
    static ALIVE: Alive = const { Alive };
}

/// Runs the body on this thread, or on another one if the thread-locals of this one are destroyed. Destructors of a
/// host's globals and thread-locals, and functions of `atexit()`, run after that, and the runtime needs thread-locals.
fn on_living_thread<T>(body: impl FnOnce() -> T) -> Result<T, ErrorInfo> {
    if ALIVE.try_with(|_| ()).is_ok() { Ok(body()) } else { on_another_thread(body) }
}

/// A value lent to another thread while this one waits for it.
struct Lent<T>(T);

// SAFETY: the lending thread waits until the other one has ended, and the host's objects may be used on any thread, one
// at a time.
unsafe impl<T> Send for Lent<T> {}

#[cold]
fn on_another_thread<T>(body: impl FnOnce() -> T) -> Result<T, ErrorInfo> {
    // Leaked where no thread can be had: what it owns cannot be freed here.
    let mut body = Some(ManuallyDrop::new(body));
    let mut outcome = None;
    lend_thread(&mut || {
        if let Some(body) = body.take() {
            outcome = Some(ManuallyDrop::into_inner(body)());
        }
    })?;
    outcome.ok_or_else(no_thread)
}

const NO_THREAD: &str = "this thread is at its end, and no other could be started for it";

fn no_thread() -> ErrorInfo {
    ErrorInfo::internal(NO_THREAD)
}

/// Runs `work` on a thread of its own, and waits for it. Not generic: each instance of `spawn` takes 3 kB, and there is
/// one body for each entry point.
#[cold]
fn lend_thread(work: &mut dyn FnMut()) -> Result<(), ErrorInfo> {
    let lent = Lent(work);
    let masked = SignalMask::new();
    // SAFETY: the thread is joined below, before the lent value goes out of scope.
    let thread = unsafe {
        std::thread::Builder::new().name("parlour-end".to_owned()).spawn_unchecked(move || {
            let Lent(work) = { lent };
            catch_unwind(AssertUnwindSafe(work))
        })
    };
    drop(masked);
    match thread.map_err(|error| ErrorInfo::no_thread(NO_THREAD, error))?.join() {
        Ok(ended) => ended.map_err(|payload| resume_unwind(payload)),
        Err(_) => Err(no_thread()),
    }
}
