//! The content blocks of a message.

use parlour_bridge::wire::ContentBlock;

use crate::catch::value_or;
use crate::message::parlour_message;
use crate::text::parlour_str;

/// The kind of a content block: one of PARLOUR_BLOCK_..., or a number of a newer library.
pub type parlour_block_kind = u32;

/// There is no such block, or its type is not known to this version: parlour_message_block_type() returns the type.
pub const PARLOUR_BLOCK_OTHER: parlour_block_kind = 0;

// generated: kinds
/// Text for the reader.
pub const PARLOUR_BLOCK_TEXT: parlour_block_kind = 1;
/// The model's reasoning.
pub const PARLOUR_BLOCK_THINKING: parlour_block_kind = 2;
/// Reasoning that the service keeps to itself.
pub const PARLOUR_BLOCK_REDACTED_THINKING: parlour_block_kind = 3;
/// A call of one of the caller's tools.
pub const PARLOUR_BLOCK_TOOL_USE: parlour_block_kind = 4;
/// A call of a tool that the service runs itself.
pub const PARLOUR_BLOCK_SERVER_TOOL_USE: parlour_block_kind = 5;
/// Result of a web search.
pub const PARLOUR_BLOCK_WEB_SEARCH_TOOL_RESULT: parlour_block_kind = 6;
/// Result of fetching a page.
pub const PARLOUR_BLOCK_WEB_FETCH_TOOL_RESULT: parlour_block_kind = 7;
/// Result of running code.
pub const PARLOUR_BLOCK_CODE_EXECUTION_TOOL_RESULT: parlour_block_kind = 8;
/// Result of a shell command.
pub const PARLOUR_BLOCK_BASH_CODE_EXECUTION_TOOL_RESULT: parlour_block_kind = 9;
/// Result of editing a file in the sandbox.
pub const PARLOUR_BLOCK_TEXT_EDITOR_CODE_EXECUTION_TOOL_RESULT: parlour_block_kind = 10;
/// Result of a tool search.
pub const PARLOUR_BLOCK_TOOL_SEARCH_TOOL_RESULT: parlour_block_kind = 11;
/// A file in the sandbox.
pub const PARLOUR_BLOCK_CONTAINER_UPLOAD: parlour_block_kind = 12;
/// Beta: a call of a tool of an MCP server, which the service runs itself.
pub const PARLOUR_BLOCK_MCP_TOOL_USE: parlour_block_kind = 13;
/// Beta: what such a call gave.
pub const PARLOUR_BLOCK_MCP_TOOL_RESULT: parlour_block_kind = 14;
/// Beta: the tools of an MCP server.
pub const PARLOUR_BLOCK_MCP_TOOL_LISTING: parlour_block_kind = 15;
/// Beta: a summary of the conversation so far.
pub const PARLOUR_BLOCK_COMPACTION: parlour_block_kind = 16;
/// Beta: another model goes on from here.
pub const PARLOUR_BLOCK_FALLBACK: parlour_block_kind = 17;
/// Beta: what another model advised.
pub const PARLOUR_BLOCK_ADVISOR_TOOL_RESULT: parlour_block_kind = 18;
// end generated

/// Whether the input of a tool call may be used: one of PARLOUR_INPUT_....
pub type parlour_input_state = u32;

/// There is no such input: the block is no tool call.
pub const PARLOUR_INPUT_NONE: parlour_input_state = 0;
/// The input is what the model wrote.
pub const PARLOUR_INPUT_COMPLETE: parlour_input_state = 1;
/// The model finished the input, but it is no JSON object. Do not run the tool.
pub const PARLOUR_INPUT_INVALID: parlour_input_state = 2;
/// The answer was cut within the input. Never run the tool.
pub const PARLOUR_INPUT_INCOMPLETE: parlour_input_state = 3;

/// The number of content blocks.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_count(message: Option<&parlour_message>) -> usize {
    value_or(0, || Some(message?.shared().typed().content.len()))
}

/// The kind of a block: one of PARLOUR_BLOCK_..., or a number of a newer library.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_kind(
    message: Option<&parlour_message>,
    index: usize,
) -> parlour_block_kind {
    value_or(PARLOUR_BLOCK_OTHER, || block(message, index).map(kind))
}

