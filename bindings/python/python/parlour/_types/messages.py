"""Typed answers to messages: one class for each JSON object the service sends, and the table by which the native module
builds them. Users find the names in ``types``."""

from __future__ import annotations

from .._hints import install
from .._native import (
    ContentBlockDeltaEvent,
    ContentBlockStartEvent,
    ContentBlockStopEvent,
    MessageDeltaEvent,
    MessageStartEvent,
    MessageStopEvent,
    PingEvent,
    UnknownEvent,
)
from .derived import Derived
from .model import Answer, Call, Model, Unknown, register, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Literal, TypeAlias

    from .. import _native


# generated: classes, from schema/openapi.yaml by `make generate`
# What is not known yet


class UnknownBlock(Unknown):
    """A content block of a type unknown to this version."""


class UnknownDelta(Unknown):
    """A delta of a type unknown to this version."""


class UnknownCitation(Unknown):
    """A citation of a type unknown to this version."""


class UnknownResult(Unknown):
    """Content of a server tool's result, or a source, of a type unknown to this version."""


# Citations (protocol §2.7)


class CitationCharLocation(Model):
    """Characters of a plain text document; 0-based, end exclusive."""

    __match_args__ = ("cited_text", "document_index", "start_char_index", "end_char_index")
    type: Literal["char_location"] = "char_location"
    cited_text: str
    """The quoted text."""
    document_index: int
    """Which document, counted from 0 over all messages of the request."""
    document_title: str | None = None
    """The document's title."""
    start_char_index: int
    """First character."""
    end_char_index: int
    """Character after the last."""
    file_id: str | None = None
    """The document's file; in responses only."""


class CitationPageLocation(Model):
    """Pages of a PDF; 1-based, end exclusive."""

    __match_args__ = ("cited_text", "document_index", "start_page_number", "end_page_number")
    type: Literal["page_location"] = "page_location"
    cited_text: str
    """The quoted text."""
    document_index: int
    """Which document, counted from 0 over all messages of the request."""
    document_title: str | None = None
    """The document's title."""
    start_page_number: int
    """First page."""
    end_page_number: int
    """Page after the last."""
    file_id: str | None = None
    """The document's file; in responses only."""


class CitationContentBlockLocation(Model):
    """Blocks of a document made of blocks; 0-based, end exclusive."""

    __match_args__ = ("cited_text", "document_index", "start_block_index", "end_block_index")
    type: Literal["content_block_location"] = "content_block_location"
    cited_text: str
    """The quoted text."""
    document_index: int
    """Which document, counted from 0 over all messages of the request."""
    document_title: str | None = None
    """The document's title."""
    start_block_index: int
    """First block."""
    end_block_index: int
    """Block after the last."""
    file_id: str | None = None
    """The document's file; in responses only."""


class CitationWebSearchResultLocation(Model):
    """A page found by a web search."""

    __match_args__ = ("cited_text", "url", "title")
    type: Literal["web_search_result_location"] = "web_search_result_location"
    cited_text: str
    """The quoted text."""
    encrypted_index: str
    """Opaque; must be sent back unchanged."""
    title: str | None = None
    """The page's title."""
    url: str
    """The page's URL."""


class CitationSearchResultLocation(Model):
    """A search result supplied by the caller; 0-based, end exclusive."""

    __match_args__ = ("cited_text", "source", "title")
    type: Literal["search_result_location"] = "search_result_location"
    cited_text: str
    """The quoted text."""
    search_result_index: int
    """Which search result, counted from 0 over the whole request."""
    source: str
    """The result's source."""
    title: str | None = None
    """The result's title."""
    start_block_index: int
    """First block."""
    end_block_index: int
    """Block after the last."""


# Content of the model (protocol §3.2)


class Caller(Model):
    """The origin of a tool call: the model (``direct``), or code that it runs in the sandbox."""

    __match_args__ = ("type", "tool_id")
    type: str
    """``direct``, or the version of the code execution tool."""
    tool_id: str | None = None
    """The ``server_tool_use`` whose code made the call."""


class TextBlock(Model):
    """Text."""

    __match_args__ = ("text",)
    type: Literal["text"] = "text"
    text: str
    """The text."""
    citations: list[TextCitation] | None = None
    """The sources that support the text."""


class ThinkingBlock(Model):
    """The model's thinking; must be sent back unchanged, including the signature."""

    __match_args__ = ("thinking", "signature")
    type: Literal["thinking"] = "thinking"
    thinking: str
    """The reasoning; may be empty."""
    signature: str
    """Opaque proof that the service wrote it."""


class RedactedThinkingBlock(Model):
    """Redacted thinking; must be sent back unchanged."""

    __match_args__ = ("data",)
    type: Literal["redacted_thinking"] = "redacted_thinking"
    data: str
    """Opaque."""


class ToolUseBlock(Call):
    """A call of one of the caller's tools."""

    __match_args__ = ("name", "input", "id")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"input": dict}
    type: Literal["tool_use"] = "tool_use"
    id: str
    """The id of the call, repeated in its ``tool_result``."""
    name: str
    """The tool, or the member of a toolset."""
    input: dict[str, Any]
    """The arguments."""
    caller: Caller | None = None
    """The origin of the call; absent means the model."""
    toolset_name: str | None = None
    """The toolset that ``name`` belongs to; the result must repeat it."""


