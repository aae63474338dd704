//! Calls that report their outcome to callbacks of the host.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use parlour_bridge::CallRequest;

use crate::abi::parlour_result;
use crate::boundary::fallible;
use crate::call_handle::parlour_op;
use crate::client::{endpoint_call, message_call, parlour_client, raw_call};
use crate::dispatch;
use crate::endpoint::parlour_endpoint;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::listener::{Listener, parlour_batch_fn, parlour_done_fn};
use crate::mode::{message_mode, parlour_mode, raw_mode};
use crate::options::parlour_options;
use crate::request::parlour_request;
use crate::text::parlour_str;
use crate::user::{User, parlour_free_fn};

fn submit(
    client: &parlour_client,
    call: CallRequest,
    listener: Listener,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
) -> Result<(), Fault> {
    let op = dispatch::submit(client, call, listener).map_err(|(error, mut listener)| {
        // Nothing is retained on failure: the pointer is the caller's.
        listener.user.disown();
        error
    })?;
    if let Some(out) = out {
        out.write(Arc::into_raw(op).cast_mut());
    }
    Ok(())
}

/// Sends a request that reports its outcome to callbacks: `on_batch` (NULL is allowed) with the events of a stream,
/// `on_done` (NULL is allowed) once at the end, whatever the end is; then `user_free` (NULL is allowed) once.
///
/// They are called on one thread of the library, which all such calls of the process share and which has all signals
/// blocked, possibly before this function returns. They must not block, or other calls wait; they may use every
/// function of this header that does not, also cancel and free the call itself. They must not leave by an exception or
/// longjmp().
///
/// `out` may be NULL; the call then runs without a handle. Free the handle with parlour_op_free(), which cancels a call
/// that has not ended. On failure nothing is retained and no function is called. `user` is retained until `user_free`
/// is called with it. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit_callback(
    client: Option<&parlour_client>,
    request: Option<&parlour_request>,
    options: Option<&parlour_options>,
    mode: parlour_mode,
    on_batch: parlour_batch_fn,
    on_done: parlour_done_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, request) = (require(client, "client")?, require(request, "request")?);
        let call = message_call(message_mode(mode)?, request, options)?;
        submit(client, call, Listener { on_batch, on_done, user: User::new(user, user_free) }, out)
    })
}

/// As parlour_client_submit_callback(), for any request; see parlour_client_request(). Free the call with
/// parlour_op_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit_raw_callback(
    client: Option<&parlour_client>,
    method: parlour_str,
    path: parlour_str,
    body_json: parlour_str,
    options: Option<&parlour_options>,
    mode: parlour_mode,
    on_batch: parlour_batch_fn,
    on_done: parlour_done_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let client = require(client, "client")?;
        let call = raw_call(raw_mode(mode)?, method, path, body_json, options)?;
        submit(client, call, Listener { on_batch, on_done, user: User::new(user, user_free) }, out)
    })
}

/// As parlour_client_submit_callback(), for a call of an endpoint beside messages; see parlour_client_submit_call().
/// Free the call with parlour_op_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit_call_callback(
    client: Option<&parlour_client>,
    endpoint: Option<&parlour_endpoint>,
    options: Option<&parlour_options>,
    mode: parlour_mode,
    on_batch: parlour_batch_fn,
    on_done: parlour_done_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, endpoint) = (require(client, "client")?, require(endpoint, "endpoint")?);
        let call = endpoint_call(raw_mode(mode)?, endpoint, options)?;
        submit(client, call, Listener { on_batch, on_done, user: User::new(user, user_free) }, out)
    })
}
