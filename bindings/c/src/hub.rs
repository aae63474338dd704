//! Many calls with one consumer: shared by a queue and the callback thread.
//!
//! A call without further items is armed as soon as it was served, and wakes the consumer when it has new ones. They
//! are taken at the next drain, not before: with a busy consumer, the call's own bounded queue fills, and the server
//! slows down. A call that has more items, or has ended, is polled at the next drain, and the wake-up stays raised
//! until then, so that a loop which drains once for each wake-up comes back. A drain that leaves no such call clears
//! the wake-up and checks once more, because every call is armed then.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use parlour_bridge::{CallRequest, Client, ErrorInfo, Port, Take};

use crate::batch::Pool;
use crate::call_handle::{Consumer, Link, parlour_op};
use crate::logs;
use crate::state::Ready;
use crate::stops::StopHook;
use crate::wake::Wake;

/// Items that one look at the port takes at most, so that a consumer with thousands of streams gets its turn.
const MOST: usize = 4096;

pub(crate) struct Hub {
    port: Port,
    wake: Arc<Wake>,
    pool: Arc<Pool>,
    inner: Mutex<Inner>,
    /// Of clients with calls here, by their number. Weak: a hook lives as long as its client and its calls.
    hooks: Mutex<HashMap<u64, Weak<StopHook>>>,
}

#[derive(Default)]
struct Inner {
    /// Every call that has not ended, by the port's name for it.
    ops: HashMap<u64, Weak<parlour_op>>,
    /// Served by an earlier drain: to be asked again.
    served: Vec<Weak<parlour_op>>,
    /// Room for the next such list.
    spare: Vec<Weak<parlour_op>>,
    /// Taken from the port, but more than the consumer had room for.
    left: VecDeque<(Weak<parlour_op>, Ready)>,
}

impl Inner {
    fn nobody_is_due(&self) -> bool {
        self.served.is_empty() && self.left.is_empty()
    }
}

impl Hub {
    pub(crate) fn new(wake: Wake) -> Arc<Hub> {
        let wake = Arc::new(wake);
        let raised = Arc::clone(&wake);
        let port = Port::new(move || raised.raise());
        Arc::new(Hub { port, wake, pool: Pool::new(), inner: Mutex::default(), hooks: Mutex::default() })
    }

    pub(crate) fn port(&self) -> &Port {
        &self.port
    }

    pub(crate) fn wake(&self) -> &Wake {
        &self.wake
    }

    /// Submits a call that this hub serves once it is adopted; `with_callbacks` if it has callbacks.
    pub(crate) fn submit(
        self: &Arc<Hub>,
        client: &Client,
        stops: Option<Arc<StopHook>>,
        call: CallRequest,
        token: u64,
        with_callbacks: bool,
    ) -> Result<Arc<parlour_op>, ErrorInfo> {
        if let Some(hook) = &stops {
            let mut hooks = self.hooks();
            hooks.retain(|_, hook| hook.strong_count() > 0);
            hooks.insert(client.number(), Arc::downgrade(hook));
        }
        let mode = call.mode;
        let op = client.submit(&self.port, call)?;
        let consumer: Arc<dyn Consumer> = Arc::clone(self) as Arc<dyn Consumer>;
        Ok(parlour_op::of(
            op,
            token,
            mode,
            Link::Shared(consumer),
            Arc::clone(&self.pool),
            with_callbacks,
            stops,
        ))
    }

