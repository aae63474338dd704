//! A throw-away authority with certificates for a server and a client, made anew at each start. For tests of
//! certificate settings only.

use std::io;
use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{DEFAULT_VERSIONS, RootCertStore, ServerConfig, version};

use crate::config::Tls;

/// The certificate of the service, the authority that signed it, and a certificate for a client.
pub(crate) struct Identity {
    ca_pem: String,
    client_pem: (String, String),
    acceptor: TlsAcceptor,
}

impl Identity {
    pub(crate) fn new(how: Tls) -> io::Result<Self> {
        make(how).map_err(|e| io::Error::other(format!("no certificate: {e}")))
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
    }

    pub(crate) fn ca_pem(&self) -> &str {
        &self.ca_pem
    }

    pub(crate) fn client_pem(&self) -> (&str, &str) {
        (&self.client_pem.0, &self.client_pem.1)
    }
}

fn make(how: Tls) -> Result<Identity, Box<dyn std::error::Error>> {
    let mut authority = CertificateParams::new(Vec::<String>::new())?;
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
    authority.distinguished_name.push(DnType::CommonName, "emulator test authority");
    let authority_key = KeyPair::generate()?;
    let authority_certificate = authority.self_signed(&authority_key)?;
    let issuer = Issuer::new(authority, authority_key);

    let names = vec!["localhost".to_owned(), "emulator.test".to_owned(), "127.0.0.1".to_owned()];
    let server_key = KeyPair::generate()?;
    let server = CertificateParams::new(names)?.signed_by(&server_key, &issuer)?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(server_key.serialize_der()));

    let client_key = KeyPair::generate()?;
    let mut client = CertificateParams::new(Vec::<String>::new())?;
    client.distinguished_name.push(DnType::CommonName, "emulator test client");
    client.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    let client = client.signed_by(&client_key, &issuer)?;

    let provider = Arc::new(ring::default_provider());
    let versions = if how.only_1_2 { &[&version::TLS12][..] } else { DEFAULT_VERSIONS };
    let builder =
        ServerConfig::builder_with_provider(Arc::clone(&provider)).with_protocol_versions(versions)?;
    let builder = if how.client_certificates {
        let mut roots = RootCertStore::empty();
        roots.add(authority_certificate.der().clone())?;
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
        builder.with_client_cert_verifier(verifier.build()?)
    } else {
        builder.with_no_client_auth()
    };
    let mut config = builder.with_single_cert(vec![server.der().clone()], key)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Identity {
        ca_pem: authority_certificate.pem(),
        client_pem: (client.pem(), client_key.serialize_pem()),
        acceptor: TlsAcceptor::from(Arc::new(config)),
    })
}
