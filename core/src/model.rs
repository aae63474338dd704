//! Typed shapes of requests and responses (protocol §1 to §3, §8.8). They keep what they do not know: key
//! order, unknown keys, unknown blocks and unknown enum strings survive decoding and encoding (protocol §0.4).
//! Transport, streams and retries are not known here.

#[macro_use]
mod macros;

pub mod betas;
mod blob;
pub(crate) mod bounds;
mod browser;
mod citation;
mod config;
mod content;
mod context;
mod decode;
mod enums;
mod extra;
mod input;
mod mcp;
mod message;
pub mod models;
mod other;
mod param;
mod reader;
mod request;
mod resources;
mod server_tools;
mod source;
mod tool;
mod tool_call;
mod tool_changes;
mod usage;

#[cfg(test)]
mod tests;

pub use crate::json::{Json, JsonError, JsonErrorKind};
pub use blob::Blob;
pub use config::ContainerParam;
pub use context::Fallbacks;
pub use extra::Extra;
pub use mcp::McpToken;
#[cfg(feature = "tools")]
pub(crate) use message::echo;
pub use other::OtherBlock;
pub use param::{Content, SystemPrompt};
pub use request::RequestError;
pub use resources::*;
#[cfg(feature = "conversation")]
pub use server_tools::WebSearchContent;
pub use tool_call::InputState;

// generated: names
pub use browser::{BrowserStateBlock, BrowserStateChange, BrowserTab};
pub use citation::{
    CharLocation, Citation, ContentBlockLocation, PageLocation, SearchResultLocation, WebSearchResultLocation,
};
pub use config::{
    BlockBinding, CacheControl, CitationsConfig, ContainerConfig, ContainerSkill, Metadata, OutputConfig,
    OutputFormat, TaskBudget, ThinkingConfig, ToolChoice,
};
pub use content::{ContainerUploadBlock, ContentBlock, RedactedThinkingBlock, TextBlock, ThinkingBlock};
pub use context::{
    AppliedEdit, BillingPolicy, CacheMissReason, CompactionBlock, CompactionParam, ContextEdit,
    ContextManagement, ContextManagementParam, ContextTrigger, Diagnostics, DiagnosticsParam, FallbackBlock,
    FallbackModel, FallbackParam, FallbackTrigger, InputTransformation, ThreadParam,
};
pub use enums::{
    CacheTtl, Effort, OversizedImage, RefusalCategory, Role, ServerToolName, ServiceTier, StopReason,
    ThinkingDisplay, ToolErrorCode,
};
pub use input::{
    DocumentBlock, ImageBlock, InputBlock, SearchResultBlock, ToolReferenceBlock, ToolResultBlock,
};
pub use mcp::{McpServer, McpToolConfiguration, McpToolListingBlock, McpToolResultBlock, McpToolUseBlock};
pub use message::{Container, Message, MessageDelta, StopDetails};
pub use param::{MessageParam, TurnOutputConfig};
pub use request::MessageRequest;
pub use server_tools::{
    AdvisorContent, AdvisorRedactedResult, AdvisorResult, AdvisorToolResultBlock, BashCodeExecutionContent,
    BashCodeExecutionResult, BashCodeExecutionToolResultBlock, CodeExecutionContent, CodeExecutionOutput,
    CodeExecutionResult, CodeExecutionToolResultBlock, EncryptedCodeExecutionResult, TextEditorContent,
    TextEditorCreateResult, TextEditorStrReplaceResult, TextEditorToolResultBlock, TextEditorViewResult,
    ToolResultError, ToolSearchContent, ToolSearchResult, ToolSearchToolResultBlock, WebFetchContent,
    WebFetchResult, WebFetchToolResultBlock, WebSearchResult, WebSearchToolResultBlock,
};
pub use source::{
    Base64Source, ContentSource, DocumentSource, FileSource, ImageSource, ImageTransformations,
    PlainTextSource, UrlSource,
};
pub use tool::Tool;
pub use tool_call::{Caller, ServerToolUseBlock, ToolUseBlock};
pub use tool_changes::{
    ToolAdditionBlock, ToolChange, ToolChangeDefinition, ToolChangeMcpTool, ToolChangeMcpToolset,
    ToolChangeTool, ToolRemovalBlock,
};
pub use usage::{
    CacheCreation, FallbackCredit, FallbackCreditStatus, OutputTokensDetails, ServerToolUsage, Usage,
    UsageDelta, UsageIteration,
};
// end generated
