//! The endpoints beside messages, as a binding drives them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::sync::mpsc;
use std::time::Duration;

use parlour_bridge::resources::{self, BatchWriter, Pages, Wait};
use parlour_bridge::{CallRequest, Client, ErrorInfo, Item, Mode, Port, Take, settings};
use parlour_emulator::{BlockingEmulator, Emulator, Reply};
use serde_json::{Value, json};

const LIMIT: Duration = Duration::from_secs(20);

struct Host {
    emulator: BlockingEmulator,
    client: Client,
    port: Port,
    woken: mpsc::Receiver<()>,
}

impl Host {
    fn new() -> Host {
        let emulator = Emulator::start_blocking().unwrap();
        let json = format!(
            r#"{{"base_url":"{}","api_key":"{}","max_retries":0}}"#,
            emulator.url(),
            emulator.api_key()
        );
        let client = Client::new(settings::builder(json.as_bytes(), false).unwrap()).unwrap();
        let (wake, woken) = mpsc::channel();
        let port = Port::new(move || wake.send(()).unwrap_or_default());
        Host { emulator, client, port, woken }
    }

    /// Everything that comes of a call.
    fn run(&self, call: CallRequest) -> Vec<Item> {
        let op = self.client.submit(&self.port, call).unwrap();
        let mut items = Vec::new();
        loop {
            match op.take_all().unwrap() {
                Take::Items(more) => items.extend(more),
                Take::Closed => panic!("{items:?}"),
                Take::Armed => {
                    self.woken.recv_timeout(LIMIT).unwrap();
                    for woken in self.port.drain(1000).unwrap() {
                        if let Take::Items(more) = woken.take {
                            items.extend(more);
                        }
                    }
                }
            }
            if matches!(items.last(), Some(Item::Whole(_) | Item::End | Item::Failed(_))) {
                return items;
            }
        }
    }

