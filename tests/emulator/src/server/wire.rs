//! A connection as bytes, plain or encrypted, that can be torn down with a TCP reset. Knows no HTTP.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::shared_time::Ends;

/// A byte stream over TCP or a unix socket.
pub(crate) trait Wire: AsyncRead + AsyncWrite + Unpin + Send + 'static {
    /// From here on, closing sends a reset and drops unsent data.
    fn reset_on_close(&self);

    /// Both ends of the TCP connection; `None` where there is none.
    fn ends(&self) -> Option<Ends>;
}

impl Wire for TcpStream {
    fn reset_on_close(&self) {
        let _ = self.set_zero_linger();
    }

    fn ends(&self) -> Option<Ends> {
        Some(Ends { local: self.local_addr().ok()?, peer: self.peer_addr().ok()? })
    }
}

#[cfg(unix)]
impl Wire for tokio::net::UnixStream {
    /// There is no reset here: the other side sees a connection that was closed.
    fn reset_on_close(&self) {}

    fn ends(&self) -> Option<Ends> {
        None
    }
}

#[cfg(feature = "tls")]
impl Wire for tokio_rustls::server::TlsStream<TcpStream> {
    fn reset_on_close(&self) {
        self.get_ref().0.reset_on_close();
    }

    fn ends(&self) -> Option<Ends> {
        self.get_ref().0.ends()
    }
}

/// A wire with some bytes put back in front, for a reader that wants to see them again. A shared flag makes it reset
/// the connection when it is dropped.
pub(crate) struct Rewind<W: Wire> {
    wire: W,
    front: Bytes,
    reset: Arc<AtomicBool>,
}

impl<W: Wire> Rewind<W> {
    pub(crate) fn new(wire: W, front: Bytes) -> Self {
        Self { wire, front, reset: Arc::default() }
    }

    /// Set it to true and the connection ends with a reset.
    pub(crate) fn reset_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.reset)
    }
}

impl<W: Wire> Drop for Rewind<W> {
    fn drop(&mut self) {
        if self.reset.load(Ordering::SeqCst) {
            self.wire.reset_on_close();
        }
    }
}

impl<W: Wire> AsyncRead for Rewind<W> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.front.is_empty() {
            return Pin::new(&mut self.wire).poll_read(cx, out);
        }
        let count = self.front.len().min(out.remaining());
        out.put_slice(&self.front.split_to(count));
        Poll::Ready(Ok(()))
    }
}

impl<W: Wire> AsyncWrite for Rewind<W> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.wire).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.wire).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.wire.is_write_vectored()
    }
}