class ServerToolUseBlock(Call):
    """A call of a tool that the service runs. Never answer it with a ``tool_result``."""

    __match_args__ = ("name", "input", "id")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"input": dict}
    type: Literal["server_tool_use"] = "server_tool_use"
    id: str
    """The id of the call, repeated in its result block."""
    name: str
    """The tool."""
    input: dict[str, Any]
    """The arguments."""
    caller: Caller | None = None
    """The origin of the call; absent means the model."""


# Results of server tools (protocol §3.3)


class CitationsConfig(Model):
    """Whether a document may be cited."""

    __match_args__ = ("enabled",)
    enabled: bool | None = None
    """True if it may be cited."""


class Base64Source(Model):
    """A base64-encoded file."""

    __match_args__ = ("media_type", "data")
    type: Literal["base64"] = "base64"
    media_type: str
    """``image/png``, ``application/pdf`` and so on."""
    data: str
    """The data."""


class PlainTextSource(Model):
    """A document as plain text."""

    __match_args__ = ("data",)
    type: Literal["text"] = "text"
    media_type: str = "text/plain"
    """``text/plain``."""
    data: str
    """The text."""


class URLSource(Model):
    """A file at a URL."""

    __match_args__ = ("url",)
    type: Literal["url"] = "url"
    url: str
    """The URL."""


class FileSource(Model):
    """An uploaded file."""

    __match_args__ = ("file_id",)
    type: Literal["file"] = "file"
    file_id: str
    """The id of the file."""


class DocumentBlock(Model):
    """A fetched document."""

    __match_args__ = ("source", "title")
    type: Literal["document"] = "document"
    source: Base64Source | PlainTextSource | URLSource | FileSource | UnknownResult
    """The source of the data."""
    title: str | None = None
    """Its title."""
    context: str | None = None
    """Context about it for the model."""
    citations: CitationsConfig | None = None
    """Whether the model cites it."""


class WebSearchResult(Model):
    """A page found by a web search."""

    __match_args__ = ("title", "url")
    type: Literal["web_search_result"] = "web_search_result"
    title: str
    """The page's title."""
    url: str
    """The page's URL."""
    encrypted_content: str
    """Opaque; must be sent back unchanged."""
    page_age: str | None = None
    """The age of the page, as text."""


class WebSearchToolResultError(Model):
    """A web search that failed."""

    __match_args__ = ("error_code",)
    type: Literal["web_search_tool_result_error"] = "web_search_tool_result_error"
    error_code: str
    """The reason."""


class WebSearchToolResultBlock(Model):
    """Result of a web search: a list of pages, or one error object."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["web_search_tool_result"] = "web_search_tool_result"
    tool_use_id: str
    """The id of the call that this answers."""
    content: list[WebSearchResult | UnknownResult] | WebSearchToolResultError | UnknownResult
    """Results or an error."""
    caller: Caller | None = None
    """The origin of the call."""


class WebFetchResult(Model):
    """A fetched page."""

    __match_args__ = ("url", "content")
    type: Literal["web_fetch_result"] = "web_fetch_result"
    url: str
    """Its URL."""
    retrieved_at: str | None = None
    """When it was fetched (RFC 3339)."""
    content: DocumentBlock
    """Its content."""


class WebFetchToolResultError(Model):
    """A fetch that failed."""

    __match_args__ = ("error_code",)
    type: Literal["web_fetch_tool_result_error"] = "web_fetch_tool_result_error"
    error_code: str
    """The reason."""


class WebFetchToolResultBlock(Model):
    """Result of fetching a page."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["web_fetch_tool_result"] = "web_fetch_tool_result"
    tool_use_id: str
    """The id of the call that this answers."""
    content: WebFetchResult | WebFetchToolResultError | UnknownResult
    """The page or an error."""
    caller: Caller | None = None
    """The origin of the call."""


class CodeExecutionOutput(Model):
    """A file written by code."""

    __match_args__ = ("file_id",)
    type: str
    """``code_execution_output`` or ``bash_code_execution_output``."""
    file_id: str
    """The file."""


class CodeExecutionResult(Model):
    """The output of code: text and files."""

    __match_args__ = ("stdout", "stderr", "return_code")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"content": list}
    type: Literal["code_execution_result"] = "code_execution_result"
    stdout: str
    """Standard output."""
    stderr: str
    """Standard error."""
    return_code: int
    """Exit code; 0 means success."""
    content: list[CodeExecutionOutput]
    """The files that it wrote."""


class EncryptedCodeExecutionResult(Model):
    """The output of code, encrypted for the service."""

    __match_args__ = ("encrypted_stdout", "stderr", "return_code")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"content": list}
    type: Literal["encrypted_code_execution_result"] = "encrypted_code_execution_result"
    encrypted_stdout: str
    """Opaque; must be sent back unchanged."""
    stderr: str
    """Standard error."""
    return_code: int
    """Exit code; 0 means success."""
    content: list[CodeExecutionOutput]
    """The files that it wrote."""


