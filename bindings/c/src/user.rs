//! The user data of a callback: a pointer, and the function that frees it.

use std::ffi::c_void;

/// Ends the life of a user pointer. Called exactly once, with the pointer that was given with it.
pub type parlour_free_fn = Option<unsafe extern "C" fn(user: *mut c_void)>;

/// A user pointer that is retained; dropping it calls its function.
pub(crate) struct User {
    pointer: *mut c_void,
    free: parlour_free_fn,
}

// SAFETY: the contract of every function that takes a user pointer says that the library uses it on threads of its own.
unsafe impl Send for User {}
// SAFETY: as above; that two callbacks do not use it at once is said, or not, by the same contracts.
unsafe impl Sync for User {}
use crate::catch::infallible;

impl User {
    pub(crate) fn new(pointer: *mut c_void, free: parlour_free_fn) -> User {
        User { pointer, free }
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.pointer
    }

    /// Takes the pointer back to the caller, whose function then is not called.
    pub(crate) fn disown(&mut self) {
        self.free = None;
    }
}

impl Drop for User {
    fn drop(&mut self) {
        if let Some(free) = self.free.take() {
            // SAFETY: the host gave the function for this pointer, and it is called this once.
            infallible(|| unsafe { free(self.pointer) });
        }
    }
}
