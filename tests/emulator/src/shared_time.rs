//! Time that the service and its clients share, so that a test of time limits takes no real time. The service owns it:
//! while a reply pauses or stalls, time moves in steps, and each step is sent to every client that follows.
//!
//! A client connects to [`SharedTime::address`] and receives each step as a big-endian `u64` of microseconds, which it
//! acknowledges with one byte. Before a step the service waits until the client has read all sent bytes, so that a
//! client on a busy machine never sees time pass between the arrival of a byte and its reading.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

/// How far one step moves time: small beside every limit of a test, because a limit may fire that much late.
const STEP: Duration = Duration::from_millis(50);
/// Real time between two steps: the client's threads arm their timers meanwhile.
const BREATH: Duration = Duration::from_millis(1);
/// Longest real wait for a client to read. Some tests need a client that does not read at all.
const PATIENCE: Duration = Duration::from_millis(250);

/// The two ends of a connection, as the service sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) local: SocketAddr,
    pub(crate) peer: SocketAddr,
}

/// Time as the service moves it. Dropping it ends the connections of those that follow.
#[derive(Debug)]
pub(crate) struct SharedTime {
    address: SocketAddr,
    followers: Arc<Mutex<Vec<TcpStream>>>,
    accepting: JoinHandle<()>,
}

impl SharedTime {
    /// Listens on a free port of loopback. Wants a tokio runtime.
    ///
    /// # Errors
    /// No port could be bound.
    pub(crate) async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let followers = Arc::new(Mutex::new(Vec::new()));
        let joined = Arc::clone(&followers);
        let accepting = tokio::spawn(async move {
            while let Ok((follower, _)) = listener.accept().await {
                let _ = follower.set_nodelay(true);
                joined.lock().await.push(follower);
            }
        });
        Ok(Self { address, followers, accepting })
    }

    /// Where clients follow it.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Moves time on by `time` in steps, for ever without one. Cancel-safe between two steps.
    pub(crate) async fn pass(&self, time: Option<Duration>, ends: Option<Ends>) {
        let mut left = time.unwrap_or(Duration::MAX);
        while !left.is_zero() {
            wait_until_read(ends).await;
            let step = STEP.min(left);
            self.step(step).await;
            left = left.saturating_sub(step);
            tokio::time::sleep(BREATH).await;
        }
    }

    /// One step for all that follow. One that does not answer has left.
    async fn step(&self, by: Duration) {
        let micros = u64::try_from(by.as_micros()).unwrap_or(u64::MAX);
        let mut followers = self.followers.lock().await;
        let mut at = 0;
        while let Some(follower) = followers.get_mut(at) {
            let moved = async {
                follower.write_all(&micros.to_be_bytes()).await?;
                follower.read_u8().await
            };
            match moved.await {
                Ok(_) => at += 1,
                Err(_) => drop(followers.swap_remove(at)),
            }
        }
    }
}

impl Drop for SharedTime {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// Waits until nothing is under way to the client and nothing lies unread at it, for a while.
async fn wait_until_read(ends: Option<Ends>) {
    let Some(ends) = ends else { return };
    let read = async {
        while is_under_way(ends) {
            tokio::time::sleep(BREATH).await;
        }
    };
    let _ = tokio::time::timeout(PATIENCE, read).await;
}

/// Whether bytes of a connection between two sockets of this machine are unsent or unread. Elsewhere than on Linux
/// there is no such list, and the real time between two steps has to do.
fn is_under_way(ends: Ends) -> bool {
    let Ok(list) = std::fs::read_to_string("/proc/net/tcp") else { return false };
    let (local, peer) = (hex_address(ends.local), hex_address(ends.peer));
    list.lines().skip(1).any(|line| {
        let mut fields = line.split_ascii_whitespace().skip(1);
        let (from, to) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let queues = fields.nth(1).and_then(|both| both.split_once(':'));
        let (unsent, unread) = queues.unwrap_or(("0", "0"));
        let waits = |hex: &str| u64::from_str_radix(hex, 16).is_ok_and(|bytes| bytes > 0);
        (from == local && to == peer && waits(unsent)) || (from == peer && to == local && waits(unread))
    })
}

/// An IPv4 address as the kernel's list has it: the address in the machine's byte order, then the port.
fn hex_address(address: SocketAddr) -> String {
    let SocketAddr::V4(address) = address else { return String::new() };
    format!("{:08X}:{:04X}", u32::from_ne_bytes(address.ip().octets()), address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn those_who_follow_receive_each_step_and_those_who_left_hold_nothing_up() {
        let time = SharedTime::start().await.unwrap();
        drop(TcpStream::connect(time.address()).await.unwrap());
        let mut follower = TcpStream::connect(time.address()).await.unwrap();
        while time.followers.lock().await.len() < 2 {
            tokio::task::yield_now().await;
        }
        let follows = tokio::spawn(async move {
            let mut passed = 0;
            while passed < 120_000 {
                passed += follower.read_u64().await.unwrap();
                follower.write_all(&[1]).await.unwrap();
            }
            passed
        });
        time.pass(Some(Duration::from_millis(120)), None).await;
        assert_eq!(follows.await.unwrap(), 120_000);
        assert!(time.followers.lock().await.len() <= 1);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn bytes_are_under_way_until_they_are_read() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut server, peer) = listener.accept().await.unwrap();
        let ends = Ends { local: server.local_addr().unwrap(), peer };
        assert!(!is_under_way(ends));
        server.write_all(b"x").await.unwrap();
        assert!(is_under_way(ends));
        client.read_u8().await.unwrap();
        while is_under_way(ends) {
            // The acknowledgement of the byte may come after it was read.
            tokio::task::yield_now().await;
        }
    }
}
