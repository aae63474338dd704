//! Streams, copies of a client and raw calls against a real socket: what leaving early, reading slowly and
//! sharing connections mean for the server. It must not look inside the client.
#![cfg(feature = "proxy")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_core::Stream;
use parlour::clock::ScriptedClock;
use parlour::{
    Body, CallOptions, Client, Credential, CredentialRequest, ErrorKind, EventKind, HttpVersion, Method,
    RetryBudget,
};
use parlour_emulator::{Emulator, Fault, Reply, SseItem};
use serde_json::json;
use support::{builder, client, closing, opening, piece, request, soon, story, until};

/// More than the socket buffers of both ends hold together.
const LARGE: usize = 48;

fn large_story() -> Reply {
    let megabyte = "x".repeat(1 << 20);
    Reply::sse(story(std::iter::repeat_n(megabyte.as_str(), LARGE)))
}

fn http2(emulator: &Emulator) -> Client {
    builder(emulator).http_version(HttpVersion::Http2).build().unwrap()
}

#[tokio::test]
async fn leaving_early_closes_the_connection() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.push(Reply::sse(story(["one", "two"])).fault(Fault::StallAfter("content_block_delta".into())));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().kind(), EventKind::MessageStart);
    drop(stream);
    assert!(emulator.wait_closed_early(1).await);
    assert!(emulator.wait_open_connections(0).await);
    assert_eq!(emulator.answered(), 0);
    // The client goes on with a connection of its own.
    assert_eq!(client.messages().create(request("say hello")).await.unwrap().text(), "hello");
    assert_eq!(emulator.accepted_connections(), 2);
}

#[tokio::test]
async fn a_dropped_whole_call_closes_the_connection() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.push(Reply::model().fault(Fault::StallBeforeHeaders));
    let call = tokio::spawn(async move { client.messages().create(request("any")).await.map(|_| ()) });
    assert!(emulator.wait_requests(1).await);
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    assert!(emulator.wait_closed_early(1).await);
    assert!(emulator.wait_open_connections(0).await);
}

#[tokio::test]
async fn dropped_during_back_off_nothing_more_is_sent() {
    let emulator = Emulator::start().await.unwrap();
    let clock = ScriptedClock::manual();
    let client = builder(&emulator).clock(Arc::new(clock.clone())).build().unwrap();
    emulator.push(Reply::status(529));
    let own = client.clone();
    let call = tokio::spawn(async move { own.messages().create(request("any")).await.map(|_| ()) });
    until(|| clock.waits().len() == 1).await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    clock.advance(Duration::from_secs(3600));
    // A later call arrives as the second request: there was none in between.
    client.messages().create(request("say later")).await.unwrap();
    let requests = emulator.requests();
    assert_eq!(requests.len(), 2);
    assert!(String::from_utf8_lossy(&requests[1].body).contains("later"));
}

#[tokio::test]
async fn a_stream_dropped_while_it_is_opened_again_sends_nothing_more() {
    let emulator = Emulator::start().await.unwrap();
    let clock = ScriptedClock::manual();
    let client = builder(&emulator).clock(Arc::new(clock.clone())).build().unwrap();
    emulator.push(Reply::sse(vec![SseItem::comment("nothing follows")]));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    let reading = tokio::spawn(async move { stream.next().await.is_some() });
    until(|| clock.waits().len() == 1).await;
    reading.abort();
    assert!(reading.await.unwrap_err().is_cancelled());
    clock.advance(Duration::from_secs(3600));
    client.messages().create(request("say later")).await.unwrap();
    assert_eq!(emulator.requests().len(), 2);
}