class CodeExecutionToolResultError(Model):
    """Code that could not be run."""

    __match_args__ = ("error_code",)
    type: Literal["code_execution_tool_result_error"] = "code_execution_tool_result_error"
    error_code: str
    """The reason."""


class CodeExecutionToolResultBlock(Model):
    """Result of running code."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["code_execution_tool_result"] = "code_execution_tool_result"
    tool_use_id: str
    """The id of the call that this answers."""
    content: CodeExecutionResult | EncryptedCodeExecutionResult | CodeExecutionToolResultError | UnknownResult
    """Output or an error."""


class BashCodeExecutionResult(Model):
    """The output of a shell command: text and files."""

    __match_args__ = ("stdout", "stderr", "return_code")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"content": list}
    type: Literal["bash_code_execution_result"] = "bash_code_execution_result"
    stdout: str
    """Standard output."""
    stderr: str
    """Standard error."""
    return_code: int
    """Exit code; 0 means success."""
    content: list[CodeExecutionOutput]
    """The files that it wrote."""


class BashCodeExecutionToolResultError(Model):
    """A shell command that could not be run."""

    __match_args__ = ("error_code",)
    type: Literal["bash_code_execution_tool_result_error"] = "bash_code_execution_tool_result_error"
    error_code: str
    """The reason."""


class BashCodeExecutionToolResultBlock(Model):
    """Result of a shell command."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["bash_code_execution_tool_result"] = "bash_code_execution_tool_result"
    tool_use_id: str
    """The id of the call that this answers."""
    content: BashCodeExecutionResult | BashCodeExecutionToolResultError | UnknownResult
    """Output or an error."""


class TextEditorCodeExecutionViewResult(Model):
    """A file, or a part of it."""

    __match_args__ = ("file_type", "content")
    type: Literal["text_editor_code_execution_view_result"] = "text_editor_code_execution_view_result"
    file_type: str
    """``text``, ``image`` or ``pdf``."""
    content: str
    """The content that was read."""
    num_lines: int | None = None
    """Number of lines read."""
    start_line: int | None = None
    """Number of the first line read."""
    total_lines: int | None = None
    """Number of lines in the file."""


class TextEditorCodeExecutionCreateResult(Model):
    """The result of writing a file."""

    __match_args__ = ("is_file_update",)
    type: Literal["text_editor_code_execution_create_result"] = "text_editor_code_execution_create_result"
    is_file_update: bool
    """Whether the file existed before."""


class TextEditorCodeExecutionStrReplaceResult(Model):
    """The result of changing a file."""

    __match_args__ = ("lines",)
    type: Literal["text_editor_code_execution_str_replace_result"] = (
        "text_editor_code_execution_str_replace_result"
    )
    lines: list[str] | None = None
    """The change, as lines of a diff."""
    old_start: int | None = None
    """First old line."""
    old_lines: int | None = None
    """Number of old lines."""
    new_start: int | None = None
    """First new line."""
    new_lines: int | None = None
    """Number of new lines."""


class TextEditorCodeExecutionToolResultError(Model):
    """An edit that failed."""

    __match_args__ = ("error_code", "error_message")
    type: Literal["text_editor_code_execution_tool_result_error"] = (
        "text_editor_code_execution_tool_result_error"
    )
    error_code: str
    """The reason."""
    error_message: str | None = None
    """The error message; only from some tools."""


class TextEditorCodeExecutionToolResultBlock(Model):
    """Result of the text editor."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["text_editor_code_execution_tool_result"] = "text_editor_code_execution_tool_result"
    tool_use_id: str
    """The id of the call that this answers."""
    content: (
        TextEditorCodeExecutionViewResult
        | TextEditorCodeExecutionCreateResult
        | TextEditorCodeExecutionStrReplaceResult
        | TextEditorCodeExecutionToolResultError
        | UnknownResult
    )
    """The outcome or an error."""


class ToolReferenceBlock(Model):
    """A tool found by a search."""

    __match_args__ = ("tool_name",)
    type: Literal["tool_reference"] = "tool_reference"
    tool_name: str
    """The tool's name."""


class ToolSearchToolSearchResult(Model):
    """Tools found by a search."""

    __match_args__ = ("tool_references",)
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"tool_references": list}
    type: Literal["tool_search_tool_search_result"] = "tool_search_tool_search_result"
    tool_references: list[ToolReferenceBlock]
    """References to the tools."""


class ToolSearchToolResultError(Model):
    """A tool search that failed."""

    __match_args__ = ("error_code", "error_message")
    type: Literal["tool_search_tool_result_error"] = "tool_search_tool_result_error"
    error_code: str
    """The reason."""
    error_message: str | None = None
    """The error message; only from some tools."""


