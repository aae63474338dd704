//! The TLS configuration of both backends: rustls, the system's or the user's root certificates, a client certificate,
//! TLS 1.2 and later.

mod config_cache;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use config_cache::{CONFIGS, ConfigKey, digest};
use once_cell::sync::OnceCell;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion};
use rustls_platform_verifier::Verifier;

use super::failure::{BoxError, Unusable};
use super::settings::{BeforeTrust, Identity};
use super::single_flight::SingleFlight;
use super::trust_variables;
use super::{HttpVersion, TlsRoots, TlsVersion, TransportSettings};
use crate::error::scarce::{Scarce, descriptors_are_short};
use crate::error::{Error, Result};
use crate::setting::Setting;

type Made = std::result::Result<Arc<ClientConfig>, Arc<Error>>;

/// The settings of every handshake, which clients of equal settings share. With the system's root certificates they are
/// built at the first handshake: these are hundreds of files, which a client may never need. If they cannot be read,
/// the next handshake tries again.
pub(super) struct Tls {
    parts: Arc<ConfigParts>,
    made: Arc<OnceCell<Arc<ClientConfig>>>,
    reading: SingleFlight<(), Made>,
}

const ONLY_TLS13: &[&SupportedProtocolVersion] = &[&rustls::version::TLS13];

/// The parts that a configuration is built from.
struct ConfigParts {
    roots: TlsRoots,
    before: Option<BeforeTrust>,
    identity: Option<Arc<CertifiedKey>>,
    versions: &'static [&'static SupportedProtocolVersion],
    protocols: &'static [&'static [u8]],
    provider: Arc<CryptoProvider>,
    /// Of all settings above.
    digest: [u8; 32],
}

impl Tls {
    /// # Errors
    /// Invalid certificates or keys in the settings.
    pub(super) fn new(settings: &TransportSettings) -> Result<Tls> {
        let TransportSettings { roots, version, .. } = settings;
        // A crypto provider that the program has installed takes precedence over ours.
        let installed = CryptoProvider::get_default().cloned();
        let is_installed = installed.is_some();
        let provider = installed.unwrap_or_else(|| Arc::new(rustls::crypto::ring::default_provider()));
        let versions = match settings.min_tls {
            TlsVersion::Tls12 => rustls::DEFAULT_VERSIONS,
            TlsVersion::Tls13 => ONLY_TLS13,
        };
        let protocols: &[&[u8]] = match version {
            HttpVersion::Http1 => &[b"http/1.1"],
            // HTTP/1.1 is the fallback.
            HttpVersion::Negotiate | HttpVersion::Http2 => &[b"h2", b"http/1.1"],
        };
        let parts = ConfigParts {
            roots: roots.clone(),
            before: settings.before_trust.clone(),
            identity: identity(&settings.identity, &provider)?,
            versions,
            protocols,
            provider,
            digest: digest_of(settings, &[versions.len(), protocols.len(), usize::from(is_installed)]),
        };
        let made = match parts.is_at_hand() {
            true => OnceCell::with_value(parts.shared_config()?),
            false => OnceCell::new(),
        };
        Ok(Tls { parts: Arc::new(parts), made: Arc::new(made), reading: SingleFlight::new() })
    }

    /// Builds them if necessary, once for all waiting callers, on a thread that may block on files.
    pub(super) async fn settings(&self) -> std::result::Result<Arc<ClientConfig>, BoxError> {
        if let Some(made) = self.made.get() {
            return Ok(Arc::clone(made));
        }
        if let Some(shared) = self.parts.key().and_then(|key| CONFIGS.get(&key, Instant::now())) {
            return Ok(Arc::clone(self.made.get_or_init(|| shared)));
        }
        let (parts, made) = (Arc::clone(&self.parts), Arc::clone(&self.made));
        let work = move || made.get_or_try_init(|| parts.shared_config()).map(Arc::clone).map_err(Arc::new);
        let made: Made = self.reading.get((), work).await?;
        Ok(made.map_err(Unusable)?)
    }
}

/// For reqwest.
#[cfg(feature = "proxy")]
impl Tls {
    /// As [`Tls::settings`], on the caller's thread.
    pub(super) fn settings_now(&self) -> Result<Arc<ClientConfig>> {
        self.made.get_or_try_init(|| self.parts.shared_config()).map(Arc::clone)
    }

    /// Settings for a client that makes no handshake: they trust no authority, and read no file.
    pub(super) fn none(&self) -> Result<ClientConfig> {
        let builder = ClientConfig::builder_with_provider(Arc::clone(&self.parts.provider))
            .with_protocol_versions(self.parts.versions)
            .map_err(unusable)?;
        Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth())
    }
}

impl ConfigParts {
    /// Whether no file of the system has to be read.
    fn is_at_hand(&self) -> bool {
        !self.roots.added.is_empty() || !self.roots.only.is_empty()
    }

    /// By which other clients find the configuration; `None` if a test looks on while the certificates are read.
    fn key(&self) -> Option<ConfigKey> {
        let reads_system = self.roots.only.is_empty();
        self.before.is_none().then(|| ConfigKey {
            settings: self.digest,
            variables: reads_system.then(trust_variables::values),
            has_identity: self.identity.is_some(),
        })
    }

