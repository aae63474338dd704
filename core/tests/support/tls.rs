//! A service of HTTP/1.1 over TLS, with certificates made for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig, SupportedProtocolVersion, crypto::ring, version};

use super::service::{MESSAGE, length_of, listener};

/// The requirements of the service for a handshake.
#[derive(Clone, Copy, Default)]
pub(crate) struct Demands {
    pub(crate) client_certificate: bool,
    pub(crate) only_tls12: bool,
    /// The protocols it knows in a handshake.
    pub(crate) protocols: &'static [&'static [u8]],
}

pub(crate) struct Service {
    pub(crate) port: u16,
    pub(crate) ca_pem: String,
    pub(crate) client_pem: String,
    pub(crate) client_key_pem: String,
    connections: Arc<AtomicUsize>,
}

impl Service {
    /// Says "fine" to every request that comes over a good handshake.
    pub(crate) async fn start(demands: Demands) -> Service {
        let mut authority = CertificateParams::new(Vec::<String>::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority_key = KeyPair::generate().unwrap();
        let ca = authority.self_signed(&authority_key).unwrap();
        let issuer = Issuer::new(authority, authority_key);
        let signed = |name: &str| {
            let key = KeyPair::generate().unwrap();
            let certificate =
                CertificateParams::new(vec![name.to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
            (certificate, key)
        };
        let (server, server_key) = signed("localhost");
        let (client, client_key) = signed("client");
        let versions: &[&SupportedProtocolVersion] = match demands.only_tls12 {
            true => &[&version::TLS12],
            false => &[&version::TLS13, &version::TLS12],
        };
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_protocol_versions(versions)
            .unwrap();
        let config = if demands.client_certificate {
            let mut roots = RootCertStore::empty();
            roots.add(ca.der().clone()).unwrap();
            let verifier =
                WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build().unwrap();
            config.with_client_cert_verifier(verifier)
        } else {
            config.with_no_client_auth()
        };
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(server_key.serialize_der()));
        let mut config = config.with_single_cert(vec![server.der().clone()], key).unwrap();
        config.alpn_protocols = demands.protocols.iter().map(|name| name.to_vec()).collect();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let (listener, port) = listener().await;
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    let Ok(mut stream) = acceptor.accept(stream).await else { return };
                    loop {
                        let mut head = Vec::new();
                        while !head.ends_with(b"\r\n\r\n") {
                            let Ok(byte) = stream.read_u8().await else { return };
                            head.push(byte);
                        }
                        let mut body = vec![0; length_of(&String::from_utf8(head).unwrap())];
                        stream.read_exact(&mut body).await.unwrap();
                        let answer = format!(
                            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{MESSAGE}",
                            MESSAGE.len()
                        );
                        let _sent = stream.write_all(answer.as_bytes()).await;
                    }
                });
            }
        });
        Service {
            port,
            ca_pem: ca.pem(),
            client_pem: client.pem(),
            client_key_pem: client_key.serialize_pem(),
            connections,
        }
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}
