//! HTTP/1.1 as services and the proxies before them really speak it: framings, answers that come early or are cut off,
//! and when a connection is used again. It must not test the service.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use parlour::testing::read_answer;
use parlour::{Body, CallOptions, Client, ClientBuilder, ErrorKind, Method};
use support::service::{MESSAGE, client_of, length_of, listener, read_head, read_request};
use support::{request, soon};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A client that says what went wrong at once.
fn once(port: u16) -> ClientBuilder {
    client_of(port).max_retries(0)
}

/// A service that gives these bytes to every request, in these pieces, and counts its connections. It
/// closes after an answer if `close` is set.
async fn service(pieces: Vec<Vec<u8>>, close: bool) -> (u16, Arc<AtomicUsize>) {
    let (listener, port) = listener().await;
    let connections = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&connections);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            stream.set_nodelay(true).unwrap();
            count.fetch_add(1, Ordering::SeqCst);
            let pieces = pieces.clone();
            tokio::spawn(async move {
                while read_request(&mut stream).await.is_some() {
                    for piece in &pieces {
                        if stream.write_all(piece).await.is_err() {
                            return;
                        }
                        // Lets the client read what there is.
                        for _ in 0..20 {
                            tokio::task::yield_now().await;
                        }
                    }
                    if close {
                        return;
                    }
                }
            });
        }
    });
    (port, connections)
}

fn whole(answer: &str) -> Vec<Vec<u8>> {
    vec![answer.as_bytes().to_vec()]
}

fn chunked(body: &str) -> String {
    let (one, two) = body.split_at(body.len() / 2);
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: \
        chunked\r\n\r\n{:x}\r\n{one}\r\n{:X};note=1\r\n{two}\r\n0\r\nx-trailer: 1\r\n\r\n",
        one.len(),
        two.len()
    )
}

fn sized(head: &str) -> String {
    format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n{MESSAGE}", MESSAGE.len())
}

/// Asks twice; how many connections that took.
async fn twice(client: &Client, connections: &AtomicUsize) -> usize {
    for _ in 0..2 {
        let reply = soon(client.messages().create(request("any"))).await.unwrap();
        assert_eq!(reply.text(), "fine");
    }
    connections.load(Ordering::SeqCst)
}

#[tokio::test]
async fn chunks_arrive_whole_wherever_they_are_cut() {
    let answer = chunked(MESSAGE);
    for cut in 1..answer.len() {
        let (one, two) = answer.as_bytes().split_at(cut);
        let (port, connections) = service(vec![one.to_vec(), two.to_vec()], false).await;
        assert_eq!(twice(&once(port).build().unwrap(), &connections).await, 1, "cut at {cut}");
    }
    let bytes = answer.bytes().map(|byte| vec![byte]).collect();
    let (port, connections) = service(bytes, false).await;
    assert_eq!(twice(&once(port).build().unwrap(), &connections).await, 1);
}

#[tokio::test]
async fn a_connection_is_used_again_when_both_sides_can() {
    let informed = format!(
        "HTTP/1.1 100 Continue\r\nx-a: 1\r\ncontent-length: 9\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n{}",
        sized("HTTP/1.1 200 OK\r\n")
    );
    let chunks = chunked(MESSAGE);
    let extended = chunks.replace(";note=1", &format!(" ;note={}", "1".repeat(9_000)));
    let two_lengths = chunks.replace("\r\n\r\n", &format!("\r\ncontent-length: {}\r\n\r\n", chunks.len()));
    let many = sized(&format!("HTTP/1.1 200 OK\r\n{}", "x-a: 1\r\n".repeat(126)));
    let unasked = format!("{}HTTP/1.1 200 OK\r\n", sized("HTTP/1.1 200 OK\r\n"));
    for (what, answer, expected) in [
        ("a length", sized("HTTP/1.1 200 OK\r\n"), 1),
        ("heads that inform", informed, 1),
        ("long extensions", extended, 1),
        ("as many headers as are taken", many, 1),
        ("chunks and a length", two_lengths, 2),
        ("HTTP/1.0 that keeps and closes", sized("HTTP/1.0 200 OK\r\nConnection: keep-alive, close\r\n"), 2),
        ("HTTP/1.0 that keeps", sized("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n"), 1),
        ("HTTP/1.0", sized("HTTP/1.0 200 OK\r\n"), 2),
        ("said to close", sized("HTTP/1.1 200 OK\r\nConnection: x, Close\r\n"), 2),
        ("more than was asked for", unasked, 2),
    ] {
        let (port, connections) = service(whole(&answer), false).await;
        assert_eq!(twice(&once(port).build().unwrap(), &connections).await, expected, "{what}");
    }
    let (port, connections) = service(whole(&sized("HTTP/1.1 200 OK\r\n")), false).await;
    let client = once(port).header("connection", "close").build().unwrap();
    assert_eq!(twice(&client, &connections).await, 2, "the caller closes");
}

