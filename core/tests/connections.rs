//! Connections as the server sees them: the bytes of a request, reuse, staleness, limits, and what breaks them. It must
//! not test the service.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parlour::{Body, CallOptions, ErrorKind, Method, Pool, RetryPolicy};
use parlour_emulator::{Emulator, Reply};
use support::service::{MESSAGE, client_of, listener, read_request};
use support::{builder, request, soon};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

const BODY: &str = r#"{"model":"m","max_tokens":5,"messages":[]}"#;

async fn answer(stream: &mut TcpStream, headers: &str, body: &[u8]) {
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body].concat()).await.unwrap();
}

#[tokio::test]
async fn a_request_is_these_bytes() {
    let (listener, port) = listener().await;
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut seen = Vec::new();
        while let Some(request) = read_request(&mut stream).await {
            seen.push(request);
            answer(&mut stream, "", MESSAGE.as_bytes()).await;
        }
        seen
    });
    let client = client_of(port).build().unwrap();
    let body = || Body::from_json_bytes(BODY).unwrap();
    soon(client.messages().create(body())).await.unwrap();
    let odd = CallOptions::new().header("X-Mixed-Case", "Value").query("a b", "c&d");
    soon(client.request(Method::POST, "/v1/messages?x=1", body()).with(odd)).await.unwrap();
    soon(client.request(Method::GET, "/v1/models", Body::empty())).await.unwrap();
    soon(client.request(Method::POST, "/v1/nothing", Body::empty())).await.unwrap();
    drop(client);
    let seen = soon(server).await.unwrap();
    let agent = seen[0].split("user-agent: ").nth(1).unwrap().split("\r\n").next().unwrap().to_owned();
    let version = seen[0].split("\r\n").find(|line| line.contains("-version: ")).unwrap().to_owned();
    let common = format!(
        "accept: application/json\r\ncontent-type: application/json\r\nuser-agent: {agent}\r\n{version}\r\n"
    );
    let end = format!("accept-encoding: gzip\r\nhost: 127.0.0.1:{port}\r\n");
    let length = BODY.len();
    let expected = [
        format!(
            "POST /v1/messages HTTP/1.1\r\n{common}x-api-key: test-key\r\n{end}content-length: {length}\r\n\r\n{BODY}"
        ),
        format!(
            "POST /v1/messages?x=1&a+b=c%26d HTTP/1.1\r\n{common}x-mixed-case: Value\r\nx-api-key: \
            test-key\r\n{end}content-length: {length}\r\n\r\n{BODY}"
        ),
        format!("GET /v1/models HTTP/1.1\r\n{common}x-api-key: test-key\r\n{end}\r\n"),
        format!("POST /v1/nothing HTTP/1.1\r\n{common}x-api-key: test-key\r\n{end}content-length: 0\r\n\r\n"),
    ];
    for (seen, expected) in seen.iter().zip(&expected) {
        assert_eq!(seen, expected);
    }
    assert_eq!(seen.len(), expected.len(), "all on one connection");
}

#[tokio::test]
async fn a_connection_that_died_in_the_pool_costs_no_attempt() {
    let (listener, port) = listener().await;
    let accepted = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&accepted);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::SeqCst);
            // One answer that promises more, and then it is gone.
            if read_request(&mut stream).await.is_some() {
                answer(&mut stream, "", MESSAGE.as_bytes()).await;
            }
        }
    });
    let client = client_of(port).build().unwrap();
    for round in 1..=20 {
        let reply = soon(client.messages().create(request("any"))).await.unwrap();
        assert_eq!((reply.text().as_str(), reply.attempts().count()), ("fine", 1), "round {round}");
    }
    assert_eq!(accepted.load(Ordering::SeqCst), 20);
}

#[tokio::test]
async fn a_request_that_was_read_and_not_answered_is_another_attempt() {
    let (listener, port) = listener().await;
    tokio::spawn(async move {
        for served in 0.. {
            let (mut stream, _) = listener.accept().await.unwrap();
            let request = read_request(&mut stream).await;
            if served > 0 && request.is_some() {
                answer(&mut stream, "", MESSAGE.as_bytes()).await;
            }
        }
    });
    let client = client_of(port).build().unwrap();
    let reply = soon(client.messages().create(request("any"))).await.unwrap();
    assert_eq!(reply.attempts().count(), 2);
}

#[tokio::test]
async fn idle_connections_are_closed_in_time_and_kept_within_number() {
    let emulator = Emulator::start().await.unwrap();
    let pool = Pool::new().idle_timeout(Some(Duration::from_millis(50)));
    let client = builder(&emulator).pool(pool).build().unwrap();
    soon(client.messages().create(request("any"))).await.unwrap();
    assert!(emulator.wait_open_connections(0).await);

    let client = builder(&emulator).pool(Pool::new().max_idle_per_host(0)).build().unwrap();
    soon(client.messages().create(request("any"))).await.unwrap();
    assert!(emulator.wait_open_connections(0).await);
}

