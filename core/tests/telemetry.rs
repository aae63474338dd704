//! The end of a call: as a span and measurements by the conventions of OpenTelemetry, and with notices of limits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parlour::clock::ScriptedClock;
use parlour::{
    CallEnd, CallOptions, Client, EventKind, Hook, HookAction, HookCall, HookFuture, HookPoints,
    MessageRequest, SpendingLimit,
};
use parlour_emulator::{BlockingEmulator, Emulator, Reply};
use serde_json::{Value, json};
use support::{builder, request};

#[derive(Clone, Default)]
struct Seen {
    chunk_times: bool,
    ends: Arc<Mutex<Vec<CallEnd>>>,
    ids: Arc<Mutex<Vec<String>>>,
}

impl Hook for Seen {
    fn points(&self) -> HookPoints {
        let ends = if self.chunk_times { HookPoints::CHUNK_TIMES } else { HookPoints::END };
        HookPoints::ATTEMPT.and(ends)
    }

    fn on_attempt(&self, attempt: HookCall) -> HookFuture<'_, HookAction> {
        self.ids.lock().unwrap().push(attempt.id);
        Box::pin(async { Ok(HookAction::proceed()) })
    }

    fn on_end(&self, end: &CallEnd) {
        self.ends.lock().unwrap().push(end.clone());
    }
}

fn watched(emulator: &BlockingEmulator) -> (Client, Seen) {
    watched_by(emulator, Seen::default())
}

fn watched_by(emulator: &BlockingEmulator, seen: Seen) -> (Client, Seen) {
    let clock = ScriptedClock::new().with_wall(UNIX_EPOCH + Duration::from_secs(1_700_000_000));
    let client = builder(emulator).clock(Arc::new(clock)).hook(seen.clone()).build().unwrap();
    (client, seen)
}

fn last(seen: &Seen) -> Value {
    serde_json::to_value(seen.ends.lock().unwrap().last().unwrap().telemetry()).unwrap()
}

