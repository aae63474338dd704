//! Files that requests name by their ids (protocol §2.1, §2.5, §8.5).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a panic is the failure report")]

#[allow(dead_code, reason = "shared between test programs")]
mod support;

use std::sync::Arc;
use std::time::Duration;

use parlour_emulator::{Emulator, ManualClock};
use serde_json::{Value, json};
use support::{Got, call, form};

fn asks(block: &Value) -> Value {
    let content = json!([block, {"type": "text", "text": "say yes"}]);
    json!({"model": "svc-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": content}]})
}

fn of_file(kind: &str, id: &str) -> Value {
    json!({"type": kind, "source": {"type": "file", "file_id": id}})
}

async fn send(emu: &Emulator, body: &Value) -> Got {
    call(emu, "POST", "/v1/messages", &[], Some(body)).await
}

fn says(got: &Got) -> String {
    got.json()["error"]["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_was_uploaded_may_be_named() {
    let emu = Emulator::start().await.unwrap();
    let made = form(&emu, "/v1/files", &[("file", Some("map.txt"), "four")]).await.json();
    let text = made["id"].as_str().unwrap();
    let image = emu.add_file("plot.png", "image/png", b"\x89PNG".to_vec());
    let result = json!([of_file("image", &image)]);
    let inner = json!({"type": "content", "content": [of_file("image", &image)]});
    for block in [
        of_file("document", text),
        of_file("image", &image),
        json!({"type": "document", "source": inner}),
        json!({"type": "container_upload", "file_id": text}),
        json!({"type": "container_upload", "file_id": image}),
    ] {
        assert_eq!(send(&emu, &asks(&block)).await.status, 200, "{block}");
    }
    let mut turn = asks(&json!({"type": "tool_result", "tool_use_id": "toolu_1", "content": result}));
    let use_of = json!([{"type": "tool_use", "id": "toolu_1", "name": "draw", "input": {}}]);
    let answer = json!({"role": "assistant", "content": use_of});
    let ask = json!({"role": "user", "content": "draw"});
    turn["messages"] = json!([ask, answer, turn["messages"][0]]);
    turn["tools"] = json!([{"name": "draw", "input_schema": {"type": "object"}}]);
    assert_eq!(send(&emu, &turn).await.status, 200);
    turn["messages"][2]["content"][0]["content"][0] = of_file("image", "file_none");
    let refused = send(&emu, &turn).await;
    assert_eq!(refused.error(), (404, "not_found_error".into()));
    let place = "messages.2.content.0.content.0.source.file_id: ";
    assert!(says(&refused).starts_with(place), "{}", says(&refused));
}

#[tokio::test]
async fn a_file_that_there_is_not_is_refused_wherever_it_is_named() {
    let emu = Emulator::builder().batch_polls_until_end(0).start().await.unwrap();
    let inner = json!({"type": "content", "content": [of_file("image", "file_none")]});
    for (block, place) in [
        (of_file("document", "file_none"), "source.file_id"),
        (of_file("image", "file_none"), "source.file_id"),
        (json!({"type": "document", "source": inner}), "source.content.0.source.file_id"),
        (json!({"type": "container_upload", "file_id": "file_none"}), "file_id"),
    ] {
        let body = asks(&block);
        let refused = send(&emu, &body).await;
        assert_eq!(refused.error(), (404, "not_found_error".into()), "{block}");
        let place = format!("messages.0.content.0.{place}: ");
        assert!(says(&refused).starts_with(&place), "{}", says(&refused));
        let mut counted = body.clone();
        counted.as_object_mut().unwrap().remove("max_tokens");
        let counted = call(&emu, "POST", "/v1/messages/count_tokens", &[], Some(&counted)).await;
        assert_eq!(counted.error(), (404, "not_found_error".into()), "{block}");
        let item = json!({"requests": [{"custom_id": "a", "params": body}]});
        let batch = call(&emu, "POST", "/v1/messages/batches", &[], Some(&item)).await.json();
        assert_eq!(batch["request_counts"]["errored"], 1, "{batch}");
        let path = format!("/v1/messages/batches/{}/results", batch["id"].as_str().unwrap());
        let result = call(&emu, "GET", &path, &[], None).await.json();
        assert_eq!(result["result"]["error"]["error"]["type"], "not_found_error");
    }
    // A block about a file that the service put into a container is accepted when it is sent back unchanged.
    let echoed = json!([{"type": "container_upload", "file_id": "file_none"}]);
    let mut body = asks(&json!({"type": "text", "text": "again"}));
    body["messages"] = json!([
        {"role": "user", "content": "go"}, {"role": "assistant", "content": echoed}, body["messages"][0],
    ]);
    assert_eq!(send(&emu, &body).await.status, 200);
}

#[tokio::test]
async fn a_file_that_expired_or_was_deleted_is_refused() {
    let clock = Arc::new(ManualClock::at_unix(1_700_000_000));
    let emu = Emulator::builder().clock(clock.clone()).start().await.unwrap();
    let parts = [("file", Some("map.txt"), "four"), ("expires_in_seconds", None, "3600")];
    let made = form(&emu, "/v1/files", &parts).await.json();
    let body = asks(&of_file("document", made["id"].as_str().unwrap()));
    assert_eq!(send(&emu, &body).await.status, 200);
    clock.advance(Duration::from_secs(3600));
    let late = send(&emu, &body).await;
    assert_eq!((late.status, &late.json()["error"]["details"]["error_code"]), (404, &json!("file_expired")));
    let image = emu.add_file("plot.png", "image/png", b"\x89PNG".to_vec());
    let body = asks(&of_file("image", &image));
    assert_eq!(send(&emu, &body).await.status, 200);
    call(&emu, "DELETE", &format!("/v1/files/{image}"), &[], None).await;
    assert_eq!(send(&emu, &body).await.error(), (404, "not_found_error".into()));
}

#[tokio::test]
async fn a_block_takes_the_files_that_it_can_show() {
    let emu = Emulator::start().await.unwrap();
    let image = emu.add_file("plot.png", "image/png", b"\x89PNG".to_vec());
    let table = emu.add_file("table.csv", "text/csv", b"a,b".to_vec());
    for (kind, file) in [("document", &image), ("document", &table), ("image", &table)] {
        let refused = send(&emu, &asks(&of_file(kind, file))).await;
        assert_eq!(refused.error(), (400, "invalid_request_error".into()), "{kind} {file}");
        assert!(says(&refused).starts_with("messages.0.content.0.source.file_id: "), "{}", says(&refused));
    }
}
