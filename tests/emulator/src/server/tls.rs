//! A throw-away authority and server certificate, made anew at each start. For tests of certificate settings only.

use std::io;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

/// A server certificate and the authority that vouches for it.
pub(crate) struct Identity {
    ca_pem: String,
    acceptor: TlsAcceptor,
}

impl Identity {
    pub(crate) fn new() -> io::Result<Self> {
        let (ca_pem, config) = make().map_err(|e| io::Error::other(format!("no certificate: {e}")))?;
        Ok(Self { ca_pem, acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
    }

    pub(crate) fn into_ca_pem(self) -> String {
        self.ca_pem
    }
}

fn make() -> Result<(String, ServerConfig), Box<dyn std::error::Error>> {
    let mut authority = CertificateParams::new(Vec::<String>::new())?;
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
    authority.distinguished_name.push(DnType::CommonName, "emulator test authority");
    let authority_key = KeyPair::generate()?;
    let authority_certificate = authority.self_signed(&authority_key)?;
    let issuer = Issuer::new(authority, authority_key);
    let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
    let server_key = KeyPair::generate()?;
    let server = CertificateParams::new(names)?.signed_by(&server_key, &issuer)?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(server_key.serialize_der()));
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![server.der().clone()], key)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok((authority_certificate.pem(), config))
}
