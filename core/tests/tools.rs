//! The tool loop: what follows each kind of answer (protocol §9), and functions that run, fail, hang and are dropped.
#![cfg(feature = "tools")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{
    CallOptions, Client, Conversation, ErrorKind, InputBlock, Json, Message, MessageRequest, Tool, ToolCall,
    ToolError, ToolLoop, ToolLoopEnd, ToolLoopOptions, ToolOutput, Toolbox,
};
use parlour_emulator::{Emulator, Reply};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use support::{builder, client, soon};

const SCHEMA: &str = r#"{"type":"object","properties":{"n":{"type":"integer"}}}"#;

fn tool(name: &str) -> Tool {
    Tool::new(name, "Counts.", SCHEMA).unwrap()
}

fn request() -> MessageRequest {
    MessageRequest::new("svc-haiku-3-5", 64).user("Count.")
}

#[derive(serde::Deserialize)]
struct Number {
    n: Option<u32>,
}

fn call(id: &str, name: &str, input: Value) -> Value {
    json!({"type": "tool_use", "id": id, "name": name, "input": input})
}

fn answer(stop: impl Into<Value>, content: Value) -> Value {
    json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5", "content": content,
        "stop_reason": stop.into(), "stop_sequence": null, "usage": {"input_tokens": 5, "output_tokens": 2}})
}

fn message(json: &Value) -> Message {
    Json::parse(&json.to_string()).unwrap().decode().unwrap()
}

fn text(words: &str) -> Value {
    json!([{"type": "text", "text": words}])
}

/// The messages of a request.
fn messages(body: &[u8]) -> Value {
    serde_json::from_slice::<Value>(body).unwrap()["messages"].clone()
}

/// The machine with a tool `count`, after its first request.
fn asked() -> ToolLoop {
    let mut run = ToolLoop::new(request().tool(tool("count"))).unwrap();
    assert!(run.request().unwrap().is_some());
    run
}

fn next_messages(run: &mut ToolLoop) -> Option<Value> {
    run.request().unwrap().map(|body| messages(&body.to_bytes()))
}

#[test]
fn two_calls_give_one_user_message_with_two_results_in_their_order() {
    let mut run = asked();
    let content = json!([call("a", "count", json!({"n": 1})), call("b", "count", json!({"n": 2}))]);
    let turn = run.received(&message(&answer("tool_use", content.clone()))).unwrap();
    assert_eq!(turn.len(), 2);
    let first = run.begin_call().unwrap();
    let second = run.begin_call().unwrap();
    assert!(run.begin_call().is_none() && !run.calls_done());
    assert!(run.finish_call(&second.id, ToolOutput::result("two")));
    assert!(run.finish_call(&first.id, ToolOutput::failed("one")));
    assert!(!run.finish_call(&first.id, ToolOutput::result("again")), "the first result counts");
    assert!(run.calls_done());
    let sent = next_messages(&mut run).unwrap();
    assert_eq!(sent[1], json!({"role": "assistant", "content": content}));
    assert_eq!(
        sent[2],
        json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": "one", "is_error": true},
            {"type": "tool_result", "tool_use_id": "b", "content": "two"}]})
    );
    assert_eq!(next_messages(&mut run).unwrap(), sent, "a failed request is asked again as it was");
}

