//! The blocks of a request (protocol §2). Blocks of an answer are among them, because an answer is sent back as it came
//! (protocol §2.6).

use super::blob::Blob;
use super::content::ContentBlock;
use super::other::OtherBlock;
use super::source::{Base64Source, FileSource, PlainTextSource, UrlSource};
use crate::json::Json;

// generated: types
use super::browser::BrowserStateBlock;
use super::config::{CacheControl, CitationsConfig};
use super::content::{ContainerUploadBlock, RedactedThinkingBlock, TextBlock, ThinkingBlock};
use super::context::{CompactionBlock, FallbackBlock};
use super::mcp::{McpToolListingBlock, McpToolResultBlock, McpToolUseBlock};
use super::param::Content;
use super::server_tools::{
    AdvisorToolResultBlock, BashCodeExecutionToolResultBlock, CodeExecutionToolResultBlock,
    TextEditorToolResultBlock, ToolSearchToolResultBlock, WebFetchToolResultBlock, WebSearchToolResultBlock,
};
use super::source::{DocumentSource, ImageSource, ImageTransformations};
use super::tool_call::{ServerToolUseBlock, ToolUseBlock};
use super::tool_changes::{ToolAdditionBlock, ToolRemovalBlock};

open_union! {
    /// One block of a turn that is sent.
    ///
    /// ```
    /// use parlour::{Blob, InputBlock};
    ///
    /// let picture = InputBlock::image("image/png", Blob::encode(b"not really a picture"));
    /// let question = InputBlock::text("What is this?");
    /// let request = parlour::MessageRequest::new("svc-sonnet-4-5", 200).user_blocks(vec![picture, question]);
    /// assert_eq!(request.messages.len(), 1);
    /// ```
    pub enum InputBlock {
        /// Text.
        "text" => Text(TextBlock) as_text,
        /// An image.
        "image" => Image(ImageBlock) as_image,
        /// A document.
        "document" => Document(DocumentBlock) as_document,
        /// A search result of the caller, which the model may cite.
        "search_result" => SearchResult(SearchResultBlock) as_search_result,
        /// A tool, named in a tool result.
        "tool_reference" => ToolReference(ToolReferenceBlock) as_tool_reference,
        /// The state of a browser, in a tool result.
        "browser_state" => BrowserState(BrowserStateBlock) as_browser_state,
        /// Reasoning of an earlier answer.
        "thinking" => Thinking(ThinkingBlock) as_thinking,
        /// Sealed reasoning of an earlier answer.
        "redacted_thinking" => RedactedThinking(RedactedThinkingBlock) as_redacted_thinking,
        /// A tool call of an earlier answer.
        "tool_use" => ToolUse(ToolUseBlock) as_tool_use,
        /// The result of a tool call.
        "tool_result" => ToolResult(ToolResultBlock) as_tool_result,
        /// A server tool call of an earlier answer.
        "server_tool_use" => ServerToolUse(ServerToolUseBlock) as_server_tool_use,
        /// A web search result of an earlier answer.
        "web_search_tool_result" => WebSearchToolResult(WebSearchToolResultBlock) as_web_search_tool_result,
        /// A fetched page of an earlier answer.
        "web_fetch_tool_result" => WebFetchToolResult(WebFetchToolResultBlock) as_web_fetch_tool_result,
        /// A code execution result of an earlier answer.
        "code_execution_tool_result" => CodeExecutionToolResult(CodeExecutionToolResultBlock)
            as_code_execution_tool_result,
        /// A shell command result of an earlier answer.
        "bash_code_execution_tool_result" => BashCodeExecutionToolResult(BashCodeExecutionToolResultBlock)
            as_bash_code_execution_tool_result,
        /// A file operation result of an earlier answer.
        "text_editor_code_execution_tool_result" => TextEditorCodeExecutionToolResult(TextEditorToolResultBlock)
            as_text_editor_code_execution_tool_result,
        /// A tool search result of an earlier answer.
        "tool_search_tool_result" => ToolSearchToolResult(ToolSearchToolResultBlock) as_tool_search_tool_result,
        /// Beta: what another model advised, of an earlier answer.
        "advisor_tool_result" => AdvisorToolResult(AdvisorToolResultBlock) as_advisor_tool_result,
        /// A file for the sandbox.
        "container_upload" => ContainerUpload(ContainerUploadBlock) as_container_upload,
        /// Beta: a call of an MCP server's tool, of an earlier answer.
        "mcp_tool_use" => McpToolUse(McpToolUseBlock) as_mcp_tool_use,
        /// Beta: what it gave.
        "mcp_tool_result" => McpToolResult(McpToolResultBlock) as_mcp_tool_result,
        /// Beta: the tools of an MCP server, of an earlier answer.
        "mcp_tool_listing" => McpToolListing(McpToolListingBlock) as_mcp_tool_listing,
        /// Beta: a summary of what came before.
        "compaction" => Compaction(CompactionBlock) as_compaction,
        /// Beta, in system messages: a tool may be called from here on.
        "tool_addition" => ToolAddition(ToolAdditionBlock) as_tool_addition,
        /// Beta, in system messages: a tool must not be called from here on.
        "tool_removal" => ToolRemoval(ToolRemovalBlock) as_tool_removal,
        /// Beta: another model went on from here.
        "fallback" => Fallback(FallbackBlock) as_fallback,
    }
}

