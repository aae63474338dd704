//! The port: one per consumer context (an event loop, a JavaScript environment, a blocking call).

use std::fmt;

use crate::queue::{Capacity, Queue, Taken};
use crate::ready_list::ReadyList;
use crate::sync::Arc;

/// Collects the queues that have something. Any thread may use it, but only one consumer at a time may drain.
/// Once it is dropped, wake-ups stop.
pub struct Port<T> {
    ready: Arc<ReadyList<Queue<T>>>,
}

impl<T> Port<T> {
    /// A port whose consumer is woken by `waker`. It is called on the producers' threads, must not block and must
    /// not call back into the port.
    pub fn new(waker: impl Fn() + Send + Sync + 'static) -> Port<T> {
        Port { ready: ReadyList::new(waker) }
    }

    /// A queue of this port. `token` is the consumer's name for it.
    pub fn queue(&self, token: u64, capacity: Capacity) -> Queue<T> {
        Queue::new(token, capacity, Arc::clone(&self.ready))
    }

    /// Takes the items of the queues on the ready list, about `max` in all. Call it after clearing the waker's signal.
    /// Another wake-up announces the rest.
    pub fn drain(&self, max: usize) -> Vec<(u64, Vec<T>)> {
        let mut ready = self.ready.take();
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
            self.ready.push(ready);
        }
        batches
    }

    /// Empties the ready list: for a port with a single queue, whose consumer asks that queue itself afterwards.
    pub fn clear(&self) {
        drop(self.ready.take());
    }

    /// Whether a wake-up is pending that no drain has answered. A queue that becomes ready after this wakes the
    /// consumer.
    pub fn has_ready(&self) -> bool {
        self.ready.is_pending()
    }

    /// Wakes the consumer, unless a wake-up is pending already.
    pub fn wake(&self) {
        self.ready.push([]);
    }
}

impl<T> Drop for Port<T> {
    fn drop(&mut self) {
        self.ready.close();
    }
}

impl<T> fmt::Debug for Port<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Port").field("ready", &self.ready).finish_non_exhaustive()
    }
}
