//! What the kernel is asked for: the descriptor that a host's loop watches, waiting for it, and masking signals. It
//! must not know ports or queues.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// A descriptor that is readable from [`Signal::raise`] to [`Signal::clear`]: an `eventfd` on Linux, a pipe elsewhere.
#[derive(Debug)]
pub struct Signal {
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

impl Signal {
    /// A new descriptor, closed on exec.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    #[cfg(target_os = "linux")]
    pub fn new() -> io::Result<Signal> {
        // SAFETY: a plain system call; the descriptor it returns is new and owned by nobody else.
        let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: as above.
        Ok(Signal { read: unsafe { OwnedFd::from_raw_fd(fd) }, write: None })
    }

    /// A new descriptor, closed on exec.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    #[cfg(not(target_os = "linux"))]
    pub fn new() -> io::Result<Signal> {
        let (read, write) = std::os::unix::net::UnixStream::pair()?;
        read.set_nonblocking(true)?;
        write.set_nonblocking(true)?;
        Ok(Signal { read: read.into(), write: Some(write.into()) })
    }

    /// Makes the descriptor readable. Any thread; never blocks.
    pub fn raise(&self) {
        let one = 1_u64.to_ne_bytes();
        let fd = self.write.as_ref().unwrap_or(&self.read).as_raw_fd();
        // SAFETY: the descriptor is ours and open, the buffer holds eight bytes. A full pipe or counter is readable
        // already, so a failed write has nothing to add.
        let _written = unsafe { libc::write(fd, one.as_ptr().cast(), one.len()) };
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

/// Keeps signals away from this thread, and from the threads it starts, until it is dropped. Those that report a
/// fault of the thread itself are let through.
#[derive(Debug)]
pub struct Masked {
    before: Option<libc::sigset_t>,
}

impl Masked {
    /// Masks the signals of this thread.
    #[must_use]
    #[allow(clippy::new_without_default)] // It acts.
    pub fn new() -> Masked {
        let mask = all_but_faults();
        // SAFETY: `before` is initialised by `pthread_sigmask` before it is read.
        unsafe {
            let mut before: libc::sigset_t = std::mem::zeroed();
            let set = libc::pthread_sigmask(libc::SIG_SETMASK, &raw const mask, &raw mut before);
            Masked { before: (set == 0).then_some(before) }
        }
    }
}

impl Drop for Masked {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // SAFETY: a set that `pthread_sigmask` filled in.
            unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, std::ptr::null_mut()) };
        }
    }
}

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

/// While it lives, writing to a connection that its peer has closed raises no SIGPIPE on this thread, whatever the host
/// has set up for that signal; afterwards the host's signals are as they were.
pub(crate) struct PipeGuard {
    /// The mask before, where it could be changed.
    before: Option<libc::sigset_t>,
    /// The host had blocked the signal itself, and one was waiting for it.
    was_pending: bool,
}

impl PipeGuard {
    pub(crate) fn new() -> PipeGuard {
        // SAFETY: both sets are initialised by the calls before they are read.
        unsafe {
            let mut before: libc::sigset_t = std::mem::zeroed();
            let pipe = pipe_set();
            let set = libc::pthread_sigmask(libc::SIG_BLOCK, &raw const pipe, &raw mut before);
            let blocked = libc::sigismember(&raw const before, libc::SIGPIPE) == 1;
            PipeGuard { before: (set == 0).then_some(before), was_pending: blocked && pipe_is_pending() }
        }
    }
}

impl Drop for PipeGuard {
    fn drop(&mut self) {
        let Some(before) = &self.before else { return };
        // SAFETY: the sets are initialised; `sigwait` returns at once, because the signal it takes is pending.
        unsafe {
            if !self.was_pending && pipe_is_pending() {
                let (pipe, mut taken) = (pipe_set(), 0);
                libc::sigwait(&raw const pipe, &raw mut taken);
            }
            libc::pthread_sigmask(libc::SIG_SETMASK, before, std::ptr::null_mut());
        }
    }
}

/// The set of SIGPIPE alone.
fn pipe_set() -> libc::sigset_t {
    // SAFETY: the set is initialised by `sigemptyset` before it is changed or read.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGPIPE);
        set
    }
}

fn pipe_is_pending() -> bool {
    // SAFETY: the set is filled in by `sigpending` before it is read.
    unsafe {
        let mut pending: libc::sigset_t = std::mem::zeroed();
        libc::sigpending(&raw mut pending) == 0 && libc::sigismember(&raw const pending, libc::SIGPIPE) == 1
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_write_to_a_closed_pipe_raises_nothing_under_the_guard() {
        // In a thread of its own: the test runner ignores the signal for the process, so it is sent by hand.
        std::thread::spawn(|| {
            let guard = PipeGuard::new();
            assert!(is_blocked(libc::SIGPIPE));
            // SAFETY: sends a signal to this thread, which blocks it.
            unsafe { libc::pthread_kill(libc::pthread_self(), libc::SIGPIPE) };
            drop(guard);
            assert!(!is_blocked(libc::SIGPIPE));
            assert!(!pipe_is_pending());
        })
        .join()
        .unwrap();
    }

    #[test]
    fn a_host_that_blocks_the_signal_itself_keeps_what_waits_for_it() {
        std::thread::spawn(|| {
            let _host = Masked::new();
            assert!(is_blocked(libc::SIGPIPE));
            let ignored_by_process = {
                // SAFETY: sends a signal to this thread, which blocks it.
                unsafe { libc::pthread_kill(libc::pthread_self(), libc::SIGPIPE) };
                !pipe_is_pending()
            };
            drop(PipeGuard::new());
            assert!(is_blocked(libc::SIGPIPE));
            assert_eq!(pipe_is_pending(), !ignored_by_process);
        })
        .join()
        .unwrap();
    }

    #[test]
    fn a_signal_is_readable_until_it_is_cleared() {
        let signal = Signal::new().unwrap();
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
        let masked = Masked::new();
        let thread = std::thread::spawn(|| {
            (is_blocked(libc::SIGINT), is_blocked(libc::SIGPIPE), is_blocked(libc::SIGSEGV))
        });
        assert_eq!(thread.join().unwrap(), (true, true, false));
        drop(masked);
        assert!(!is_blocked(libc::SIGINT));
    }
}
