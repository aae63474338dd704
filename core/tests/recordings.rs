//! Answers that are recorded in a folder, replayed from it, or reused as a cache.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use parlour::clock::ScriptedClock;
use parlour::{
    Client, ClientBuilder, ErrorKind, Hook, HookAction, HookAnswer, HookCall, HookFuture, HookPoints,
    MessageRequest, RecordingMatch, RecordingMode, Recordings,
};
use parlour_emulator::{BlockingEmulator, Emulator, Fault, Reply};
use serde_json::{Value, json};
use support::{builder, request};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn recording(folder: &Path) -> Value {
    let files = files(folder);
    assert_eq!(files.len(), 1, "{files:?}");
    serde_json::from_slice(&std::fs::read(&files[0]).unwrap()).unwrap()
}

fn recorder(emulator: &BlockingEmulator, folder: &Path) -> ClientBuilder {
    builder(emulator)
        .clock(Arc::new(ScriptedClock::new()))
        .recordings(Recordings::new(folder).mode(RecordingMode::Record))
}

/// A client without a key, whose base URL nobody listens on.
fn replayer(folder: &Path) -> ClientBuilder {
    Client::builder()
        .base_url("http://127.0.0.1:9")
        .vendor("svc")
        .clock(Arc::new(ScriptedClock::new()))
        .recordings(Recordings::new(folder))
}

/// The events of a streamed call as text, and the error that ended it.
async fn events(client: &Client, request: MessageRequest) -> (Vec<String>, Option<parlour::Error>) {
    let mut stream = match client.messages().stream(&request).await {
        Ok(stream) => stream,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut seen = Vec::new();
    loop {
        match stream.next().await {
            Some(Ok(event)) => seen.push(format!("{event:?}")),
            Some(Err(error)) => return (seen, Some(error)),
            None => return (seen, None),
        }
    }
}

#[tokio::test]
async fn a_recorded_answer_is_replayed_to_the_byte() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let client = recorder(&emulator, folder.path()).build().unwrap();
    let recorded = client.messages().create(request("Say hello")).await.unwrap();
    let streamed = events(&client, request("Count to five")).await;
    assert!(streamed.1.is_none());
    assert_eq!(files(folder.path()).len(), 2);

    let replayed = replayer(folder.path()).build().unwrap();
    for _ in 0..2 {
        let reply = replayed.messages().create(request("Say hello")).await.unwrap();
        assert_eq!(reply.body(), recorded.body());
        assert_eq!(reply.request_id(), recorded.request_id());
        assert_eq!(events(&replayed, request("Count to five")).await.0, streamed.0);
    }
    assert_eq!(emulator.request_count(), 2);
}

#[tokio::test]
async fn failures_and_later_answers_are_replayed_in_their_order() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    emulator.push(Reply::status(200).fault(Fault::ResetBeforeHeaders));
    emulator.push(Reply::status(529).header("retry-after", "1"));
    let client = recorder(&emulator, folder.path()).build().unwrap();
    let reply = client.messages().create(request("Say hello")).await.unwrap();
    assert_eq!(reply.attempts().count(), 3);
    let kept = recording(folder.path());
    let answers = kept["answers"].as_array().unwrap();
    assert_eq!((&answers[1]["status"], answers.len()), (&json!(529), 3));
    assert_eq!(answers[0]["failure"]["kind"], "connection_lost");

    let replayed = replayer(folder.path()).build().unwrap();
    let again = replayed.messages().create(request("Say hello")).await.unwrap();
    assert_eq!((again.attempts().count(), again.body()), (3, reply.body()));
    let once_more = replayed.messages().create(request("Say hello")).await.unwrap();
    assert_eq!((once_more.attempts().count(), once_more.body()), (1, reply.body()));
}

#[tokio::test]
async fn a_cut_stream_is_replayed_with_its_cut() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    emulator.push_json(r#"{"fault": {"close_at": 300}}"#).unwrap();
    let client = recorder(&emulator, folder.path()).max_retries(0).build().unwrap();
    let (seen, error) = events(&client, request("Count to five")).await;
    let error = error.unwrap();
    let replayed = replayer(folder.path()).max_retries(0).build().unwrap();
    let (again, same) = events(&replayed, request("Count to five")).await;
    let same = same.unwrap();
    assert_eq!((again, same.kind(), same.subkind()), (seen, error.kind(), error.subkind()));
}

