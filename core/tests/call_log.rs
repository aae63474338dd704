//! A JSON line for each call that ended.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;

use parlour::clock::ScriptedClock;
use parlour::{CallOptions, Client, ErrorKind};
use parlour_emulator::Emulator;
use serde_json::Value;
use support::{builder, request};

#[tokio::test]
async fn each_call_is_a_line() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calls.jsonl");
    std::fs::write(&path, "before\n").unwrap();
    let client = builder(&emulator).call_log(&path).clock(Arc::new(ScriptedClock::new())).build().unwrap();
    let other = builder(&emulator).call_log(&path).build().unwrap();
    let reply = client
        .messages()
        .create(request("hidden question"))
        .with(CallOptions::new().label("blue"))
        .await
        .unwrap();
    emulator
        .push_json(r#"{"status": 404, "json": {"type": "error", "error": {"type": "not_found_error"}}}"#)
        .unwrap();
    other.messages().create(request("hidden question")).await.unwrap_err();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains("hidden") && !text.contains(emulator.api_key()), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "before"));
    let line: Value = serde_json::from_str(lines[1]).unwrap();
    assert_eq!(
        (&line["outcome"], &line["labels"][0], &line["attempts"]),
        (&"completed".into(), &"blue".into(), &1.into())
    );
    assert_eq!(line["usage"]["output_tokens"], reply.usage.output_tokens);
    assert!(line["ended_at"].as_f64().unwrap() >= 0.0 && line["request_id"].is_string());
    let line: Value = serde_json::from_str(lines[2]).unwrap();
    assert_eq!(
        (&line["outcome"], &line["kind"], &line["status"]),
        (&"failed".into(), &"NotFound".into(), &404.into())
    );
}

#[tokio::test]
async fn a_file_that_cannot_be_written_costs_no_answer() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calls.jsonl");
    let client = builder(&emulator).call_log(&path).build().unwrap();
    // A folder in its place, after the settings were checked.
    std::fs::create_dir(&path).unwrap();
    for _ in 0..2 {
        client.messages().create(request("say hello")).await.unwrap();
    }
    for wrong in [folder.path().to_owned(), folder.path().join("none/calls.jsonl"), "".into()] {
        let builder = Client::builder().base_url("http://127.0.0.1:9").api_key("k").call_log(wrong);
        let error = builder.build().unwrap_err();
        assert_eq!((error.kind(), error.setting()), (ErrorKind::Config, Some("call_log")));
    }
}
