//! The one thread that calls functions of the host. Started with the first call that has some; a forked child starts
//! its own.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_bridge::{CallRequest, ErrorInfo, SignalMask};

use crate::catch::infallible;

use crate::call_handle::parlour_op;
use crate::client::parlour_client;
use crate::hub::Hub;
use crate::listener::Listener;
use crate::state::Ready;
use crate::wake::Wake;

/// The thread of one generation and its calls. Leaked: nothing joins at exit, and a child leaves its parent's alone.
struct Dispatch {
    generation: u32,
    hub: Arc<Hub>,
    /// Calls that have not ended, by their port token, with their callbacks.
    listened: Mutex<HashMap<u64, ListenedCall>>,
    thread: AtomicU8,
}

/// Keeps the call alive: functions see it also when the host has no handle.
#[derive(Clone)]
struct ListenedCall {
    op: Arc<parlour_op>,
    listener: Arc<Listener>,
}

const NOT_STARTED: u8 = 0;
const STARTING: u8 = 1;
const RUNNING: u8 = 2;

/// An atomic and no lock: a forked child comes here.
static CURRENT: AtomicPtr<Dispatch> = AtomicPtr::new(std::ptr::null_mut());

thread_local! {
    static IS_THIS: Cell<bool> = const { Cell::new(false) };
}

/// Whether this is the thread that calls functions of the host.
pub(crate) fn is_this_thread() -> bool {
    IS_THIS.try_with(Cell::get).unwrap_or(false)
}

/// Submits a call with callbacks; returns the callbacks if that fails.
pub(crate) fn submit(
    client: &parlour_client,
    call: CallRequest,
    listener: Listener,
) -> Result<Arc<parlour_op>, (ErrorInfo, Listener)> {
    let dispatch = current();
    let submitted =
        dispatch.start().and_then(|()| dispatch.hub.submit(client.bridge(), client.stops(), call, 0, true));
    let op = match submitted {
        Ok(op) => op,
        Err(error) => return Err((error, listener)),
    };
    let call = ListenedCall { op: Arc::clone(&op), listener: Arc::new(listener) };
    dispatch.listened().insert(op.port_token(), call);
    dispatch.hub.adopt(&op);
    Ok(op)
}

/// The one of this generation.
fn current() -> &'static Dispatch {
    let generation = parlour_bridge::generation();
    loop {
        let seen = CURRENT.load(Ordering::Acquire);
        // SAFETY: null, or leaked below.
        if let Some(dispatch) = unsafe { seen.as_ref() }
            && dispatch.generation == generation
        {
            return dispatch;
        }
        let made = Box::into_raw(Box::new(Dispatch {
            generation,
            hub: Hub::new(Wake::parked()),
            listened: Mutex::default(),
            thread: AtomicU8::new(NOT_STARTED),
        }));
        if CURRENT.compare_exchange(seen, made, Ordering::AcqRel, Ordering::Acquire).is_err() {
            // SAFETY: made above, and not shared yet.
            drop(unsafe { Box::from_raw(made) });
        }
    }
}

impl Dispatch {
    fn listened(&self) -> MutexGuard<'_, HashMap<u64, ListenedCall>> {
        self.listened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the thread unless it runs.
    fn start(&'static self) -> Result<(), ErrorInfo> {
        loop {
            let start =
                self.thread.compare_exchange(NOT_STARTED, STARTING, Ordering::AcqRel, Ordering::Acquire);
            match start {
                Err(RUNNING) => return Ok(()),
                // Another thread is at it; it takes less than a millisecond.
                Err(_) => std::thread::yield_now(),
                Ok(_) => break,
            }
        }
        // Threads are born with the mask of the thread that makes them (loops §6).
        let masked = SignalMask::new();
        let started = std::thread::Builder::new().name("parlour-call".to_owned()).spawn(|| self.run());
        drop(masked);
        self.thread.store(if started.is_ok() { RUNNING } else { NOT_STARTED }, Ordering::Release);
        started.map(drop).map_err(|error| {
            ErrorInfo::no_thread("the thread that calls listeners could not be started", error)
        })
    }

    fn run(&self) {
        let _never_gone = IS_THIS.try_with(|is| is.set(true));
        let mut found = Vec::new();
        loop {
            // A defect must not take the thread from the calls that are not involved.
            infallible(|| self.serve(&mut found));
        }
    }

    fn serve(&self, found: &mut Vec<(Arc<parlour_op>, Ready)>) {
        // Neither can fail here: this is the thread's own process, and a parked wait has no system call.
        let _raised = self.hub.wake().wait(None);
        while self.hub.drain(usize::MAX, |op, ready| found.push((op, ready))).is_ok_and(|count| count > 0) {
            for (op, ready) in found.drain(..) {
                self.tell(&op, ready);
            }
        }
    }

    fn tell(&self, op: &parlour_op, ready: Ready) {
        let last = ready.is_last();
        let Some(call) = self.listened().get(&op.port_token()).cloned() else { return };
        call.listener.call(&call.op, ready);
        if last {
            // With it the user pointer ends its life, here and outside the lock.
            let ended = self.listened().remove(&op.port_token());
            drop((ended, call));
            op.raise_callbacks_done();
        }
    }
}