#[test]
fn what_follows_an_answer_is_decided_by_its_stop_reason() {
    let calls = json!([call("a", "count", json!({}))]);
    let server = json!([{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}]);
    let cases: [(&str, Value, bool, usize); 11] = [
        ("tool_use", calls.clone(), true, 3),
        ("tool_use", server.clone(), true, 2),
        ("tool_use", text("nothing"), false, 2),
        ("pause_turn", calls.clone(), true, 2),
        ("compaction", text("summary"), true, 2),
        ("end_turn", calls.clone(), false, 2),
        ("stop_sequence", calls.clone(), false, 2),
        ("max_tokens", calls.clone(), false, 2),
        ("model_context_window_exceeded", calls.clone(), false, 2),
        ("refusal", calls.clone(), false, 1),
        ("something_new", calls.clone(), false, 2),
    ];
    for (stop, content, goes_on, turns) in cases {
        let mut run = asked();
        let turn = run.received(&message(&answer(stop, content))).unwrap();
        let runs = stop == "tool_use" && turns == 3;
        assert_eq!(turn.len(), usize::from(runs), "{stop}");
        assert_eq!(run.begin_call().is_some(), runs, "{stop}");
        let next = run.request().unwrap();
        assert_eq!(next.is_some(), goes_on, "{stop}");
        assert_eq!(run.conversation().len(), turns, "{stop}");
        assert_eq!(run.end(), if goes_on { None } else { Some(&ToolLoopEnd::Stopped) }, "{stop}");
        if goes_on && !runs {
            let body = messages(&next.unwrap().to_bytes());
            assert_eq!(
                body.as_array().unwrap().last().unwrap()["role"],
                "assistant",
                "{stop}: sent back as it is"
            );
        }
    }
    let mut run = asked();
    run.received(&message(&answer(Value::Null, calls))).unwrap();
    assert_eq!(run.end(), Some(&ToolLoopEnd::Stopped), "no stop reason");
    assert_eq!(run.received(&message(&answer("end_turn", text("x")))).unwrap_err().kind(), ErrorKind::Config);
}