#[tokio::test]
async fn a_handshake_that_never_ends_is_a_connect_timeout() {
    let (listener, port) = listener().await;
    let client = client_of(port)
        .base_url(format!("https://127.0.0.1:{port}"))
        .connect_timeout(Duration::from_millis(50))
        .max_retries(1)
        .build()
        .unwrap();
    let error = soon(client.messages().create(request("any"))).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(error.is_retryable());
    assert_eq!(error.attempts().count(), 2);
    drop(listener);
}

#[tokio::test]
async fn what_is_not_there_or_not_tls_is_told_apart() {
    let (listener, port) = listener().await;
    drop(listener);
    let error = soon(client_of(port).max_retries(1).build().unwrap().messages().create(request("any")))
        .await
        .unwrap_err();
    assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Connection, 2), "{error}");
    assert!(error.to_string().contains("no connection could be made"), "{error}");

    // Longer than any name may be, which the resolver knows without asking anybody.
    let name = format!("http://{}example", "name.".repeat(60));
    let client = client_of(port).base_url(name).allow_plain_http(true).max_retries(1).build().unwrap();
    let error = soon(client.messages().create(request("any"))).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Connection, 2), "{error}");
    assert!(error.to_string().contains("the host name did not resolve"), "{error}");

    let talking = Emulator::start().await.unwrap();
    let client = builder(&talking).base_url(talking.url().replace("http:", "https:")).build().unwrap();
    let error = soon(client.messages().create(request("any"))).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connection, "{error}");
}

#[tokio::test]
async fn an_answer_that_is_not_http_is_final() {
    let (listener, port) = listener().await;
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            if read_request(&mut stream).await.is_some() {
                stream.write_all(b"220 mail.example ready\r\n\r\n").await.unwrap();
            }
        }
    });
    let error = soon(client_of(port).build().unwrap().messages().create(request("any"))).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Decode, 1), "{error}");
}

/// `MESSAGE` as gzip that stores it: a head, one stored block, CRC-32 and length.
fn gzipped() -> Vec<u8> {
    let plain = MESSAGE.as_bytes();
    let length = u16::try_from(plain.len()).unwrap();
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 1];
    packed.extend_from_slice(&length.to_le_bytes());
    packed.extend_from_slice(&(!length).to_le_bytes());
    packed.extend_from_slice(plain);
    let mut crc = !0_u32;
    for byte in plain {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    packed.extend_from_slice(&(!crc).to_le_bytes());
    packed.extend_from_slice(&u32::from(length).to_le_bytes());
    packed
}

#[tokio::test]
async fn a_gzipped_answer_is_unpacked_and_its_damage_found() {
    let emulator = Emulator::start().await.unwrap();
    let policy = RetryPolicy::default().max_retries(1).repeat_cut_answers(true);
    let client = builder(&emulator).retry(policy).build().unwrap();
    let coded = |bytes: &[u8], coding: &'static str| {
        Reply::bytes(200, bytes).header("content-type", "application/json").header("content-encoding", coding)
    };
    let packed = |bytes: &[u8]| coded(bytes, "gzip");
    let whole = gzipped();
    for coding in ["GZIP", "x-gzip", "identity, Gzip"] {
        emulator.push(coded(&whole, coding));
        let reply = soon(client.messages().create(request("any"))).await.unwrap();
        assert_eq!(
            (reply.text().as_str(), reply.headers().get("content-encoding")),
            ("fine", None),
            "{coding}"
        );
    }
    emulator.push(coded(MESSAGE.as_bytes(), "Identity"));
    assert_eq!(soon(client.messages().create(request("any"))).await.unwrap().text(), "fine");
    emulator.push(packed(&whole));
    let reply = soon(client.messages().create(request("any"))).await.unwrap();
    assert_eq!(reply.text(), "fine");
    assert!(
        reply.headers().get("content-encoding").is_none() && reply.headers().get("content-length").is_none()
    );

    // Cut off: it may come whole the next time.
    emulator.script(vec![packed(&whole[..whole.len() - 9]), packed(&whole)]);
    let reply = soon(client.messages().create(request("any"))).await.unwrap();
    assert_eq!((reply.text().as_str(), reply.attempts().count()), ("fine", 2));

    for damaged in [whole.len() - 6, 2, 12] {
        let mut bytes = whole.clone();
        bytes[damaged] ^= 0xff;
        emulator.push(packed(&bytes));
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.attempts().count()),
            (ErrorKind::Decode, 1),
            "byte {damaged}: {error}"
        );
    }
}

#[tokio::test]
async fn the_headers_of_a_stream_survive_being_copied() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).build().unwrap();
    emulator.push(
        Reply::sse(support::story(["one"]))
            .header("x-a", "")
            .header("x-b", "two, three")
            .header("request-id", "req_7"),
    );
    let mut stream = soon(client.messages().stream(request("any"))).await.unwrap();
    assert_eq!(soon(stream.final_text()).await.unwrap(), "one");
    let headers = stream.headers();
    assert_eq!(headers.get("x-a").unwrap(), "");
    assert_eq!(headers.get("x-b").unwrap(), "two, three");
    assert_eq!(headers.get("request-id").unwrap(), "req_7");
}
