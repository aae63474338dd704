//! Faults on the wire, seen through a raw socket: there is no HTTP library between the test and the bytes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a panic is the failure report")]

use std::io;
use std::time::Duration;

use parlour_emulator::{Emulator, Fault, Reply, SseItem};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const BODY: &str =
    r#"{"model":"svc-sonnet-4-5","max_tokens":64,"messages":[{"role":"user","content":"Hello there"}]}"#;

/// Writes one request with the headers of a client.
async fn ask(stream: &mut TcpStream, extra: &str, body: &str) {
    let head = format!(
        "POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nx-api-key: test-key\r\nsvc-version: 2023-06-01\r\n\
         content-type: application/json\r\n{extra}content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
}

async fn open(emu: &Emulator) -> TcpStream {
    TcpStream::connect(("127.0.0.1", emu.port())).await.unwrap()
}

/// Everything up to the end of the connection, and how it ended.
async fn drain(stream: &mut TcpStream) -> (String, Result<(), io::ErrorKind>) {
    let mut all = Vec::new();
    let mut space = [0; 4096];
    let end = loop {
        match stream.read(&mut space).await {
            Ok(0) => break Ok(()),
            Ok(n) => all.extend_from_slice(&space[..n]),
            Err(error) => break Err(error.kind()),
        }
    };
    (String::from_utf8_lossy(&all).into_owned(), end)
}

/// One reply with its own connection.
async fn once(emu: &Emulator, reply: Reply) -> (String, Result<(), io::ErrorKind>) {
    emu.push(reply);
    let mut stream = open(emu).await;
    ask(&mut stream, "connection: close\r\n", BODY).await;
    drain(&mut stream).await
}

const RESET: Result<(), io::ErrorKind> = Err(io::ErrorKind::ConnectionReset);

#[tokio::test]
async fn resets_and_closes_come_where_they_are_told() {
    let emu = Emulator::start().await.unwrap();
    let at = |fault| once(&emu, Reply::text(200, "0123456789").fault(fault));
    assert_eq!(at(Fault::ResetBeforeHeaders).await, (String::new(), RESET));
    assert_eq!(at(Fault::CloseBeforeHeaders).await, (String::new(), Ok(())));
    let (head, end) = at(Fault::ResetMidHeaders).await;
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && !head.contains("\r\n\r\n"), "{head}");
    assert_eq!(end, RESET);
    let (head, end) = at(Fault::CloseMidHeaders).await;
    assert!(!head.is_empty() && !head.contains("\r\n\r\n") && end == Ok(()), "{head}");
    let (all, end) = at(Fault::ResetAt(4)).await;
    assert!(all.ends_with("\r\n\r\n0123") && all.contains("content-length: 10\r\n"), "{all}");
    assert_eq!(end, RESET);
    let (all, end) = at(Fault::CloseAt(0)).await;
    assert!(all.ends_with("\r\n\r\n") && end == Ok(()), "{all}");
    assert_eq!(emu.answered(), 6);
}

#[tokio::test]
async fn a_stream_breaks_after_a_named_event() {
    let emu = Emulator::start().await.unwrap();
    let items = || ["a", "b", "c"].map(|t| SseItem::typed(json!({"type": t}))).to_vec();
    let (all, end) = once(&emu, Reply::sse(items()).fault(Fault::ResetAfter("b".into()))).await;
    assert!(all.contains("event: b\n") && !all.contains("event: c\n"), "{all}");
    assert_eq!(end, RESET);
    let (all, end) = once(&emu, Reply::sse(items()).fault(Fault::CloseAfter("a".into()))).await;
    assert!(all.contains("event: a\n") && !all.contains("event: b\n") && !all.contains("\r\n0\r\n"), "{all}");
    assert_eq!(end, Ok(()));
}

#[tokio::test]
async fn a_kept_connection_may_die_without_announcement() {
    let emu = Emulator::start().await.unwrap();
    for (fault, expected) in [(Fault::CloseAfterReply, Ok(())), (Fault::ResetAfterReply, RESET)] {
        emu.push(Reply::text(200, "x").fault(fault));
        let mut stream = open(&emu).await;
        ask(&mut stream, "", BODY).await;
        let (all, end) = drain(&mut stream).await;
        assert!(all.ends_with("\r\n\r\nx") && !all.contains("connection: close"), "{all}");
        assert_eq!(end, expected);
    }
}

