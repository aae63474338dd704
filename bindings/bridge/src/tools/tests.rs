//! Tests of the tool loop's facade: the JSON that crosses it, and refusals. The rules are tested in the core.

use serde_json::{Value, json};

use super::*;

fn request() -> Bytes {
    let tool = json!({"name": "count", "description": "Counts.", "input_schema": {"type": "object"}});
    let turn = json!({"role": "user", "content": "Count."});
    Bytes::from(
        json!({"model": "svc-haiku-3-5", "max_tokens": 64, "x": 1.5, "messages": [turn], "tools": [tool]})
            .to_string(),
    )
}

fn answer(stop: &str, content: &Value) -> Vec<u8> {
    json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5", "content": content,
        "stop_reason": stop, "stop_sequence": null, "usage": {"input_tokens": 5, "output_tokens": 2}})
    .to_string()
    .into_bytes()
}

fn call(id: &str, name: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": name, "input": {"n": 1}})
}

fn block(json: &Value) -> ContentBlock {
    decoded(json.to_string().as_bytes(), "a block").unwrap()
}

fn sent(run: &mut ToolLoop) -> Value {
    serde_json::from_slice(&run.request().unwrap().unwrap().to_bytes()).unwrap()
}

fn known(name: &str, toolset: Option<&str>) -> bool {
    name == "count" && toolset.is_none()
}

