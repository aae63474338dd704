//! The boundary that every entry point runs in: panics are caught, NULL is a code, failures become handles, and a thread
//! that is at its end has another one do the work. It must not know what any function does.

use std::mem::{ManuallyDrop, MaybeUninit};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use parlour_bridge::{ErrorInfo, SignalMask};

use crate::abi::{
    PARLOUR_FAILED, PARLOUR_FORKED, PARLOUR_INVALID_ARGUMENT, PARLOUR_NULL_ARGUMENT, PARLOUR_OK,
    PARLOUR_PANIC, parlour_result,
};
use crate::error::parlour_error;

/// Why an entry point did not do what it was asked.
pub(crate) enum Fault {
    /// Told by the code alone.
    Code(parlour_result),
    /// Told by an error handle.
    Error(ErrorInfo),
}

impl From<ErrorInfo> for Fault {
    fn from(error: ErrorInfo) -> Fault {
        if error.forked { Fault::Code(PARLOUR_FORKED) } else { Fault::Error(error) }
    }
}

/// Runs the body of an entry point that gives a code.
pub(crate) fn guarded(
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
    body: impl FnOnce() -> Result<(), Fault>,
) -> parlour_result {
    // What a panic leaves half done is dropped with the closure or behind a lock, whose sections keep data whole.
    match catch_unwind(AssertUnwindSafe(|| alive(body)?)) {
        Ok(Ok(())) => PARLOUR_OK,
        Ok(Err(Fault::Code(code))) => code,
        Ok(Err(Fault::Error(info))) => {
            if let Some(err) = err {
                err.write(Box::into_raw(Box::new(parlour_error::of(info))));
            }
            PARLOUR_FAILED
        }
        Err(payload) => {
            // Dropping it could panic again.
            std::mem::forget(payload);
            PARLOUR_PANIC
        }
    }
}

/// Runs the body of an entry point that gives a value: `none` where there is none.
pub(crate) fn value<T>(none: T, body: impl FnOnce() -> Option<T>) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(found) => found.unwrap_or(none),
        Err(payload) => {
            std::mem::forget(payload);
            none
        }
    }
}

/// Runs the body of an entry point that gives nothing.
pub(crate) fn quietly(body: impl FnOnce()) {
    value((), || alive(body).ok());
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

/// Runs the body on this thread, or, if what belongs to the thread alone is gone, on another one: destructors of a host's
/// globals and thread locals, and functions of `atexit()`, come after that, and the runtime wants it.
fn alive<T>(body: impl FnOnce() -> T) -> Result<T, ErrorInfo> {
    if ALIVE.try_with(|_| ()).is_ok() { Ok(body()) } else { elsewhere(body) }
}

/// What another thread is lent while this one waits for it.
struct Lent<T>(T);

// SAFETY: the thread that lends it stands still until the other one has ended; and what a host hands over may be used on any
// thread, if on one at a time.
unsafe impl<T> Send for Lent<T> {}

#[cold]
fn elsewhere<T>(body: impl FnOnce() -> T) -> Result<T, ErrorInfo> {
    let failed = || ErrorInfo::internal("this thread is at its end, and no other could be started for it");
    // Leaked where no thread can be had: what it owns cannot be freed here.
    let mut body = ManuallyDrop::new(body);
    let mut outcome = None;
    let lent = Lent((&raw mut body, &raw mut outcome));
    let masked = SignalMask::new();
    // SAFETY: the thread is joined below, before what it was lent goes out of scope; it takes the body once.
    let thread = unsafe {
        std::thread::Builder::new().name("parlour-end".to_owned()).spawn_unchecked(move || {
            let Lent((body, outcome)) = { lent };
            let body = ManuallyDrop::take(&mut *body);
            outcome.write(Some(catch_unwind(AssertUnwindSafe(body))));
        })
    };
    drop(masked);
    thread.map_err(|_| failed())?.join().map_err(|_| failed())?;
    outcome.ok_or_else(failed)?.map_err(|payload| resume_unwind(payload))
}

/// An argument that must not be NULL.
pub(crate) fn given<T>(argument: Option<T>) -> Result<T, Fault> {
    argument.ok_or(Fault::Code(PARLOUR_NULL_ARGUMENT))
}

/// A value that a setter refused: its code says enough.
pub(crate) fn accepted<T>(set: Result<T, ErrorInfo>) -> Result<T, Fault> {
    set.map_err(|_| Fault::Code(PARLOUR_INVALID_ARGUMENT))
}

/// Hands a new handle over.
pub(crate) fn hand_over<T>(out: &mut MaybeUninit<*mut T>, value: T) {
    out.write(Box::into_raw(Box::new(value)));
}
