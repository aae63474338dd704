//! A connection: bytes in both directions, whether it is still open, and what was agreed when it was made. It must not
//! know what the bytes mean.

use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper_util::client::legacy::connect::{Connected, Connection};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::socket::Tcp;

pub(super) struct Wire {
    io: Io,
    /// It leads to a proxy that passes requests on, which wants whole URLs.
    proxied: bool,
}

/// TLS is boxed: its state is of kilobytes, and every connection would be as large as the largest.
enum Io {
    Plain(Tcp),
    Secure(Box<dyn Secure>),
}

trait Secure: AsyncRead + AsyncWrite + Connection + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Connection + Send + Unpin> Secure for T {}

impl Wire {
    pub(super) fn plain(tcp: Tcp, proxied: bool) -> Wire {
        Wire { io: Io::Plain(tcp), proxied }
    }

    pub(super) fn secure<T>(io: T, proxied: bool) -> Wire
    where
        T: AsyncRead + AsyncWrite + Connection + Send + Unpin + 'static,
    {
        Wire { io: Io::Secure(Box::new(io)), proxied }
    }

    /// Whether it leads to a proxy that passes requests on.
    pub(super) fn proxied(&self) -> bool {
        self.proxied
    }

    /// Whether it is open and nobody has said anything: one that waited may be closed by now, and what came without
    /// being asked for would be taken for an answer.
    pub(super) async fn is_quiet(&mut self) -> bool {
        match &mut self.io {
            // The system knows, whether or not it has told the runtime.
            Io::Plain(tcp) => match tcp.sock().peek(&mut [MaybeUninit::uninit()]) {
                Err(error) => error.kind() == io::ErrorKind::WouldBlock,
                Ok(_) => false,
            },
            // Only TLS can tell its own messages from the service's, and it reads what the runtime was told.
            Io::Secure(io) => {
                tokio::task::yield_now().await;
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

impl Connection for Wire {
    fn connected(&self) -> Connected {
        // What else a connection tells of itself (its addresses) would be copied into every answer.
        let connected = Connected::new().proxy(self.proxied);
        match &self.io {
            Io::Secure(io) if io.connected().is_negotiated_h2() => connected.negotiated_h2(),
            _ => connected,
        }
    }
}

impl AsyncRead for Wire {
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

impl AsyncWrite for Wire {
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
