//! The settings of connections on both ways to a service: addresses, local addresses, unix sockets, SOCKS, exceptions,
//! certificates of the client, versions of TLS. It must not test what is said on a connection.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use parlour::clock::ScriptedClock;
use parlour::{Client, ClientBuilder, ErrorKind, HttpVersion, Proxy, TlsVersion};
use parlour_emulator::Emulator;
use support::log::Log;
use support::service::{MESSAGE, client_of, listener, read_request};
use support::socks::{Rule, Socks};
use support::tls::{Demands, Service};
use support::{builder, request, soon};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

async fn text(client: &Client) -> String {
    soon(client.messages().create(request("say hello"))).await.unwrap().text()
}

/// The same client on both ways: its own connections, and those of reqwest.
fn both(builder: ClientBuilder) -> [Client; 2] {
    let own = builder.clone().build().unwrap();
    let reqwests = builder.http(|builder| builder).build().unwrap();
    assert!(!own.needs_runtime() && reqwests.needs_runtime());
    [own, reqwests]
}

#[tokio::test]
async fn addresses_that_are_given_are_not_looked_up() {
    let emulator = Emulator::start().await.unwrap();
    let builder = builder(&emulator)
        .base_url(format!("http://svc.invalid:{}", emulator.port()))
        .resolve("SVC.invalid", [HERE])
        .lookup(|name| panic!("{name} was looked up"));
    for client in both(builder) {
        assert_eq!(text(&client).await, "hello");
    }
}

#[tokio::test]
async fn connections_begin_at_the_local_address() {
    let (listener, port) = listener().await;
    let local: IpAddr = "127.0.0.2".parse().unwrap();
    let peers = tokio::spawn(async move {
        let mut peers = Vec::new();
        for _ in 0..2 {
            let (mut stream, peer) = listener.accept().await.unwrap();
            read_request(&mut stream).await.unwrap();
            let length = MESSAGE.len();
            let answer =
                format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{MESSAGE}");
            stream.write_all(answer.as_bytes()).await.unwrap();
            peers.push(peer.ip());
        }
        peers
    });
    for client in both(client_of(port).local_address(local)) {
        assert_eq!(text(&client).await, "fine");
    }
    assert_eq!(soon(peers).await.unwrap(), [local, local]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_unix_socket_leads_to_the_service() {
    let path = std::env::temp_dir().join(format!("parlour-{}.sock", std::process::id()));
    let _old = std::fs::remove_file(&path);
    let listener = tokio::net::UnixListener::bind(&path).unwrap();
    let served = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{MESSAGE}", MESSAGE.len());
        stream.write_all(answer.as_bytes()).await.unwrap();
        String::from_utf8(head).unwrap()
    });
    // A key may go there in clear: it stays on this machine. The environment's proxies have no say.
    let given = |name: &str| (name == "ALL_PROXY").then(|| "http://127.0.0.1:1".to_owned());
    let base = ClientBuilder::from_lookup(given)
        .base_url("http://svc.invalid/x")
        .api_key("test-key")
        .unix_socket(&path);
    let client = base.clone().proxy(Proxy::FromEnvironment).build().unwrap();
    assert_eq!(text(&client).await, "fine");
    let head = soon(served).await.unwrap();
    assert!(
        head.starts_with("POST /x/v1/messages HTTP/1.1\r\n") && head.contains("host: svc.invalid\r\n"),
        "{head}"
    );
    std::fs::remove_file(&path).unwrap();
    let proxy = Proxy::Url("http://127.0.0.1:1".to_owned());
    for (builder, named) in [
        (base.clone().proxy(proxy), "unix_socket and proxy"),
        (base.clone().local_address(HERE), "local_address"),
        (base.resolve("svc.invalid", [HERE]), "resolve"),
    ] {
        let error = builder.build().unwrap_err();
        assert!(error.kind() == ErrorKind::Config && error.to_string().contains(named), "{error}");
    }
}

#[tokio::test]
async fn socks_proxies_lead_to_the_service() {
    let emulator = Emulator::builder().tls().start().await.unwrap();
    let through = |socks: &Socks, scheme: &str, who: &str| {
        builder(&emulator)
            .base_url(format!("https://localhost:{}", emulator.port()))
            .only_root_certificates_pem(emulator.ca_pem().unwrap())
            .proxy(Proxy::Url(format!("{scheme}://{who}127.0.0.1:{}", socks.port)))
    };
    let open = Socks::start(Rule::Open(emulator.port())).await;
    let guarded = Socks::start(Rule::Guarded(emulator.port(), "joe", "p@ss")).await;
    let port = emulator.port();
    for (socks, who) in [(&open, ""), (&guarded, "joe:p%40ss@")] {
        // The scheme decides whether the client or the proxy resolves the name.
        let client = through(socks, "socks5h", who).build().unwrap();
        assert_eq!(text(&client).await, "hello");
        let client = through(socks, "socks5", who).resolve("localhost", [HERE]).build().unwrap();
        assert_eq!(text(&client).await, "hello");
        assert_eq!(socks.asked(), [format!("localhost:{port}"), format!("127.0.0.1:{port}")]);
    }
    let error = through(&open, "socks5h", "").resolve("localhost", [HERE]).build().unwrap_err();
    assert!(error.kind() == ErrorKind::Config && error.to_string().contains("socks5://"), "{error}");
}

