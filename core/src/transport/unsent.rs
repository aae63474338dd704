//! Bounds what the system holds of a request before it sends it, by how fast the connection has been.
//!
//! Without a limit the system takes megabytes, and reports that it takes more only when a third of them has left: on a
//! slow way an upload that moves would look silent for seconds, and the time limit of an answer would begin while the
//! request is still on this machine. A small limit costs a wake-up for each 100 KiB, which a fast connection does not
//! need.

use std::io;
use std::time::Duration;

use socket2::SockRef;
use tokio::time::Instant;

/// The limit of a connection that is new or slow, in bytes.
const LEAST: u32 = 128 << 10;
/// Linux keeps no more than 4 MiB for a socket unless it is configured to (`tcp_wmem`): no limit in effect.
const MOST: u32 = 4 << 20;
/// A part of this size of what was sent without a long wait may be unsent. What fills the buffers of the other side
/// leaves at once however slowly it reads them: those must not pass for speed.
const SHARE: u64 = 8;
/// A wait of this length for room makes a connection slow. The shortest limits of silence in use are seconds.
const LONG: Duration = Duration::from_millis(50);

/// The limit of one connection.
#[derive(Debug)]
pub(super) struct Unsent {
    limit: u32,
    /// Bytes sent since the last long wait.
    quick: u64,
    waits_since: Option<Instant>,
}

impl Unsent {
    /// That of a new connection. The first write wants [`Unsent::start`].
    pub(super) fn new() -> Unsent {
        Unsent { limit: LEAST, quick: 0, waits_since: None }
    }

    /// Sets the limit of a new connection.
    pub(super) fn start(&self, sock: &SockRef<'_>) {
        set(sock, self.limit);
    }

    /// Takes note that the system has no room for more.
    pub(super) fn blocked(&mut self) {
        self.waits_since.get_or_insert_with(Instant::now);
    }

    /// Takes note of so many bytes that the system took, and sets another limit if the speed asks for it.
    pub(super) fn sent(&mut self, bytes: usize, sock: &SockRef<'_>) {
        let waited = self.waits_since.take().map_or(Duration::ZERO, |since| since.elapsed());
        if let Some(limit) = self.next(bytes, waited) {
            set(sock, limit);
        }
    }

    /// The new limit, if it changes. Each but the first is at least twice as large as the last: the option is set
    /// five times at most while a connection stays fast.
    fn next(&mut self, bytes: usize, waited: Duration) -> Option<u32> {
        if waited >= LONG {
            self.quick = 0;
            return (self.limit != LEAST).then(|| {
                self.limit = LEAST;
                LEAST
            });
        }
        self.quick = self.quick.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        if self.limit >= MOST || self.quick / SHARE < 2 * u64::from(self.limit) {
            return None;
        }
        let share = u32::try_from(self.quick / SHARE).unwrap_or(MOST);
        self.limit = share.min(MOST);
        Some(self.limit)
    }
}

/// A system that does not know the option sends as without it.
#[cfg(any(target_os = "android", target_os = "linux"))]
fn set(sock: &SockRef<'_>, limit: u32) {
    let done: io::Result<()> = sock.set_tcp_notsent_lowat(limit);
    if let Err(error) = done {
        tracing::debug!(target: "parlour", "the system does not bound what is unsent: {error}");
    }
}

#[cfg(not(any(target_os = "android", target_os = "linux")))]
fn set(_: &SockRef<'_>, _: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    #[test]
    fn the_limit_grows_with_what_was_sent_without_a_long_wait() {
        let mut unsent = Unsent::new();
        assert_eq!(unsent.next(MIB, Duration::ZERO), None);
        assert_eq!(unsent.next(MIB, LONG / 2), Some(256 << 10));
        assert_eq!(unsent.next(MIB, Duration::ZERO), None);
        let limits: Vec<u32> = (0..64).filter_map(|_| unsent.next(MIB, Duration::ZERO)).collect();
        assert_eq!(limits, [512 << 10, 1 << 20, 2 << 20, 4 << 20]);
        assert_eq!(unsent.next(usize::MAX, Duration::ZERO), None);
    }

    #[test]
    fn a_long_wait_makes_a_connection_slow() {
        let mut unsent = Unsent::new();
        assert_eq!(unsent.next(100 * MIB, Duration::ZERO), Some(MOST));
        assert_eq!(unsent.next(MIB, LONG), Some(LEAST));
        assert_eq!(unsent.next(MIB, LONG), None, "it is set already");
        assert_eq!(unsent.next(MIB, Duration::ZERO), None);
        assert_eq!(unsent.next(MIB, Duration::ZERO), Some(256 << 10));
    }
}
