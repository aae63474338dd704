//! Tool inputs of a message that must not be used, as flat values. The core knows it of each block, but it is not part
//! of a message's JSON, which is how a message travels to a host. It must not judge an input itself.

use parlour::Message;
use parlour::model::{ContentBlock, InputState};

/// An input that is not a JSON object the model finished (protocol §9.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedInput {
    /// The position of its block in the content.
    pub index: usize,
    /// `"incomplete"`: the answer was cut within it. `"invalid"`: it is finished, but no JSON object.
    pub state: &'static str,
    /// The text that the model wrote.
    pub raw: String,
}

/// The inputs of a message that must not be used; most messages have none.
#[must_use]
pub fn unfinished_inputs(message: &Message) -> Vec<UnfinishedInput> {
    let blocks = message.content.iter().enumerate();
    blocks.filter_map(|(index, block)| unfinished_input(index, block)).collect()
}

/// The same for the block at `index` of a message.
#[must_use]
pub fn unfinished_input(index: usize, block: &ContentBlock) -> Option<UnfinishedInput> {
    let state = match block {
        ContentBlock::ToolUse(call) => &call.input_state,
        ContentBlock::ServerToolUse(call) => &call.input_state,
        ContentBlock::McpToolUse(call) => &call.input_state,
        _ => return None,
    };
    let (state, raw) = match state {
        InputState::Incomplete { raw } => ("incomplete", raw.clone()),
        InputState::Invalid { raw } => ("invalid", raw.clone()),
        _ => return None,
    };
    Some(UnfinishedInput { index, state, raw })
}