#[tokio::test]
async fn no_secret_is_written() {
    const TOKEN: &str = "token-of-a-tool-server-0123456789";
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let key = emulator.api_key().to_owned();
    let echo = json!({"type": "message", "id": "msg_1", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "content": [{"type": "text", "text": format!("your key is {key}")}], "access_token": TOKEN,
        "usage": {"input_tokens": 1, "output_tokens": 1}});
    emulator
        .push(Reply::json(200, echo).header("x-echo", &key).header("set-cookie", "session=hidden").pieces(7));
    let client = recorder(&emulator, folder.path()).build().unwrap();
    let body = json!({"model": "svc-haiku-3-5", "max_tokens": 5, "messages": [{"role": "user", "content": "hi"}],
        "mcp_servers": [{"type": "url", "name": "a", "url": "https://a.example", "authorization_token": TOKEN}]});
    let sent = serde_json::from_value::<MessageRequest>(body).unwrap();
    client.messages().create(&sent).await.unwrap();
    let text = std::fs::read_to_string(&files(folder.path())[0]).unwrap();
    for secret in [&*key, TOKEN, "session=hidden"] {
        assert!(!text.contains(secret), "{text}");
    }
    // The same request is found, although its token was masked.
    let replayed = replayer(folder.path()).build().unwrap();
    assert!(replayed.messages().create(&sent).await.unwrap().text().starts_with("your key is ***"));
}

#[tokio::test]
async fn a_request_without_a_recording_names_the_nearest() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let client = recorder(&emulator, folder.path()).build().unwrap();
    client.messages().create(request("Say hello")).await.unwrap();
    client.messages().create(MessageRequest::new("svc-haiku-3-5", 9).user("Other")).await.unwrap();
    let replayed = replayer(folder.path()).build().unwrap();
    let error = replayed.messages().create(request("Say goodbye")).await.unwrap_err();
    assert_eq!((error.kind(), error.subkind()), (ErrorKind::Hook, Some("no_recording")));
    let text = error.to_string();
    assert!(text.contains("`messages[0].content` was \"Say hello\" and is \"Say goodbye\""), "{text}");
    assert!(text.contains("post-messages-") && !text.contains(&*folder.path().to_string_lossy()), "{text}");
    assert_eq!(error.attempts().count(), 0);
    let models = replayed.models().list().await.unwrap_err();
    assert!(models.to_string().contains("2 recordings of other endpoints"), "{models}");
}

#[tokio::test]
async fn a_loose_comparison_ignores_what_changes_from_run_to_run() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let client = recorder(&emulator, folder.path()).build().unwrap();
    let reply = client
        .messages()
        .create(MessageRequest::new("svc-haiku-3-5", 50).user("Say  hello\n"))
        .await
        .unwrap();
    let asked = MessageRequest::new("svc-haiku-3-5", 60).user("Say hello").temperature(0.3);
    let strict = replayer(folder.path()).build().unwrap();
    strict.messages().create(&asked).await.unwrap_err();
    let loose = Recordings::new(folder.path()).matching(RecordingMatch::Loose);
    let loose = replayer(folder.path()).recordings(loose).build().unwrap();
    assert_eq!(loose.messages().create(&asked).await.unwrap().body(), reply.body());
    let other = MessageRequest::new("svc-haiku-3-5", 60).user("Say hallo");
    loose.messages().create(&other).await.unwrap_err();
}

#[tokio::test]
async fn a_cache_sends_each_request_once() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cache = Recordings::new(folder.path()).mode(RecordingMode::Cache);
    let made = || builder(&emulator).ledger(true).max_retries(0).recordings(cache.clone());
    let (client, other) = (made().build().unwrap(), made().build().unwrap());
    emulator.push(Reply::status(500));
    emulator.push_json(r#"{"fault": {"close_at": 300}}"#).unwrap();
    // Neither a failure nor a part of an answer is kept.
    client.messages().create(request("Say hello")).await.unwrap_err();
    assert!(events(&client, request("Count to five")).await.1.is_some());
    let first = client.messages().create(request("Say hello")).await.unwrap();
    let streamed = events(&client, request("Count to five")).await;
    assert_eq!(emulator.request_count(), 4);
    // What one client stored, another finds without being built anew.
    for client in [&client, &other] {
        assert_eq!(client.messages().create(request("Say hello")).await.unwrap().body(), first.body());
        assert_eq!(events(client, request("Count to five")).await.0, streamed.0);
    }
    assert_eq!(emulator.request_count(), 4);
    assert_eq!(other.usage_report(false).total.output_tokens, 0);
}

#[tokio::test]
async fn a_client_that_records_replaces_what_an_earlier_one_recorded() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let client = recorder(&emulator, folder.path()).build().unwrap();
        for _ in 0..3 {
            client.messages().create(request("Say hello")).await.unwrap();
        }
        assert_eq!(recording(folder.path())["answers"].as_array().unwrap().len(), 3);
    }
}

