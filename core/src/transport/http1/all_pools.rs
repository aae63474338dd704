//! The pools of all clients of the process, for a moment in which it has no descriptor left: an idle connection costs
//! one, and a call that needs it is worth more.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

use super::idle_pool::IdlePool;

static ALL: Mutex<Vec<Weak<IdlePool>>> = Mutex::new(Vec::new());

/// How often the lock is tried for. It is held for less than a microsecond; in a forked child it may be held for
/// ever, by a thread that does not exist there.
const TRIES: u32 = 1_000;

/// Has [`give_up`] know this pool, for as long as it lives.
pub(super) fn add(pool: &Arc<IdlePool>) {
    let Some(mut all) = lock() else { return };
    // Looked through only where the list would grow, so that many clients cost no more than a few each.
    if all.len() == all.capacity() {
        all.retain(|pool| pool.strong_count() > 0);
    }
    all.push(Arc::downgrade(pool));
}

/// Closes the idle connections of all clients of this process, and gives their number.
pub(crate) fn give_up() -> usize {
    // The pools lock themselves, and closing takes time: not under this lock.
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
