//! How a consumer is woken: a descriptor that a host's loop watches, or a thread that sleeps.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_bridge::{ErrorInfo, EventFd, Wait};

use crate::park::Park;

/// Raised by producers, cleared by the consumer.
pub(crate) enum Wake {
    /// For loops. The flag says that the descriptor is raised already: producers then spare the system call.
    Watched { signal: EventFd, raised: AtomicBool },
    /// For threads that have nothing else to do.
    Parked(Park),
}

impl Wake {
    pub(crate) fn watched() -> Result<Wake, ErrorInfo> {
        let signal = EventFd::new()
            .map_err(|error| ErrorInfo::system("no descriptor for wake-ups could be opened", &error))?;
        Ok(Wake::Watched { signal, raised: AtomicBool::new(false) })
    }

    pub(crate) fn parked() -> Wake {
        Wake::Parked(Park::new())
    }

    /// Wakes the consumer, now or at its next wait. Any thread.
    pub(crate) fn raise(&self) {
        match self {
            Wake::Watched { signal, raised } => {
                if !raised.swap(true, Ordering::AcqRel) {
                    signal.raise();
                }
            }
            Wake::Parked(park) => park.raise(),
        }
    }

    /// Clears the event. Check for reports after this, not before: a producer that finds the flag still set between the
    /// two steps leaves the descriptor alone.
    pub(crate) fn clear(&self) {
        match self {
            Wake::Watched { signal, raised } => {
                signal.clear();
                raised.store(false, Ordering::Release);
            }
            Wake::Parked(park) => park.clear(),
        }
    }

    /// Blocks the thread until it is raised, or until the moment given. A parked one is cleared by it.
    pub(crate) fn wait(&self, until: Option<Instant>) -> Result<Wait, ErrorInfo> {
        match self {
            Wake::Watched { signal, .. } => {
                let left = until.map(|until| until.saturating_duration_since(Instant::now()));
                signal.wait(left).map_err(|error| ErrorInfo::system("waiting failed", &error))
            }
            Wake::Parked(park) => Ok(park.take(until)),
        }
    }

    /// The descriptor to watch, if there is one.
    pub(crate) fn fd(&self) -> Option<i32> {
        match self {
            Wake::Watched { signal, .. } => Some(signal.fd()),
            Wake::Parked(_) => None,
        }
    }
}

/// The moment at which a wait of so many milliseconds ends; a negative number waits for ever.
pub(crate) fn deadline(milliseconds: i64) -> Option<Instant> {
    let limit = Duration::from_millis(u64::try_from(milliseconds).ok()?);
    // A moment that no clock can express is for ever.
    Instant::now().checked_add(limit)
}
