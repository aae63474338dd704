//! Submitted calls, and waiting for them one by one.

use std::mem::MaybeUninit;
use std::sync::Arc;

use parlour_bridge::{CallRequest, Wait};

use crate::abi::{
    PARLOUR_BUSY, PARLOUR_END, PARLOUR_INTERRUPTED, PARLOUR_INVALID_ARGUMENT, PARLOUR_TIMED_OUT,
    PARLOUR_WOULD_BLOCK, parlour_result,
};
use crate::batch::parlour_batch;
use crate::boundary::{coded, fallible};
use crate::call_handle::parlour_op;
use crate::catch::infallible;
use crate::client::{endpoint_call, message_call, parlour_client, raw_call};
use crate::dispatch;
use crate::endpoint::parlour_endpoint;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::head::parlour_head;
use crate::mode::{message_mode, parlour_mode, raw_mode};
use crate::options::parlour_options;
use crate::queue::parlour_queue;
use crate::request::parlour_request;
use crate::state::Ready;
use crate::text::parlour_str;
use crate::wake::deadline;

/// Hands out the ready item.
fn hand_out(ready: Ready, out: &mut MaybeUninit<*mut parlour_batch>) -> Result<(), Fault> {
    match ready {
        Ready::Batch(batch) => {
            out.write(Box::into_raw(batch));
            Ok(())
        }
        Ready::End => Err(Fault::Code(PARLOUR_END)),
        Ready::Failed(error) => Err(error.into()),
    }
}

fn submit(
    client: &parlour_client,
    queue: Option<&parlour_queue>,
    call: CallRequest,
    token: u64,
    out: &mut MaybeUninit<*mut parlour_op>,
) -> Result<(), Fault> {
    let op = match queue {
        None => parlour_op::alone(client.bridge(), client.stops(), call, token)?,
        Some(queue) => queue.submit(client, call, token)?,
    };
    out.write(Arc::into_raw(op).cast_mut());
    Ok(())
}

/// Sends a request without waiting. `mode` is one of PARLOUR_MODE_.... With a queue, its completions are announced
/// there, under `token`, which is any number of the caller's; without one (NULL), parlour_op_next() waits for it. The
/// call keeps what it needs: client, request and options may be freed. Free it with parlour_op_free(). Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit(
    client: Option<&parlour_client>,
    queue: Option<&parlour_queue>,
    request: Option<&parlour_request>,
    options: Option<&parlour_options>,
    mode: parlour_mode,
    token: u64,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, request, out) =
            (require(client, "client")?, require(request, "request")?, require(out, "out")?);
        let call = message_call(message_mode(mode)?, request, options)?;
        submit(client, queue, call, token, out)
    })
}

/// As parlour_client_submit(), for any request; see parlour_client_request(). Free the call with parlour_op_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit_raw(
    client: Option<&parlour_client>,
    queue: Option<&parlour_queue>,
    method: parlour_str,
    path: parlour_str,
    body_json: parlour_str,
    options: Option<&parlour_options>,
    mode: parlour_mode,
    token: u64,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, out) = (require(client, "client")?, require(out, "out")?);
        let call = raw_call(raw_mode(mode)?, method, path, body_json, options)?;
        submit(client, queue, call, token, out)
    })
}

/// As parlour_client_submit(), for a call of an endpoint beside messages; see parlour_client_call(). With
/// PARLOUR_MODE_WHOLE parlour_op_answer() has the answer; with PARLOUR_MODE_STREAM its events are pieces of a body, or
/// lines of results. Free the call with parlour_op_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit_call(
    client: Option<&parlour_client>,
    queue: Option<&parlour_queue>,
    endpoint: Option<&parlour_endpoint>,
    options: Option<&parlour_options>,
    mode: parlour_mode,
    token: u64,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, endpoint, out) =
            (require(client, "client")?, require(endpoint, "endpoint")?, require(out, "out")?);
        let call = endpoint_call(raw_mode(mode)?, endpoint, options)?;
        submit(client, queue, call, token, out)
    })
}

/// Blocks this thread until there are events, and hands out all there are. `timeout_ms` limits the wait, -1 waits for
/// ever, 0 not at all. PARLOUR_OK: a batch, to be freed with parlour_batch_free(). PARLOUR_END: the call is complete.
/// PARLOUR_TIMED_OUT: nothing came, the call goes on. PARLOUR_INTERRUPTED: a signal handler ran on this thread that was
/// installed without SA_RESTART, the call goes on. PARLOUR_FAILED: it failed, or was cancelled
/// (PARLOUR_KIND_CANCELLED). Each further call returns the end, or the failure, again. PARLOUR_BUSY: another thread
/// is taking from this call, and gets the events. Only for calls without a queue and without callbacks.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_next(
    op: Option<&parlour_op>,
    timeout_ms: i64,
    out: Option<&mut MaybeUninit<*mut parlour_batch>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (op, out) = (require(op, "op")?, require(out, "out")?);
        hand_out(op.wait_for(timeout_ms, parlour_op::next)?, out)
    })
}

