//! Makes direct connections: name look-up, TCP and TLS, within one time limit. reqwest makes those through proxies.

use std::sync::Arc;
use std::time::Duration;

use http::Uri;
use http::uri::Scheme;
use hyper_util::client::legacy::connect::HttpConnector;
use rustls::pki_types::ServerName;
use tokio_rustls::TlsConnector;
use tower_service::Service as _;

use super::TransportSettings;
use super::connection::Connection;
use super::failure::{BoxError, ConnectLimit};
use super::names::Names;
use super::socket::{IoDriver, Tcp};
use super::tls::Tls;

/// Probes that may go unanswered before a silent connection counts as dead.
pub(super) const KEEPALIVE_PROBES: u32 = 5;
/// How long bytes sent may stay unacknowledged before the connection counts as dead.
#[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
pub(super) const UNACKNOWLEDGED: Duration = Duration::from_secs(30);

/// Makes connections. Cheap to clone.
#[derive(Clone)]
pub(super) struct Connector {
    inner: Arc<Inner>,
}

struct Inner {
    tcp: HttpConnector<Names>,
    driver: Option<Arc<dyn IoDriver>>,
    tls: Arc<Tls>,
    limit: Duration,
}

impl Connector {
    pub(super) fn new(
        settings: &TransportSettings,
        limit: Duration,
        names: Names,
        tls: Arc<Tls>,
    ) -> Connector {
        let mut tcp = HttpConnector::new_with_resolver(names);
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        // Shared out among the addresses of a name, so that a dead one leaves time for the next.
        tcp.set_connect_timeout(Some(limit));
        tcp.set_keepalive(settings.pool.tcp_keepalive);
        tcp.set_keepalive_interval(settings.pool.tcp_keepalive);
        tcp.set_keepalive_retries(Some(KEEPALIVE_PROBES));
        tcp.set_local_address(settings.local_address);
        #[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
        tcp.set_tcp_user_timeout(Some(UNACKNOWLEDGED));
        Connector { inner: Arc::new(Inner { tcp, driver: None, tls, limit }) }
    }

    /// A connector whose sockets are registered with this driver.
    pub(super) fn with_io_driver(&self, driver: Arc<dyn IoDriver>) -> Connector {
        let Inner { tcp, tls, limit, .. } = &*self.inner;
        let tls = Arc::clone(tls);
        Connector { inner: Arc::new(Inner { tcp: tcp.clone(), driver: Some(driver), tls, limit: *limit }) }
    }

    /// Makes a connection within the limit.
    pub(super) async fn connect(&self, to: Uri) -> Result<Connection, BoxError> {
        match tokio::time::timeout(self.inner.limit, self.inner.connect(to)).await {
            Ok(made) => made,
            Err(_) => Err(ConnectLimit.into()),
        }
    }

    /// Whether a service that gets HTTP/2 with prior knowledge answers in another protocol: its first frame has to be
    /// SETTINGS (RFC 9113 §3.4). Silence proves nothing.
    #[cfg(feature = "proxy")]
    pub(super) async fn lacks_http2(&self, to: Uri) -> bool {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

        const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
        const SETTINGS: u8 = 4;
        let asked = async {
            let mut connection = self.inner.connect(to).await.ok()?;
            connection.write_all(PREFACE).await.ok()?;
            let mut head = [0; 9];
            connection.read_exact(&mut head).await.ok()?;
            // Length, type, flags, stream: it belongs to no stream, and its settings are of six bytes.
            let [l0, l1, l2, kind, _, s0, s1, s2, s3] = head;
            let length = u32::from_be_bytes([0, l0, l1, l2]);
            Some(kind != SETTINGS || !length.is_multiple_of(6) || [s0 & 0x7f, s1, s2, s3] != [0; 4])
        };
        tokio::time::timeout(self.inner.limit, asked).await.ok().flatten().unwrap_or(false)
    }
}

impl Inner {
    async fn connect(&self, to: Uri) -> Result<Connection, BoxError> {
        let handshake = match to.scheme() == Some(&Scheme::HTTPS) {
            true => Some(TlsConnector::from(self.tls.settings().await?)),
            false => None,
        };
        let host = to.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
        let tcp = self.tcp.clone().call(to).await?.into_inner();
        let tcp = match &self.driver {
            None => Tcp::of_runtime(tcp),
            Some(driver) => Tcp::of_host(driver.register(tcp.into_std()?)?),
        };
        Ok(match handshake {
            None => Connection::plain(tcp),
            Some(handshake) => Connection::secure(handshake.connect(ServerName::try_from(host)?, tcp).await?),
        })
    }
}
