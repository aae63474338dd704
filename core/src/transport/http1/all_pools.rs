//! The pools of all clients of the process. When no descriptor is left, idle connections are closed so that a call can
//! have theirs.

use std::sync::{Arc, Mutex, Weak};

use super::idle_pool::IdlePool;
use crate::brief_lock::lock;

static ALL: Mutex<Vec<Weak<IdlePool>>> = Mutex::new(Vec::new());

/// Registers this pool with [`give_up`] for as long as it lives.
pub(super) fn add(pool: &Arc<IdlePool>) {
    let Some(mut all) = lock(&ALL) else { return };
    // Pruned only before the list would grow, so that the cost for each client stays constant.
    if all.len() == all.capacity() {
        all.retain(|pool| pool.strong_count() > 0);
    }
    all.push(Arc::downgrade(pool));
}

/// Closes the idle connections of all clients of this process, and returns their number.
pub(crate) fn give_up() -> usize {
    // The pools have their own locks, and closing takes time: do not hold this lock.
    let pools: Vec<Arc<IdlePool>> = match lock(&ALL) {
        Some(all) => all.iter().filter_map(Weak::upgrade).collect(),
        None => return 0,
    };
    pools.iter().map(|pool| pool.give_up()).sum()
}
