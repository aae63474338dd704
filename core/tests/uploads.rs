//! Requests that take long to send: time limits begin when they are sent, and an upload that moves is not silence. Time
//! is tokio's and paused, and the connection is memory. It must not test the service.
#![cfg(feature = "resources")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use parlour::{Body, Client, Error, ErrorKind, Upload};
use support::pipe::Pipes;
use support::service::{MESSAGE, client_of, length_of, listener, read_head};
use support::{request, soon, until};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, DuplexStream, ReadBuf};
use tokio::net::TcpListener;

const SECOND: Duration = Duration::from_secs(1);
/// Of a line of 2 Mbit/s, in a second.
const SLOW: usize = 250_000;

/// Reads a head; how long the body is.
async fn length(pipe: &mut DuplexStream) -> usize {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(pipe.read_u8().await.unwrap());
    }
    length_of(&String::from_utf8(head).unwrap())
}

async fn answer(pipe: &mut DuplexStream) {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    let answer = format!("{head}content-length: {}\r\n\r\n{MESSAGE}", MESSAGE.len());
    pipe.write_all(answer.as_bytes()).await.unwrap();
}

/// A client with a connection in its pool, to a service that reads [`SLOW`] bytes a second and answers a minute and a
/// half after it has read all, or stops reading after `stops`. Time is paused.
async fn slow(stops: Option<usize>) -> (Client, TcpListener) {
    let (listener, port) = listener().await;
    let (ours, mut theirs) = tokio::io::duplex(64 << 10);
    tokio::spawn(async move {
        let mut small = vec![0; length(&mut theirs).await];
        theirs.read_exact(&mut small).await.unwrap();
        answer(&mut theirs).await;
        let mut left = length(&mut theirs).await;
        let mut read = 0;
        while left > 0 {
            if stops.is_some_and(|stops| read >= stops) {
                std::future::pending::<()>().await;
            }
            tokio::time::sleep(SECOND).await;
            let mut piece = vec![0; left.min(SLOW)];
            theirs.read_exact(&mut piece).await.unwrap();
            read += piece.len();
            left -= piece.len();
        }
        tokio::time::sleep(90 * SECOND).await;
        answer(&mut theirs).await;
        std::future::pending::<()>().await;
    });
    let client = client_of(port).max_retries(0).build().unwrap();
    let client = client.with_io_driver(Pipes::with(ours));
    soon(client.messages().create(request("any"))).await.unwrap();
    tokio::time::pause();
    (client, listener)
}

fn large() -> Body {
    let text = "x".repeat(32 << 20);
    let json = format!(r#"{{"model":"m","max_tokens":5,"messages":[{{"role":"user","content":"{text}"}}]}}"#);
    Body::from_json_bytes(json).unwrap()
}

#[tokio::test]
async fn an_upload_that_moves_is_not_silence() {
    let (client, _listener) = slow(None).await;
    let began = tokio::time::Instant::now();
    let reply = client.messages().create(large()).await.unwrap();
    assert_eq!(reply.text(), "fine");
    assert!(began.elapsed() > 200 * SECOND, "{:?}", began.elapsed());
}

#[tokio::test]
async fn an_upload_that_stops_is_told() {
    for stream in [false, true] {
        let (client, _listener) = slow(Some(20 * SLOW)).await;
        let began = tokio::time::Instant::now();
        let error: Error = match stream {
            false => client.messages().create(large()).await.unwrap_err(),
            true => client.messages().stream(large()).await.unwrap_err(),
        };
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert!(error.to_string().contains("upload made no progress"), "{error}");
        assert!(error.to_string().contains("within 120 s (stream_silence_timeout)"), "{error}");
        assert!((139..=142).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
        tokio::time::resume();
    }
}

/// Gives so many bytes and counts them.
#[cfg(target_os = "linux")]
struct Counted {
    left: usize,
    given: Arc<AtomicUsize>,
}

#[cfg(target_os = "linux")]
impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let count = room.remaining().min(self.left);
        room.put_slice(&vec![b'x'; count]);
        self.left -= count;
        self.given.fetch_add(count, Ordering::SeqCst);
        Poll::Ready(Ok(()))
    }
}

/// While a connection is slow, the system takes no more of a request than it is about to send: otherwise it holds
/// megabytes, and does not report those that leave.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_upload_is_seen_to_move_by_small_steps() {
    const STEP: usize = 512 << 10;
    const ALL: usize = 24 << 20;
    let (listener, port) = listener().await;
    let given = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&given);
    let client = client_of(port).max_retries(0).build().unwrap();
    let sending = tokio::spawn(async move {
        let body = Counted { left: ALL, given: count };
        client.files().upload(Upload::reader("big.bin", body)).await
    });
    let (mut stream, _) = listener.accept().await.unwrap();
    read_head(&mut stream).await.unwrap();
    let mut step = vec![0; STEP];
    let full = async |given: &AtomicUsize| loop {
        // Until nothing more is taken: the buffers of both sides are full.
        let before = given.load(Ordering::SeqCst);
        for _ in 0..200 {
            tokio::task::yield_now().await;
        }
        if given.load(Ordering::SeqCst) == before {
            return before;
        }
    };
    // Longer than a wait of a fast connection. The first one is for what filled the buffers of both sides.
    let slowly = || tokio::time::sleep(Duration::from_millis(60));
    let taken = full(&given).await;
    slowly().await;
    stream.read_exact(&mut vec![0; taken]).await.unwrap();
    until(|| given.load(Ordering::SeqCst) > taken).await;
    let mut taken = full(&given).await;
    while taken + 2 * STEP < ALL {
        slowly().await;
        stream.read_exact(&mut step).await.unwrap();
        until(|| given.load(Ordering::SeqCst) > taken).await;
        taken = full(&given).await;
    }
    drop(stream);
    assert_eq!(soon(sending).await.unwrap().unwrap_err().kind(), ErrorKind::Connection);
}
