//! The FFI boundary of entry points that give a result code: panics are caught, and faults become codes and error
//! handles.

use std::mem::MaybeUninit;

use parlour_bridge::ErrorInfo;

use crate::abi::{PARLOUR_FAILED, PARLOUR_OK, PARLOUR_PANIC, parlour_result};
use crate::catch::caught;
use crate::fault::Fault;

/// Runs the body of an entry point with a place for an error handle.
///
/// Generic over the handle, whose file needs this one.
pub(crate) fn fallible<E: From<ErrorInfo>>(
    err: Option<&mut MaybeUninit<*mut E>>,
    body: impl FnOnce() -> Result<(), Fault>,
) -> parlour_result {
    let (code, fault) = outcome(body);
    // Most callers that want no error make none.
    if let Some(err) = err
        && let Some(info) = fault.and_then(Fault::info)
    {
        transfer(err, E::from(info));
    }
    code
}

/// Runs the body of an entry point that reports failures by codes alone.
pub(crate) fn coded(body: impl FnOnce() -> Result<(), Fault>) -> parlour_result {
    outcome(body).0
}

fn outcome(body: impl FnOnce() -> Result<(), Fault>) -> (parlour_result, Option<Fault>) {
    match caught(body) {
        Some(Ok(Ok(()))) => (PARLOUR_OK, None),
        Some(Ok(Err(fault)) | Err(fault)) => (fault_code(&fault), Some(fault)),
        None => (PARLOUR_PANIC, None),
    }
}

fn fault_code(fault: &Fault) -> parlour_result {
    match fault {
        Fault::Code(code) | Fault::Argument(code, _) => *code,
        Fault::Error(_) => PARLOUR_FAILED,
    }
}

/// Makes the caller the owner of a new handle.
pub(crate) fn transfer<T>(out: &mut MaybeUninit<*mut T>, value: T) {
    out.write(Box::into_raw(Box::new(value)));
}