wire! {
    /// An image.
    pub struct ImageBlock, tag = "image" {
        /// The source of the data.
        "source" source: ImageSource,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
        /// How the service may transform it.
        "transformations" transformations: Option<ImageTransformations>,
    }
}

wire! {
    /// A document.
    pub struct DocumentBlock, tag = "document" {
        /// The source of the data.
        "source" source: DocumentSource,
        /// Its title.
        "title" title: Option<String>,
        /// Context about it for the model.
        "context" context: Option<String>,
        /// Whether the model cites it.
        "citations" citations: Option<CitationsConfig>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// A search result supplied by the caller.
    pub struct SearchResultBlock, tag = "search_result" {
        /// Where it was found.
        "source" source: String,
        /// Its title.
        "title" title: String,
        /// Its text; must not be empty.
        "content" content: Vec<TextBlock>,
        /// Whether the model cites it.
        "citations" citations: Option<CitationsConfig>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// A tool, by name; it has to be defined in the request.
    pub struct ToolReferenceBlock, tag = "tool_reference" {
        /// The tool's name.
        "tool_name" tool_name: String,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// The result of a tool call. All results of one turn come first in one user message (protocol §9.2).
    pub struct ToolResultBlock, tag = "tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// Text or blocks; omitted for an empty result.
        "content" content: Option<Content>,
        /// Whether the tool failed; if so, the content gives the reason.
        "is_error" is_error: Option<bool>,
        /// The `toolset_name` of the call.
        "toolset_name" toolset_name: Option<String>,
        /// Cache breakpoint (protocol §1.4).
        "cache_control" cache_control: Option<CacheControl>,
    }
}
// end generated

impl InputBlock {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> InputBlock {
        InputBlock::Text(TextBlock::new(text))
    }

    /// An image in the request: `image/jpeg`, `image/png`, `image/gif` or `image/webp`.
    #[must_use]
    pub fn image(media_type: impl Into<String>, data: impl Into<Blob>) -> InputBlock {
        ImageBlock::new(Base64Source::new(media_type, data)).into()
    }

    /// An image from the web.
    #[must_use]
    pub fn image_url(url: impl Into<String>) -> InputBlock {
        ImageBlock::new(UrlSource::new(url)).into()
    }

    /// An uploaded image.
    #[must_use]
    pub fn image_file(file_id: impl Into<String>) -> InputBlock {
        ImageBlock::new(FileSource::new(file_id)).into()
    }

    /// A PDF in the request.
    #[must_use]
    pub fn pdf(data: impl Into<Blob>) -> InputBlock {
        DocumentBlock::new(Base64Source::new("application/pdf", data)).into()
    }

    /// A PDF from the web.
    #[must_use]
    pub fn pdf_url(url: impl Into<String>) -> InputBlock {
        DocumentBlock::new(UrlSource::new(url)).into()
    }

    /// An uploaded document.
    #[must_use]
    pub fn document_file(file_id: impl Into<String>) -> InputBlock {
        DocumentBlock::new(FileSource::new(file_id)).into()
    }

    /// Plain text as a document, which can be cited.
    #[must_use]
    pub fn document_text(text: impl Into<String>) -> InputBlock {
        DocumentBlock::new(PlainTextSource::new(text)).into()
    }

    /// The result of a tool call.
    #[must_use]
    pub fn tool_result(tool_use_id: impl Into<String>, content: impl Into<Content>) -> InputBlock {
        ToolResultBlock::new(tool_use_id, content).into()
    }

    /// The failure of a tool call.
    #[must_use]
    pub fn tool_error(tool_use_id: impl Into<String>, content: impl Into<Content>) -> InputBlock {
        ToolResultBlock { is_error: Some(true), ..ToolResultBlock::new(tool_use_id, content) }.into()
    }

    /// Any JSON object as a block, sent unchanged; for blocks this library does not type.
    #[must_use]
    pub fn raw(json: Json) -> InputBlock {
        InputBlock::Other(OtherBlock::new(json))
    }

    pub(crate) fn blobs<'a>(&'a self, out: &mut Vec<&'a Blob>) {
        match self {
            InputBlock::Image(image) => out.extend(image.source.as_base64().map(|source| &source.data)),
            InputBlock::Document(document) => document.blobs(out),
            InputBlock::ToolResult(result) => result.content.iter().for_each(|content| content.blobs(out)),
            InputBlock::WebFetchToolResult(result) => {
                result.content.as_result().iter().for_each(|page| page.content.blobs(out));
            }
            _ => {}
        }
    }
}

impl ImageBlock {
    /// An image from any source.
    #[must_use]
    pub fn new(source: impl Into<ImageSource>) -> ImageBlock {
        ImageBlock { source: source.into(), ..ImageBlock::default() }
    }
}

impl DocumentBlock {
    /// A document from any source.
    #[must_use]
    pub fn new(source: impl Into<DocumentSource>) -> DocumentBlock {
        DocumentBlock { source: source.into(), ..DocumentBlock::default() }
    }

    /// Sets the title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> DocumentBlock {
        self.title = Some(title.into());
        self
    }

    /// Sets whether the model cites this document. It has to be the same for all documents of a request.
    #[must_use]
    pub fn citations(mut self, enabled: bool) -> DocumentBlock {
        self.citations = Some(CitationsConfig::new(enabled));
        self
    }

    fn blobs<'a>(&'a self, out: &mut Vec<&'a Blob>) {
        match &self.source {
            DocumentSource::Base64(source) => out.push(&source.data),
            DocumentSource::Content(source) => source.content.blobs(out),
            _ => {}
        }
    }
}

