//! The socket of a connection: watched by the runtime, or by an event loop of the host.

use std::fmt;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

use super::budget::Budget;
use super::unsent::Unsent;

/// Watches the sockets of a client in place of the runtime: for hosts with an event loop of their own, which then
/// drives the calls without a thread in between. Not part of the stable interface.
pub trait IoDriver: fmt::Debug + Send + Sync {
    /// Takes over a connected, non-blocking socket.
    ///
    /// # Errors
    /// The system's, if the socket cannot be watched.
    fn register(&self, tcp: std::net::TcpStream) -> io::Result<Box<dyn Socket>>;
}

/// A socket that a driver watches.
pub trait Socket: AsyncRead + AsyncWrite + fmt::Debug + Send + Unpin {
    /// The socket itself.
    fn tcp(&self) -> &std::net::TcpStream;
}

/// Writes as much as fits. If the peer has closed, this returns an error and does not raise SIGPIPE, which the program
/// may handle in its own way; a plain vectored write would raise it. On systems without a flag for that (Apple's), the
/// creator of the socket and [`IoDriver::register`] set a socket option. Not part of the stable interface.
///
/// # Errors
/// The system's.
pub fn send_quietly(sock: &SockRef<'_>, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    const NO_SIGNAL: libc::c_int = libc::MSG_NOSIGNAL;
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    const NO_SIGNAL: std::ffi::c_int = 0;
    sock.send_vectored_with_flags(pieces, NO_SIGNAL)
}

/// A socket with a budget for reads that never block, and a limit for what is unsent.
#[derive(Debug)]
pub(super) struct Tcp {
    watched: Watched,
    budget: Budget,
    unsent: Unsent,
}

#[derive(Debug)]
enum Watched {
    Runtime(TcpStream),
    Host(Box<dyn Socket>),
}

impl Tcp {
    /// A socket that the runtime watches.
    pub(super) fn of_runtime(tcp: TcpStream) -> Tcp {
        Tcp::new(Watched::Runtime(tcp))
    }

    /// A socket that its user watches.
    pub(super) fn of_host(socket: Box<dyn Socket>) -> Tcp {
        Tcp::new(Watched::Host(socket))
    }

    fn new(watched: Watched) -> Tcp {
        let tcp = Tcp { watched, budget: Budget::default(), unsent: Unsent::new() };
        tcp.unsent.start(&tcp.watched.sock());
        tcp
    }

    /// Lets the next read reach the system: with a spent budget it would report that there is no data.
    pub(super) fn refill(&mut self) {
        self.budget.refill();
    }

    /// Access to socket options.
    pub(super) fn sock(&self) -> SockRef<'_> {
        self.watched.sock()
    }

    /// Passes on the result of a write.
    fn written(&mut self, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match result {
            Poll::Pending => self.unsent.blocked(),
            Poll::Ready(Ok(bytes)) => self.unsent.sent(bytes, &self.watched.sock()),
            Poll::Ready(Err(_)) => {}
        }
        result
    }
}

impl Watched {
    fn sock(&self) -> SockRef<'_> {
        match self {
            Watched::Runtime(tcp) => SockRef::from(tcp),
            Watched::Host(socket) => SockRef::from(socket.tcp()),
        }
    }
}

/// [`send_quietly`], once the runtime reports that there is room.
fn send_when_ready(tcp: &TcpStream, cx: &mut Context<'_>, pieces: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
    loop {
        ready!(tcp.poll_write_ready(cx))?;
        match tcp.try_io(Interest::WRITABLE, || send_quietly(&SockRef::from(tcp), pieces)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            sent => return Poll::Ready(sent),
        }
    }
}

impl AsyncRead for Tcp {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Tcp { watched, budget, .. } = self.get_mut();
        ready!(budget.poll(cx));
        let before = room.filled().len();
        let read = match watched {
            Watched::Runtime(tcp) => Pin::new(tcp).poll_read(cx, room),
            Watched::Host(socket) => Pin::new(socket).poll_read(cx, room),
        };
        match read {
            Poll::Pending => budget.refill(),
            Poll::Ready(_) => budget.spend(room.filled().len() - before),
        }
        read
    }
}

impl AsyncWrite for Tcp {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let tcp = self.get_mut();
        let result = match &mut tcp.watched {
            Watched::Runtime(tcp) => Pin::new(tcp).poll_write(cx, bytes),
            Watched::Host(socket) => Pin::new(socket).poll_write(cx, bytes),
        };
        tcp.written(result)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tcp = self.get_mut();
        let result = match &mut tcp.watched {
            Watched::Runtime(tcp) => send_when_ready(tcp, cx, pieces),
            Watched::Host(socket) => Pin::new(socket).poll_write_vectored(cx, pieces),
        };
        tcp.written(result)
    }

    fn is_write_vectored(&self) -> bool {
        match &self.watched {
            Watched::Runtime(_) => true,
            Watched::Host(socket) => socket.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().watched {
            Watched::Runtime(tcp) => Pin::new(tcp).poll_flush(cx),
            Watched::Host(socket) => Pin::new(socket).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().watched {
            Watched::Runtime(tcp) => Pin::new(tcp).poll_shutdown(cx),
            Watched::Host(socket) => Pin::new(socket).poll_shutdown(cx),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    use super::*;

    /// A socket on which every read succeeds.
    #[derive(Debug)]
    struct Flood(std::net::TcpStream);

    impl AsyncRead for Flood {
        fn poll_read(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            room: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            room.put_slice(&vec![b'x'; room.remaining()]);
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Flood {
        fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    impl Socket for Flood {
        fn tcp(&self) -> &std::net::TcpStream {
            &self.0
        }
    }

    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn reads_that_never_wait_yield_and_go_on() {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let tcp = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mut flood = Tcp::of_host(Box::new(Flood(tcp)));
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        for (size, most) in [(16 << 10, 8), (1, 128)] {
            for yields in 1..=3 {
                let mut reads = 0;
                while Pin::new(&mut flood)
                    .poll_read(&mut Context::from_waker(&waker), &mut ReadBuf::new(&mut vec![0; size]))
                    .is_ready()
                {
                    reads += 1;
                    assert!(reads <= most, "{size}");
                }
                assert_eq!(reads, most, "{size}");
                assert_eq!(woken.0.load(Ordering::Relaxed) % 3, yields % 3, "the task is polled again");
            }
        }
    }
}
