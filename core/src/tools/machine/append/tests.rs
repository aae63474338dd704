//! Turns of a history that the caller keeps.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use serde_json::{Value, json};

use super::*;
use crate::json::Json;
use crate::model::{Message, MessageRequest, Tool};

fn answer(content: &Value, stop_reason: &str) -> Message {
    let answer = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
        "content": content, "stop_reason": stop_reason, "stop_sequence": null,
        "usage": {"input_tokens": 5, "output_tokens": 2}});
    Json::parse(&answer.to_string()).unwrap().decode().unwrap()
}

fn calls() -> Value {
    json!([{"type": "text", "text": "Let me see.", "citations": null}, {"type": "text", "text": ""},
        {"type": "tool_use", "id": "a", "name": "count", "input": {}}])
}

/// A loop whose first answer has come.
fn after(content: &Value, stop_reason: &str) -> ToolLoop {
    let tool = Tool::new("count", "Counts.", r#"{"type":"object"}"#).unwrap();
    let mut run = ToolLoop::new(MessageRequest::new("svc-haiku-3-5", 64).user("Count.").tool(tool)).unwrap();
    run.request().unwrap();
    run.received(&answer(content, stop_reason)).unwrap();
    run
}

fn turns(turns: &Value) -> Vec<MessageParam> {
    Json::parse(&turns.to_string()).unwrap().decode().unwrap()
}

fn results(content: &str) -> Value {
    json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": content}]})
}

/// The turns of the next request after the answer.
fn sent(run: &mut ToolLoop) -> Value {
    let body: Value = serde_json::from_slice(&run.request().unwrap().unwrap().to_bytes()).unwrap();
    let turns = body["messages"].as_array().unwrap();
    let answers = turns.iter().rposition(|turn| turn["role"] == "assistant").map_or(1, |at| at + 1);
    Value::Array(turns[answers..].to_vec())
}

#[test]
fn results_of_the_caller_replace_those_of_the_functions() {
    let mut open = after(&calls(), "tool_use");
    open.append(turns(&json!([results("mine")]))).unwrap();
    assert_eq!(sent(&mut open), json!([results("mine")]));

    let mut settled = after(&calls(), "tool_use");
    settled.finish_call("a", ToolOutput::result("theirs"));
    let shown = settled.results().unwrap().unwrap();
    assert_eq!(serde_json::to_value(&shown).unwrap(), results("theirs"));
    settled.append(turns(&json!([{"role": "assistant", "content": calls()}, results("mine")]))).unwrap();
    assert_eq!(sent(&mut settled), json!([results("mine")]));
    assert_eq!(serde_json::to_value(settled.results().unwrap()).unwrap(), results("mine"));
}

#[test]
fn the_rest_follows_the_results() {
    let mut run = after(&calls(), "tool_use");
    let behind = json!({"type": "text", "text": "Behind."});
    run.append(turns(&json!([
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "is_error": true}, behind]},
        {"role": "user", "content": "Be concise."},
        {"role": "system", "content": "Hurry."},
    ])))
    .unwrap();
    let failed = json!({"type": "tool_result", "tool_use_id": "a", "is_error": true});
    let words = json!({"type": "text", "text": "Be concise."});
    let results = json!({"role": "user", "content": [failed, behind, words]});
    let expected = json!([results, {"role": "system", "content": "Hurry."}]);
    assert_eq!(sent(&mut run), expected);
}

#[test]
fn the_model_says_nothing_but_its_last_answer() {
    let kept = json!([{"type": "text", "text": "Let me see.", "citations": null},
        {"type": "tool_use", "id": "a", "name": "count", "input": {}}]);
    for (content, accepted) in
        [(calls(), true), (kept, true), (json!("Let me see."), false), (json!([calls()[0]]), false)]
    {
        let mut run = after(&calls(), "tool_use");
        let given =
            turns(&json!([{"role": "user", "content": "Hm."}, {"role": "assistant", "content": content}]));
        match run.append(given) {
            Ok(()) => assert!(accepted, "{content}"),
            Err(error) => {
                assert!(
                    !accepted && error.to_string().contains("replace the conversation"),
                    "{content}: {error}"
                );
                run.finish_call("a", ToolOutput::result("1"));
                assert_eq!(sent(&mut run), json!([results("1")]), "nothing has changed");
            }
        }
    }
}

#[test]
fn a_refused_answer_can_be_repeated_though_the_history_lacks_it() {
    let refused = json!([{"type": "text", "text": "No."}]);
    let mut run = after(&refused, "refusal");
    run.append(turns(
        &json!([{"role": "assistant", "content": refused}, {"role": "user", "content": "Please."}]),
    ))
    .unwrap();
    assert_eq!(run.results().unwrap(), None);
    assert_eq!(sent(&mut run), json!([{"role": "user", "content": [{"type": "text", "text": "Please."}]}]));
}

#[test]
fn before_the_first_answer_there_is_nothing_to_repeat() {
    let mut run = ToolLoop::new(MessageRequest::new("svc-haiku-3-5", 64).user("Count.")).unwrap();
    assert!(run.append(turns(&json!([{"role": "assistant", "content": "One."}]))).is_err());
    assert_eq!(run.results().unwrap(), None);
}
