//! The blocks of an answer (protocol §3.2, §3.3): the union and its plain members. Tool calls and server tool results
//! have files of their own.

// generated: types
use super::citation::Citation;
use super::config::CacheControl;
use super::context::{CompactionBlock, FallbackBlock};
use super::mcp::{McpToolListingBlock, McpToolResultBlock, McpToolUseBlock};
use super::server_tools::{
    AdvisorToolResultBlock, BashCodeExecutionToolResultBlock, CodeExecutionToolResultBlock,
    TextEditorToolResultBlock, ToolSearchToolResultBlock, WebFetchToolResultBlock, WebSearchToolResultBlock,
};
use super::tool_call::{ServerToolUseBlock, ToolUseBlock};

open_union! {
    /// One block of the model's answer.
    ///
    /// ```
    /// use parlour::ContentBlock;
    ///
    /// let json = parlour::Json::parse(r#"{"type":"hologram","depth":3.0}"#)?;
    /// let block: ContentBlock = json.decode()?;
    /// assert_eq!(block.kind(), "hologram");
    /// assert_eq!(parlour::Json::from_serialize(&block)?.as_str(), json.as_str());
    /// # Ok::<(), parlour::JsonError>(())
    /// ```
    pub enum ContentBlock {
        /// Text for the reader.
        "text" => Text(TextBlock) as_text,
        /// The model's reasoning.
        "thinking" => Thinking(ThinkingBlock) as_thinking,
        /// Reasoning that the service keeps to itself.
        "redacted_thinking" => RedactedThinking(RedactedThinkingBlock) as_redacted_thinking,
        /// A call of one of the caller's tools.
        "tool_use" => ToolUse(ToolUseBlock) as_tool_use,
        /// A call of a tool that the service runs itself.
        "server_tool_use" => ServerToolUse(ServerToolUseBlock) as_server_tool_use,
        /// Result of a web search.
        "web_search_tool_result" => WebSearchToolResult(WebSearchToolResultBlock) as_web_search_tool_result,
        /// Result of fetching a page.
        "web_fetch_tool_result" => WebFetchToolResult(WebFetchToolResultBlock) as_web_fetch_tool_result,
        /// Result of running code.
        "code_execution_tool_result" => CodeExecutionToolResult(CodeExecutionToolResultBlock)
            as_code_execution_tool_result,
        /// Result of a shell command.
        "bash_code_execution_tool_result" => BashCodeExecutionToolResult(BashCodeExecutionToolResultBlock)
            as_bash_code_execution_tool_result,
        /// Result of editing a file in the sandbox.
        "text_editor_code_execution_tool_result" => TextEditorCodeExecutionToolResult(TextEditorToolResultBlock)
            as_text_editor_code_execution_tool_result,
        /// Result of a tool search.
        "tool_search_tool_result" => ToolSearchToolResult(ToolSearchToolResultBlock) as_tool_search_tool_result,
        /// Beta: what another model advised.
        "advisor_tool_result" => AdvisorToolResult(AdvisorToolResultBlock) as_advisor_tool_result,
        /// A file in the sandbox.
        "container_upload" => ContainerUpload(ContainerUploadBlock) as_container_upload,
        /// Beta: a call of a tool of an MCP server, which the service runs itself.
        "mcp_tool_use" => McpToolUse(McpToolUseBlock) as_mcp_tool_use,
        /// Beta: what such a call gave.
        "mcp_tool_result" => McpToolResult(McpToolResultBlock) as_mcp_tool_result,
        /// Beta: the tools of an MCP server.
        "mcp_tool_listing" => McpToolListing(McpToolListingBlock) as_mcp_tool_listing,
        /// Beta: a summary of the conversation so far.
        "compaction" => Compaction(CompactionBlock) as_compaction,
        /// Beta: another model goes on from here.
        "fallback" => Fallback(FallbackBlock) as_fallback,
    }
}

wire! {
    /// Text, in an answer or in a request.
    pub struct TextBlock, tag = "text" {
        /// The text.
        "text" text: String,
        /// The sources that support the text.
        "citations" citations: Option<Vec<Citation>>,
        /// Cache breakpoint. Not accepted on empty text.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// Reasoning. It has to be sent back unchanged within a tool loop (protocol §2.2, §9.6).
    pub struct ThinkingBlock, tag = "thinking" {
        /// The reasoning; may be empty.
        "thinking" thinking: String,
        /// Opaque proof that the service wrote it.
        "signature" signature: String,
    }
}

wire! {
    /// Reasoning in encrypted form, sent back unchanged.
    pub struct RedactedThinkingBlock, tag = "redacted_thinking" {
        /// Opaque.
        "data" data: String,
    }
}

wire! {
    /// A file in the sandbox: made there (answer) or to be put there (request); protocol §2.5, §3.3.
    pub struct ContainerUploadBlock, tag = "container_upload" {
        /// The file.
        "file_id" file_id: String,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}
// end generated

impl TextBlock {
    /// A block of plain text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> TextBlock {
        TextBlock { text: text.into(), ..TextBlock::default() }
    }

    /// Ends a cacheable prefix with this block (protocol §10.1).
    #[must_use]
    pub fn cache_control(mut self, cache_control: CacheControl) -> TextBlock {
        self.cache_control = Some(cache_control);
        self
    }
}

impl From<&str> for TextBlock {
    fn from(text: &str) -> TextBlock {
        TextBlock::new(text)
    }
}

impl From<String> for TextBlock {
    fn from(text: String) -> TextBlock {
        TextBlock::new(text)
    }
}

impl ContentBlock {
    /// The id of a call that the service runs itself, of its own tools or those of an MCP server.
    #[must_use]
    pub fn server_call(&self) -> Option<&str> {
        match self {
            ContentBlock::ServerToolUse(call) => Some(&call.id),
            ContentBlock::McpToolUse(call) => Some(&call.id),
            _ => None,
        }
    }
}

// generated: blocks
impl ContentBlock {
    /// The server tool call that this block is the result of, if it is one.
    #[must_use]
    pub fn server_result_of(&self) -> Option<&str> {
        match self {
            Self::WebSearchToolResult(result) => Some(&result.tool_use_id),
            Self::WebFetchToolResult(result) => Some(&result.tool_use_id),
            Self::CodeExecutionToolResult(result) => Some(&result.tool_use_id),
            Self::BashCodeExecutionToolResult(result) => Some(&result.tool_use_id),
            Self::TextEditorCodeExecutionToolResult(result) => Some(&result.tool_use_id),
            Self::ToolSearchToolResult(result) => Some(&result.tool_use_id),
            Self::AdvisorToolResult(result) => Some(&result.tool_use_id),
            Self::McpToolResult(result) => Some(&result.tool_use_id),
            _ => None,
        }
    }
}
// end generated
