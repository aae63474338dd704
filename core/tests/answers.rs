//! Answers that do not come as they should: cut, slow, without an end, of another kind than asked for. And requests
//! that a closed connection swallowed. It must not look inside the client.
#![cfg(feature = "resources")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parlour::{Body, CallOptions, Client, ClientBuilder, Error, ErrorKind, Method, RetryPolicy, Upload};
use support::pipe::Pipes;
use support::service::{MESSAGE, client_of, listener, read_request};
use support::{request, soon};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::net::{TcpListener, TcpStream};

const SECOND: Duration = Duration::from_secs(1);

/// The behaviour of a service for one request.
#[derive(Clone)]
enum Act {
    /// Sends these bytes and waits for the next request.
    Say(String),
    /// Sends these bytes and closes the connection.
    Cut(String),
    /// Sends these bytes, and nothing more.
    Hold(String),
}

/// A service that does one act for each request, the last one for ever. Its address, and how many requests and
/// connections came.
async fn service(acts: Vec<Act>) -> (u16, Arc<AtomicUsize>, Arc<AtomicUsize>) {
    let (listener, port) = listener().await;
    let (requests, connections) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (seen, made) = (Arc::clone(&requests), Arc::clone(&connections));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            made.fetch_add(1, Ordering::SeqCst);
            tokio::spawn(serve(stream, acts.clone(), Arc::clone(&seen)));
        }
    });
    (port, requests, connections)
}

async fn serve(mut stream: TcpStream, acts: Vec<Act>, seen: Arc<AtomicUsize>) {
    while read_request(&mut stream).await.is_some() {
        let at = seen.fetch_add(1, Ordering::SeqCst);
        match &acts[at.min(acts.len() - 1)] {
            Act::Say(bytes) => stream.write_all(bytes.as_bytes()).await.unwrap(),
            Act::Cut(bytes) => {
                stream.write_all(bytes.as_bytes()).await.unwrap();
                return;
            }
            Act::Hold(bytes) => {
                stream.write_all(bytes.as_bytes()).await.unwrap();
                // Until the client leaves.
                let _gone = stream.read_u8().await;
                return;
            }
        }
    }
}

fn whole() -> String {
    answer("application/json", MESSAGE, 0)
}

/// An answer whose body lacks so many bytes of those that were announced.
fn answer(media_type: &str, body: &str, missing: usize) -> String {
    let length = body.len() + missing;
    format!("HTTP/1.1 200 OK\r\ncontent-type: {media_type}\r\ncontent-length: {length}\r\n\r\n{body}")
}

fn chunked(media_type: &str, body: &str, end: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {media_type}\r\ntransfer-encoding: \
        chunked\r\n\r\n{length:x}\r\n{body}\r\n{end}"
    )
}

const EVENTS: &str = concat!(
    "event: message_start\ndata: \
    {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\
    \"model\":\"m\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\
    \"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n",
    "event: content_block_start\ndata: \
    {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"fine\"}}\n\n",
    "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
    "event: message_delta\ndata: \
    {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},\
    \"usage\":{\"output_tokens\":1}}\n\n",
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
);

/// Asks in this way.
async fn ask(client: &Client, way: &str) -> Result<String, Error> {
    let messages = client.messages();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match way {
        "create" => Ok(messages.create(request("any")).await?.text()),
        "json" => Ok(text(messages.create(request("any")).json().await?.json())),
        "raw" => Ok(text(&messages.create(request("any")).raw().await?)),
        "stream" => messages.stream(request("any")).await?.final_text().await,
        "count" => Ok(messages.count_tokens(request("any")).await?.input_tokens.to_string()),
        "get" => Ok(text(&client.request(Method::GET, "/v1/models", Body::empty()).await?)),
        "post" => {
            let body = Body::from_json_bytes("{}").unwrap();
            Ok(text(&client.request(Method::POST, "/v1/messages/batches", body).await?))
        }
        other => panic!("{other} is no way"),
    }
}

