//! A descriptor that becomes readable after a time. It must not know what is done then.
//!
//! Only Linux has one that costs no thread; elsewhere there are no ticks.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// It ticks when it was told to, once; nothing is read from it.
#[derive(Debug)]
pub(crate) struct TimerFd {
    fd: OwnedFd,
}

impl TimerFd {
    /// A new descriptor, closed on exec; `None` where there are no ticks.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    #[cfg(target_os = "linux")]
    #[allow(unsafe_code)]
    pub(crate) fn new() -> io::Result<Option<TimerFd>> {
        use std::os::fd::FromRawFd;

        // SAFETY: a plain system call.
        let fd =
            unsafe { libc::timerfd_create(libc::CLOCK_MONOTONIC, libc::TFD_CLOEXEC | libc::TFD_NONBLOCK) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor is new and owned by nobody else.
        Ok(Some(TimerFd { fd: unsafe { OwnedFd::from_raw_fd(fd) } }))
    }

    /// See above.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn new() -> io::Result<Option<TimerFd>> {
        Ok(None)
    }

    /// TimerFd once, after so long; never if that is zero.
    ///
    /// # Errors
    /// The system's, or that the time is beyond what it can tell.
    #[cfg(target_os = "linux")]
    #[allow(unsafe_code)]
    pub(crate) fn after(&self, time: Duration) -> io::Result<()> {
        // How wide these are depends on the system.
        let time = libc::timespec {
            tv_sec: time.as_secs().try_into().map_err(io::Error::other)?,
            tv_nsec: time.subsec_nanos().into(),
        };
        let never = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let times = libc::itimerspec { it_interval: never, it_value: time };
        // SAFETY: the descriptor is ours and open, the times are valid and live through the call.
        match unsafe { libc::timerfd_settime(self.fd.as_raw_fd(), 0, &raw const times, std::ptr::null_mut()) }
        {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// See above; there is none that could be told.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn after(&self, _: Duration) -> io::Result<()> {
        Ok(())
    }

    /// The descriptor to watch. It stays ours.
    pub(crate) fn fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }
}
