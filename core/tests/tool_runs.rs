//! Tool loops that stream: functions that begin early, wait for an approval, run side by side, and end with what they
//! were begun for.
#![cfg(feature = "tools")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parlour::{
    Approval, Client, EventKind, MessageRequest, Tool, ToolCall, ToolError, ToolLoopEnd, ToolRun, Toolbox,
};
use parlour_emulator::{Emulator, Fault, Reply, SseItem};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::Instant;

use support::{client, soon, until};

fn tool(name: &str) -> Tool {
    Tool::new(name, "Counts.", r#"{"type":"object"}"#).unwrap()
}

fn request() -> MessageRequest {
    MessageRequest::new("svc-haiku-3-5", 64).user("Count.")
}

fn call(id: &str, name: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": name, "input": {}})
}

fn answer(stop: &str, content: &Value) -> Reply {
    let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
        "content": content, "stop_reason": stop, "stop_sequence": null,
        "usage": {"input_tokens": 5, "output_tokens": 2}});
    Reply::json(200, message)
}

fn done() -> Reply {
    answer("end_turn", &json!([{"type": "text", "text": "done"}]))
}

fn results(emulator: &Emulator, index: usize) -> Value {
    let body: Value = serde_json::from_slice(&emulator.requests()[index].body).unwrap();
    body["messages"][2]["content"].clone()
}

/// Counters of the functions of a test.
#[derive(Clone, Default)]
struct Counts {
    begun: Arc<AtomicUsize>,
    ended: Arc<AtomicUsize>,
    go: Arc<Notify>,
}

