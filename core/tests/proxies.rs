//! Calls through a proxy: what it is sent, what it must not see, and which calls it gets. The proxy is a small one
//! of our own. It must not test the service.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{Client, ClientBuilder, ErrorKind, HttpVersion, Proxy};
use parlour_emulator::Emulator;
use support::{builder, request, soon};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const ANSWER: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"by proxy"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#;

/// The behaviour of the proxy for its clients.
#[derive(Clone, Copy)]
enum Manner {
    /// Answers plain requests itself, and leads tunnels to this port of this machine.
    Helpful(u16),
    Refusing(u16),
    Silent,
    /// Closes instead of answering, or amid the head of its answer.
    Leaving,
    HalfWay,
}

struct SmallProxy {
    port: u16,
    /// The heads of the requests it got, as they came.
    heads: Arc<Mutex<Vec<String>>>,
}

impl SmallProxy {
    async fn start(manner: Manner) -> SmallProxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heads = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&heads);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, manner, Arc::clone(&seen)));
            }
        });
        SmallProxy { port, heads }
    }

    fn url(&self, credential: &str) -> Proxy {
        Proxy::Url(format!("http://{credential}127.0.0.1:{}", self.port))
    }

    fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

async fn serve(mut client: TcpStream, manner: Manner, heads: Arc<Mutex<Vec<String>>>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = client.read_u8().await else { return };
        head.push(byte);
    }
    let head = String::from_utf8(head).unwrap();
    let tunnel = head.starts_with("CONNECT ");
    heads.lock().unwrap().push(head);
    match manner {
        Manner::Helpful(port) if tunnel => {
            let mut service = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
            client.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await.unwrap();
            // Ends when either side hangs up; how does not matter here.
            let _ended = tokio::io::copy_bidirectional(&mut client, &mut service).await;
        }
        Manner::Helpful(_) => {
            let answer = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: \
                close\r\n\r\n{ANSWER}",
                ANSWER.len()
            );
            client.write_all(answer.as_bytes()).await.unwrap();
        }
        Manner::Refusing(status) => {
            client.write_all(format!("HTTP/1.1 {status} No\r\n\r\n").as_bytes()).await.unwrap();
        }
        Manner::Leaving => {}
        Manner::HalfWay => client.write_all(b"HTTP/1.1 200 Conn").await.unwrap(),
        Manner::Silent => {
            // Until the client has had enough.
            let _gone = client.read_u8().await;
        }
    }
}

fn plain(proxy: Proxy) -> ClientBuilder {
    Client::builder().base_url("http://service.example/x").no_credentials().proxy(proxy).max_retries(0)
}

#[tokio::test]
async fn a_plain_request_names_the_service_and_carries_the_proxys_credential() {
    let proxy = SmallProxy::start(Manner::Helpful(0)).await;
    let client = plain(proxy.url("user:p%40ss@")).build().unwrap();
    let reply = soon(client.messages().create(request("any"))).await.unwrap();
    assert_eq!(reply.text(), "by proxy");
    let head = &proxy.heads()[0];
    assert!(head.starts_with("POST http://service.example/x/v1/messages HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("\r\nproxy-authorization: Basic dXNlcjpwQHNz\r\n"), "{head}");
    assert!(head.contains("\r\nhost: service.example\r\n"), "{head}");
    assert!(!format!("{client:?}").contains("p@ss"));

    let client = plain(proxy.url("")).build().unwrap();
    soon(client.messages().create(request("any"))).await.unwrap();
    assert!(!proxy.heads()[1].contains("proxy-authorization"));
}

#[tokio::test]
async fn a_tunnel_is_opened_with_the_credential_and_what_is_inside_does_not_carry_it() {
    let emulator = Emulator::builder().tls().start().await.unwrap();
    let proxy = SmallProxy::start(Manner::Helpful(emulator.port())).await;
    for (version, spoken) in [(HttpVersion::Http1, "1"), (HttpVersion::Negotiate, "2")] {
        emulator.clear();
        let client = builder(&emulator)
            .base_url(format!("https://localhost:{}", emulator.port()))
            .only_root_certificates_pem(emulator.ca_pem().unwrap())
            .proxy(proxy.url("user:pass@"))
            .http_version(version)
            .build()
            .unwrap();
        assert_eq!(soon(client.messages().create(request("say hello"))).await.unwrap().text(), "hello");
        let got = &emulator.requests()[0];
        assert!(got.http_version.to_string().contains(spoken), "{}", got.http_version);
        assert!(got.header("proxy-authorization").is_none());
    }
    for head in proxy.heads() {
        let service = format!("localhost:{}", emulator.port());
        assert!(head.starts_with(&format!("CONNECT {service} HTTP/1.1\r\nHost: {service}\r\n")), "{head}");
        assert!(head.contains("\r\nProxy-Authorization: Basic dXNlcjpwYXNz\r\n"), "{head}");
        assert!(!head.contains("x-api-key"), "{head}");
    }
    assert_eq!(proxy.heads().len(), 2);
}

#[tokio::test]
async fn a_proxy_that_refuses_is_asked_once_and_one_that_keeps_silent_is_a_timeout() {
    let tls = |proxy: &SmallProxy| {
        Client::builder()
            .base_url("https://service.example")
            .api_key("k")
            .clock(Arc::new(ScriptedClock::new()))
            .proxy(proxy.url("joe:hidden@"))
    };
    for (status, told) in
        [(407, "proxy authorization required"), (403, "unsuccessful"), (502, "unsuccessful")]
    {
        let refusing = SmallProxy::start(Manner::Refusing(status)).await;
        let client = tls(&refusing).build().unwrap();
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Connection, "{error}");
        assert_eq!(
            (error.attempts().count(), error.is_retryable()),
            (1, false),
            "{status} is final: {error}"
        );
        assert_eq!(refusing.heads().len(), 1);
        let said = error.to_string();
        assert!(
            said.contains(told) && said.contains("service.example:443") && said.contains("`proxy`"),
            "{said}"
        );
        assert!(!said.contains("hidden") && !format!("{error:?}").contains("hidden"), "{error:?}");
    }

    let silent = SmallProxy::start(Manner::Silent).await;
    let client = tls(&silent).max_retries(0).connect_timeout(Duration::from_millis(100)).build().unwrap();
    let error = soon(client.messages().create(request("any"))).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(error.to_string().contains("connect limit"), "{error}");
    assert_eq!(silent.heads().len(), 1);
}

#[tokio::test]
async fn a_proxy_that_is_lost_is_tried_again() {
    for manner in [Manner::Leaving, Manner::HalfWay] {
        let leaving = SmallProxy::start(manner).await;
        let client = Client::builder()
            .base_url("https://service.example")
            .api_key("k")
            .clock(Arc::new(ScriptedClock::new()))
            .max_retries(2)
            .proxy(leaving.url(""))
            .build()
            .unwrap();
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Connection, "{error}");
        assert_eq!((error.attempts().count(), leaving.heads().len()), (3, 3), "{error}");
    }
}

