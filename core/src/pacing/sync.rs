//! The lock of the limiter: that of std, or in the tests of `schedules.rs` that of shuttle, which decides at each use
//! of it which task goes on. Whatever else the threads of a limiter come to share belongs here, or no schedule tries
//! it.

#[cfg(all(test, shuttle))]
pub(super) use shuttle::sync::{Mutex, MutexGuard};
#[cfg(not(all(test, shuttle)))]
pub(super) use std::sync::{Mutex, MutexGuard};