class ToolSearchToolResultBlock(Model):
    """Result of a tool search."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["tool_search_tool_result"] = "tool_search_tool_result"
    tool_use_id: str
    """The id of the call that this answers."""
    content: ToolSearchToolSearchResult | ToolSearchToolResultError | UnknownResult
    """The tools that were found, or an error."""


class AdvisorResult(Model):
    """Beta: the advice of another model."""

    __match_args__ = ("text",)
    type: Literal["advisor_result"] = "advisor_result"
    text: str
    """The advice."""
    stop_reason: str | None = None
    """Why the other model stopped."""


class AdvisorRedactedResult(Model):
    """Beta: the advice of another model, encrypted."""

    __match_args__ = ("encrypted_content",)
    type: Literal["advisor_redacted_result"] = "advisor_redacted_result"
    encrypted_content: str
    """Opaque; must be sent back unchanged."""
    stop_reason: str | None = None
    """Why the other model stopped."""


class AdvisorToolResultError(Model):
    """Beta: the other model was not called or returned nothing; the answer continues without advice."""

    __match_args__ = ("error_code",)
    type: Literal["advisor_tool_result_error"] = "advisor_tool_result_error"
    error_code: str
    """The reason."""


class AdvisorToolResultBlock(Model):
    """Beta: the result of asking another model for advice (protocol §8.8)."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["advisor_tool_result"] = "advisor_tool_result"
    tool_use_id: str
    """The id of the call that this answers."""
    content: AdvisorResult | AdvisorRedactedResult | AdvisorToolResultError | UnknownResult
    """The advice or an error."""


class ContainerUploadBlock(Model):
    """A file that was placed in the sandbox."""

    __match_args__ = ("file_id",)
    type: Literal["container_upload"] = "container_upload"
    file_id: str
    """The file."""


# The message (protocol §3.1, §3.5, §3.6)


class CacheCreation(Model):
    """Tokens written to the cache, by lifetime."""

    __match_args__ = ("ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")
    ephemeral_5m_input_tokens: int = 0
    """Tokens cached for five minutes."""
    ephemeral_1h_input_tokens: int = 0
    """Tokens cached for one hour."""


class OutputTokensDetails(Model):
    """Output tokens by purpose."""

    __match_args__ = ("thinking_tokens",)
    thinking_tokens: int = 0
    """Tokens used for thinking."""


class ServerToolUsage(Model):
    """Number of uses of server tools."""

    __match_args__ = ("web_search_requests", "web_fetch_requests")
    web_search_requests: int | None = None
    """Number of web searches."""
    web_fetch_requests: int | None = None
    """Number of pages fetched."""


class Usage(Model):
    """The token usage of a call. The total input is the sum of the three input counts."""

    __match_args__ = ("input_tokens", "output_tokens")
    input_tokens: int = 0
    """Input tokens after the last cache breakpoint, neither written to nor read from the cache."""
    cache_creation_input_tokens: int | None = None
    """Input tokens written to the cache."""
    cache_read_input_tokens: int | None = None
    """Input tokens read from the cache."""
    cache_creation: CacheCreation | None = None
    """Tokens written to the cache, by lifetime."""
    output_tokens: int = 0
    """All output tokens, thinking included."""
    output_tokens_details: OutputTokensDetails | None = None
    """Some of the output tokens, by purpose."""
    server_tool_use: ServerToolUsage | None = None
    """Number of uses of server tools."""
    service_tier: str | None = None
    """The tier that served the request: ``standard``, ``priority``, ``batch``."""
    inference_geo: str | None = None
    """The region in which the model ran."""
    iterations: list[UsageIteration] | None = None
    """One entry for each sampling step (protocol §3.6)."""
    speed: str | None = None
    """The speed that was used: ``standard`` or ``fast``."""
    fallback_credit: FallbackCredit | None = None
    """Beta: whether the request's ``fallback_credit_token`` was redeemed."""


class MessageDeltaUsage(Model):
    """The token usage so far, as totals. An absent key keeps its previous value."""

    __match_args__ = ("output_tokens",)
    input_tokens: int | None = None
    """Input tokens after the last cache breakpoint, neither written to nor read from the cache."""
    cache_creation_input_tokens: int | None = None
    """Input tokens written to the cache."""
    cache_read_input_tokens: int | None = None
    """Input tokens read from the cache."""
    cache_creation: CacheCreation | None = None
    """Tokens written to the cache, by lifetime."""
    output_tokens: int | None = None
    """All output tokens, thinking included."""
    output_tokens_details: OutputTokensDetails | None = None
    """Some of the output tokens, by purpose."""
    server_tool_use: ServerToolUsage | None = None
    """Number of uses of server tools."""
    service_tier: str | None = None
    """The tier that served the request."""
    inference_geo: str | None = None
    """The region in which the model ran."""
    iterations: list[UsageIteration] | None = None
    """One entry for each sampling step (protocol §3.6)."""
    speed: str | None = None
    """The speed that was used: ``standard`` or ``fast``."""
    fallback_credit: FallbackCredit | None = None
    """Beta: whether the request's ``fallback_credit_token`` was redeemed."""


class FallbackCredit(Model):
    """The outcome of a credit from a refusal."""

    __match_args__ = ("status",)
    status: FallbackCreditStatus
    """Whether it was redeemed."""


class FallbackCreditStatus(Model):
    """Whether a credit was redeemed, and why not (protocol §3.6)."""

    __match_args__ = ("type",)
    type: str = ""
    """``redeemed`` or ``not_applied``."""
    reason: str | None = None
    """Why it was not applied."""
    remove_to_redeem: list[str] | None = None
    """Fields of the request that prevented it."""