    /// The JSON of a whole answer.
    fn whole(&self, call: CallRequest) -> Value {
        match self.run(call).pop() {
            Some(Item::Whole(answer)) => serde_json::from_slice(&answer.body).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    fn failure(&self, call: CallRequest) -> ErrorInfo {
        match self.run(call).pop() {
            Some(Item::Failed(error)) => error,
            other => panic!("{other:?}"),
        }
    }
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

fn chunks(items: &[Item]) -> Vec<Value> {
    let texts = items.iter().filter_map(|item| match item {
        Item::Chunk(text) => Some(serde_json::from_slice(text).unwrap()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_batch_is_written_watched_and_read() {
    let host = Host::new();
    let mut writer = BatchWriter::new();
    let params = r#"{"model":"svc-haiku-3-5","max_tokens":20,"messages":[{"role":"user","content":"Hi"}]}"#;
    for id in ["a", "b"] {
        writer.push(id, params.into()).unwrap();
    }
    assert!(writer.push("a", params.into()).unwrap_err().display.contains("already"));
    assert_eq!(writer.count(), 2);
    let batch = host.whole(writer.finish().unwrap());
    assert!(writer.count() == 0 && writer.finish().is_err());
    let id = batch["id"].as_str().unwrap().to_owned();
    let early = resources::results_of(batch.to_string().as_bytes()).unwrap();
    assert!(host.failure(early).display.contains("has not ended"));

    let wait = Wait { id: id.clone(), first: None, longest: Some(Duration::ZERO), limit: Some(LIMIT) };
    let items = host.run(resources::wait(wait.clone()).unwrap());
    assert!(matches!((&items[0], items.last()), (Item::Opened(_), Some(Item::End))), "{items:?}");
    let seen = chunks(&items);
    assert!(seen.iter().rev().skip(1).all(|batch| batch["processing_status"] != "ended"), "{seen:?}");
    assert_eq!(seen.last().unwrap()["processing_status"], "ended");
    let mut whole = resources::wait(wait).unwrap();
    whole.mode = Mode::Raw;
    assert_eq!(host.whole(whole)["id"], id);

    for call in [resources::results(&id), resources::results_of(seen.last().unwrap().to_string().as_bytes())]
    {
        let items = host.run(call.unwrap());
        let mut found: Vec<_> = chunks(&items).iter().map(|line| line["custom_id"].clone()).collect();
        found.sort_by_key(Value::to_string);
        assert_eq!(found, ["a", "b"]);
    }
    let mut blocking = resources::results(&id).unwrap();
    blocking.mode = Mode::Raw;
    assert!(host.failure(blocking).display.contains("line by line"));
}

#[test]
fn a_broken_line_does_not_end_the_results() {
    let host = Host::new();
    let line = |id: &str| json!({"custom_id": id, "result": {"type": "canceled"}}).to_string();
    let long =
        json!({"custom_id": "long", "result": {"type": "errored", "more": "x".repeat(3 << 20)}}).to_string();
    let body = format!("{}\nnot json\n{{\"custom_id\":1}}\n{long}\n{}", line("one"), line("two"));
    host.emulator.push(Reply::bytes(200, body.as_bytes()).pieces(64 << 10));
    let items = host.run(resources::results("msgbatch_1").unwrap());
    let kinds: Vec<_> = items
        .iter()
        .map(|item| match item {
            Item::Opened(_) => "opened",
            Item::Chunk(_) => "line",
            Item::Broken(_) => "broken",
            Item::End => "end",
            _ => "?",
        })
        .collect();
    assert_eq!(kinds, ["opened", "line", "broken", "broken", "line", "line", "end"]);
    let Item::Broken(error) = &items[2] else { panic!() };
    assert!(error.display.contains("line 2"), "{error:?}");
    // Cut in the middle of a line: the complete lines are handed out, and then the call fails.
    host.emulator.push(Reply::bytes(200, format!("{}\n{{\"custom_id\":\"t", line("one")).as_bytes()));
    let items = host.run(resources::results("msgbatch_1").unwrap());
    assert_eq!(chunks(&items).len(), 1);
    assert!(
        matches!(items.last(), Some(Item::Failed(error)) if error.display.contains("line 2")),
        "{items:?}"
    );
}

#[test]
fn pages_are_asked_for_one_by_one() {
    let host = Host::new();
    let mut pages = Pages::new("models.list", Vec::new(), vec![("limit".into(), "2".into())]).unwrap();
    let mut found = 0;
    while let Some(call) = pages.next().unwrap() {
        let page = host.whole(call);
        found += page["data"].as_array().unwrap().len();
        pages.take(page.to_string().as_bytes()).unwrap();
    }
    assert!(found > 2 && !pages.has_next());
    assert_eq!(host.emulator.requests()[1].query.matches("limit=2").count(), 1);
    assert!(Pages::new("models.get", ids(&["a"]), Vec::new()).is_err());
    let again = br#"{"data":[1],"has_more":true,"last_id":"a"}"#;
    let mut circle = Pages::new("models.list", Vec::new(), Vec::new()).unwrap();
    circle.take(again).unwrap();
    assert!(circle.take(again).unwrap_err().display.contains("circle"));
    assert!(circle.next().unwrap().is_none());
}

#[test]
fn a_request_for_a_message_is_counted_as_it_is() {
    let host = Host::new();
    let body = r#"{"model":"svc-haiku-3-5","max_tokens":20,"stream":true,"messages":[{"role":"user","content":"Hi"}]}"#;
    let call = resources::call("messages.count_tokens", Vec::new(), Vec::new(), body.into()).unwrap();
    assert!(host.whole(call)["input_tokens"].as_u64().unwrap() > 0);
    let model = resources::call("models.get", ids(&["svc-haiku-3-5"]), Vec::new(), "".into()).unwrap();
    assert_eq!(host.whole(model)["type"], "model");
    host.emulator.push(
        Reply::json(200, json!({"type": "error", "error": {"type": "api_error", "message": "no"}}))
            .repeat(10),
    );
    let error = host.failure(resources::call("models.get", ids(&["a"]), Vec::new(), "".into()).unwrap());
    assert!(error.display.contains("no"), "a failure in the place of an answer is one: {error:?}");
    assert!(resources::call("models.got", Vec::new(), Vec::new(), "".into()).is_err());
    assert!(resources::call("models.get", ids(&[""]), Vec::new(), "".into()).is_err());
    assert!(
        resources::results("").is_err()
            && resources::stream_of("files.content", Vec::new(), Vec::new()).is_err()
    );
}

#[test]
fn a_file_comes_in_pieces() {
    let host = Host::new();
    host.emulator.push(Reply::bytes(200, &[7; 100_000]).pieces(10_000));
    let items = host.run(resources::stream_of("files.content", ids(&["file_1"]), Vec::new()).unwrap());
    let bytes: usize =
        items.iter().map(|item| if let Item::Chunk(chunk) = item { chunk.len() } else { 0 }).sum();
    assert_eq!(bytes, 100_000);
    assert_eq!(host.emulator.requests()[0].path, "/v1/files/file_1/content");
}
