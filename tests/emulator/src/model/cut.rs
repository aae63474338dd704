//! Where output ends before its natural end: stop sequences and token limits.

use serde_json::{Map, Value};

use super::{Block, Turn};
use crate::tokens::bytes_of;

/// Cuts the text before the first stop sequence in it; the rest is never produced.
pub(super) fn at_stop_sequences(turn: &mut Turn, body: &Value) {
    let stops: Vec<&str> = body
        .get("stop_sequences")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for index in 0..turn.blocks.len() {
        let Some(Block::Text { text, .. }) = turn.blocks.get_mut(index) else { continue };
        let found =
            stops.iter().filter_map(|stop| text.find(stop).map(|at| (at, *stop))).min_by_key(|(at, _)| *at);
        if let Some((at, stop)) = found {
            text.truncate(at);
            let empty = text.is_empty();
            turn.blocks.truncate(if empty { index } else { index + 1 });
            turn.stop_reason = "stop_sequence";
            turn.stop_sequence = Some(stop.to_owned());
            return;
        }
    }
}

/// Keeps at most that many tokens. True: something is missing now.
pub(super) fn at_tokens(turn: &mut Turn, most: u64) -> bool {
    let mut left = most;
    for index in 0..turn.blocks.len() {
        let Some(block) = turn.blocks.get_mut(index) else { break };
        let cost = block.tokens();
        if cost <= left {
            left -= cost;
            continue;
        }
        let keep = shorten(block, bytes_of(left));
        turn.blocks.truncate(if keep { index + 1 } else { index });
        return true;
    }
    false
}

/// Cuts one block to that many bytes. False: nothing of it is left.
fn shorten(block: &mut Block, bytes: usize) -> bool {
    match block {
        Block::Text { text, .. } | Block::Thinking { text, .. } => {
            text.truncate(floor(text, bytes));
            !text.is_empty()
        }
        Block::ToolUse { name, input, cut, .. } => {
            let whole = input.to_string();
            let Some(room) = bytes.checked_sub(name.len()) else { return false };
            let partial = whole.get(..floor(&whole, room)).unwrap_or_default().to_owned();
            *input = finished_part(input, &partial);
            *cut = Some(partial);
            true
        }
        // Server tools are finished or not there at all.
        Block::ServerToolUse { .. } | Block::Whole(_) => false,
    }
}

/// Largest character boundary up to there.
fn floor(text: &str, bytes: usize) -> usize {
    (0..=bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The properties that are complete in a cut input.
fn finished_part(input: &Value, partial: &str) -> Value {
    let mut kept = Map::new();
    for (key, value) in input.as_object().into_iter().flatten() {
        kept.insert(key.clone(), value.clone());
        let so_far = Value::Object(kept.clone()).to_string();
        if !so_far.strip_suffix('}').is_some_and(|open| partial.starts_with(open)) {
            kept.remove(key);
            break;
        }
    }
    Value::Object(kept)
}