#[test]
fn a_loop_runs_in_json_from_its_request_to_its_end() {
    let mut run = ToolLoop::begin(request(), None).unwrap();
    let first = sent(&mut run);
    assert_eq!((&first["x"], &first["messages"][0]["content"]), (&json!(1.5), &json!("Count.")));
    let content = json!([call("a", "count"), call("b", "count"), call("c", "missing")]);
    let calls = run.received(&answer("tool_use", &content), &[], known).unwrap();
    assert_eq!(calls.iter().map(|call| call.refused).collect::<Vec<_>>(), [false, false, true]);
    let begun = run.begin_call().unwrap();
    assert_eq!((begun.id.as_str(), begun.input.as_str()), ("a", r#"{"n":1}"#));
    assert!(run.is_running("a") && !run.is_running("b"));
    assert!(run.finish_text("a", "one", false));
    let blocks = br#"[{"type":"text","text":"no"}]"#;
    assert!(run.finish_call("b", blocks, true).unwrap(), "denied before it began");
    assert!(run.begin_call().is_none() && run.calls_done());
    run.say(br#""Go on.""#).unwrap();
    let second = sent(&mut run);
    let results = &second["messages"][2]["content"];
    assert_eq!(results[0], json!({"type": "tool_result", "tool_use_id": "a", "content": "one"}));
    assert_eq!((&results[1]["is_error"], &results[1]["content"][0]["text"]), (&json!(true), &json!("no")));
    assert_eq!((&results[2]["is_error"], &results[3]["text"]), (&json!(true), &json!("Go on.")));
    run.received(&answer("end_turn", &json!([{"type": "text", "text": "done"}])), &[], known).unwrap();
    assert!(run.request().unwrap().is_none());
    assert_eq!((run.end(), run.requests()), (Some("stopped"), 2));
    let usage: Value = serde_json::from_str(&run.usage_json().unwrap()).unwrap();
    assert_eq!(usage["input_tokens"], 10);
    assert_eq!(run.conversation().len(), 4);
}

#[test]
fn an_input_that_the_stream_marked_as_unusable_is_refused() {
    let mut run = ToolLoop::begin(request(), None).unwrap();
    run.request().unwrap();
    let unfinished = [UnfinishedInput { index: 0, state: "invalid", raw: "[1".to_owned() }];
    let calls = run.received(&answer("tool_use", &json!([call("a", "count")])), &unfinished, known).unwrap();
    assert!(calls[0].refused && run.begin_call().is_none());
    let results = sent(&mut run)["messages"][2]["content"].clone();
    assert_eq!(results[0]["content"], r#"{"INVALID_JSON":"[1"}"#);
}

#[test]
fn a_call_begun_early_counts_only_if_the_message_asks_for_it() {
    let block = block(&call("a", "count"));
    for (stop, kept) in [("tool_use", true), ("max_tokens", false), ("end_turn", false)] {
        let mut run = ToolLoop::begin(request(), None).unwrap();
        run.request().unwrap();
        let begun = run.begin_early(&block, known).unwrap();
        assert_eq!(begun.id, "a");
        assert!(run.begin_early(&block, known).is_none(), "once");
        assert!(run.begin_early(&self::block(&call("z", "missing")), known).is_none());
        run.received(&answer(stop, &json!([call("a", "count"), call("b", "count")])), &[], known).unwrap();
        assert_eq!(run.is_running("a"), kept, "{stop}");
        assert_eq!(run.finish_text("a", "1", false), kept, "{stop}");
        assert_eq!(run.begin_call().map(|call| call.id), kept.then(|| "b".to_owned()), "{stop}");
    }
    let mut run = ToolLoop::begin(request(), None).unwrap();
    run.request().unwrap();
    run.begin_early(&block, known).unwrap();
    run.finish_text("a", "early", false);
    run.request().unwrap();
    run.received(&answer("tool_use", &json!([call("a", "count")])), &[], known).unwrap();
    assert!(run.begin_call().is_some(), "a new request forgets what the failed one began");
    assert!(run.begin_early(&self::block(&json!({"type": "text", "text": "x"})), known).is_none());
}

#[test]
fn a_call_whose_input_was_cut_does_not_begin_early() {
    use parlour::Event;
    let events = [
        (
            "message_start",
            json!({"message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "m",
            "content": [], "stop_reason": null, "usage": {"input_tokens": 1, "output_tokens": 1}}}),
        ),
        (
            "content_block_start",
            json!({"index": 0, "content_block":
            {"type": "tool_use", "id": "a", "name": "count", "input": {}}}),
        ),
        (
            "content_block_delta",
            json!({"index": 0, "delta":
            {"type": "input_json_delta", "partial_json": r#"{"to": "bob", "amount": 10"#}}),
        ),
        ("content_block_stop", json!({"index": 0})),
    ];
    let items = events.into_iter().map(|(kind, mut data)| {
        data["type"] = json!(kind);
        crate::Item::Event(Event::from_json(kind, data.to_string()).unwrap())
    });
    let mut inbox = crate::Inbox::new(crate::Keeps::Read);
    inbox.absorb(crate::Take::Items(items.collect()));
    assert_eq!(inbox.hand_out().len(), 4);
    let mut run = ToolLoop::begin(request(), None).unwrap();
    run.request().unwrap();
    let cut = inbox.block(4, 0).unwrap().unwrap();
    assert!(run.begin_early(&cut, known).is_none());
    let through_a_host = block(&serde_json::to_value(&cut).unwrap());
    assert!(run.begin_early(&through_a_host, known).is_some(), "what its JSON alone would have given");
}

#[test]
fn settings_limits_and_history_are_changed_between_requests() {
    let limits = br#"{"max_requests": 2, "max_parallel": null}"#;
    let mut run = ToolLoop::begin(request(), Some(limits)).unwrap();
    run.request().unwrap();
    let mut settings: Value = serde_json::from_str(&run.settings_json().unwrap()).unwrap();
    settings["max_tokens"] = json!(9);
    run.set_settings(&settings.to_string()).unwrap();
    run.received(&answer("tool_use", &json!([call("a", "count")])), &[], known).unwrap();
    run.finish_text("a", "1", false);
    let saved = run.to_json().unwrap();
    let mut run = ToolLoop::from_json(&saved).unwrap();
    assert!(run.open_calls().is_empty());
    // The results enter the history with the next request.
    run.request().unwrap();
    let mut history = run.conversation();
    history.push(Bytes::from_static(br#"{"role":"user","content":"More."}"#)).unwrap();
    run.set_conversation(&history);
    let body = sent(&mut run);
    assert_eq!((&body["max_tokens"], &body["messages"][3]["content"]), (&json!(9), &json!("More.")));
    let over = ToolLoop::over(&history, br#"{"model":"m","max_tokens":1}"#, None);
    assert_eq!(over.unwrap().conversation().len(), 4);
}

#[test]
fn what_is_wrong_is_told_before_anything_is_sent() {
    let refusal_of = |outcome: Result<ToolLoop, ErrorInfo>| {
        let error = outcome.unwrap_err();
        assert_eq!(error.kind, "Config");
        error.to_string()
    };
    assert!(refusal_of(ToolLoop::begin(Bytes::from_static(b"[]"), None)).contains("no message request"));
    let begin = |tools: &str| {
        let json = format!(
            r#"{{"model":"m","max_tokens":1,"messages":[{{"role":"user","content":"x"}}],"tools":{tools}}}"#
        );
        ToolLoop::begin(Bytes::from(json), None)
    };
    let object = r#"{"name":"a","input_schema":{"type":"object"}}"#;
    assert!(refusal_of(begin(&format!("[{object},{object}]"))).contains("two tools have the name `a`"));
    let array = r#"[{"name":"a","input_schema":{"type":"array"}}]"#;
    assert!(refusal_of(begin(array)).contains("not one of an object"));
    let limits = |json: &'static str| refusal_of(ToolLoop::begin(request(), Some(json.as_bytes())));
    assert!(limits(r#"{"max_request": 1}"#).contains("`max_request` is no limit"));
    assert!(limits(r#"{"max_requests": 0}"#).contains("`max_requests` is 0"));
    assert!(limits(r#"{"max_pauses": -1}"#).contains("not a whole number"));
    assert!(limits("3").contains("no JSON object"));
    let mut run = ToolLoop::begin(request(), None).unwrap();
    run.request().unwrap();
    run.received(&answer("tool_use", &json!([call("a", "count")])), &[], known).unwrap();
    for bad in ["{}", "3", "[1]", "[{}]", "\"", "[{\"type\":1}]"] {
        let error = run.finish_call("a", bad.as_bytes(), false).unwrap_err();
        assert!(error.to_string().contains("content of a tool's result"), "{bad}: {error}");
    }
    assert!(run.say(b"3").is_err());
    assert!(run.finish_call("a", b"\"fine\"", false).unwrap(), "the call still waits for its result");
}
