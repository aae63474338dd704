//! The boundary that every entry point runs in: panics are caught, NULL is a code, failures become handles. It must
//! not know what any function does.

use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlour_bridge::ErrorInfo;

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
    match catch_unwind(AssertUnwindSafe(body)) {
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
    value((), || {
        body();
        Some(())
    });
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
