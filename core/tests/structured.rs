//! Structured answers with a client: values, asking again, what is kept when that fails, streams (protocol §9.7).
#![cfg(feature = "structured")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use parlour::{AnswerMethod, AnswerOutcome, CallOptions, Json, MessageRequest};
use parlour_emulator::{Emulator, Reply};
use serde_json::{Value, json};

use support::{client, soon};

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Person {
    name: String,
    age: u32,
}

fn schema() -> Json {
    Json::parse(r#"{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","maximum":150}},"required":["name","age"]}"#).unwrap()
}

fn request(model: &str) -> MessageRequest {
    MessageRequest::new(model, 64).user("The name is Ada and she is 36.")
}

fn answer(stop: &str, content: &Value) -> Reply {
    Reply::json(
        200,
        json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-opus-4-5", "content": content,
        "stop_reason": stop, "stop_sequence": null, "usage": {"input_tokens": 5, "output_tokens": 2}}),
    )
}

fn text(words: &str) -> Value {
    json!([{"type": "text", "text": words}])
}

#[tokio::test]
async fn the_service_answers_by_format_and_by_tool() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let by_format =
        soon(client.messages().parse_json::<Json>(request("svc-opus-4-5"), schema())).await.unwrap();
    assert!(by_format.value().unwrap().is_object(), "{by_format:?}");
    // The emulator accepts the forced tool; what it calls the tool with is its own business.
    let by_tool =
        soon(client.messages().parse_json::<Json>(request("svc-haiku-3-5"), schema())).await.unwrap();
    assert_eq!(by_tool.replies.len(), 1);
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_asked_again_with_the_reason() {
    let emulator = Emulator::start().await.unwrap();
    emulator.script(vec![
        answer("end_turn", &text(r#"{"name":"Ada","age":360}"#)),
        answer("end_turn", &text(r#"{"name":"Ada","age":36}"#)),
    ]);
    let client = client(&emulator);
    let call = client.messages().parse_json::<Person>(request("svc-opus-4-5"), schema()).max_reasks(2);
    let parsed = soon(call).await.unwrap();
    assert_eq!(parsed.replies.len(), 2);
    assert_eq!(parsed.into_value().unwrap(), Person { name: "Ada".to_owned(), age: 36 });
}

#[tokio::test]
async fn nothing_that_was_paid_is_lost() {
    let emulator = Emulator::start().await.unwrap();
    emulator.script(vec![answer("end_turn", &text("36")), Reply::status(400)]);
    let client = client(&emulator);
    let call = client.messages().parse_json::<Person>(request("svc-opus-4-5"), schema()).max_reasks(1);
    let parsed = soon(call).await.unwrap();
    assert!(matches!(parsed.outcome, AnswerOutcome::Invalid { .. }), "{parsed:?}");
    assert!(parsed.error.is_some());
    assert_eq!((parsed.message().text().as_str(), parsed.message().usage.output_tokens), ("36", 2));

    emulator.script(vec![answer("max_tokens", &text(r#"{"na"#))]);
    let call = client.messages().parse_json::<Person>(request("svc-opus-4-5"), schema()).max_reasks(1);
    let cut = soon(call).await.unwrap().into_value().unwrap_err();
    assert!(matches!(&cut.outcome, AnswerOutcome::Cut { text, .. } if text == r#"{"na"#), "{cut:?}");
    assert_eq!(cut.outcome.to_string(), "the answer ended with `max_tokens` before it was whole");
}

#[tokio::test]
async fn a_stream_shows_the_value_while_it_grows() {
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let call = client.messages().parse_json::<Json>(request("svc-opus-4-5"), schema());
    let mut stream = soon(call.method(AnswerMethod::Format).with(CallOptions::new()).stream()).await.unwrap();
    let mut last = None;
    while let Some(partial) = soon(stream.next()).await {
        last = partial.unwrap().decode::<Value>().ok().or(last);
    }
    let parsed = soon(stream.finish()).await.unwrap();
    assert_eq!(parsed.value().unwrap().decode::<Value>().unwrap(), last.unwrap());
}

#[cfg(feature = "schemars")]
mod typed {
    use super::*;

    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    #[allow(dead_code, reason = "its schema counts")]
    struct Node {
        name: String,
        children: Vec<Node>,
    }

    #[tokio::test]
    async fn a_recursive_type_is_asked_by_a_tool() {
        let emulator = Emulator::start().await.unwrap();
        let call = json!([{"type": "tool_use", "id": "t", "name": "answer",
            "input": {"name": "a", "children": [{"name": "b", "children": []}]}}]);
        emulator.script(vec![answer("tool_use", &call)]);
        let client = client(&emulator);
        let parsed = soon(client.messages().parse::<Node>(request("svc-opus-4-5"))).await.unwrap();
        assert_eq!(parsed.value().unwrap().children[0].name, "b");
    }
}