#[tokio::test]
async fn lengths_may_lie_and_bodies_may_have_no_framing() {
    let emu = Emulator::start().await.unwrap();
    let mut long = Reply::text(200, "abc");
    long.content_length = Some(9);
    let (all, end) = once(&emu, long).await;
    assert!(all.contains("content-length: 9\r\n") && all.ends_with("\r\n\r\nabc") && end == Ok(()), "{all}");
    let mut bare = Reply::text(200, "abc");
    bare.until_close = true;
    let (all, _) = once(&emu, bare).await;
    assert!(!all.contains("content-length") && !all.contains("transfer-encoding"), "{all}");
    let mut chunks = Reply::text(200, "abcde").pieces(2);
    chunks.chunked = Some(true);
    let (all, _) = once(&emu, chunks).await;
    assert!(all.ends_with("2\r\nab\r\n2\r\ncd\r\n1\r\ne\r\n0\r\n\r\n"), "{all}");
}

#[tokio::test]
async fn leaving_during_a_stall_is_noticed() {
    let emu = Emulator::start().await.unwrap();
    for fault in [Fault::StallBeforeHeaders, Fault::StallAt(3)] {
        emu.clear();
        let seen = emu.closed_early();
        emu.push(Reply::text(200, "0123456789").fault(fault));
        let mut stream = open(&emu).await;
        ask(&mut stream, "", BODY).await;
        assert!(emu.wait_requests(1).await);
        assert_eq!((emu.open_connections(), emu.closed_early()), (1, seen));
        drop(stream);
        assert!(emu.wait_closed_early(seen + 1).await);
        assert!(emu.wait_open_connections(0).await);
    }
    assert_eq!(emu.accepted_connections(), 2);
}

#[tokio::test]
async fn a_header_rules_one_request_and_leaves_the_script_alone() {
    let emu = Emulator::start().await.unwrap();
    emu.push(Reply::status(503).repeat(2));
    for (extra, status) in [
        ("x-emulator-status: 529\r\n", "529 Overloaded"),
        ("x-emulator-fault: {\"status\": 402}\r\n", "402 Payment"),
        ("x-emulator-fault: {\"nonsense\": 1}\r\n", "400 Bad"),
        ("", "503 Service"),
        ("", "503 Service"),
        ("", "200 OK"),
    ] {
        let mut stream = open(&emu).await;
        ask(&mut stream, &format!("connection: close\r\n{extra}"), BODY).await;
        let (all, _) = drain(&mut stream).await;
        assert!(all.starts_with(&format!("HTTP/1.1 {status}")), "{extra}: {all}");
        assert!(all.contains("\r\nrequest-id: req_"), "{all}");
    }
    assert_eq!(emu.script_left(), 0);
}

#[tokio::test]
async fn requests_are_recorded_with_their_connection() {
    let emu = Emulator::start().await.unwrap();
    let mut stream = open(&emu).await;
    for _ in 0..2 {
        emu.push(Reply::text(200, "ok"));
        ask(&mut stream, "X-Extra: a\r\nx-extra: b\r\n", BODY).await;
        let mut space = [0; 4096];
        assert!(stream.read(&mut space).await.unwrap() > 0);
    }
    let seen = emu.requests();
    assert_eq!((seen.len(), seen[0].connection, seen[1].connection), (2, 1, 1));
    assert_eq!(
        (seen[0].method.as_str(), seen[0].path.as_str(), seen[0].http_version),
        ("POST", "/v1/messages", "HTTP/1.1")
    );
    assert_eq!(seen[0].header("X-EXTRA"), Some("a"));
    assert_eq!(seen[0].headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case("x-extra")).count(), 2);
    assert_eq!(seen[1].json().unwrap()["max_tokens"], 64);
    emu.clear();
    assert!(emu.requests().is_empty());
}