#[tokio::test]
async fn a_slow_consumer_holds_back_the_server() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.script(vec![large_story(), large_story()]);
    let mut slow = client.messages().stream(request("any")).await.unwrap();
    slow.next().await.unwrap().unwrap();
    // While as much is sent to somebody else and read, the first answer stays where it is.
    let mut quick = client.messages().stream(request("any")).await.unwrap();
    let whole = soon(quick.final_message()).await.unwrap();
    assert_eq!(whole.text().len(), LARGE << 20);
    assert!(emulator.wait_until(Duration::from_secs(10), |emulator| emulator.answered() == 1).await);
    assert_eq!(emulator.closed_early(), 0);
    drop(slow);
    assert!(emulator.wait_closed_early(1).await);
    assert_eq!(emulator.answered(), 1, "the unread answer was not sent to its end");
}

#[tokio::test]
async fn ways_of_reading_mix() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.push(Reply::sse(story(["one ", "two ", "three ", "four"])));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    assert!(stream.snapshot().is_none());
    assert_eq!(stream.next().await.unwrap().unwrap().kind(), EventKind::MessageStart);
    assert_eq!(stream.snapshot().unwrap().text(), "");
    let mut texts = stream.text_stream();
    assert_eq!(texts.next().await.unwrap().unwrap(), "one ");
    assert_eq!(texts.next().await.unwrap().unwrap(), "two ");
    let mut snapshots = stream.snapshots();
    assert_eq!(snapshots.next().await.unwrap().unwrap().text(), "one two three ");
    assert_eq!(stream.next().await.unwrap().unwrap().text().as_deref(), Some("four"));
    let message = stream.final_message().await.unwrap();
    assert_eq!(message.text(), "one two three four");
    assert_eq!(message.usage.output_tokens, 9);
    // At the end there is nothing more, and the message can be had again.
    assert!(stream.next().await.is_none());
    assert!(stream.text_stream().next().await.is_none());
    assert_eq!(stream.final_text().await.unwrap(), "one two three four");
}

#[tokio::test]
async fn the_last_snapshot_is_the_message() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let mut stream = client.messages().stream(request("count to 5")).await.unwrap();
    let mut last = None;
    let mut snapshots = stream.snapshots();
    while let Some(snapshot) = snapshots.next().await {
        let snapshot = snapshot.unwrap();
        let before = last.as_ref().map_or(String::new(), parlour::Message::text);
        assert!(snapshot.text().starts_with(&before), "it only grows");
        last = Some(snapshot);
    }
    assert_eq!(last.unwrap(), stream.final_message().await.unwrap().into_inner());
}

/// Every item of anything that is a `Stream`.
async fn items<S: Stream + Unpin>(mut stream: S) -> Vec<S::Item> {
    let mut all = Vec::new();
    while let Some(item) = poll_fn(|cx| Pin::new(&mut stream).poll_next(cx)).await {
        all.push(item);
    }
    all
}

#[tokio::test]
async fn streams_are_streams() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.push(Reply::sse(story(["a", "b"])).repeat(3));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    let kinds: Vec<_> = items(&mut stream).await.into_iter().map(|event| event.unwrap().kind()).collect();
    assert_eq!(
        kinds,
        [
            EventKind::MessageStart,
            EventKind::ContentBlockStart,
            EventKind::ContentBlockDelta,
            EventKind::ContentBlockDelta,
            EventKind::ContentBlockStop,
            EventKind::MessageDelta,
            EventKind::MessageStop
        ]
    );
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    let texts: Vec<_> = items(stream.text_stream()).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(texts, ["a", "b"]);
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    let snapshots = items(stream.snapshots()).await;
    assert_eq!(snapshots.last().unwrap().as_ref().unwrap().text(), "ab");
}

#[tokio::test]
async fn an_error_in_the_middle_brings_what_had_arrived() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let mut cut = opening();
    cut.push(piece("so far"));
    cut.push(SseItem::typed(json!({"type": "error",
        "error": {"type": "overloaded_error", "message": "busy"}})));
    emulator.push(Reply::sse(cut));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    let error = stream.final_message().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overloaded);
    assert!(error.is_mid_stream() && !error.is_retryable());
    assert_eq!(error.partial_message().unwrap().text(), "so far");
    assert!(stream.next().await.is_none(), "nothing follows an error");
    let again = stream.final_message().await.unwrap_err();
    assert_eq!(again.kind(), ErrorKind::StreamEnded);
    assert_eq!(emulator.requests().len(), 1);
}

