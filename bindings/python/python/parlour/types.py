"""Typed answers: one class for each JSON object the service sends, and the table by which the native module
builds them. It must not know transport, events of a loop, or how a request is written (that is ``params``).

Unknown keys are kept, readable as attributes and in ``to_dict()``; unknown kinds of blocks, deltas and
citations arrive as ``Unknown...`` objects. A key that an answer leaves out reads as its default (mostly
``None``) and stays out of ``to_dict()``.
"""

from __future__ import annotations

from collections import namedtuple

from . import _native
from ._headers import Headers
from ._native import (
    ContentBlockDeltaEvent,
    ContentBlockStartEvent,
    ContentBlockStopEvent,
    Event,
    MessageDeltaEvent,
    MessageStartEvent,
    MessageStopEvent,
    PingEvent,
    RawAnswer,
    RawJSON,
    ResponseInfo,
    UnknownEvent,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from typing import Any, ClassVar, Literal, NamedTuple, NoReturn, Self, TypeAlias, TypeVar

    _C = TypeVar("_C", bound="_Call")
    _M = TypeVar("_M", bound="Model")

_SHOWN = 300
"""Longest string that ``repr`` shows whole."""


class Model:
    """Base of all answer objects: read-only attributes in the order of the wire.

    Compares by class and fields; pickles and copies; goes back into a request unchanged.
    """

    __slots__ = ("__dict__", "__weakref__", "_response")
    __match_args__: ClassVar[tuple[str, ...]] = ()

    _missing: ClassVar[dict[str, Callable[[], Any]]] = {}
    """What a key that should be there reads as when it is not."""
    _response: ResponseInfo | None

    def __init__(self, **fields: Any) -> None:
        tag = getattr(type(self), "type", None)
        if type(tag) is str and "type" not in fields:
            self.__dict__["type"] = tag
        self.__dict__.update(fields)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The typed object for plain data, for example for what ``to_dict()`` gave."""
        made = _typed(cls, dict(data))
        assert isinstance(made, cls)
        return made

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The typed object for JSON text, for example for what ``to_json()`` gave."""
        data = _native.from_json(text)
        if not isinstance(data, dict):
            raise ValueError(f"{cls.__name__} is a JSON object, not {type(data).__name__}")
        return cls.from_dict(data)

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts and lists, unknown keys included, in the order of the wire."""
        return {name: _plain(value) for name, value in self.__dict__.items()}

    def to_json(self, *, indent: int | None = None) -> str:
        """JSON text of :meth:`to_dict`."""
        if indent is None:
            return _native.to_json(self).decode()
        import json
        from uuid import uuid4

        # What Python cannot hold goes in as the text that it came in, in the place of a mark.
        mark = uuid4().hex
        raws: list[str] = []

        def keep(raw: RawJSON) -> str:
            raws.append(raw.text)
            return f"{mark}-{len(raws) - 1}"

        text = json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, default=keep)
        for number, raw in enumerate(raws):
            text = text.replace(f'"{mark}-{number}"', raw)
        return text

    if not TYPE_CHECKING:
        # Hidden from type checkers, so that they still find misspelt names.

        def __getattr__(self, name):
            make = type(self)._missing.get(name)
            if make is not None:
                return make()
            raise AttributeError(
                f"{type(self).__name__} has no {name!r}: the service did not send it", name=name, obj=self
            )

        def __setattr__(self, name, value):
            if name == "_response":
                object.__setattr__(self, name, value)
            else:
                self.__delattr__(name)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"{type(self).__name__} is read-only: take to_dict(), change that, and use from_dict()"
        )

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        tag = getattr(type(self), "type", None)
        fields = ", ".join(
            f"{name}={_shown(value)}"
            for name, value in self.__dict__.items()
            if name != "type" or value != tag
        )
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.__dict__, getattr(self, "_response", None))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # Tool inputs are plain dicts that a caller may change, so a deep copy has to be one.
        from copy import deepcopy

        return _rebuild(type(self), deepcopy(self.__dict__, memo), getattr(self, "_response", None))


def _rebuild(cls: type[_M], fields: dict[str, Any], response: ResponseInfo | None) -> _M:
    made = cls.__new__(cls)
    made.__dict__.update(fields)
    if response is not None:
        made._response = response
    return made


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


def _shown(value: Any) -> str:
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{value[:_SHOWN]!r}... ({len(value)} characters)"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name!r}: {_shown(item)}' for name, item in value.items())}}}"
    return repr(value)


# What is not known yet


class _Unknown(Model):
    """An object of a kind this version does not know; its keys are attributes."""

    __match_args__ = ("type",)

    if TYPE_CHECKING:
        # Any other string at run time; a literal here lets type checkers tell the known kinds apart.
        type: Literal["unknown"]

        def __getattr__(self, name: str) -> Any: ...


class UnknownBlock(_Unknown):
    """A content block of a kind this version does not know."""


class UnknownDelta(_Unknown):
    """A delta of a kind this version does not know."""


class UnknownCitation(_Unknown):
    """A citation of a kind this version does not know."""


class UnknownResult(_Unknown):
    """Content of a server tool's result, or a source, of a kind this version does not know."""


# Citations (protocol 2.7)


class CitationCharLocation(Model):
    """Characters of a plain text document; 0-based, end exclusive."""

    __match_args__ = ("cited_text", "document_index", "start_char_index", "end_char_index")
    type: Literal["char_location"] = "char_location"
    cited_text: str
    document_index: int
    document_title: str | None = None
    start_char_index: int
    end_char_index: int
    file_id: str | None = None


class CitationPageLocation(Model):
    """Pages of a PDF; 1-based, end exclusive."""

    __match_args__ = ("cited_text", "document_index", "start_page_number", "end_page_number")
    type: Literal["page_location"] = "page_location"
    cited_text: str
    document_index: int
    document_title: str | None = None
    start_page_number: int
    end_page_number: int
    file_id: str | None = None


class CitationContentBlockLocation(Model):
    """Blocks of a document made of blocks; 0-based, end exclusive."""

    __match_args__ = ("cited_text", "document_index", "start_block_index", "end_block_index")
    type: Literal["content_block_location"] = "content_block_location"
    cited_text: str
    document_index: int
    document_title: str | None = None
    start_block_index: int
    end_block_index: int
    file_id: str | None = None


class CitationWebSearchResultLocation(Model):
    """A page that a web search found."""

    __match_args__ = ("cited_text", "url", "title")
    type: Literal["web_search_result_location"] = "web_search_result_location"
    cited_text: str
    encrypted_index: str
    title: str | None = None
    url: str


class CitationSearchResultLocation(Model):
    """A search result that the caller gave; 0-based, end exclusive."""

    __match_args__ = ("cited_text", "source", "title")
    type: Literal["search_result_location"] = "search_result_location"
    cited_text: str
    search_result_index: int
    source: str
    title: str | None = None
    start_block_index: int
    end_block_index: int


# Content of the model (protocol 3.2)


class Caller(Model):
    """Who made a call: the model (``direct``), or code it runs in the sandbox."""

    __match_args__ = ("type", "tool_id")
    type: str
    tool_id: str | None = None


class TextBlock(Model):
    """Text."""

    __match_args__ = ("text",)
    type: Literal["text"] = "text"
    text: str
    citations: list[TextCitation] | None = None


class ThinkingBlock(Model):
    """What the model thought; goes back unchanged, signature included."""

    __match_args__ = ("thinking", "signature")
    type: Literal["thinking"] = "thinking"
    thinking: str
    signature: str


class RedactedThinkingBlock(Model):
    """Thinking that is not shown; goes back unchanged."""

    __match_args__ = ("data",)
    type: Literal["redacted_thinking"] = "redacted_thinking"
    data: str


class _Call(Model):
    """A call of a tool, and how complete its input is."""

    __slots__ = ("_unfinished",)
    _unfinished: tuple[Literal["invalid", "incomplete"], str]

    @property
    def input_state(self) -> Literal["complete", "invalid", "incomplete"]:
        """Whether ``input`` may be used: ``"incomplete"`` if the answer was cut within it (never run the
        tool then), ``"invalid"`` if what the model wrote is no JSON object. Known to the client only, never
        sent."""
        unfinished = getattr(self, "_unfinished", None)
        return "complete" if unfinished is None else unfinished[0]

    @property
    def raw_input(self) -> str | None:
        """What the model wrote as input, where ``input_state`` is not ``"complete"``."""
        unfinished = getattr(self, "_unfinished", None)
        return None if unfinished is None else unfinished[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_call, (type(self), self.__dict__, getattr(self, "_unfinished", None))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        from copy import deepcopy

        fields = deepcopy(self.__dict__, memo)
        return _rebuild_call(type(self), fields, getattr(self, "_unfinished", None))


def _rebuild_call(cls: type[_C], fields: dict[str, Any], unfinished: Any) -> _C:
    made = _rebuild(cls, fields, None)
    if unfinished is not None:
        object.__setattr__(made, "_unfinished", unfinished)
    return made


class ToolUseBlock(_Call):
    """The model calls one of the caller's tools."""

    __match_args__ = ("name", "input", "id")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"input": dict}
    type: Literal["tool_use"] = "tool_use"
    id: str
    name: str
    input: dict[str, Any]
    caller: Caller | None = None
    toolset_name: str | None = None


class ServerToolUseBlock(_Call):
    """The model calls a tool that the service runs. Never answer it with a ``tool_result``."""

    __match_args__ = ("name", "input", "id")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"input": dict}
    type: Literal["server_tool_use"] = "server_tool_use"
    id: str
    name: str
    input: dict[str, Any]
    caller: Caller | None = None


