//! Settings of connections: version, pool, proxy, trust. It must not know how they are carried out.

use std::time::Duration;

/// Which HTTP version to speak (design decision 21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum HttpVersion {
    /// HTTP/1.1: one connection a call in flight. The default.
    #[default]
    Http1,
    /// What the TLS handshake settles on; HTTP/1.1 without TLS.
    Negotiate,
    /// HTTP/2 without asking first, also without TLS.
    Http2,
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
    /// As `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` say (protocol §7.10). The default of
    /// [`Client::from_env`](crate::Client::from_env). A base URL on loopback is always called directly.
    FromEnvironment,
    /// This proxy for everything; a user name and password in the URL are sent to it and never printed.
    Url(String),
}

impl std::fmt::Debug for Proxy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

/// Everything the transport is built from.
#[derive(Clone, Debug)]
pub(crate) struct TransportSettings {
    pub(crate) version: HttpVersion,
    pub(crate) pool: Pool,
    pub(crate) proxy: Proxy,
    pub(crate) roots: TlsRoots,
    pub(crate) connect_timeout: Duration,
    /// The base URL points to this machine.
    pub(crate) loopback: bool,
}
