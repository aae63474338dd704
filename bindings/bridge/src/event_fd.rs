//! The descriptor that a host's event loop watches, or that a thread waits on: an `eventfd` on Linux, a socket pair
//! elsewhere.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// A descriptor that is readable from [`EventFd::raise`] to [`EventFd::clear`]. Level-triggered: raising it twice has
/// the effect of raising it once.
#[derive(Debug)]
pub struct EventFd {
    read: OwnedFd,
    /// The write end, if it is a separate descriptor.
    write: Option<OwnedFd>,
}

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The descriptor is readable.
    Raised,
    /// The time is over.
    TimedOut,
    /// A POSIX signal was delivered to this thread.
    Interrupted,
}

impl EventFd {
    /// A new descriptor, closed on exec.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    #[cfg(target_os = "linux")]
    pub fn new() -> io::Result<EventFd> {
        use rustix::event::{EventfdFlags, eventfd};
        Ok(EventFd { read: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?, write: None })
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
        let fd = self.write.as_ref().unwrap_or(&self.read);
        // A full counter or socket is readable already: a failed write has nothing to add.
        let _written = rustix::io::write(fd, &1_u64.to_ne_bytes());
    }

    /// As [`EventFd::raise`], for signal handlers: it is async-signal-safe, and keeps the `errno` of the thread that
    /// was interrupted.
    pub fn raise_in_handler(&self) {
        let before = errno::errno();
        self.raise();
        errno::set_errno(before);
    }

    /// Another descriptor of the same event: a reactor registers each one once.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    pub(crate) fn try_clone(&self) -> io::Result<OwnedFd> {
        self.read.try_clone()
    }

    /// Makes the descriptor unreadable until it is raised again.
    pub fn clear(&self) {
        let mut buffer = [0_u8; 64];
        // An eventfd is empty after one read; a socket after a read that did not fill the buffer.
        while rustix::io::read(&self.read, &mut buffer).is_ok_and(|read| read == buffer.len()) {}
    }

    /// The descriptor to watch for reading. It stays ours and lives as long as this value.
    #[must_use]
    pub fn fd(&self) -> RawFd {
        self.read.as_raw_fd()
    }

    /// Blocks the thread until the descriptor is readable; `None` waits for ever.
    ///
    /// # Errors
    /// Errors of `poll`, other than an interruption.
    pub fn wait(&self, limit: Option<Duration>) -> io::Result<Wait> {
        self.wait_with(None, limit)
    }

    /// As [`EventFd::wait`], until this descriptor or the other one is readable.
    ///
    /// # Errors
    /// As for [`EventFd::wait`].
    pub fn wait_with(&self, other: Option<&EventFd>, limit: Option<Duration>) -> io::Result<Wait> {
        // A limit that the system cannot express is no limit.
        let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
        let polled = match other {
            None => poll(&mut [PollFd::new(&self.read, PollFlags::IN)], limit.as_ref()),
            Some(other) => {
                let mut both =
                    [PollFd::new(&self.read, PollFlags::IN), PollFd::new(&other.read, PollFlags::IN)];
                poll(&mut both, limit.as_ref())
            }
        };
        match polled {
            Ok(0) => Ok(Wait::TimedOut),
            Ok(_) => Ok(Wait::Raised),
            Err(Errno::INTR) => Ok(Wait::Interrupted),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn it_is_readable_until_it_is_cleared() {
        let event = EventFd::new().unwrap();
        assert_eq!(event.wait(Some(Duration::ZERO)).unwrap(), Wait::TimedOut);
        event.raise();
        event.raise_in_handler();
        assert_eq!(event.wait(None).unwrap(), Wait::Raised);
        assert_eq!(event.wait(Some(Duration::MAX)).unwrap(), Wait::Raised);
        event.clear();
        assert_eq!(event.wait(Some(Duration::from_millis(1))).unwrap(), Wait::TimedOut);
        let other = EventFd::new().unwrap();
        assert_eq!(event.wait_with(Some(&other), Some(Duration::ZERO)).unwrap(), Wait::TimedOut);
        other.raise();
        assert_eq!(event.wait_with(Some(&other), None).unwrap(), Wait::Raised);
    }
}
