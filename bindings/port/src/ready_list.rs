//! The ready list of a port: the queues that have something for an armed consumer, and the one wake-up that announces
//! them all.

use std::fmt;

use crate::sync::{Arc, AtomicBool, Mutex, Ordering, lock};

/// Shared by a port and its queues, of type `Q`.
pub(crate) struct ReadyList<Q> {
    pending: AtomicBool,
    /// `None` when the port is gone, because queues and list would keep each other alive.
    ready: Mutex<Option<Vec<Q>>>,
    waker: Box<dyn Fn() + Send + Sync>,
}

impl<Q> ReadyList<Q> {
    pub(crate) fn new(waker: impl Fn() + Send + Sync + 'static) -> Arc<ReadyList<Q>> {
        Arc::new(ReadyList {
            pending: AtomicBool::new(false),
            ready: Mutex::new(Some(Vec::new())),
            waker: Box::new(waker),
        })
    }

    /// Puts queues on the list and wakes the consumer, unless a wake-up is pending already (coalescing).
    pub(crate) fn push(&self, queues: impl IntoIterator<Item = Q>) {
        match lock(&self.ready).as_mut() {
            Some(ready) => ready.extend(queues),
            None => return,
        }
        if !self.pending.swap(true, Ordering::AcqRel) {
            (self.waker)();
        }
    }

    /// The queues that became ready since the last time; the flag is cleared before the list is taken. A swap, not a
    /// store: it is ordered with the swaps of the producers.
    pub(crate) fn take(&self) -> Vec<Q> {
        self.pending.swap(false, Ordering::AcqRel);
        lock(&self.ready).as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether a wake-up is pending that no [`ReadyList::take`] has answered.
    pub(crate) fn is_pending(&self) -> bool {
        self.pending.load(Ordering::Acquire)
    }

    /// Drops the entries. From now on the list accepts nothing and wakes nobody.
    pub(crate) fn close(&self) {
        let dropped = lock(&self.ready).take();
        drop(dropped);
    }
}

impl<Q> fmt::Debug for ReadyList<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadyList").field("pending", &self.pending).finish_non_exhaustive()
    }
}