#[tokio::test]
async fn a_body_without_a_length_ends_with_its_connection() {
    let answer = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{MESSAGE}");
    let (port, connections) = service(whole(&answer), true).await;
    assert_eq!(twice(&once(port).build().unwrap(), &connections).await, 2);
}

#[tokio::test]
async fn an_answer_that_is_cut_off_is_a_lost_connection() {
    let long = sized("HTTP/1.1 200 OK\r\n");
    let chunks = chunked(MESSAGE);
    // An answer that had begun is billed: it is not requested again.
    for (what, answer, retryable) in [
        ("a head", &long[..20], true),
        ("a body with a length", &long[..long.len() - 1], false),
        ("chunks", &chunks[..chunks.len() - 60], false),
        ("the end of chunks", &chunks[..chunks.len() - 2], false),
        ("nothing", "", true),
    ] {
        let (port, _) = service(whole(answer), true).await;
        let client = once(port).build().unwrap();
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.is_retryable()),
            (ErrorKind::Connection, retryable),
            "{what}: {error}"
        );
    }
}

#[tokio::test]
async fn what_is_not_http_is_told_and_not_tried_again() {
    let endless = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5{}", " ".repeat(40_000));
    let head = format!("HTTP/1.1 200 OK\r\nx: {}", "y".repeat(300_000));
    let chunks = |body: &str| format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{body}");
    let old = sized("HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n");
    let many = sized(&format!("HTTP/1.1 200 OK\r\n{}", "x-a: 1\r\n".repeat(127)));
    // The service sends no more and keeps the connection open: the error has to be reported at once.
    for (what, answer) in [
        ("HTTP/1.0 with chunks", old.as_str()),
        ("129 headers", &many),
        ("a size with a sign", &chunks("+5\r\nhello")),
        ("a size with a prefix", &chunks("0x5\r\nhello")),
        ("a size with a bare CR", &chunks("5\rhello")),
        ("an extension with a bare CR", &chunks("5;a\rb")),
        ("an extension with a bare LF", &chunks("5;a\n")),
        ("extensions without end", &chunks(&format!("5;{}", "a".repeat(17_000)))),
        ("a size beyond 64 bits", &chunks("10000000000000000\r\n")),
        ("a chunk that is too long", &chunks("1\r\nhello")),
        ("a trailer with a bare CR", &chunks("0\r\na: 1\rb")),
        ("a trailer with a bare LF", &chunks("0\r\na: 1\n")),
        ("a trailer that is none", &chunks("0\r\nnone\r\n\r\n")),
        ("trailers without end", &chunks(&format!("0\r\na: {}", "b".repeat(17_000)))),
        ("a length with a sign", "HTTP/1.1 200 OK\r\ncontent-length: +5\r\n\r\n"),
        ("another protocol", "220 mail.example ready\r\n\r\n"),
        ("a length that is none", "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n"),
        ("two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{}"),
        ("a chunk of no size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n"),
        ("a line without end", &endless),
        ("a head without end", &head),
    ] {
        let (port, _) = service(whole(answer), false).await;
        let client = once(port).max_retries(2).build().unwrap();
        let error = soon(client.messages().create(request("any"))).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Decode, 1), "{what}: {error}");
    }
}