/// The environment is the whole process's, so that each case is a process of its own: this test again, with the
/// variables set.
#[tokio::test]
async fn the_environment_names_proxies_and_those_called_without() {
    const CASE: &str = "PARLOUR_TEST_PROXY_CASE";
    const KEY: &str = "PARLOUR_TEST_PROXY_KEY";
    if let Ok(base) = std::env::var(CASE) {
        let client = Client::builder()
            .base_url(base)
            .api_key(std::env::var(KEY).unwrap())
            .allow_plain_http(true)
            .max_retries(0)
            .proxy(Proxy::FromEnvironment)
            .build()
            .unwrap();
        let reply = soon(client.messages().create(request("say hello"))).await.unwrap();
        println!("said <{}>", reply.text());
        return;
    }
    let proxy = SmallProxy::start(Manner::Helpful(0)).await;
    let through = format!("http://me:secret@127.0.0.1:{}", proxy.port);
    let direct = Emulator::start().await.unwrap();
    // This machine by an address that is not known as such.
    let unspecified = format!("http://0.0.0.0:{}", direct.port());
    let cases = [
        ("http://service.example", "HTTP_PROXY", "", "by proxy"),
        ("http://service.example", "ALL_PROXY", "other.example", "by proxy"),
        (&unspecified, "HTTP_PROXY", "other.example,0.0.0.0", "hello"),
        (&direct.url(), "HTTP_PROXY", "", "hello"),
    ];
    for (base, variable, without, expected) in cases {
        let mut child = Command::new(std::env::current_exe().unwrap());
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "REQUEST_METHOD"] {
            child.env_remove(name).env_remove(name.to_lowercase());
        }
        child
            .args(["--exact", "the_environment_names_proxies_and_those_called_without", "--nocapture"])
            .env(CASE, base)
            .env(KEY, direct.api_key())
            .env(variable, &through)
            .env("NO_PROXY", without);
        let output = tokio::task::spawn_blocking(move || child.output().unwrap()).await.unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(&format!("said <{expected}>")), "{base} {variable}: {output:?}");
    }
    let heads = proxy.heads();
    assert_eq!(heads.len(), 2, "{heads:?}");
    for head in heads {
        assert!(head.contains("\r\nproxy-authorization: Basic bWU6c2VjcmV0\r\n"), "{head}");
    }
}

#[test]
fn what_is_not_a_proxy_is_refused_and_the_credential_not_shown() {
    for url in ["::pass", "http://", "ftp://user:pass@127.0.0.1:1"] {
        let error = plain(Proxy::Url(url.into())).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        assert!(error.to_string().contains("proxy") && !error.to_string().contains("pass"), "{error}");
    }
    for url in ["socks4://user:pass@127.0.0.1:1", "socks://127.0.0.1:1", "quic://127.0.0.1:1"] {
        let error = plain(Proxy::Url(url.into())).build().unwrap_err();
        assert!(error.to_string().contains("none of http, https, socks5, socks5h"), "{error}");
    }
    for url in ["127.0.0.1:3128", "localhost:3128", "socks5://[::1]", "socks5h://joe:p%40ss@proxy.example:9"]
    {
        assert!(plain(Proxy::Url(url.into())).build().is_ok(), "{url}");
    }
}
