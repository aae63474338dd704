//! Submitted calls, and waiting for them one by one. It must not know queues beyond being bound to one.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_bridge::{CallRequest, ErrorInfo, Mode, Op, Port, Take, Wait};

use crate::abi::{
    PARLOUR_BUSY, PARLOUR_END, PARLOUR_FORKED, PARLOUR_INTERRUPTED, PARLOUR_INVALID_ARGUMENT,
    PARLOUR_TIMED_OUT, PARLOUR_WOULD_BLOCK, parlour_result,
};
use crate::batch::{Pool, parlour_batch};
use crate::border::{Fault, given, guarded, quietly};
use crate::client::{message_call, parlour_client, raw_call};
use crate::dispatch;
use crate::error::parlour_error;
use crate::head::parlour_head;
use crate::hub::Hub;
use crate::logs;
use crate::mode::{message_mode, raw_mode};
use crate::options::parlour_options;
use crate::park::Park;
use crate::queue::parlour_queue;
use crate::request::parlour_request;
use crate::state::{Ready, State};
use crate::text::parlour_str;
use crate::wake::{Wake, deadline};

/// A submitted call. One thread at a time takes from it; parlour_op_cancel() may be called from any thread at any time.
/// Freeing it gives the call up and closes its connection unless it has ended. A forked child cannot use its parent's.
pub struct parlour_op {
    op: Op,
    token: u64,
    mode: Mode,
    generation: u32,
    link: Link,
    state: Mutex<State>,
    /// Not to be asked for more by its hub.
    paused: AtomicBool,
    /// Its outcome is told to functions, which know it also without the host's handle: raised when they were told all, and
    /// their user pointer was given back.
    told: Option<Park>,
    /// A thread takes from it.
    taken: AtomicBool,
}

/// The right to take from a call, until it is dropped.
struct Taking<'a>(&'a AtomicBool);

impl Drop for Taking<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// How the consumer of a call is woken.
enum Link {
    /// It waits for this call alone.
    Own { port: Port, wake: Arc<Wake> },
    /// With others, by a queue or by the callback thread.
    Hub(Arc<Hub>),
}

impl parlour_op {
    /// Submits a call whose consumer waits for it alone.
    pub(crate) fn alone(
        client: &parlour_client,
        call: CallRequest,
        token: u64,
    ) -> Result<Arc<parlour_op>, ErrorInfo> {
        let wake = Arc::new(Wake::parked());
        let raised = Arc::clone(&wake);
        let port = Port::new(move || raised.raise());
        let mode = call.mode;
        let op = client.bridge().submit(&port, call)?;
        Ok(parlour_op::of(op, token, mode, Link::Own { port, wake }, Pool::new(), false))
    }

    /// Submits a call whose consumer is a hub's; `told` if that is the callback thread's.
    pub(crate) fn shared(
        client: &parlour_client,
        call: CallRequest,
        token: u64,
        hub: &Arc<Hub>,
        told: bool,
    ) -> Result<Arc<parlour_op>, ErrorInfo> {
        let mode = call.mode;
        let op = client.bridge().submit(hub.port(), call)?;
        Ok(parlour_op::of(op, token, mode, Link::Hub(Arc::clone(hub)), hub.pool(), told))
    }

    fn of(op: Op, token: u64, mode: Mode, link: Link, pool: Arc<Pool>, told: bool) -> Arc<parlour_op> {
        let generation = parlour_bridge::generation();
        Arc::new(parlour_op {
            op,
            token,
            mode,
            generation,
            link,
            state: Mutex::new(State::new(pool)),
            paused: AtomicBool::new(false),
            told: told.then(Park::new),
            taken: AtomicBool::new(false),
        })
    }

    /// The port's name for it.
    pub(crate) fn port_token(&self) -> u64 {
        self.op.token()
    }

