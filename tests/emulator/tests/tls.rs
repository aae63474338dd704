//! HTTPS with the throw-away authority: trusted by those who know it, and still able to break.
#![cfg(feature = "tls")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a panic is the failure report")]

use std::io;
use std::sync::Arc;

use parlour_emulator::{Emulator, Fault, Reply};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

async fn connect(emu: &Emulator, trusts: bool, alpn: &[u8]) -> io::Result<TlsStream<TcpStream>> {
    connect_as(emu, trusts, alpn, None).await
}

async fn connect_as(
    emu: &Emulator,
    trusts: bool,
    alpn: &[u8],
    client: Option<(&str, &str)>,
) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    if trusts {
        roots.add(CertificateDer::from_pem_slice(emu.ca_pem().unwrap().as_bytes()).unwrap()).unwrap();
    }
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots);
    let mut config = match client {
        Some((certificate, key)) => {
            let chain = vec![CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()];
            builder
                .with_client_auth_cert(chain, PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap())
                .unwrap()
        }
        None => builder.with_no_client_auth(),
    };
    config.alpn_protocols = vec![alpn.to_vec()];
    let stream = TcpStream::connect(("127.0.0.1", emu.port())).await?;
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), stream).await
}

const REQUEST: &[u8] = b"GET /v1/models HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn it_is_trusted_by_its_own_authority_only() {
    let emu = Emulator::builder().tls().start().await.unwrap();
    assert!(emu.url().starts_with("https://127.0.0.1:"));
    assert!(connect(&emu, false, b"http/1.1").await.is_err());
    emu.push(Reply::text(200, "over tls"));
    let mut stream = connect(&emu, true, b"http/1.1").await.unwrap();
    stream.write_all(REQUEST).await.unwrap();
    let mut all = String::new();
    stream.read_to_string(&mut all).await.unwrap();
    assert!(all.ends_with("\r\n\r\nover tls"), "{all}");
}

#[tokio::test]
async fn it_offers_http2_and_still_resets() {
    let emu = Emulator::builder().tls().start().await.unwrap();
    let stream = connect(&emu, true, b"h2").await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    emu.push(Reply::text(200, "0123456789").fault(Fault::ResetAt(4)));
    let mut stream = connect(&emu, true, b"http/1.1").await.unwrap();
    stream.write_all(REQUEST).await.unwrap();
    let mut all = Vec::new();
    let error = stream.read_to_end(&mut all).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    assert!(all.ends_with(b"\r\n\r\n0123"));
}

#[tokio::test]
async fn it_asks_clients_for_their_certificate() {
    let emu = Emulator::builder().tls_client_certificates().start().await.unwrap();
    emu.push(Reply::text(200, "known"));
    let mut stream = connect_as(&emu, true, b"http/1.1", emu.client_pem()).await.unwrap();
    stream.write_all(REQUEST).await.unwrap();
    let mut all = String::new();
    stream.read_to_string(&mut all).await.unwrap();
    assert!(all.ends_with("known"), "{all}");

    // With TLS 1.3 the handshake of the client is over before the server has looked.
    if let Ok(mut stream) = connect(&emu, true, b"http/1.1").await {
        let _ = stream.write_all(REQUEST).await;
        assert!(stream.read_to_string(&mut String::new()).await.is_err());
    }
    assert_eq!(emu.requests().len(), 1);
}

#[tokio::test]
async fn it_can_be_of_yesterday() {
    let emu = Emulator::builder().tls_1_2().start().await.unwrap();
    let stream = connect(&emu, true, b"http/1.1").await.unwrap();
    let version = stream.get_ref().1.protocol_version();
    assert_eq!(version, Some(tokio_rustls::rustls::ProtocolVersion::TLSv1_2));
}