# Results of server tools (protocol 3.3)


class CitationsConfig(Model):
    """Whether a document may be cited."""

    __match_args__ = ("enabled",)
    enabled: bool | None = None


class Base64Source(Model):
    """A file as base64 text."""

    __match_args__ = ("media_type", "data")
    type: Literal["base64"] = "base64"
    media_type: str
    data: str


class PlainTextSource(Model):
    """A document as plain text."""

    __match_args__ = ("data",)
    type: Literal["text"] = "text"
    media_type: str = "text/plain"
    data: str


class URLSource(Model):
    """A file at an address."""

    __match_args__ = ("url",)
    type: Literal["url"] = "url"
    url: str


class FileSource(Model):
    """A file that was uploaded before."""

    __match_args__ = ("file_id",)
    type: Literal["file"] = "file"
    file_id: str


class DocumentBlock(Model):
    """A document that was fetched."""

    __match_args__ = ("source", "title")
    type: Literal["document"] = "document"
    source: Base64Source | PlainTextSource | URLSource | FileSource | UnknownResult
    title: str | None = None
    context: str | None = None
    citations: CitationsConfig | None = None


class WebSearchResult(Model):
    """One page that a web search found."""

    __match_args__ = ("title", "url")
    type: Literal["web_search_result"] = "web_search_result"
    title: str
    url: str
    encrypted_content: str
    page_age: str | None = None


