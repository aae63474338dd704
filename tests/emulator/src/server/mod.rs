//! The listener: accepts on loopback, tells HTTP/1 from HTTP/2 by the first bytes, counts connections. What is answered
//! is decided by the router alone.

mod http1;
mod http2;
#[cfg(feature = "tls")]
pub(crate) mod tls;
mod wire;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::BytesMut;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::state::Shared;
use wire::{Rewind, Wire};

/// The first bytes of an HTTP/2 connection with prior knowledge.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Serves until told to stop; every connection ends with it.
pub(crate) async fn listen(
    socket: TcpListener,
    shared: Arc<Shared>,
    mut stopped: watch::Receiver<bool>,
    #[cfg(feature = "tls")] acceptor: Option<tokio_rustls::TlsAcceptor>,
) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            // An error means that all handles of the service are gone, which is a stop as well.
            _ = stopped.changed() => return,
            accepted = socket.accept() => {
                // A connection that died in the queue is no reason to stop listening.
                let Ok((stream, _)) = accepted else { continue };
                let _ = stream.set_nodelay(true);
                let shared = Arc::clone(&shared);
                #[cfg(feature = "tls")]
                connections.spawn(connection(stream, shared, acceptor.clone()));
                #[cfg(not(feature = "tls"))]
                connections.spawn(connection(stream, shared));
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn connection(
    stream: TcpStream,
    shared: Arc<Shared>,
    #[cfg(feature = "tls")] acceptor: Option<tokio_rustls::TlsAcceptor>,
) {
    let number = shared.log.accepted.load(Ordering::SeqCst) + 1;
    shared.log.bump(&shared.log.accepted);
    let open = Open::count(&shared);
    #[cfg(feature = "tls")]
    if let Some(acceptor) = acceptor {
        // A failed handshake is what some tests are after: nothing to answer.
        if let Ok(stream) = acceptor.accept(stream).await {
            let _ = serve(stream, &shared, number).await;
        }
        return drop(open);
    }
    let _ = serve(stream, &shared, number).await;
    // Only now, when the socket is gone, does the connection count as closed.
    drop(open);
}

async fn serve<W: Wire>(mut wire: W, shared: &Arc<Shared>, number: u64) -> io::Result<()> {
    let mut start = BytesMut::with_capacity(8 * 1024);
    while start.len() < PREFACE.len() && PREFACE.starts_with(&start) {
        if wire.read_buf(&mut start).await? == 0 {
            return Ok(());
        }
    }
    if start.starts_with(PREFACE) {
        http2::serve(Rewind::new(wire, start.freeze()), shared, number).await;
    } else {
        http1::serve(wire, start, shared, number).await;
    }
    Ok(())
}

/// Counts an open connection for as long as it lives.
struct Open(Arc<Shared>);

impl Open {
    fn count(shared: &Arc<Shared>) -> Self {
        shared.log.bump(&shared.log.open);
        Self(Arc::clone(shared))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.log.drop_one(&self.0.log.open);
    }
}

/// Text of the status line; the two codes no registry knows are named here.
fn reason(status: u16) -> &'static str {
    match status {
        529 => "Overloaded",
        other => {
            http::StatusCode::from_u16(other).ok().and_then(|s| s.canonical_reason()).unwrap_or("Unknown")
        }
    }
}
