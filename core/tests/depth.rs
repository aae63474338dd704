//! JSON of any depth on a thread with a small stack: 120 levels are read, written, compared, shown, checked and
//! dropped, and what is nested deeper than 127 levels is refused in words or kept as text. Each piece of work runs in
//! a process of its own, because a stack that overflows ends the process.
#![cfg(all(feature = "structured", feature = "tools"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeMap;
use std::process::Command;

use bytes::Bytes;
use parlour::{
    Accumulator, AnswerOptions, AnswerPlan, Conversation, Json, JsonErrorKind, MAX_JSON_DEPTH, Message,
    MessageRequest, PartialJson, PartialJsonMode, PartialMirror, Tool, ToolLoop, ToolOutput, complete_json,
    mcp, schema_violations, testing, transform_schema,
};
use serde_json::Value;

/// The stack of the thread. Frames of a build without optimisation are several times as large: 428 KiB were measured
/// for 120 levels of a message, and up to 768 KiB for the 512 schemas that a check follows on one path.
const STACK: usize = if cfg!(debug_assertions) { 1 << 20 } else { 128 << 10 };
/// Levels that have to fit.
const LEVELS: usize = 120;

/// Says to a child which work it does.
const WORK: &str = "PARLOUR_TEST_WORK";

fn lists(levels: usize) -> String {
    format!("{}1{}", "[".repeat(levels), "]".repeat(levels))
}

fn objects(levels: usize) -> String {
    format!("{}1{}", "{\"a\":".repeat(levels), "}".repeat(levels))
}

/// Deep values of both kinds. The second one of each pair differs at its deepest place.
fn pairs(levels: usize) -> [(String, String); 2] {
    [lists(levels), objects(levels)].map(|text| {
        let other = text.replace('1', "2");
        (text, other)
    })
}

fn json() {
    for (text, other) in pairs(LEVELS) {
        let (one, two) = (Json::parse(&text).unwrap(), Json::parse(&other).unwrap());
        assert!(one != two && one == Json::parse(&text.replace('1', " 1")).unwrap());
        let value: Value = one.decode().unwrap();
        assert_eq!(Json::from_serialize(&value).unwrap().as_str(), text);
        assert_ne!(value.clone(), two.decode::<Value>().unwrap());
        assert!(format!("{one:?} {one} {value:?}").contains(&text));
    }
}

fn beyond() {
    for levels in [MAX_JSON_DEPTH + 1, 200, 100_000] {
        for (text, other) in pairs(levels) {
            let one = Json::parse(&text).unwrap();
            assert_eq!(one.decode::<Value>().unwrap_err().kind(), JsonErrorKind::Depth, "{levels}");
            assert!(one != Json::parse(&other).unwrap() && one.as_str() == text);
            let message = message(&text);
            assert_eq!(message.content[0].as_tool_use().unwrap().input.as_str(), text);
            assert!(serde_json::to_string(&message.clone()).unwrap().contains(&text));
            assert!(schema_violations(&Json::object(), &one).is_err());
            assert!(transform_schema(&one).is_err());
            assert!(complete_json(&text, PartialJsonMode::Default).is_err());
        }
    }
}

fn message(input: &str) -> Message {
    let json = format!(
        r#"{{"id":"m","type":"message","role":"assistant","model":"m","content":[{{"type":"tool_use","id":"a","name":"f","input":{input}}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{{"input_tokens":1,"output_tokens":1}},"novel":{input}}}"#
    );
    serde_json::from_str(&json).unwrap()
}

/// A message whose blocks hold blocks, as deep as the levels allow: each takes two.
fn blocks() -> String {
    let open = r#"{"type":"tool_result","tool_use_id":"a","content":["#;
    let levels = (LEVELS - 4) / 2;
    format!(r#"{}{{"type":"text","text":"x"}}{}"#, open.repeat(levels), "]}".repeat(levels))
}

fn messages() {
    for (text, other) in pairs(LEVELS - 4) {
        let one = message(&text);
        let json = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), one.clone());
        assert_ne!(one, message(&other));
        assert!(format!("{one:?}").contains(&text));
    }
    let turn =
        format!(r#"{{"model":"m","max_tokens":1,"messages":[{{"role":"user","content":[{}]}}]}}"#, blocks());
    let request: MessageRequest = serde_json::from_str(&turn).unwrap();
    assert_eq!(serde_json::to_string(&request.clone()).unwrap(), turn);
    assert!(
        request == serde_json::from_str(&turn).unwrap() && format!("{request:?}").contains("tool_result")
    );
}

