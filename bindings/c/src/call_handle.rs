//! The object behind the handle of a submitted call: its state, the wake-up of its consumer, and taking from it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_bridge::{CallRequest, Client, ErrorInfo, Mode, Op, Port, Take, Wait};

use crate::abi::{
    PARLOUR_BUSY, PARLOUR_END, PARLOUR_FORKED, PARLOUR_INTERRUPTED, PARLOUR_INVALID_ARGUMENT,
    PARLOUR_TIMED_OUT,
};
use crate::batch::Pool;
use crate::fault::Fault;
use crate::head::parlour_head;
use crate::logs;
use crate::park::Park;
use crate::state::{OpState, Ready};
use crate::stops::StopHook;
use crate::wake::{Wake, deadline};

/// A submitted call. One thread at a time takes from it; parlour_op_cancel() may be called from any thread at any time.
/// Freeing it gives the call up and closes its connection unless it has ended. A forked child cannot use its parent's.
pub struct parlour_op {
    op: Op,
    token: u64,
    mode: Mode,
    generation: u32,
    link: Link,
    state: Mutex<OpState>,
    /// Not to be asked for more by its consumer.
    paused: AtomicBool,
    /// Present if the call has callbacks, which run even without the host's handle. Raised when the last one has
    /// returned and their user pointer was freed.
    callbacks_done: Option<Park>,
    /// A thread takes from it.
    taken: AtomicBool,
    /// The client's hook, which lives as long as a call that may have something for it.
    stops: Option<Arc<StopHook>>,
}

/// The right to take from a call, until it is dropped.
pub(crate) struct Taking<'a>(&'a AtomicBool);

impl Drop for Taking<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Serves calls together with others.
pub(crate) trait Consumer: Send + Sync {
    /// A call that was paused is due again.
    fn ask_again(&self, port_token: u64);
    /// A call whose handle is gone.
    fn forget(&self, port_token: u64);
}

/// How the consumer of a call is woken.
pub(crate) enum Link {
    /// It waits for this call alone.
    Own { port: Port, wake: Arc<Wake> },
    /// With others, by a queue or by the callback thread.
    Shared(Arc<dyn Consumer>),
}

impl parlour_op {
    /// Submits a call whose consumer waits for it alone.
    pub(crate) fn alone(
        client: &Client,
        stops: Option<Arc<StopHook>>,
        call: CallRequest,
        token: u64,
    ) -> Result<Arc<parlour_op>, ErrorInfo> {
        let wake = Arc::new(Wake::parked());
        let raised = Arc::clone(&wake);
        let port = Port::new(move || raised.raise());
        let mode = call.mode;
        let op = client.submit(&port, call)?;
        Ok(parlour_op::of(op, token, mode, Link::Own { port, wake }, Pool::new(), false, stops))
    }

    /// A call that was submitted; `with_callbacks` if it has callbacks.
    pub(crate) fn of(
        op: Op,
        token: u64,
        mode: Mode,
        link: Link,
        pool: Arc<Pool>,
        with_callbacks: bool,
        stops: Option<Arc<StopHook>>,
    ) -> Arc<parlour_op> {
        let generation = parlour_bridge::generation();
        Arc::new(parlour_op {
            op,
            token,
            mode,
            generation,
            link,
            state: Mutex::new(OpState::new(pool, mode)),
            paused: AtomicBool::new(false),
            callbacks_done: with_callbacks.then(Park::new),
            taken: AtomicBool::new(false),
            stops,
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

    /// Whether its consumer need not ask it: it is armed, or paused, and asked again when it is resumed.
    pub(crate) fn rests(&self) -> bool {
        self.is_paused() || (self.state().is_empty() && self.op.try_arm().unwrap_or(false))
    }

    /// Takes in what came, and hands nothing out.
    pub(crate) fn keep(&self, take: Take) {
        self.state().absorb(take);
    }

    /// The last callback has returned.
    pub(crate) fn raise_callbacks_done(&self) {
        if let Some(done) = &self.callbacks_done {
            done.raise();
        }
    }

    pub(crate) fn take(&self) -> Result<Taking<'_>, Fault> {
        match self.taken.swap(true, Ordering::AcqRel) {
            false => Ok(Taking(&self.taken)),
            true => Err(Fault::Code(PARLOUR_BUSY)),
        }
    }

    pub(crate) fn cancel(&self) {
        self.op.cancel();
        // A paused call is not armed, so its consumer would not be woken.
        self.resume();
    }

    /// Has it asked for more again; nothing if it was not paused.
    pub(crate) fn resume(&self) {
        if let Link::Shared(consumer) = &self.link
            && self.check().is_ok()
            && self.paused.swap(false, Ordering::AcqRel)
        {
            consumer.ask_again(self.op.token());
        }
    }

    /// Before any lock: in a child it may be held by a thread that does not exist.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        match self.generation == parlour_bridge::generation() {
            true => Ok(()),
            false => Err(Fault::Code(PARLOUR_FORKED)),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, OpState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item, after adding `first`; `None` arms the call: its consumer will be woken.
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
    pub(crate) fn next(&self) -> Result<Option<Ready>, Fault> {
        self.check()?;
        let Link::Own { port, .. } = &self.link else {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "op"));
        };
        let ready = self.advance(Take::Armed)?;
        logs::deliver(port);
        if let Some(stops) = &self.stops {
            stops.deliver(port);
        }
        Ok(ready)
    }

    /// Waits until `look` sees something.
    pub(crate) fn wait_for<T>(
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
                return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "op"));
            };
            match wake.wait(until)? {
                Wait::Raised => port.clear()?,
                Wait::TimedOut => return Err(Fault::Code(PARLOUR_TIMED_OUT)),
                Wait::Interrupted => return Err(Fault::Code(PARLOUR_INTERRUPTED)),
            }
        }
    }

    /// The head, once it is there; `None` arms the call.
    pub(crate) fn look_for_head(&self) -> Result<Option<*const parlour_head>, Fault> {
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

    /// Whether it is bound to a queue, or has callbacks.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.link, Link::Shared(_))
    }

    /// Has its consumer leave it alone until it is resumed.
    pub(crate) fn pause(&self) {
        self.paused.store(true, Ordering::Release);
    }

    /// The event that is raised after the last callback, if the call has callbacks.
    pub(crate) fn callbacks_done(&self) -> Option<&Park> {
        self.callbacks_done.as_ref()
    }

    /// The host's handle is gone.
    pub(crate) fn leave(&self) {
        if let Link::Shared(consumer) = &self.link {
            if self.callbacks_done.is_some() { self.cancel() } else { consumer.forget(self.op.token()) }
        }
    }
}
