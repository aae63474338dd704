//! A pool of ports of finished calls for later calls: creating one costs more than the rest of a short call's
//! bookkeeping, and may take a descriptor.
//!
//! Forks: the slots are swapped atomically instead of guarded by a lock, which a child could inherit held. A port that
//! a child finds here belongs to its parent and is dropped, which does not touch shared resources ([`Port`]'s `Drop`).
//!
//! Boxes instead of `Arc`s: the raw pointer of an `Arc` points into its block, which leak checkers report at exit.
#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::port::Port;

/// Ports kept at most; further ones are dropped.
const SLOTS: usize = 64;

/// A pool of ports of one kind: those of [`blocking_port`], or a host's own type around a [`Port`]. Any thread.
pub struct IdlePorts<T> {
    /// Null, or from `Box::into_raw` in [`IdlePorts::give_back`].
    slots: [AtomicPtr<T>; SLOTS],
    owns: PhantomData<Box<T>>,
}

impl<T> IdlePorts<T> {
    /// An empty pool.
    #[must_use]
    pub const fn new() -> IdlePorts<T> {
        IdlePorts { slots: [const { AtomicPtr::new(null_mut()) }; SLOTS], owns: PhantomData }
    }
}

impl<T: AsRef<Port> + Send + Sync> IdlePorts<T> {
    /// Takes an unused port; `None` if there is none.
    #[must_use]
    pub fn take(&self) -> Option<Box<T>> {
        for slot in &self.slots {
            if slot.load(Ordering::Relaxed).is_null() {
                continue;
            }
            let found = slot.swap(null_mut(), Ordering::AcqRel);
            if found.is_null() {
                continue;
            }
            // SAFETY: from `Box::into_raw` in `give_back`, and taken out by this swap alone.
            let port = unsafe { Box::from_raw(found) };
            let bridge: &Port = (*port).as_ref();
            if bridge.check().is_ok() {
                return Some(port);
            }
        }
        None
    }

    /// Returns a port to the pool, after its operation has ended, its log records were taken, and its descriptor, if
    /// any, was cleared.
    pub fn give_back(&self, port: Box<T>) {
        let bridge: &Port = (*port).as_ref();
        if bridge.clear().is_err() {
            return;
        }
        let port = Box::into_raw(port);
        for slot in &self.slots {
            if slot.compare_exchange(null_mut(), port, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                return;
            }
        }
        // SAFETY: from `Box::into_raw` above, and in no slot.
        drop(unsafe { Box::from_raw(port) });
    }
}

impl<T> Default for IdlePorts<T> {
    fn default() -> IdlePorts<T> {
        IdlePorts::new()
    }
}

impl<T> Drop for IdlePorts<T> {
    fn drop(&mut self) {
        for slot in &mut self.slots {
            let port = *slot.get_mut();
            if !port.is_null() {
                // SAFETY: from `Box::into_raw` in `give_back`; no other thread has this pool any more.
                drop(unsafe { Box::from_raw(port) });
            }
        }
    }
}

impl<T> fmt::Debug for IdlePorts<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdlePorts").finish_non_exhaustive()
    }
}

static BLOCKING: IdlePorts<Port> = IdlePorts::new();

/// A port for [`Client::prepare_blocking`](crate::Client::prepare_blocking), which takes the log records and stops of
/// the call and wakes no thread. Return it with [`keep_blocking_port`] when they were taken.
#[must_use]
pub fn blocking_port() -> Box<Port> {
    BLOCKING.take().unwrap_or_else(|| Box::new(Port::new(|| {})))
}

/// Keeps a port of a blocking call that has ended for the next one.
pub fn keep_blocking_port(port: Box<Port>) {
    BLOCKING.give_back(port);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_used_again_and_one_too_many_is_dropped() {
        let pool = IdlePorts::new();
        assert!(pool.take().is_none());
        let port = Box::new(Port::new(|| {}));
        let same: *const Port = &raw const *port;
        pool.give_back(port);
        let again = pool.take().unwrap();
        assert_eq!(&raw const *again, same);
        assert!(pool.take().is_none());
        for _ in 0..SLOTS + 1 {
            pool.give_back(Box::new(Port::new(|| {})));
        }
        pool.give_back(again);
        assert_eq!(std::iter::from_fn(|| pool.take()).count(), SLOTS);
        pool.give_back(Box::new(Port::new(|| {})));
        drop(pool);
    }
}