    /// The configuration that another client made, or a new one for all that follow.
    fn shared_config(&self) -> Result<Arc<ClientConfig>> {
        let Some(key) = self.key() else { return self.config() };
        if let Some(shared) = CONFIGS.get(&key, Instant::now()) {
            return Ok(shared);
        }
        let made = self.config()?;
        Ok(CONFIGS.put(key, made, Instant::now()))
    }

    fn config(&self) -> Result<Arc<ClientConfig>> {
        let builder = ClientConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_protocol_versions(self.versions)
            .map_err(unusable)?;
        let builder = if self.roots.only.is_empty() {
            builder.dangerous().with_custom_certificate_verifier(self.verifier()?)
        } else {
            let mut store = RootCertStore::empty();
            for certificate in certificates(&self.roots.only)? {
                store.add(certificate).map_err(unusable)?;
            }
            builder.with_root_certificates(store)
        };
        let mut config = match &self.identity {
            None => builder.with_no_client_auth(),
            Some(identity) => {
                builder.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(Arc::clone(identity))))
            }
        };
        config.alpn_protocols = self.protocols.iter().map(|name| name.to_vec()).collect();
        Ok(Arc::new(config))
    }

    fn verifier(&self) -> Result<Arc<dyn ServerCertVerifier>> {
        let provider = Arc::clone(&self.provider);
        if !self.roots.added.is_empty() {
            return Ok(Arc::new(beside_the_systems(certificates(&self.roots.added)?, provider)?));
        }
        if let Some(before) = &self.before {
            before()?;
        }
        let verifier = Verifier::new(provider).map_err(|error| {
            if let Some(short) = descriptors_are_short() {
                let doing = "the certificates that the system trusts cannot be read";
                return Scarce::Descriptors.error(doing, &short).with_source(short);
            }
            let advice = format!("{} or {} gives others", Setting::CA_PEM, Setting::ONLY_CA_PEM);
            let text = match trust_variables::named_with_why() {
                Some(named) => format!(
                    "the certificates cannot be used that the environment names instead of the system's, by {named} \
                    ({error}): correct or unset it, or {advice}"
                ),
                None => format!(
                    "the certificates that the system trusts cannot be used ({error}): {advice}, or SSL_CERT_FILE \
                    names them"
                ),
            };
            Error::about(Setting::CA_PEM, text).with_source(error)
        })?;
        Ok(Arc::new(verifier))
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("made", &self.made.get().is_some()).finish_non_exhaustive()
    }
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
    let text = format!("this system's trust cannot be added to: use {}", Setting::ONLY_CA_PEM);
    Err(Error::about(Setting::CA_PEM, text))
}

/// A digest of all that a configuration is made from but the files of the system.
fn digest_of(settings: &TransportSettings, versions: &[usize]) -> [u8; 32] {
    let TransportSettings { roots, identity, .. } = settings;
    let counts: Vec<u8> = versions
        .iter()
        .chain(&[roots.added.len(), roots.only.len()])
        .flat_map(|count| count.to_be_bytes())
        .collect();
    let identity = [identity.certificate.as_deref(), identity.key.as_ref().map(|key| key.as_slice())];
    let certificates = roots.added.iter().chain(&roots.only).map(Vec::as_slice);
    digest([counts.as_slice()].into_iter().chain(certificates).chain(identity.into_iter().flatten()))
}

/// The client's certificate with its key, checked to belong together.
fn identity(given: &Identity, provider: &CryptoProvider) -> Result<Option<Arc<CertifiedKey>>> {
    const CERTIFICATE: Setting = Setting::CLIENT_CERTIFICATE_PEM;
    const KEY: Setting = Setting::CLIENT_KEY_PEM;
    let (certificate, key) = match (&given.certificate, &given.key) {
        (None, None) => return Ok(None),
        (Some(certificate), Some(key)) => (certificate, key),
        (Some(_), None) => {
            return Err(Error::about(CERTIFICATE, format!("{CERTIFICATE} needs {KEY} beside it")));
        }
        (None, Some(_)) => {
            return Err(Error::about(KEY, format!("{KEY} needs {CERTIFICATE} beside it")));
        }
    };
    let mut chain = Vec::new();
    for part in CertificateDer::pem_slice_iter(certificate) {
        let part = part
            .map_err(|e| Error::about(CERTIFICATE, format!("{CERTIFICATE} is not valid PEM")).with_source(e));
        chain.push(part?);
    }
    if chain.is_empty() {
        return Err(Error::about(CERTIFICATE, format!("{CERTIFICATE} holds no certificate")));
    }
    // Error texts about a key are written here: those of a library might quote the key.
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| {
        Error::about(KEY, format!("{KEY} holds no private key in PEM (an encrypted one is none)"))
    })?;
    let identity = CertifiedKey::from_der(chain, key, provider).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => {
            Error::about(KEY, format!("{KEY} is not the key of {CERTIFICATE}"))
        }
        _ => Error::about(
            CERTIFICATE,
            format!(
                "{CERTIFICATE} and {KEY} cannot be used: the kind of the certificate or of the key is not supported"
            ),
        ),
    })?;
    Ok(Some(Arc::new(identity)))
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
    Error::config(format!("the settings of TLS cannot be used: {error}")).with_source(error)
}
