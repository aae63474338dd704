//! Masks of POSIX signals: the host keeps its handling of them, whatever threads of ours do.
#![allow(unsafe_code)]

/// Keeps signals away from this thread, and from the threads it starts, until it is dropped. Those that report a
/// fault of the thread itself are let through.
#[derive(Debug)]
pub struct SignalMask {
    before: Option<libc::sigset_t>,
}

impl SignalMask {
    /// Masks the signals of this thread.
    #[must_use]
    #[allow(clippy::new_without_default)] // It acts.
    pub fn new() -> SignalMask {
        let mask = all_but_faults();
        // SAFETY: `before` is initialised by `pthread_sigmask` before it is read.
        unsafe {
            let mut before: libc::sigset_t = std::mem::zeroed();
            let set = libc::pthread_sigmask(libc::SIG_SETMASK, &raw const mask, &raw mut before);
            SignalMask { before: (set == 0).then_some(before) }
        }
    }
}

impl Drop for SignalMask {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // SAFETY: a set that `pthread_sigmask` filled in.
            unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, std::ptr::null_mut()) };
        }
    }
}

/// Blocks SIGPIPE on this thread until it is dropped, and consumes one that was raised meanwhile: a write below us that
/// does not ask for `MSG_NOSIGNAL` must not end the host.
pub(crate) struct SigpipeGuard {
    before: Option<libc::sigset_t>,
}

impl SigpipeGuard {
    pub(crate) fn new() -> SigpipeGuard {
        // SAFETY: sets are initialised by `sigemptyset` and the two calls before they are read.
        unsafe {
            let mut pending: libc::sigset_t = std::mem::zeroed();
            if libc::sigpending(&raw mut pending) != 0
                || libc::sigismember(&raw const pending, libc::SIGPIPE) != 0
            {
                // One is waiting already: it is the host's, and another adds nothing to it.
                return SigpipeGuard { before: None };
            }
            let mut before: libc::sigset_t = std::mem::zeroed();
            let set = libc::pthread_sigmask(libc::SIG_BLOCK, &PIPE.0, &raw mut before);
            SigpipeGuard { before: (set == 0).then_some(before) }
        }
    }
}

impl Drop for SigpipeGuard {
    fn drop(&mut self) {
        let Some(before) = &self.before else { return };
        // SAFETY: as above; `sigwait` returns at once, since the signal it waits for is pending on this thread, which
        // alone can take it.
        unsafe {
            let mut pending: libc::sigset_t = std::mem::zeroed();
            if libc::sigpending(&raw mut pending) == 0
                && libc::sigismember(&raw const pending, libc::SIGPIPE) == 1
            {
                let mut signal = 0;
                libc::sigwait(&PIPE.0, &raw mut signal);
            }
            libc::pthread_sigmask(libc::SIG_SETMASK, before, std::ptr::null_mut());
        }
    }
}

/// The set of SIGPIPE alone.
struct PipeSet(libc::sigset_t);

static PIPE: std::sync::LazyLock<PipeSet> = std::sync::LazyLock::new(|| {
    // SAFETY: the set is initialised by `sigemptyset` before it is changed or read.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGPIPE);
        PipeSet(set)
    }
});

fn all_but_faults() -> libc::sigset_t {
    // SAFETY: the set is initialised by `sigfillset` before it is changed or read.
    unsafe {
        let mut mask: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut mask);
        for fault in [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGABRT] {
            libc::sigdelset(&raw mut mask, fault);
        }
        mask
    }
}

/// Keeps signals away from this thread for good, but for those that report a fault of its own: for threads that a
/// runtime starts at a moment of its choice.
pub(crate) fn mask_this_thread() {
    let mask = all_but_faults();
    // SAFETY: sets the mask of this thread to an initialised set.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const mask, std::ptr::null_mut()) };
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_pipe_below_a_guard_stays_there() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static SEEN: AtomicUsize = AtomicUsize::new(0);
        extern "C" fn count(_: libc::c_int) {
            SEEN.fetch_add(1, Ordering::SeqCst);
        }
        // SAFETY: the handler only counts; `raise` signals this thread.
        unsafe {
            let handler: extern "C" fn(libc::c_int) = count;
            libc::signal(libc::SIGPIPE, handler as libc::sighandler_t);
            libc::raise(libc::SIGPIPE);
            assert_eq!(SEEN.load(Ordering::SeqCst), 1);
            {
                let _quiet = SigpipeGuard::new();
                libc::raise(libc::SIGPIPE);
            }
            assert_eq!(SEEN.load(Ordering::SeqCst), 1, "taken by the guard");
            libc::raise(libc::SIGPIPE);
            assert_eq!(SEEN.load(Ordering::SeqCst), 2, "the host's handling is back");
            libc::signal(libc::SIGPIPE, libc::SIG_IGN);
        }
    }

    fn is_blocked(number: i32) -> bool {
        // SAFETY: asks for the mask of this thread.
        unsafe {
            let mut mask: libc::sigset_t = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_SETMASK, std::ptr::null(), &raw mut mask);
            libc::sigismember(&raw const mask, number) == 1
        }
    }

    #[test]
    fn threads_started_under_the_mask_are_born_with_it() {
        let masked = SignalMask::new();
        let thread = std::thread::spawn(|| {
            (is_blocked(libc::SIGINT), is_blocked(libc::SIGPIPE), is_blocked(libc::SIGSEGV))
        });
        assert_eq!(thread.join().unwrap(), (true, true, false));
        drop(masked);
        assert!(!is_blocked(libc::SIGINT));
    }
}
