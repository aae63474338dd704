//! Forks: a generation number that changes in the child.
//!
//! After `fork` a child has none of its parent's threads, and any lock may have been inherited locked. So what a
//! child can reach of ours is found through atomics and compared with this number; what belongs to another
//! generation is left as it is and never dropped.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

static GENERATION: AtomicU32 = AtomicU32::new(0);
static WATCHED: AtomicBool = AtomicBool::new(false);

/// How many forks lie between this process and the one that loaded the library. One relaxed load.
#[must_use]
pub fn generation() -> u32 {
    GENERATION.load(Ordering::Relaxed)
}

/// Counts forks from now on. Called by whatever remembers a generation, before it does.
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
