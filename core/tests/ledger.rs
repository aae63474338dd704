//! What calls used is in the ledger once, in whichever way they are made and end, and agrees with their answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;

use parlour::clock::ScriptedClock;
use parlour::{CallOptions, Client, ErrorKind, MessageRequest, Pacing};
use parlour_emulator::{BlockingEmulator, Emulator};
use support::{builder, request};

fn keeping(emulator: &BlockingEmulator) -> Client {
    builder(emulator).ledger(true).clock(Arc::new(ScriptedClock::new())).build().unwrap()
}

/// The tokens of each way to an answer are those of the answer.
#[tokio::test]
async fn every_way_to_an_answer_is_counted() {
    let emulator = Emulator::start_blocking().unwrap();
    let client = keeping(&emulator);
    let messages = client.messages();
    let mut output = 0;
    output += messages.create(request("say hello")).await.unwrap().usage.output_tokens;
    let json = messages.create(request("say hello")).json().await.unwrap();
    let json: serde_json::Value = serde_json::from_slice(json.json()).unwrap();
    output += json["usage"]["output_tokens"].as_u64().unwrap();
    let raw: serde_json::Value =
        serde_json::from_slice(&messages.create(request("say hello")).raw().await.unwrap()).unwrap();
    output += raw["usage"]["output_tokens"].as_u64().unwrap();
    output += messages
        .stream(request("say hello"))
        .await
        .unwrap()
        .final_message()
        .await
        .unwrap()
        .usage
        .output_tokens;
    let long = MessageRequest::new("svc-sonnet-4-5", 60_000).user("say hello");
    output += messages.create(&long).await.unwrap().usage.output_tokens;
    let total = client.usage_report(false).total;
    assert_eq!((total.calls, total.completed, total.attempts), (5, 5, 5));
    assert_eq!((total.output_tokens, total.streams), (output, 1 + 1));

    // Events alone: nothing is accumulated, and the last counts are known all the same.
    let mut events = messages.stream(request("say hello")).events_only().await.unwrap();
    while let Some(event) = events.next().await {
        event.unwrap();
    }
    drop(events);
    let since = client.usage_report(false).total.since(&total);
    assert_eq!(since.completed, 1);
    assert!(since.output_tokens > 0 && since.input_tokens > 0);

    // Forwarded bytes are not read: the call counts, its tokens are unknown.
    let mut bytes = messages.create(request("say hello")).open().await.unwrap();
    while bytes.chunk().await.unwrap().is_some() {}
    drop(bytes);
    drop(messages.create(request("say hello")).open().await.unwrap());
    let since = client.usage_report(true).total.since(&total);
    assert_eq!((since.completed, since.interrupted), (2, 1));

    // A call that was refused for its options is no call.
    let wrong = CallOptions::new().header("bad name", "v");
    assert!(messages.create(request("say hello")).with(wrong).await.is_err());
    assert_eq!(client.usage_report(false).total.calls, 0);
}

/// A thousand calls at once, of which some are repeated, some fail and some are left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_is_counted_to_the_last() {
    let emulator = Emulator::start_blocking().unwrap();
    let client = keeping(&emulator);
    let calls = (0..400_u32).map(|number| {
        let client = client.clone();
        tokio::spawn(async move {
            let options = CallOptions::new().label(format!("l{}", number % 4)).max_retries(0);
            let messages = client.messages();
            match number % 4 {
                0 => messages.create(request("say hello")).with(options).await.unwrap().usage.output_tokens,
                1 => {
                    let mut stream = messages.stream(request("say hello")).with(options).await.unwrap();
                    stream.final_message().await.unwrap().usage.output_tokens
                }
                2 => {
                    let wrong = MessageRequest::new("no-such-model", 5).user("x");
                    let error = messages.create(&wrong).with(options).await.unwrap_err();
                    assert_eq!(error.kind(), ErrorKind::NotFound);
                    0
                }
                _ => {
                    drop(messages.stream(request("say hello")).with(options).await.unwrap());
                    0
                }
            }
        })
    });
    let mut output = 0;
    for call in calls.collect::<Vec<_>>() {
        output += call.await.unwrap();
    }
    let report = client.usage_report(false);
    let total = report.total;
    assert_eq!((total.calls, total.completed, total.failed, total.interrupted), (400, 200, 100, 100));
    assert_eq!(total.output_tokens, output);
    assert_eq!(report.labels.values().map(|tally| tally.calls).collect::<Vec<_>>(), [100; 4]);
    assert_eq!(client.limiter_state().in_flight, 0);
}

/// What a call waited for the limits, and between attempts, is in its line.
#[tokio::test]
async fn waits_are_counted() {
    let emulator = Emulator::start_blocking().unwrap();
    let client = builder(&emulator)
        .ledger(true)
        .pacing(Pacing::Pace)
        .clock(Arc::new(ScriptedClock::new()))
        .build()
        .unwrap();
    emulator.push_json(r#"{"status": 529}"#).unwrap();
    let family = format!("{}-ratelimit-requests", client.vendor());
    let headers = format!(r#"{{"{family}-limit": "60", "{family}-remaining": "0"}}"#);
    emulator.push_json(&format!(r#"{{"default": true, "headers": {headers}}}"#)).unwrap();
    client.messages().create(request("say hello")).await.unwrap();
    client.messages().create(request("say hello")).await.unwrap();
    let total = client.usage_report(false).total;
    assert_eq!((total.calls, total.attempts, total.retries), (2, 3, 1));
    assert_eq!((total.waited.as_secs(), total.queued.as_millis()), (5, 1_000));
}
