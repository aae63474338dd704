//! Certificate settings against an unknown authority; TLS itself is not tested.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use parlour::{ErrorKind, HttpVersion};
use parlour_emulator::Emulator;
use support::{builder, request, soon};

#[tokio::test]
async fn an_authority_of_ones_own_is_trusted_when_it_is_given() {
    let emulator = Emulator::builder().tls().start().await.unwrap();
    let pem = emulator.ca_pem().unwrap();
    for (builder, version) in [
        (builder(&emulator).only_root_certificates_pem(pem), "1"),
        (builder(&emulator).add_root_certificate_pem(pem), "1"),
        (builder(&emulator).only_root_certificates_pem(pem).http_version(HttpVersion::Negotiate), "2"),
    ] {
        emulator.clear();
        let client = builder.build().unwrap();
        let reply = soon(client.messages().create(request("say hello"))).await.unwrap();
        assert_eq!(reply.text(), "hello");
        let mut stream = soon(client.messages().stream(request("say hello"))).await.unwrap();
        assert_eq!(soon(stream.final_text()).await.unwrap(), "hello");
        let spoken = emulator.requests()[0].http_version.to_string();
        assert!(spoken.contains(version), "{spoken}");
    }
}

#[tokio::test]
async fn an_unknown_authority_is_refused_for_good() {
    let emulator = Emulator::builder().tls().start().await.unwrap();
    let stranger = Emulator::builder().tls().start().await.unwrap();
    for builder in
        [builder(&emulator), builder(&emulator).only_root_certificates_pem(stranger.ca_pem().unwrap())]
    {
        let client = builder.build().unwrap();
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Connection, "{error}");
        assert!(!error.is_retryable(), "{error:?}");
        assert_eq!(error.attempts().count(), 1);
        assert!(std::error::Error::source(&error).is_some());
    }
    assert!(emulator.requests().is_empty(), "nothing was sent to it");
}
