//! What becomes of calls that wait when the history is replaced.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

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

/// A loop with the calls `a`, which runs, and `b`, which waits, and what it sends after its history was changed by this.
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
    // What was added behind the answer is said behind the results.
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