class WebSearchToolResultError(Model):
    """A web search that failed."""

    __match_args__ = ("error_code",)
    type: Literal["web_search_tool_result_error"] = "web_search_tool_result_error"
    error_code: str


class WebSearchToolResultBlock(Model):
    """Result of a web search: a list of pages, or one error object."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["web_search_tool_result"] = "web_search_tool_result"
    tool_use_id: str
    content: list[WebSearchResult | UnknownResult] | WebSearchToolResultError | UnknownResult
    caller: Caller | None = None


class WebFetchResult(Model):
    """A page that was fetched."""

    __match_args__ = ("url", "content")
    type: Literal["web_fetch_result"] = "web_fetch_result"
    url: str
    retrieved_at: str | None = None
    content: DocumentBlock


class WebFetchToolResultError(Model):
    """A fetch that failed."""

    __match_args__ = ("error_code",)
    type: Literal["web_fetch_tool_result_error"] = "web_fetch_tool_result_error"
    error_code: str


class WebFetchToolResultBlock(Model):
    """Result of fetching a page."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["web_fetch_tool_result"] = "web_fetch_tool_result"
    tool_use_id: str
    content: WebFetchResult | WebFetchToolResultError | UnknownResult
    caller: Caller | None = None


class CodeExecutionOutput(Model):
    """A file that code wrote."""

    __match_args__ = ("file_id",)
    type: str
    file_id: str


class CodeExecutionResult(Model):
    """What code printed and wrote."""

    __match_args__ = ("stdout", "stderr", "return_code")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"content": list}
    type: Literal["code_execution_result"] = "code_execution_result"
    stdout: str
    stderr: str
    return_code: int
    content: list[CodeExecutionOutput]


