//! Results of tools the service runs (protocol §3.3). All have the id of their call; pair by id, never by position.

use serde::{Serialize, Serializer};

use super::decode::{self, Decode};
use super::reader::Reader;
use crate::json::{Json, JsonError};

// generated: types
use super::config::CacheControl;
use super::enums::ToolErrorCode;
use super::input::{DocumentBlock, ToolReferenceBlock};
use super::tool_call::Caller;

wire! {
    /// A page found by a web search.
    pub struct WebSearchResult, tag = "web_search_result" {
        /// The page's title.
        "title" title: String,
        /// The page's URL.
        "url" url: String,
        /// Opaque; must be sent back unchanged.
        "encrypted_content" encrypted_content: String,
        /// The age of the page, as text.
        "page_age" page_age: Option<String>,
    }
}

wire! {
    /// Result of a web search: a list of pages, or one error object.
    pub struct WebSearchToolResultBlock, tag = "web_search_tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// Results or an error.
        "content" content: WebSearchContent,
        /// The origin of the call.
        "caller" caller: Option<Caller>,
        /// Cache marker; requests only.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

wire! {
    /// Result of fetching a page.
    pub struct WebFetchToolResultBlock, tag = "web_fetch_tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// The page or an error.
        "content" content: WebFetchContent,
        /// The origin of the call.
        "caller" caller: Option<Caller>,
        /// Cache marker; requests only.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

open_union! {
    /// The page or an error.
    pub enum WebFetchContent {
        /// The page.
        "web_fetch_result" => Result(WebFetchResult) as_result,
        /// It could not be fetched.
        "web_fetch_tool_result_error" => Error(ToolResultError) as_error,
    }
}

wire! {
    /// A fetched page.
    pub struct WebFetchResult, tag = "web_fetch_result" {
        /// Its URL.
        "url" url: String,
        /// When it was fetched (RFC 3339).
        "retrieved_at" retrieved_at: Option<String>,
        /// Its content.
        "content" content: Box<DocumentBlock>,
    }
}

wire! {
    /// A server tool failed. One shape for all tools; `kind` tells which.
    pub struct ToolResultError {
        /// `web_search_tool_result_error`, `web_fetch_tool_result_error`, `code_execution_tool_result_error`,
        /// `bash_code_execution_tool_result_error`, `text_editor_code_execution_tool_result_error`,
        /// `tool_search_tool_result_error` or `advisor_tool_result_error`.
        "type" kind: String,
        /// The reason.
        "error_code" error_code: ToolErrorCode,
        /// The error message; only from some tools.
        "error_message" error_message: Option<String>,
    }
}

wire! {
    /// Result of running code.
    pub struct CodeExecutionToolResultBlock, tag = "code_execution_tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// Output or an error.
        "content" content: CodeExecutionContent,
        /// Cache marker; requests only.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

open_union! {
    /// Output of code or an error.
    pub enum CodeExecutionContent {
        /// The code ran.
        "code_execution_result" => Result(CodeExecutionResult) as_result,
        /// The code ran and its output is sealed.
        "encrypted_code_execution_result" => Encrypted(EncryptedCodeExecutionResult) as_encrypted,
        /// The code did not run.
        "code_execution_tool_result_error" => Error(ToolResultError) as_error,
    }
}

wire! {
    /// The output of code: text and files.
    pub struct CodeExecutionResult, tag = "code_execution_result" {
        /// Standard output.
        "stdout" stdout: String,
        /// Standard error.
        "stderr" stderr: String,
        /// Exit code; 0 means success.
        "return_code" return_code: i64,
        /// The files that it wrote.
        "content" content: Vec<CodeExecutionOutput>,
    }
}

wire! {
    /// A file written by code.
    pub struct CodeExecutionOutput {
        /// `code_execution_output` or `bash_code_execution_output`.
        "type" kind: String,
        /// The file.
        "file_id" file_id: String,
    }
}

wire! {
    /// The output of code, encrypted for the service.
    pub struct EncryptedCodeExecutionResult, tag = "encrypted_code_execution_result" {
        /// Opaque; must be sent back unchanged.
        "encrypted_stdout" encrypted_stdout: String,
        /// Standard error.
        "stderr" stderr: String,
        /// Exit code; 0 means success.
        "return_code" return_code: i64,
        /// The files that it wrote.
        "content" content: Vec<CodeExecutionOutput>,
    }
}

wire! {
    /// Result of a shell command.
    pub struct BashCodeExecutionToolResultBlock, tag = "bash_code_execution_tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// Output or an error.
        "content" content: BashCodeExecutionContent,
        /// Cache marker; requests only.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

open_union! {
    /// Output of a shell command or an error.
    pub enum BashCodeExecutionContent {
        /// The command ran.
        "bash_code_execution_result" => Result(BashCodeExecutionResult) as_result,
        /// The command did not run.
        "bash_code_execution_tool_result_error" => Error(ToolResultError) as_error,
    }
}

wire! {
    /// The output of a shell command: text and files.
    pub struct BashCodeExecutionResult, tag = "bash_code_execution_result" {
        /// Standard output.
        "stdout" stdout: String,
        /// Standard error.
        "stderr" stderr: String,
        /// Exit code; 0 means success.
        "return_code" return_code: i64,
        /// The files that it wrote.
        "content" content: Vec<CodeExecutionOutput>,
    }
}

wire! {
    /// Result of a file operation in the sandbox.
    pub struct TextEditorToolResultBlock, tag = "text_editor_code_execution_tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// The outcome or an error.
        "content" content: TextEditorContent,
        /// Cache marker; requests only.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

open_union! {
    /// The result of a file operation, or an error.
    pub enum TextEditorContent {
        /// It was read.
        "text_editor_code_execution_view_result" => View(TextEditorViewResult) as_view,
        /// It was written.
        "text_editor_code_execution_create_result" => Create(TextEditorCreateResult) as_create,
        /// A part was replaced.
        "text_editor_code_execution_str_replace_result" => StrReplace(TextEditorStrReplaceResult) as_str_replace,
        /// It failed.
        "text_editor_code_execution_tool_result_error" => Error(ToolResultError) as_error,
    }
}

wire! {
    /// A file, or a part of it.
    pub struct TextEditorViewResult, tag = "text_editor_code_execution_view_result" {
        /// `text`, `image` or `pdf`.
        "file_type" file_type: String,
        /// The content that was read.
        "content" content: String,
        /// Number of lines read.
        "num_lines" num_lines: Option<i64>,
        /// Number of the first line read.
        "start_line" start_line: Option<i64>,
        /// Number of lines in the file.
        "total_lines" total_lines: Option<i64>,
    }
}

wire! {
    /// The result of writing a file.
    pub struct TextEditorCreateResult, tag = "text_editor_code_execution_create_result" {
        /// Whether the file existed before.
        "is_file_update" is_file_update: bool,
    }
}

wire! {
    /// The result of changing a file.
    pub struct TextEditorStrReplaceResult, tag = "text_editor_code_execution_str_replace_result" {
        /// The change, as lines of a diff.
        "lines" lines: Option<Vec<String>>,
        /// First old line.
        "old_start" old_start: Option<i64>,
        /// Number of old lines.
        "old_lines" old_lines: Option<i64>,
        /// First new line.
        "new_start" new_start: Option<i64>,
        /// Number of new lines.
        "new_lines" new_lines: Option<i64>,
    }
}

wire! {
    /// Result of a tool search.
    pub struct ToolSearchToolResultBlock, tag = "tool_search_tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// The tools that were found, or an error.
        "content" content: ToolSearchContent,
        /// Cache marker; requests only.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

open_union! {
    /// The tools that were found, or an error.
    pub enum ToolSearchContent {
        /// The tools found.
        "tool_search_tool_search_result" => Result(ToolSearchResult) as_result,
        /// The search failed.
        "tool_search_tool_result_error" => Error(ToolResultError) as_error,
    }
}

wire! {
    /// Tools found by a search.
    pub struct ToolSearchResult, tag = "tool_search_tool_search_result" {
        /// References to the tools.
        "tool_references" tool_references: Vec<ToolReferenceBlock>,
    }
}

wire! {
    /// Beta: the result of asking another model for advice (protocol §8.8).
    pub struct AdvisorToolResultBlock, tag = "advisor_tool_result" {
        /// The id of the call that this answers.
        "tool_use_id" tool_use_id: String,
        /// The advice or an error.
        "content" content: AdvisorContent,
        /// Cache marker; requests only.
        "cache_control" cache_control: Option<CacheControl>,
    }
}

open_union! {
    /// The advice or an error.
    pub enum AdvisorContent {
        /// The advice.
        "advisor_result" => Result(AdvisorResult) as_result,
        /// The advice, sealed.
        "advisor_redacted_result" => Redacted(AdvisorRedactedResult) as_redacted,
        /// The other model was not asked, or gave nothing; the answer goes on without it.
        "advisor_tool_result_error" => Error(ToolResultError) as_error,
    }
}

wire! {
    /// Beta: the advice of another model.
    pub struct AdvisorResult, tag = "advisor_result" {
        /// The advice.
        "text" text: String,
        /// Why the other model stopped.
        "stop_reason" stop_reason: Option<String>,
    }
}

wire! {
    /// Beta: the advice of another model, encrypted.
    pub struct AdvisorRedactedResult, tag = "advisor_redacted_result" {
        /// Opaque; must be sent back unchanged.
        "encrypted_content" encrypted_content: String,
        /// Why the other model stopped.
        "stop_reason" stop_reason: Option<String>,
    }
}
// end generated

/// Results of a web search: an array, or one error object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WebSearchContent {
    /// The results; empty if nothing was found.
    Results(Vec<WebSearchResult>),
    /// The search failed.
    Error(ToolResultError),
    /// A shape this library does not know, sent again unchanged.
    Other(Json),
}

impl Default for WebSearchContent {
    fn default() -> Self {
        WebSearchContent::Other(Json::null())
    }
}

impl Decode for WebSearchContent {
    fn decode(reader: &mut Reader<'_>, depth: u32) -> Result<Self, JsonError> {
        let start = *reader;
        let typed = match decode::peek_type(*reader).as_deref() {
            Some("web_search_tool_result_error") => ToolResultError::decode(reader, depth).map(Self::Error),
            _ => Vec::decode(reader, depth).map(Self::Results),
        };
        typed.or_else(|_| {
            *reader = start;
            reader.value().map(|raw| Self::Other(raw.to_json()))
        })
    }
}

impl Serialize for WebSearchContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Results(results) => results.serialize(serializer),
            Self::Error(error) => error.serialize(serializer),
            Self::Other(json) => json.serialize(serializer),
        }
    }
}

deserialize_by_decode!(WebSearchContent);