#[test]
fn calls_that_must_not_run_are_answered_at_once() {
    let mut run = asked();
    let content = json!([
        call("a", "missing", json!({})),
        call("b", "count", json!("{\"n\":")),
        call("c", "count", json!({"n": 1})),
        call("c", "count", json!({"n": 2})),
    ]);
    run.received(&message(&answer("tool_use", content))).unwrap();
    let only = run.begin_call().unwrap();
    assert_eq!((only.id.as_str(), only.input.as_str()), ("c", r#"{"n":1}"#));
    assert!(run.begin_call().is_none());
    run.finish_call("c", ToolOutput::result(""));
    let sent = next_messages(&mut run).unwrap();
    let results = &sent[2]["content"];
    assert_eq!(results[0]["content"], "Error: Tool 'missing' not found");
    assert_eq!(results[0]["is_error"], true);
    assert!(results[1]["content"].as_str().unwrap().contains("INVALID_JSON"), "{results}");
    assert_eq!(
        results[2],
        json!({"type": "tool_result", "tool_use_id": "c"}),
        "an empty result has no content"
    );
    assert_eq!(results.as_array().unwrap().len(), 3);
    assert_eq!(sent[1]["content"][1]["input"], json!({}), "what is sent back has to be an object");
}

#[test]
fn tools_that_a_system_message_took_out_are_unknown_until_they_come_back() {
    let system =
        |kind: &str, tool: Value| json!({"role": "system", "content": [{"type": kind, "tool": tool}]});
    let one = json!({"type": "tool_reference", "name": "one"});
    let late = json!({"type": "tool_definition", "definition": {"name": "late", "input_schema": {"type": "object"}}});
    let user = json!({"role": "user", "content": "Count."});
    let said = json!({"role": "assistant", "content": "Yes."});
    let cases = [
        (json!([user]), [false, true]),
        (json!([user, system("tool_removal", one.clone())]), [true, true]),
        (json!([user, system("tool_addition", late.clone())]), [false, false]),
        (
            json!([
                user,
                system("tool_removal", one.clone()),
                said,
                user,
                system("tool_addition", one.clone())
            ]),
            [false, true],
        ),
        // The service ignores tool changes in a turn of the user.
        (json!([{"role": "user", "content": [{"type": "tool_removal", "tool": one}]}]), [false, true]),
    ];
    let calls = json!([call("a", "one", json!({})), call("b", "late", json!({}))]);
    for (turns, refused) in cases {
        let turns = Conversation::from_json(&turns.to_string()).unwrap();
        let mut settings = request().tool(tool("one"));
        settings.messages.clear();
        let mut run = ToolLoop::over(turns, settings).unwrap();
        run.request().unwrap().unwrap();
        let found = run.received(&message(&answer("tool_use", calls.clone()))).unwrap();
        assert_eq!(found.iter().map(|call| call.refused).collect::<Vec<_>>(), refused);
    }
}

#[test]
fn members_of_a_toolset_run_in_order_and_stop_at_a_failure() {
    let mut run = ToolLoop::new(request().tool(Tool::computer_toolset()).tool(tool("count"))).unwrap();
    run.request().unwrap();
    let member = |id: &str, name: &str| {
        let mut member = call(id, name, json!({}));
        member["toolset_name"] = json!("computer");
        member
    };
    let content = json!([
        member("a", "left_click"),
        member("b", "type"),
        call("c", "count", json!({})),
        member("d", "key")
    ]);
    run.received(&message(&answer("tool_use", content))).unwrap();
    assert_eq!(run.begin_call().unwrap().id, "a");
    assert_eq!(run.begin_call().unwrap().id, "c", "other tools do not wait for the toolset");
    assert!(run.begin_call().is_none());
    run.finish_call("a", ToolOutput::result("clicked"));
    assert_eq!(run.begin_call().unwrap().id, "b");
    run.finish_call("b", ToolOutput::failed("no field has the focus"));
    assert!(run.begin_call().is_none(), "what follows a failed action is not executed");
    run.finish_call("c", ToolOutput::result("1"));
    let sent = next_messages(&mut run).unwrap();
    let results = sent[2]["content"].as_array().unwrap();
    let ids: Vec<&str> = results.iter().map(|result| result["tool_use_id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a", "b", "c", "d"]);
    assert_eq!(results[3]["is_error"], true);
    assert!(results[3]["content"].as_str().unwrap().contains("Not executed"));
    assert_eq!(results[3]["toolset_name"], "computer");
    assert!(results[2].get("toolset_name").is_none());
}

#[test]
fn requests_and_pauses_are_bounded() {
    let limits = |requests, pauses| {
        let mut options = ToolLoopOptions::default();
        (options.max_requests, options.max_pauses) = (requests, pauses);
        options
    };
    let calls = message(&answer("tool_use", json!([call("a", "count", json!({}))])));
    let mut run = asked().with_options(limits(2, 10)).unwrap();
    for _ in 0..2 {
        assert!(run.request().unwrap().is_some());
        run.received(&calls).unwrap();
        run.finish_call("a", ToolOutput::result("1"));
    }
    assert!(run.request().unwrap().is_none());
    assert_eq!(run.end(), Some(&ToolLoopEnd::RequestLimit));
    assert_eq!(run.conversation().len(), 5, "the last results are in the history");
    let paused = message(&answer("pause_turn", text("hm")));
    let mut run = asked().with_options(limits(25, 2)).unwrap();
    for _ in 0..3 {
        assert!(run.request().unwrap().is_some());
        run.received(&paused).unwrap();
    }
    assert_eq!(run.end(), Some(&ToolLoopEnd::PauseLimit));
    let refused = asked().with_options(limits(0, 2)).unwrap_err();
    assert!(refused.to_string().contains("max_requests"), "{refused}");
}

#[test]
fn results_that_no_request_could_hold_are_failures() {
    let mut run = asked();
    run.received(&message(&answer("tool_use", json!([call("a", "count", json!({}))])))).unwrap();
    run.finish_call("a", ToolOutput::result("x".repeat(50 << 20)));
    let sent = next_messages(&mut run).unwrap();
    let result = &sent[2]["content"][0];
    assert_eq!(result["is_error"], true);
    assert!(result["content"].as_str().unwrap().contains("52428800 bytes"), "{result}");
}

#[test]
fn the_callers_words_come_behind_the_results_and_wait_for_a_paused_turn() {
    let mut run = asked();
    run.received(&message(&answer("tool_use", json!([call("a", "count", json!({}))])))).unwrap();
    run.finish_call("a", ToolOutput::result("1"));
    run.say("In Italian, please.");
    let sent = next_messages(&mut run).unwrap();
    assert_eq!(sent[2]["content"][0]["type"], "tool_result");
    assert_eq!(sent[2]["content"][1], json!({"type": "text", "text": "In Italian, please."}));
    run.received(&message(&answer("pause_turn", text("hm")))).unwrap();
    run.say("And quickly.");
    let sent = next_messages(&mut run).unwrap();
    assert_eq!(sent.as_array().unwrap().last().unwrap()["role"], "assistant");
    run.received(&message(&answer("tool_use", json!([call("b", "count", json!({}))])))).unwrap();
    run.finish_call("b", ToolOutput::result("2"));
    let sent = next_messages(&mut run).unwrap();
    let last = sent.as_array().unwrap().last().unwrap();
    assert_eq!(last["content"][1]["text"], "And quickly.");
    run.received(&message(&answer("end_turn", text("done")))).unwrap();
    assert!(run.request().unwrap().is_none());
    run.say("One more thing.");
    assert_eq!(next_messages(&mut run).unwrap().as_array().unwrap().last().unwrap()["role"], "user");
}

#[test]
fn a_saved_loop_goes_on_elsewhere() {
    let mut run = asked();
    run.received(&message(&answer("tool_use", json!([call("a", "count", json!({}))])))).unwrap();
    run.finish_call("a", ToolOutput::result("1"));
    let saved = run.to_json().unwrap();
    let mut again = ToolLoop::from_json(saved.as_str()).unwrap();
    assert_eq!(again.to_json().unwrap().as_str(), saved.as_str());
    assert_eq!(again.request().unwrap().unwrap().to_bytes(), run.request().unwrap().unwrap().to_bytes());
    assert_eq!((again.requests(), again.usage().input_tokens), (1, 5));
    again.received(&message(&answer("end_turn", text("done")))).unwrap();
    let ended = ToolLoop::from_json(again.to_json().unwrap().as_str()).unwrap();
    assert_eq!(ended.end(), Some(&ToolLoopEnd::Stopped));
    for bad in ["{}", "[]", &saved.as_str().replace("\"version\":1", "\"version\":9")] {
        let error = ToolLoop::from_json(bad).unwrap_err();
        assert!(error.to_string().contains("not a saved tool loop"), "{error}");
    }
}

/// A person may approve a call hours later, in another process.
#[test]
fn calls_that_were_not_begun_are_saved_with_their_loop() {
    let mut run = asked();
    let calls = json!([
        call("a", "count", json!({"n": 1})),
        call("b", "count", json!({})),
        call("c", "nobody", json!({})),
        call("d", "count", json!({})),
    ]);
    run.received_knowing(&message(&answer("tool_use", calls)), |block| block.name == "count").unwrap();
    assert_eq!(run.begin_call().unwrap().id, "a");
    run.finish_call("d", ToolOutput::failed("No."));
    let mut again = ToolLoop::from_json(run.to_json().unwrap().as_str()).unwrap();
    assert_eq!(again.open_calls().map(|call| call.id.as_str()).collect::<Vec<_>>(), ["b"]);
    let begun = again.begin_call().unwrap();
    assert_eq!((begun.id.as_str(), begun.input.as_str(), again.begin_call()), ("b", "{}", None));
    again.finish_call("b", ToolOutput::result("2"));
    let sent = next_messages(&mut again).unwrap();
    let told: Vec<_> = sent[2]["content"].as_array().unwrap().iter().map(|block| &block["content"]).collect();
    assert!(told[0].as_str().unwrap().contains("program was ended"), "{told:?}");
    assert_eq!(told[1..], ["2", "Error: Tool 'nobody' not found", "No."]);
    // The loop that was saved goes on as well.
    assert!(run.is_running("a") && run.finish_call("a", ToolOutput::result("1")));
}

#[test]
fn a_cancelled_loop_leaves_a_history_that_can_be_sent() {
    let mut run = asked();
    run.received(&message(&answer("tool_use", json!([call("a", "count", json!({}))])))).unwrap();
    run.begin_call().unwrap();
    run.cancel().unwrap();
    assert_eq!(run.end(), Some(&ToolLoopEnd::Cancelled));
    let mut history = run.conversation().clone();
    assert_eq!(history.len(), 3);
    assert_eq!(history.repair().unwrap(), []);
}

#[test]
fn tools_that_no_request_may_hold_are_refused() {
    let twice = ToolLoop::new(request().tool(tool("count")).tool(tool("count"))).unwrap_err();
    assert!(twice.to_string().contains("two tools have the name `count`"), "{twice}");
    let box_with = |tool| Toolbox::<()>::new().add(tool, |_: Number, ()| async { Ok::<_, ToolError>("") });
    let nameless = box_with(Tool::default()).unwrap_err();
    assert!(nameless.to_string().contains("without a name"), "{nameless}");
    let list = Tool::new("list", "", r#"{"type":"array"}"#).unwrap();
    assert!(box_with(list).unwrap_err().to_string().contains("`list`"));
    let again =
        box_with(tool("count")).unwrap().add(tool("count"), |_: Number, ()| async { Ok::<_, ToolError>("") });
    assert!(again.unwrap_err().to_string().contains("there already"));
    assert!(ToolLoop::new(MessageRequest::new("m", 1)).is_err(), "nothing to say");
}

fn scripted(emulator: &Emulator, answers: impl IntoIterator<Item = Value>) {
    emulator.script(answers.into_iter().map(|answer| Reply::json(200, answer)).collect());
}

fn sent(emulator: &Emulator, index: usize) -> Value {
    serde_json::from_slice(&emulator.requests()[index].body).unwrap()
}

fn three_calls() -> Value {
    answer(
        "tool_use",
        json!([call("a", "one", json!({})), call("b", "two", json!({})), call("c", "three", json!({}))]),
    )
}

#[tokio::test]
async fn all_calls_of_a_turn_run_at_the_same_time() {
    let emulator = Emulator::start().await.unwrap();
    scripted(&emulator, [three_calls(), answer("end_turn", text("done"))]);
    // Each function waits until all three run: one after another they would wait for ever.
    let barrier = Arc::new(Barrier::new(3));
    let mut tools = Toolbox::new();
    for name in ["one", "two", "three"] {
        tools = tools
            .add(tool(name), move |_: Number, barrier: Arc<Barrier>| async move {
                barrier.wait().await;
                Ok::<_, ToolError>(name)
            })
            .unwrap();
    }
    let client = client(&emulator);
    let mut run = client.messages().run_tools(request(), tools, barrier).unwrap();
    assert_eq!(soon(run.until_done()).await.unwrap().text(), "done");
    assert_eq!(run.turns().len(), 2);
    assert_eq!(run.machine().usage().input_tokens, 10);
    assert_eq!(run.machine().end(), Some(&ToolLoopEnd::Stopped));
    let second = sent(&emulator, 1);
    assert_eq!(second["tools"].as_array().unwrap().len(), 3);
    let results = second["messages"][2]["content"].as_array().unwrap();
    let contents: Vec<&str> = results.iter().map(|result| result["content"].as_str().unwrap()).collect();
    assert_eq!(contents, ["one", "two", "three"]);
}

#[tokio::test]
async fn one_after_another_where_the_caller_wants_it() {
    let emulator = Emulator::start().await.unwrap();
    scripted(&emulator, [three_calls(), answer("end_turn", text("done"))]);
    let running = Arc::new(AtomicUsize::new(0));
    let mut tools = Toolbox::new();
    for name in ["one", "two", "three"] {
        tools = tools
            .add(tool(name), |_: Number, running: Arc<AtomicUsize>| async move {
                assert_eq!(running.fetch_add(1, Ordering::SeqCst), 0, "another one runs");
                tokio::task::yield_now().await;
                running.fetch_sub(1, Ordering::SeqCst);
                Ok::<_, ToolError>("")
            })
            .unwrap();
    }
    let mut limits = ToolLoopOptions::default();
    limits.max_parallel = 1;
    let client = client(&emulator);
    let mut run = client.messages().run_tools(request(), tools, running).unwrap().limits(limits).unwrap();
    soon(run.until_done()).await.unwrap();
    let results = sent(&emulator, 1)["messages"][2]["content"].clone();
    assert!(results.as_array().unwrap().iter().all(|result| result.get("is_error").is_none()), "{results}");
}

#[tokio::test]
async fn functions_that_fail_are_told_to_the_model() {
    let emulator = Emulator::start().await.unwrap();
    let calls = json!([
        call("a", "fails", json!({})),
        call("b", "panics", json!({})),
        call("c", "fails", json!({"n": "many"})),
        call("d", "blocks", json!({})),
    ]);
    scripted(&emulator, [answer("tool_use", calls), answer("end_turn", text("sorry"))]);
    let tools = Toolbox::new()
        .add(tool("fails"), |input: Number, ()| async move {
            let _unused = input.n;
            let number: i32 = "x".parse()?;
            Ok(number.to_string())
        })
        .unwrap()
        .add(tool("panics"), |_: Number, ()| async move {
            if true {
                panic!("of its own");
            }
            Ok::<_, ToolError>("")
        })
        .unwrap()
        .add_raw(tool("blocks"), |call: ToolCall, ()| async move {
            Err::<String, _>(ToolError::new(vec![InputBlock::text(format!("no {}", call.name))]))
        })
        .unwrap();
    let client = client(&emulator);
    let mut run = client.messages().run_tools(request(), tools, ()).unwrap();
    soon(run.until_done()).await.unwrap();
    let results = sent(&emulator, 1)["messages"][2]["content"].clone();
    assert!(results.as_array().unwrap().iter().all(|result| result["is_error"] == true), "{results}");
    assert_eq!(results[0]["content"], "invalid digit found in string");
    assert!(results[1]["content"].as_str().unwrap().contains("without a result"), "{results}");
    assert!(results[2]["content"].as_str().unwrap().starts_with("Invalid arguments for "), "{results}");
    assert_eq!(results[3]["content"][0]["text"], "no blocks");
}

#[tokio::test]
async fn a_tool_that_never_returns_is_stopped_at_its_time_limit() {
    let emulator = Emulator::start().await.unwrap();
    scripted(
        &emulator,
        [answer("tool_use", json!([call("a", "hangs", json!({}))])), answer("end_turn", text("x"))],
    );
    let tools = Toolbox::new()
        .add(tool("hangs"), |_: Number, ()| std::future::pending::<Result<String, ToolError>>())
        .unwrap();
    // On this clock every wait is over at once.
    let client = builder(&emulator).clock(Arc::new(ScriptedClock::new())).build().unwrap();
    let mut run =
        client.messages().run_tools(request(), tools, ()).unwrap().tool_timeout(Duration::from_secs(30));
    soon(run.until_done()).await.unwrap();
    let result = sent(&emulator, 1)["messages"][2]["content"][0].clone();
    assert!(result["content"].as_str().unwrap().contains("longer than 30 s "), "{result}");
}

#[tokio::test]
async fn dropping_the_future_ends_running_functions_and_the_loop_goes_on_later() {
    struct Guard(Arc<AtomicUsize>);
    impl Drop for Guard {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let emulator = Emulator::start().await.unwrap();
    scripted(
        &emulator,
        [answer("tool_use", json!([call("a", "hangs", json!({}))])), answer("end_turn", text("x"))],
    );
    let (begun, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let context = (Arc::clone(&begun), Arc::clone(&ended));
    let tools = Toolbox::new()
        .add(tool("hangs"), |_: Number, (begun, ended): (Arc<AtomicUsize>, Arc<AtomicUsize>)| async move {
            let _guard = Guard(ended);
            begun.fetch_add(1, Ordering::SeqCst);
            std::future::pending::<Result<String, ToolError>>().await
        })
        .unwrap();
    let client = client(&emulator);
    let mut run = client.messages().run_tools(request(), tools, context).unwrap();
    assert!(soon(run.next()).await.unwrap().is_some());
    {
        let mut next = Box::pin(run.next());
        let started = support::until(|| begun.load(Ordering::SeqCst) == 1);
        let mut started = Box::pin(started);
        std::future::poll_fn(|cx| {
            assert!(next.as_mut().poll(cx).is_pending());
            started.as_mut().poll(cx)
        })
        .await;
    }
    support::until(|| ended.load(Ordering::SeqCst) == 1).await;
    assert_eq!(soon(run.until_done()).await.unwrap().text(), "x");
    let result = sent(&emulator, 1)["messages"][2]["content"][0].clone();
    assert_eq!(result["is_error"], true);
}

#[tokio::test]
async fn after_an_error_the_turns_are_there_and_the_loop_goes_on() {
    let emulator = Emulator::start().await.unwrap();
    let calls = answer("tool_use", json!([call("a", "count", json!({"n": 4}))]));
    emulator.script(vec![
        Reply::json(200, calls),
        Reply::status(400),
        Reply::json(200, answer("end_turn", text("four"))),
    ]);
    let runs = Arc::new(AtomicUsize::new(0));
    let tools = Toolbox::new()
        .add(tool("count"), |input: Number, runs: Arc<AtomicUsize>| async move {
            runs.fetch_add(1, Ordering::SeqCst);
            Ok::<_, ToolError>(input.n.unwrap_or(0).to_string())
        })
        .unwrap();
    let client = client(&emulator);
    let mut run = client.messages().run_tools(request(), tools, Arc::clone(&runs)).unwrap();
    let error = soon(run.until_done()).await.unwrap_err();
    assert_eq!(error.status(), Some(400));
    assert_eq!(run.turns().len(), 1);
    assert_eq!(soon(run.until_done()).await.unwrap().text(), "four");
    assert_eq!(runs.load(Ordering::SeqCst), 1, "a tool that ran is not run again");
    assert_eq!(sent(&emulator, 1), sent(&emulator, 2));
}

#[tokio::test]
async fn the_container_of_an_answer_goes_along_unless_the_caller_chose_one() {
    for chosen in [None, Some("container_mine")] {
        let emulator = Emulator::start().await.unwrap();
        let mut first = answer("pause_turn", text("hm"));
        first["container"] = json!({"id": "container_1", "expires_at": "2026-12-01T00:00:00Z"});
        scripted(&emulator, [first, answer("end_turn", text("done"))]);
        let mut request = request();
        request.container = chosen.map(|id| parlour::ContainerParam::Id(id.to_owned()));
        let client = client(&emulator);
        let mut run = client.messages().run_tools(request, Toolbox::new(), ()).unwrap();
        soon(run.until_done()).await.unwrap();
        assert_eq!(sent(&emulator, 1)["container"], chosen.unwrap_or("container_1"));
    }
}

#[tokio::test]
async fn a_denied_call_never_runs_and_options_hold_for_every_request() {
    let emulator = Emulator::start().await.unwrap();
    scripted(
        &emulator,
        [answer("tool_use", json!([call("a", "count", json!({}))])), answer("end_turn", text("ok"))],
    );
    let tools = Toolbox::new()
        .add(tool("count"), |_: Number, ()| async move {
            if true {
                panic!("it was denied");
            }
            Ok::<_, ToolError>("")
        })
        .unwrap();
    let client: Client = client(&emulator);
    let mut run = client
        .messages()
        .run_tools(request(), tools, ())
        .unwrap()
        .with(CallOptions::new().header("x-trace", "7"));
    soon(run.next()).await.unwrap();
    assert!(run.machine_mut().finish_call("a", ToolOutput::failed("The user said no.")));
    soon(run.until_done()).await.unwrap();
    assert_eq!(sent(&emulator, 1)["messages"][2]["content"][0]["content"], "The user said no.");
    assert!(emulator.requests().iter().all(|request| request.header("x-trace") == Some("7")));
}