#[tokio::test]
async fn copies_differ_in_options_only() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).header("x-tenant", "blue").max_retries(0).build().unwrap();
    let green = client.with_options(CallOptions::new().header("x-tenant", "green").query("trace", "1"));
    let red = green.with_options(CallOptions::new().header("x-tenant", "red"));
    for client in [&client, &green, &red] {
        client.messages().create(request("say x")).await.unwrap();
    }
    let own = CallOptions::new().header("x-tenant", "white").query("trace", "2");
    green.messages().create(request("say x")).with(own).await.unwrap();
    let seen: Vec<_> = emulator
        .requests()
        .iter()
        .map(|r| (r.header("x-tenant").unwrap().to_owned(), r.query.clone()))
        .collect();
    let tenants: Vec<_> = seen.iter().map(|(tenant, _)| tenant.as_str()).collect();
    assert_eq!(tenants, ["blue", "green", "red", "white"]);
    let queries: Vec<_> = seen.iter().map(|(_, query)| query.trim_start_matches('?')).collect();
    assert_eq!(queries, ["", "trace=1", "trace=1", "trace=2"]);
    assert_eq!(emulator.accepted_connections(), 1, "the copies share connections");
}

#[tokio::test]
async fn copies_share_the_retry_budget() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).retry_budget(RetryBudget::new(2)).build().unwrap();
    let copy = client.with_options(CallOptions::new().max_retries(5));
    let full = client.retry_budget().unwrap();
    emulator.push(Reply::status(529).repeat(0));
    let error = copy.messages().create(request("any")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Overloaded);
    assert!(error.attempts().count() <= full + 1, "{:?}", error.attempts());
    assert_eq!(client.retry_budget(), Some(0));
    let other = client.messages().create(request("any")).await.unwrap_err();
    assert_eq!(other.attempts().count(), 1, "nothing is left for the other one");
}

/// A client whose provider gives `first`, and `renewed` after a refusal; and what it was asked.
fn rotating(
    emulator: &Emulator,
    first: &'static str,
    renewed: &'static str,
) -> (Client, Arc<Mutex<Vec<CredentialRequest>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let provider = move |request: CredentialRequest| {
        let key = if request.after_refusal { renewed } else { first };
        log.lock().unwrap().push(request);
        async move { Ok(Credential::api_key(key)?) }
    };
    (builder(emulator).credentials(provider).build().unwrap(), asked)
}

#[tokio::test]
async fn a_refused_credential_is_renewed_once() {
    let emulator = Emulator::start().await.unwrap();
    emulator.set_keys(&["new-key"]);
    let (client, asked) = rotating(&emulator, "old-key", "new-key");
    let reply = client.messages().create(request("say hello")).await.unwrap();
    assert_eq!(reply.text(), "hello");
    assert_eq!((reply.attempts().count(), reply.attempts().waits()), (2, &[Duration::ZERO][..]));
    let requests = emulator.requests();
    let keys: Vec<_> = requests.iter().map(|r| r.header("x-api-key").unwrap()).collect();
    assert_eq!(keys, ["old-key", "new-key"]);
    let seen: Vec<_> = asked.lock().unwrap().iter().map(|r| (r.attempt, r.after_refusal)).collect();
    assert_eq!(seen, [(1, false), (2, true)]);
}

#[tokio::test]
async fn a_credential_refused_twice_is_an_error() {
    let emulator = Emulator::start().await.unwrap();
    emulator.set_keys(&["neither"]);
    let (client, asked) = rotating(&emulator, "old-key", "new-key");
    let error = client.messages().stream(request("any")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Authentication);
    assert_eq!((error.attempts().count(), asked.lock().unwrap().len()), (2, 2));
    assert_eq!(emulator.requests().len(), 2);
    // A fixed key is not sent again at all.
    let fixed = builder(&emulator).build().unwrap();
    assert_eq!(fixed.messages().create(request("any")).await.unwrap_err().attempts().count(), 1);
}

