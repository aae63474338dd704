//! Certificate settings against an unknown authority; TLS itself is not tested.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::process::Command;
use std::time::Duration;

use parlour::{ErrorKind, HttpVersion, TlsVersion};
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

#[tokio::test]
async fn a_client_resumes_the_session_of_another_one_of_equal_settings() {
    let emulator = Emulator::builder().tls().start().await.unwrap();
    let pem = emulator.ca_pem().unwrap();
    let stranger = Emulator::builder().tls().start().await.unwrap();
    let only = || builder(&emulator).only_root_certificates_pem(pem);
    let added = || builder(&emulator).add_root_certificate_pem(pem);
    for (what, builder, resumes) in [
        ("the first one of its settings", only(), false),
        ("the second", only(), true),
        ("another timeout", only().connect_timeout(Duration::from_secs(7)), true),
        ("beside the system's roots", added(), false),
        ("beside the system's roots, the second", added(), true),
        ("another authority besides", only().only_root_certificates_pem(stranger.ca_pem().unwrap()), false),
        ("no TLS 1.2", only().min_tls_version(TlsVersion::Tls13), false),
        ("HTTP/2", only().http_version(HttpVersion::Negotiate), false),
        ("HTTP/2, the second", only().http_version(HttpVersion::Negotiate), true),
        ("reqwest's, customised", only().http(|builder| builder), true),
    ] {
        emulator.clear();
        let client = builder.build().unwrap();
        soon(client.messages().create(request("say hello"))).await.unwrap();
        assert_eq!(emulator.requests()[0].resumed, resumes, "{what}");
    }
}

#[tokio::test]
async fn a_session_of_a_client_certificate_is_resumed_only_while_a_client_has_it() {
    let emulator = Emulator::builder().tls().start().await.unwrap();
    let (certificate, key) = emulator.client_pem().unwrap();
    let call = async || {
        emulator.clear();
        let builder = builder(&emulator).only_root_certificates_pem(emulator.ca_pem().unwrap());
        let client = builder.client_certificate_pem(certificate).client_key_pem(key).build().unwrap();
        soon(client.messages().create(request("say hello"))).await.unwrap();
        (client, emulator.requests()[0].resumed)
    };
    let (first, resumed) = call().await;
    assert!(!resumed);
    let (second, resumed) = call().await;
    assert!(resumed);
    drop((first, second));
    assert!(!call().await.1, "the private key was forgotten with the last client");
}

/// The environment is the whole process's, so that each case is a process of its own: this test again, with the
/// variables set.
#[tokio::test]
async fn an_error_about_certificates_names_the_variables_that_give_them() {
    const CASE: &str = "PARLOUR_TEST_TLS_CASE";
    if std::env::var_os(CASE).is_some() {
        let emulator = Emulator::builder().tls().start().await.unwrap();
        for builder in [builder(&emulator), builder(&emulator).http(|builder| builder)] {
            let error = match builder.max_retries(0).build() {
                Ok(client) => soon(client.messages().create(request("any"))).await.unwrap_err(),
                Err(error) => error,
            };
            println!("said <{:?} {error}>", error.kind());
        }
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let stale = folder.path().join("stale.pem").display().to_string();
    let stranger = folder.path().join("stranger.pem");
    let other = Emulator::builder().tls().start().await.unwrap();
    std::fs::write(&stranger, other.ca_pem().unwrap()).unwrap();
    let nothing = tempfile::tempdir().unwrap();
    let empty = nothing.path().display().to_string();
    let stranger = stranger.display().to_string();
    let missing = "No such file or directory";
    for (variables, kind, told) in [
        (&[("SSL_CERT_FILE", &stale)][..], "Config", &["SSL_CERT_FILE", &stale, missing][..]),
        (&[("SSL_CERT_DIR", &stale)], "Config", &["SSL_CERT_DIR", &stale, missing]),
        (&[("SSL_CERT_DIR", &empty)], "Config", &["SSL_CERT_DIR", &empty, "nothing there can be used"]),
        (
            &[("SSL_CERT_FILE", &stale), ("SSL_CERT_DIR", &empty)],
            "Config",
            &["SSL_CERT_FILE", &stale, "SSL_CERT_DIR", &empty],
        ),
        (&[("SSL_CERT_FILE", &stranger)], "Connection", &["not trusted", "SSL_CERT_FILE", &stranger]),
    ] {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.env_remove("SSL_CERT_FILE").env_remove("SSL_CERT_DIR").env(CASE, "yes");
        child.args([
            "--exact",
            "an_error_about_certificates_names_the_variables_that_give_them",
            "--nocapture",
        ]);
        child.envs(variables.iter().copied());
        let output = tokio::task::spawn_blocking(move || child.output().unwrap()).await.unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let said = text.split("said <").skip(1).collect::<Vec<_>>();
        assert_eq!(said.len(), 2, "{output:?}");
        for said in said {
            assert!(said.starts_with(kind), "{variables:?}: {said}");
            for part in told {
                assert!(said.contains(part), "{variables:?}: {part} is not in {said}");
            }
        }
    }
}
