//! Calls whose outcome is told to functions of the host. It must not know the thread that calls them.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use parlour_bridge::CallRequest;

use crate::abi::parlour_result;
use crate::batch::{Pool, parlour_batch};
use crate::border::{Fault, given, guarded, quietly};
use crate::client::{message_call, parlour_client, raw_call};
use crate::dispatch;
use crate::error::parlour_error;
use crate::mode::{message_mode, raw_mode};
use crate::op::parlour_op;
use crate::options::parlour_options;
use crate::request::parlour_request;
use crate::state::Ready;
use crate::text::parlour_str;
use crate::user::{User, parlour_free_fn};

/// Takes events of a stream. `op` and `batch` are borrowed until the function returns.
pub type parlour_batch_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, op: *const parlour_op, batch: *const parlour_batch)>;

/// Takes the end of a call, once, after its last batch: `error` is NULL if it is complete, and parlour_op_message() or
/// parlour_op_answer() has what it came to. `op` and `error` are borrowed until the function returns.
pub type parlour_done_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, op: *const parlour_op, error: *const parlour_error)>;

/// The functions of one call.
pub(crate) struct Callbacks {
    on_batch: parlour_batch_fn,
    on_done: parlour_done_fn,
    user: User,
}

impl Callbacks {
    /// Tells the host.
    pub(crate) fn call(&self, op: &parlour_op, ready: Ready) {
        let (user, op) = (self.user.pointer(), std::ptr::from_ref(op));
        match ready {
            Ready::Batch(batch) => {
                if let Some(on_batch) = self.on_batch {
                    // SAFETY: the host gave the function for this pointer, which lives until the call has ended.
                    quietly(|| unsafe { on_batch(user, op, &raw const *batch) });
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
                    quietly(|| unsafe { on_done(user, op, error) });
                }
            }
        }
    }
}

fn submit(
    client: &parlour_client,
    call: CallRequest,
    callbacks: Callbacks,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
) -> Result<(), Fault> {
    let op = dispatch::submit(client, call, callbacks).map_err(|(error, mut callbacks)| {
        // Nothing is retained on failure: the pointer is the caller's.
        callbacks.user.disown();
        error
    })?;
    if let Some(out) = out {
        out.write(Arc::into_raw(op).cast_mut());
    }
    Ok(())
}

/// Sends a request whose outcome is told to functions: `on_batch` (NULL is allowed) with the events of a stream,
/// `on_done` (NULL is allowed) once at the end, whatever the end is; then `user_free` (NULL is allowed) once.
///
/// They are called on one thread of the library, which all such calls of the process share and which has all signals
/// blocked, possibly before this function returns. They must not block, or other calls wait; they may use every function
/// of this header that does not, also cancel and free the call itself. They must not leave by an exception or longjmp().
///
/// `out` may be NULL; the call then runs without a handle. Free the handle with parlour_op_free(), which cancels a call
/// that has not ended. On failure nothing is retained and no function is called. `user` is retained until `user_free` is
/// called with it. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit_callback(
    client: Option<&parlour_client>,
    request: Option<&parlour_request>,
    options: Option<&parlour_options>,
    mode: u32,
    on_batch: parlour_batch_fn,
    on_done: parlour_done_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let (client, request) = (given(client)?, given(request)?);
        let call = message_call(message_mode(mode)?, request, options)?;
        submit(client, call, Callbacks { on_batch, on_done, user: User::new(user, user_free) }, out)
    })
}

/// As parlour_client_submit_callback(), for any request; see parlour_client_request().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit_raw_callback(
    client: Option<&parlour_client>,
    method: parlour_str,
    path: parlour_str,
    body_json: parlour_str,
    options: Option<&parlour_options>,
    mode: u32,
    on_batch: parlour_batch_fn,
    on_done: parlour_done_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let client = given(client)?;
        let call = raw_call(raw_mode(mode)?, method, path, body_json, options)?;
        submit(client, call, Callbacks { on_batch, on_done, user: User::new(user, user_free) }, out)
    })
}
