//! Waiting calls after the history is replaced.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use serde_json::{Value, json};

use super::*;
use crate::model::{Message, Tool};
use crate::tools::ToolOutput;

fn call(id: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "count", "input": {}})
}

fn result(id: &str, content: &str) -> Value {
    json!({"type": "tool_result", "tool_use_id": id, "content": content})
}

fn user(content: impl Into<Value>) -> Value {
    json!({"role": "user", "content": content.into()})
}

fn model(content: impl Into<Value>) -> Value {
    json!({"role": "assistant", "content": content.into()})
}

/// The request that a loop sends after `change` edited its history: call `a` runs, call `b` waits.
fn sent_after(change: impl FnOnce(&mut Vec<Value>)) -> (Value, ToolLoop) {
    let tool = Tool::new("count", "Counts.", r#"{"type":"object"}"#).unwrap();
    let mut run = ToolLoop::new(MessageRequest::new("svc-haiku-3-5", 64).user("Count.").tool(tool)).unwrap();
    run.request().unwrap();
    let answer = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
        "content": [call("a"), call("b")], "stop_reason": "tool_use", "stop_sequence": null,
        "usage": {"input_tokens": 5, "output_tokens": 2}});
    let answer: Message = Json::parse(&answer.to_string()).unwrap().decode().unwrap();
    run.received(&answer).unwrap();
    assert_eq!(run.begin_call().unwrap().id, "a");
    run.say("And this.");
    let mut turns = vec![user("Count."), model([call("a"), call("b")])];
    change(&mut turns);
    run.set_conversation(Conversation::from_json(&Value::Array(turns).to_string()).unwrap());
    run.finish_call("a", ToolOutput::result("one"));
    run.finish_call("b", ToolOutput::result("two"));
    let body = run.request().unwrap().unwrap();
    (serde_json::from_slice::<Value>(&body.to_bytes()).unwrap()["messages"].clone(), run)
}

fn said(words: &str) -> Value {
    json!({"type": "text", "text": words})
}

