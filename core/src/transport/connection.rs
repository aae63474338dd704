//! A direct connection: bytes in both directions, and whether it is still open.

use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::client::TlsStream;

use super::socket::Tcp;

pub(super) struct Connection {
    io: Io,
    /// The process that made it. A forked child has a copy, which it must not shut down.
    process: u32,
}

/// TLS is boxed: its state takes kilobytes, and would enlarge every connection.
enum Io {
    Plain(Tcp),
    Secure(Box<TlsStream<Tcp>>),
}

impl Connection {
    pub(super) fn plain(tcp: Tcp) -> Connection {
        Connection { io: Io::Plain(tcp), process: std::process::id() }
    }

    pub(super) fn secure(stream: TlsStream<Tcp>) -> Connection {
        Connection { io: Io::Secure(Box::new(stream)), process: std::process::id() }
    }

    /// Whether the process with this id made it.
    pub(super) fn is_of(&self, process: u32) -> bool {
        self.process == process
    }

    /// Whether it is open and idle: an idle connection may be closed by now, and unsolicited bytes would be taken for
    /// an answer.
    pub(super) async fn is_reusable(&mut self) -> bool {
        match &mut self.io {
            // The system knows, whether or not the runtime was notified.
            Io::Plain(tcp) => match tcp.sock().peek(&mut [MaybeUninit::uninit()]) {
                Err(error) => error.kind() == io::ErrorKind::WouldBlock,
                Ok(_) => false,
            },
            // Only TLS can tell its own records from data of the service. It reads only after a readiness event of the
            // runtime.
            Io::Secure(io) => {
                tokio::task::yield_now().await;
                io.get_mut().0.refill();
                std::future::poll_fn(|cx| {
                    let mut room = [MaybeUninit::uninit()];
                    let mut room = ReadBuf::uninit(&mut room);
                    Poll::Ready(Pin::new(&mut *io).poll_read(cx, &mut room).is_pending())
                })
                .await
            }
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut self.io {
            Io::Plain(io) => Pin::new(io).poll_read(cx, room),
            Io::Secure(io) => Pin::new(io).poll_read(cx, room),
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.io {
            Io::Plain(io) => Pin::new(io).poll_write(cx, bytes),
            Io::Secure(io) => Pin::new(io).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match &mut self.io {
            Io::Plain(io) => Pin::new(io).poll_write_vectored(cx, pieces),
            Io::Secure(io) => Pin::new(io).poll_write_vectored(cx, pieces),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match &self.io {
            Io::Plain(io) => io.is_write_vectored(),
            Io::Secure(io) => io.is_write_vectored(),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.io {
            Io::Plain(io) => Pin::new(io).poll_flush(cx),
            Io::Secure(io) => Pin::new(io).poll_flush(cx),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.io {
            Io::Plain(io) => Pin::new(io).poll_shutdown(cx),
            Io::Secure(io) => Pin::new(io).poll_shutdown(cx),
        }
    }
}
