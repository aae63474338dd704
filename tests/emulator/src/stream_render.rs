//! A finished turn as a stream of events, with the habits of the real one (protocol §12.3): a ping after the first
//! block start, text in uneven pieces, an empty first input fragment, provisional usage, padding behind some events.

use serde_json::{Value, json};

use crate::ids::Dice;
use crate::model::{Block, Turn};
use crate::script::SseItem;

/// Renders a message and the turn it came from.
pub(crate) fn events(message: &Value, turn: &Turn, mut dice: Dice) -> Vec<SseItem> {
    let mut out = Events { items: Vec::new() };
    out.push(json!({"type": "message_start", "message": opening(message, turn)}));
    for (index, block) in turn.blocks.iter().enumerate() {
        out.push(json!({"type": "content_block_start", "index": index, "content_block": empty(block)}));
        if index == 0 {
            out.push(json!({"type": "ping"}));
        }
        for delta in deltas(block, &mut dice) {
            out.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        // The service does not close a call that the limit cut.
        if !matches!(block, Block::ToolUse { cut: Some(_), .. }) {
            out.push(json!({"type": "content_block_stop", "index": index}));
        }
    }
    let delta = json!({"stop_reason": turn.stop_reason, "stop_sequence": turn.stop_sequence});
    out.push(json!({"type": "message_delta", "delta": delta, "usage": closing(message, turn)}));
    out.push(json!({"type": "message_stop"}));
    for item in &mut out.items {
        if dice.between(0, 4) == 0 {
            item.pad = dice.between(1, 12);
        }
    }
    out.items
}

struct Events {
    items: Vec<SseItem>,
}

impl Events {
    fn push(&mut self, data: Value) {
        self.items.push(SseItem::typed(data));
    }
}

/// The message before anything is said.
fn opening(message: &Value, turn: &Turn) -> Value {
    let mut message = message.clone();
    set(&mut message, "content", json!([]));
    set(&mut message, "stop_reason", Value::Null);
    set(&mut message, "stop_sequence", Value::Null);
    if let Some(usage) = message.get_mut("usage") {
        // A small number that is not the total, so that it is not mistaken for one.
        set(usage, "output_tokens", json!(turn.output_tokens.min(3)));
        set(usage, "output_tokens_details", Value::Null);
    }
    message
}

/// Sets a key of an object.
fn set(object: &mut Value, key: &str, value: Value) {
    if let Some(map) = object.as_object_mut() {
        map.insert(key.to_owned(), value);
    }
}

/// Totals of the end; input is repeated only where a server tool may have changed it.
fn closing(message: &Value, turn: &Turn) -> Value {
    let mut usage = json!({"output_tokens": turn.output_tokens});
    if turn.thinking_tokens > 0 {
        set(&mut usage, "output_tokens_details", json!({"thinking_tokens": turn.thinking_tokens}));
    }
    if turn.searches > 0 {
        for key in
            ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "server_tool_use"]
        {
            set(&mut usage, key, message.get("usage").and_then(|u| u.get(key)).cloned().unwrap_or_default());
        }
    }
    usage
}

/// A block as in its start event.
fn empty(block: &Block) -> Value {
    match block {
        Block::Text { citations, .. } if !citations.is_empty() => {
            json!({"type": "text", "text": "", "citations": []})
        }
        Block::Text { .. } => json!({"type": "text", "text": ""}),
        Block::Thinking { .. } => json!({"type": "thinking", "thinking": "", "signature": ""}),
        Block::ToolUse { .. } | Block::ServerToolUse { .. } => {
            let mut start = block.to_json();
            set(&mut start, "input", json!({}));
            start
        }
        Block::Whole(whole) => whole.clone(),
    }
}

fn deltas(block: &Block, dice: &mut Dice) -> Vec<Value> {
    match block {
        Block::Text { text, citations } => {
            let cited = citations.iter().map(|c| json!({"type": "citations_delta", "citation": c}));
            let spoken =
                pieces(text, dice).into_iter().map(|piece| json!({"type": "text_delta", "text": piece}));
            cited.chain(spoken).collect()
        }
        Block::Thinking { text, signature } => {
            let thought =
                pieces(text, dice).into_iter().map(|t| json!({"type": "thinking_delta", "thinking": t}));
            thought.chain([json!({"type": "signature_delta", "signature": signature})]).collect()
        }
        Block::ToolUse { input, cut, toolset, .. } => {
            let whole = cut.clone().unwrap_or_else(|| input.to_string());
            // A call of a toolset arrives in one piece (protocol §4.4).
            if toolset.is_some() { vec![fragment(&whole)] } else { fragments(&whole, dice) }
        }
        Block::ServerToolUse { input, .. } => fragments(&input.to_string(), dice),
        Block::Whole(_) => Vec::new(),
    }
}

fn fragment(json: &str) -> Value {
    json!({"type": "input_json_delta", "partial_json": json})
}

fn fragments(json: &str, dice: &mut Dice) -> Vec<Value> {
    let mut all = vec![fragment("")];
    // An input without arguments has nothing to stream.
    if json != "{}" {
        all.extend(pieces(json, dice).into_iter().map(fragment));
    }
    all
}

/// Cuts a text into pieces of 2 to 16 characters.
fn pieces<'a>(text: &'a str, dice: &mut Dice) -> Vec<&'a str> {
    let mut pieces = Vec::with_capacity(text.len() / 8);
    let mut rest = text;
    while !rest.is_empty() {
        let wanted = dice.between(2, 16);
        let end = rest.char_indices().nth(wanted).map_or(rest.len(), |(at, _)| at);
        let (piece, tail) = rest.split_at(end);
        pieces.push(piece);
        rest = tail;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_whole_characters_and_lose_nothing() {
        let text = "naïve ünïcödé — 日本語のテキスト 🎻🎻🎻".repeat(5);
        let cut = pieces(&text, &mut Dice::new(1));
        assert_eq!(cut.concat(), text);
        assert!(cut.len() > 5 && cut.iter().all(|p| p.chars().count() <= 16));
        assert_eq!(cut, pieces(&text, &mut Dice::new(1)));
        assert_ne!(cut, pieces(&text, &mut Dice::new(2)));
    }
}
