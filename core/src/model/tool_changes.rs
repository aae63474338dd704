//! Tools that come and go in mid-conversation, beta (protocol §1.3 rule 5, §8.8): blocks of a system message, which
//! change the tools from there on and leave `tools`, and the cache with it, as they are.

// generated: types
use super::config::CacheControl;
use super::tool::Tool;

wire! {
    /// Beta: a tool may be called from here on. Only in system messages; `tools` and the cache stay as they are
    /// (protocol §8.8).
    ///
    /// ```
    /// use parlour::{InputBlock, Json, MessageParam, Role, ToolAdditionBlock, ToolChange};
    ///
    /// let found = InputBlock::ToolAddition(ToolAdditionBlock::new(ToolChange::tool("get_weather")));
    /// let turn = MessageParam::new(Role::System, vec![found]);
    /// let json = Json::from_serialize(&turn)?;
    /// assert!(json.as_str().contains(r#""tool":{"type":"tool_reference","name":"get_weather"}"#));
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub struct ToolAdditionBlock, tag = "tool_addition" {
        /// The tool, by its name or with its definition.
        "tool" tool: ToolChange,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}

open_union! {
    /// The tool that comes or goes.
    pub enum ToolChange {
        /// A tool of the request's `tools`, or one that an earlier addition defined.
        "tool_reference" => Tool(ToolChangeTool) as_tool,
        /// A tool of an MCP server of the request.
        "mcp_tool_reference" => McpTool(ToolChangeMcpTool) as_mcp_tool,
        /// All tools of an MCP server of the request.
        "mcp_toolset_reference" => McpToolset(ToolChangeMcpToolset) as_mcp_toolset,
        /// A tool that no entry of `tools` declares; additions only.
        "tool_definition" => Definition(Box<ToolChangeDefinition>) as_definition,
    }
}

wire! {
    /// A tool of the request's `tools`, or one that an earlier addition defined.
    pub struct ToolChangeTool, tag = "tool_reference" {
        /// Its name.
        "name" name: String,
    }
}

wire! {
    /// A tool of an MCP server of the request.
    pub struct ToolChangeMcpTool, tag = "mcp_tool_reference" {
        /// Its name on the server.
        "name" name: String,
        /// The server, by its name in the request.
        "server_name" server_name: String,
    }
}

wire! {
    /// All tools of an MCP server of the request.
    pub struct ToolChangeMcpToolset, tag = "mcp_toolset_reference" {
        /// The server, by its name in the request.
        "server_name" server_name: String,
    }
}

wire! {
    /// A tool that no entry of `tools` declares.
    pub struct ToolChangeDefinition, tag = "tool_definition" {
        /// The tool, in the form of an entry of `tools`.
        "definition" definition: Tool,
    }
}

wire! {
    /// A tool must not be called from here on. Only in system messages. A model may still call it: the tool loop
    /// answers such a call as one of an unknown tool.
    pub struct ToolRemovalBlock, tag = "tool_removal" {
        /// The tool, by its name.
        "tool" tool: ToolChange,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}
// end generated

impl ToolAdditionBlock {
    /// Adds this tool.
    #[must_use]
    pub fn new(tool: ToolChange) -> ToolAdditionBlock {
        ToolAdditionBlock { tool, ..ToolAdditionBlock::default() }
    }
}

impl ToolRemovalBlock {
    /// Removes this tool.
    #[must_use]
    pub fn new(tool: ToolChange) -> ToolRemovalBlock {
        ToolRemovalBlock { tool, ..ToolRemovalBlock::default() }
    }
}

impl ToolChange {
    /// The tool of this name.
    #[must_use]
    pub fn tool(name: impl Into<String>) -> ToolChange {
        ToolChange::Tool(ToolChangeTool { name: name.into(), ..ToolChangeTool::default() })
    }

    /// The tool of this name at this MCP server.
    #[must_use]
    pub fn mcp_tool(server_name: impl Into<String>, name: impl Into<String>) -> ToolChange {
        let tool = ToolChangeMcpTool {
            name: name.into(),
            server_name: server_name.into(),
            ..ToolChangeMcpTool::default()
        };
        ToolChange::McpTool(tool)
    }

    /// All tools of this MCP server.
    #[must_use]
    pub fn mcp_toolset(server_name: impl Into<String>) -> ToolChange {
        let tools =
            ToolChangeMcpToolset { server_name: server_name.into(), ..ToolChangeMcpToolset::default() };
        ToolChange::McpToolset(tools)
    }

    /// A tool that is defined here.
    #[must_use]
    pub fn definition(tool: Tool) -> ToolChange {
        let definition = ToolChangeDefinition { definition: tool, ..ToolChangeDefinition::default() };
        ToolChange::Definition(Box::new(definition))
    }
}