#[test]
fn tools_are_told_apart_by_their_names_and_toolsets_by_their_types() {
    let plain = |name: &str| Tool::new(name, "Does it.", r#"{"type":"object"}"#).unwrap();
    let toolset = || Tool::toolset("computer_toolset_20251022");
    let request = MessageRequest::new("svc-haiku-3-5", 64).user("Go.").tool(plain("one")).tool(toolset());
    let mut run = ToolLoop::new(request).unwrap();
    let names = |run: &ToolLoop| -> Vec<String> {
        run.settings().tools.iter().flatten().filter_map(name_of).map(str::to_owned).collect()
    };
    assert!(!run.offer_tool(toolset()).unwrap() && !run.offer_tool(plain("one")).unwrap());
    assert!(run.offer_tool(plain("two")).unwrap());
    assert_eq!(names(&run), ["one", "computer_toolset_20251022", "two"]);
    run.add_tool(Tool { description: Some("Otherwise.".to_owned()), ..plain("one") }).unwrap();
    assert_eq!(
        names(&run),
        ["one", "computer_toolset_20251022", "two"],
        "it takes the place of the one before"
    );
    assert_eq!(run.settings().tools.as_ref().unwrap()[0].description.as_deref(), Some("Otherwise."));
    run.add_tool(Tool::new("bad", "Has no object.", r#"{"type":"string"}"#).unwrap()).unwrap_err();
    assert!(run.remove_tool("computer_toolset_20251022") && !run.remove_tool("bad"));
    assert!(run.remove_tool("one") && run.remove_tool("two"));
    assert!(run.settings().tools.is_none());
}

#[test]
fn results_come_right_behind_their_calls() {
    let results = [result("a", "one"), result("b", "two"), said("And this.")];
    let (sent, _) = sent_after(|turns| turns.insert(0, user("Before.")));
    assert_eq!(sent[3], user(results.to_vec()));
    // Turns added after the answer follow the results.
    let (sent, _) = sent_after(|turns| turns.extend([user("More."), user([said("Still more.")])]));
    let [a, b, last] = results;
    assert_eq!(sent[2], user([a.clone(), b, said("More."), said("Still more."), last.clone()]));
    assert_eq!(sent[3], Value::Null);
    // A call that was taken out of the answer has no result.
    let (sent, _) = sent_after(|turns| turns[1] = model([call("a")]));
    assert_eq!(sent[2], user([a, last]));
}

#[test]
fn a_history_that_goes_on_otherwise_forgets_the_calls() {
    let own = user([result("a", "1"), result("b", "2")]);
    let (sent, run) = sent_after(|turns| turns.push(own.clone()));
    assert_eq!((&sent[2], &sent[3]), (&own, &user([said("And this.")])));
    assert!(!run.is_running("a") && run.calls_done() && run.open_calls().next().is_none());
    let (sent, _) = sent_after(|turns| turns.truncate(1));
    assert_eq!(sent[1], user([said("And this.")]));
    let (sent, _) = sent_after(|turns| *turns = vec![user("Another question.")]);
    assert_eq!(sent, json!([user("Another question."), user([said("And this.")])]));
    let (sent, _) = sent_after(|turns| turns.extend([user("So?"), model("Yes."), user("Good.")]));
    assert_eq!((&sent[4], &sent[5]), (&user("Good."), &user([said("And this.")])));
}

/// A loop whose tools are `pay` and `look`, with these parameters besides, after its first request.
fn asked(more: &Value) -> ToolLoop {
    let tool =
        |name: &str| json!({"name": name, "description": "Does it.", "input_schema": {"type": "object"}});
    let mut request = json!({"model": "svc-haiku-3-5", "max_tokens": 64, "messages": [user("Pay.")],
        "tools": [tool("pay"), tool("look")]});
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let mut run = ToolLoop::from_request_json(request.to_string()).unwrap();
    run.request().unwrap();
    run
}

/// The same after an answer that calls both.
fn answered() -> ToolLoop {
    let mut run = asked(&json!({}));
    run.received(&both("tool_use", &Value::Null)).unwrap();
    run
}

fn both(stop: &str, container: &Value) -> Message {
    let content = ["pay", "look"]
        .map(|name| json!({"type": "tool_use", "id": name, "name": name, "input": {"to": "bob"}}));
    let answer = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
        "content": content, "stop_reason": stop, "container": container,
        "usage": {"input_tokens": 5, "output_tokens": 2}});
    Json::parse(&answer.to_string()).unwrap().decode().unwrap()
}

/// The settings with one tool alone.
fn only(run: &ToolLoop, name: &str) -> String {
    let mut settings: Value = serde_json::from_str(run.settings_json().unwrap().as_str()).unwrap();
    settings["tools"].as_array_mut().unwrap().retain(|tool| tool["name"] == name);
    settings.to_string()
}

fn removal() -> Value {
    let tool = json!({"type": "tool_reference", "name": "pay"});
    json!({"role": "system", "content": [{"type": "tool_removal", "tool": tool}]})
}

/// The calls that begin, and the messages of the request behind them.
fn gone_on(run: &mut ToolLoop) -> (Vec<String>, Value) {
    let mut begun = Vec::new();
    // As of a host that has a function for everything.
    while let Some(call) = run.begin_call_knowing(|_| true) {
        run.finish_call(&call.id, ToolOutput::result("done"));
        begun.push(call.id);
    }
    let body = run.request().unwrap().unwrap();
    (begun, serde_json::from_slice::<Value>(&body.to_bytes()).unwrap()["messages"].clone())
}

#[test]
fn a_call_whose_tool_was_taken_out_since_does_not_run() {
    type Change = fn(&mut ToolLoop);
    let changes: [Change; 4] = [
        |run| assert!(run.remove_tool("pay")),
        |run| run.set_settings_json(&only(run, "look")).unwrap(),
        |run| run.settings_mut().tools.as_mut().unwrap().retain(|tool| tool.name.as_deref() == Some("look")),
        |run| {
            let mut turns = run.conversation().clone();
            turns.push_json(removal().to_string()).unwrap();
            run.set_conversation(turns);
        },
    ];
    for (index, change) in changes.into_iter().enumerate() {
        for saved in [false, true] {
            let mut run = answered();
            change(&mut run);
            if saved {
                run = ToolLoop::from_json(run.to_json().unwrap().as_str()).unwrap();
            }
            let (begun, sent) = gone_on(&mut run);
            assert_eq!(begun, ["look"], "{index}");
            let unknown = json!({"type": "tool_result", "tool_use_id": "pay",
                "content": "Error: Tool 'pay' not found", "is_error": true});
            assert_eq!(sent[2], user([unknown, result("look", "done")]), "{index}");
            // A system turn must not separate a call from its result.
            assert_eq!(sent[3], if index == 3 { removal() } else { Value::Null }, "{index}");
        }
    }
}

#[test]
fn a_tool_that_the_request_does_not_offer_runs_neither_early_nor_late() {
    let mut run = asked(&json!({}));
    run.set_settings_json(&only(&run, "look")).unwrap();
    let answer = both("tool_use", &Value::Null);
    let early: Vec<_> = answer.tool_uses().filter_map(|block| run.begin_early(block, |_| true)).collect();
    assert_eq!(early.len(), 1);
    let calls = run.received_knowing(&answer, |_| true).unwrap();
    assert_eq!(calls.iter().map(|call| call.refused).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn a_call_removed_while_it_runs_early_is_not_wanted_any_more() {
    let mut run = asked(&json!({}));
    let answer = both("tool_use", &Value::Null);
    for block in answer.tool_uses() {
        run.begin_early(block, |_| true).unwrap();
    }
    run.remove_tool("pay");
    run.received_knowing(&answer, |_| true).unwrap();
    assert!(!run.is_running("pay") && run.is_running("look"));
}

#[test]
fn an_input_that_may_be_cut_does_not_begin_early() {
    let mut run = asked(&json!({}));
    let mut answer = both("tool_use", &Value::Null);
    let cut = crate::model::InputState::Incomplete { raw: r#"{"to":"bob","amount":10"#.to_owned() };
    for block in &mut answer.content {
        let crate::model::ContentBlock::ToolUse(block) = block else { panic!("no call") };
        block.input_state = cut.clone();
        assert!(run.begin_early(block, |_| true).is_none());
        // Nothing of the input came, so far.
        block.set_input(Json::object(), crate::model::InputState::Complete);
        block.input_pending = true;
        assert!(run.begin_early(block, |_| true).is_none());
    }
}

#[test]
fn a_sandbox_that_was_described_gets_its_id_and_one_that_was_named_stays() {
    let skills = json!([{"type": "custom", "skill_id": "skill_1"}]);
    for (given, sent) in [
        (json!({"skills": skills}), json!({"skills": skills, "id": "new"})),
        (json!({"id": "own", "skills": skills}), json!({"id": "own", "skills": skills})),
        (json!("own"), json!("own")),
        (Value::Null, json!("new")),
    ] {
        let mut run = asked(&json!({"container": given}));
        run.received(&both("tool_use", &json!({"id": "new", "expires_at": "2026-11-25T00:00:00Z"}))).unwrap();
        let settings: Value = serde_json::from_str(run.settings_json().unwrap().as_str()).unwrap();
        assert_eq!(settings["container"], sent, "{given}");
    }
}