    pub(crate) fn user_token(&self) -> u64 {
        self.token
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Acquire)
    }

    /// Whether its hub need not ask it: it is armed, or paused, and asked again when it is resumed.
    pub(crate) fn rests(&self) -> bool {
        self.is_paused() || (self.state().is_empty() && self.op.try_arm().unwrap_or(false))
    }

    /// Takes in what came, and hands nothing out.
    pub(crate) fn keep(&self, take: Take) {
        self.state().absorb(take);
    }

    /// Its functions were told all.
    pub(crate) fn was_told(&self) {
        if let Some(told) = &self.told {
            told.raise();
        }
    }

    fn take(&self) -> Result<Taking<'_>, Fault> {
        match self.taken.swap(true, Ordering::AcqRel) {
            false => Ok(Taking(&self.taken)),
            true => Err(Fault::Code(PARLOUR_BUSY)),
        }
    }

    fn cancel(&self) {
        self.op.cancel();
        // A paused call is not armed: nobody would be told.
        self.resume();
    }

    /// Has it asked for more again; nothing if it was not paused.
    fn resume(&self) {
        if let Link::Hub(hub) = &self.link
            && self.check().is_ok()
            && self.paused.swap(false, Ordering::AcqRel)
        {
            hub.ask_again(self.op.token());
        }
    }

    /// Before any lock: in a child it may be held by a thread that does not exist.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        match self.generation == parlour_bridge::generation() {
            true => Ok(()),
            false => Err(Fault::Code(PARLOUR_FORKED)),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What can be handed out, after taking in `first`; `None` arms the call: its consumer will be woken.
    pub(crate) fn advance(&self, first: Take) -> Result<Option<Ready>, ErrorInfo> {
        let mut state = self.state();
        let mut take = first;
        loop {
            state.absorb(take);
            if let Some(ready) = state.ready() {
                return Ok(Some(ready));
            }
            take = self.op.take_all()?;
            if matches!(take, Take::Armed) {
                return Ok(None);
            }
        }
    }

    /// As [`parlour_op::advance`], for a call whose consumer waits for it alone.
    fn next(&self) -> Result<Option<Ready>, Fault> {
        self.check()?;
        let Link::Own { port, .. } = &self.link else {
            return Err(Fault::Code(PARLOUR_INVALID_ARGUMENT));
        };
        let ready = self.advance(Take::Armed)?;
        logs::deliver(port);
        Ok(ready)
    }

    /// Waits until `look` sees something.
    fn wait_for<T>(
        &self,
        timeout_ms: i64,
        look: impl Fn(&parlour_op) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        self.check()?;
        let until = deadline(timeout_ms);
        let _taking = self.take()?;
        loop {
            if let Some(seen) = look(self)? {
                return Ok(seen);
            }
            let Link::Own { port, wake } = &self.link else {
                return Err(Fault::Code(PARLOUR_INVALID_ARGUMENT));
            };
            match wake.wait(until)? {
                Wait::Raised => port.clear()?,
                Wait::TimedOut => return Err(Fault::Code(PARLOUR_TIMED_OUT)),
                Wait::Interrupted => return Err(Fault::Code(PARLOUR_INTERRUPTED)),
            }
        }
    }

    /// The head, once it is there; `None` arms the call.
    fn look_for_head(&self) -> Result<Option<*const parlour_head>, Fault> {
        self.check()?;
        let mut state = self.state();
        loop {
            if let Some(head) = state.head() {
                return Ok(Some(std::ptr::from_ref(head)));
            }
            if let Some(outcome) = state.outcome() {
                return match outcome {
                    Ok(()) => Err(Fault::Code(PARLOUR_END)),
                    Err(error) => Err(error.into()),
                };
            }
            let take = self.op.take_all()?;
            if matches!(take, Take::Armed) {
                return Ok(None);
            }
            state.absorb(take);
        }
    }
}

/// Hands out what is ready.
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
        None => parlour_op::alone(client, call, token)?,
        Some(queue) => queue.submit(client, call, token)?,
    };
    out.write(Arc::into_raw(op).cast_mut());
    Ok(())
}

/// Sends a request without waiting. `mode` is one of PARLOUR_MODE_.... With a queue, what comes of it is announced there,
/// under `token`, which is any number of the caller's; without one (NULL), parlour_op_next() waits for it. The call keeps
/// what it needs: client, request and options may be freed. Free it with parlour_op_free(). Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit(
    client: Option<&parlour_client>,
    queue: Option<&parlour_queue>,
    request: Option<&parlour_request>,
    options: Option<&parlour_options>,
    mode: u32,
    token: u64,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let (client, request, out) = (given(client)?, given(request)?, given(out)?);
        let call = message_call(message_mode(mode)?, request, options)?;
        submit(client, queue, call, token, out)
    })
}

/// As parlour_client_submit(), for any request; see parlour_client_request().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_client_submit_raw(
    client: Option<&parlour_client>,
    queue: Option<&parlour_queue>,
    method: parlour_str,
    path: parlour_str,
    body_json: parlour_str,
    options: Option<&parlour_options>,
    mode: u32,
    token: u64,
    out: Option<&mut MaybeUninit<*mut parlour_op>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let (client, out) = (given(client)?, given(out)?);
        let call = raw_call(raw_mode(mode)?, method, path, body_json, options)?;
        submit(client, queue, call, token, out)
    })
}