#[tokio::test]
async fn an_answer_that_was_cut_is_asked_for_again_where_that_costs_nothing_or_is_allowed() {
    let cut = |body: &str| {
        [
            Act::Cut(answer("application/json", body, 10)),
            Act::Cut(chunked("application/json", body, "")),
            Act::Cut(answer("application/json", "", 10)),
        ]
    };
    let default = |builder: ClientBuilder| builder.retry(RetryPolicy::default());
    let allowed = |builder: ClientBuilder| builder.retry(RetryPolicy::default().repeat_cut_answers(true));
    let compatible = |builder: ClientBuilder| builder.retry(RetryPolicy::sdk_compatible());
    let counted = || Act::Say(answer("application/json", r#"{"input_tokens":4}"#, 0));
    for (way, policy, attempts) in [
        ("create", &default as &dyn Fn(ClientBuilder) -> ClientBuilder, 1),
        ("json", &default, 1),
        ("raw", &default, 1),
        ("post", &default, 1),
        ("create", &allowed, 2),
        ("json", &allowed, 2),
        ("raw", &allowed, 2),
        ("post", &allowed, 2),
        ("create", &compatible, 2),
        ("count", &default, 2),
        ("get", &default, 2),
    ] {
        for act in cut(r#"{"id":"msg_1","type":"mess"#) {
            let last = if way == "count" { counted() } else { Act::Say(whole()) };
            let (port, requests, _) = service(vec![act, last]).await;
            let client = policy(client_of(port)).build().unwrap();
            let result = soon(ask(&client, way)).await;
            assert_eq!(requests.load(Ordering::SeqCst), attempts, "{way}: {result:?}");
            assert_eq!(result.is_ok(), attempts == 2, "{way}: {result:?}");
            if let Err(error) = result {
                assert_eq!((error.kind(), error.status()), (ErrorKind::Connection, Some(200)), "{error}");
                assert!(!error.is_retryable() && error.attempts().count() == 1, "{error:?}");
            }
        }
    }
}

/// A client of a service that reads one request, sends these bytes, and falls silent. Time is paused.
async fn silent_after(bytes: String, set: impl Fn(ClientBuilder) -> ClientBuilder) -> (Client, TcpListener) {
    let (listener, port) = listener().await;
    let (ours, mut theirs) = tokio::io::duplex(64 << 10);
    tokio::spawn(async move {
        head(&mut theirs).await;
        theirs.write_all(bytes.as_bytes()).await.unwrap();
        std::future::pending::<()>().await;
    });
    let client = set(client_of(port)).build().unwrap();
    tokio::time::pause();
    (client.with_io_driver(Pipes::with(ours)), listener)
}

async fn head(pipe: &mut DuplexStream) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(pipe.read_u8().await.unwrap());
    }
}

