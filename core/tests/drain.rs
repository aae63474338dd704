//! Draining a client: new calls are refused, running ones end, and what is left is listed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use parlour::clock::ScriptedClock;
use parlour::{Body, CallOptions, Client, ErrorKind, Method};
use parlour_emulator::{Emulator, Fault, Reply};
use support::{builder, client, request, soon, until};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn new_calls_of_every_kind_are_refused_before_anything_is_sent() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let copy = client.with_options(CallOptions::new().max_retries(1));
    assert_eq!(client.messages().create(request("say hello")).await.unwrap().text(), "hello");
    let report = soon(client.drain(LONG)).await;
    assert_eq!((report.ended, report.left.len()), (0, 0));
    let sent = emulator.requests().len();
    let messages = copy.messages();
    let refused = [
        messages.create(request("again")).await.err(),
        messages.create(request("again")).raw().await.err(),
        messages.create(request("again")).json().await.err(),
        messages.create(request("again")).open().await.err(),
        messages.stream(request("again")).await.err(),
        messages.count_tokens(request("again")).await.err(),
        copy.models().list().await.err(),
        copy.request(Method::GET, "/v1/models", Body::empty()).await.err(),
    ];
    for error in refused {
        let error = error.expect("it was refused");
        assert_eq!(error.kind(), ErrorKind::Draining, "{error}");
        assert!(error.to_string().contains("drain()"), "{error}");
        assert_eq!(error.attempts().count(), 0);
    }
    assert_eq!(emulator.requests().len(), sent);
}

/// A client, with a stream and a whole answer that do not end by themselves.
async fn busy(emulator: &Emulator) -> (Client, parlour::MessageStream, tokio::task::JoinHandle<()>) {
    let client = builder(emulator).build().unwrap();
    emulator.push(Reply::sse(support::story(["one"])).fault(Fault::StallAfter("content_block_delta".into())));
    let mut stream = client.messages().stream(request("any")).await.unwrap();
    soon(stream.next()).await.unwrap().unwrap();
    emulator.push(Reply::model().fault(Fault::StallBeforeHeaders));
    let calling = client.clone();
    let call = tokio::spawn(async move { drop(calling.messages().create(request("any")).await) });
    assert!(emulator.wait_requests(2).await);
    (client, stream, call)
}

#[tokio::test]
async fn what_still_runs_at_the_limit_is_listed_and_goes_on() {
    let emulator = Emulator::start().await.unwrap();
    let (client, stream, call) = busy(&emulator).await;
    let stats = client.stats();
    assert_eq!((stats.running, stats.begun, stats.draining), (2, 2, false));
    assert_eq!((stats.in_flight, stats.waiting, stats.cool_down), (2, 0, None));
    assert_eq!(stats.retry_budget, client.retry_budget());
    let report = soon(client.drain(Duration::from_millis(5))).await;
    assert!(client.stats().draining && client.stats().oldest_running >= Some(report.left[0].running));
    assert!(report.waited >= Duration::from_millis(5), "{report:?}");
    assert_eq!(report.ended, 0);
    let left: Vec<_> = report
        .left
        .iter()
        .map(|call| (call.operation.as_str(), call.model.as_deref().unwrap_or_default(), call.streams))
        .collect();
    let expected = ("POST /v1/messages", "svc-haiku-3-5");
    assert_eq!(left, [(expected.0, expected.1, true), (expected.0, expected.1, false)]);
    assert!(report.left[0].running >= report.left[1].running);
    assert_eq!((stream.head().status(), call.is_finished()), (200, false));
    drop(stream);
    assert_eq!(soon(client.drain(Duration::ZERO)).await.left.len(), 1);
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    let report = soon(client.drain(LONG)).await;
    assert_eq!((report.ended, report.left.len()), (0, 0));
}