#[tokio::test]
async fn a_socks_proxy_that_says_no_is_asked_once_and_one_that_is_lost_again() {
    let guarded = Socks::start(Rule::Guarded(1, "joe", "right")).await;
    let refusing = Socks::start(Rule::Refusing(2)).await;
    let leaving = Socks::start(Rule::Leaving).await;
    for (socks, who, attempts) in
        [(&guarded, "", 1), (&guarded, "joe:hidden@", 1), (&refusing, "", 1), (&leaving, "", 3)]
    {
        let client = Client::builder()
            .base_url("https://svc.invalid")
            .api_key("test-key")
            .clock(Arc::new(ScriptedClock::new()))
            .max_retries(2)
            .proxy(Proxy::Url(format!("socks5h://{who}127.0.0.1:{}", socks.port)))
            .build()
            .unwrap();
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Connection, attempts), "{error}");
        assert!(!format!("{error} {error:?}").contains("hidden"), "{error:?}");
        assert_eq!(error.to_string().contains("`proxy`"), attempts == 1, "{error}");
    }
    assert_eq!((refusing.asked().len(), leaving.asked().len()), (1, 3));
}

#[tokio::test]
async fn exceptions_go_directly_and_are_judged_when_the_client_is_made() {
    let emulator = Emulator::start().await.unwrap();
    let dead = |builder: ClientBuilder| builder.proxy(Proxy::Url("http://127.0.0.1:1".to_owned()));
    let here = format!("127.0.0.1:{}", emulator.port());
    for exception in ["127.0.0.1", "127.0.0.0/8", "*", &here] {
        let client = dead(builder(&emulator)).no_proxy("other.example").no_proxy(exception).build().unwrap();
        assert!(!client.needs_runtime(), "{exception}: it is a direct way");
        assert_eq!(text(&client).await, "hello");
    }
    let elsewhere = dead(builder(&emulator)).no_proxy("127.0.0.1:1").build().unwrap();
    assert!(elsewhere.needs_runtime(), "the exception is for another port");
    for exception in ["127.0.0.1:port", "http://x", "10.0.0.0/33", "a b", "", "one,two", "..x"] {
        let error = dead(builder(&emulator)).no_proxy(exception).build().unwrap_err();
        assert!(
            error.kind() == ErrorKind::Config && error.to_string().contains("no_proxy"),
            "{exception}: {error}"
        );
    }
}

#[test]
fn the_environment_is_read_with_its_exceptions_and_what_is_wrong_in_it_refused() {
    let with = |base: &str, variables: &'static [(&'static str, &'static str)]| {
        let read =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, v)| (*v).to_owned());
        ClientBuilder::from_lookup(read)
            .base_url(base)
            .api_key("test-key")
            .proxy(Proxy::FromEnvironment)
            .build()
    };
    const HTTPS: &str = "https://10.1.2.3";
    for (base, variables, through) in [
        (HTTPS, &[("HTTPS_PROXY", "http://p:1")][..], true),
        (HTTPS, &[("https_proxy", "p:1")], true),
        (HTTPS, &[("ALL_PROXY", "socks5h://p:1")], true),
        (HTTPS, &[("HTTP_PROXY", "nonsense://p:1")], false),
        (HTTPS, &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "x.example, 10.0.0.0/8")], false),
        (HTTPS, &[("ALL_PROXY", "socks4://p:1"), ("no_proxy", "10.1.2.3")], false),
        (HTTPS, &[("HTTPS_PROXY", "http://p:1"), ("REQUEST_METHOD", "GET")], false),
        (HTTPS, &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "10.1.2.3:443")], false),
        (HTTPS, &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "10.1.2.3:80")], true),
        (HTTPS, &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "x.example 10.1.2.3 y.example")], false),
        (HTTPS, &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "10.1.2.3"), ("no_proxy", "x.example")], true),
        (HTTPS, &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "x.example"), ("no_proxy", "10.1.2.3")], false),
        (HTTPS, &[("HTTPS_PROXY", "socks4://p:1"), ("https_proxy", "http://p:1")], true),
        ("https://a.svc.example.", &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "*.SVC.example")], false),
        ("https://a.svc.example", &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", ".svc.example:443")], false),
        ("https://[fd00::1]:8443", &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "[fd00::1]:8443")], false),
        ("https://[fd00::1]:8443", &[("ALL_PROXY", "http://p:1"), ("NO_PROXY", "fd00::/8")], false),
        ("https://127.0.0.1", &[("HTTPS_PROXY", "socks4://p:1")], false),
        ("https://localhost", &[("ALL_PROXY", "http://p:1")], false),
    ] {
        assert_eq!(with(base, variables).unwrap().needs_runtime(), through, "{base} {variables:?}");
    }
    for (variables, named) in [
        (&[("ALL_PROXY", "socks4://joe:hidden@p:1")][..], "ALL_PROXY"),
        (&[("https_proxy", "ftp://joe:hidden@p:1"), ("ALL_PROXY", "http://p:1")], "https_proxy"),
        (&[("HTTPS_PROXY", "http://joe:hidden@")], "HTTPS_PROXY"),
    ] {
        let error = with(HTTPS, variables).unwrap_err();
        assert!(error.kind() == ErrorKind::Config && error.to_string().contains(named), "{error}");
        assert!(!error.to_string().contains("hidden"), "{error}");
    }
}

