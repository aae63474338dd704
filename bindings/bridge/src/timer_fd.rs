//! A descriptor that becomes readable after a delay: Linux's `timerfd`. Elsewhere none comes without a thread, and
//! there is no timer.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// A one-shot timer; nothing is read from it, arming it again makes it unreadable.
#[derive(Debug)]
pub(crate) struct TimerFd {
    fd: OwnedFd,
}

#[cfg(target_os = "linux")]
impl TimerFd {
    /// A new descriptor, closed on exec; `None` where the system has no such timers.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    pub(crate) fn new() -> io::Result<Option<TimerFd>> {
        use rustix::time::{TimerfdClockId, TimerfdFlags, timerfd_create};
        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        Ok(Some(TimerFd { fd: timerfd_create(TimerfdClockId::Monotonic, flags)? }))
    }

    /// Makes it readable once, after `delay`; never if that is zero.
    ///
    /// # Errors
    /// The system's, or that the delay is beyond what it can count.
    pub(crate) fn arm(&self, delay: Duration) -> io::Result<()> {
        use rustix::time::{Itimerspec, TimerfdTimerFlags, Timespec, timerfd_settime};
        let it_value = Timespec::try_from(delay).map_err(io::Error::other)?;
        let once = Itimerspec { it_interval: Timespec::default(), it_value };
        timerfd_settime(&self.fd, TimerfdTimerFlags::empty(), &once)?;
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
impl TimerFd {
    /// See above.
    pub(crate) fn new() -> io::Result<Option<TimerFd>> {
        Ok(None)
    }

    /// See above; there is none that could be armed.
    pub(crate) fn arm(&self, _: Duration) -> io::Result<()> {
        Ok(())
    }
}

impl TimerFd {
    /// The descriptor to watch. It stays ours.
    pub(crate) fn fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }
}
