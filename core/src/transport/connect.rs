//! How a connection is made: name, TCP, proxy, TLS, all within one limit. It must not know requests.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use http::uri::Scheme;
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::{GaiAddrs, GaiFuture, GaiResolver, Name};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::Intercept;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tower_service::Service;

use super::TransportSettings;
use super::failure::{BoxError, ConnectLimit, DnsError};
use super::proxy::Proxies;
use super::socket::{Sockets, Tcp};
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
    tcp: Dial,
    tls: Arc<Tls>,
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
        let tcp = Dial { http: tcp, sockets: None };
        let inner = Inner { tcp, tls: Arc::new(tls), proxies, limit: settings.connect_timeout };
        Ok(Connector { inner: Arc::new(inner) })
    }

    /// One whose sockets are watched by these.
    pub(super) fn watched_by(&self, sockets: Arc<dyn Sockets>) -> Connector {
        let Inner { tcp, tls, proxies, limit } = &*self.inner;
        let tcp = Dial { http: tcp.http.clone(), sockets: Some(sockets) };
        let inner = Inner { tcp, tls: Arc::clone(tls), proxies: proxies.clone(), limit: *limit };
        Connector { inner: Arc::new(inner) }
    }
}

impl Inner {
    async fn connect(&self, to: Uri) -> std::result::Result<Wire, BoxError> {
        match self.proxies.as_ref().and_then(|proxies| proxies.intercept(&to)) {
            None => self.straight(to, false).await,
            Some(proxy) if to.scheme() == Some(&Scheme::HTTPS) => self.tunnelled(to, &proxy).await,
            Some(proxy) => self.straight(proxy.uri().clone(), true).await,
        }
    }

    async fn straight(&self, to: Uri, proxied: bool) -> std::result::Result<Wire, BoxError> {
        let mut tcp = self.tcp.clone();
        if to.scheme() != Some(&Scheme::HTTPS) {
            return Ok(Wire::plain(tcp.call(to).await?.into_inner(), proxied));
        }
        let handshake = self.tls.settings().await?;
        Ok(match HttpsConnector::from((tcp, handshake)).call(to).await? {
            MaybeHttpsStream::Http(tcp) => Wire::plain(tcp.into_inner(), proxied),
            secure => Wire::secure(TokioIo::new(secure), proxied),
        })
    }

    async fn tunnelled(&self, to: Uri, proxy: &Intercept) -> std::result::Result<Wire, BoxError> {
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
        Ok(Wire::secure(TokioIo::new(io), false))
    }
}

impl Connector {
    /// Makes a connection within the limit.
    pub(super) async fn connect(&self, to: Uri) -> std::result::Result<Wire, BoxError> {
        match tokio::time::timeout(self.inner.limit, self.inner.connect(to)).await {
            Ok(made) => made,
            Err(_) => Err(ConnectLimit.into()),
        }
    }
}

/// Makes TCP connections, and gives them to whoever watches them.
#[derive(Clone)]
struct Dial {
    http: HttpConnector<Resolver>,
    sockets: Option<Arc<dyn Sockets>>,
}

impl Service<Uri> for Dial {
    type Response = TokioIo<Tcp>;
    type Error = BoxError;
    type Future = Making<TokioIo<Tcp>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<std::result::Result<(), BoxError>> {
        self.http.poll_ready(cx).map_err(BoxError::from)
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let made = self.http.call(to);
        let sockets = self.sockets.clone();
        Box::pin(async move {
            let tcp = made.await?.into_inner();
            Ok(TokioIo::new(match sockets {
                None => Tcp::Runtime(tcp),
                Some(sockets) => Tcp::Host(sockets.adopt(tcp.into_std()?)?),
            }))
        })
    }
}

type Making<T> = Pin<Box<dyn Future<Output = std::result::Result<T, BoxError>> + Send>>;

impl Service<Uri> for Connector {
    type Response = TokioIo<Wire>;
    type Error = BoxError;
    type Future = Making<TokioIo<Wire>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<std::result::Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let connector = self.clone();
        Box::pin(async move { connector.connect(to).await.map(TokioIo::new) })
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
