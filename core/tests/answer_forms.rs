//! Whole answers that travel as a stream inside, and those that come as one unasked: what is paid for is kept and not
//! asked for twice. And the limits that only streams have. It must not look inside the client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use parlour::clock::SystemClock;
use parlour::{CallOptions, ErrorKind, MessageRequest, RetryPolicy};
use parlour_emulator::{Emulator, Fault, Reply, SseItem};
use serde_json::json;
use support::{builder, closing, opening, piece, soon, story};

/// Long enough to be carried.
fn long() -> MessageRequest {
    MessageRequest::new("svc-haiku-3-5", 64_000).user("any")
}

fn short() -> MessageRequest {
    MessageRequest::new("svc-haiku-3-5", 64).user("any")
}

fn begun() -> Vec<SseItem> {
    let mut items = opening();
    items.push(piece("so far"));
    items
}

fn overloaded() -> SseItem {
    SseItem::typed(json!({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}))
}

#[tokio::test]
async fn what_was_paid_for_is_not_asked_for_twice() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).build().unwrap();
    let mut told = begun();
    told.push(overloaded());
    // Cut cleanly, by a reset, and by the service's own word; carried, and unasked.
    for request in [long(), short()] {
        for reply in
            [Reply::sse(begun()), Reply::sse(begun()).fault(Fault::ResetAt(700)), Reply::sse(told.clone())]
        {
            let before = emulator.requests().len();
            emulator.push(reply);
            let error = soon(client.messages().create(&request)).await.unwrap_err();
            assert_eq!(emulator.requests().len(), before + 1, "{error}");
            assert!(!error.is_retryable() && error.is_mid_stream());
            assert_eq!(error.attempts().count(), 1);
            let partial = error.partial_message().expect("what had arrived");
            assert_eq!(partial.id, "msg_1");
        }
    }
}

#[tokio::test]
async fn a_caller_may_allow_it() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).retry(RetryPolicy::default().repeat_cut_answers(true)).build().unwrap();
    for request in [long(), short()] {
        let mut told = begun();
        told.push(overloaded());
        emulator.script(vec![Reply::sse(begun()), Reply::sse(told), Reply::sse(story(["whole"]))]);
        let reply = client.messages().create(&request).await.unwrap();
        assert_eq!((reply.text().as_str(), reply.attempts().count()), ("whole", 3));
        // But never for an answer that is there.
        let mut there = begun();
        there.extend(closing().into_iter().take(2));
        emulator.push(Reply::sse(there));
        let error = client.messages().create(&request).await.unwrap_err();
        assert!(error.saw_stop_reason() && error.attempts().count() == 1);
        assert_eq!(error.partial_message().unwrap().text(), "so far");
    }
}

#[tokio::test]
async fn before_the_message_begins_all_is_as_before() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).build().unwrap();
    let ping = || SseItem::typed(json!({"type": "ping"}));
    for request in [long(), short()] {
        emulator.script(vec![
            Reply::sse(vec![SseItem::comment("hi")]),
            Reply::sse(vec![ping()]),
            Reply::sse(vec![ping(), overloaded()]),
            Reply::sse(story(["whole"])),
        ]);
        let reply = client.messages().create(&request).await.unwrap();
        assert_eq!((reply.text().as_str(), reply.attempts().count()), ("whole", 4));
    }
}

#[tokio::test]
async fn the_first_event_has_a_limit_of_its_own() {
    let emulator = Emulator::start().await.unwrap();
    let limit = Duration::from_millis(300);
    let client = builder(&emulator).first_event_timeout(limit).build().unwrap();
    let pings = || {
        let ping = || [SseItem::typed(json!({"type": "ping"})), SseItem::pause(Duration::from_millis(20))];
        Reply::sse(std::iter::repeat_with(ping).take(2_000).flatten().collect())
    };
    // By pings alone, and by silence before the head; then the answer.
    emulator.script(vec![
        pings(),
        Reply::model().fault(Fault::StallBeforeHeaders),
        Reply::sse(story(["now"])),
    ]);
    let reply = soon(client.messages().create(long())).await.unwrap();
    assert_eq!((reply.text().as_str(), reply.attempts().count()), ("now", 3));
    emulator.script(vec![pings(), Reply::sse(story(["now"]))]);
    let mut stream = soon(client.messages().stream(short())).await.unwrap();
    assert_eq!(soon(stream.final_message()).await.unwrap().text(), "now");
    assert_eq!(stream.attempts().count(), 2);
    // Of a call; and its error names it.
    let client = builder(&emulator).max_retries(0).build().unwrap();
    emulator.push(pings());
    let options = CallOptions::new().first_event_timeout(limit);
    let mut stream = soon(client.messages().stream(short()).with(options)).await.unwrap();
    let error = soon(stream.final_message()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.message().contains("first_event_timeout"), "{error}");
    // A stream that has begun may take its time.
    let client = builder(&emulator).first_event_timeout(limit).build().unwrap();
    let mut slow = begun();
    slow.push(SseItem::pause(Duration::from_millis(600)));
    slow.extend(closing());
    emulator.push(Reply::sse(slow));
    let mut stream = soon(client.messages().stream(short())).await.unwrap();
    assert_eq!(soon(stream.final_message()).await.unwrap().text(), "so far");
}