class UsageIteration(Model):
    """The token usage of one sampling step. The totals do not include ``compaction`` steps."""

    __match_args__ = ("type", "input_tokens", "output_tokens")
    type: str = ""
    """``message``, ``compaction``, ``advisor_message`` or ``fallback_message``."""
    model: str | None = None
    """The model of the step."""
    input_tokens: int = 0
    """Input tokens after the last cache breakpoint."""
    cache_creation_input_tokens: int | None = None
    """Input tokens written to the cache."""
    cache_read_input_tokens: int | None = None
    """Input tokens read from the cache."""
    cache_creation: CacheCreation | None = None
    """Tokens written to the cache, by lifetime."""
    output_tokens: int = 0
    """Output tokens."""


class AppliedEdit(Model):
    """An edit that the service applied to the conversation before the model read it."""

    __match_args__ = ("type",)
    type: str = ""
    """The edit of the request, for example ``clear_tool_uses_20250919``."""
    cleared_input_tokens: int | None = None
    """Number of input tokens removed."""
    cleared_tool_uses: int | None = None
    """Number of tool calls whose results were removed."""
    cleared_thinking_turns: int | None = None
    """Number of turns whose thinking was removed."""


class ContextManagement(Model):
    """The edits that the service applied to the conversation. A compaction appears as a block, not here."""

    __match_args__ = ("applied_edits",)
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"applied_edits": list}
    applied_edits: list[AppliedEdit]
    """The edits, in order."""


class CacheMissReason(Model):
    """Why the prompt cache was missed."""

    __match_args__ = ("type",)
    type: str = ""
    """``model_changed``, ``system_changed``, ``tools_changed``, ``messages_changed``,
    ``previous_message_not_found`` or ``unavailable``; an open set."""
    cache_missed_input_tokens: int | None = None
    """Estimated number of tokens that would have been read from the cache."""


class Diagnostics(Model):
    """A comparison with the previous request (protocol §10.9)."""

    __match_args__ = ("cache_miss_reason",)
    cache_miss_reason: CacheMissReason | None = None
    """The first difference; ``None`` if the comparison had not finished."""


class InputTransformation(Model):
    """How the service treated a block that was sent back."""

    __match_args__ = ("type", "path", "reason")
    type: str = ""
    """``thinking_dropped`` or ``thinking_mismatch_allowed``."""
    path: str = ""
    """The path of the block: ``messages.{i}.content.{j}``."""
    reason: str = ""
    """The reason, for example ``prefix_binding_mismatch``."""


class StopDetails(Model):
    """Why an answer was refused."""

    __match_args__ = ("type", "category", "explanation")
    type: str
    """``refusal``."""
    category: str | None = None
    """The subject, an open set: ``cyber``, ``bio``, ``frontier_llm`` and others; may be ``None`` (protocol
    §3.5)."""
    explanation: str | None = None
    """An explanation for people."""
    fallback_credit_token: str | None = None
    """Beta: for ``fallback_credit_token`` of the next request; valid for 5 minutes."""
    fallback_has_prefill_claim: bool | None = None
    """Beta: whether the credit covers the partial answer."""
    recommended_model: str | None = None
    """Beta: a model suggested for a direct retry."""


class ContainerSkill(Model):
    """A skill loaded into the sandbox."""

    __match_args__ = ("skill_id", "type", "version")
    type: str
    """The vendor's name, or ``custom``."""
    skill_id: str
    """The id of the skill."""
    version: str | None = None
    """Its version; may be ``latest``."""


class Container(Model):
    """The sandbox that code ran in; a later request can use its id."""

    __match_args__ = ("id", "expires_at")
    id: str
    """The id of the sandbox."""
    expires_at: str
    """When it expires (RFC 3339)."""
    skills: list[ContainerSkill] | None = None
    """The skills loaded in it."""


class Message(Answer):
    """The model's answer."""

    __match_args__ = ("content", "stop_reason", "usage")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"content": list, "usage": Usage}
    id: str
    """The id of the message; opaque."""
    type: Literal["message"] = "message"
    role: Literal["assistant"] = "assistant"
    """Always the assistant."""
    model: str
    """The model that answered; may be the dated form of the requested name."""
    content: list[ContentBlock]
    """The answer. May be empty."""
    stop_reason: StopReason | None = None
    """Why the model stopped; ``None`` only while a stream runs."""
    stop_sequence: str | None = None
    """The stop sequence that was produced."""
    stop_details: StopDetails | None = None
    """Details of a refusal."""
    container: Container | None = None
    """The sandbox that was used."""
    usage: Usage
    """The token usage."""
    context_management: ContextManagement | None = None
    """Beta: the edits that the service applied to the conversation (protocol §8.8)."""
    diagnostics: Diagnostics | None = None
    """Why the prompt cache was missed, if the request asked (protocol §10.9)."""
    input_transformations: list[InputTransformation] | None = None
    """Beta: how the service treated thinking that was sent back from another conversation (protocol §3.1)."""


# Deltas (protocol §4.3)


