//! Tools of MCP servers that the service calls itself, beta (protocol §8.8): the servers of a request, and the blocks
//! of an answer, which go back as they came. Tools of MCP servers that the caller runs are tools like any other.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};

use super::decode::Decode;
use super::reader::Reader;
use super::tool_call::call;
use crate::json::JsonError;

// generated: types
use super::config::CacheControl;
use super::param::Content;
use super::tool_call::InputState;
use crate::json::Json;

wire! {
    /// The service calls a tool of an MCP server. Never answer it with a `tool_result`.
    pub struct McpToolUseBlock, tag = "mcp_tool_use" {
        /// The id of the call, repeated in its result block.
        "id" id: String,
        /// The tool.
        "name" name: String,
        /// The server, by its name in the request.
        "server_name" server_name: String,
        /// The arguments: a JSON object, as the text the model wrote.
        "input" input: Json = Json::object(),
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
    local {
        /// Whether `input` may be used.
        input_state: InputState,
    }
}

wire! {
    /// The result of a tool of an MCP server.
    pub struct McpToolResultBlock, tag = "mcp_tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// Whether the tool failed; if so, the content gives the reason.
        "is_error" is_error: Option<bool>,
        /// Text, or blocks of text.
        "content" content: Option<Content>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// The tools that the service found at an MCP server; goes back unchanged.
    pub struct McpToolListingBlock, tag = "mcp_tool_listing" {
        /// The server, by its name in the request.
        "mcp_server_name" mcp_server_name: String,
        /// Its tools, as the server describes them.
        "tools" tools: Vec<Json>,
    }
}

wire! {
    /// An MCP server whose tools the service calls. Its tools are declared by
    /// [`Tool::mcp_toolset`](super::Tool::mcp_toolset).
    pub struct McpServer {
        /// `url`.
        "type" kind: String,
        /// Names the server in this request.
        "name" name: String,
        /// Its URL.
        "url" url: String,
        /// A secret that the service sends to the server.
        "authorization_token" authorization_token: Option<McpToken>,
        /// Which tools may be called.
        "tool_configuration" tool_configuration: Option<McpToolConfiguration>,
    }
}

wire! {
    /// Which tools of an MCP server may be called; the form used before toolsets.
    pub struct McpToolConfiguration {
        /// Whether any tool may be called.
        "enabled" enabled: Option<bool>,
        /// The only tools that may be called.
        "allowed_tools" allowed_tools: Option<Vec<String>>,
    }
}
// end generated

impl McpServer {
    /// The server at this address, under this name.
    #[must_use]
    pub fn new(name: impl Into<String>, url: impl Into<String>) -> McpServer {
        McpServer { kind: "url".to_owned(), name: name.into(), url: url.into(), ..McpServer::default() }
    }

    /// Sets the token that the service sends to the server. It is part of the request body, and `Debug` does not show
    /// it.
    #[must_use]
    pub fn authorization_token(mut self, token: impl Into<String>) -> McpServer {
        self.authorization_token = Some(McpToken(token.into()));
        self
    }
}

/// A secret between the service and an MCP server. `Debug` masks it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct McpToken(String);

impl McpToken {
    /// The secret itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for McpToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("McpToken(\"***\")")
    }
}

impl Decode for McpToken {
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
        String::decode(reader, depth).map(McpToken)
    }
}

impl Serialize for McpToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

call!(McpToolUseBlock, String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_of_a_server_is_sent_and_not_shown() {
        let server = McpServer::new("crm", "https://mcp.example/sse").authorization_token("tok-canary");
        let json = Json::from_serialize(&server).unwrap();
        assert_eq!(
            json.as_str(),
            r#"{"type":"url","name":"crm","url":"https://mcp.example/sse","authorization_token":"tok-canary"}"#
        );
        let read: McpServer = json.decode().unwrap();
        assert_eq!(read.authorization_token.as_ref().map(McpToken::expose), Some("tok-canary"));
        assert!(!format!("{read:?}").contains("tok-canary"));
    }

    #[test]
    fn a_call_parses_its_input() {
        let call = McpToolUseBlock::new("mcptoolu_1", "lookup", Json::parse(r#"{"id":7}"#).unwrap());
        let input: serde_json::Value = call.parse_input().unwrap();
        assert_eq!(input["id"], 7);
    }
}