    fn hooks(&self) -> MutexGuard<'_, HashMap<u64, Weak<StopHook>>> {
        self.hooks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Delivers records that belong to no call's outcome. Called without any lock held.
    fn deliver(&self) {
        logs::deliver(&self.port);
        if !self.port.has_stops() {
            return;
        }
        for record in self.port.stops() {
            let hook = self.hooks().get(&record.client).and_then(Weak::upgrade);
            if let Some(hook) = hook {
                hook.tell(&record.notice);
            }
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a call in that was submitted to the port, and arms it.
    pub(crate) fn adopt(&self, op: &Arc<parlour_op>) {
        let mut inner = self.inner();
        inner.ops.insert(op.port_token(), Arc::downgrade(op));
        // Whatever came before it was armed would not be announced.
        if let Some(ready) = ask(op, Take::Armed) {
            inner.left.push_back((Arc::downgrade(op), ready));
            self.wake.raise();
        }
    }

    /// Passes available items to `put`, at most `max` times; returns the number. `put` is called under the hub's lock.
    ///
    /// # Errors
    /// [`ErrorInfo::forked`] in a child that inherited the hub.
    pub(crate) fn drain(
        &self,
        max: usize,
        mut put: impl FnMut(Arc<parlour_op>, Ready),
    ) -> Result<usize, ErrorInfo> {
        self.port.check()?;
        self.deliver();
        let mut inner = self.inner();
        let given = Cell::new(0);
        let mut give = |inner: &mut Inner, op: Arc<parlour_op>, ready: Ready| {
            if given.get() >= max {
                inner.left.push_back((Arc::downgrade(&op), ready));
                return;
            }
            given.set(given.get() + 1);
            if ready.is_last() {
                inner.ops.remove(&op.port_token());
            } else if !op.rests() {
                inner.served.push(Arc::downgrade(&op));
            }
            put(op, ready);
        };
        let spare = std::mem::take(&mut inner.spare);
        let mut served = std::mem::replace(&mut inner.served, spare);
        while given.get() < max
            && let Some((op, ready)) = inner.left.pop_front()
        {
            if let Some(op) = op.upgrade() {
                give(&mut inner, op, ready);
            }
        }
        // Those who waited come before those who were served last time: all have their turn, however small `max` is.
        if given.get() < max {
            self.collect(&mut inner, &mut give)?;
        }
        let mut asked = 0;
        while given.get() < max
            && let Some(op) = served.get(asked)
        {
            asked += 1;
            // A paused call drops out of the list: it is put there again when it is resumed.
            if let Some(op) = op.upgrade().filter(|op| !op.is_paused())
                && let Some(ready) = ask(&op, Take::Armed)
            {
                give(&mut inner, op, ready);
            }
        }
        inner.served.extend(served.drain(asked..));
        served.clear();
        inner.spare = served;
        let has_room = given.get() < max;
        self.clear_wake(&mut inner, has_room, &mut give)?;
        drop(inner);
        // Records that came with the last items are delivered before the host sees the items.
        self.deliver();
        Ok(given.get())
    }

    /// Clears the wake-up if no call is due, and checks once more; what comes then is given if there is room.
    fn clear_wake(
        &self,
        inner: &mut Inner,
        has_room: bool,
        give: &mut impl FnMut(&mut Inner, Arc<parlour_op>, Ready),
    ) -> Result<(), ErrorInfo> {
        let mut due = false;
        if inner.nobody_is_due() {
            // In this order: a report after the check raises the wake-up again.
            self.wake.clear();
            match has_room {
                true => self.collect(inner, give)?,
                false => due = self.port.has_ready(),
            }
        }
        if due || !inner.nobody_is_due() {
            self.wake.raise();
        }
        Ok(())
    }

    fn collect(
        &self,
        inner: &mut Inner,
        give: &mut impl FnMut(&mut Inner, Arc<parlour_op>, Ready),
    ) -> Result<(), ErrorInfo> {
        for woken in self.port.drain(MOST)? {
            // A call without a handle was abandoned; its late items are dropped.
            let Some(op) = inner.ops.get(&woken.token).and_then(Weak::upgrade) else { continue };
            if op.is_paused() {
                // Kept until it is resumed, and asked again.
                op.keep(woken.take);
            } else if let Some(ready) = ask(&op, woken.take) {
                give(inner, op, ready);
            }
        }
        Ok(())
    }
}

impl Consumer for Hub {
    fn ask_again(&self, port_token: u64) {
        let mut inner = self.inner();
        if let Some(op) = inner.ops.get(&port_token).cloned() {
            inner.served.push(op);
            self.wake.raise();
        }
    }

    fn forget(&self, port_token: u64) {
        self.inner().ops.remove(&port_token);
    }
}

/// The next item of a call for its consumer.
fn ask(op: &parlour_op, first: Take) -> Option<Ready> {
    op.advance(first).unwrap_or_else(|error| Some(Ready::Failed(error)))
}