#[test]
fn an_exception_that_can_never_match_is_logged_once() {
    let log = Log::default();
    let build = |variables: &'static [(&'static str, &'static str)]| {
        let read =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, v)| (*v).to_owned());
        ClientBuilder::from_lookup(read)
            .base_url("https://svc.example")
            .api_key("test-key")
            .proxy(Proxy::FromEnvironment)
            .build()
            .unwrap()
    };
    tracing::subscriber::with_default(log.clone(), || {
        build(&[("NO_PROXY", "ftp://without.a.proxy")]);
        for _ in 0..2 {
            build(&[
                ("HTTPS_PROXY", "http://p:1"),
                ("NO_PROXY", "http://joe:hidden@wrong.example, other.example:99, fine.example"),
            ]);
        }
    });
    let text = log.text();
    let warnings = text.lines().filter(|line| line.contains("can never match")).collect::<Vec<_>>();
    let [only] = warnings[..] else { panic!("{warnings:?}") };
    assert!(only.contains("wrong.example") && only.contains("NO_PROXY"), "{only}");
    assert!(!text.contains("hidden") && !text.contains("without.a.proxy"), "{text}");
}

#[test]
fn a_key_does_not_travel_in_clear_to_a_proxy_on_another_machine() {
    let to = |base: &str, proxy: &str| {
        Client::builder().base_url(base).api_key("test-key").proxy(Proxy::Url(proxy.to_owned()))
    };
    for proxy in ["http://10.0.0.1:3128", "socks5://proxy.example", "https://proxy.example"] {
        let error = to("http://127.0.0.1:9", proxy).build().unwrap_err();
        assert!(
            error.kind() == ErrorKind::Config && error.to_string().contains("allow_plain_http"),
            "{error}"
        );
        assert!(to("http://127.0.0.1:9", proxy).allow_plain_http(true).build().is_ok());
        assert!(to("https://127.0.0.1:9", proxy).build().is_ok());
    }
    assert!(to("http://127.0.0.1:9", "http://localhost:3128").build().is_ok());
    // An address that was given for a name counts, not the name.
    let other = to("http://localhost:9", "http://127.0.0.1:1").proxy(Proxy::None);
    let error = other.resolve("localhost", ["10.0.0.1".parse().unwrap()]).build().unwrap_err();
    assert!(error.to_string().contains("allow_plain_http"), "{error}");
}

#[test]
fn what_contradicts_each_other_is_refused() {
    let good = || Client::builder().base_url("https://svc.invalid").api_key("test-key");
    let h2_by_proxy = Client::builder().base_url("http://127.0.0.1:9").http_version(HttpVersion::Http2);
    for (builder, named) in [
        (good().client_certificate_pem("x"), "client_key_pem"),
        (good().client_key_pem("very hidden"), "client_certificate_pem"),
        (good().client_certificate_pem("x").client_key_pem("very hidden"), "holds no certificate"),
        (good().resolve("svc.invalid", []), "no address"),
        (good().resolve("https://svc.invalid", [HERE]), "not the name of a host"),
        (
            h2_by_proxy.api_key("test-key").proxy(Proxy::Url("http://127.0.0.1:1".to_owned())),
            "HTTP/2 (http_version)",
        ),
        (good().http(|builder| builder.tls_backend_preconfigured(1)), "client of reqwest"),
    ] {
        assert!(!format!("{builder:?}").contains("hidden"));
        let error = builder.build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        assert!(error.to_string().contains(named) && !error.to_string().contains("hidden"), "{error}");
    }
}

