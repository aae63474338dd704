//! Forks: a generation number that changes in the child.
//!
//! After `fork` a child has none of its parent's threads, and any lock may have been inherited locked. So a child
//! reaches our global state only through atomics, and compares its generation with this number; objects of another
//! generation are neither used nor dropped.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

static GENERATION: AtomicU32 = AtomicU32::new(0);
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The number of forks between this process and the one that loaded the library. One relaxed load.
#[must_use]
pub fn generation() -> u32 {
    GENERATION.load(Ordering::Relaxed)
}

/// Counts forks from now on. Call it before storing a generation.
pub(crate) fn watch() {
    if WATCHED.swap(true, Ordering::AcqRel) {
        return;
    }
    // SAFETY: `child` is an `extern "C"` function that lives as long as the library and does nothing but add to an
    // atomic, which is allowed between fork and exec. Failure (out of memory) would only leave forks unnoticed.
    unsafe {
        libc::pthread_atfork(None, None, Some(child));
    }
}

extern "C" fn child() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}