class EncryptedCodeExecutionResult(Model):
    """What code printed, in a form that only the service reads."""

    __match_args__ = ("encrypted_stdout", "stderr", "return_code")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"content": list}
    type: Literal["encrypted_code_execution_result"] = "encrypted_code_execution_result"
    encrypted_stdout: str
    stderr: str
    return_code: int
    content: list[CodeExecutionOutput]


class CodeExecutionToolResultError(Model):
    """Code that could not be run."""

    __match_args__ = ("error_code",)
    type: Literal["code_execution_tool_result_error"] = "code_execution_tool_result_error"
    error_code: str


class CodeExecutionToolResultBlock(Model):
    """Result of running code."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["code_execution_tool_result"] = "code_execution_tool_result"
    tool_use_id: str
    content: CodeExecutionResult | EncryptedCodeExecutionResult | CodeExecutionToolResultError | UnknownResult


class BashCodeExecutionResult(Model):
    """What a shell command printed and wrote."""

    __match_args__ = ("stdout", "stderr", "return_code")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"content": list}
    type: Literal["bash_code_execution_result"] = "bash_code_execution_result"
    stdout: str
    stderr: str
    return_code: int
    content: list[CodeExecutionOutput]


class BashCodeExecutionToolResultError(Model):
    """A shell command that could not be run."""

    __match_args__ = ("error_code",)
    type: Literal["bash_code_execution_tool_result_error"] = "bash_code_execution_tool_result_error"
    error_code: str


class BashCodeExecutionToolResultBlock(Model):
    """Result of a shell command."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["bash_code_execution_tool_result"] = "bash_code_execution_tool_result"
    tool_use_id: str
    content: BashCodeExecutionResult | BashCodeExecutionToolResultError | UnknownResult


class TextEditorCodeExecutionViewResult(Model):
    """A file, or a part of it."""

    __match_args__ = ("file_type", "content")
    type: Literal["text_editor_code_execution_view_result"] = "text_editor_code_execution_view_result"
    file_type: str
    content: str
    num_lines: int | None = None
    start_line: int | None = None
    total_lines: int | None = None


class TextEditorCodeExecutionCreateResult(Model):
    """A file was written."""

    __match_args__ = ("is_file_update",)
    type: Literal["text_editor_code_execution_create_result"] = "text_editor_code_execution_create_result"
    is_file_update: bool


class TextEditorCodeExecutionStrReplaceResult(Model):
    """A file was changed."""

    __match_args__ = ("lines",)
    type: Literal["text_editor_code_execution_str_replace_result"] = (
        "text_editor_code_execution_str_replace_result"
    )
    lines: list[str] | None = None
    old_start: int | None = None
    old_lines: int | None = None
    new_start: int | None = None
    new_lines: int | None = None


class TextEditorCodeExecutionToolResultError(Model):
    """An edit that failed."""

    __match_args__ = ("error_code", "error_message")
    type: Literal["text_editor_code_execution_tool_result_error"] = (
        "text_editor_code_execution_tool_result_error"
    )
    error_code: str
    error_message: str | None = None