/// As parlour_op_next(), without waiting: PARLOUR_WOULD_BLOCK if there is nothing yet. PARLOUR_BUSY as there. Free the
/// batch with parlour_batch_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_try_next(
    op: Option<&parlour_op>,
    out: Option<&mut MaybeUninit<*mut parlour_batch>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (op, out) = (require(op, "op")?, require(out, "out")?);
        op.check()?;
        let _taking = op.take()?;
        hand_out(op.next()?.ok_or(Fault::Code(PARLOUR_WOULD_BLOCK))?, out)
    })
}

/// Blocks this thread until the answer has begun, and gives its head; no event is lost. The time limit is that of
/// parlour_op_next(), and so are PARLOUR_TIMED_OUT, PARLOUR_INTERRUPTED and PARLOUR_BUSY. PARLOUR_END: it ended without
/// one. Borrowed until the call is freed. Only for calls without a queue and without callbacks.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_wait_head(
    op: Option<&parlour_op>,
    timeout_ms: i64,
    out: Option<&mut MaybeUninit<*const parlour_head>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (op, out) = (require(op, "op")?, require(out, "out")?);
        if op.is_shared() {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "op"));
        }
        out.write(op.wait_for(timeout_ms, parlour_op::look_for_head)?);
        Ok(())
    })
}

/// Cancels the call: its connection is closed, and its consumer gets a failure of the kind PARLOUR_KIND_CANCELLED, at
/// once also if it waits. Does nothing to a call whose end was reported. Any thread, any number of times; NULL is
/// allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_cancel(op: Option<&parlour_op>) {
    infallible(|| {
        if let Some(op) = op {
            op.cancel();
        }
    });
}

/// Blocks this thread until no callback of this call can come any more and its `user_free` has returned, so that the
/// objects they use may be destroyed. It does not end the call: cancel it first if it should not run to its end. The
/// time limit is that of parlour_op_next(), and so are PARLOUR_TIMED_OUT and PARLOUR_INTERRUPTED. PARLOUR_BUSY on the
/// thread that calls the functions, which would wait for itself. Of a call without callbacks PARLOUR_OK at once. Any
/// number of threads, and no lock held that a callback takes.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_join(op: Option<&parlour_op>, timeout_ms: i64) -> parlour_result {
    coded(|| {
        let op = require(op, "op")?;
        op.check()?;
        let Some(done) = op.callbacks_done() else { return Ok(()) };
        if dispatch::is_this_thread() {
            return Err(Fault::Code(PARLOUR_BUSY));
        }
        match done.wait(deadline(timeout_ms)) {
            Wait::Raised => Ok(()),
            Wait::TimedOut => Err(Fault::Code(PARLOUR_TIMED_OUT)),
            Wait::Interrupted => Err(Fault::Code(PARLOUR_INTERRUPTED)),
        }
    })
}

/// Frees a call, which gives it up unless it has ended; NULL is allowed. Of a call with callbacks only the handle is
/// freed: it is cancelled unless it has ended, and its callbacks may still be called after this returns; to wait for
/// them, call parlour_op_cancel() and parlour_op_join() first.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_free(op: *mut parlour_op) {
    infallible(|| {
        if op.is_null() {
            return;
        }
        // SAFETY: not NULL, so it is a handle made by `submit`, which this call ends.
        let op = unsafe { Arc::from_raw(op.cast_const()) };
        if op.check().is_err() {
            // The parent's: what it holds must not be touched here.
            std::mem::forget(op);
            return;
        }
        op.leave();
    });
}

/// Holds a call back that is bound to a queue or has callbacks: it is not asked for more until parlour_op_resume(), and
/// the server is slowed down. For one slow consumer among many. A batch that the call has already announced may still
/// arrive, one at most; its end is not noticed before it is resumed or cancelled. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_pause(op: Option<&parlour_op>) -> parlour_result {
    coded(|| {
        let op = require(op, "op")?;
        op.check()?;
        if !op.is_shared() {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "op"));
        }
        op.pause();
        Ok(())
    })
}

/// Has a call that was paused asked for more again; does nothing to another. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_resume(op: Option<&parlour_op>) -> parlour_result {
    coded(|| {
        let op = require(op, "op")?;
        op.check()?;
        op.resume();
        Ok(())
    })
}
