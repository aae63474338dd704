//! Every stop reason but `end_turn` leaves a record, a count and a call of the hook (spec §2.5), however the answer
//! travels.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::{Arc, Mutex};

use parlour::{Client, EventKind, MessageRequest, StopNotice, StopReason};
use parlour_emulator::{BlockingEmulator, Emulator, Fault, Reply, SseItem};
use serde_json::{Value, json};
use support::log::Log;
use support::{builder, opening, request};

type Told = Arc<Mutex<Vec<StopNotice>>>;

/// One test at a time: whether anybody listens to a record is remembered for the process, and a test without a
/// subscriber that meets a record first has it remembered that nobody does.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// An emulator on its own thread, a client with a hook, the notices that the hook got, and this thread's log.
fn set_up() -> (BlockingEmulator, Client, Told, Log, tracing::subscriber::DefaultGuard) {
    let emulator = Emulator::start_blocking().unwrap();
    let told = Told::default();
    let hook = Arc::clone(&told);
    let client = builder(&emulator).on_stop(move |stop| hook.lock().unwrap().push(stop.clone()));
    let log = Log::default();
    let guard = tracing::subscriber::set_default(log.clone());
    (emulator, client.build().unwrap(), told, log, guard)
}

fn message(reason: &str) -> Value {
    json!({"id": format!("msg_{reason}"), "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
        "content": [{"type": "text", "text": "so far"}], "stop_reason": reason, "stop_sequence": null,
        "usage": {"input_tokens": 1, "output_tokens": 1}})
}

fn whole(reason: &str) -> Reply {
    Reply::json(200, message(reason)).header("request-id", format!("req_{reason}"))
}

fn streamed(reason: &str) -> Reply {
    let mut items = opening();
    items.extend([
        SseItem::typed(json!({"type": "content_block_stop", "index": 0})),
        SseItem::typed(
            json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null},
            "usage": {"output_tokens": 9}}),
        ),
        SseItem::typed(json!({"type": "message_stop"})),
    ]);
    Reply::sse(items).header("request-id", format!("req_{reason}"))
}

/// The log record of a stop, if there is one.
fn line_of(log: &Log, reason: &str) -> Option<String> {
    let wanted = format!("stop_reason={reason}");
    log.text().lines().find(|line| line.contains(&wanted)).map(str::to_owned)
}

/// A service may keep the body open after the message, and a reader may leave with its last event.
#[tokio::test]
async fn a_stop_is_told_with_the_last_event_and_not_with_the_end_of_the_body() {
    let _alone = ALONE.lock().await;
    let (emulator, client, told, _log, _guard) = set_up();
    emulator.push(streamed("max_tokens").fault(Fault::StallAfter("message_stop".into())));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    let mut last = None;
    while last != Some(EventKind::MessageStop) {
        assert!(told.lock().unwrap().is_empty());
        last = stream.next().await.map(|event| event.unwrap().kind());
    }
    assert_eq!(told.lock().unwrap().len(), 1);
    drop(stream);
    assert_eq!((told.lock().unwrap().len(), client.stop_reason_counts().total()), (1, 1));
}

#[tokio::test]
async fn every_stop_but_the_end_of_a_turn_is_told() {
    let _alone = ALONE.lock().await;
    let (emulator, client, told, log, _guard) = set_up();
    let reasons =
        ["max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal", "compaction", "from_the_future"];
    for reason in reasons {
        emulator.push(whole(reason));
        client.messages().create(request("any")).await.unwrap();
        emulator.push(whole(reason));
        client.messages().create(request("any")).json().await.unwrap();
        emulator.push(whole(reason));
        client.messages().create(request("any")).raw().await.unwrap();
        emulator.push(streamed(reason));
        client.messages().stream(request("any")).await.unwrap().final_message().await.unwrap();
        emulator.push(streamed(reason));
        let long = MessageRequest::new("svc-haiku-3-5", 100_000).user("any");
        client.messages().create(&long).await.unwrap();
        emulator.push(streamed(reason));
        client.messages().create(&long).json().await.unwrap();
        let notices: Vec<_> = told.lock().unwrap().drain(..).collect();
        assert_eq!(notices.len(), 6, "{reason}");
        for notice in notices {
            assert_eq!(notice.stop_reason, StopReason::from(reason));
            assert_eq!(notice.request_id.as_deref(), Some(format!("req_{reason}").as_str()));
            assert_eq!(notice.model, "svc-haiku-3-5");
            assert!(notice.message_id.starts_with("msg_"), "{notice:?}");
        }
        let line = line_of(&log, reason).expect(reason);
        assert!(line.contains(&format!("request_id=req_{reason}")), "{line}");
        let expected = ["stop_sequence", "tool_use", "pause_turn"].contains(&reason);
        assert_eq!(line.contains("did not end normally"), !expected, "{line}");
        assert_eq!(client.clone().stop_reason_counts().get(&StopReason::from(reason)), 6);
    }
    assert_eq!(client.stop_reason_counts().total(), 6 * reasons.len() as u64);
}

#[tokio::test]
async fn without_a_subscriber_the_same_is_counted() {
    let _alone = ALONE.lock().await;
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).build().unwrap();
    for reason in ["tool_use", "pause_turn", "end_turn"] {
        emulator.push(whole(reason));
        client.messages().create(request("any")).json().await.unwrap();
    }
    let counts = client.stop_reason_counts();
    assert_eq!(counts.total(), 2, "{counts:?}");
    assert_eq!((counts.get(&StopReason::ToolUse), counts.get(&StopReason::PauseTurn)), (1, 1));
}

#[tokio::test]
async fn the_end_of_a_turn_tells_nothing() {
    let _alone = ALONE.lock().await;
    let (_emulator, client, told, log, _guard) = set_up();
    client.messages().create(request("say hello")).await.unwrap();
    client.messages().stream(request("say hello")).await.unwrap().final_message().await.unwrap();
    assert!(told.lock().unwrap().is_empty() && line_of(&log, "end_turn").is_none(), "{}", log.text());
    assert_eq!(client.stop_reason_counts().total(), 0);
}

#[tokio::test]
async fn a_hook_that_panics_does_not_lose_the_answer() {
    let _alone = ALONE.lock().await;
    let emulator = Emulator::start().await.unwrap();
    let client = builder(&emulator).on_stop(|_| panic!("a mistake in the hook")).build().unwrap();
    emulator.push(whole("max_tokens"));
    assert_eq!(client.messages().create(request("any")).await.unwrap().text(), "so far");
}
