//! Converts contents of the Model Context Protocol (MCP) to content blocks and back, as JSON. The core makes every
//! decision.

use parlour::{Json, mcp};

/// Checks the name by which the model calls a tool of a server.
///
/// # Errors
/// A name that the service refuses, in words for the program.
pub fn check_name(name: &str) -> Result<(), String> {
    mcp::check_name(name).map_err(|error| error.to_string())
}

/// Converts content of a server to content blocks, as a JSON array.
///
/// # Errors
/// The content that has no equivalent, in words for the program.
pub fn to_blocks(value: &str) -> Result<String, String> {
    converted(value, mcp::to_blocks)
}

/// Converts text or content blocks, as JSON, to contents of MCP, as a JSON array.
///
/// # Errors
/// The content that has no equivalent, in words for the program.
pub fn to_contents(content: &str) -> Result<String, String> {
    converted(content, mcp::to_contents)
}

/// Converts a message of a prompt, as JSON, to a turn of a request.
///
/// # Errors
/// The content that has no equivalent, in words for the program.
pub fn to_turn(message: &str) -> Result<String, String> {
    converted(message, mcp::to_turn)
}

/// Converts text or content blocks, as JSON, to the contents of the resource with this URI, as a JSON array.
///
/// # Errors
/// The content that has no equivalent, in words for the program.
pub fn to_resource(uri: &str, content: &str) -> Result<String, String> {
    converted(content, |content| mcp::to_resource(uri, content))
}

fn converted(
    text: &str,
    convert: impl FnOnce(&Json) -> Result<Json, mcp::McpConversionError>,
) -> Result<String, String> {
    let json = Json::parse(text).map_err(|error| format!("this is no JSON: {error}"))?;
    Ok(convert(&json).map_err(|error| error.to_string())?.as_str().to_owned())
}
