//! A value of which each process has its own: made at first use, and anew in a forked child, which leaks its parent's.
//!
//! An atomic pointer instead of a lock or `OnceLock`: a child may have inherited either while a thread that does not
//! exist in it was inside. Objects of the parent are never dropped, because closing its connections or joining its
//! threads would affect resources that the parent still uses.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::fork;

pub(crate) struct PerProcess<T> {
    /// Null, or from `Box::into_raw` in [`PerProcess::get_or_try_init`].
    current: AtomicPtr<Stamped<T>>,
    /// Shared between threads only where a `T` may be.
    owns: PhantomData<T>,
}

/// A value and the process that it belongs to.
struct Stamped<T> {
    generation: u32,
    value: T,
}

impl<T> PerProcess<T> {
    pub(crate) const fn new() -> PerProcess<T> {
        PerProcess { current: AtomicPtr::new(std::ptr::null_mut()), owns: PhantomData }
    }

    /// The value of this process, if it was made and `self` is given up; a parent's is leaked.
    pub(crate) fn take(&mut self) -> Option<T> {
        let current = std::mem::replace(self.current.get_mut(), std::ptr::null_mut());
        // SAFETY: null, or from `Box::into_raw`; `&mut self` excludes other readers.
        let generation = unsafe { current.as_ref() }?.generation;
        // SAFETY: as above, and taken out of its place.
        (generation == fork::generation()).then(|| unsafe { Box::from_raw(current) }.value)
    }
}

impl<T: Send + Sync> PerProcess<T> {
    /// The value of this process. Of two threads that make it at once the first one's is kept.
    ///
    /// # Errors
    /// Those of `make`; it is called again next time.
    pub(crate) fn get_or_try_init<E>(&self, make: impl Fn() -> Result<T, E>) -> Result<&T, E> {
        let generation = fork::generation();
        loop {
            let seen = self.current.load(Ordering::Acquire);
            // SAFETY: null, or from `Box::into_raw` below. It is freed by `take` alone, which has `&mut self`; what
            // another process left is leaked when it is replaced.
            if let Some(current) = unsafe { seen.as_ref() }
                && current.generation == generation
            {
                return Ok(&current.value);
            }
            fork::watch();
            let made = Box::into_raw(Box::new(Stamped { generation, value: make()? }));
            if self.current.compare_exchange(seen, made, Ordering::AcqRel, Ordering::Acquire).is_err() {
                // SAFETY: `made` is ours and was not shared.
                drop(unsafe { Box::from_raw(made) });
            }
        }
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        drop(self.take());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn it_is_made_once_and_again_after_a_failure() {
        let mut cell = PerProcess::new();
        assert_eq!(cell.get_or_try_init(|| Err::<u32, _>("no")), Err("no"));
        assert_eq!(cell.get_or_try_init(|| Ok::<_, &str>(1)), Ok(&1));
        assert_eq!(cell.get_or_try_init(|| Ok::<_, &str>(2)), Ok(&1));
        assert_eq!((cell.take(), cell.take()), (Some(1), None));
    }
}