// generated: kind
fn kind(block: &ContentBlock) -> parlour_block_kind {
    match block {
        ContentBlock::Text(_) => PARLOUR_BLOCK_TEXT,
        ContentBlock::Thinking(_) => PARLOUR_BLOCK_THINKING,
        ContentBlock::RedactedThinking(_) => PARLOUR_BLOCK_REDACTED_THINKING,
        ContentBlock::ToolUse(_) => PARLOUR_BLOCK_TOOL_USE,
        ContentBlock::ServerToolUse(_) => PARLOUR_BLOCK_SERVER_TOOL_USE,
        ContentBlock::WebSearchToolResult(_) => PARLOUR_BLOCK_WEB_SEARCH_TOOL_RESULT,
        ContentBlock::WebFetchToolResult(_) => PARLOUR_BLOCK_WEB_FETCH_TOOL_RESULT,
        ContentBlock::CodeExecutionToolResult(_) => PARLOUR_BLOCK_CODE_EXECUTION_TOOL_RESULT,
        ContentBlock::BashCodeExecutionToolResult(_) => PARLOUR_BLOCK_BASH_CODE_EXECUTION_TOOL_RESULT,
        ContentBlock::TextEditorCodeExecutionToolResult(_) => {
            PARLOUR_BLOCK_TEXT_EDITOR_CODE_EXECUTION_TOOL_RESULT
        }
        ContentBlock::ToolSearchToolResult(_) => PARLOUR_BLOCK_TOOL_SEARCH_TOOL_RESULT,
        ContentBlock::ContainerUpload(_) => PARLOUR_BLOCK_CONTAINER_UPLOAD,
        ContentBlock::McpToolUse(_) => PARLOUR_BLOCK_MCP_TOOL_USE,
        ContentBlock::McpToolResult(_) => PARLOUR_BLOCK_MCP_TOOL_RESULT,
        ContentBlock::McpToolListing(_) => PARLOUR_BLOCK_MCP_TOOL_LISTING,
        ContentBlock::Compaction(_) => PARLOUR_BLOCK_COMPACTION,
        ContentBlock::Fallback(_) => PARLOUR_BLOCK_FALLBACK,
        ContentBlock::AdvisorToolResult(_) => PARLOUR_BLOCK_ADVISOR_TOOL_RESULT,
        _ => PARLOUR_BLOCK_OTHER,
    }
}
// end generated

/// The type of a block on the wire, for example "text"; an open set. Empty beyond the last block.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_type(message: Option<&parlour_message>, index: usize) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of(block(message, index)?.kind())))
}

/// The text of a text block, or the reasoning of a thinking block; empty for any other.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_text(message: Option<&parlour_message>, index: usize) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        Some(parlour_str::of(match block(message, index)? {
            ContentBlock::Text(text) => &text.text,
            ContentBlock::Thinking(thinking) => &thinking.thinking,
            _ => return None,
        }))
    })
}

/// The id of a tool call, which its result has to name; empty for any other block.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_tool_id(
    message: Option<&parlour_message>,
    index: usize,
) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        Some(parlour_str::of(match block(message, index)? {
            ContentBlock::ToolUse(call) => &call.id,
            ContentBlock::ServerToolUse(call) => &call.id,
            ContentBlock::McpToolUse(call) => &call.id,
            _ => return None,
        }))
    })
}

/// The name of the tool that is called; empty for any other block.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_tool_name(
    message: Option<&parlour_message>,
    index: usize,
) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        Some(parlour_str::of(match block(message, index)? {
            ContentBlock::ToolUse(call) => &call.name,
            ContentBlock::ServerToolUse(call) => call.name.as_str(),
            ContentBlock::McpToolUse(call) => &call.name,
            _ => return None,
        }))
    })
}

/// The input of a tool call: a JSON object, as the model wrote it. Look at parlour_message_block_input_state() before
/// running the tool. Empty for any other block.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_tool_input_json(
    message: Option<&parlour_message>,
    index: usize,
) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        Some(parlour_str::of(match block(message, index)? {
            ContentBlock::ToolUse(call) => call.input.as_str(),
            ContentBlock::ServerToolUse(call) => call.input.as_str(),
            ContentBlock::McpToolUse(call) => call.input.as_str(),
            _ => return None,
        }))
    })
}

/// Whether the input of a tool call may be used: one of PARLOUR_INPUT_....
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_input_state(
    message: Option<&parlour_message>,
    index: usize,
) -> parlour_input_state {
    value_or(PARLOUR_INPUT_NONE, || {
        match block(message, index)? {
            ContentBlock::ToolUse(_) | ContentBlock::ServerToolUse(_) | ContentBlock::McpToolUse(_) => {}
            _ => return None,
        }
        let known = message?.shared().unfinished().iter().find(|input| input.index == index);
        Some(match known.map(|input| input.state) {
            None => PARLOUR_INPUT_COMPLETE,
            Some("invalid") => PARLOUR_INPUT_INVALID,
            Some(_) => PARLOUR_INPUT_INCOMPLETE,
        })
    })
}

/// The text of an input that the model did not complete; empty for a complete one.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_input_raw(
    message: Option<&parlour_message>,
    index: usize,
) -> parlour_str {
    value_or(parlour_str::EMPTY, || {
        let known = message?.shared().unfinished().iter().find(|input| input.index == index);
        known.map(|input| parlour_str::of(&input.raw))
    })
}

/// A block as JSON text; empty beyond the last block.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_message_block_json(message: Option<&parlour_message>, index: usize) -> parlour_str {
    value_or(parlour_str::EMPTY, || message?.shared().blocks().get(index).map(|json| parlour_str::of(json)))
}

fn block(message: Option<&parlour_message>, index: usize) -> Option<&ContentBlock> {
    message?.shared().typed().content.get(index)
}