class TextEditorCodeExecutionToolResultBlock(Model):
    """Result of the text editor."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["text_editor_code_execution_tool_result"] = "text_editor_code_execution_tool_result"
    tool_use_id: str
    content: (
        TextEditorCodeExecutionViewResult
        | TextEditorCodeExecutionCreateResult
        | TextEditorCodeExecutionStrReplaceResult
        | TextEditorCodeExecutionToolResultError
        | UnknownResult
    )


class ToolReferenceBlock(Model):
    """A tool that a search found."""

    __match_args__ = ("tool_name",)
    type: Literal["tool_reference"] = "tool_reference"
    tool_name: str


class ToolSearchToolSearchResult(Model):
    """Tools that a search found."""

    __match_args__ = ("tool_references",)
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"tool_references": list}
    type: Literal["tool_search_tool_search_result"] = "tool_search_tool_search_result"
    tool_references: list[ToolReferenceBlock]


class ToolSearchToolResultError(Model):
    """A tool search that failed."""

    __match_args__ = ("error_code", "error_message")
    type: Literal["tool_search_tool_result_error"] = "tool_search_tool_result_error"
    error_code: str
    error_message: str | None = None


class ToolSearchToolResultBlock(Model):
    """Result of a tool search."""

    __match_args__ = ("tool_use_id", "content")
    type: Literal["tool_search_tool_result"] = "tool_search_tool_result"
    tool_use_id: str
    content: ToolSearchToolSearchResult | ToolSearchToolResultError | UnknownResult


class ContainerUploadBlock(Model):
    """A file was put into the sandbox."""

    __match_args__ = ("file_id",)
    type: Literal["container_upload"] = "container_upload"
    file_id: str


# The message (protocol 3.1, 3.5, 3.6)


class CacheCreation(Model):
    """Tokens written to the cache, by their life time."""

    __match_args__ = ("ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")
    ephemeral_5m_input_tokens: int = 0
    ephemeral_1h_input_tokens: int = 0


class OutputTokensDetails(Model):
    """What the output tokens were spent on."""

    __match_args__ = ("thinking_tokens",)
    thinking_tokens: int = 0


class ServerToolUsage(Model):
    """How often server tools were used."""

    __match_args__ = ("web_search_requests", "web_fetch_requests")
    web_search_requests: int | None = None
    web_fetch_requests: int | None = None


class Usage(Model):
    """Tokens of a call. The whole input is the sum of the three input numbers."""

    __match_args__ = ("input_tokens", "output_tokens")
    input_tokens: int = 0
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation: CacheCreation | None = None
    output_tokens: int = 0
    output_tokens_details: OutputTokensDetails | None = None
    server_tool_use: ServerToolUsage | None = None
    service_tier: str | None = None
    inference_geo: str | None = None


class MessageDeltaUsage(Model):
    """Tokens so far: totals, not differences. A key that is missing keeps its value."""

    __match_args__ = ("output_tokens",)
    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation: CacheCreation | None = None
    output_tokens: int | None = None
    output_tokens_details: OutputTokensDetails | None = None
    server_tool_use: ServerToolUsage | None = None
    service_tier: str | None = None
    inference_geo: str | None = None


class StopDetails(Model):
    """Why an answer was refused."""

    __match_args__ = ("type", "category", "explanation")
    type: str
    category: str | None = None
    explanation: str | None = None


class ContainerSkill(Model):
    """A skill loaded into the sandbox."""

    __match_args__ = ("skill_id", "type", "version")
    type: str
    skill_id: str
    version: str | None = None


class Container(Model):
    """The sandbox that code ran in; its id can be given to a later request."""

    __match_args__ = ("id", "expires_at")
    id: str
    expires_at: str
    skills: list[ContainerSkill] | None = None


class Message(Model):
    """The model's answer."""

    __match_args__ = ("content", "stop_reason", "usage")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"content": list, "usage": Usage}
    id: str
    type: Literal["message"] = "message"
    role: Literal["assistant"] = "assistant"
    model: str
    content: list[ContentBlock]
    stop_reason: StopReason | None = None
    stop_sequence: str | None = None
    stop_details: StopDetails | None = None
    container: Container | None = None
    usage: Usage

    @property
    def text(self) -> str:
        """All text of the answer: its text blocks joined with nothing between them."""
        # A block of an unexpected shape is kept, not refused: its text may be anything.
        # Of a message that a program made itself it may be a plain mapping.
        texts = [
            block.text if isinstance(block, TextBlock) else block.get("text")
            for block in self.content or ()
            if isinstance(block, TextBlock) or (isinstance(block, dict) and block.get("type") == "text")
        ]
        return "".join([text for text in texts if isinstance(text, str)])

    @property
    def response_info(self) -> ResponseInfo | None:
        """Status, headers, rate limits and attempts of the answer; ``None`` in a snapshot."""
        return getattr(self, "_response", None)

    @property
    def _request_id(self) -> str | None:
        """Id of the request at the service."""
        info = self.response_info
        return None if info is None else info.request_id


# Deltas (protocol 4.3)


class TextDelta(Model):
    """More text."""

    __match_args__ = ("text",)
    type: Literal["text_delta"] = "text_delta"
    text: str


class InputJSONDelta(Model):
    """More of a tool's input, as a piece of JSON text."""

    __match_args__ = ("partial_json",)
    type: Literal["input_json_delta"] = "input_json_delta"
    partial_json: str


