//! Texts across the FFI boundary: a pointer and a length.

use std::ffi::c_char;

use crate::abi::{PARLOUR_INVALID_ARGUMENT, PARLOUR_INVALID_UTF8, PARLOUR_NULL_ARGUMENT};
use crate::fault::Fault;

/// A text, or bytes: not NUL-terminated, and it may hold NUL. As an argument it is copied before the function returns.
/// As a result it is a view, `data` is never NULL, and the function says how long it may be read.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct parlour_str {
    /// The first byte; may be NULL in arguments if `len` is 0.
    pub data: *const c_char,
    /// The number of bytes.
    pub len: usize,
}

impl parlour_str {
    pub(crate) const EMPTY: parlour_str = parlour_str { data: c"".as_ptr(), len: 0 };

    /// A view of what this library owns.
    pub(crate) fn of(text: &str) -> parlour_str {
        parlour_str::of_bytes(text.as_bytes())
    }

    /// As [`parlour_str::of`], of bytes.
    pub(crate) fn of_bytes(bytes: &[u8]) -> parlour_str {
        if bytes.is_empty() {
            return parlour_str::EMPTY;
        }
        parlour_str { data: bytes.as_ptr().cast(), len: bytes.len() }
    }

    /// The bytes of the argument `name`, for as long as the caller's function runs.
    pub(crate) fn bytes<'a>(self, name: &'static str) -> Result<&'a [u8], Fault> {
        if self.len == 0 {
            return Ok(&[]);
        }
        if self.data.is_null() {
            return Err(Fault::Argument(PARLOUR_NULL_ARGUMENT, name));
        }
        // No object is larger: such a length is a mistake, mostly -1.
        if isize::try_from(self.len).is_err() {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, name));
        }
        // SAFETY: not NULL, not larger than an object can be, and the caller promises that so many bytes can be read
        // and are not changed while the function runs. The slice is not kept beyond that call.
        Ok(unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), self.len) })
    }

    /// The argument `name` as text.
    pub(crate) fn text<'a>(self, name: &'static str) -> Result<&'a str, Fault> {
        std::str::from_utf8(self.bytes(name)?).map_err(|_| Fault::Argument(PARLOUR_INVALID_UTF8, name))
    }
}

/// Writes as much of a text as fits into the caller's `size` bytes, ended with NUL; nothing if there are none.
pub(crate) fn write_text(text: &str, buffer: *mut c_char, size: usize) {
    if buffer.is_null() || size == 0 {
        return;
    }
    let kept = text.len().min(size - 1);
    // SAFETY: the caller lends `size` bytes for the time of the call, and at most that many are written. The text is
    // the library's own, so the two do not overlap.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr().cast(), buffer, kept);
        buffer.add(kept).write(0);
    }
}
