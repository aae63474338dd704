//! The port: one per consumer context (an event loop, a JavaScript environment, a blocking call). It must not know
//! what a wake-up does.

use std::fmt;

use crate::queue::{Capacity, Queue, Taken};
use crate::sync::{Arc, AtomicBool, Mutex, Ordering, lock};

/// Where queues report that they have something. Any thread may use it, but only one consumer at a time may drain.
/// Once it is dropped, nobody is woken any more.
pub struct Port<T> {
    shared: Arc<Reports<T>>,
}

/// What the queues of a port know of it.
pub(crate) struct Reports<T> {
    pending: AtomicBool,
    /// The queues that have something for a hungry consumer; `None` when the port is gone, because queues and list
    /// would keep each other alive.
    ready: Mutex<Option<Vec<Queue<T>>>>,
    waker: Box<dyn Fn() + Send + Sync>,
}

impl<T> Port<T> {
    /// A port whose consumer is woken by `waker`. It is called on the producers' threads, must not block and must
    /// not call back into the port.
    pub fn new(waker: impl Fn() + Send + Sync + 'static) -> Port<T> {
        Port {
            shared: Arc::new(Reports {
                pending: AtomicBool::new(false),
                ready: Mutex::new(Some(Vec::new())),
                waker: Box::new(waker),
            }),
        }
    }

    /// A queue that reports here. `token` is the consumer's name for it.
    pub fn queue(&self, token: u64, limits: Capacity) -> Queue<T> {
        Queue::new(token, limits, Arc::clone(&self.shared))
    }

    /// Takes what the queues that were armed now have, about `max` items in all. Call it after clearing the signal
    /// that the waker gave. What does not fit is announced by another wake-up.
    pub fn drain(&self, max: usize) -> Vec<(u64, Vec<T>)> {
        let mut ready = self.reported();
        let mut batches = Vec::with_capacity(ready.len());
        let mut left = max.max(1);
        let mut served = 0;
        for queue in &ready {
            if left == 0 {
                break;
            }
            served += 1;
            if let Taken::Items(items) = queue.take_unarmed(left) {
                left -= items.len().min(left);
                batches.push((queue.token(), items));
            }
        }
        if served < ready.len() {
            ready.drain(..served);
            self.shared.report(ready);
        }
        batches
    }

    /// Forgets who reported: for a port with a single queue, whose consumer asks that queue itself afterwards.
    pub fn clear(&self) {
        drop(self.reported());
    }

    /// Whether a wake-up is owed or under way that no drain has answered. A report that this misses wakes the consumer after
    /// it.
    pub fn has_ready(&self) -> bool {
        self.shared.pending.load(Ordering::Acquire)
    }

    /// Has the consumer woken, unless it was and has not looked since.
    pub fn wake(&self) {
        self.shared.report([]);
    }

    /// The queues that reported since the last look; the flag is cleared before the list is taken. A swap, not a
    /// store: it stands in one order with the swaps of the producers.
    fn reported(&self) -> Vec<Queue<T>> {
        self.shared.pending.swap(false, Ordering::AcqRel);
        lock(&self.shared.ready).as_mut().map(std::mem::take).unwrap_or_default()
    }
}

impl<T> Reports<T> {
    /// Puts queues on the ready list and wakes the consumer if nobody has since its last look.
    pub(crate) fn report(&self, queues: impl IntoIterator<Item = Queue<T>>) {
        match lock(&self.ready).as_mut() {
            Some(ready) => ready.extend(queues),
            None => return,
        }
        if !self.pending.swap(true, Ordering::AcqRel) {
            (self.waker)();
        }
    }
}

impl<T> Drop for Port<T> {
    fn drop(&mut self) {
        let forgotten = lock(&self.shared.ready).take();
        drop(forgotten);
    }
}

impl<T> fmt::Debug for Port<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Port").field("pending", &self.shared.pending).finish_non_exhaustive()
    }
}
