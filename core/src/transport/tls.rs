//! TLS as this client speaks it: rustls, the system's trust or the user's, TLS 1.2 and later. It must not know
//! connections.

use std::sync::{Arc, OnceLock};

use rustls::client::WantsClientCert;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, ConfigBuilder, RootCertStore, WantsVerifier};
use rustls_platform_verifier::Verifier;

use super::failure::BoxError;
use super::{HttpVersion, TlsRoots, TransportSettings};
use crate::error::{Error, Result};

/// The settings of every handshake. With the system's trust they are made for the first handshake: its certificates are
/// hundreds of files, and a client may never need them, or be made long before.
pub(super) struct Tls {
    made: OnceLock<Arc<ClientConfig>>,
    version: HttpVersion,
}

impl Tls {
    /// # Errors
    /// What is wrong with certificates that were given.
    pub(super) fn new(settings: &TransportSettings) -> Result<Tls> {
        let TransportSettings { roots, version, .. } = settings;
        let made = match roots.added.is_empty() && roots.only.is_empty() {
            true => OnceLock::new(),
            false => OnceLock::from(Arc::new(config(roots, *version)?)),
        };
        Ok(Tls { made, version: *version })
    }

    pub(super) async fn settings(&self) -> std::result::Result<Arc<ClientConfig>, BoxError> {
        if let Some(made) = self.made.get() {
            return Ok(Arc::clone(made));
        }
        let version = self.version;
        // Files are read, which must not hold up what else the thread has to do.
        let made = tokio::task::spawn_blocking(move || config(&TlsRoots::default(), version)).await??;
        Ok(Arc::clone(self.made.get_or_init(|| Arc::new(made))))
    }
}

/// The program's own choice of cryptography, if it installed one, wins over ours.
fn config(roots: &TlsRoots, version: HttpVersion) -> Result<ClientConfig> {
    let provider = CryptoProvider::get_default()
        .cloned()
        .unwrap_or_else(|| Arc::new(rustls::crypto::ring::default_provider()));
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?;
    let mut config = trusting(builder, roots, provider)?.with_no_client_auth();
    let protocols: &[&[u8]] = match version {
        HttpVersion::Http1 => &[b"http/1.1"],
        HttpVersion::Negotiate => &[b"h2", b"http/1.1"],
        HttpVersion::Http2 => &[b"h2"],
    };
    config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
    Ok(config)
}

fn trusting(
    builder: ConfigBuilder<ClientConfig, WantsVerifier>,
    roots: &TlsRoots,
    provider: Arc<CryptoProvider>,
) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>> {
    if !roots.only.is_empty() {
        let mut store = RootCertStore::empty();
        for certificate in certificates(&roots.only)? {
            store.add(certificate).map_err(unusable)?;
        }
        return Ok(builder.with_root_certificates(store));
    }
    let verifier = if roots.added.is_empty() {
        Verifier::new(provider).map_err(unusable)?
    } else {
        beside_the_systems(certificates(&roots.added)?, provider)?
    };
    Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)))
}

#[cfg(any(all(unix, not(target_os = "android")), target_os = "windows"))]
fn beside_the_systems(
    added: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
) -> Result<Verifier> {
    Verifier::new_with_extra_roots(added, provider).map_err(unusable)
}

#[cfg(not(any(all(unix, not(target_os = "android")), target_os = "windows")))]
fn beside_the_systems(_: Vec<CertificateDer<'static>>, _: Arc<CryptoProvider>) -> Result<Verifier> {
    Err(Error::config("this system's trust cannot be added to: use only_root_certificates_pem()"))
}

fn certificates(bundles: &[Vec<u8>]) -> Result<Vec<CertificateDer<'static>>> {
    let mut all = Vec::new();
    for pem in bundles {
        let before = all.len();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            all.push(
                certificate
                    .map_err(|e| Error::config("a root certificate is not valid PEM").with_source(e))?,
            );
        }
        if all.len() == before {
            return Err(Error::config("a PEM bundle of root certificates holds no certificate"));
        }
    }
    Ok(all)
}

fn unusable(error: rustls::Error) -> Error {
    Error::config(format!("the HTTP client cannot be built: {error}")).with_source(error)
}
