//! The pools of all clients of the process. When no descriptor is left, idle connections are closed so that a call can
//! have theirs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

use super::idle_pool::IdlePool;

static ALL: Mutex<Vec<Weak<IdlePool>>> = Mutex::new(Vec::new());

/// How often the lock is tried. It is held for less than a microsecond; in a forked child it may be held for ever, by a
/// thread that does not exist there.
const TRIES: u32 = 1_000;

/// Registers this pool with [`give_up`] for as long as it lives.
pub(super) fn add(pool: &Arc<IdlePool>) {
    let Some(mut all) = lock() else { return };
    // Pruned only before the list would grow, so that the cost for each client stays constant.
    if all.len() == all.capacity() {
        all.retain(|pool| pool.strong_count() > 0);
    }
    all.push(Arc::downgrade(pool));
}

/// Closes the idle connections of all clients of this process, and returns their number.
pub(crate) fn give_up() -> usize {
    // The pools have their own locks, and closing takes time: do not hold this lock.
    let pools: Vec<Arc<IdlePool>> = match lock() {
        Some(all) => all.iter().filter_map(Weak::upgrade).collect(),
        None => return 0,
    };
    pools.iter().map(|pool| pool.give_up()).sum()
}

fn lock() -> Option<MutexGuard<'static, Vec<Weak<IdlePool>>>> {
    for _ in 0..TRIES {
        match ALL.try_lock() {
            Ok(all) => return Some(all),
            Err(TryLockError::Poisoned(poisoned)) => return Some(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
    None
}