#[tokio::test]
async fn chunked_uploads_and_expectations_are_understood() {
    let emu = Emulator::start().await.unwrap();
    emu.push(Reply::text(200, "ok"));
    let mut stream = open(&emu).await;
    let head = "POST /v1/messages?a=b HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ntransfer-encoding: \
        chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut space = [0; 25];
    stream.read_exact(&mut space).await.unwrap();
    assert_eq!(&space, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(b"3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nx: y\r\n\r\n").await.unwrap();
    assert!(emu.wait_requests(1).await);
    let seen = &emu.requests()[0];
    assert_eq!((seen.body.as_slice(), seen.query.as_str()), (&b"abcde"[..], "a=b"));
}

#[tokio::test]
async fn nonsense_is_answered_and_dropped() {
    let emu = Emulator::start().await.unwrap();
    let mut stream = open(&emu).await;
    stream.write_all(b"\x16\x03\x01 not http\r\n\r\n").await.unwrap();
    let (all, _) = drain(&mut stream).await;
    assert!(all.starts_with("HTTP/1.1 400 "), "{all}");
}

#[tokio::test]
async fn strangers_are_not_answered() {
    let emu = Emulator::start().await.unwrap();
    for (path, headers, status) in [
        ("/emulator/book", "host: localhost:80\r\n", 200),
        ("/emulator/book", "host: [::1]\r\n", 200),
        ("/emulator/book", "host: 127.0.0.1\r\norigin: http://localhost:3000\r\n", 200),
        ("/emulator/book", "host: evil.example\r\n", 421),
        ("/v1/models", "host: evil.example\r\n", 421),
        ("/emulator/book", "host: localhost\r\norigin: https://evil.example\r\n", 403),
        ("/emulator/book", "host: localhost\r\norigin: null\r\n", 403),
    ] {
        let mut stream = open(&emu).await;
        // The body that is announced does not come: it is not waited for.
        let length = if status == 200 { 0 } else { 501_000_000 };
        let head =
            format!("GET {path} HTTP/1.1\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let (all, _) = drain(&mut stream).await;
        assert!(all.starts_with(&format!("HTTP/1.1 {status} ")), "{headers}: {all}");
    }
    assert_eq!(emu.request_count(), 0);
}

#[test]
fn the_blocking_service_needs_no_runtime_and_stops_when_dropped() {
    use std::io::{Read as _, Write as _};
    let emu = Emulator::start_blocking().unwrap();
    emu.push(Reply::text(200, "ok").fault(Fault::StallAt(2)));
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", emu.port())).unwrap();
    stream.write_all(b"GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    assert!(emu.wait_requests(1));
    assert!(!emu.wait_until(Duration::from_millis(1), |emu| emu.closed_early() > 0));
    let port = emu.port();
    drop(emu);
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
}

#[tokio::test]
async fn every_known_fault_reaches_the_wire() {
    let emu = Emulator::start().await.unwrap();
    let body = BODY.replace("\"max_tokens\"", "\"stream\":true,\"max_tokens\"");
    for name in Reply::names().iter().copied().chain(Reply::codes()) {
        let mut stream = open(&emu).await;
        ask(&mut stream, &format!("connection: close\r\nx-emulator-fault: {name}\r\n"), &body).await;
        if name.starts_with("stall") {
            let left = emu.closed_early();
            drop(stream);
            assert!(emu.wait_closed_early(left + 1).await, "{name}");
            continue;
        }
        let (all, end) = drain(&mut stream).await;
        assert_eq!(end.is_err(), name.starts_with("reset"), "{name}: {all}");
        let silent = name.ends_with("before_headers") || name == "reset_mid_upload";
        assert_eq!(all.is_empty(), silent, "{name}: {all}");
        assert!(!all.contains("cannot be followed"), "{name}: {all}");
    }
}

#[tokio::test]
async fn an_answer_given_byte_for_byte_is_sent_so_and_the_connection_goes_on() {
    let emu = Emulator::start().await.unwrap();
    let odd = "HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nhi\r\n0\r\n\r\n";
    emu.push(Reply::raw(odd));
    emu.script_json(
        r#"{"raw": ["HTTP/1.1 204 ", {"pause_ms": 1}, {"base64": "Tm8NCg0K"}], "keep_alive": false}"#,
    )
    .unwrap();
    let mut stream = open(&emu).await;
    ask(&mut stream, "", BODY).await;
    ask(&mut stream, "", BODY).await;
    assert_eq!(drain(&mut stream).await, (format!("{odd}HTTP/1.1 204 No\r\n\r\n"), Ok(())));
    assert_eq!(emu.requests()[0].peer, Some([127, 0, 0, 1].into()));

    assert_eq!(once(&emu, Reply::raw(odd).fault(Fault::CloseAt(9))).await, (odd[..9].to_owned(), Ok(())));
    assert_eq!(once(&emu, Reply::raw(odd).fault(Fault::ResetAt(9))).await, (odd[..9].to_owned(), RESET));
}

#[test]
fn a_raw_answer_takes_nothing_that_would_change_it() {
    for other in [r#""status": 200"#, r#""gzip": true"#, r#""headers": {"a": "b"}"#, r#""text": "x""#] {
        let script = format!(r#"{{"raw": ["x"], {other}}}"#);
        assert!(parlour_emulator::parse_replies(&script).is_err(), "{other}");
    }
    assert!(parlour_emulator::parse_replies(r#"{"raw": [{"base64": "%"}]}"#).is_err());
}

#[cfg(unix)]
#[tokio::test]
async fn a_unix_socket_serves_too_and_is_removed_at_the_end() {
    let path = std::env::temp_dir().join(format!("parlour-emulator-{}.sock", std::process::id()));
    let emu = Emulator::builder().unix_socket(&path).start().await.unwrap();
    emu.push(Reply::text(200, "from here"));
    let mut stream = tokio::net::UnixStream::connect(&path).await.unwrap();
    stream
        .write_all(b"GET /v1/models HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .await
        .unwrap();
    let mut all = String::new();
    stream.read_to_string(&mut all).await.unwrap();
    assert!(all.ends_with("\r\n\r\nfrom here"), "{all}");
    assert_eq!((emu.requests()[0].peer, emu.accepted_connections()), (None, 1));
    emu.stop().await;
    assert!(!path.exists());
}
