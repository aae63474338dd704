//! A place where threads sleep until it is raised, and which a signal handler interrupts.

use std::time::Instant;

use parlour_bridge::Wait;

#[cfg(target_os = "linux")]
pub(crate) use linux::Park;
#[cfg(not(target_os = "linux"))]
pub(crate) use portable::Park;

impl Park {
    /// As [`Park::wait`], and forgets that it was raised: for a place with one sleeper.
    pub(crate) fn take(&self, until: Option<Instant>) -> Wait {
        let wait = self.wait(until);
        if wait == Wait::Raised {
            self.clear();
        }
        wait
    }
}

/// A futex and no condition variable of the standard library, which goes back to sleep when a signal was handled.
#[cfg(target_os = "linux")]
mod linux {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::{Duration, Instant};

    use parlour_bridge::Wait;

    const QUIET: u32 = 0;
    const RAISED: u32 = 1;
    /// A thread sleeps: raising makes a system call.
    const SLEEPERS: u32 = 2;

    pub(crate) struct Park {
        word: AtomicU32,
    }

    impl Park {
        pub(crate) fn new() -> Park {
            Park { word: AtomicU32::new(QUIET) }
        }

        /// Sets the event: wakes all waiters; later waits return at once until it is cleared. Any thread.
        pub(crate) fn raise(&self) {
            if self.word.swap(RAISED, Ordering::AcqRel) == SLEEPERS {
                // SAFETY: wakes the sleepers of a word that lives through the call.
                unsafe {
                    libc::syscall(
                        libc::SYS_futex,
                        self.word.as_ptr(),
                        libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG,
                        i32::MAX,
                    );
                }
            }
        }

        pub(crate) fn clear(&self) {
            self.word.store(QUIET, Ordering::Release);
        }

        /// Sleeps until it is raised or the moment has come; less if a signal handler ran that was installed without
        /// `SA_RESTART`.
        pub(crate) fn wait(&self, until: Option<Instant>) -> Wait {
            loop {
                let seen = self.word.compare_exchange(QUIET, SLEEPERS, Ordering::AcqRel, Ordering::Acquire);
                if seen == Err(RAISED) {
                    return Wait::Raised;
                }
                let left = until.map(|until| until.saturating_duration_since(Instant::now()));
                if left == Some(Duration::ZERO) {
                    return Wait::TimedOut;
                }
                if self.sleep(left) == Some(libc::EINTR) && self.word.load(Ordering::Acquire) != RAISED {
                    return Wait::Interrupted;
                }
            }
        }

        /// Sleeps once, while there are only sleepers; the number of the system's error if there was one.
        fn sleep(&self, limit: Option<Duration>) -> Option<i32> {
            // A limit that the clock cannot express is infinite; these values suffice for it.
            let limit = limit.map(|limit| libc::timespec {
                tv_sec: limit.as_secs().try_into().unwrap_or(libc::c_long::MAX),
                tv_nsec: limit.subsec_nanos().into(),
            });
            let pointer = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
            // SAFETY: the word and the limit, if there is one, live through the call.
            let slept = unsafe {
                libc::syscall(
                    libc::SYS_futex,
                    self.word.as_ptr(),
                    libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG,
                    SLEEPERS,
                    pointer,
                )
            };
            if slept == 0 { None } else { std::io::Error::last_os_error().raw_os_error() }
        }
    }
}

/// Where there is no futex: the same, but for signals, which do not interrupt.
#[cfg(not(target_os = "linux"))]
mod portable {
    use std::sync::{Condvar, Mutex, PoisonError};
    use std::time::Instant;

    use parlour_bridge::Wait;

    pub(crate) struct Park {
        raised: Mutex<bool>,
        change: Condvar,
    }

    impl Park {
        pub(crate) fn new() -> Park {
            Park { raised: Mutex::new(false), change: Condvar::new() }
        }

        /// Sets the event: wakes all waiters; later waits return at once until it is cleared. Any thread.
        pub(crate) fn raise(&self) {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = true;
            self.change.notify_all();
        }

        pub(crate) fn clear(&self) {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = false;
        }

        /// Sleeps until it is raised or the moment has come.
        pub(crate) fn wait(&self, until: Option<Instant>) -> Wait {
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            while !*raised {
                let Some(until) = until else {
                    raised = self.change.wait(raised).unwrap_or_else(PoisonError::into_inner);
                    continue;
                };
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Wait::TimedOut;
                }
                raised = self.change.wait_timeout(raised, left).unwrap_or_else(PoisonError::into_inner).0;
            }
            Wait::Raised
        }
    }
}