class TextDelta(Model):
    """More text."""

    __match_args__ = ("text",)
    type: Literal["text_delta"] = "text_delta"
    text: str
    """Appended to the text of the block."""


class InputJSONDelta(Model):
    """More of a tool's input, as a piece of JSON text."""

    __match_args__ = ("partial_json",)
    type: Literal["input_json_delta"] = "input_json_delta"
    partial_json: str
    """Appended to the JSON text of the input; may be empty."""


class ThinkingDelta(Model):
    """More thinking."""

    __match_args__ = ("thinking",)
    type: Literal["thinking_delta"] = "thinking_delta"
    thinking: str
    """Appended to the thinking of the block."""
    estimated_tokens: int | None = None
    """Beta: estimated number of further thinking tokens; the sum shows progress and is not what is billed."""


class SignatureDelta(Model):
    """The signature of a thinking block."""

    __match_args__ = ("signature",)
    type: Literal["signature_delta"] = "signature_delta"
    signature: str
    """The whole signature, sent once before the block stops."""


class CitationsDelta(Model):
    """Another citation of a text block."""

    __match_args__ = ("citation",)
    type: Literal["citations_delta"] = "citations_delta"
    citation: TextCitation
    """Added to the citations of the block."""


class CompactionDelta(Model):
    """Beta: the summary of a compaction block, sent whole."""

    __match_args__ = ("content",)
    type: Literal["compaction_delta"] = "compaction_delta"
    content: str | None = None
    """The summary; ``None`` if only the encrypted form is present."""
    encrypted_content: str | None = None
    """The summary, encrypted for the service."""


class MessageDelta(Model):
    """Changes of the message itself."""

    __match_args__ = ("stop_reason", "stop_sequence")
    stop_reason: StopReason | None = None
    """Why the model stopped."""
    stop_sequence: str | None = None
    """The stop sequence that was produced."""
    stop_details: StopDetails | None = None
    """Details of a refusal."""
    container: Container | None = None
    """The sandbox that was used."""


class MCPToolUseBlock(Call):
    """Beta: a call of a tool of an MCP server, which the service makes. Never answer it with a
    ``tool_result``."""

    __match_args__ = ("name", "input", "id")
    type: Literal["mcp_tool_use"] = "mcp_tool_use"
    id: str
    """The id of the call, repeated in its result block."""
    name: str
    """The tool."""
    server_name: str = ""
    """The server, by its name in the request."""
    input: dict[str, Any]
    """The arguments, parsed from the JSON that the model wrote. The key may be absent."""


class MCPToolResultBlock(Model):
    """Beta: the result of a tool of an MCP server."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["mcp_tool_result"] = "mcp_tool_result"
    tool_use_id: str
    """The id of the call that this answers."""
    is_error: bool = False
    """Whether the tool failed; if so, the content gives the reason."""
    content: str | list[TextBlock]
    """Text, or blocks of text."""


class MCPToolListingBlock(Model):
    """Beta: the tools that the service found at an MCP server; must be sent back unchanged."""

    __match_args__ = ("mcp_server_name", "tools")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"tools": list}
    type: Literal["mcp_tool_listing"] = "mcp_tool_listing"
    mcp_server_name: str
    """The server, by its name in the request."""
    tools: list[dict[str, Any]]
    """Its tools, as the server describes them."""


class CompactionBlock(Model):
    """Beta: a summary of the conversation so far, sent back unchanged in place of the turns that it
    summarises (protocol §9.8)."""

    __match_args__ = ("content",)
    type: Literal["compaction"] = "compaction"
    content: str | None = None
    """The summary; ``None`` if only the encrypted form is present."""
    encrypted_content: str | None = None
    """The summary, encrypted for the service."""
    signature: str | None = None
    """Opaque proof that the service wrote it."""
    tool_changes: list[dict[str, Any]] | None = None
    """The state of the tools at that point; opaque."""


class FallbackModel(Model):
    """A model, by its name."""

    __match_args__ = ("model",)
    model: str
    """The name."""


class FallbackTrigger(Model):
    """Why another model continued."""

    __match_args__ = ("type", "category")
    type: str
    """``refusal``."""
    category: str | None = None
    """The subject of the refusal."""


class FallbackBlock(Model):
    """Beta: another model continues from here because the previous one refused. Send it back in the same
    position."""

    __match_args__ = ("to",)
    type: Literal["fallback"] = "fallback"
    to: FallbackModel
    """The model that continues."""
    trigger: FallbackTrigger | None = None
    """The reason."""


# end generated


# Events that are derived from those of the service (protocol §4.8)


class TextEvent(Derived):
    """More text of a text block."""

    __slots__ = ()
    __match_args__ = ("text", "snapshot")
    type: Literal["text"] = "text"

    @property
    def text(self) -> str:
        """The piece."""
        return self._piece  # type: ignore[no-any-return]

    @property
    def snapshot(self) -> str:
        """The text of the block with it; joined when it is read."""
        return self._grown.at(self._at)  # type: ignore[no-any-return]


class ThinkingEvent(Derived):
    """More of a thinking block."""

    __slots__ = ()
    __match_args__ = ("thinking", "snapshot")
    type: Literal["thinking"] = "thinking"

    @property
    def thinking(self) -> str:
        """The piece."""
        return self._piece  # type: ignore[no-any-return]

    @property
    def snapshot(self) -> str:
        """The thinking of the block with it; joined when it is read."""
        return self._grown.at(self._at)  # type: ignore[no-any-return]


class InputJSONEvent(Derived):
    """More of a tool's input."""

    __slots__ = ()
    __match_args__ = ("partial_json", "snapshot")
    type: Literal["input_json"] = "input_json"

    @property
    def partial_json(self) -> str:
        """The piece of JSON text."""
        return self._piece  # type: ignore[no-any-return]

    @property
    def snapshot(self) -> Any:
        """The input with it, as far as it can be read: the objects of :class:`parlour.PartialJSON`, which grow with the
        block. Copy them to keep a state."""
        return self._grown.at(self._at)