impl SearchResultBlock {
    /// A search result with one text.
    #[must_use]
    pub fn new(
        source: impl Into<String>,
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> SearchResultBlock {
        let content = vec![TextBlock::new(text)];
        SearchResultBlock {
            source: source.into(),
            title: title.into(),
            content,
            ..SearchResultBlock::default()
        }
    }
}

impl ToolResultBlock {
    /// A result of text or blocks.
    #[must_use]
    pub fn new(tool_use_id: impl Into<String>, content: impl Into<Content>) -> ToolResultBlock {
        let content = Some(content.into());
        ToolResultBlock { tool_use_id: tool_use_id.into(), content, ..ToolResultBlock::default() }
    }
}

impl ToolReferenceBlock {
    /// The tool of this name.
    #[must_use]
    pub fn new(tool_name: impl Into<String>) -> ToolReferenceBlock {
        ToolReferenceBlock { tool_name: tool_name.into(), ..ToolReferenceBlock::default() }
    }
}

impl From<&str> for InputBlock {
    fn from(text: &str) -> InputBlock {
        InputBlock::text(text)
    }
}

impl From<String> for InputBlock {
    fn from(text: String) -> InputBlock {
        InputBlock::text(text)
    }
}

impl InputBlock {
    /// The id of a call that the service ran itself, of its own tools or those of an MCP server.
    #[must_use]
    pub fn server_call(&self) -> Option<&str> {
        match self {
            InputBlock::ServerToolUse(call) => Some(&call.id),
            InputBlock::McpToolUse(call) => Some(&call.id),
            _ => None,
        }
    }
}

// generated: blocks
impl InputBlock {
    /// The cache marker behind this block (protocol §10), to be set or taken away; `None` for a block that takes none.
    pub fn cache_control_mut(&mut self) -> Option<&mut Option<CacheControl>> {
        match self {
            Self::Text(block) => Some(&mut block.cache_control),
            Self::Image(block) => Some(&mut block.cache_control),
            Self::Document(block) => Some(&mut block.cache_control),
            Self::SearchResult(block) => Some(&mut block.cache_control),
            Self::ToolReference(block) => Some(&mut block.cache_control),
            Self::BrowserState(block) => Some(&mut block.cache_control),
            Self::ToolUse(block) => Some(&mut block.cache_control),
            Self::ToolResult(block) => Some(&mut block.cache_control),
            Self::ServerToolUse(block) => Some(&mut block.cache_control),
            Self::WebSearchToolResult(block) => Some(&mut block.cache_control),
            Self::WebFetchToolResult(block) => Some(&mut block.cache_control),
            Self::CodeExecutionToolResult(block) => Some(&mut block.cache_control),
            Self::BashCodeExecutionToolResult(block) => Some(&mut block.cache_control),
            Self::TextEditorCodeExecutionToolResult(block) => Some(&mut block.cache_control),
            Self::ToolSearchToolResult(block) => Some(&mut block.cache_control),
            Self::AdvisorToolResult(block) => Some(&mut block.cache_control),
            Self::ContainerUpload(block) => Some(&mut block.cache_control),
            Self::McpToolUse(block) => Some(&mut block.cache_control),
            Self::McpToolResult(block) => Some(&mut block.cache_control),
            Self::Compaction(block) => Some(&mut block.cache_control),
            Self::ToolAddition(block) => Some(&mut block.cache_control),
            Self::ToolRemoval(block) => Some(&mut block.cache_control),
            Self::Thinking(_)
            | Self::RedactedThinking(_)
            | Self::McpToolListing(_)
            | Self::Fallback(_)
            | Self::Other(_) => None,
        }
    }

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

impl From<ContentBlock> for InputBlock {
    /// The block of an answer, to be sent back as it came.
    fn from(block: ContentBlock) -> Self {
        match block {
            ContentBlock::Text(block) => Self::Text(block),
            ContentBlock::Thinking(block) => Self::Thinking(block),
            ContentBlock::RedactedThinking(block) => Self::RedactedThinking(block),
            ContentBlock::ToolUse(block) => Self::ToolUse(block),
            ContentBlock::ServerToolUse(block) => Self::ServerToolUse(block),
            ContentBlock::WebSearchToolResult(block) => Self::WebSearchToolResult(block),
            ContentBlock::WebFetchToolResult(block) => Self::WebFetchToolResult(block),
            ContentBlock::CodeExecutionToolResult(block) => Self::CodeExecutionToolResult(block),
            ContentBlock::BashCodeExecutionToolResult(block) => Self::BashCodeExecutionToolResult(block),
            ContentBlock::TextEditorCodeExecutionToolResult(block) => {
                Self::TextEditorCodeExecutionToolResult(block)
            }
            ContentBlock::ToolSearchToolResult(block) => Self::ToolSearchToolResult(block),
            ContentBlock::AdvisorToolResult(block) => Self::AdvisorToolResult(block),
            ContentBlock::ContainerUpload(block) => Self::ContainerUpload(block),
            ContentBlock::McpToolUse(block) => Self::McpToolUse(block),
            ContentBlock::McpToolResult(block) => Self::McpToolResult(block),
            ContentBlock::McpToolListing(block) => Self::McpToolListing(block),
            ContentBlock::Compaction(block) => Self::Compaction(block),
            ContentBlock::Fallback(block) => Self::Fallback(block),
            ContentBlock::Other(block) => Self::Other(block),
        }
    }
}
// end generated
