//! The bounded queue of one operation: the only buffer between the network and the consumer. It must not know what
//! its items are.

use std::collections::VecDeque;
use std::fmt;
use std::task::{Context, Poll, Waker};

use crate::port::Reports;
use crate::sync::{Arc, Mutex, lock};

/// When a queue counts as full. It takes the batch that crosses a limit, so a single item may be of any weight.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Items.
    pub items: usize,
    /// Sum of the weights that the producer gave, in bytes.
    pub weight: usize,
}

/// What a consumer got.
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
    shared: Arc<Shared<T>>,
}

struct Shared<T> {
    token: u64,
    limits: Capacity,
    port: Arc<Reports<T>>,
    state: Mutex<State<T>>,
}

struct State<T> {
    items: VecDeque<(T, usize)>,
    weight: usize,
    /// The consumer found nothing and waits for a wake-up.
    armed: bool,
    closed: bool,
    /// The last item is in: nothing the producer still has is wanted.
    sealed: bool,
    /// The producer, waiting for room.
    producer: Option<Waker>,
}

impl<T> Queue<T> {
    pub(crate) fn new(token: u64, limits: Capacity, port: Arc<Reports<T>>) -> Queue<T> {
        let state = State {
            items: VecDeque::new(),
            weight: 0,
            armed: false,
            closed: false,
            sealed: false,
            producer: None,
        };
        Queue { shared: Arc::new(Shared { token, limits, port, state: Mutex::new(state) }) }
    }

    /// The consumer's name for this queue.
    #[must_use]
    pub fn token(&self) -> u64 {
        self.shared.token
    }

    /// Producer: puts a batch in, each item with its weight, whether there is room or not, and wakes the consumer
    /// if it waits. False if nothing is wanted any more; the items
    /// are dropped then.
    pub fn push(&self, batch: impl IntoIterator<Item = (T, usize)>) -> bool {
        let hungry = {
            let mut state = lock(&self.shared.state);
            if state.closed || state.sealed {
                return false;
            }
            for (item, weight) in batch {
                state.weight = state.weight.saturating_add(weight);
                state.items.push_back((item, weight));
            }
            state.feeds_the_hungry()
        };
        if hungry {
            self.shared.port.report([self.clone()]);
        }
        true
    }

    /// Puts a last item in the place of all that waits, from any side: the producer is told that nothing more is
    /// wanted, a consumer that waits is woken. False if that happened before, or the queue was closed.
    pub fn seal(&self, last: T) -> bool {
        let (dropped, hungry, producer) = {
            let mut state = lock(&self.shared.state);
            if state.closed || state.sealed {
                return false;
            }
            state.sealed = true;
            state.weight = 0;
            let dropped = std::mem::replace(&mut state.items, VecDeque::from([(last, 0)]));
            (dropped, state.feeds_the_hungry(), state.producer.take())
        };
        drop(dropped);
        if let Some(producer) = producer {
            producer.wake();
        }
        if hungry {
            self.shared.port.report([self.clone()]);
        }
        true
    }

    /// Producer: ready with true when there is room, with false when nothing is wanted any more.
    pub fn poll_room(&self, cx: &mut Context<'_>) -> Poll<bool> {
        let mut state = lock(&self.shared.state);
        if state.closed || state.sealed {
            return Poll::Ready(false);
        }
        if !state.is_full(self.shared.limits) {
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

    /// Consumer: arms the queue if it is empty, and takes nothing. False if there is something to take, or it was closed.
    #[must_use]
    pub fn arm(&self) -> bool {
        let mut state = lock(&self.shared.state);
        let arms = !state.closed && state.items.is_empty();
        state.armed |= arms;
        arms
    }

    /// As [`Queue::take`], for a drain: a queue that was emptied since it reported is left as it is.
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
                .map(|(item, weight)| {
                    freed = freed.saturating_add(weight);
                    item
                })
                .collect();
            state.weight = state.weight.saturating_sub(freed);
            if state.items.is_empty() {
                // A server holds many streams that only wait.
                state.items = VecDeque::new();
            }
            let roomy = state.is_roomy(self.shared.limits);
            (taken, if roomy { state.producer.take() } else { None })
        };
        if let Some(producer) = producer {
            producer.wake();
        }
        Taken::Items(taken)
    }

    /// Consumer: gives up. What lies in the queue is dropped, the producer learns of it, nothing is announced any more.
    pub fn close(&self) {
        let (items, producer) = {
            let mut state = lock(&self.shared.state);
            state.closed = true;
            state.armed = false;
            state.weight = 0;
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
}

impl<T> State<T> {
    /// Whether the consumer has to be told of what is there now; it is told once.
    fn feeds_the_hungry(&mut self) -> bool {
        let hungry = self.armed && !self.items.is_empty();
        self.armed = self.armed && !hungry;
        hungry
    }

    fn is_full(&self, limits: Capacity) -> bool {
        self.items.len() >= limits.items || self.weight >= limits.weight
    }

    /// Half empty: a producer woken for less would be back at once.
    fn is_roomy(&self, limits: Capacity) -> bool {
        self.items.len() <= limits.items / 2 && self.weight <= limits.weight / 2
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