/// Counts when it is dropped: when its function returned or was aborted.
struct Guard(Arc<AtomicUsize>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A function that waits until the test lets it go.
fn waiting(names: &[&'static str]) -> Toolbox<Counts> {
    names.iter().fold(Toolbox::new(), |tools, name| {
        tools
            .add_raw(tool(name), |call: ToolCall, counts: Counts| async move {
                let _guard = Guard(Arc::clone(&counts.ended));
                counts.begun.fetch_add(1, Ordering::SeqCst);
                counts.go.notified().await;
                Ok::<_, ToolError>(call.name)
            })
            .unwrap()
    })
}

fn run(client: &Client, tools: Toolbox<Counts>, counts: &Counts) -> ToolRun<Counts> {
    client.messages().run_tools(request(), tools, counts.clone()).unwrap()
}

fn begun(counts: &Counts) -> usize {
    counts.begun.load(Ordering::SeqCst)
}

fn ended(counts: &Counts) -> usize {
    counts.ended.load(Ordering::SeqCst)
}

#[tokio::test]
async fn turns_are_streamed_and_calls_run_with_the_next_one() {
    let emulator = Emulator::start().await.unwrap();
    let calls = json!([{"type": "text", "text": "I count."}, call("a", "one"), call("b", "two")]);
    emulator.script(vec![answer("tool_use", &calls), done()]);
    let (client, counts) = (client(&emulator), Counts::default());
    let mut run = run(&client, waiting(&["one", "two"]), &counts);
    let mut first = soon(run.stream()).await.unwrap().unwrap();
    let mut text = String::new();
    while let Some(event) = soon(first.next()).await {
        text.push_str(&event.unwrap().text().unwrap_or_default());
    }
    assert_eq!(text, "I count.");
    assert_eq!(first.snapshot().unwrap().content.len(), 3);
    assert_eq!(soon(first.finish()).await.unwrap().tool_uses().count(), 2);
    assert_eq!(begun(&counts), 0, "without `early` nothing runs while an answer arrives");
    counts.go.notify_one();
    let letting_go = async {
        until(|| ended(&counts) == 1).await;
        counts.go.notify_one();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        second = run.stream() => {
            let second = second.unwrap().unwrap();
            assert_eq!(soon(second.finish()).await.unwrap().text(), "done");
        }
        () = letting_go => panic!("it never ends"),
    }
    assert!(soon(run.stream()).await.unwrap().is_none());
    assert_eq!((run.turns().len(), run.machine().end()), (2, Some(&ToolLoopEnd::Stopped)));
    assert_eq!(results(&emulator, 1)[0]["content"], "one");
    assert_eq!(results(&emulator, 1)[1]["content"], "two");
}

#[tokio::test]
async fn a_function_may_begin_while_its_message_still_arrives() {
    let emulator = Emulator::start().await.unwrap();
    emulator.script(vec![answer("tool_use", &json!([call("a", "one"), call("b", "two")])), done()]);
    let (client, counts) = (client(&emulator), Counts::default());
    let mut run = run(&client, waiting(&["one", "two"]), &counts).early();
    let mut turn = soon(run.stream()).await.unwrap().unwrap();
    while let Some(event) = soon(turn.next()).await {
        if event.unwrap().kind() == EventKind::ContentBlockStop {
            break;
        }
    }
    until(|| begun(&counts) == 1).await;
    counts.go.notify_one();
    until(|| ended(&counts) == 1).await;
    soon(turn.finish()).await.unwrap();
    until(|| begun(&counts) == 2).await;
    counts.go.notify_one();
    assert_eq!(soon(run.until_done()).await.unwrap().text(), "done");
    assert_eq!(begun(&counts), 2, "what began early is not begun again");
    let results = results(&emulator, 1);
    assert_eq!((&results[0]["content"], &results[1]["content"]), (&json!("one"), &json!("two")));
}

#[tokio::test]
async fn what_began_early_ends_with_a_message_that_does_not_ask_for_it() {
    let emulator = Emulator::start().await.unwrap();
    emulator.script(vec![answer("max_tokens", &json!([call("a", "one"), call("b", "one")]))]);
    let (client, counts) = (client(&emulator), Counts::default());
    let mut run = run(&client, waiting(&["one"]), &counts).early();
    let mut turn = soon(run.stream()).await.unwrap().unwrap();
    while begun(&counts) < 2 {
        soon(turn.next()).await.unwrap().unwrap();
        tokio::task::yield_now().await;
    }
    soon(turn.finish()).await.unwrap();
    until(|| ended(&counts) == 2).await;
    assert!(soon(run.next()).await.unwrap().is_none());
    assert_eq!(run.machine().end(), Some(&ToolLoopEnd::Stopped));
    assert_eq!(emulator.requests().len(), 1, "nothing is sent of it");
}

#[tokio::test]
async fn a_stream_that_fails_or_is_given_up_ends_what_it_began() {
    let emulator = Emulator::start().await.unwrap();
    let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [],
        "stop_reason": null, "stop_sequence": null, "usage": {"input_tokens": 3, "output_tokens": 1}});
    // A call of whose input nothing has come begins with the whole message alone.
    let input = json!({"type": "content_block_delta", "index": 0,
        "delta": {"type": "input_json_delta", "partial_json": "{}"}});
    let broken = || {
        let items = [
            json!({"type": "message_start", "message": message}),
            json!({"type": "content_block_start", "index": 0, "content_block": call("a", "one")}),
            input.clone(),
            json!({"type": "content_block_stop", "index": 0}),
            json!({"type": "ping"}),
        ];
        Reply::sse(items.map(SseItem::typed).to_vec()).fault(Fault::StallAfter("ping".to_owned()))
    };
    let failing = Reply::sse(vec![
        SseItem::typed(json!({"type": "message_start", "message": message})),
        SseItem::typed(json!({"type": "content_block_start", "index": 0, "content_block": call("a", "one")})),
        SseItem::typed(input.clone()),
        SseItem::typed(json!({"type": "content_block_stop", "index": 0})),
    ]);
    emulator.script(vec![failing, broken(), done()]);
    let (client, counts) = (client(&emulator), Counts::default());
    let mut run = run(&client, waiting(&["one"]), &counts).early();
    let mut turn = soon(run.stream()).await.unwrap().unwrap();
    while begun(&counts) < 1 {
        soon(turn.next()).await.unwrap().unwrap();
        tokio::task::yield_now().await;
    }
    soon(turn.finish()).await.unwrap_err();
    until(|| ended(&counts) == 1).await;
    assert_eq!(run.turns().len(), 0);
    let mut turn = soon(run.stream()).await.unwrap().unwrap();
    while begun(&counts) < 2 {
        soon(turn.next()).await.unwrap().unwrap();
        tokio::task::yield_now().await;
    }
    drop(turn);
    until(|| ended(&counts) == 2).await;
    assert_eq!(soon(run.until_done()).await.unwrap().text(), "done");
    let body: Value = serde_json::from_slice(&emulator.requests()[2].body).unwrap();
    assert_eq!(body["messages"].as_array().unwrap().len(), 1, "the same request was due again");
}