fn streams() {
    for (text, _) in pairs(LEVELS - 5).map(|(text, other)| (format!(r#"{{"x":{text}}}"#), other)) {
        let quoted = serde_json::to_string(&text).unwrap();
        let events = [
            r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}"#.to_owned(),
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}"#.to_owned(),
            format!(r#"{{"type":"content_block_delta","index":0,"delta":{{"type":"input_json_delta","partial_json":{quoted}}}}}"#),
            r#"{"type":"content_block_stop","index":0}"#.to_owned(),
            format!(r#"{{"type":"novel","value":{text}}}"#),
            r#"{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":1}}"#.to_owned(),
            r#"{"type":"message_stop"}"#.to_owned(),
        ];
        let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
        let (read, end) = testing::decode_all(&[Bytes::from(body)], usize::MAX);
        assert!(read.iter().any(|event| format!("{event:?}").len() > LEVELS));
        assert_eq!(end.unwrap().content[0].as_tool_use().unwrap().input.as_str(), text);
        let mut accumulator = Accumulator::default();
        for event in &read {
            accumulator.apply(event).unwrap();
        }
        assert!(accumulator.snapshot().is_some());
        growing(&text);
    }
}

fn growing(text: &str) {
    let (mut json, mut mirror) = (PartialJson::new(PartialJsonMode::Default), PartialMirror::default());
    let mut changes = 0;
    for at in 0..text.len() {
        json.push(&text[at..=at]);
        json.changes(&mut mirror, |_| changes += 1);
        assert!(json.value().is_none_or(|value| !value.to_json().is_empty()));
        complete_json(&text[..=at], PartialJsonMode::Default).unwrap_or_default();
    }
    assert!(changes >= LEVELS / 2 && json.is_complete() && json.to_json() == text, "{changes}");
}

fn histories() {
    for (text, _) in pairs(LEVELS - 6) {
        let turns = format!(
            r#"[{{"role":"user","content":"x"}},{{"role":"assistant","content":[{{"type":"tool_use","id":"a","name":"f","input":{text}}}]}},{{"role":"user","content":[{}]}},{{"role":"user","content":[{{"type":"novel","x":{text}}}]}}]"#,
            blocks()
        );
        let mut talk = Conversation::from_json(&turns).unwrap();
        assert!(talk.estimated_tokens() > 0 && talk.cut_points().count() > 0);
        talk.clone().keep_tokens(1);
        talk.clone().keep_last(1);
        talk.repair().unwrap();
        let json = talk.to_json().unwrap();
        assert_eq!(
            Conversation::from_json(json.as_str()).unwrap().to_json().unwrap().as_str(),
            json.as_str()
        );
        tools(&text);
    }
}

fn tools(inner: &str) {
    let text = &format!(r#"{{"x":{inner}}}"#);
    let request = format!(
        r#"{{"model":"m","max_tokens":1,"messages":[{{"role":"user","content":"x"}}],"tools":[{{"name":"f","input_schema":{{"type":"object","x":{text}}}}}],"novel":{text}}}"#
    );
    let mut machine = ToolLoop::from_request_json(Bytes::from(request)).unwrap();
    machine.request().unwrap().unwrap();
    let calls = machine.received(&message(text)).unwrap();
    assert_eq!(calls[0].input.as_str(), text);
    let call = machine.begin_call().unwrap();
    assert!(
        machine.finish_call(
            &call.id,
            ToolOutput::from_json(format!("[{}]", blocks()).as_bytes(), false).unwrap()
        )
    );
    machine.request().unwrap().unwrap();
    let saved = machine.to_json().unwrap();
    assert_eq!(ToolLoop::from_json(saved.as_str()).unwrap().to_json().unwrap().as_str(), saved.as_str());
    let tool: Tool =
        serde_json::from_str(&format!(r#"{{"name":"g","input_schema":{{"type":"object","x":{text}}}}}"#))
            .unwrap();
    ToolLoop::check_tool(&tool).unwrap();
}

/// A schema whose properties are nested so deep: each takes two levels.
fn nested_schema(levels: usize, inner: &str) -> String {
    let open = r#"{"type":"object","properties":{"a":"#;
    format!("{}{inner}{}", open.repeat(levels), "}}".repeat(levels))
}

fn schemas() {
    let levels = (LEVELS - 2) / 2;
    let schema = Json::parse(&nested_schema(levels, r#"{"const":1}"#)).unwrap();
    assert_eq!(schema_violations(&schema, &Json::parse(&objects(levels)).unwrap()).unwrap(), [""; 0]);
    assert_eq!(
        schema_violations(&schema, &Json::parse(&objects(levels).replace('1', "2")).unwrap()).unwrap().len(),
        1
    );
    assert!(transform_schema(&schema).unwrap().schema.as_str().len() > LEVELS);
    let any = Json::parse(&nested_schema(levels, r#"{"type":["string","null"],"format":"date"}"#)).unwrap();
    assert!(transform_schema(&any).is_ok());
    let request = r#"{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"x"}]}"#;
    let plan = AnswerPlan::new(request, &schema, &AnswerOptions::default()).unwrap();
    assert!(plan.body().is_ok());
    for (text, other) in pairs(LEVELS - 2) {
        let same = Json::parse(&format!(r#"{{"const":{text},"enum":[{text},{other}]}}"#)).unwrap();
        assert_eq!(schema_violations(&same, &Json::parse(&text).unwrap()).unwrap(), [""; 0]);
        let twice = Json::parse(&format!("[{text},{text}]")).unwrap();
        let unique = Json::parse(r#"{"uniqueItems":true}"#).unwrap();
        assert_eq!(schema_violations(&unique, &twice).unwrap().len(), 1);
    }
}

/// Schemas that follow the value through references: to its end, and round and round.
fn references() {
    for rule in [
        r##"{"properties":{"a":{"$ref":"#"}},"items":{"$ref":"#"}}"##,
        r##"{"anyOf":[{"type":"integer"},{"additionalProperties":{"$ref":"#"},"items":{"$ref":"#"}}]}"##,
        r##"{"allOf":[{"if":{"type":"array"},"then":{"items":{"$ref":"#"}},"else":{"additionalProperties":{"$ref":"#"}}}]}"##,
    ] {
        for (text, _) in pairs(LEVELS) {
            let found = schema_violations(&Json::parse(rule).unwrap(), &Json::parse(&text).unwrap()).unwrap();
            assert_eq!(found, [""; 0], "{rule}");
        }
    }
    for round in [
        r##"{"$ref":"#"}"##,
        r##"{"allOf":[{"anyOf":[{"oneOf":[{"$ref":"#"}]}]}]}"##,
        r##"{"not":{"not":{"$ref":"#"}}}"##,
        r##"{"dependentSchemas":{"a":{"$ref":"#"}}}"##,
        r##"{"if":{"$ref":"#"}}"##,
    ] {
        let schema = Json::parse(round).unwrap();
        for (text, _) in pairs(1) {
            let said = schema_violations(&schema, &Json::parse(&text).unwrap()).unwrap();
            assert!(said.concat().len() < 1 << 20, "{round}");
            assert!(transform_schema(&schema).map_or(0, |made| made.schema.as_str().len()) < 4096);
        }
    }
}

fn model_context() {
    for (text, _) in pairs(LEVELS - 6) {
        let value =
            format!(r#"{{"content":[{{"type":"novel","x":{text}}},{text}],"structuredContent":{text}}}"#);
        let value = Json::parse(&value).unwrap();
        let _ = (mcp::to_blocks(&value), mcp::to_contents(&value), mcp::to_turn(&value));
    }
}

fn works() -> BTreeMap<&'static str, fn()> {
    BTreeMap::from([
        ("json", json as fn()),
        ("beyond", beyond),
        ("messages", messages),
        ("streams", streams),
        ("histories", histories),
        ("schemas", schemas),
        ("references", references),
        ("model_context", model_context),
    ])
}

/// The body of a child process; does nothing unless its variable is set.
#[test]
fn work_of_a_child() {
    let Ok(name) = std::env::var(WORK) else { return };
    let work = works()[name.as_str()];
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap();
    assert!(thread.join().is_ok(), "{name}");
}

#[test]
fn small_stacks_hold_what_may_be_read() {
    let program = std::env::current_exe().unwrap();
    let mut failed = Vec::new();
    for name in works().keys() {
        let child = Command::new(&program)
            .args(["--exact", "work_of_a_child", "--nocapture"])
            .env(WORK, name)
            .output();
        let child = child.unwrap();
        let said = String::from_utf8_lossy(&child.stdout);
        if !child.status.success() || !said.contains("1 passed") {
            failed.push(format!(
                "{name}: {}\n{said}{}",
                child.status,
                String::from_utf8_lossy(&child.stderr)
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