#[tokio::test]
async fn a_message_call_is_a_span_and_measurements() {
    let emulator = Emulator::start_blocking().unwrap();
    let (client, seen) = watched(&emulator);
    emulator.push(Reply::status(529).header("retry-after", "2"));
    let reply = client
        .messages()
        .create(request("Say hidden words"))
        .with(CallOptions::new().label("blue"))
        .await
        .unwrap();
    let found = last(&seen);
    let usage = &reply.usage;
    assert_eq!(found["name"], "chat svc-haiku-3-5");
    assert_eq!(found["error"], Value::Null);
    let at = found["end_unix_nano"].as_u64().unwrap();
    let ended = seen.ends.lock().unwrap()[0].ended_at;
    assert_eq!(u128::from(at), ended.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos());
    assert_eq!(at - found["start_unix_nano"].as_u64().unwrap(), 2_000_000_000);
    let port: u16 = emulator.port();
    for (name, value) in [
        ("gen_ai.operation.name", json!("chat")),
        ("gen_ai.provider.name", json!(client.vendor())),
        ("gen_ai.request.model", json!("svc-haiku-3-5")),
        ("gen_ai.request.max_tokens", json!(256)),
        ("gen_ai.response.id", json!(reply.id)),
        ("gen_ai.response.model", json!(reply.model)),
        ("gen_ai.response.finish_reasons", json!(["end_turn"])),
        ("gen_ai.usage.input_tokens", json!(usage.total_input_tokens())),
        ("gen_ai.usage.output_tokens", json!(usage.output_tokens)),
        ("server.address", json!("127.0.0.1")),
        ("server.port", json!(port)),
        ("http.request.resend_count", json!(1)),
        ("http.response.status_code", json!(200)),
        ("parlour.labels", json!(["blue"])),
        ("parlour.wait.retry", json!(2.0)),
    ] {
        assert_eq!(found["attributes"][name], value, "{name}: {found}");
    }
    assert!(found["attributes"].get("gen_ai.request.stream").is_none());
    let names: Vec<_> = found["measurements"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(
        names,
        ["gen_ai.client.operation.duration", "gen_ai.client.token.usage", "gen_ai.client.token.usage"]
    );
    assert_eq!(found["measurements"][0]["values"], json!([2.0]));
    assert_eq!(found["measurements"][2]["attributes"]["gen_ai.token.type"], "output");
    assert!(!found.to_string().contains("hidden") && !found.to_string().contains(emulator.api_key()));
    let ids = seen.ids.lock().unwrap().clone();
    assert_eq!(ids, vec![seen.ends.lock().unwrap()[0].id.clone(); 2]);
}

#[tokio::test]
async fn each_way_to_an_answer_knows_its_message() {
    let emulator = Emulator::start_blocking().unwrap();
    let (client, seen) = watched(&emulator);
    let messages = client.messages();
    let check = |streams: bool| {
        let attributes = &last(&seen)["attributes"];
        assert!(attributes["gen_ai.response.id"].as_str().unwrap().starts_with("msg_"), "{attributes}");
        assert_eq!(attributes["gen_ai.response.finish_reasons"], json!(["end_turn"]));
        assert!(attributes["gen_ai.response.model"].is_string());
        assert_eq!(attributes["gen_ai.request.stream"], if streams { json!(true) } else { Value::Null });
        assert_eq!(attributes["gen_ai.response.time_to_first_chunk"].is_number(), streams);
    };
    messages.create(request("Say hello")).json().await.unwrap();
    check(false);
    messages.create(request("Say hello")).raw().await.unwrap();
    check(false);
    messages.create(MessageRequest::new("svc-sonnet-4-5", 60_000).user("Say hello")).await.unwrap();
    assert!(last(&seen)["attributes"]["gen_ai.response.id"].is_string());
    messages.stream(request("Say hello")).await.unwrap().final_message().await.unwrap();
    check(true);
    let mut events = messages.stream(request("Say hello")).events_only().await.unwrap();
    while events.next().await.is_some() {}
    drop(events);
    check(true);
    assert_eq!(last(&seen)["measurements"][1]["name"], "gen_ai.client.operation.time_to_first_chunk");
}

#[tokio::test]
async fn chunks_of_a_stream_are_timed_where_that_is_wanted() {
    let emulator = Emulator::start_blocking().unwrap();
    let of_chunks = |found: &Value| {
        let all = found["measurements"].as_array().unwrap().clone();
        let name = "gen_ai.client.operation.time_per_output_chunk";
        all.into_iter().find(|one| one["name"] == name)
    };
    let clock = ScriptedClock::manual();
    let seen = Seen { chunk_times: true, ..Seen::default() };
    let client = builder(&emulator).clock(Arc::new(clock.clone())).hook(seen.clone()).build().unwrap();
    let mut stream = client.messages().stream(request("Count to 40")).await.unwrap();
    let mut deltas = 0;
    while let Some(event) = stream.next().await {
        match event.unwrap().kind() {
            EventKind::Ping => continue,
            EventKind::ContentBlockDelta => deltas += 1,
            _ => {}
        }
        clock.advance(Duration::from_millis(250));
    }
    drop(stream);
    let chunks = of_chunks(&last(&seen)).unwrap();
    assert!(deltas > 1);
    assert_eq!(chunks["values"], json!(vec![0.25; deltas]));
    assert_eq!(
        (&chunks["unit"], &chunks["attributes"]["gen_ai.operation.name"]),
        (&json!("s"), &json!("chat"))
    );
    // A whole answer has none, and neither has a hook that did not ask for them.
    client.messages().create(request("Count to 40")).await.unwrap();
    assert_eq!(of_chunks(&last(&seen)), None);
    let (client, seen) = watched(&emulator);
    client.messages().stream(request("Count to 40")).await.unwrap().final_message().await.unwrap();
    assert_eq!(of_chunks(&last(&seen)), None);
}

#[tokio::test]
async fn failures_have_their_type_and_calls_that_were_left_have_none() {
    let emulator = Emulator::start_blocking().unwrap();
    let (client, seen) = watched(&emulator);
    emulator.push(Reply::json(
        404,
        json!({"type": "error", "error": {"type": "not_found_error", "message": "m"}}),
    ));
    client.messages().create(request("Say hello")).await.unwrap_err();
    let found = last(&seen);
    assert_eq!(
        (&found["error"], &found["attributes"]["error.type"]),
        (&json!("not_found_error"), &json!("not_found_error"))
    );
    assert_eq!(found["measurements"][0]["attributes"]["error.type"], "not_found_error");
    emulator.push(Reply::text(418, "no envelope"));
    client.messages().create(request("Say hello")).await.unwrap_err();
    assert_eq!(last(&seen)["error"], "418");
    let mut left = client.messages().stream(request("Count to nine")).await.unwrap();
    left.next().await.unwrap().unwrap();
    drop(left);
    let found = last(&seen);
    assert_eq!(
        (&found["error"], &found["attributes"]["parlour.outcome"]),
        (&Value::Null, &json!("interrupted"))
    );
}

#[tokio::test]
async fn other_calls_are_spans_without_ids_in_their_names() {
    let emulator = Emulator::start_blocking().unwrap();
    let (client, seen) = watched(&emulator);
    client.models().get("svc-haiku-3-5").await.unwrap();
    let found = last(&seen);
    assert_eq!(found["name"], "GET /v1/models");
    assert_eq!(found["measurements"], json!([]));
    assert!(found["attributes"].get("gen_ai.operation.name").is_none());
}

#[tokio::test]
async fn the_end_of_a_call_that_crosses_a_mark_has_a_notice() {
    const DAY: Duration = Duration::from_secs(86_400);
    let emulator = Emulator::start_blocking().unwrap();
    let seen = Seen::default();
    let clock = ScriptedClock::manual();
    let client = builder(&emulator)
        .clock(Arc::new(clock.clone()))
        .spending_limit(SpendingLimit::tokens(1_000, DAY).of_label("blue").notice_at(0.5))
        .notice_at(0.75)
        .hook(seen.clone())
        .build()
        .unwrap();
    let vendor = client.vendor().to_owned();
    let answer = |used: u64, left: u64| {
        let message = json!({"type": "message", "id": "msg_1", "role": "assistant", "model": "m", "content": [],
            "stop_reason": "end_turn", "usage": {"input_tokens": 0, "output_tokens": used}});
        Reply::json(200, message)
            .header(&format!("{vendor}-ratelimit-requests-limit"), "100")
            .header(&format!("{vendor}-ratelimit-requests-remaining"), left.to_string())
    };
    let call = async |reply: Reply| {
        emulator.push(reply);
        let options = CallOptions::new().label("blue");
        client.messages().create(MessageRequest::new("m", 10).user("hi")).with(options).await.unwrap();
        let notices = seen.ends.lock().unwrap().last().unwrap().notices.clone();
        notices.into_iter().map(|notice| (notice.limit, notice.used, notice.most)).collect::<Vec<_>>()
    };
    assert_eq!(call(answer(400, 26)).await, []);
    assert_eq!(call(answer(100, 25)).await, [("requests", 75.0, 100.0), ("spending", 500.0, 1_000.0)]);
    assert_eq!(call(answer(10, 20)).await, [], "once");
    assert_eq!(call(answer(10, 90)).await, []);
    clock.advance(DAY);
    assert_eq!(call(answer(600, 10)).await, [("requests", 90.0, 100.0), ("spending", 600.0, 1_000.0)]);
    let notices = seen.ends.lock().unwrap().last().unwrap().notices.clone();
    assert_eq!(notices[0].model.as_deref(), Some("m"));
    assert_eq!((notices[1].model.as_deref(), notices[1].label.as_deref()), (None, Some("blue")));
    for bad in [0.0, -1.0, 1.1, f64::NAN] {
        assert!(builder(&emulator).notice_at(bad).build().is_err());
        let limit = SpendingLimit::tokens(1, DAY).notice_at(bad);
        assert!(builder(&emulator).spending_limit(limit).build().is_err());
    }
}