#[tokio::test]
async fn an_answer_that_is_slow_after_its_head_is_not_asked_for_again() {
    for way in ["create", "json", "raw", "post"] {
        let (client, _listener) =
            silent_after(answer("application/json", r#"{"id":"#, 100), |builder| builder).await;
        let began = tokio::time::Instant::now();
        let error = ask(&client, way).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert_eq!((error.attempts().count(), error.is_retryable()), (1, false), "{error}");
        assert!(error.to_string().contains("answer_timeout"), "{error}");
        assert_eq!(began.elapsed().as_secs(), 120, "{way}");
        tokio::time::resume();
    }
}

#[tokio::test]
async fn an_error_whose_body_does_not_end_is_that_error() {
    let body = r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long"}}"#;
    let unfinished = |body: &str| {
        let length = body.len() + 10;
        format!(
            "HTTP/1.1 400 X\r\ncontent-type: application/json\r\nrequest-id: req_7\r\ncontent-length: \
            {length}\r\n\r\n{body}"
        )
    };
    let set = |name: &'static str| {
        move |builder: ClientBuilder| match name {
            "answer" => builder.answer_timeout(SECOND),
            "silence" => builder.stream_silence_timeout(SECOND),
            "total" => builder.total_timeout(2 * SECOND),
            _ => builder,
        }
    };
    for (way, setting, seconds) in [
        ("create", "", 5),
        ("stream", "", 5),
        ("get", "", 5),
        ("create", "answer", 1),
        ("stream", "silence", 1),
        ("create", "total", 2),
    ] {
        for (body, told) in [
            (body, "prompt is too long"),
            (&body[..40], r#"{"type":"error""#),
            ("", "status 400 without a body"),
        ] {
            let (client, _listener) = silent_after(unfinished(body), set(setting)).await;
            let began = tokio::time::Instant::now();
            let error = ask(&client, way).await.unwrap_err();
            assert_eq!((error.kind(), error.status()), (ErrorKind::BadRequest, Some(400)), "{way}: {error}");
            assert_eq!(error.request_id(), Some("req_7"));
            assert!(error.message().contains(told), "{error}");
            assert_eq!(error.body().map(|body| body.len()).unwrap_or(0), body.len(), "what came is kept");
            assert_eq!(
                (error.attempts().count(), began.elapsed().as_secs()),
                (1, seconds),
                "{way} {setting}"
            );
            tokio::time::resume();
        }
    }
}

#[tokio::test]
async fn a_stream_that_nobody_asked_for_ends_with_its_message() {
    let stream = |end: &str| chunked("text/event-stream", EVENTS, end);
    let untyped = chunked("application/octet-stream", EVENTS, "");
    for act in [Act::Hold(stream("")), Act::Cut(stream("")), Act::Hold(untyped)] {
        for way in ["create", "json", "raw"] {
            let (port, requests, _) = service(vec![act.clone()]).await;
            let client = client_of(port).build().unwrap();
            let said = soon(ask(&client, way)).await.unwrap();
            assert!(said.contains("fine"), "{said}");
            assert_eq!(requests.load(Ordering::SeqCst), 1);
        }
    }
    // One whose body does end gives its connection back.
    let (port, requests, connections) = service(vec![Act::Say(stream("0\r\n\r\n"))]).await;
    let client = client_of(port).build().unwrap();
    for _ in 0..2 {
        assert_eq!(soon(ask(&client, "create")).await.unwrap(), "fine");
    }
    assert_eq!((requests.load(Ordering::SeqCst), connections.load(Ordering::SeqCst)), (2, 1));
}

#[tokio::test]
async fn what_is_no_stream_tells_what_it_is() {
    let error =
        r#"{"type":"error","error":{"type":"api_error","message":"quota exceeded"},"request_id":"req_9"}"#;
    let page = format!("<html>\r\n\u{1b}[31m{}</html>", "quota exceeded ".repeat(100));
    for (body, kind, message) in [
        (error.to_owned(), ErrorKind::InternalServer, "quota exceeded"),
        (format!("data: {error}\n\n"), ErrorKind::InternalServer, "quota exceeded"),
        (r#"{"error":{"message":"quota exceeded"}}"#.to_owned(), ErrorKind::ApiStatus, "quota exceeded"),
        (
            "data: {\"error\":{\"message\":\"quota exceeded\"}}\n\n".to_owned(),
            ErrorKind::ApiStatus,
            "quota exceeded",
        ),
        ("data: {\"error\":\"quota exceeded\"}\n\n".to_owned(), ErrorKind::ApiStatus, "quota exceeded"),
        (page.clone(), ErrorKind::StreamEnded, r"begins with `<html>\r\n\u{1b}[31mquota exceeded"),
        (String::new(), ErrorKind::StreamEnded, "ended before it began"),
    ] {
        for way in ["stream", "create"] {
            let (port, ..) = service(vec![Act::Say(answer("text/event-stream", &body, 0))]).await;
            let client = client_of(port).max_retries(0).build().unwrap();
            let error = soon(ask(&client, way)).await.unwrap_err();
            assert_eq!(error.kind(), kind, "{way} {body:?}: {error}");
            assert!(error.message().contains(message), "{way} {body:?}: {error}");
            assert!(error.message().len() < 400 && !error.message().contains('\n'), "{error}");
            let kept = error.body().map(|body| String::from_utf8_lossy(body).into_owned());
            assert!(body.is_empty() || kept.is_some_and(|kept| kept.contains("quota exceeded")), "{way}");
        }
    }
}

#[tokio::test]
async fn a_connection_that_is_closed_when_it_is_used_again_costs_no_attempt() {
    let gone = || Act::Cut(String::new());
    for way in ["create", "stream", "get"] {
        let answer = match way {
            "stream" => answer("text/event-stream", EVENTS, 0),
            _ => whole(),
        };
        let (port, requests, connections) =
            service(vec![Act::Say(answer.clone()), gone(), Act::Say(answer)]).await;
        let client = client_of(port).max_retries(0).build().unwrap();
        for _ in 0..2 {
            soon(ask(&client, way)).await.unwrap();
        }
        assert_eq!((requests.load(Ordering::SeqCst), connections.load(Ordering::SeqCst)), (3, 2), "{way}");
    }
    // Where an answer had begun, and on a new connection, it is a failed attempt. Once for each attempt.
    let begun = Act::Cut("HTTP/1.1 200 ".to_owned());
    for (acts, calls, requests_seen) in [
        (vec![gone()], 1, 1),
        (vec![Act::Say(whole()), begun], 2, 2),
        (vec![Act::Say(whole()), gone(), gone()], 2, 3),
    ] {
        let (port, requests, _) = service(acts).await;
        let client = client_of(port).max_retries(0).build().unwrap();
        for _ in 1..calls {
            soon(ask(&client, "create")).await.unwrap();
        }
        let error = soon(ask(&client, "create")).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Connection, 1), "{error}");
        assert_eq!(requests.load(Ordering::SeqCst), requests_seen);
    }
}

#[tokio::test]
async fn a_body_that_can_be_read_once_is_not_sent_again() {
    let file = r#"{"id":"file_1","type":"file","filename":"a","mime_type":"text/plain","size_bytes":1,"created_at":"2025-01-01T00:00:00Z"}"#;
    let said = || Act::Say(answer("application/json", file, 0));
    for (once, works) in [(false, true), (true, false)] {
        let (port, requests, _) = service(vec![said(), Act::Cut(String::new()), said()]).await;
        let client = client_of(port).max_retries(0).build().unwrap();
        soon(client.files().upload(Upload::bytes("a", "x"))).await.unwrap();
        let upload = match once {
            true => Upload::reader("a", &b"x"[..]).length(1),
            false => Upload::bytes("a", "x"),
        };
        let result = soon(client.files().upload(upload).with(CallOptions::new())).await;
        assert_eq!(result.is_ok(), works, "{result:?}");
        assert_eq!(requests.load(Ordering::SeqCst), if works { 3 } else { 2 });
    }
}

#[tokio::test]
async fn body_keys_of_a_client_concern_the_calls_that_have_a_json_body() {
    let (port, requests, _) = service(vec![Act::Say(whole())]).await;
    let five = parlour::Json::parse("5").unwrap();
    let client = client_of(port).body_key("top_k", five.clone()).build().unwrap();
    client.request(Method::GET, "/v1/models", Body::empty()).await.unwrap();
    let copy = client.with_options(CallOptions::new().body_key("top_p", five.clone()));
    copy.request(Method::POST, "/v1/files", Body::empty()).await.unwrap();
    assert_eq!(requests.load(Ordering::SeqCst), 2);
    // A body key of the call itself is not ignored.
    let asked = client.request(Method::GET, "/v1/models", Body::empty());
    let refused = asked.with(CallOptions::new().body_key("top_k", five)).await.unwrap_err();
    assert!(refused.kind() == ErrorKind::Config, "{refused}");
    assert_eq!(requests.load(Ordering::SeqCst), 2);
}