#[tokio::test]
async fn a_request_for_the_head_alone_has_no_body() {
    let (port, connections) =
        service(whole("HTTP/1.1 200 OK\r\ncontent-length: 4000\r\nx-a: 1\r\n\r\n"), false).await;
    let client = once(port).build().unwrap();
    for _ in 0..2 {
        let reply = soon(client.request(Method::HEAD, "/v1/models", Body::empty())).await.unwrap();
        assert_eq!((reply.body().len(), reply.headers()["x-a"].as_bytes()), (0, b"1".as_slice()));
    }
    assert_eq!(connections.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn too_many_headers_are_counted() {
    let many = sized(&format!("HTTP/1.1 200 OK\r\n{}", "x-a: 1\r\n".repeat(148)));
    let (port, _) = service(whole(&many), false).await;
    let error = soon(once(port).build().unwrap().messages().create(request("any"))).await.unwrap_err();
    assert!(error.to_string().contains("150 headers, and no more than 128"), "{error}");
}

#[tokio::test]
async fn a_body_where_none_belongs_is_not_the_next_answer() {
    let late = vec![b"HTTP/1.1 204 No Content\r\nx-a: 1\r\n\r\n".to_vec(), b"{\"late\":1}".to_vec()];
    let (port, connections) = service(late, false).await;
    let client = once(port).build().unwrap();
    for _ in 0..3 {
        let reply = soon(client.request(Method::GET, "/v1/models", Body::empty())).await.unwrap();
        assert_eq!((reply.status(), reply.body().len()), (204, 0));
        // It may come while the connection waits in the pool.
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(connections.load(Ordering::SeqCst), 3);
}

/// A head of 200 000 bytes in as many pieces is read once, at its end: a reader that reads it again with each piece
/// would find what is wrong with it before.
#[test]
fn a_head_that_drips_in_is_looked_at_once() {
    let head = format!("HTTP/1.1 200 OK\r\nx: {}\r\ncontent-length: 2\r\n\r\nok", "y".repeat(200_000));
    let pieces: Vec<Bytes> = head.bytes().map(|byte| Bytes::copy_from_slice(&[byte])).collect();
    let answer = read_answer(&Method::GET, &pieces, false);
    assert_eq!((answer.body.as_slice(), answer.end, answer.reusable), (b"ok".as_slice(), Some(Ok(())), true));
    let wrong: Vec<Bytes> =
        head.replace("HTTP/1.1", "HTTP/9.9").bytes().map(|byte| Bytes::from(vec![byte])).collect();
    let end = wrong.len() - "\nok".len();
    assert_eq!(
        read_answer(&Method::GET, &wrong[..end], false).end,
        None,
        "nothing but its end was looked for"
    );
    let failure = read_answer(&Method::GET, &wrong[..=end], false).end.unwrap().unwrap_err();
    assert!(failure.contains("head of the answer"), "{failure}");
}

/// hyper takes 16 KiB of extensions in a whole body, which a long stream that has some in each chunk would pass.
#[test]
fn extensions_are_paid_for_by_data() {
    let chunk = format!("40;signature={}\r\n{}\r\n", "a".repeat(60), "b".repeat(64)).repeat(2_000);
    let answer = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{chunk}0\r\n\r\n");
    let answer = read_answer(&Method::GET, &[Bytes::from(answer)], false);
    assert_eq!((answer.body.len(), answer.end), (128_000, Some(Ok(()))));
}

/// The data before the invalid bytes was paid for.
#[test]
fn data_before_a_broken_chunk_is_handed_out() {
    let answer = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nxyz";
    let answer = read_answer(&Method::GET, &[Bytes::from(answer)], false);
    assert_eq!((answer.body.as_slice(), answer.reusable), (b"hello".as_slice(), false));
    assert!(answer.end.unwrap().unwrap_err().contains("not a hexadecimal number"));
}

#[tokio::test]
async fn the_callers_headers_do_not_tell_the_length() {
    let (listener, port) = listener().await;
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let head = read_request(&mut stream).await.unwrap();
        stream.write_all(sized("HTTP/1.1 200 OK\r\n").as_bytes()).await.unwrap();
        head
    });
    let odd = CallOptions::new().header("content-length", "3").header("transfer-encoding", "chunked");
    soon(once(port).build().unwrap().messages().create(request("any")).with(odd)).await.unwrap();
    let head = soon(server).await.unwrap();
    assert!(!head.contains("content-length: 3\r\n") && !head.contains("transfer-encoding"), "{head}");
}

/// More than the buffers of both sides hold.
fn large() -> Body {
    let text = "x".repeat(24 << 20);
    let json = format!(r#"{{"model":"m","max_tokens":5,"messages":[{{"role":"user","content":"{text}"}}]}}"#);
    Body::from_json_bytes(json).unwrap()
}

#[tokio::test]
async fn an_answer_before_the_request_was_read_is_heard() {
    let (listener, port) = listener().await;
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        read_head(&mut stream).await.unwrap();
        let error = r#"{"type":"error","error":{"type":"request_too_large","message":"too large"}}"#;
        let head =
            "HTTP/1.1 413 Payload Too Large\r\ncontent-type: application/json\r\nconnection: close\r\n";
        let answer = format!("{head}content-length: {}\r\n\r\n{error}", error.len());
        stream.write_all(answer.as_bytes()).await.unwrap();
        // It stays, and reads no more.
        std::future::pending::<()>().await;
    });
    let client = once(port).build().unwrap();
    let error = soon(client.messages().create(large())).await.unwrap_err();
    assert_eq!(error.status(), Some(413), "{error}");
}