#[tokio::test]
async fn raw_requests_are_calls_like_others() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.script(vec![Reply::status(529), Reply::status(500)]);
    let models = client.request(Method::GET, "/v1/models?limit=2", Body::empty()).await.unwrap();
    assert_eq!((models.status(), models.attempts().count()), (200, 3));
    let json: serde_json::Value = serde_json::from_slice(&models).unwrap();
    assert_eq!(json["data"].as_array().unwrap().len(), 2);
    let requests = emulator.requests();
    assert!(requests.iter().all(|r| r.header("x-api-key") == Some("test-key") && r.body.is_empty()));
    let missing = client.request(Method::GET, "/v1/models/nobody", Body::empty()).await.unwrap_err();
    assert_eq!((missing.kind(), missing.status()), (ErrorKind::NotFound, Some(404)));
    assert!(missing.request_id().is_some());
    emulator.set_keys(&["new-key"]);
    let (rotating, asked) = rotating(&emulator, "old-key", "new-key");
    rotating.request(Method::GET, "/v1/models", Body::empty()).await.unwrap();
    assert_eq!(asked.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn a_raw_answer_comes_chunk_by_chunk() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let text: String = (0..2000).map(|n| format!("line {n}\n")).collect();
    emulator.script(vec![Reply::status(503), Reply::text(200, text.clone()).pieces(1000)]);
    let mut stream = client.request(Method::GET, "/v1/anything", Body::empty()).open().await.unwrap();
    assert_eq!((stream.status(), stream.attempts().count()), (200, 2));
    let mut all = Vec::new();
    while let Some(chunk) = stream.chunk().await.unwrap() {
        all.extend_from_slice(&chunk);
    }
    assert_eq!(String::from_utf8(all).unwrap(), text);
    assert!(stream.chunk().await.unwrap().is_none());

    emulator.push(Reply::text(200, text.clone()).fault(Fault::StallAt(100)));
    let mut stream = client.request(Method::GET, "/v1/anything", Body::empty()).open().await.unwrap();
    assert!(stream.chunk().await.unwrap().is_some());
    drop(stream);
    assert!(emulator.wait_closed_early(1).await);

    emulator.push(Reply::text(200, text).fault(Fault::ResetAt(100)));
    let mut stream = client.request(Method::GET, "/v1/anything", Body::empty()).open().await.unwrap();
    let error = loop {
        match stream.chunk().await {
            Ok(chunk) => assert!(chunk.is_some(), "a cut body has no end"),
            Err(error) => break error,
        }
    };
    assert_eq!(error.kind(), ErrorKind::Connection);
    assert!(stream.chunk().await.unwrap().is_none(), "nothing follows an error");
}

#[tokio::test]
async fn http2_without_tls() {
    let emulator = Emulator::start().await.unwrap();
    let client = http2(&emulator);
    assert_eq!(client.messages().create(request("say hello")).await.unwrap().text(), "hello");
    let mut stream = client.messages().stream(request("say hello")).await.unwrap();
    assert_eq!(stream.final_text().await.unwrap(), "hello");
    assert!(emulator.requests().iter().all(|r| r.http_version.to_string().contains('2')));
    assert_eq!(emulator.accepted_connections(), 1);
}

#[tokio::test]
async fn over_http2_a_slow_stream_does_not_stall_another() {
    let emulator = Emulator::start().await.unwrap();
    let client = http2(&emulator);
    emulator.push(large_story());
    let mut slow = client.messages().stream(request("any")).await.unwrap();
    slow.next().await.unwrap().unwrap();
    let many = "word ".repeat(100_000);
    emulator.push(Reply::sse(story([many.as_str()])));
    let mut quick = soon(client.messages().stream(request("any"))).await.unwrap();
    assert_eq!(soon(quick.final_text()).await.unwrap(), many);
    assert_eq!(soon(client.messages().create(request("say hello"))).await.unwrap().text(), "hello");
    assert_eq!((emulator.closed_early(), emulator.accepted_connections()), (0, 1));
    // Leaving ends that stream alone, not the connection of the others.
    drop(slow);
    assert!(emulator.wait_closed_early(1).await);
    assert_eq!(soon(client.messages().create(request("say still"))).await.unwrap().text(), "still");
    assert_eq!((emulator.open_connections(), emulator.accepted_connections()), (1, 1));
}