/// Blocks this thread until there are events, and hands out all there are. `timeout_ms` limits the wait, -1 waits for
/// ever, 0 not at all. PARLOUR_OK: a batch, to be freed with parlour_batch_free(). PARLOUR_END: the call is complete.
/// PARLOUR_TIMED_OUT: nothing came, the call goes on. PARLOUR_INTERRUPTED: a signal handler ran on this thread that was
/// installed without SA_RESTART, the call goes on. PARLOUR_FAILED: it failed, or was cancelled (PARLOUR_KIND_CANCELLED). The
/// end, or the failure, is told again each time. PARLOUR_BUSY: another thread takes from this call just now, and gets what
/// there is. Only for calls without a queue and without callbacks.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_next(
    op: Option<&parlour_op>,
    timeout_ms: i64,
    out: Option<&mut MaybeUninit<*mut parlour_batch>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let (op, out) = (given(op)?, given(out)?);
        hand_out(op.wait_for(timeout_ms, parlour_op::next)?, out)
    })
}

/// As parlour_op_next(), without waiting: PARLOUR_WOULD_BLOCK if there is nothing yet. PARLOUR_BUSY as there.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_try_next(
    op: Option<&parlour_op>,
    out: Option<&mut MaybeUninit<*mut parlour_batch>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let (op, out) = (given(op)?, given(out)?);
        op.check()?;
        let _taking = op.take()?;
        hand_out(op.next()?.ok_or(Fault::Code(PARLOUR_WOULD_BLOCK))?, out)
    })
}

/// Blocks this thread until the answer has begun, and gives its head; no event is lost. The time limit is that of
/// parlour_op_next(), and so are PARLOUR_TIMED_OUT, PARLOUR_INTERRUPTED and PARLOUR_BUSY. PARLOUR_END: it ended without one. Borrowed until the call is freed. Only for calls without a queue
/// and without callbacks.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_wait_head(
    op: Option<&parlour_op>,
    timeout_ms: i64,
    out: Option<&mut MaybeUninit<*const parlour_head>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    guarded(err, || {
        let (op, out) = (given(op)?, given(out)?);
        if matches!(op.link, Link::Hub(_)) {
            return Err(Fault::Code(PARLOUR_INVALID_ARGUMENT));
        }
        out.write(op.wait_for(timeout_ms, parlour_op::look_for_head)?);
        Ok(())
    })
}

/// Cancels the call: its connection is closed, and its consumer is told a failure of the kind PARLOUR_KIND_CANCELLED, at
/// once also if it waits. Does nothing to a call whose end was told. Any thread, any number of times; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_cancel(op: Option<&parlour_op>) {
    quietly(|| {
        if let Some(op) = op {
            op.cancel();
        }
    });
}

/// Blocks this thread until no callback of this call can come any more and its `user_free` has returned, so that what they use
/// may be destroyed. It does not end the call: cancel it before if it should not run to its end. The time limit is that of
/// parlour_op_next(), and so are PARLOUR_TIMED_OUT and PARLOUR_INTERRUPTED. PARLOUR_BUSY on the thread that calls the
/// functions, which would wait for itself. Of a call without callbacks PARLOUR_OK at once. Any number of threads, and no
/// lock held that a callback takes.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_join(op: Option<&parlour_op>, timeout_ms: i64) -> parlour_result {
    guarded(None, || {
        let op = given(op)?;
        op.check()?;
        let Some(told) = &op.told else { return Ok(()) };
        if dispatch::is_this_thread() {
            return Err(Fault::Code(PARLOUR_BUSY));
        }
        match told.wait(deadline(timeout_ms)) {
            Wait::Raised => Ok(()),
            Wait::TimedOut => Err(Fault::Code(PARLOUR_TIMED_OUT)),
            Wait::Interrupted => Err(Fault::Code(PARLOUR_INTERRUPTED)),
        }
    })
}

/// Frees a call, which gives it up unless it has ended; NULL is allowed. Of a call with callbacks only the handle is
/// freed: it is cancelled unless it has ended, and its callbacks still are told, also after this has returned;
/// parlour_op_cancel() and parlour_op_join() before it wait for them.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_free(op: *mut parlour_op) {
    quietly(|| {
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
        if let Link::Hub(hub) = &op.link {
            if op.told.is_some() { op.cancel() } else { hub.forget(op.op.token()) }
        }
    });
}

/// Holds a call back that is bound to a queue or has callbacks: it is not asked for more until parlour_op_resume(), and
/// the server is slowed down. For one slow consumer among many. What the call has announced before may still come, one
/// batch at most; its end is not noticed before it is resumed or cancelled. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_pause(op: Option<&parlour_op>) -> parlour_result {
    guarded(None, || {
        let op = given(op)?;
        op.check()?;
        match op.link {
            Link::Hub(_) => op.paused.store(true, Ordering::Release),
            Link::Own { .. } => return Err(Fault::Code(PARLOUR_INVALID_ARGUMENT)),
        }
        Ok(())
    })
}

/// Has a call that was paused asked for more again; does nothing to another. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_resume(op: Option<&parlour_op>) -> parlour_result {
    guarded(None, || {
        let op = given(op)?;
        op.check()?;
        op.resume();
        Ok(())
    })
}
