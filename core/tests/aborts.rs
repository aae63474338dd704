//! An abort takes effect though nothing else happens: tools that a run waits for never return, a stream says nothing
//! more, a call has no answer. To drop the future is the abort; here the task that awaits it is aborted. How soon is
//! measured by `bench-aborts`.
#![cfg(feature = "tools")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour::{Tool, ToolCall, ToolError, Toolbox};
use parlour_emulator::{Emulator, Fault, Reply};
use serde_json::json;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use support::{client, request, soon, until};

/// Rounds of each test: the state at the abort differs a little each time.
const ROUNDS: usize = 10;

async fn abort(task: JoinHandle<Infallible>) {
    task.abort();
    assert!(soon(task).await.unwrap_err().is_cancelled());
}

/// Tells when it is dropped: when its function was aborted.
struct Told(Arc<AtomicBool>);

impl Drop for Told {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[derive(Clone, Default)]
struct Seen {
    begun: Arc<Notify>,
    told: Arc<AtomicBool>,
}

fn waiting() -> Toolbox<Seen> {
    let tool = Tool::new("wait", "Waits.", r#"{"type":"object"}"#).unwrap();
    let wait = |_: ToolCall, seen: Seen| async move {
        let _told = Told(Arc::clone(&seen.told));
        seen.begun.notify_one();
        std::future::pending::<()>().await;
        Ok::<_, ToolError>("late")
    };
    Toolbox::new().add_raw(tool, wait).unwrap()
}

fn uses() -> Reply {
    Reply::json(
        200,
        json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
            "content": [{"type": "tool_use", "id": "a", "name": "wait", "input": {}}], "stop_reason": "tool_use",
            "stop_sequence": null, "usage": {"input_tokens": 5, "output_tokens": 2}}),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_run_reaches_a_running_tool() {
    let emulator = Emulator::start().await.unwrap();
    for _ in 0..ROUNDS {
        emulator.push(uses());
        let (client, seen) = (client(&emulator), Seen::default());
        let of_the_run = seen.clone();
        let task = tokio::spawn(async move {
            let mut run = client.messages().run_tools(request("any"), waiting(), of_the_run).unwrap();
            panic!("it ended: {:?}", run.until_done().await.map(|reply| reply.text()));
        });
        soon(seen.begun.notified()).await;
        assert!(!seen.told.load(Ordering::SeqCst), "it still runs");
        abort(task).await;
        until(|| seen.told.load(Ordering::SeqCst)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_stream_is_seen_by_the_service() {
    let emulator = Emulator::start().await.unwrap();
    for _ in 0..ROUNDS {
        emulator.push(Reply::model().fault(Fault::StallAfter("content_block_start".into())));
        let (client, begun) = (client(&emulator), Arc::new(Notify::new()));
        let (reads, left) = (Arc::clone(&begun), emulator.closed_early());
        let task = tokio::spawn(async move {
            let mut stream = client.messages().stream(request("any")).await.unwrap();
            stream.next().await.unwrap().unwrap();
            reads.notify_one();
            while let Some(event) = stream.next().await {
                event.unwrap();
            }
            panic!("it ended");
        });
        soon(begun.notified()).await;
        abort(task).await;
        until(|| emulator.closed_early() > left).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_call_without_an_answer_is_seen_by_the_service() {
    let emulator = Emulator::start().await.unwrap();
    for _ in 0..ROUNDS {
        emulator.push(Reply::model().fault(Fault::StallBeforeHeaders));
        let client = client(&emulator);
        let (asked, left) = (emulator.request_count(), emulator.closed_early());
        let task = tokio::spawn(async move {
            panic!(
                "it ended: {:?}",
                client.messages().create(request("any")).await.map(|reply| reply.text())
            );
        });
        assert!(emulator.wait_requests(asked + 1).await);
        abort(task).await;
        until(|| emulator.closed_early() > left).await;
    }
}
