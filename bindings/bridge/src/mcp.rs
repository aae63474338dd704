//! Contents of the Model Context Protocol (MCP) as content blocks, and back, as a host has them: JSON in, JSON out. Every decision is
//! the core's.

use parlour::{Json, mcp};

/// Checks the name by which the model calls a tool of a server.
///
/// # Errors
/// A name that the service does not take, in words for the program.
pub fn check_name(name: &str) -> Result<(), String> {
    mcp::check_name(name).map_err(|error| error.to_string())
}

/// Content blocks of what a server gave, as a JSON array.
///
/// # Errors
/// What there is no form for, in words for the program.
pub fn to_blocks(value: &str) -> Result<String, String> {
    converted(value, mcp::to_blocks)
}

/// Text or content blocks, as JSON, as contents of MCP, a JSON array.
///
/// # Errors
/// What there is no form for, in words for the program.
pub fn to_contents(content: &str) -> Result<String, String> {
    converted(content, mcp::to_contents)
}

/// A message of a prompt, as JSON, as a turn for a request.
///
/// # Errors
/// What there is no form for, in words for the program.
pub fn to_turn(message: &str) -> Result<String, String> {
    converted(message, mcp::to_turn)
}

/// Text or content blocks, as JSON, as the contents of the resource with this URI, a JSON array.
///
/// # Errors
/// What there is no form for, in words for the program.
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
