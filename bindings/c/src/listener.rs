//! The callbacks of one call.

use std::ffi::c_void;

use crate::batch::{Pool, parlour_batch};
use crate::call_handle::parlour_op;
use crate::catch::infallible;
use crate::error::parlour_error;
use crate::state::Ready;
use crate::user::User;

/// Takes events of a stream. `op` and `batch` are borrowed until the function returns.
pub type parlour_batch_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, op: *const parlour_op, batch: *const parlour_batch)>;

/// Takes the end of a call, once, after its last batch: `error` is NULL if it is complete, and parlour_op_message() or
/// parlour_op_answer() has what it came to. `op` and `error` are borrowed until the function returns.
pub type parlour_done_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, op: *const parlour_op, error: *const parlour_error)>;

/// The functions of one call.
pub(crate) struct Listener {
    pub(crate) on_batch: parlour_batch_fn,
    pub(crate) on_done: parlour_done_fn,
    pub(crate) user: User,
}

impl Listener {
    /// Tells the host.
    pub(crate) fn call(&self, op: &parlour_op, ready: Ready) {
        let (user, op) = (self.user.pointer(), std::ptr::from_ref(op));
        match ready {
            Ready::Batch(batch) => {
                if let Some(on_batch) = self.on_batch {
                    // SAFETY: the host gave the function for this pointer, which lives until the call has ended.
                    infallible(|| unsafe { on_batch(user, op, &raw const *batch) });
                }
                Pool::recycle(batch);
            }
            Ready::End | Ready::Failed(_) => {
                let error = match ready {
                    Ready::Failed(error) => Some(parlour_error::of(error)),
                    _ => None,
                };
                let error = error.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
                if let Some(on_done) = self.on_done {
                    // SAFETY: as above.
                    infallible(|| unsafe { on_done(user, op, error) });
                }
            }
        }
    }
}