class ThinkingDelta(Model):
    """More thinking."""

    __match_args__ = ("thinking",)
    type: Literal["thinking_delta"] = "thinking_delta"
    thinking: str


class SignatureDelta(Model):
    """The signature of a thinking block."""

    __match_args__ = ("signature",)
    type: Literal["signature_delta"] = "signature_delta"
    signature: str


class CitationsDelta(Model):
    """One more citation of a text block."""

    __match_args__ = ("citation",)
    type: Literal["citations_delta"] = "citations_delta"
    citation: TextCitation


class MessageDelta(Model):
    """What changed on the message itself."""

    __match_args__ = ("stop_reason", "stop_sequence")
    stop_reason: StopReason | None = None
    stop_sequence: str | None = None
    stop_details: StopDetails | None = None
    container: Container | None = None


# Names of several classes


if TYPE_CHECKING:
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
    """Why the model stopped; an open set."""
    TextCitation: TypeAlias = (
        CitationCharLocation
        | CitationPageLocation
        | CitationContentBlockLocation
        | CitationWebSearchResultLocation
        | CitationSearchResultLocation
        | UnknownCitation
    )
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
        | ContainerUploadBlock
        | UnknownBlock
    )
    ContentBlockDelta: TypeAlias = (
        TextDelta | InputJSONDelta | ThinkingDelta | SignatureDelta | CitationsDelta | UnknownDelta
    )
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
    """An event of a stream, told apart by ``event.type`` or by its class."""

    class RateLimit(NamedTuple):
        """One limited quantity."""

        limit: int | None = None
        """The most that a full allowance holds."""
        remaining: int | None = None
        """What is left of it."""
        reset: datetime | None = None
        """When the allowance is full again, by the service's clock."""

    class RateLimits(NamedTuple):
        """What the service said about the limits of the account; ``None`` where it said nothing."""

        requests: RateLimit | None = None
        tokens: RateLimit | None = None
        input_tokens: RateLimit | None = None
        output_tokens: RateLimit | None = None
        priority_input_tokens: RateLimit | None = None
        priority_output_tokens: RateLimit | None = None
        remaining_tokens: int | None = None
        """Tokens left, by whichever header told it."""

        @classmethod
        def _from_rows(
            cls, rows: list[tuple[str, int | None, int | None, float | None]], remaining_tokens: int | None
        ) -> RateLimits: ...

else:
    # `typing` alone would double the time that importing this package takes.
    RateLimit = namedtuple("RateLimit", "limit remaining reset", defaults=(None,) * 3, module=__name__)

    class RateLimits(
        namedtuple(
            "RateLimits",
            "requests tokens input_tokens output_tokens priority_input_tokens priority_output_tokens"
            " remaining_tokens",
            defaults=(None,) * 7,
        )
    ):
        """What the service said about the limits of the account; ``None`` where it said nothing."""

        __slots__ = ()

        @classmethod
        def _from_rows(cls, rows, remaining_tokens):
            """Made by the native module from what it read."""
            limits = {}
            for name, limit, remaining, reset_ms in rows:
                if limit is remaining is reset_ms is None:
                    continue
                limits[name] = RateLimit(limit, remaining, None if reset_ms is None else _instant(reset_ms))
            return cls(**limits, remaining_tokens=remaining_tokens)

    def __getattr__(name):
        """The names of several classes, for annotations that are evaluated at run time."""
        if name == "StopReason":
            return str
        members = _ALIASES.get(name)
        if members is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        alias = members[0]
        for member in members[1:]:
            alias = alias | member
        return alias


def _instant(unix_ms: float) -> datetime:
    from datetime import UTC, datetime, timedelta

    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=unix_ms)


class _SavedResponseInfo:
    """What a :class:`ResponseInfo` becomes by pickling: the same attributes, outside of the native module."""

    __slots__ = ("attempts", "headers", "rate_limits", "request_id", "status", "waits")

    def __init__(self, facts: dict[str, Any]) -> None:
        self.status: int = facts["status"]
        self.request_id: str | None = facts["request_id"]
        self.headers = Headers(facts["headers"])
        self.attempts: int = facts["attempts"]
        self.waits: list[float] = facts["waits"]
        self.rate_limits: RateLimits = facts["rate_limits"]

    def __reduce__(self) -> tuple[Any, ...]:
        facts = {name: getattr(self, name) for name in self.__slots__}
        return _restore_response_info, (facts | {"headers": self.headers.multi_items()},)

    def __repr__(self) -> str:
        return f"ResponseInfo(status={self.status}, request_id={self.request_id!r}, attempts={self.attempts})"