#[tokio::test]
async fn a_carried_answer_has_an_end() {
    let emulator = Emulator::start().await.unwrap();
    let endless = || {
        let more = || [piece("x"), SseItem::pause(Duration::from_millis(20))];
        let mut items = opening();
        items.extend(std::iter::repeat_with(more).take(2_000).flatten());
        Reply::sse(items)
    };
    let limit = Duration::from_millis(400);
    for (client, setting) in [
        (builder(&emulator).long_answer_timeout(limit), "long_answer_timeout"),
        // The whole of a call is measured by its clock.
        (builder(&emulator).clock(Arc::new(SystemClock)).total_timeout(limit), "total_timeout"),
    ] {
        let client = client.build().unwrap();
        emulator.push(endless());
        let error = soon(client.messages().create(long())).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Timeout, 1), "{error}");
        assert!(error.message().contains(setting) && !error.is_retryable(), "{error}");
        assert!(error.partial_message().unwrap().text().starts_with('x'));
    }
    // A stream of the caller's own is not bound by it; an answer that came as one unasked is bound by its own.
    let client = builder(&emulator).long_answer_timeout(limit).build().unwrap();
    let mut slow = begun();
    slow.push(SseItem::pause(Duration::from_millis(700)));
    slow.extend(closing());
    emulator.push(Reply::sse(slow));
    let mut stream = client.messages().stream(long()).await.unwrap();
    assert_eq!(soon(stream.final_message()).await.unwrap().text(), "so far");
    let client = builder(&emulator).answer_timeout(limit).build().unwrap();
    emulator.push(endless());
    let error = soon(client.messages().create(short())).await.unwrap_err();
    assert!(error.message().contains("answer_timeout") && error.attempts().count() == 1, "{error}");
    assert!(error.partial_message().unwrap().text().starts_with('x'));
}

#[tokio::test]
async fn an_endless_stream_ends() {
    let emulator = Emulator::start().await.unwrap();
    let megabyte = "x".repeat(1 << 20);
    let endless = || Reply::sse(story(std::iter::repeat_n(megabyte.as_str(), 24)));
    let client = builder(&emulator).max_stream_bytes(4 << 20).build().unwrap();
    emulator.push(endless());
    let mut stream = client.messages().stream(short()).await.unwrap();
    let error = soon(stream.final_message()).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Decode, 1));
    assert!(error.message().contains("max_stream_bytes"), "{error}");
    assert!(error.partial_message().unwrap().text().len() >= 3 << 20);
    assert!(stream.next().await.is_none());
    assert!(emulator.wait_closed_early(1).await);
    for (client, setting) in [
        (builder(&emulator).max_response_bytes(4 << 20), "max_response_bytes"),
        (builder(&emulator).max_stream_bytes(4 << 20), "max_stream_bytes"),
    ] {
        emulator.push(endless());
        let error = soon(client.build().unwrap().messages().create(long())).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts().count()), (ErrorKind::Decode, 1));
        assert!(error.message().contains(setting), "{error}");
        assert!(error.partial_message().unwrap().text().len() >= 3 << 20);
    }
}

#[tokio::test]
async fn what_never_ends_after_the_message_holds_nobody() {
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).build().unwrap();
    let mut items = story(["whole"]);
    items.extend(std::iter::repeat_with(|| SseItem::comment(&"x".repeat(1 << 16))).take(1_000));
    emulator.push(Reply::sse(items));
    let mut stream = client.messages().stream(short()).await.unwrap();
    assert_eq!(soon(stream.final_message()).await.unwrap().text(), "whole");
    drop(stream);
    assert!(emulator.wait_closed_early(1).await);
}
