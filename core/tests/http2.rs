//! HTTP/2 where something is amiss: streams that are refused, services that lack it. A service writes its frames byte
//! by byte (RFC 9113). It must not test what HTTP/2 is good for.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use parlour::{ErrorKind, HttpVersion};
use support::log::Log;
use support::service::{MESSAGE, client_of, length_of, listener};
use support::tls::{Demands, Service};
use support::{request, soon};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const GOAWAY: u8 = 7;

/// The outcome of one request.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Answered,
    /// Its stream is reset with this code.
    Reset(u32),
    /// A GOAWAY with this code names the stream before it as the last one.
    Left(u32),
    /// The same, and it names this very stream; then the connection closes.
    Processed,
}

/// Deals these fates to the requests in the order in which they come, the last one to all that follow. Counts requests.
async fn serve(listener: TcpListener, fates: &'static [Fate]) -> Arc<AtomicUsize> {
    let requests = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(connection(stream, fates, Arc::clone(&count)));
        }
    });
    requests
}

async fn connection(mut stream: TcpStream, fates: &[Fate], count: Arc<AtomicUsize>) -> Option<()> {
    let mut preface = [0; 24];
    stream.read_exact(&mut preface).await.ok()?;
    assert!(preface.starts_with(b"PRI * HTTP/2.0"));
    frame(&mut stream, SETTINGS, 0, 0, &[]).await;
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).await.ok()?;
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        stream.read_exact(&mut payload).await.ok()?;
        let id = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
        match (head[3], head[4]) {
            (SETTINGS, flags) if flags & 1 == 0 => frame(&mut stream, SETTINGS, 1, 0, &[]).await,
            (HEADERS, _) => {
                let at = count.fetch_add(1, Ordering::SeqCst).min(fates.len() - 1);
                deal(&mut stream, id, fates[at]).await?;
            }
            _ => {}
        }
    }
}

async fn deal(stream: &mut TcpStream, id: u32, fate: Fate) -> Option<()> {
    let left = |last: u32, code: u32| [last.to_be_bytes(), code.to_be_bytes()].concat();
    match fate {
        Fate::Answered => {
            // `:status: 200`, from the static table.
            frame(stream, HEADERS, 4, id, &[0x88]).await;
            frame(stream, DATA, 1, id, MESSAGE.as_bytes()).await;
        }
        Fate::Reset(code) => frame(stream, RESET, 0, id, &code.to_be_bytes()).await,
        Fate::Left(code) => frame(stream, GOAWAY, 0, 0, &left(id.saturating_sub(2), code)).await,
        Fate::Processed => {
            frame(stream, GOAWAY, 0, 0, &left(id, 0)).await;
            return None;
        }
    }
    Some(())
}

async fn frame(stream: &mut TcpStream, kind: u8, flags: u8, id: u32, payload: &[u8]) {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut bytes = vec![length[1], length[2], length[3], kind, flags];
    bytes.extend(id.to_be_bytes());
    bytes.extend(payload);
    // A client that left has seen enough.
    let _sent = stream.write_all(&bytes).await;
}

const REFUSED: Fate = Fate::Reset(7);

#[tokio::test]
async fn what_was_refused_before_it_was_processed_is_sent_again_without_counting() {
    for (fates, sent) in [
        (&[REFUSED, Fate::Answered][..], 2),
        (&[Fate::Left(0), Fate::Answered], 2),
        (&[Fate::Answered, Fate::Left(0), REFUSED, Fate::Answered], 4),
        (&[Fate::Left(2), Fate::Answered], 2),
    ] {
        let (listener, port) = listener().await;
        let requests = serve(listener, fates).await;
        let client = client_of(port).http_version(HttpVersion::Http2).max_retries(0).build().unwrap();
        for _ in 0..fates.iter().filter(|fate| **fate == Fate::Answered).count() {
            let reply = soon(client.messages().create(request("any"))).await.unwrap();
            assert_eq!((reply.text().as_str(), reply.attempts().count()), ("fine", 1));
        }
        assert_eq!(requests.load(Ordering::SeqCst), sent, "{fates:?}");
    }
}

#[tokio::test]
async fn what_may_have_been_processed_is_not_sent_again_in_silence_and_refusals_have_an_end() {
    for (fates, sent) in [
        // INTERNAL_ERROR says nothing of it, and so does a connection that closes.
        (&[Fate::Reset(2)][..], 1),
        (&[Fate::Processed], 1),
        // A service that sends ENHANCE_YOUR_CALM gets no retry.
        (&[Fate::Left(11)], 1),
        (&[REFUSED], 4),
    ] {
        let (listener, port) = listener().await;
        let requests = serve(listener, fates).await;
        let client = client_of(port).http_version(HttpVersion::Http2).max_retries(0).build().unwrap();
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Connection, true), "{error}");
        assert_eq!(requests.load(Ordering::SeqCst), sent, "{fates:?}");
    }
}

fn warnings(log: &Log) -> usize {
    log.text().lines().filter(|line| line.contains("HTTP/1.1 is used")).count()
}

#[tokio::test]
async fn a_service_without_http2_is_spoken_to_in_http1_and_it_is_said_once() {
    const OLDER: &[&[u8]] = &[b"http/1.1"];
    for protocols in [&[][..], OLDER] {
        let service = Service::start(Demands { protocols, ..Demands::default() }).await;
        let client = parlour::Client::builder()
            .base_url(format!("https://localhost:{}", service.port))
            .api_key("k")
            .only_root_certificates_pem(service.ca_pem.as_str())
            .http_version(HttpVersion::Http2)
            .build()
            .unwrap();
        let log = Log::default();
        let _guard = tracing::subscriber::set_default(log.clone());
        for _ in 0..3 {
            assert_eq!(soon(client.messages().create(request("any"))).await.unwrap().text(), "fine");
        }
        assert_eq!(warnings(&log), 1, "{}", log.text());
    }
}

#[tokio::test]
async fn over_plain_http_a_service_that_answers_in_http1_is_spoken_to_so() {
    let (listener, port) = listener().await;
    let heads = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&heads);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let seen = Arc::clone(&seen);
            tokio::spawn(async move {
                while let Some(head) = support::service::read_head(&mut stream).await {
                    let known = !head.starts_with("PRI ");
                    let mut body = vec![0; if known { length_of(&head) } else { 0 }];
                    stream.read_exact(&mut body).await.unwrap();
                    seen.lock().unwrap().push(head);
                    let (status, body) = if known { (200, MESSAGE) } else { (400, "") };
                    let length = body.len();
                    let answer = format!("HTTP/1.1 {status} So\r\ncontent-length: {length}\r\n\r\n{body}");
                    let _sent = stream.write_all(answer.as_bytes()).await;
                    if !known {
                        return;
                    }
                }
            });
        }
    });
    let client = client_of(port).http_version(HttpVersion::Http2).max_retries(0).build().unwrap();
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    for _ in 0..2 {
        assert_eq!(soon(client.messages().create(request("any"))).await.unwrap().text(), "fine");
    }
    assert_eq!(warnings(&log), 1, "{}", log.text());
    let heads = heads.lock().unwrap();
    let posts = heads.iter().filter(|head| head.starts_with("POST ")).count();
    assert_eq!(
        (posts, heads.len()),
        (2, 4),
        "it is asked twice in HTTP/2, the second time to be certain: {heads:?}"
    );
}
