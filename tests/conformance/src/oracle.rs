//! A second opinion on what message a recorded stream makes, written from protocol §4.5 alone. It is asked only about
//! recordings that hold more than one message, for which no expected message was recorded. It must not use the client.

use crate::json::Json;

/// The events of a stream as JSON, in order; frames without JSON are left out.
#[must_use]
pub fn events(body: &str) -> Vec<Json> {
    let mut out = Vec::new();
    let mut data = String::new();
    let text = body.replace("\r\n", "\n").replace('\r', "\n");
    for line in text.split('\n').chain([""]) {
        if let Some(part) = line.strip_prefix("data:") {
            data.push_str(part);
        } else if line.is_empty() {
            out.extend(Json::parse(&std::mem::take(&mut data)));
        }
    }
    out
}

/// How often a message begins.
#[must_use]
pub fn messages_in(events: &[Json]) -> usize {
    events.iter().filter(|e| kind(e) == "message_start").count()
}

/// The first message in its state when it is complete or a second one begins; and whether it is complete.
#[must_use]
pub fn first_message(events: &[Json]) -> (Json, bool) {
    let mut message = Json::Null;
    let mut buffers: Vec<String> = Vec::new();
    for event in events {
        match kind(event) {
            "message_start" if message == Json::Null => {
                message = event.get("message").cloned().unwrap_or(Json::Null);
            }
            "message_start" => return (message, false),
            "message_stop" => return (message, true),
            "message_delta" => top_level(&mut message, event),
            "content_block_start" => {
                let mut content = message.take("content").unwrap_or(Json::Null);
                if let (Json::Array(blocks), Some(block)) = (&mut content, event.get("content_block")) {
                    blocks.push(block.clone());
                    buffers.push(String::new());
                }
                message.set("content", content);
            }
            other => {
                let mut content = message.take("content").unwrap_or(Json::Null);
                let index = event.get("index").and_then(Json::as_u64).and_then(|i| usize::try_from(i).ok());
                if let (Json::Array(blocks), Some(index)) = (&mut content, index)
                    && let (Some(block), Some(buffer)) = (blocks.get_mut(index), buffers.get_mut(index))
                {
                    within(block, buffer, other, event);
                }
                message.set("content", content);
            }
        }
    }
    (message, false)
}

fn within(block: &mut Json, buffer: &mut String, kind_of_event: &str, event: &Json) {
    if kind_of_event == "content_block_stop" {
        if let Ok(input) = Json::parse(buffer) {
            block.set("input", input);
        }
        return;
    }
    let Some(delta) = event.get("delta") else { return };
    for (of, key) in
        [("text_delta", "text"), ("thinking_delta", "thinking"), ("signature_delta", "signature")]
    {
        if kind(delta) == of {
            let before = block.get(key).and_then(Json::as_str).unwrap_or_default();
            let joined = format!("{before}{}", delta.get(key).and_then(Json::as_str).unwrap_or_default());
            block.set(key, Json::Text(joined));
        }
    }
    if kind(delta) == "input_json_delta" {
        buffer.push_str(delta.get("partial_json").and_then(Json::as_str).unwrap_or_default());
    }
}

fn top_level(message: &mut Json, event: &Json) {
    for (key, value) in event.get("delta").map(Json::entries).unwrap_or_default() {
        if *value != Json::Null || message.get(key).is_none() {
            message.set(key, value.clone());
        }
    }
    let mut usage = message.take("usage").unwrap_or(Json::Null);
    for (key, value) in event.get("usage").map(Json::entries).unwrap_or_default() {
        if *value != Json::Null {
            usage.set(key, value.clone());
        }
    }
    message.set("usage", usage);
}

fn kind(value: &Json) -> &str {
    value.get("type").and_then(Json::as_str).unwrap_or_default()
}