class CitationEvent(Derived):
    """One more citation of a text block."""

    __slots__ = ()
    __match_args__ = ("citation", "snapshot")
    type: Literal["citation"] = "citation"

    @property
    def citation(self) -> TextCitation:
        """The citation."""
        return self._piece  # type: ignore[no-any-return]

    @property
    def snapshot(self) -> list[TextCitation]:
        """The citations of the block with it."""
        return self._grown.at(self._at)  # type: ignore[no-any-return]


class SignatureEvent(Derived):
    """The signature of a thinking block."""

    __slots__ = ()
    __match_args__ = ("signature",)
    type: Literal["signature"] = "signature"

    @property
    def signature(self) -> str:
        """The signature, as far as it has come; it comes in one piece."""
        return self._grown.at(self._at)  # type: ignore[no-any-return]


# Names of several classes

_UNIONS: dict[str, tuple[type, ...]] = {
    # generated: unions, from schema/openapi.yaml by `make generate`
    "TextCitation": (
        CitationCharLocation,
        CitationPageLocation,
        CitationContentBlockLocation,
        CitationWebSearchResultLocation,
        CitationSearchResultLocation,
        UnknownCitation,
    ),
    "ContentBlock": (
        TextBlock,
        ThinkingBlock,
        RedactedThinkingBlock,
        ToolUseBlock,
        ServerToolUseBlock,
        WebSearchToolResultBlock,
        WebFetchToolResultBlock,
        CodeExecutionToolResultBlock,
        BashCodeExecutionToolResultBlock,
        TextEditorCodeExecutionToolResultBlock,
        ToolSearchToolResultBlock,
        AdvisorToolResultBlock,
        ContainerUploadBlock,
        MCPToolUseBlock,
        MCPToolResultBlock,
        MCPToolListingBlock,
        CompactionBlock,
        FallbackBlock,
        UnknownBlock,
    ),
    "ContentBlockDelta": (
        TextDelta,
        InputJSONDelta,
        ThinkingDelta,
        SignatureDelta,
        CitationsDelta,
        CompactionDelta,
        UnknownDelta,
    ),
    "StreamEvent": (
        MessageStartEvent,
        ContentBlockStartEvent,
        ContentBlockDeltaEvent,
        ContentBlockStopEvent,
        MessageDeltaEvent,
        MessageStopEvent,
        PingEvent,
        UnknownEvent,
    ),
    # end generated
}
_UNIONS["MessageStreamEvent"] = (
    *_UNIONS["StreamEvent"],
    TextEvent,
    ThinkingEvent,
    InputJSONEvent,
    CitationEvent,
    SignatureEvent,
)

if TYPE_CHECKING:
    # generated: aliases, from schema/openapi.yaml by `make generate`
    StopReason: TypeAlias = (
        Literal[
            "end_turn",
            "max_tokens",
            "stop_sequence",
            "tool_use",
            "pause_turn",
            "refusal",
            "model_context_window_exceeded",
            "compaction",
        ]
        | str
    )
    """Why the model stopped; an open set (protocol §3.4)."""
    TextCitation: TypeAlias = (
        CitationCharLocation
        | CitationPageLocation
        | CitationContentBlockLocation
        | CitationWebSearchResultLocation
        | CitationSearchResultLocation
        | UnknownCitation
    )
    """A citation, discriminated by ``type``."""
    ContentBlock: TypeAlias = (
        TextBlock
        | ThinkingBlock
        | RedactedThinkingBlock
        | ToolUseBlock
        | ServerToolUseBlock
        | WebSearchToolResultBlock
        | WebFetchToolResultBlock
        | CodeExecutionToolResultBlock
        | BashCodeExecutionToolResultBlock
        | TextEditorCodeExecutionToolResultBlock
        | ToolSearchToolResultBlock
        | AdvisorToolResultBlock
        | ContainerUploadBlock
        | MCPToolUseBlock
        | MCPToolResultBlock
        | MCPToolListingBlock
        | CompactionBlock
        | FallbackBlock
        | UnknownBlock
    )
    """A block of an answer, discriminated by ``type``."""
    ContentBlockDelta: TypeAlias = (
        TextDelta
        | InputJSONDelta
        | ThinkingDelta
        | SignatureDelta
        | CitationsDelta
        | CompactionDelta
        | UnknownDelta
    )
    """An increment of a block, discriminated by ``type``."""
    StreamEvent: TypeAlias = (
        MessageStartEvent
        | ContentBlockStartEvent
        | ContentBlockDeltaEvent
        | ContentBlockStopEvent
        | MessageDeltaEvent
        | MessageStopEvent
        | PingEvent
        | UnknownEvent
    )
    """An event of a stream, discriminated by ``type``."""
    # end generated
    MessageStreamEvent: TypeAlias = (
        StreamEvent | TextEvent | ThinkingEvent | InputJSONEvent | CitationEvent | SignatureEvent
    )
    """The items of ``messages.stream()``: the events of the service, and those that are derived from them."""
