//! How a connection is made: name, TCP, proxy, TLS, all within one limit. It must not know requests.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use http::uri::Scheme;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::client::legacy::connect::dns::{GaiAddrs, GaiFuture, GaiResolver, Name};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::Intercept;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tokio::net::TcpStream;
use tower_service::Service;

use super::TransportSettings;
use super::failure::{BoxError, ConnectLimit, DnsError};
use super::proxy::Proxies;
use super::tls::Tls;
use super::wire::Wire;
use crate::error::Result;

/// Probes that may go unanswered before a silent connection counts as dead.
const KEEPALIVE_PROBES: u32 = 5;
/// How long bytes sent may stay unacknowledged before the connection counts as dead.
#[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
const UNACKNOWLEDGED: Duration = Duration::from_secs(30);

/// Makes connections. Cheap to clone, which the pool does for every request.
#[derive(Clone)]
pub(super) struct Connector {
    inner: Arc<Inner>,
}

struct Inner {
    tcp: HttpConnector<Resolver>,
    tls: Tls,
    proxies: Option<Arc<Proxies>>,
    limit: Duration,
}

impl Connector {
    pub(super) fn new(settings: &TransportSettings, proxies: Option<Arc<Proxies>>) -> Result<Connector> {
        let mut tcp = HttpConnector::new_with_resolver(Resolver(GaiResolver::new()));
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        // Shared out among the addresses of a name, so that a dead one leaves time for the next.
        tcp.set_connect_timeout(Some(settings.connect_timeout));
        tcp.set_keepalive(settings.pool.tcp_keepalive);
        tcp.set_keepalive_interval(settings.pool.tcp_keepalive);
        tcp.set_keepalive_retries(Some(KEEPALIVE_PROBES));
        #[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
        tcp.set_tcp_user_timeout(Some(UNACKNOWLEDGED));
        let tls = Tls::new(settings)?;
        let inner = Inner { tcp, tls, proxies, limit: settings.connect_timeout };
        Ok(Connector { inner: Arc::new(inner) })
    }
}

impl Inner {
    async fn connect(&self, to: Uri) -> std::result::Result<Conn, BoxError> {
        match self.proxies.as_ref().and_then(|proxies| proxies.intercept(&to)) {
            None => self.straight(to, false).await,
            Some(proxy) if to.scheme() == Some(&Scheme::HTTPS) => self.tunnelled(to, &proxy).await,
            Some(proxy) => self.straight(proxy.uri().clone(), true).await,
        }
    }

    async fn straight(&self, to: Uri, proxied: bool) -> std::result::Result<Conn, BoxError> {
        let mut tcp = self.tcp.clone();
        if to.scheme() != Some(&Scheme::HTTPS) {
            return Ok(Conn { io: Io::Plain(tcp.call(to).await?), proxied });
        }
        let handshake = self.tls.settings().await?;
        let io = match HttpsConnector::from((tcp, handshake)).call(to).await? {
            MaybeHttpsStream::Http(tcp) => Io::Plain(tcp),
            secure => Io::Secure(Box::new(secure)),
        };
        Ok(Conn { io, proxied })
    }

    async fn tunnelled(&self, to: Uri, proxy: &Intercept) -> std::result::Result<Conn, BoxError> {
        let handshake = self.tls.settings().await?;
        // The proxy itself is spoken to in HTTP/1.1 without saying so.
        let mut with_proxy = ClientConfig::clone(&handshake);
        with_proxy.alpn_protocols.clear();
        let way = HttpsConnector::from((self.tcp.clone(), Arc::new(with_proxy)));
        let mut tunnel = Tunnel::new(proxy.uri().clone(), way);
        if let Some(credential) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(credential.clone());
        }
        let io = HttpsConnector::from((tunnel, handshake)).call(to).await?;
        Ok(Conn { io: Io::Secure(Box::new(io)), proxied: false })
    }
}

impl Connector {
    /// Makes a connection within the limit.
    pub(super) async fn connect(&self, to: Uri) -> std::result::Result<Conn, BoxError> {
        match tokio::time::timeout(self.inner.limit, self.inner.connect(to)).await {
            Ok(made) => made,
            Err(_) => Err(ConnectLimit.into()),
        }
    }
}

impl Service<Uri> for Connector {
    type Response = Conn;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = std::result::Result<Conn, BoxError>> + Send>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<std::result::Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let connector = self.clone();
        Box::pin(async move { connector.connect(to).await })
    }
}

/// The system's resolver; see [`DnsError`].
#[derive(Clone)]
struct Resolver(GaiResolver);

impl Service<Name> for Resolver {
    type Response = GaiAddrs;
    type Error = DnsError;
    type Future = Resolving;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<std::result::Result<(), DnsError>> {
        self.0.poll_ready(cx).map_err(DnsError)
    }

    fn call(&mut self, name: Name) -> Resolving {
        Resolving(self.0.call(name))
    }
}

struct Resolving(GaiFuture);

impl Future for Resolving {
    type Output = std::result::Result<GaiAddrs, DnsError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(cx).map_err(DnsError)
    }
}

/// A connection made.
pub(super) struct Conn {
    io: Io,
    /// It leads to a proxy that passes requests on, which wants whole URLs.
    proxied: bool,
}

impl Conn {
    pub(super) fn into_wire(self) -> Wire {
        match self.io {
            Io::Plain(tcp) => Wire::plain(tcp.into_inner(), self.proxied),
            Io::Secure(io) => Wire::secure(io),
        }
    }
}

/// TLS is boxed: its state is of kilobytes, and every connection would be as large as the largest.
enum Io {
    Plain(TokioIo<TcpStream>),
    Secure(Box<dyn Secure>),
}

pub(super) trait Secure: Read + Write + Connection + Send + Unpin {}

impl<T: Read + Write + Connection + Send + Unpin> Secure for T {}

impl Connection for Conn {
    fn connected(&self) -> Connected {
        // What else a connection tells of itself (its addresses) would be copied into every answer.
        let connected = Connected::new().proxy(self.proxied);
        match &self.io {
            Io::Secure(io) if io.connected().is_negotiated_h2() => connected.negotiated_h2(),
            _ => connected,
        }
    }
}

impl Read for Conn {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut self.io {
            Io::Plain(io) => Pin::new(io).poll_read(cx, buffer),
            Io::Secure(io) => Pin::new(io).poll_read(cx, buffer),
        }
    }
}

impl Write for Conn {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.io {
            Io::Plain(io) => Pin::new(io).poll_write(cx, bytes),
            Io::Secure(io) => Pin::new(io).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
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
