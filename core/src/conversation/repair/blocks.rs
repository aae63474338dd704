//! Finds the defects of a single block, and the call that a block makes or answers.

use std::borrow::Cow;

use super::RepairKind;
use crate::json::Json;
use crate::model::{InputBlock, McpToolUseBlock, Role, ServerToolUseBlock, ToolUseBlock};

/// The defect of a block in a turn of this role.
pub(super) fn fault(block: &InputBlock, role: &Role) -> Option<RepairKind> {
    let of_the_model = is_server_result(block)
        || matches!(
            block,
            InputBlock::Thinking(_)
                | InputBlock::RedactedThinking(_)
                | InputBlock::ToolUse(_)
                | InputBlock::ServerToolUse(_)
                | InputBlock::McpToolUse(_)
                | InputBlock::McpToolListing(_)
                | InputBlock::Compaction(_)
                | InputBlock::Fallback(_)
        );
    let of_the_user = matches!(
        block,
        InputBlock::Image(_)
            | InputBlock::Document(_)
            | InputBlock::SearchResult(_)
            | InputBlock::ToolResult(_)
            | InputBlock::ToolReference(_)
            | InputBlock::BrowserState(_)
    );
    let of_the_system = changes_tools(block);
    let nested_alone = matches!(block, InputBlock::ToolReference(_) | InputBlock::BrowserState(_));
    let misplaced = match role {
        Role::User => of_the_model || nested_alone || of_the_system,
        Role::Assistant => of_the_user || of_the_system,
        _ => !of_the_system && block.as_text().is_none() && !matches!(block, InputBlock::Other(_)),
    };
    if misplaced {
        return Some(RepairKind::RemovedMisplacedBlock);
    }
    match block {
        InputBlock::Text(text) if text.text.is_empty() => Some(RepairKind::RemovedEmptyText),
        InputBlock::Thinking(thinking) if thinking.signature.is_empty() => {
            Some(RepairKind::RemovedUnsignedThinking)
        }
        InputBlock::ToolUse(call) if call.id.is_empty() || call.name.is_empty() => {
            Some(RepairKind::RemovedMisplacedBlock)
        }
        InputBlock::ServerToolUse(call) if call.id.is_empty() => Some(RepairKind::RemovedServerTool),
        InputBlock::McpToolUse(call) if call.id.is_empty() => Some(RepairKind::RemovedServerTool),
        InputBlock::ToolUse(ToolUseBlock { input, .. })
        | InputBlock::ServerToolUse(ServerToolUseBlock { input, .. })
        | InputBlock::McpToolUse(McpToolUseBlock { input, .. })
            if !input.is_object() =>
        {
            Some(RepairKind::ReplacedInput)
        }
        _ => None,
    }
}

/// Blocks that only system messages may hold.
fn changes_tools(block: &InputBlock) -> bool {
    matches!(block, InputBlock::ToolAddition(_) | InputBlock::ToolRemoval(_))
}

pub(super) fn replace_input(block: &mut InputBlock) {
    let state = crate::model::InputState::Complete;
    match block {
        InputBlock::ToolUse(call) => call.set_input(Json::object(), state),
        InputBlock::ServerToolUse(call) => call.set_input(Json::object(), state),
        InputBlock::McpToolUse(call) => call.set_input(Json::object(), state),
        _ => {}
    }
}

pub(super) fn call_id(block: &InputBlock) -> Option<&str> {
    match block {
        InputBlock::ToolUse(call) => Some(&call.id),
        InputBlock::ServerToolUse(call) => Some(&call.id),
        InputBlock::McpToolUse(call) => Some(&call.id),
        InputBlock::ToolResult(result) => Some(&result.tool_use_id),
        _ => None,
    }
}

/// The id of the call that a block makes or answers, or else the block's type.
pub(super) fn subject_of(block: &InputBlock) -> String {
    call_id(block).unwrap_or_else(|| block.kind()).to_owned()
}

pub(super) fn server_call(block: &InputBlock) -> Option<&str> {
    block.server_call()
}

pub(super) fn called_by_code(block: &InputBlock) -> bool {
    let caller = block.as_tool_use().and_then(|call| call.caller.as_ref());
    caller.is_some_and(|caller| !caller.is_direct())
}

/// A result that the service made itself.
pub(super) fn is_server_result(block: &InputBlock) -> bool {
    block.kind().ends_with("_tool_result")
}

/// The call that such a result belongs to.
pub(super) fn result_of(block: &InputBlock) -> Option<Cow<'_, str>> {
    match block {
        InputBlock::Other(other) => other.server_result_of().map(Cow::Owned),
        _ => block.server_result_of().map(Cow::Borrowed),
    }
}