else:

    def __getattr__(name):
        """The names of several classes, for annotations that are evaluated at run time."""
        if name == "StopReason":
            return str
        members = _UNIONS.get(name)
        if members is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        alias = members[0]
        for member in members[1:]:
            alias = alias | member
        return alias


# The table for the native module


def _union(name: str) -> _native._Spec:
    return union(*_UNIONS[name])


_TABLE: dict[type, dict[str, _native._Spec]] = {
    # generated: table, from schema/openapi.yaml by `make generate`
    TextBlock: {"citations": ("list", _union("TextCitation"))},
    ToolUseBlock: {"caller": Caller},
    ServerToolUseBlock: {"caller": Caller},
    DocumentBlock: {
        "source": union(Base64Source, PlainTextSource, URLSource, FileSource, UnknownResult),
        "citations": CitationsConfig,
    },
    WebSearchToolResultBlock: {
        "content": ("list", union(WebSearchResult, WebSearchToolResultError, UnknownResult)),
        "caller": Caller,
    },
    WebFetchResult: {"content": DocumentBlock},
    WebFetchToolResultBlock: {
        "content": union(WebFetchResult, WebFetchToolResultError, UnknownResult),
        "caller": Caller,
    },
    CodeExecutionResult: {"content": ("list", CodeExecutionOutput)},
    EncryptedCodeExecutionResult: {"content": ("list", CodeExecutionOutput)},
    CodeExecutionToolResultBlock: {
        "content": union(
            CodeExecutionResult, EncryptedCodeExecutionResult, CodeExecutionToolResultError, UnknownResult
        )
    },
    BashCodeExecutionResult: {"content": ("list", CodeExecutionOutput)},
    BashCodeExecutionToolResultBlock: {
        "content": union(BashCodeExecutionResult, BashCodeExecutionToolResultError, UnknownResult)
    },
    TextEditorCodeExecutionToolResultBlock: {
        "content": union(
            TextEditorCodeExecutionViewResult,
            TextEditorCodeExecutionCreateResult,
            TextEditorCodeExecutionStrReplaceResult,
            TextEditorCodeExecutionToolResultError,
            UnknownResult,
        )
    },
    ToolSearchToolSearchResult: {"tool_references": ("list", ToolReferenceBlock)},
    ToolSearchToolResultBlock: {
        "content": union(ToolSearchToolSearchResult, ToolSearchToolResultError, UnknownResult)
    },
    AdvisorToolResultBlock: {
        "content": union(AdvisorResult, AdvisorRedactedResult, AdvisorToolResultError, UnknownResult)
    },
    Usage: {
        "cache_creation": CacheCreation,
        "output_tokens_details": OutputTokensDetails,
        "server_tool_use": ServerToolUsage,
        "iterations": ("list", UsageIteration),
        "fallback_credit": FallbackCredit,
    },
    MessageDeltaUsage: {
        "cache_creation": CacheCreation,
        "output_tokens_details": OutputTokensDetails,
        "server_tool_use": ServerToolUsage,
        "iterations": ("list", UsageIteration),
        "fallback_credit": FallbackCredit,
    },
    FallbackCredit: {"status": FallbackCreditStatus},
    UsageIteration: {"cache_creation": CacheCreation},
    ContextManagement: {"applied_edits": ("list", AppliedEdit)},
    Diagnostics: {"cache_miss_reason": CacheMissReason},
    Container: {"skills": ("list", ContainerSkill)},
    Message: {
        "content": ("list", _union("ContentBlock")),
        "stop_details": StopDetails,
        "container": Container,
        "usage": Usage,
        "context_management": ContextManagement,
        "diagnostics": Diagnostics,
        "input_transformations": ("list", InputTransformation),
    },
    CitationsDelta: {"citation": _union("TextCitation")},
    MessageDelta: {"stop_details": StopDetails, "container": Container},
    MCPToolResultBlock: {"content": ("list", union(TextBlock))},
    FallbackBlock: {"from": FallbackModel, "to": FallbackModel, "trigger": FallbackTrigger},
    # end generated
}

_ROOTS: dict[str, _native._Spec] = {
    "message": Message,
    "content_block": _union("ContentBlock"),
    "delta": _union("ContentBlockDelta"),
    "message_delta": MessageDelta,
    "usage": MessageDeltaUsage,
}

register(_TABLE, _ROOTS)

install(globals())

for _class in [one for one in globals().values() if isinstance(one, type) and one.__module__ == __name__]:
    # The module that users import them from.
    _class.__module__ = "parlour.types"
