//! Settings of connections: version, pool, proxies, trust, addresses.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use zeroize::Zeroizing;

use super::ClientBuilder;
use crate::error::{Error, Result};
use crate::setting::Setting;
use crate::transport::{HttpVersion, Pool, Proxy, TlsVersion};

impl ClientBuilder {
    /// Whether calls go through a proxy.
    ///
    /// A proxy that cannot be used is refused by [`ClientBuilder::build`], also if the environment names it. With a
    /// base URL of `http://` the credential travels to the proxy unencrypted, which is refused unless the proxy and the
    /// service are on this machine, or [`ClientBuilder::allow_plain_http`] allows it.
    pub fn proxy(mut self, proxy: Proxy) -> ClientBuilder {
        self.transport.proxy = proxy;
        self
    }

    /// A destination that bypasses the proxy, in addition to `NO_PROXY` if the proxy comes from the environment: a host
    /// or domain (with everything below it), an address, either with or without a port, a network such as `10.0.0.0/8`,
    /// or `*` (transport §5.1). May be called again to add one.
    pub fn no_proxy(mut self, host: impl Into<String>) -> ClientBuilder {
        self.transport.no_proxy.push(host.into());
        self
    }

    /// Trusts the certificate authorities of this PEM bundle besides those of the system.
    pub fn add_root_certificate_pem(mut self, pem: impl Into<Vec<u8>>) -> ClientBuilder {
        self.transport.roots.added.push(pem.into());
        self
    }

    /// Trusts the certificate authorities of this PEM bundle and no others. May be called again to add one.
    pub fn only_root_certificates_pem(mut self, pem: impl Into<Vec<u8>>) -> ClientBuilder {
        self.transport.roots.only.push(pem.into());
        self
    }

    /// The certificate that this client shows to a service that asks for one (mutual TLS), as PEM, with those of its
    /// authorities behind it. It needs [`ClientBuilder::client_key_pem`].
    pub fn client_certificate_pem(mut self, pem: impl Into<Vec<u8>>) -> ClientBuilder {
        self.transport.identity.certificate = Some(pem.into());
        self
    }

    /// The private key of [`ClientBuilder::client_certificate_pem`], as PEM and not encrypted. It is never printed, and
    /// wiped when the builder is dropped.
    pub fn client_key_pem(mut self, pem: impl Into<Vec<u8>>) -> ClientBuilder {
        self.transport.identity.key = Some(Zeroizing::new(pem.into()));
        self
    }

    /// The oldest version of TLS that may be negotiated. Default TLS 1.2.
    pub fn min_tls_version(mut self, version: TlsVersion) -> ClientBuilder {
        self.transport.min_tls = version;
        self
    }

    /// Gives the addresses of a host, which is then not looked up; certificates are still checked for its name. Of
    /// several calls for a host the last counts. A proxy that looks up names itself is asked for none of them: `build`
    /// refuses to give the service's.
    pub fn resolve(
        mut self,
        host: impl Into<String>,
        addresses: impl IntoIterator<Item = IpAddr>,
    ) -> ClientBuilder {
        let host = host.into();
        self.transport.resolve.retain(|(known, _)| !known.eq_ignore_ascii_case(&host));
        self.transport.resolve.push((host, addresses.into_iter().collect()));
        self
    }

    /// The address of this machine that connections begin at.
    pub fn local_address(mut self, address: IpAddr) -> ClientBuilder {
        self.transport.local_address = Some(address);
        self
    }

    /// The unix socket that all connections lead to, whatever host the base URL names. The environment's proxies have
    /// no say then.
    pub fn unix_socket(mut self, path: impl Into<PathBuf>) -> ClientBuilder {
        self.transport.unix_socket = Some(path.into());
        self
    }

    /// Which HTTP version to speak.
    pub fn http_version(mut self, version: HttpVersion) -> ClientBuilder {
        self.transport.version = version;
        self
    }

    /// How connections are kept.
    pub fn pool(mut self, pool: Pool) -> ClientBuilder {
        self.transport.pool = pool;
        self
    }

    /// Adds what [`reqwest`] alone has (0.13, see [`crate::reqwest`]): connector layers, another resolver, further
    /// settings of HTTP/2. All calls of such a client go through reqwest, whose connections have tasks of their own.
    ///
    /// The builder holds the settings of this one already. The following is set after `customise`, and so cannot be
    /// changed: redirects are not followed (they would take the credential elsewhere), nothing is repeated below the
    /// retry policy, no referer is sent, and no bytes are logged. The checks of proxies and of plain `http` do not
    /// cover settings that `customise` adds.
    ///
    /// ```
    /// let client = parlour::Client::builder()
    ///     .base_url("https://gateway.example")
    ///     .api_key("<API_KEY>")
    ///     .http(|builder| builder.http2_max_frame_size(1 << 20))
    ///     .build()?;
    /// # Ok::<(), parlour::Error>(())
    /// ```
    #[cfg(feature = "proxy")]
    pub fn http(
        mut self,
        customise: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> ClientBuilder {
        self.transport.customise = Some(std::sync::Arc::new(customise));
        self
    }

    /// Looks names up in place of the system; it may block. For tests; not part of the stable interface.
    #[doc(hidden)]
    pub fn lookup(
        mut self,
        lookup: impl Fn(&str) -> std::io::Result<Vec<std::net::SocketAddr>> + Send + Sync + 'static,
    ) -> ClientBuilder {
        self.transport.lookup = Some(Arc::new(lookup));
        self
    }

    /// Called before the system's certificates are read. It may block; its error is reported as a failure to read them.
    /// For tests; not part of the stable interface.
    #[doc(hidden)]
    pub fn before_trust(mut self, before: impl Fn() -> Result<()> + Send + Sync + 'static) -> ClientBuilder {
        self.transport.before_trust = Some(Arc::new(before));
        self
    }

    /// Checks the certificate settings for contradictions before any file is read.
    pub(super) fn check_roots(&self) -> Result<()> {
        let roots = &self.transport.roots;
        if roots.only.is_empty() || roots.added.is_empty() {
            return Ok(());
        }
        let text = format!(
            "{} and {} contradict each other: use one of them",
            Setting::CA_PEM,
            Setting::ONLY_CA_PEM
        );
        Err(Error::about(Setting::ONLY_CA_PEM, text))
    }
}
