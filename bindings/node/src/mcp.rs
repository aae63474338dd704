//! Contents of the Model Context Protocol as content blocks, and back, for JavaScript. Contents without a counterpart
//! are returned as `refusal` with a text for the program, and are no exception.

use napi_derive::napi;

use crate::client_tools::MadeText;

/// Why the service takes no tool of this name; null if it does.
#[napi(catch_unwind, ts_return_type = "string | null")]
pub fn mcp_refuse_name(name: String) -> Option<String> {
    parlour_bridge::mcp::check_name(&name).err()
}

/// Content blocks of a server's result: JSON in, JSON of an array out.
#[napi(catch_unwind)]
pub fn mcp_to_blocks(value: String) -> MadeText {
    parlour_bridge::mcp::to_blocks(&value).into()
}

/// Text or content blocks as contents of a server: JSON in, JSON of an array out.
#[napi(catch_unwind)]
pub fn mcp_to_contents(content: String) -> MadeText {
    parlour_bridge::mcp::to_contents(&content).into()
}

/// A message of a prompt as a turn for a request: JSON in, JSON out.
#[napi(catch_unwind)]
pub fn mcp_to_turn(message: String) -> MadeText {
    parlour_bridge::mcp::to_turn(&message).into()
}

/// Text or content blocks as the contents of the resource with this URI: JSON in, JSON of an array out.
#[napi(catch_unwind)]
pub fn mcp_to_resource(uri: String, content: String) -> MadeText {
    parlour_bridge::mcp::to_resource(&uri, &content).into()
}
