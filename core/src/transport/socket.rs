//! The socket of a connection: watched by the runtime, or by a loop that its user drives himself.

use std::fmt;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

/// Who watches the sockets of a client in place of the runtime: for hosts with an event loop of their own, whose
/// calls are then driven where their answers are used, without a thread in between. Not part of the stable interface.
pub trait IoDriver: fmt::Debug + Send + Sync {
    /// Takes over a connected socket that does not block.
    ///
    /// # Errors
    /// The system's, if the socket cannot be watched.
    fn register(&self, tcp: std::net::TcpStream) -> io::Result<Box<dyn Socket>>;
}

/// A socket that is watched elsewhere.
pub trait Socket: AsyncRead + AsyncWrite + fmt::Debug + Send + Unpin {
    /// The socket itself.
    fn tcp(&self) -> &std::net::TcpStream;
}

/// Writes as much as fits. A peer that has closed is an error and no SIGPIPE, which the program may handle in its own way:
/// plain writes of several pieces would raise it. Where that cannot be said with each write (Apple's systems) those who
/// make sockets, and [`IoDriver::register`], say it once. Not part of the stable interface.
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

#[derive(Debug)]
pub(super) enum Tcp {
    Runtime(TcpStream),
    Host(Box<dyn Socket>),
}

impl Tcp {
    /// What the system is asked about the socket.
    pub(super) fn sock(&self) -> SockRef<'_> {
        match self {
            Tcp::Runtime(tcp) => SockRef::from(tcp),
            Tcp::Host(socket) => SockRef::from(socket.tcp()),
        }
    }
}

impl AsyncRead for Tcp {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Tcp::Runtime(tcp) => Pin::new(tcp).poll_read(cx, room),
            Tcp::Host(socket) => Pin::new(socket).poll_read(cx, room),
        }
    }
}

impl AsyncWrite for Tcp {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Tcp::Runtime(tcp) => Pin::new(tcp).poll_write(cx, bytes),
            Tcp::Host(socket) => Pin::new(socket).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Tcp::Runtime(tcp) => loop {
                ready!(tcp.poll_write_ready(cx))?;
                match tcp.try_io(Interest::WRITABLE, || send_quietly(&SockRef::from(&*tcp), pieces)) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    sent => return Poll::Ready(sent),
                }
            },
            Tcp::Host(socket) => Pin::new(socket).poll_write_vectored(cx, pieces),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Tcp::Runtime(_) => true,
            Tcp::Host(socket) => socket.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Tcp::Runtime(tcp) => Pin::new(tcp).poll_flush(cx),
            Tcp::Host(socket) => Pin::new(socket).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Tcp::Runtime(tcp) => Pin::new(tcp).poll_shutdown(cx),
            Tcp::Host(socket) => Pin::new(socket).poll_shutdown(cx),
        }
    }
}
