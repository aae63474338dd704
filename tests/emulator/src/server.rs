//! The listener: accepts on loopback, tells HTTP/1 from HTTP/2 by the first bytes, counts connections. The router alone
//! chooses the answers.

mod http1;
mod http2;
#[cfg(feature = "tls")]
pub(crate) mod tls;
mod wire;

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::BytesMut;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpListener;
#[cfg(not(unix))]
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
#[cfg(feature = "tls")]
use tokio_rustls::rustls::HandshakeKind;

use crate::record::Origin;
use crate::state::ServerState;
use wire::{Rewind, Wire};

/// The first bytes of an HTTP/2 connection with prior knowledge.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Where connections come in.
pub(crate) struct Doors {
    pub(crate) tcp: TcpListener,
    #[cfg(unix)]
    pub(crate) unix: Option<tokio::net::UnixListener>,
    /// Of TCP only: a unix socket is never encrypted.
    #[cfg(feature = "tls")]
    pub(crate) acceptor: Option<tokio_rustls::TlsAcceptor>,
}

/// Serves until `stopped` changes; every connection ends with it.
pub(crate) async fn listen(doors: Doors, shared: Arc<ServerState>, mut stopped: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            // An error means that all handles of the service are gone, which is a stop as well.
            _ = stopped.changed() => return,
            accepted = doors.tcp.accept() => {
                // A connection that died in the queue is no reason to stop listening.
                let Ok((stream, address)) = accepted else { continue };
                let _ = stream.set_nodelay(true);
                let (shared, peer) = (Arc::clone(&shared), Some(address.ip()));
                #[cfg(feature = "tls")]
                if let Some(acceptor) = doors.acceptor.clone() {
                    connections.spawn(counted(shared, peer, |shared, mut origin| async move {
                        origin.encrypted = true;
                        // Some tests want a failed handshake: there is nothing to answer.
                        if let Ok(stream) = acceptor.accept(stream).await {
                            let handshake = stream.get_ref().1.handshake_kind();
                            origin.resumed = handshake == Some(HandshakeKind::Resumed);
                            let _ = serve(stream, &shared, origin).await;
                        }
                    }));
                    continue;
                }
                connections.spawn(counted(shared, peer, |shared, origin| async move {
                    let _ = serve(stream, &shared, origin).await;
                }));
            }
            Some(stream) = local(&doors) => {
                connections.spawn(counted(Arc::clone(&shared), None, |shared, origin| async move {
                    let _ = serve(stream, &shared, origin).await;
                }));
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

/// The next connection over the unix socket; `None` if it died in the queue, and never anything without such a socket.
#[cfg(unix)]
async fn local(doors: &Doors) -> Option<tokio::net::UnixStream> {
    match &doors.unix {
        Some(socket) => socket.accept().await.ok().map(|(stream, _)| stream),
        None => std::future::pending().await,
    }
}

/// This system has no unix sockets.
#[cfg(not(unix))]
async fn local(_: &Doors) -> Option<TcpStream> {
    std::future::pending().await
}

/// One connection from its beginning to its end, in the counts.
async fn counted<F: Future<Output = ()>>(
    shared: Arc<ServerState>,
    peer: Option<IpAddr>,
    serve: impl FnOnce(Arc<ServerState>, Origin) -> F,
) {
    let connection = shared.log.accepted.load(Ordering::SeqCst) + 1;
    shared.log.bump(&shared.log.accepted);
    let open = Open::count(&shared);
    serve(shared, Origin { connection, peer, encrypted: false, resumed: false }).await;
    // Only now, when the socket is gone, does the connection count as closed.
    drop(open);
}

async fn serve<W: Wire>(mut wire: W, shared: &Arc<ServerState>, origin: Origin) -> io::Result<()> {
    let mut start = BytesMut::with_capacity(8 * 1024);
    while start.len() < PREFACE.len() && PREFACE.starts_with(&start) {
        if wire.read_buf(&mut start).await? == 0 {
            return Ok(());
        }
    }
    if start.starts_with(PREFACE) {
        http2::serve(Rewind::new(wire, start.freeze()), shared, origin).await;
    } else {
        http1::serve(wire, start, shared, origin).await;
    }
    Ok(())
}

/// Counts an open connection for as long as it lives.
struct Open(Arc<ServerState>);

impl Open {
    fn count(shared: &Arc<ServerState>) -> Self {
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
