//! A service that closes a kept connection when it is used again, over the connections of reqwest (decision 0113).
//! The direct way has its own cases in the conformance suite.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;

use parlour::clock::{Clock, ScriptedClock};
use parlour::{ClientBuilder, Proxy};
use support::service::{MESSAGE, client_of, length_of, listener};
use support::{request, soon};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Reads one request; `None` if the client left.
async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let mut body = vec![0; length_of(&String::from_utf8(head).unwrap())];
    stream.read_exact(&mut body).await.ok().map(|_| ())
}

/// Answers so many requests of a connection, and closes it when it has read one more.
async fn answer_and_close(mut stream: impl AsyncRead + AsyncWrite + Unpin, answers: usize) {
    for _ in 0..answers {
        if read(&mut stream).await.is_none() {
            return;
        }
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{MESSAGE}", MESSAGE.len());
        stream.write_all(answer.as_bytes()).await.unwrap();
    }
    let _left = read(&mut stream).await;
}

/// A service whose connections, one after the other, answer so often.
async fn service(answers: &'static [usize]) -> u16 {
    let (listener, port) = listener().await;
    tokio::spawn(async move {
        for answers in answers {
            answer_and_close(listener.accept().await.unwrap().0, *answers).await;
        }
    });
    port
}

/// Makes a call, and one on the same connection, which the service closes.
async fn check(builder: ClientBuilder) {
    let clock = Arc::new(ScriptedClock::new());
    let client = builder.clock(Arc::clone(&clock) as Arc<dyn Clock>).max_retries(0).build().unwrap();
    assert!(client.needs_runtime());
    for _ in 0..2 {
        let reply = soon(client.messages().create(request("any"))).await.unwrap();
        assert_eq!((reply.text().as_str(), reply.attempts().count()), ("fine", 1));
    }
    assert!(clock.waits().is_empty());
}

#[tokio::test]
async fn what_is_closed_at_its_reuse_costs_no_attempt() {
    check(client_of(service(&[1, 2]).await).http(|builder| builder)).await;
    let proxy = Proxy::Url(format!("http://127.0.0.1:{}", service(&[1, 2]).await));
    check(client_of(1).base_url("http://svc.example").allow_plain_http(true).proxy(proxy)).await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_unix_socket_closed_at_its_reuse_costs_no_attempt() {
    let path = std::env::temp_dir().join(format!("parlour-reuse-{}.sock", std::process::id()));
    let _old = std::fs::remove_file(&path);
    let listener = tokio::net::UnixListener::bind(&path).unwrap();
    tokio::spawn(async move {
        for answers in [1, 2] {
            answer_and_close(listener.accept().await.unwrap().0, answers).await;
        }
    });
    check(client_of(1).unix_socket(&path)).await;
    std::fs::remove_file(path).unwrap();
}

#[tokio::test]
async fn a_new_connection_that_is_closed_unanswered_is_an_attempt() {
    let client = client_of(service(&[0, 1, 0, 1]).await).http(|builder| builder).build().unwrap();
    for _ in 0..2 {
        // The first time the connection is new. The second time the kept one is closed, and then the new one.
        let reply = soon(client.messages().create(request("any"))).await.unwrap();
        assert_eq!(reply.attempts().count(), 2);
    }
}