def _restore_response_info(facts: dict[str, Any]) -> _SavedResponseInfo:
    """The other half of pickling a :class:`ResponseInfo`; named by the native module."""
    return _SavedResponseInfo(facts)


# The table for the native module


def _by_tag(*classes: type[Model]) -> dict[str, type[Model]]:
    return {cls.type: cls for cls in classes}  # type: ignore[attr-defined]


_CITATIONS = _by_tag(
    CitationCharLocation,
    CitationPageLocation,
    CitationContentBlockLocation,
    CitationWebSearchResultLocation,
    CitationSearchResultLocation,
)
_BLOCKS = _by_tag(
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
    ContainerUploadBlock,
)
_DELTAS = _by_tag(TextDelta, InputJSONDelta, ThinkingDelta, SignatureDelta, CitationsDelta)
_EVENTS: tuple[type[Event], ...] = (
    MessageStartEvent,
    ContentBlockStartEvent,
    ContentBlockDeltaEvent,
    ContentBlockStopEvent,
    MessageDeltaEvent,
    MessageStopEvent,
    PingEvent,
    UnknownEvent,
)
_ALIASES: dict[str, tuple[type, ...]] = {
    "TextCitation": (*_CITATIONS.values(), UnknownCitation),
    "ContentBlock": (*_BLOCKS.values(), UnknownBlock),
    "ContentBlockDelta": (*_DELTAS.values(), UnknownDelta),
    "StreamEvent": _EVENTS,
}


def _union(classes: dict[str, type[Model]], unknown: type[Model]) -> _native._Spec:
    return ("union", "type", classes, unknown)


def _result(*classes: type[Model]) -> _native._Spec:
    return _union(_by_tag(*classes), UnknownResult)


_CITATION = _union(_CITATIONS, UnknownCitation)
_BLOCK = _union(_BLOCKS, UnknownBlock)

_SCHEMA: dict[type, dict[str, _native._Spec]] = {
    TextBlock: {"citations": ("list", _CITATION)},
    CitationsDelta: {"citation": _CITATION},
    ToolUseBlock: {"caller": Caller},
    ServerToolUseBlock: {"caller": Caller},
    DocumentBlock: {
        "source": _result(Base64Source, PlainTextSource, URLSource, FileSource),
        "citations": CitationsConfig,
    },
    # An array of results, or one error object: a list's spec also stands for the object in place of a list.
    WebSearchToolResultBlock: {
        "content": ("list", _result(WebSearchResult, WebSearchToolResultError)),
        "caller": Caller,
    },
    WebFetchResult: {"content": DocumentBlock},
    WebFetchToolResultBlock: {"content": _result(WebFetchResult, WebFetchToolResultError), "caller": Caller},
    CodeExecutionResult: {"content": ("list", CodeExecutionOutput)},
    EncryptedCodeExecutionResult: {"content": ("list", CodeExecutionOutput)},
    CodeExecutionToolResultBlock: {
        "content": _result(CodeExecutionResult, EncryptedCodeExecutionResult, CodeExecutionToolResultError)
    },
    BashCodeExecutionResult: {"content": ("list", CodeExecutionOutput)},
    BashCodeExecutionToolResultBlock: {
        "content": _result(BashCodeExecutionResult, BashCodeExecutionToolResultError)
    },
    TextEditorCodeExecutionToolResultBlock: {
        "content": _result(
            TextEditorCodeExecutionViewResult,
            TextEditorCodeExecutionCreateResult,
            TextEditorCodeExecutionStrReplaceResult,
            TextEditorCodeExecutionToolResultError,
        )
    },
    ToolSearchToolSearchResult: {"tool_references": ("list", ToolReferenceBlock)},
    ToolSearchToolResultBlock: {"content": _result(ToolSearchToolSearchResult, ToolSearchToolResultError)},
    Usage: {
        "cache_creation": CacheCreation,
        "output_tokens_details": OutputTokensDetails,
        "server_tool_use": ServerToolUsage,
    },
    MessageDeltaUsage: {
        "cache_creation": CacheCreation,
        "output_tokens_details": OutputTokensDetails,
        "server_tool_use": ServerToolUsage,
    },
    Container: {"skills": ("list", ContainerSkill)},
    Message: {
        "content": ("list", _BLOCK),
        "stop_details": StopDetails,
        "container": Container,
        "usage": Usage,
    },
    MessageDelta: {"stop_details": StopDetails, "container": Container},
}