#[tokio::test]
async fn a_finished_stream_leaves_its_connection_to_the_next() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    for turn in 0..20 {
        let mut stream = client.messages().stream(request(&format!("say turn {turn}"))).await.unwrap();
        assert_eq!(stream.final_text().await.unwrap(), format!("turn {turn}"));
    }
    assert_eq!(emulator.accepted_connections(), 1);
    assert_eq!((emulator.requests().len(), emulator.closed_early()), (20, 0));
}

#[tokio::test]
async fn leaving_after_the_last_event_keeps_the_connection() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.push(Reply::sse({
        let mut items = opening();
        items.push(piece("hello"));
        items.extend(closing());
        items
    }));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    while let Some(event) = stream.next().await {
        event.unwrap();
    }
    drop(stream);
    client.messages().create(request("say again")).await.unwrap();
    assert_eq!((emulator.accepted_connections(), emulator.closed_early()), (1, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixteen_tasks_share_a_client() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let done = Arc::new(AtomicU32::new(0));
    let tasks: Vec<_> = (0..16)
        .map(|task| {
            let (client, done) = (client.clone(), Arc::clone(&done));
            tokio::spawn(async move {
                for turn in 0..5 {
                    let expected = format!("task {task} turn {turn}");
                    let request = request(&format!("say {expected}"));
                    let text = if (task + turn) % 2 == 0 {
                        client.messages().create(&request).await.unwrap().text()
                    } else {
                        client.messages().stream(&request).await.unwrap().final_text().await.unwrap()
                    };
                    assert_eq!(text, expected);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    for task in tasks {
        soon(task).await.unwrap();
    }
    assert_eq!(done.load(Ordering::Relaxed), 80);
    assert_eq!((emulator.requests().len(), emulator.closed_early()), (80, 0));
}

#[tokio::test]
async fn limits_without_end_are_taken() {
    let emulator = Emulator::start().await.unwrap();
    let never = Duration::MAX;
    let client = builder(&emulator)
        .connect_timeout(never)
        .answer_timeout(never)
        .stream_silence_timeout(never)
        .stream_progress_timeout(never)
        .total_timeout(never)
        .build()
        .unwrap();
    assert_eq!(client.messages().create(request("say hello")).await.unwrap().text(), "hello");
    // A pause, so that the clocks are looked at.
    emulator.push(Reply::sse(story(["one", "two"])).gap(Duration::from_millis(5)));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    assert_eq!(stream.final_message().await.unwrap().text(), "onetwo");
}

/// Bytes that signal when they are freed.
struct Watched(Vec<u8>, Arc<AtomicU32>);

impl AsRef<[u8]> for Watched {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn a_stream_that_has_begun_lets_go_of_its_request() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    emulator.push(Reply::sse(story(["one", "two"])).fault(Fault::StallAfter("content_block_delta".into())));
    let freed = Arc::new(AtomicU32::new(0));
    let text = json!({"model": "svc-haiku-3-5", "max_tokens": 9,
        "messages": [{"role": "user", "content": "x".repeat(200_000)}]});
    let owner = Watched(text.to_string().into_bytes(), Arc::clone(&freed));
    let body = Body::from_json_bytes(bytes::Bytes::from_owner(owner)).unwrap();
    let mut stream = client.messages().stream(body).await.unwrap();
    assert_eq!(freed.load(Ordering::Relaxed), 0, "another attempt may need it");
    assert_eq!(stream.next().await.unwrap().unwrap().kind(), EventKind::MessageStart);
    until(|| freed.load(Ordering::Relaxed) == 1).await;
}
