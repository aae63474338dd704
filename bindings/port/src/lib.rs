//! The wake-up protocol between the runtime's threads and one consumer of a host language: bounded queues, the port
//! they share, the single wake-up that serves all ready queues of a port, and an executor for tasks that the consumer's
//! event loop runs itself. No async runtime is used here.
//!
//! A consumer that finds nothing *arms* its queue. Data for an armed queue puts it on the port's ready list; the
//! port's `pending` flag goes from false to true at most once until it is drained, and only then the waker runs.
//!
//! No wake-up is lost: the consumer clears its own signal (a file descriptor, say), *then* `pending`, *then* takes
//! the ready list; the producer fills the ready list, *then* sets `pending`. If the producer finds the flag set, its
//! entry was in the list before the consumer, who clears the flag later, looks there: the lock of the list orders
//! the two.
#![forbid(unsafe_code)]

mod executor;
mod port;
mod queue;
mod ready_list;

pub use executor::{Executor, Notifier, Task};
pub use port::Port;
pub use queue::{Capacity, Queue, Taken};

/// The primitives, real or modelled.
mod sync {
    #[cfg(loom)]
    pub(crate) use loom::sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    };
    #[cfg(not(loom))]
    pub(crate) use std::sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    };

    /// Locks, whatever happened to an earlier holder: every critical section here leaves its data whole.
    pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
