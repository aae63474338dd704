//! The bounded queue of one operation: the only buffer between the network and the consumer, where back-pressure
//! begins.

use std::collections::VecDeque;
use std::fmt;
use std::task::{Context, Poll, Waker};

use crate::ready_list::ReadyList;
use crate::sync::{Arc, Mutex, lock};

/// When a queue counts as full (its high-water mark). It takes the batch that crosses the mark, so a single item may be
/// of any size.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Number of items.
    pub items: usize,
    /// Sum of their sizes as the producer gave them, in bytes.
    pub bytes: usize,
}

/// The result of taking from a queue.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken<T> {
    /// All there was, up to the limit given; never empty.
    Items(Vec<T>),
    /// Nothing: the port will be woken when there is something.
    Armed,
    /// The consumer closed the queue.
    Closed,
}

/// One operation's queue. A clone is another handle: one side produces, the other consumes.
pub struct Queue<T> {
    shared: Arc<QueueInner<T>>,
}

struct QueueInner<T> {
    token: u64,
    capacity: Capacity,
    ready: Arc<ReadyList<Queue<T>>>,
    state: Mutex<QueueState<T>>,
}

struct QueueState<T> {
    items: VecDeque<(T, usize)>,
    bytes: usize,
    /// The consumer found nothing and waits for a wake-up.
    armed: bool,
    closed: bool,
    /// The last item is in: nothing the producer still has is wanted.
    sealed: bool,
    /// The producer, waiting for capacity.
    producer: Option<Waker>,
}

impl<T> Queue<T> {
    pub(crate) fn new(token: u64, capacity: Capacity, ready: Arc<ReadyList<Queue<T>>>) -> Queue<T> {
        let state = QueueState {
            items: VecDeque::new(),
            bytes: 0,
            armed: false,
            closed: false,
            sealed: false,
            producer: None,
        };
        Queue { shared: Arc::new(QueueInner { token, capacity, ready, state: Mutex::new(state) }) }
    }

    /// The consumer's name for this queue.
    #[must_use]
    pub fn token(&self) -> u64 {
        self.shared.token
    }

    /// Producer: puts a batch in, each item with its size in bytes, also beyond the capacity, and wakes the consumer if
    /// it is armed. False if nothing is wanted any more; the items are dropped then.
    pub fn push(&self, batch: impl IntoIterator<Item = (T, usize)>) -> bool {
        let announce = {
            let mut state = lock(&self.shared.state);
            if state.closed || state.sealed {
                return false;
            }
            for (item, bytes) in batch {
                state.bytes = state.bytes.saturating_add(bytes);
                state.items.push_back((item, bytes));
            }
            state.disarm_if_filled()
        };
        if announce {
            self.shared.ready.push([self.clone()]);
        }
        true
    }

    /// Replaces all waiting items by a last one, from any thread. Later pushes fail, and an armed consumer is woken.
    /// False if the queue was already sealed or closed.
    pub fn seal(&self, last: T) -> bool {
        let (dropped, announce, producer) = {
            let mut state = lock(&self.shared.state);
            if state.closed || state.sealed {
                return false;
            }
            state.sealed = true;
            state.bytes = 0;
            let dropped = std::mem::replace(&mut state.items, VecDeque::from([(last, 0)]));
            (dropped, state.disarm_if_filled(), state.producer.take())
        };
        drop(dropped);
        if let Some(producer) = producer {
            producer.wake();
        }
        if announce {
            self.shared.ready.push([self.clone()]);
        }
        true
    }

    /// Producer: ready with true when the queue is not full, with false when nothing is wanted any more.
    pub fn poll_capacity(&self, cx: &mut Context<'_>) -> Poll<bool> {
        let mut state = lock(&self.shared.state);
        if state.closed || state.sealed {
            return Poll::Ready(false);
        }
        if !state.is_full(self.shared.capacity) {
            return Poll::Ready(true);
        }
        match &mut state.producer {
            Some(waker) => waker.clone_from(cx.waker()),
            none => *none = Some(cx.waker().clone()),
        }
        Poll::Pending
    }

    /// Consumer: takes up to `max` items; if there are none, arms the queue.
    pub fn take(&self, max: usize) -> Taken<T> {
        self.take_and(max, true)
    }

    /// Consumer: arms the queue if it is empty, and takes nothing. False if there is something to take, or it was
    /// closed.
    #[must_use]
    pub fn arm(&self) -> bool {
        let mut state = lock(&self.shared.state);
        let arms = !state.closed && state.items.is_empty();
        state.armed |= arms;
        arms
    }

    /// As [`Queue::take`], for a drain: a queue that was emptied since it became ready is not armed.
    pub(crate) fn take_unarmed(&self, max: usize) -> Taken<T> {
        self.take_and(max, false)
    }

    fn take_and(&self, max: usize, arm: bool) -> Taken<T> {
        let (taken, producer) = {
            let mut state = lock(&self.shared.state);
            if state.closed {
                return Taken::Closed;
            }
            if state.items.is_empty() {
                state.armed |= arm;
                return Taken::Armed;
            }
            let count = state.items.len().min(max.max(1));
            let mut freed = 0_usize;
            let taken: Vec<T> = state
                .items
                .drain(..count)
                .map(|(item, bytes)| {
                    freed = freed.saturating_add(bytes);
                    item
                })
                .collect();
            state.bytes = state.bytes.saturating_sub(freed);
            if state.items.is_empty() {
                // Its memory is freed: a server holds many streams that only wait.
                state.items = VecDeque::new();
            }
            let drained = state.is_below_low_water(self.shared.capacity);
            (taken, if drained { state.producer.take() } else { None })
        };
        if let Some(producer) = producer {
            producer.wake();
        }
        Taken::Items(taken)
    }

    /// Closes the queue on the consumer's side. Its items are dropped, the producer is woken, and the consumer is not
    /// woken any more.
    pub fn close(&self) {
        let (items, producer) = {
            let mut state = lock(&self.shared.state);
            state.closed = true;
            state.armed = false;
            state.bytes = 0;
            (std::mem::take(&mut state.items), state.producer.take())
        };
        drop(items);
        if let Some(producer) = producer {
            producer.wake();
        }
    }

    /// Whether the consumer gave up.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        lock(&self.shared.state).closed
    }

    /// Whether nothing the producer still has is wanted: the queue was closed, or has its last item.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let state = lock(&self.shared.state);
        state.closed || state.sealed
    }

    /// Wakes the consumer of the port, unless a wake-up is pending already.
    pub fn wake_port(&self) {
        self.shared.ready.push([]);
    }
}

impl<T> QueueState<T> {
    /// Whether to wake the consumer for the items present. True once, because this disarms the queue.
    fn disarm_if_filled(&mut self) -> bool {
        let announce = self.armed && !self.items.is_empty();
        self.armed = self.armed && !announce;
        announce
    }

    fn is_full(&self, capacity: Capacity) -> bool {
        self.items.len() >= capacity.items || self.bytes >= capacity.bytes
    }

    /// The low-water mark is half of the capacity: a producer woken earlier would fill the queue at once.
    fn is_below_low_water(&self, capacity: Capacity) -> bool {
        self.items.len() <= capacity.items / 2 && self.bytes <= capacity.bytes / 2
    }
}

impl<T> Clone for Queue<T> {
    fn clone(&self) -> Queue<T> {
        Queue { shared: Arc::clone(&self.shared) }
    }
}

impl<T> fmt::Debug for Queue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").field("token", &self.shared.token).finish_non_exhaustive()
    }
}
