//! Locks that a forked child may find held for ever, by a thread that does not exist there.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// How often the lock is tried. Its holders keep it for microseconds.
const TRIES: u32 = 1_000;

/// Takes a lock; `None` if it stays held.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    for _ in 0..TRIES {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
    None
}