#[tokio::test]
async fn a_request_goes_on_while_its_answer_has_begun() {
    let (listener, port) = listener().await;
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut read = Vec::new();
        for _ in 0..2 {
            let head = read_head(&mut stream).await.unwrap();
            let answer = sized("HTTP/1.1 200 OK\r\n");
            let (begin, end) = answer.split_at(answer.len() - 5);
            stream.write_all(begin.as_bytes()).await.unwrap();
            let mut body = vec![0; length_of(&head)];
            stream.read_exact(&mut body).await.unwrap();
            read.push(body.len());
            stream.write_all(end.as_bytes()).await.unwrap();
        }
        read
    });
    let client = once(port).build().unwrap();
    for _ in 0..2 {
        assert_eq!(soon(client.messages().create(large())).await.unwrap().text(), "fine");
    }
    let expected = large().len();
    assert_eq!(soon(server).await.unwrap(), [expected, expected], "both on one connection");
}

#[test]
fn a_client_outlives_the_runtime_its_connections_were_made_in() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let serving = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (port, connections) = serving.block_on(service(whole(&sized("HTTP/1.1 200 OK\r\n")), false));
    let client = once(port).build().unwrap();
    for _ in 0..3 {
        runtime().block_on(twice(&client, &connections));
    }
    assert_eq!(connections.load(Ordering::SeqCst), 3, "one for each runtime");
}

#[test]
fn a_connection_belongs_to_the_runtime_it_was_opened_in() {
    let serving = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        MESSAGE.len()
    );
    let pieces = vec![head.into_bytes(), MESSAGE.as_bytes().to_vec()];
    let (port, connections) = serving.block_on(service(pieces, false));
    let opened = || connections.load(Ordering::SeqCst);
    let client = once(port).build().unwrap();
    let threads =
        || tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (first, second) = (threads(), threads());
    let begun = || {
        first.block_on(async { soon(client.request(Method::GET, "/a", Body::empty()).open()).await.unwrap() })
    };
    let read = |mut stream: parlour::ByteStream| {
        second.block_on(async { while soon(stream.chunk()).await.unwrap().is_some() {} });
    };
    read(begun());
    assert_eq!(opened(), 1);
    // It went back to the first, which is watching it.
    first.block_on(async { soon(client.messages().create(request("any"))).await.unwrap() });
    assert_eq!(opened(), 1);
    read(begun());
    assert_eq!(opened(), 1);
    drop(first);
    second.block_on(async { soon(client.messages().create(request("any"))).await.unwrap() });
    assert_eq!(opened(), 2, "the first connection is not watched any more");
}

#[tokio::test]
async fn the_text_of_a_message_is_not_read_where_reading_tells_nothing() {
    let call = MESSAGE
        .replace(
            r#"{"type":"text","text":"fine"}"#,
            r#"{"type":"tool_use","id":"t","name":"n","input":"no object"}"#,
        )
        .replace("end_turn", "tool_use");
    for (json, read) in [(MESSAGE, false), (call.as_str(), true)] {
        let answer = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{json}",
            json.len()
        );
        let (port, _) = service(whole(&answer), false).await;
        let client = once(port).build().unwrap();
        let reply = soon(client.messages().create(request("any")).json()).await.unwrap();
        assert_eq!(reply.json(), json);
        assert_eq!(reply.message().is_some(), read);
        assert_eq!((reply.status(), reply.attempts().count()), (200, 1));
    }
    let (port, _) =
        service(whole("HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{\"status\":\"ok"), true).await;
    let client = once(port).build().unwrap();
    let error = soon(client.messages().create(request("any")).json()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
}
