//! Settings of connections: version, pool, proxy, trust, addresses.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use url::Url;
use zeroize::Zeroizing;

/// Which HTTP version to speak (decision 0021).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum HttpVersion {
    /// HTTP/1.1: one connection a call in flight. The default.
    #[default]
    Http1,
    /// The version that the TLS handshake negotiates; HTTP/1.1 without TLS.
    Negotiate,
    /// HTTP/2. A service that has none is called in HTTP/1.1, which the log says once for each client: over TLS
    /// where the handshake does not settle on HTTP/2, and over plain `http`, where HTTP/2 is used with prior knowledge
    /// first, where the service answers in another protocol.
    Http2,
}

/// A version of TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum TlsVersion {
    /// TLS 1.2. The default minimum.
    #[default]
    Tls12,
    /// TLS 1.3.
    Tls13,
}

/// How connections are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pool {
    /// Idle connections kept per host (default 1 024). Fewer than a program has calls in flight means a new connection
    /// for every call beyond them: with 256 in flight a limit of 100 opened one for each tenth call.
    pub max_idle_per_host: usize,
    /// How long an idle connection is kept (default 90 s); `None` for ever.
    pub idle_timeout: Option<Duration>,
    /// Idle time before TCP keep-alive probes, and between them (default 60 s, protocol §7.10); `None` for none.
    pub tcp_keepalive: Option<Duration>,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool {
            max_idle_per_host: 1024,
            idle_timeout: Some(Duration::from_secs(90)),
            tcp_keepalive: Some(Duration::from_secs(60)),
        }
    }
}

impl Pool {
    /// The defaults.
    #[must_use]
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Sets how many idle connections are kept per host; 0 to keep none.
    #[must_use]
    pub fn max_idle_per_host(mut self, count: usize) -> Pool {
        self.max_idle_per_host = count;
        self
    }

    /// Sets how long an idle connection is kept.
    #[must_use]
    pub fn idle_timeout(mut self, limit: Option<Duration>) -> Pool {
        self.idle_timeout = limit;
        self
    }

    /// Sets the TCP keep-alive time.
    #[must_use]
    pub fn tcp_keepalive(mut self, idle: Option<Duration>) -> Pool {
        self.tcp_keepalive = idle;
        self
    }
}

/// Whether calls go through a proxy.
#[derive(Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Proxy {
    /// No proxy. The default of [`Client::builder`](crate::Client::builder), which reads no environment.
    #[default]
    None,
    /// As `HTTPS_PROXY` (for a base URL with `https`), `HTTP_PROXY` (with `http`), `ALL_PROXY` and `NO_PROXY` say
    /// (protocol §7.10), in lower or upper case, the former first. The default of
    /// [`Client::from_env`](crate::Client::from_env). A base URL on loopback is always called directly, and so is a
    /// unix socket.
    FromEnvironment,
    /// This proxy for everything: `http://`, `https://`, `socks5://` (names are resolved here) or `socks5h://` (the
    /// proxy resolves them); `host:port` alone is an HTTP proxy. A user name and password in the URL are sent to the
    /// proxy and never printed.
    Url(String),
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proxy::None => f.write_str("None"),
            Proxy::FromEnvironment => f.write_str("FromEnvironment"),
            Proxy::Url(url) => write!(f, "Url({})", crate::secret::mask_url(url)),
        }
    }
}

/// Which certificate authorities are trusted, as PEM bundles.
#[derive(Clone, Debug, Default)]
pub(crate) struct TlsRoots {
    pub(crate) added: Vec<Vec<u8>>,
    pub(crate) only: Vec<Vec<u8>>,
}

/// A client certificate and its key, as PEM.
#[derive(Clone, Default)]
pub(crate) struct Identity {
    pub(crate) certificate: Option<Vec<u8>>,
    pub(crate) key: Option<Zeroizing<Vec<u8>>>,
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").field("given", &self.certificate.is_some()).finish_non_exhaustive()
    }
}

/// Asks for the addresses of a name, and may take its time.
pub(crate) type Lookup = Arc<dyn Fn(&str) -> std::io::Result<Vec<std::net::SocketAddr>> + Send + Sync>;

/// Called before the system's certificates are read, and may block: for tests.
pub(crate) type BeforeTrust = Arc<dyn Fn() -> crate::error::Result<()> + Send + Sync>;

/// Customises the reqwest client for a Rust program.
#[cfg(feature = "proxy")]
pub(crate) type Customise = Arc<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;
/// Without reqwest there is nothing to customise.
#[cfg(not(feature = "proxy"))]
pub(crate) type Customise = std::convert::Infallible;

/// Looks up a variable of the environment.
pub(crate) type Variables = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Everything the transport is built from.
#[derive(Clone, Default)]
pub(crate) struct TransportSettings {
    pub(crate) version: HttpVersion,
    pub(crate) pool: Pool,
    pub(crate) proxy: Proxy,
    /// The system's settings of proxies count beside variables that were given.
    pub(crate) asks_system: bool,
    /// Hosts that are reached without the proxy.
    pub(crate) no_proxy: Vec<String>,
    pub(crate) roots: TlsRoots,
    pub(crate) identity: Identity,
    pub(crate) min_tls: TlsVersion,
    /// Names that are not looked up, with their addresses.
    pub(crate) resolve: Vec<(String, Vec<IpAddr>)>,
    pub(crate) local_address: Option<IpAddr>,
    pub(crate) unix_socket: Option<PathBuf>,
    pub(crate) customise: Option<Customise>,
    /// In place of the system's resolver, and before its trust is read: for tests.
    pub(crate) lookup: Option<Lookup>,
    pub(crate) before_trust: Option<BeforeTrust>,
}

impl fmt::Debug for TransportSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransportSettings")
            .field("version", &self.version)
            .field("pool", &self.pool)
            .field("proxy", &self.proxy)
            .field("no_proxy", &self.no_proxy)
            .field("identity", &self.identity)
            .field("min_tls", &self.min_tls)
            .field("resolve", &self.resolve)
            .field("local_address", &self.local_address)
            .field("unix_socket", &self.unix_socket)
            .field("customised", &self.customise.is_some())
            .finish_non_exhaustive()
    }
}

/// The other settings of a client that affect its connections.
pub(crate) struct Circumstances {
    /// The one origin that is called.
    pub(crate) base: Url,
    pub(crate) connect_timeout: Duration,
    /// In place of the process's environment.
    pub(crate) variables: Option<Variables>,
}
