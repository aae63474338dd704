//! Versions and result codes.

use std::ffi::{CStr, c_char};

/// The result code of a function: one of the `PARLOUR_OK` ... constants below. A newer library may return codes that
/// this header does not name: treat them as failures.
pub type parlour_result = u32;

/// Done; out-parameters are written.
pub const PARLOUR_OK: u32 = 0;
/// It failed, and the error handle says why (if the caller gave a place for one).
pub const PARLOUR_FAILED: u32 = 1;
/// A required argument was NULL; the error names it.
pub const PARLOUR_NULL_ARGUMENT: u32 = 2;
/// A text was not UTF-8; the error names the argument.
pub const PARLOUR_INVALID_UTF8: u32 = 3;
/// An argument has a value that makes no sense there; the error names it.
pub const PARLOUR_INVALID_ARGUMENT: u32 = 4;
/// A defect of the library was caught. The handles involved may be freed, and should not be used otherwise.
pub const PARLOUR_PANIC: u32 = 5;
/// Nothing is there yet.
pub const PARLOUR_WOULD_BLOCK: u32 = 6;
/// The time limit of the wait is over; the call goes on.
pub const PARLOUR_TIMED_OUT: u32 = 7;
/// The call is complete: nothing more will come.
pub const PARLOUR_END: u32 = 8;
/// The handle was closed: nothing more will come.
pub const PARLOUR_CLOSED: u32 = 9;
/// The handle belongs to the parent of this forked process.
pub const PARLOUR_FORKED: u32 = 10;
/// Something else has the place already: another thread takes from the call, or this is the thread that would be waited
/// for.
pub const PARLOUR_BUSY: u32 = 11;
/// A signal handler ran on this thread while it waited, or the interrupt of a blocking call was raised.
pub const PARLOUR_INTERRUPTED: u32 = 12;
/// There is no such thing: an index beyond the end, a header that is not there.
pub const PARLOUR_NOT_FOUND: u32 = 13;

/// The ABI that this header describes. It changes when a program built against an older header would no longer run.
pub const PARLOUR_ABI_VERSION: u32 = 1;

/// The version of the library that this header came with: its major number.
pub const PARLOUR_VERSION_MAJOR: u32 = 0;
/// Its minor number.
pub const PARLOUR_VERSION_MINOR: u32 = 1;
/// Its patch number.
pub const PARLOUR_VERSION_PATCH: u32 = 0;
/// The three as one number that grows: major * 1000000 + minor * 1000 + patch. A function that came later is there if
/// parlour_version_number() is at least that of the version it came with.
pub const PARLOUR_VERSION_NUMBER: u32 = 1000;

const _: () = {
    const fn number(text: &str) -> u32 {
        let (mut bytes, mut number) = (text.as_bytes(), 0);
        while let [digit, rest @ ..] = bytes {
            number = number * 10 + (*digit - b'0') as u32;
            bytes = rest;
        }
        number
    }
    assert!(
        number(env!("CARGO_PKG_VERSION_MAJOR")) == PARLOUR_VERSION_MAJOR
            && number(env!("CARGO_PKG_VERSION_MINOR")) == PARLOUR_VERSION_MINOR
            && number(env!("CARGO_PKG_VERSION_PATCH")) == PARLOUR_VERSION_PATCH
            && PARLOUR_VERSION_MAJOR * 1_000_000 + PARLOUR_VERSION_MINOR * 1_000 + PARLOUR_VERSION_PATCH
                == PARLOUR_VERSION_NUMBER,
        "the version of the package is another one"
    );
};

/// The ABI that the loaded library implements; see parlour_check_abi().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_abi_version() -> u32 {
    PARLOUR_ABI_VERSION
}

/// The version of the library, for example "0.1.0". Static, NUL-terminated.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// The version of the library as a number that grows: PARLOUR_VERSION_NUMBER of the header that came with it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_version_number() -> u32 {
    PARLOUR_VERSION_NUMBER
}

/// A short description of a result code, also of an unknown one. Static, NUL-terminated.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_result_text(result: parlour_result) -> *const c_char {
    let text = match result {
        PARLOUR_OK => c"done",
        PARLOUR_FAILED => c"failed; the error handle says why",
        PARLOUR_NULL_ARGUMENT => c"a required argument is NULL",
        PARLOUR_INVALID_UTF8 => c"a text is not UTF-8",
        PARLOUR_INVALID_ARGUMENT => c"an argument has a value that cannot be used",
        PARLOUR_PANIC => c"a defect of the library was caught",
        PARLOUR_WOULD_BLOCK => c"nothing is there yet",
        PARLOUR_TIMED_OUT => c"the time limit of the wait is over",
        PARLOUR_END => c"complete: nothing more will come",
        PARLOUR_CLOSED => c"closed: nothing more will come",
        PARLOUR_FORKED => c"the handle belongs to the parent of this forked process",
        PARLOUR_BUSY => c"something else has the place already",
        PARLOUR_INTERRUPTED => c"a signal handler ran while the thread waited",
        PARLOUR_NOT_FOUND => c"there is no such thing",
        _ => c"a result that this version does not know",
    };
    text.as_ptr()
}