#[tokio::test]
async fn an_answer_takes_its_time_if_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ScriptedClock::new();
    let message = json!({"type": "message", "id": "msg_1", "role": "assistant", "model": "m", "content": [],
        "stop_reason": "end_turn", "usage": {"input_tokens": 1, "output_tokens": 1}})
    .to_string();
    let (begin, end) = message.split_at(30);
    let kept = json!({"format": 1, "request": {"method": "GET", "path": "/v1/thing"},
        "answers": [{"status": 200, "pieces": [{"ms": 250.0, "text": begin}, {"ms": 1000.0, "text": end}]}]});
    std::fs::write(folder.path().join("by hand.json"), kept.to_string()).unwrap();
    for (timing, waits) in [(false, vec![]), (true, vec![250, 1000])] {
        let settings = Recordings::new(folder.path()).timing(timing);
        let client =
            replayer(folder.path()).clock(Arc::new(clock.clone())).recordings(settings).build().unwrap();
        let before = clock.waits().len();
        let answer = client.request(parlour::Method::GET, "/v1/thing", parlour::Body::empty()).await.unwrap();
        assert_eq!(*answer.body(), message.as_bytes());
        let waited: u128 = clock.waits()[before..].iter().map(|wait| wait.as_millis()).sum();
        assert_eq!(waited, waits.last().copied().unwrap_or_default());
    }
}

/// Answers in place of the service.
struct Answers(Mutex<u32>);

impl Hook for Answers {
    fn points(&self) -> HookPoints {
        HookPoints::CALL
    }

    fn on_call(&self, _call: HookCall) -> HookFuture<'_, HookAction> {
        *self.0.lock().unwrap() += 1;
        Box::pin(async { Ok(HookAction::answer(HookAnswer::new(404, "{}")?)) })
    }
}

#[tokio::test]
async fn what_a_hook_answers_is_not_recorded() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let client = recorder(&emulator, folder.path()).hook(Answers(Mutex::new(0))).build().unwrap();
    client.messages().create(request("Say hello")).await.unwrap_err();
    assert!(files(folder.path()).is_empty());
}

#[tokio::test]
async fn the_emulator_gives_recorded_answers_to_any_client() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    emulator.push(Reply::status(529).header("retry-after", "1"));
    let client = recorder(&emulator, folder.path()).build().unwrap();
    let reply = client.messages().create(request("Say hello")).await.unwrap();
    let streamed = events(&client, request("Count to five")).await;

    let replaying = Emulator::builder().recordings(folder.path()).start_blocking().unwrap();
    let client = builder(&replaying).clock(Arc::new(ScriptedClock::new())).build().unwrap();
    let again = client.messages().create(request("Say hello")).await.unwrap();
    assert_eq!((again.attempts().count(), again.body()), (2, reply.body()));
    assert_eq!(again.request_id(), reply.request_id());
    assert_eq!(events(&client, request("Count to five")).await.0, streamed.0);
    let error = client.messages().create(request("Never recorded")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    std::fs::write(folder.path().join("a.json"), "{}").unwrap();
    assert!(Emulator::builder().recordings(folder.path()).start_blocking().is_err());
}

#[test]
fn a_folder_that_cannot_be_used_is_refused_without_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let hidden = folder.path().join("hidden");
    let refused = |path: &Path, mode: RecordingMode| {
        let settings = Recordings::new(path).mode(mode);
        let error = replayer(path).api_key("k-0123456789").recordings(settings).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        assert!(!error.to_string().contains("hidden"), "{error}");
        error.to_string()
    };
    refused(&hidden, RecordingMode::Replay);
    refused(&hidden.join("deeper"), RecordingMode::Record);
    std::fs::write(&hidden, "").unwrap();
    refused(&hidden, RecordingMode::Cache);
    let request = json!({"method": "GET", "path": "/v1/thing"});
    for (content, problem) in [
        (json!({"format": 2, "request": request, "answers": []}), "its format is 2"),
        (json!({"format": 1, "request": request, "answers": [{}]}), "neither a status nor a failure"),
        (json!({"format": 1, "request": request, "answers": [{"status": 42}]}), "from 200 to 599"),
        (
            json!({"format": 1, "request": request, "answers": [{"status": 200, "pieces": [{"ms": 1.0}]}]}),
            "has one of `json`",
        ),
        (json!([]), "invalid"),
    ] {
        std::fs::write(folder.path().join("a.json"), content.to_string()).unwrap();
        let error = refused(folder.path(), RecordingMode::Replay);
        assert!(error.contains("the file a.json is no recording") && error.contains(problem), "{error}");
    }
}

#[tokio::test]
async fn a_folder_that_is_gone_costs_no_answer() {
    let emulator = Emulator::start_blocking().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("kept");
    let client = recorder(&emulator, &inside).build().unwrap();
    std::fs::remove_dir(&inside).unwrap();
    client.messages().create(request("Say hello")).await.unwrap();
}
