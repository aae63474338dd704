//! What the kernel is asked for: the descriptor that a host's loop watches, waiting for it, and masking signals. It
//! must not know ports or queues.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// A descriptor that is readable from [`EventFd::raise`] to [`EventFd::clear`]: an `eventfd` on Linux, a pipe elsewhere.
#[derive(Debug)]
pub struct EventFd {
    read: OwnedFd,
    /// The writing end where it is another one.
    write: Option<OwnedFd>,
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The descriptor is readable.
    Raised,
    /// The time is over.
    TimedOut,
    /// A signal of the process was delivered to this thread.
    Interrupted,
}

impl EventFd {
    /// A new descriptor, closed on exec.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    #[cfg(target_os = "linux")]
    pub fn new() -> io::Result<EventFd> {
        use std::os::fd::FromRawFd;

        // SAFETY: a plain system call; the descriptor it returns is new and owned by nobody else.
        let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: as above.
        Ok(EventFd { read: unsafe { OwnedFd::from_raw_fd(fd) }, write: None })
    }

    /// A new descriptor, closed on exec.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    #[cfg(not(target_os = "linux"))]
    pub fn new() -> io::Result<EventFd> {
        let (read, write) = std::os::unix::net::UnixStream::pair()?;
        read.set_nonblocking(true)?;
        write.set_nonblocking(true)?;
        Ok(EventFd { read: read.into(), write: Some(write.into()) })
    }

    /// Makes the descriptor readable. Any thread; never blocks.
    pub fn raise(&self) {
        let one = 1_u64.to_ne_bytes();
        let fd = self.write.as_ref().unwrap_or(&self.read).as_raw_fd();
        // SAFETY: the descriptor is ours and open, the buffer holds eight bytes. A full pipe or counter is readable
        // already, so a failed write has nothing to add.
        let _written = unsafe { libc::write(fd, one.as_ptr().cast(), one.len()) };
    }

    /// As [`EventFd::raise`], for signal handlers: keeps the error number of the thread that was interrupted.
    pub fn raise_in_handler(&self) {
        let number = errno();
        // SAFETY: the place of this thread's own error number.
        let before = unsafe { *number };
        self.raise();
        // SAFETY: as above.
        unsafe { *number = before };
    }

    /// Another descriptor of the same signal: a poller takes each one once.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    pub(crate) fn copy(&self) -> io::Result<OwnedFd> {
        self.read.try_clone()
    }

    /// Makes the descriptor unreadable until it is raised again.
    pub fn clear(&self) {
        let mut buffer = [0_u8; 64];
        let fd = self.read.as_raw_fd();
        loop {
            // SAFETY: the descriptor is ours, open and non-blocking, the buffer is writable for its length.
            let read = unsafe { libc::read(fd, buffer.as_mut_ptr().cast(), buffer.len()) };
            // An eventfd is empty after one read; a pipe after a read that did not fill the buffer.
            if self.write.is_none() || read < buffer.len() as isize {
                return;
            }
        }
    }

    /// The descriptor to watch for reading. It stays ours and lives as long as this value.
    #[must_use]
    pub fn fd(&self) -> RawFd {
        self.read.as_raw_fd()
    }

    /// Blocks the thread until the descriptor is readable; `None` waits for ever.
    ///
    /// # Errors
    /// What `poll` reports, other than an interruption.
    pub fn wait(&self, limit: Option<Duration>) -> io::Result<Wait> {
        let mut entry = libc::pollfd { fd: self.read.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // Rounded up: a wait must not end before its time.
        let millis =
            limit.map_or(-1, |limit| i32::try_from(limit.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX));
        // SAFETY: one valid entry, which lives through the call.
        match unsafe { libc::poll(&raw mut entry, 1, millis) } {
            0 => Ok(Wait::TimedOut),
            1.. => Ok(Wait::Raised),
            _ => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => Ok(Wait::Interrupted),
                error => Err(error),
            },
        }
    }
}

/// Where the system puts the error number of this thread.
fn errno() -> *mut libc::c_int {
    // SAFETY: asks for an address that is valid as long as the thread lives.
    #[cfg(any(target_os = "linux", target_os = "emscripten"))]
    unsafe {
        libc::__errno_location()
    }
    // SAFETY: as above.
    #[cfg(not(any(target_os = "linux", target_os = "emscripten")))]
    unsafe {
        libc::__error()
    }
}

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

/// Keeps SIGPIPE from this thread until it is dropped, and takes one that came meanwhile: what writes below this thread
/// without asking for silence must not end the host.
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

    #[test]
    fn a_signal_is_readable_until_it_is_cleared() {
        let signal = EventFd::new().unwrap();
        assert_eq!(signal.wait(Some(Duration::ZERO)).unwrap(), Wait::TimedOut);
        signal.raise();
        signal.raise();
        assert_eq!(signal.wait(None).unwrap(), Wait::Raised);
        signal.clear();
        assert_eq!(signal.wait(Some(Duration::ZERO)).unwrap(), Wait::TimedOut);
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
