//! The equivalent events of a whole message, for a stream that was answered with plain JSON (protocol §11 row 16).

use bytes::Bytes;

use crate::json::object::Object;
use crate::json::writer::json_of;
use crate::model::Message;
use crate::wire::event::{Decoded, Event, decode};
use crate::wire::event_kind::EventKind;
use crate::wire::sse::{Frame, FrameName};

/// `message_start`, the blocks, `message_delta`, `message_stop`, in this order.
pub(crate) fn events(message: &Message) -> Vec<Event> {
    let Ok(json) = json_of(message) else { return Vec::new() };
    let Ok(object) = Object::parse(json.as_str()) else { return Vec::new() };
    let mut out = Vec::new();
    let start = object.with(&[
        ("content", "[]"),
        ("stop_reason", "null"),
        ("stop_sequence", "null"),
        ("stop_details", "null"),
    ]);
    push(&mut out, EventKind::MessageStart, &format!(r#"{{"type":"message_start","message":{start}}}"#));
    for (index, block) in message.content.iter().enumerate() {
        if let Ok(block) = json_of(block) {
            block_events(&mut out, index, block.as_str());
        }
    }
    let field = |name: &str| object.raw(name).unwrap_or("null");
    push(
        &mut out,
        EventKind::MessageDelta,
        &format!(
            r#"{{"type":"message_delta","delta":{{"stop_reason":{},"stop_sequence":{},"stop_details":{}}},"usage":{}}}"#,
            field("stop_reason"),
            field("stop_sequence"),
            field("stop_details"),
            object.raw("usage").unwrap_or("{}")
        ),
    );
    push(&mut out, EventKind::MessageStop, r#"{"type":"message_stop"}"#);
    out
}

/// A block: content that a service streams in pieces becomes one delta, anything else is in its start event.
fn block_events(out: &mut Vec<Event>, index: usize, block: &str) {
    let Ok(object) = Object::parse(block) else { return };
    let kind: String = object.field("type").unwrap_or_default();
    let parts = match kind.as_str() {
        "text" => Some(("text", "\"\"", "text_delta", "text")),
        "thinking" => Some(("thinking", "\"\"", "thinking_delta", "thinking")),
        "tool_use" | "server_tool_use" | "mcp_tool_use" => {
            Some(("input", "{}", "input_json_delta", "partial_json"))
        }
        _ => None,
    };
    let (start, delta) = match parts.and_then(|part| object.raw(part.0).map(|value| (part, value))) {
        Some(((key, empty, delta, field), value)) => {
            // Tool input travels as text: the JSON of the object becomes a JSON string.
            let value =
                if key == "input" { serde_json::Value::from(value).to_string() } else { value.to_owned() };
            (object.with(&[(key, empty)]), Some(format!(r#"{{"type":"{delta}","{field}":{value}}}"#)))
        }
        None => (block.to_owned(), None),
    };
    push(
        out,
        EventKind::ContentBlockStart,
        &format!(r#"{{"type":"content_block_start","index":{index},"content_block":{start}}}"#),
    );
    if let Some(delta) = delta {
        push(
            out,
            EventKind::ContentBlockDelta,
            &format!(r#"{{"type":"content_block_delta","index":{index},"delta":{delta}}}"#),
        );
    }
    push(out, EventKind::ContentBlockStop, &format!(r#"{{"type":"content_block_stop","index":{index}}}"#));
}

fn push(out: &mut Vec<Event>, kind: EventKind, json: &str) {
    let frame = Frame { name: FrameName::Known(kind), data: Bytes::copy_from_slice(json.as_bytes()) };
    if let Ok(Decoded::Event(event)) = decode(frame) {
        out.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_survives_the_way_through_its_events() {
        let json = r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"a \"b\"","citations":null},{"type":"tool_use","id":"toolu_1","name":"n","input":{"big":123456789012345678901234567890,"s":"x"}},{"type":"new_block","x":[1]}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":4},"later":true}"#;
        let message: Message = serde_json::from_str(json).unwrap();
        let mut accumulator = crate::wire::accumulate::Accumulator::default();
        let events = events(&message);
        assert_eq!(events.len(), 1 + 3 * 3 + 2 + 2);
        for event in &events {
            accumulator.apply(event).unwrap();
        }
        let again = accumulator.finished().unwrap();
        assert_eq!(again, message);
        assert!(serde_json::to_string(&again).unwrap().contains("123456789012345678901234567890"));
    }
}
