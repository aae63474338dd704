//! Queues: many calls, one descriptor for an event loop. It must not know the loop.

use std::mem::MaybeUninit;
use std::sync::Arc;

use parlour_bridge::{CallRequest, Wait};

use crate::abi::{PARLOUR_INTERRUPTED, PARLOUR_INVALID_ARGUMENT, PARLOUR_TIMED_OUT, parlour_result};
use crate::batch::parlour_batch;
use crate::boundary::{coded, fallible, transfer};
use crate::call_handle::parlour_op;
use crate::catch::{infallible, value_or};
use crate::client::parlour_client;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::hub::Hub;
use crate::state::Ready;
use crate::wake::{Wake, deadline};

/// The kind of a completion: one of PARLOUR_COMPLETION_..., or a number of a newer library.
pub type parlour_completion_kind = u32;

/// Events: `batch` has them.
pub const PARLOUR_COMPLETION_BATCH: parlour_completion_kind = 1;
/// The call is complete: parlour_op_message() or parlour_op_answer() has what it came to. Its last completion.
pub const PARLOUR_COMPLETION_END: parlour_completion_kind = 2;
/// The call failed, or was cancelled: `error` says why. Its last completion.
pub const PARLOUR_COMPLETION_FAILED: parlour_completion_kind = 3;

/// One result of a drain, for one call. The layout is final.
#[repr(C)]
pub struct parlour_completion {
    /// The call; borrowed: the caller has its handle.
    pub op: *const parlour_op,
    /// The token that was given when it was submitted.
    pub token: u64,
    /// One of PARLOUR_COMPLETION_..., or a number of a newer library: free what is not NULL, and go on.
    pub kind: parlour_completion_kind,
    /// 0.
    pub reserved: u32,
    /// Transferred: free it with parlour_batch_free(). NULL if the kind has none.
    pub batch: *mut parlour_batch,
    /// Transferred: free it with parlour_error_free(). NULL if the kind has none.
    pub error: *mut parlour_error,
}

/// A queue of the completions of submitted calls. Any number of threads may use it at once; the completions of one call
/// come in their order only if one thread drains. A forked child cannot use its parent's, and must not watch its
/// descriptor.
pub struct parlour_queue {
    hub: Arc<Hub>,
}

impl parlour_queue {
    pub(crate) fn submit(
        &self,
        client: &parlour_client,
        call: CallRequest,
        token: u64,
    ) -> Result<Arc<parlour_op>, Fault> {
        let op = self.hub.submit(client.bridge(), client.stops(), call, token, false)?;
        self.hub.adopt(&op);
        Ok(op)
    }
}

/// A new queue. Free it with parlour_queue_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_queue_new(
    out: Option<&mut MaybeUninit<*mut parlour_queue>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let out = require(out, "out")?;
        transfer(out, parlour_queue { hub: Hub::new(Wake::watched()?) });
        Ok(())
    })
}

/// Frees a queue, which cancels the calls bound to it; their handles still have to be freed. NULL is allowed. Not while
/// a function is at work with it in another thread. Take the descriptor out of the loop first: it is closed when the
/// last handle of a call bound to the queue is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_queue_free(queue: Option<Box<parlour_queue>>) {
    infallible(|| {
        if let Some(queue) = queue {
            queue.hub.port().close();
        }
    });
}

/// The descriptor to watch for reading, with poll, epoll, a libuv or asio loop: it is readable when a drain is due. One
/// that finds nothing is rare, and no mistake: a call that has begun and has no event yet, or was cancelled. Never read
/// from it, write to it or close it. -1 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_queue_fd(queue: Option<&parlour_queue>) -> i32 {
    value_or(-1, || queue?.hub.wake().fd())
}

/// Blocks this thread until a drain is due. -1 waits for ever. PARLOUR_INTERRUPTED if a signal handler ran on
/// this thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_queue_wait(queue: Option<&parlour_queue>, timeout_ms: i64) -> parlour_result {
    coded(|| {
        let hub = &require(queue, "queue")?.hub;
        hub.port().check()?;
        match hub.wake().wait(deadline(timeout_ms))? {
            Wait::Raised => Ok(()),
            Wait::TimedOut => Err(Fault::Code(PARLOUR_TIMED_OUT)),
            Wait::Interrupted => Err(Fault::Code(PARLOUR_INTERRUPTED)),
        }
    })
}

/// Wakes the threads that wait for the queue; their next drain may find nothing. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_queue_wake(queue: Option<&parlour_queue>) -> parlour_result {
    coded(|| {
        let hub = &require(queue, "queue")?.hub;
        hub.port().check()?;
        hub.wake().raise();
        Ok(())
    })
}

/// Takes what there is, at most `capacity` completions, and writes how many to `count`. Never blocks. An edge-triggered
/// loop drains until `count` is 0; a level-triggered one may drain once each time. Events that arrive after that are
/// taken at the next drain: a consumer that does not drain slows the server down, and loses nothing.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_queue_drain(
    queue: Option<&parlour_queue>,
    completions: *mut parlour_completion,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> parlour_result {
    coded(|| {
        let (queue, count) = (require(queue, "queue")?, require(count, "count")?);
        require((!completions.is_null()).then_some(()), "completions")?;
        if capacity == 0 || isize::try_from(capacity).is_err() {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "capacity"));
        }
        let mut at = 0;
        let given = queue.hub.drain(capacity, |op, ready| {
            let (kind, batch, error) = match ready {
                Ready::Batch(batch) => (PARLOUR_COMPLETION_BATCH, Box::into_raw(batch), std::ptr::null_mut()),
                Ready::End => (PARLOUR_COMPLETION_END, std::ptr::null_mut(), std::ptr::null_mut()),
                Ready::Failed(error) => {
                    let error = Box::into_raw(Box::new(parlour_error::of(error)));
                    (PARLOUR_COMPLETION_FAILED, std::ptr::null_mut(), error)
                }
            };
            let (pointer, token) = (Arc::as_ptr(&op), op.user_token());
            let completion = parlour_completion { op: pointer, token, kind, reserved: 0, batch, error };
            // SAFETY: the caller promises room for `capacity` completions, and the hub puts no more than that.
            unsafe { completions.add(at).write(completion) };
            at += 1;
        })?;
        count.write(given);
        Ok(())
    })
}