/// The output of a future that is ready.
async fn poll_once<F: Future>(mut future: Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

#[tokio::test]
async fn it_waits_for_the_last_call() {
    let emulator = Emulator::start().await.unwrap();
    let (client, stream, call) = busy(&emulator).await;
    let mut drained = pin!(client.drain(LONG));
    assert!(poll_once(drained.as_mut()).await.is_none());
    let error = client.messages().create(request("any")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Draining);
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    assert!(poll_once(drained.as_mut()).await.is_none(), "a stream still runs");
    drop(stream);
    let report = soon(drained).await;
    assert_eq!((report.ended, report.left), (2, Vec::new()));
}

#[tokio::test]
async fn retries_belong_to_their_call() {
    let emulator = Emulator::start().await.unwrap();
    let clock = ScriptedClock::manual();
    let client = builder(&emulator).clock(Arc::new(clock.clone())).build().unwrap();
    emulator.push(Reply::status(529));
    let calling = client.clone();
    let call = tokio::spawn(async move { calling.messages().create(request("say hello")).await });
    until(|| !clock.waits().is_empty()).await;
    assert_eq!(soon(client.drain(Duration::ZERO)).await.left.len(), 1);
    clock.advance(LONG);
    assert_eq!(soon(call).await.unwrap().unwrap().text(), "hello");
    assert_eq!(soon(client.drain(LONG)).await.left, []);
}

/// A stream has ended with its last event, though its owner still has it; so has one that failed.
#[tokio::test]
async fn a_stream_ends_before_it_is_dropped() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let mut whole = client.messages().stream(request("say hello")).await.unwrap();
    while whole.next().await.is_some() {}
    emulator.push(Reply::sse(support::story(["one"])).fault(Fault::CloseAfter("content_block_delta".into())));
    let mut cut = client.messages().stream(request("any")).await.unwrap();
    while cut.next().await.is_some_and(|event| event.is_ok()) {}
    assert_eq!(soon(client.drain(Duration::ZERO)).await.left, []);
    drop((whole, cut));
}

#[cfg(feature = "tools")]
#[tokio::test]
async fn a_tool_run_is_saved_and_goes_on_with_another_client() {
    use parlour::{Tool, ToolCall, ToolError, ToolLoop, Toolbox};
    let emulator = Emulator::start().await.unwrap();
    let message = |stop: &str, content: serde_json::Value| {
        Reply::json(
            200,
            serde_json::json!({"id": "msg_1", "type": "message", "role": "assistant",
            "model": "svc-haiku-3-5", "content": content, "stop_reason": stop, "stop_sequence": null,
            "usage": {"input_tokens": 5, "output_tokens": 2}}),
        )
    };
    emulator.push(message(
        "tool_use",
        serde_json::json!([{"type": "tool_use", "id": "a", "name": "count", "input": {}}]),
    ));
    emulator.push(message("end_turn", serde_json::json!([{"type": "text", "text": "done"}])));
    // A tool that takes so long that the program is asked to end while it runs.
    let tools = || {
        Toolbox::new()
            .add_raw(
                Tool::new("count", "Counts.", r#"{"type":"object"}"#).unwrap(),
                |_: ToolCall, client: Client| async move {
                    drop(client.drain(Duration::ZERO).await);
                    Ok::<_, ToolError>("three".to_owned())
                },
            )
            .unwrap()
    };
    let first = client(&emulator);
    let mut run = first.messages().run_tools(request("Count."), tools(), first.clone()).unwrap();
    let error = soon(run.until_done()).await.err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Draining, "{error}");
    let saved = run.machine().to_json().unwrap();
    let second = client(&emulator);
    let machine = ToolLoop::from_json(saved.as_str()).unwrap();
    let mut run = second.messages().resume_tools(machine, tools(), second.clone()).unwrap();
    assert_eq!(soon(run.until_done()).await.unwrap().text(), "done");
    let sent: serde_json::Value = serde_json::from_slice(&emulator.requests()[1].body).unwrap();
    assert_eq!(sent["messages"][2]["content"][0]["content"], "three");
}
