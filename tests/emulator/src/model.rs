//! The small deterministic model: what it says to a valid request. It knows nothing of HTTP, limits or validation.

mod call;
mod cut;
mod fill;
mod json_answer;
mod sources;
mod talk;
pub(crate) mod words;

use serde_json::{Value, json};

use crate::ids::Mint;
use crate::signature::Signer;
use crate::tokens::{text_tokens, tokens};

/// One block of output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Block {
    Text {
        text: String,
        citations: Vec<Value>,
    },
    Thinking {
        text: String,
        signature: String,
    },
    ToolUse {
        id: String,
        name: String,
        input: Value,
        toolset: Option<String>,
        /// The input ends here, in the middle: the limit cut it.
        cut: Option<String>,
    },
    ServerToolUse {
        id: String,
        name: String,
        input: Value,
    },
    /// A block that is sent whole.
    Whole(Value),
}

/// A finished turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Turn {
    pub(crate) blocks: Vec<Block>,
    pub(crate) stop_reason: &'static str,
    pub(crate) stop_sequence: Option<String>,
    pub(crate) output_tokens: u64,
    pub(crate) thinking_tokens: u64,
    pub(crate) searches: u64,
}

impl Block {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), citations: Vec::new() }
    }

    /// The block as in a message.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Text { text, citations } if citations.is_empty() => {
                json!({"type": "text", "text": text})
            }
            Self::Text { text, citations } => json!({"type": "text", "text": text, "citations": citations}),
            Self::Thinking { text, signature } => {
                json!({"type": "thinking", "thinking": text, "signature": signature})
            }
            Self::ToolUse { id, name, input, toolset, .. } => {
                let mut block = json!({"type": "tool_use", "id": id, "name": name, "input": input,
                    "caller": {"type": "direct"}});
                if let (Some(toolset), Some(map)) = (toolset, block.as_object_mut()) {
                    map.insert("toolset_name".to_owned(), json!(toolset));
                }
                block
            }
            Self::ServerToolUse { id, name, input } => {
                json!({"type": "server_tool_use", "id": id, "name": name, "input": input,
                    "caller": {"type": "direct"}})
            }
            Self::Whole(block) => block.clone(),
        }
    }

    /// Its output tokens.
    fn tokens(&self) -> u64 {
        match self {
            Self::Text { text, .. } => text_tokens(text),
            Self::Thinking { text, .. } => text_tokens(text),
            Self::ToolUse { name, cut: Some(partial), .. } => tokens((name.len() + partial.len()) as u64),
            Self::ToolUse { name, input, .. } | Self::ServerToolUse { name, input, .. } => {
                tokens((name.len() + input.to_string().len()) as u64)
            }
            Self::Whole(_) => 0,
        }
    }
}

/// The inputs of the model besides the request.
#[derive(Debug)]
pub(crate) struct Mind<'a> {
    pub(crate) ids: &'a Mint,
    pub(crate) signer: &'a Signer,
    /// Thoughts are shown unless the request says otherwise.
    pub(crate) shows_thoughts: bool,
    /// Output tokens that fit into the window.
    pub(crate) room: u64,
}

/// Answers a valid request.
pub(crate) fn answer(body: &Value, mind: &Mind<'_>) -> Turn {
    let max_tokens = body.get("max_tokens").and_then(Value::as_u64).unwrap_or(0);
    let mut turn = Turn {
        blocks: Vec::new(),
        stop_reason: "max_tokens",
        stop_sequence: None,
        output_tokens: 0,
        thinking_tokens: 0,
        searches: 0,
    };
    if max_tokens == 0 {
        return turn;
    }
    turn.stop_reason = "end_turn";
    let prompt = words::last_prompt(body);
    let thought = think(body, &prompt);
    let calls = call::choose(body, &prompt);
    if !calls.is_empty() {
        if !call::is_forced(body) {
            turn.blocks.push(Block::text(call::announce(&calls)));
        }
        turn.blocks.extend(calls.into_iter().map(|call| call.into_block(mind.ids)));
        turn.stop_reason = "tool_use";
    } else if let Some(blocks) = sources::search(body, &prompt, mind) {
        turn.searches = 1;
        turn.blocks.extend(blocks);
    } else if let Some(document) = json_answer::answer(body, &prompt) {
        turn.blocks.push(Block::text(document));
    } else if let Some(blocks) = sources::cite(body) {
        turn.blocks.extend(blocks);
    } else {
        turn.blocks.push(Block::text(talk::say(body, &prompt)));
    }
    if let Some(thought) = thought {
        turn.blocks.insert(0, Block::Thinking { text: thought, signature: String::new() });
    }
    cut::at_stop_sequences(&mut turn, body);
    let room_is_less = mind.room < max_tokens;
    if cut::at_tokens(&mut turn, max_tokens.min(mind.room)) {
        turn.stop_reason = if room_is_less { "model_context_window_exceeded" } else { "max_tokens" };
        turn.stop_sequence = None;
    }
    turn.thinking_tokens =
        turn.blocks.iter().filter(|b| matches!(b, Block::Thinking { .. })).map(Block::tokens).sum();
    // Even an empty answer costs the token that ends it.
    turn.output_tokens = turn.blocks.iter().map(Block::tokens).sum::<u64>().max(1);
    sign(&mut turn, body, mind);
    turn
}

/// Thoughts are signed as they are shown, after all cutting.
fn sign(turn: &mut Turn, body: &Value, mind: &Mind<'_>) {
    let display = body.get("thinking").and_then(|t| t.get("display")).and_then(Value::as_str);
    let shown = display.map_or(mind.shows_thoughts, |d| d == "summarized");
    for block in &mut turn.blocks {
        if let Block::Thinking { text, signature } = block {
            let hidden = std::mem::take(text);
            if shown {
                text.clone_from(&hidden);
            }
            *signature = mind.signer.sign(text, &hidden);
        }
    }
}

fn think(body: &Value, prompt: &str) -> Option<String> {
    let kind = body.get("thinking").and_then(|t| t.get("type")).and_then(Value::as_str)?;
    // An adaptive thinker does not waste a thought on small talk.
    if kind == "disabled" || (kind == "adaptive" && prompt.len() < 8) {
        return None;
    }
    let tools = body.get("tools").and_then(Value::as_array).map_or(0, Vec::len);
    let means = match tools {
        0 => "I can answer from what I know.".to_owned(),
        1 => "One tool might help.".to_owned(),
        n => format!("{n} tools might help."),
    };
    Some(format!("The user says: {}. {means}", words::shorten(prompt, 12)))
}

#[cfg(test)]
mod tests;