fn of(service: &Service) -> ClientBuilder {
    Client::builder()
        .base_url(format!("https://localhost:{}", service.port))
        .api_key("test-key")
        .clock(Arc::new(ScriptedClock::new()))
        .only_root_certificates_pem(service.ca_pem.as_str())
}

#[tokio::test]
async fn a_service_that_wants_a_certificate_gets_it() {
    let service = Service::start(Demands { client_certificate: true, ..Demands::default() }).await;
    let with = of(&service)
        .client_certificate_pem(service.client_pem.as_str())
        .client_key_pem(service.client_key_pem.as_str());
    for client in both(with.clone()) {
        assert_eq!(text(&client).await, "fine");
    }
    let other = Service::start(Demands::default()).await;
    let error = with.client_key_pem(other.client_key_pem.as_str()).build().unwrap_err();
    assert!(error.to_string().contains("is not the key of"), "{error}");
    for client in both(of(&service)) {
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Connection, 1), "{error}");
        assert!(error.to_string().contains("client_certificate_pem"), "{error}");
    }
}

#[tokio::test]
async fn an_older_tls_than_allowed_is_refused_for_good() {
    let service = Service::start(Demands { only_tls12: true, ..Demands::default() }).await;
    for client in both(of(&service)) {
        assert_eq!(text(&client).await, "fine");
    }
    for client in both(of(&service).min_tls_version(TlsVersion::Tls13)) {
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Connection, 1), "{error}");
        assert!(error.to_string().contains("min_tls_version"), "{error}");
    }
    assert_eq!(service.connections(), 4);
}

#[tokio::test]
async fn failures_name_host_and_port() {
    let (gone, port) = listener().await;
    drop(gone);
    for client in both(client_of(port).max_retries(0)) {
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert!(error.to_string().contains(&format!("127.0.0.1:{port}")), "{error}");
    }
    let unknown = Client::builder()
        .base_url("https://svc.invalid:8443")
        .api_key("test-key")
        .max_retries(0)
        .lookup(|_| Err(std::io::Error::other("nobody knows it")));
    for client in both(unknown) {
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        let said = error.to_string();
        assert!(
            said.contains("did not resolve: svc.invalid:8443") && said.contains("nobody knows it"),
            "{said}"
        );
    }
}

#[tokio::test]
async fn one_look_up_of_a_name_serves_all_who_wait_for_it() {
    let emulator = Emulator::start().await.unwrap();
    for reqwests in [false, true] {
        let (go, wait) = channel::<()>();
        let wait = Mutex::new(wait);
        let looked_up = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&looked_up);
        let mut builder = builder(&emulator)
            .base_url(format!("http://svc.invalid:{}", emulator.port()))
            .allow_plain_http(true)
            .lookup(move |name| {
                assert_eq!(name, "svc.invalid");
                count.fetch_add(1, Ordering::SeqCst);
                let _told = wait.lock().unwrap().recv();
                Ok(vec![(HERE, 0).into()])
            });
        if reqwests {
            builder = builder.http(|builder| builder);
        }
        let client = builder.build().unwrap();
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..64 {
            let client = client.clone();
            calls.spawn(async move { text(&client).await });
        }
        support::until(|| looked_up.load(Ordering::SeqCst) > 0).await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert_eq!(looked_up.load(Ordering::SeqCst), 1);
        drop(go);
        while let Some(said) = calls.join_next().await {
            assert_eq!(said.unwrap(), "hello");
        }
    }
}

#[tokio::test]
async fn certificates_that_could_not_be_read_are_read_again_by_the_next_call() {
    let emulator = Emulator::builder().tls().start().await.unwrap();
    for reqwests in [false, true] {
        let tries = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&tries);
        let mut builder =
            builder(&emulator).before_trust(move || match count.fetch_add(1, Ordering::SeqCst) {
                0 => Err(parlour::Body::from_json_bytes("no file could be opened").unwrap_err()),
                _ => Ok(()),
            });
        if reqwests {
            builder = builder.http_version(HttpVersion::Negotiate);
        }
        let client = builder.build().unwrap();
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Config, 1), "{error}");
        // It is on its way, and the authority is unknown.
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Connection, 1), "{error}");
        assert_eq!(error.setting(), Some("ca_pem"), "{error}");
        assert!(error.to_string().contains("add_root_certificate_pem adds one"), "{error}");
        assert_eq!(tries.load(Ordering::SeqCst), 2);
    }
}