#[tokio::test]
async fn an_approval_may_wait_while_other_calls_run() {
    let emulator = Emulator::start().await.unwrap();
    let calls = json!([call("a", "one"), call("b", "two"), call("c", "one")]);
    emulator.script(vec![answer("tool_use", &calls), done()]);
    let (client, counts, person) = (client(&emulator), Counts::default(), Arc::new(Notify::new()));
    let asked = Arc::clone(&person);
    let mut run = run(&client, waiting(&["one", "two"]), &counts).approve(move |call: ToolCall| {
        let asked = Arc::clone(&asked);
        async move {
            match call.id.as_str() {
                "a" => {
                    asked.notified().await;
                    Approval::Run
                }
                "b" => Approval::Run,
                _ => Approval::deny("The user said no."),
            }
        }
    });
    soon(run.next()).await.unwrap();
    let answering = async {
        until(|| begun(&counts) == 1).await;
        counts.go.notify_one();
        until(|| ended(&counts) == 1).await;
        assert_eq!(begun(&counts), 1, "the first call still waits for the person");
        person.notify_one();
        counts.go.notify_one();
    };
    let (text, ()) = tokio::join!(async { soon(run.until_done()).await.unwrap().text() }, answering);
    assert_eq!(text, "done");
    let results = results(&emulator, 1);
    assert_eq!((&results[0]["content"], &results[1]["content"]), (&json!("one"), &json!("two")));
    assert_eq!(
        (&results[2]["content"], &results[2]["is_error"]),
        (&json!("The user said no."), &json!(true))
    );
}

#[tokio::test]
async fn three_tools_of_200_ms_end_within_300_ms() {
    let emulator = Emulator::start().await.unwrap();
    let calls = json!([call("a", "slow"), call("b", "slow"), call("c", "slow")]);
    emulator.script(vec![answer("tool_use", &calls), done()]);
    let tools = Toolbox::new()
        .add_raw(
            tool("slow"),
            |_: ToolCall, (begin, ends): (Instant, Arc<std::sync::Mutex<Vec<Duration>>>)| async move {
                tokio::time::sleep(Duration::from_millis(200)).await;
                let mut ends = ends.lock().unwrap();
                ends.push(begin.elapsed());
                if ends.len() == 3 {
                    tokio::time::resume();
                }
                Ok::<_, ToolError>("slept")
            },
        )
        .unwrap();
    let client = client(&emulator);
    // From here to the end of the last function no time passes but that of the functions.
    let paused = Instant::now();
    let ends = Arc::new(std::sync::Mutex::new(Vec::new()));
    let mut run = client.messages().run_tools(request(), tools, (paused, Arc::clone(&ends))).unwrap();
    run.next().await.unwrap();
    tokio::time::pause();
    let begin = paused.elapsed();
    assert_eq!(run.until_done().await.unwrap().text(), "done");
    let ends = ends.lock().unwrap();
    assert_eq!(ends.len(), 3);
    assert!(ends.iter().all(|end| *end - begin < Duration::from_millis(300)), "{begin:?}: {ends:?}");
}

#[tokio::test]
async fn a_tool_may_use_the_client_itself() {
    let emulator = Emulator::start().await.unwrap();
    emulator.script(vec![answer("tool_use", &json!([call("a", "ask")])), done(), done()]);
    let client = client(&emulator);
    let tools = Toolbox::new()
        .add_raw(tool("ask"), |_: ToolCall, client: Client| async move {
            let mut inner = client.messages().run_tools(request(), Toolbox::new(), ())?;
            Ok::<_, ToolError>(inner.until_done().await?.text())
        })
        .unwrap();
    let mut run = client.messages().run_tools(request(), tools, client.clone()).unwrap().early();
    assert_eq!(soon(run.until_done()).await.unwrap().text(), "done");
    assert_eq!(results(&emulator, 2)[0]["content"], "done");
}
