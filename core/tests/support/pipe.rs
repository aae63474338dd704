//! Connections that are memory, for tests in which time is paused.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use parlour::{IoDriver, Socket};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};

/// Hands out one end of a pipe in place of the first connection.
#[derive(Debug)]
pub(crate) struct Pipes(Mutex<Option<DuplexStream>>);

impl Pipes {
    /// A driver for one connection, whose other end is that of this pipe.
    pub(crate) fn with(pipe: DuplexStream) -> Arc<Pipes> {
        Arc::new(Pipes(Mutex::new(Some(pipe))))
    }
}

impl IoDriver for Pipes {
    fn register(&self, tcp: std::net::TcpStream) -> io::Result<Box<dyn Socket>> {
        let pipe = self.0.lock().unwrap().take().expect("one connection is made");
        Ok(Box::new(Pipe { tcp, pipe }))
    }
}

#[derive(Debug)]
struct Pipe {
    tcp: std::net::TcpStream,
    pipe: DuplexStream,
}

impl Socket for Pipe {
    fn tcp(&self) -> &std::net::TcpStream {
        &self.tcp
    }
}

impl AsyncRead for Pipe {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.pipe).poll_read(cx, room)
    }
}

impl AsyncWrite for Pipe {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.pipe).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.pipe).poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.pipe.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.pipe).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.pipe).poll_shutdown(cx)
    }
}