_ROOTS: dict[str, _native._Spec] = {
    "message": Message,
    "content_block": _BLOCK,
    "delta": _union(_DELTAS, UnknownDelta),
    "message_delta": MessageDelta,
    "usage": MessageDeltaUsage,
}


def _typed(spec: _native._Spec, value: Any) -> Any:
    """What the native module does while it parses, for plain values."""
    if isinstance(spec, type):
        if not isinstance(value, dict):
            return value
        fields = _SCHEMA.get(spec)
        if fields:
            value = {
                name: _typed(fields[name], item) if name in fields else item for name, item in value.items()
            }
        return _rebuild(spec, value, None)
    if spec[0] == "list":
        if isinstance(value, list):
            return [_typed(spec[1], item) for item in value]
        return _typed(spec[1], value)
    if not isinstance(value, dict):
        return value
    tag = value.get(spec[1])
    cls = spec[2].get(tag, spec[3]) if isinstance(tag, str) else spec[3]
    return _typed(cls, value)


_native.register_models(_SCHEMA, roots=_ROOTS)

__all__ = [
    "Base64Source",
    "BashCodeExecutionResult",
    "BashCodeExecutionToolResultBlock",
    "BashCodeExecutionToolResultError",
    "CacheCreation",
    "Caller",
    "CitationCharLocation",
    "CitationContentBlockLocation",
    "CitationPageLocation",
    "CitationSearchResultLocation",
    "CitationWebSearchResultLocation",
    "CitationsConfig",
    "CitationsDelta",
    "CodeExecutionOutput",
    "CodeExecutionResult",
    "CodeExecutionToolResultBlock",
    "CodeExecutionToolResultError",
    "Container",
    "ContainerSkill",
    "ContainerUploadBlock",
    "ContentBlock",
    "ContentBlockDelta",
    "ContentBlockDeltaEvent",
    "ContentBlockStartEvent",
    "ContentBlockStopEvent",
    "DocumentBlock",
    "EncryptedCodeExecutionResult",
    "Event",
    "FileSource",
    "Headers",
    "InputJSONDelta",
    "Message",
    "MessageDelta",
    "MessageDeltaEvent",
    "MessageDeltaUsage",
    "MessageStartEvent",
    "MessageStopEvent",
    "Model",
    "OutputTokensDetails",
    "PingEvent",
    "PlainTextSource",
    "RateLimit",
    "RateLimits",
    "RawAnswer",
    "RawJSON",
    "RedactedThinkingBlock",
    "ResponseInfo",
    "ServerToolUsage",
    "ServerToolUseBlock",
    "SignatureDelta",
    "StopDetails",
    "StopReason",
    "StreamEvent",
    "TextBlock",
    "TextCitation",
    "TextDelta",
    "TextEditorCodeExecutionCreateResult",
    "TextEditorCodeExecutionStrReplaceResult",
    "TextEditorCodeExecutionToolResultBlock",
    "TextEditorCodeExecutionToolResultError",
    "TextEditorCodeExecutionViewResult",
    "ThinkingBlock",
    "ThinkingDelta",
    "ToolReferenceBlock",
    "ToolSearchToolResultBlock",
    "ToolSearchToolResultError",
    "ToolSearchToolSearchResult",
    "ToolUseBlock",
    "URLSource",
    "UnknownBlock",
    "UnknownCitation",
    "UnknownDelta",
    "UnknownEvent",
    "UnknownResult",
    "Usage",
    "WebFetchResult",
    "WebFetchToolResultBlock",
    "WebFetchToolResultError",
    "WebSearchResult",
    "WebSearchToolResultBlock",
    "WebSearchToolResultError",
]
