"""Types of requests, for editors and type checkers. It must not be imported by the rest of the package at
run time, and nothing here is checked by it: unknown keys pass through to the service."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, ClassVar, Literal, Protocol, Required, TypeAlias, TypedDict

from ._io.stops import StopNotice
from ._native import Conversation, CredentialRequest
from ._options.credentials import Credential
from ._options.options import NotGiven
from ._types.chain import Hook
from ._types.model import Model
from ._types.tool_call import ToolCall
from .betas import BetaName

Seconds: TypeAlias = float | timedelta


class SupportsModelDump(Protocol):
    """A model of pydantic, or another that is dumped the same way."""

    def model_dump(self) -> dict[str, Any]:
        """Plain values."""


class SupportsFields(Protocol):
    """A dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


class CachePrice(TypedDict("_Lifetimes", {"5m": float, "1h": float}, total=False), total=False):
    """Prices of the prompt cache per million tokens; what is written, by lifetime."""

    read: float
    """Of what is read from the cache. Default: a tenth of the price of input."""


class Price(TypedDict, total=False):
    """Prices of a model per million tokens, in a currency of yours."""

    input: Required[float]
    """Of input that is neither written to nor read from the cache."""
    output: Required[float]
    """Of output."""
    cache: CachePrice
    """Of the cache. Default: in the usual relation to the price of input."""


class ApiKey(TypedDict, total=False):
    """One of several API keys."""

    key: Required[str]
    """The key, which is a secret."""
    weight: int
    """How many turns it takes beside the others. Default: 1."""


class SpendingLimit(TypedDict, total=False):
    """At most so many ``tokens``, or so much money (``cost``), within a time."""

    tokens: int
    """Input and output tokens; those read from the cache do not count."""
    cost: float
    """Money, by the setting ``prices``."""
    per: Required[Literal["minute", "hour", "day", "week", "month"]]
    """The time; a month has 30 days."""
    label: str
    """Only for calls under this label."""
    model: str
    """Only for calls of this model."""
    notice: float
    """The used fraction, above 0 and at most 1, at which the end of a call has a notice of it."""


OtherModel: TypeAlias = SupportsModelDump | SupportsFields
"""A model of a validation library, or a dataclass, in the place of a mapping."""


# generated: requests, from schema/openapi.yaml by `make generate`
# Parts that several blocks have


class CacheControlParam(TypedDict, total=False):
    """A cache breakpoint."""

    type: Required[Literal["ephemeral"]]
    ttl: Literal["5m", "1h"]
    """Its lifetime; five minutes unless set."""


class CitationsConfigParam(TypedDict, total=False):
    """Whether a document may be cited."""

    enabled: bool
    """True if it may be cited."""


class Base64SourceParam(TypedDict):
    """A base64-encoded file."""

    type: Literal["base64"]
    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp", "application/pdf"] | str
    """``image/png``, ``application/pdf`` and so on."""
    data: str
    """The data."""


class URLSourceParam(TypedDict):
    """A file at a URL."""

    type: Literal["url"]
    url: str
    """The URL."""


class FileSourceParam(TypedDict):
    """An uploaded file."""

    type: Literal["file"]
    file_id: str
    """The id of the file."""


class PlainTextSourceParam(TypedDict):
    """A document as plain text."""

    type: Literal["text"]
    media_type: Literal["text/plain"]
    """The media type."""
    data: str
    """The text."""


# Content blocks (protocol §2)


class TextBlockParam(TypedDict, total=False):
    """Text."""

    type: Required[Literal["text"]]
    text: Required[str]
    """The text."""
    citations: Sequence[Mapping[str, Any] | Model] | None
    """The sources that support the text."""
    cache_control: CacheControlParam | None
    """Cache breakpoint. Not accepted on empty text."""


class ImageTransformationsParam(TypedDict, total=False):
    """How the service handles an image that is too large."""

    oversized_image: Literal["downsize", "error"]
    """Whether to shrink the image or to reject the request."""


class ImageBlockParam(TypedDict, total=False):
    """An image."""

    type: Required[Literal["image"]]
    source: Required[Base64SourceParam | URLSourceParam | FileSourceParam]
    """The source of the data."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""
    transformations: ImageTransformationsParam | None
    """How the service may transform it."""


class ContentSourceParam(TypedDict):
    """A document made of blocks."""

    type: Literal["content"]
    content: str | Sequence[TextBlockParam | ImageBlockParam]
    """A string, or text and image blocks."""


class DocumentBlockParam(TypedDict, total=False):
    """A document."""

    type: Required[Literal["document"]]
    source: Required[
        Base64SourceParam | PlainTextSourceParam | ContentSourceParam | URLSourceParam | FileSourceParam
    ]
    """The source of the data."""
    title: str | None
    """Its title."""
    context: str | None
    """Context about it for the model."""
    citations: CitationsConfigParam | None
    """Whether the model cites it."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class SearchResultBlockParam(TypedDict, total=False):
    """A search result supplied by the caller."""

    type: Required[Literal["search_result"]]
    source: Required[str]
    """Where it was found."""
    title: Required[str]
    """Its title."""
    content: Required[Sequence[TextBlockParam]]
    """Its text; must not be empty."""
    citations: CitationsConfigParam
    """Whether the model cites it."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class ThinkingBlockParam(TypedDict):
    """Thinking of an earlier answer, unchanged."""

    type: Literal["thinking"]
    thinking: str
    """The reasoning; may be empty."""
    signature: str
    """Opaque proof that the service wrote it."""


class RedactedThinkingBlockParam(TypedDict):
    """Redacted thinking of an earlier answer, unchanged."""

    type: Literal["redacted_thinking"]
    data: str
    """Opaque."""


class CallerParam(TypedDict, total=False):
    """The origin of a tool call."""

    type: Required[str]
    """``direct``, or the version of the code execution tool."""
    tool_id: str
    """The ``server_tool_use`` whose code made the call."""


class ToolUseBlockParam(TypedDict, total=False):
    """A tool call of an earlier answer."""

    type: Required[Literal["tool_use"]]
    id: Required[str]
    """The id of the call, repeated in its ``tool_result``."""
    name: Required[str]
    """The tool, or the member of a toolset."""
    input: Required[Mapping[str, Any]]
    """The arguments: an object, never a string."""
    caller: CallerParam
    """The origin of the call; absent means the model."""
    toolset_name: str | None
    """The toolset that ``name`` belongs to; the result must repeat it."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class ToolReferenceBlockParam(TypedDict, total=False):
    """A tool found by a search that the caller ran."""

    type: Required[Literal["tool_reference"]]
    tool_name: Required[str]
    """The tool's name."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class BrowserTabParam(TypedDict, total=False):
    """A tab of a browser."""

    tab_id: Required[str]
    """The id of the tab."""
    title: Required[str]
    """The page's title."""
    url: Required[str]
    """The page's URL."""
    active: bool
    """Whether calls go to this tab."""


class BrowserStateBlockParam(TypedDict, total=False):
    """The tabs of a browser after a call."""

    type: Required[Literal["browser_state"]]
    tabs: Required[Sequence[BrowserTabParam]]
    """All open tabs; exactly one is active unless there are none."""
    state_changes: Sequence[Mapping[str, Any]] | None
    """The changes since the last result; omit it rather than send an empty list."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


ToolResultContentParam: TypeAlias = (
    TextBlockParam
    | ImageBlockParam
    | DocumentBlockParam
    | SearchResultBlockParam
    | ToolReferenceBlockParam
    | BrowserStateBlockParam
    | Model
)
"""A block in the result of a tool."""


class ToolResultBlockParam(TypedDict, total=False):
    """The result of a tool of the caller."""

    type: Required[Literal["tool_result"]]
    tool_use_id: Required[str]
    """The id of the call that this answers."""
    content: str | Sequence[ToolResultContentParam]
    """Text or blocks; omitted for an empty result."""
    is_error: bool
    """Whether the tool failed; if so, the content gives the reason."""
    toolset_name: str | None
    """The ``toolset_name`` of the call."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class ServerToolUseBlockParam(TypedDict, total=False):
    """A call of a tool of the service, from an earlier answer."""

    type: Required[Literal["server_tool_use"]]
    id: Required[str]
    """The id of the call, repeated in its result block."""
    name: Required[str]
    """The tool."""
    input: Required[Mapping[str, Any]]
    """The arguments: an object, never a string."""
    caller: CallerParam
    """The origin of the call; absent means the model."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class ServerToolResultBlockParam(TypedDict, total=False):
    """The result of a tool of the service in an earlier answer, unchanged."""

    type: Required[
        Literal[
            "web_search_tool_result",
            "web_fetch_tool_result",
            "code_execution_tool_result",
            "bash_code_execution_tool_result",
            "text_editor_code_execution_tool_result",
            "tool_search_tool_result",
            "advisor_tool_result",
        ]
    ]
    """The type of result, one for each tool."""
    tool_use_id: Required[str]
    """The id of the call that this answers."""
    content: Required[Mapping[str, Any] | Sequence[Mapping[str, Any]] | Model | Sequence[Model]]
    """Output or an error."""
    caller: CallerParam
    """The origin of the call; only results of web searches and fetches have it."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class ContainerUploadBlockParam(TypedDict, total=False):
    """Puts an uploaded file into the sandbox."""

    type: Required[Literal["container_upload"]]
    file_id: Required[str]
    """The file."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class MCPToolUseBlockParam(TypedDict, total=False):
    """Beta: a call of an MCP server's tool, from an earlier answer."""

    type: Required[Literal["mcp_tool_use"]]
    id: Required[str]
    """The id of the call, repeated in its result block."""
    name: Required[str]
    """The tool."""
    server_name: Required[str]
    """The server, by its name in the request."""
    input: Required[Mapping[str, Any]]
    """The arguments: an object, never a string."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class MCPToolResultBlockParam(TypedDict, total=False):
    """Beta: the result of an MCP server's tool, from an earlier answer, unchanged."""

    type: Required[Literal["mcp_tool_result"]]
    tool_use_id: Required[str]
    """The id of the call that this answers."""
    is_error: bool
    """Whether the tool failed; if so, the content gives the reason."""
    content: str | Sequence[TextBlockParam]
    """Text, or blocks of text."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class MCPToolListingBlockParam(TypedDict):
    """Beta: the tools of an MCP server in an earlier answer, unchanged."""

    type: Literal["mcp_tool_listing"]
    mcp_server_name: str
    """The server, by its name in the request."""
    tools: Sequence[Mapping[str, Any]]
    """Its tools, as the server describes them."""


class CompactionBlockParam(TypedDict, total=False):
    """Beta: a summary of the earlier conversation, unchanged (protocol §9.8)."""

    type: Required[Literal["compaction"]]
    content: Required[str | None]
    """The summary; ``None`` if only the encrypted form is present."""
    encrypted_content: str | None
    """The summary, encrypted for the service."""
    signature: str | None
    """Opaque proof that the service wrote it."""
    tool_changes: Sequence[Mapping[str, Any]] | None
    """The state of the tools at that point; opaque."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class ToolChangeToolReferenceParam(TypedDict):
    """A tool of the request's ``tools``, or one that an earlier addition defined."""

    type: Literal["tool_reference"]
    name: str
    """Its name."""


class ToolChangeMCPToolReferenceParam(TypedDict):
    """A tool of an MCP server of the request."""

    type: Literal["mcp_tool_reference"]
    name: str
    """Its name on the server."""
    server_name: str
    """The server, by its name in the request."""


class ToolChangeMCPToolsetReferenceParam(TypedDict):
    """All tools of an MCP server of the request."""

    type: Literal["mcp_toolset_reference"]
    server_name: str
    """The server, by its name in the request."""


class ToolChangeToolDefinitionParam(TypedDict):
    """A tool that no entry of ``tools`` declares."""

    type: Literal["tool_definition"]
    definition: ToolUnionParam
    """The tool, in the form of an entry of ``tools``."""


class ToolAdditionBlockParam(TypedDict, total=False):
    """Beta: a tool may be called from here on. Only in system messages; ``tools`` and the cache stay as they
    are (protocol §8.8)."""

    type: Required[Literal["tool_addition"]]
    tool: Required[
        ToolChangeToolReferenceParam
        | ToolChangeMCPToolReferenceParam
        | ToolChangeMCPToolsetReferenceParam
        | ToolChangeToolDefinitionParam
    ]
    """The tool, by its name or with its definition."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class ToolRemovalBlockParam(TypedDict, total=False):
    """Beta: a tool must not be called from here on. Only in system messages. A model may still call it:
    answer as for an unknown tool (protocol §8.8)."""

    type: Required[Literal["tool_removal"]]
    tool: Required[
        ToolChangeToolReferenceParam | ToolChangeMCPToolReferenceParam | ToolChangeMCPToolsetReferenceParam
    ]
    """The tool, by its name."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


ContentBlockParam: TypeAlias = (
    TextBlockParam
    | ImageBlockParam
    | DocumentBlockParam
    | SearchResultBlockParam
    | ThinkingBlockParam
    | RedactedThinkingBlockParam
    | ToolUseBlockParam
    | ToolResultBlockParam
    | ServerToolUseBlockParam
    | ServerToolResultBlockParam
    | ContainerUploadBlockParam
    | MCPToolUseBlockParam
    | MCPToolResultBlockParam
    | MCPToolListingBlockParam
    | CompactionBlockParam
    | ToolAdditionBlockParam
    | ToolRemovalBlockParam
    | Model
)
"""A block of a request, or of an answer that goes back."""


class MessageParam(TypedDict, total=False):
    """One turn of the conversation."""

    role: Required[Literal["user", "assistant", "system"]]
    """The author of the turn."""
    content: Required[str | Sequence[ContentBlockParam]]
    """The content of the turn."""
    clear_at: Literal["never", "next_user_message"]
    """Beta, role ``system``: how long it is shown to the model; ``never`` unless set."""
    output_config: TurnOutputConfigParam
    """Beta, role ``system``: effort of the turn that follows."""


class TurnOutputConfigParam(TypedDict, total=False):
    """Effort of the turn that follows (beta)."""

    effort: Literal["low", "medium", "high", "xhigh", "max"] | None
    """The level of effort."""


# Tools (protocol §1.5 to §1.8)


class ToolParam(TypedDict, total=False):
    """A tool of the caller."""

    type: Literal["custom"] | None
    """Absent or ``custom`` for a tool of the caller."""
    name: Required[str]
    """The name, unique in the request: at most 64 letters, digits, ``_`` and ``-``."""
    description: str
    """What the tool does and when to use it."""
    input_schema: Required[Mapping[str, Any]]
    """The JSON Schema of its input; an object schema."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""
    strict: bool
    """Whether inputs are guaranteed to match the schema (schema subset: protocol §9.7)."""
    defer_loading: bool
    """Whether to hide it from the model until a tool search returns it."""
    allowed_callers: Sequence[str]
    """The permitted callers: ``direct``, or versions of the code execution tool."""
    input_examples: Sequence[Mapping[str, Any]]
    """Examples of inputs; each must match the schema."""
    eager_input_streaming: bool | None
    """Whether to stream the input as it is written; it may turn out to be invalid JSON."""


class UserLocationParam(TypedDict, total=False):
    """The approximate location of the user."""

    type: Required[Literal["approximate"]]
    city: str | None
    """The name of the city."""
    region: str | None
    """The name of the region."""
    country: str | None
    """ISO 3166-1 code of two letters."""
    timezone: str | None
    """IANA name, for example ``Europe/Rome``."""


class FetchSourceParam(TypedDict, total=False):
    """Which URLs from one source may be fetched."""

    type: Required[str]
    """``all`` or ``none``; for results of tools also ``only`` or ``except``."""
    tools: Sequence[Mapping[str, Any]]
    """With ``only`` and ``except``: ``{"type": "tool_reference", "name": …}`` of the tools."""


class URLSourcesParam(TypedDict, total=False):
    """The sources of URLs that may be fetched (protocol §1.7)."""

    user_input: FetchSourceParam
    """Messages of the user."""
    client_tool_results: FetchSourceParam
    """Results of the caller's tools."""
    server_tool_results: FetchSourceParam
    """Results of the service's tools."""


class ServiceToolParam(TypedDict, total=False):
    """A tool that the service defines, identified by its dated ``type``; the service or the caller runs it."""

    type: Required[
        Literal[
            "bash_20250124",
            "text_editor_20250124",
            "text_editor_20250429",
            "text_editor_20250728",
            "memory_20250818",
            "computer_toolset_20260801",
            "browser_toolset_20260801",
            "web_search_20250305",
            "web_search_20260209",
            "web_search_20260318",
            "web_fetch_20250910",
            "web_fetch_20260209",
            "web_fetch_20260309",
            "web_fetch_20260318",
            "code_execution_20250522",
            "code_execution_20250825",
            "code_execution_20260120",
            "code_execution_20260521",
            "tool_search_tool_regex",
            "tool_search_tool_regex_20251119",
            "tool_search_tool_bm25",
            "tool_search_tool_bm25_20251119",
        ]
        | str
    ]
    """The dated type, for example ``web_search_20250305``; an open set."""
    name: str
    """The fixed name of the type; toolsets have none."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""
    strict: bool
    """Whether inputs are guaranteed to match the schema (schema subset: protocol §9.7)."""
    defer_loading: bool
    """Whether to hide it from the model until a tool search returns it."""
    allowed_callers: Sequence[str]
    """The permitted callers: ``direct``, or versions of the code execution tool."""
    input_examples: Sequence[Mapping[str, Any]]
    """Examples of inputs; each must match the schema."""
    max_uses: int | None
    """Maximum number of uses in this request."""
    allowed_domains: Sequence[str] | None
    """The only permitted domains; cannot be combined with ``blocked_domains``."""
    blocked_domains: Sequence[str] | None
    """The domains that are not permitted."""
    user_location: UserLocationParam | None
    """The location of the user, for searches."""
    max_content_tokens: int | None
    """Maximum length of a fetched page, in tokens."""
    citations: CitationsConfigParam | None
    """Whether fetched pages may be cited."""
    url_sources: URLSourcesParam | None
    """The sources of URLs that may be fetched; all unless set."""
    use_cache: bool
    """Whether a cached copy of a page may be used."""
    response_inclusion: Literal["full", "excluded"]
    """Whether the answer includes the calls made by code that has finished."""
    max_characters: int | None
    """Maximum number of characters of a file that are shown."""
    configs: Mapping[str, Mapping[str, bool | None]] | None
    """Whether each member of a toolset is enabled or deferred."""


class MCPToolsetConfigParam(TypedDict, total=False):
    """The configuration of a tool of an MCP server."""

    enabled: bool
    """Whether it may be called."""
    defer_loading: bool
    """Whether to hide it from the model until a tool search returns it."""


class MCPToolsetParam(TypedDict, total=False):
    """Beta: the tools of an MCP server that ``mcp_servers`` names, which the service calls (protocol §8.8)."""

    type: Required[Literal["mcp_toolset"]]
    mcp_server_name: Required[str]
    """The server, by its name in ``mcp_servers``."""
    default_config: MCPToolsetConfigParam
    """The default configuration of the tools."""
    configs: Mapping[str, MCPToolsetConfigParam] | None
    """The configuration of single tools, by name."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


class AdvisorToolParam(TypedDict, total=False):
    """Beta: another model that this one may ask for advice (protocol §8.8)."""

    type: Required[Literal["advisor_20260301"]]
    name: Required[Literal["advisor"]]
    """The fixed name of the type."""
    model: Required[str]
    """The model to ask."""
    max_uses: int | None
    """Maximum number of questions to it in this request."""
    max_tokens: int | None
    """Maximum number of tokens of its answer."""
    caching: CacheControlParam | None
    """Whether its input is cached."""
    cache_control: CacheControlParam | None
    """Cache breakpoint (protocol §1.4)."""


ToolUnionParam: TypeAlias = MCPToolsetParam | AdvisorToolParam | ToolParam | ServiceToolParam
"""A tool of the caller, or of the service."""


class ToolChoiceAutoParam(TypedDict, total=False):
    """The model decides."""

    type: Required[Literal["auto"]]
    disable_parallel_tool_use: bool
    """Whether to limit the answer to at most one call; false unless set."""


class ToolChoiceAnyParam(TypedDict, total=False):
    """Some tool must be called."""

    type: Required[Literal["any"]]
    disable_parallel_tool_use: bool
    """Whether to limit the answer to exactly one call; false unless set."""


class ToolChoiceToolParam(TypedDict, total=False):
    """This tool must be called."""

    type: Required[Literal["tool"]]
    name: Required[str]
    """The tool that must be called."""
    disable_parallel_tool_use: bool
    """Whether to limit the answer to exactly one call; false unless set."""


class ToolChoiceNoneParam(TypedDict):
    """No tool may be called."""

    type: Literal["none"]


ToolChoiceParam: TypeAlias = (
    ToolChoiceAutoParam | ToolChoiceAnyParam | ToolChoiceToolParam | ToolChoiceNoneParam
)
"""Whether the model must call a tool, and which."""


# Other parts of a request (protocol §1.9 to §1.11)


class ThinkingConfigEnabledParam(TypedDict, total=False):
    """Thinking with a budget."""

    type: Required[Literal["enabled"]]
    budget_tokens: Required[int]
    """Number of tokens for thinking: at least 1024 and less than ``max_tokens``."""
    display: Literal["summarized", "omitted", "updates"] | None
    """Whether thinking is summarised, sent as updates (beta) or omitted from the answer; the default depends
    on the model."""
    block_binding: BlockBindingParam | None
    """Beta: how the service treats thinking that was sent back from another conversation."""


class ThinkingConfigAdaptiveParam(TypedDict, total=False):
    """Thinking whose depth depends on ``output_config.effort``."""

    type: Required[Literal["adaptive"]]
    display: Literal["summarized", "omitted", "updates"] | None
    """Whether thinking is summarised, sent as updates (beta) or omitted from the answer; the default depends
    on the model."""
    block_binding: BlockBindingParam | None
    """Beta: how the service treats thinking that was sent back from another conversation."""


class BlockBindingParam(TypedDict, total=False):
    """How the service treats thinking that was sent back from another conversation."""

    prefix_mismatch_behavior: Literal["error", "drop_block"]
    """Whether such thinking is rejected (the default) or omitted."""


class ThinkingConfigBetweenToolsParam(TypedDict):
    """No thinking, but short progress notes between tool calls."""

    type: Literal["between_tools"]


class ThinkingConfigDisabledParam(TypedDict):
    """No thinking."""

    type: Literal["disabled"]


ThinkingConfigParam: TypeAlias = (
    ThinkingConfigEnabledParam
    | ThinkingConfigAdaptiveParam
    | ThinkingConfigBetweenToolsParam
    | ThinkingConfigDisabledParam
)
"""The configuration of thinking."""


class OutputFormatParam(TypedDict):
    """JSON that matches a schema."""

    type: Literal["json_schema"]
    schema: Mapping[str, Any]
    """The JSON Schema of the answer (subset: protocol §9.7)."""


class TaskBudgetParam(TypedDict, total=False):
    """A budget of tokens over several contexts (beta)."""

    type: Required[Literal["tokens"]]
    total: Required[int]
    """Number of tokens for the whole task."""
    remaining: int | None
    """Number of tokens that remain."""


class OutputConfigParam(TypedDict, total=False):
    """The effort and the format of the answer."""

    effort: Literal["low", "medium", "high", "xhigh", "max"] | None
    """The level of effort; ``high`` unless set."""
    format: OutputFormatParam | None
    """The format of the answer."""
    task_budget: TaskBudgetParam | None
    """Beta: a budget of tokens over several contexts."""


class MetadataParam(TypedDict, total=False):
    """Metadata of the request."""

    user_id: str | None
    """An opaque id of the caller's user, without personal data, at most 256 characters."""


class ContainerSkillParam(TypedDict, total=False):
    """A skill for the sandbox."""

    type: Required[str]
    """The vendor's name, or ``custom``."""
    skill_id: Required[str]
    """The id of the skill."""
    version: str
    """Its version; may be ``latest``."""


class ContainerParam(TypedDict, total=False):
    """The sandbox to use."""

    id: str | None
    """The id of an existing sandbox."""
    skills: Sequence[ContainerSkillParam] | None
    """Skills to load."""


class DiagnosticsParam(TypedDict):
    """Asks why the prompt cache was missed; send it in every turn (protocol §10.9)."""

    previous_message_id: str | None
    """The id of the last answer in this conversation; ``None`` in the first turn."""


class ContextTriggerParam(TypedDict):
    """A number of tokens, calls or turns."""

    type: str
    """``input_tokens``, ``tool_uses`` or ``thinking_turns``."""
    value: int
    """The number."""


class ClearToolUsesParam(TypedDict, total=False):
    """Removes results of old tool calls."""

    type: Required[Literal["clear_tool_uses_20250919"]]
    trigger: ContextTriggerParam
    """The threshold from which it applies."""
    keep: ContextTriggerParam
    """Number of calls whose results are kept."""
    clear_at_least: ContextTriggerParam | None
    """The least that it must remove to be applied."""
    exclude_tools: Sequence[str] | None
    """Tools whose results are kept."""
    clear_tool_inputs: bool | Sequence[str] | None
    """Whether inputs are removed as well, or the tools whose inputs are."""


class ClearThinkingParam(TypedDict, total=False):
    """Removes thinking of earlier turns."""

    type: Required[Literal["clear_thinking_20251015"]]
    keep: ContextTriggerParam | str
    """Number of turns whose thinking is kept, or ``all``."""


class CompactParam(TypedDict, total=False):
    """Summarises the conversation when it becomes long."""

    type: Required[Literal["compact_20260112"]]
    trigger: ContextTriggerParam
    """The threshold from which it applies; 150 000 input tokens unless set."""
    instructions: str | None
    """Instructions for the summary."""
    pause_after_compaction: bool
    """Whether the answer ends after the summary, with stop reason ``compaction``."""


class ContextManagementParam(TypedDict, total=False):
    """Edits that the service applies to a long conversation (beta; protocol §8.8)."""

    edits: Sequence[ClearToolUsesParam | ClearThinkingParam | CompactParam]
    """The edits, in order."""


class CompactionParam(TypedDict, total=False):
    """Makes the whole request a summary of the conversation (beta; protocol §9.8)."""

    type: Required[Literal["summarize"]]
    instructions: str | None
    """Instructions for the summary."""


class ThreadParam(TypedDict, total=False):
    """A conversation that the service keeps for 5 minutes after its last request (beta; protocol §8.11)."""

    type: Required[Literal["create", "continue"]]
    """``create`` with the whole conversation, ``continue`` with the new messages alone, without ``system``
    and ``tools``."""
    previous_message_id: str
    """With ``continue``: the id of the previous answer."""


class MCPToolConfigurationParam(TypedDict, total=False):
    """Which tools of an MCP server may be called; the form used before toolsets."""

    enabled: bool | None
    """Whether any tool may be called."""
    allowed_tools: Sequence[str] | None
    """The only tools that may be called."""


class MCPServerParam(TypedDict, total=False):
    """Beta: an MCP server whose tools the service calls; a tools entry of type ``mcp_toolset`` declares them
    (protocol §8.8)."""

    type: Required[Literal["url"]]
    name: Required[str]
    """Names the server in this request."""
    url: Required[str]
    """Its URL."""
    authorization_token: str | None
    """A secret that the service sends to the server."""
    tool_configuration: MCPToolConfigurationParam | None
    """Which tools may be called."""


class FallbackParam(TypedDict, total=False):
    """A fallback model and its parameters that differ from the request. Null selects the model's own default."""

    model: Required[str]
    """The model."""
    max_tokens: int | None
    """Maximum number of tokens to generate."""
    thinking: ThinkingConfigParam | None
    """The configuration of thinking."""
    output_config: OutputConfigParam | None
    """The effort and the format of the answer."""
    speed: Literal["standard", "fast"] | None
    """The speed at which the answer is generated."""


class FallbackCreditParam(TypedDict, total=False):
    """The credit from a refusal for the next request, and how strictly it is checked."""

    token: Required[str]
    """The token from the refusal."""
    mode: Literal["strict", "best_effort"]
    """Whether a request that the credit does not match is rejected."""


class BillingPolicyParam(TypedDict, total=False):
    """The choice of who is billed (beta; protocol §8.8)."""

    type: Required[Literal["billing_policy"]]
    bill_to: Literal["self", "user_profile"]
    """Who is billed."""


# end generated

# The calls


class CallOptions(TypedDict, total=False):
    """Options of a single call, besides the request."""

    # generated: call, from schema/settings.toml by `make generate`
    extra_headers: Mapping[str, str | NotGiven | None]
    """Headers to send; ``None`` removes a header. They replace defaults of the same name."""
    secret_headers: Mapping[str, str | NotGiven | None]
    """Headers to send whose values are secrets, although their names do not say so. Masked in all output, and
    never sent over plain http."""
    extra_query: Mapping[str, str | int | float | bool]
    """Query parameters; they replace those of the client with the same name."""
    extra_body: Mapping[str, Any]
    """Top-level keys to set in the body. They override those of the request."""
    betas: Sequence[BetaName]
    """Beta features to ask for, besides those of the client."""
    user_profile_id: str
    """The user profile that the call is made on behalf of."""
    timeout: Seconds | NotGiven | None
    """The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds."""
    total_timeout: Seconds | NotGiven | None
    """The limit of the call with all its attempts and waits, in seconds."""
    first_event_timeout: Seconds | NotGiven | None
    """The longest time until the first event of a stream other than a ping, in seconds."""
    max_retries: int | NotGiven
    """The maximum number of retries of the call."""
    stream_long_answers: bool
    """Whether a long whole answer is streamed inside."""
    priority: Literal["interactive", "bulk"]
    """Which calls go first while calls wait for the rate limits. Default: ``interactive``."""
    labels: str | Sequence[str]
    """Labels that the ledger counts the call under, besides those of the client; they are not sent."""
    api_key: str
    """The API key of this call, in place of the client's credential."""
    auth_token: str
    """The token of this call, in place of the client's credential."""
    # end generated


class RequestOptions(CallOptions, total=False):
    """Options of ``request()``."""


class RequestBaseParams(CallOptions, total=False):
    """Parameters of all requests for a message."""

    # generated: request, from schema/openapi.yaml by `make generate`
    model: Required[str]
    """The name of the model."""
    max_tokens: Required[int]
    """Maximum number of tokens to generate, including thinking. 0 fills the cache without answering (protocol
    §10.6)."""
    messages: Required[Sequence[MessageParam | OtherModel] | Conversation]
    """The conversation so far, from 1 to 100 000 turns."""
    system: str | Sequence[TextBlockParam] | NotGiven
    """Instructions to the model."""
    tool_choice: ToolChoiceParam | NotGiven
    """Whether the model must call a tool, and which."""
    stop_sequences: Sequence[str] | NotGiven
    """Strings at which generation stops."""
    temperature: float | NotGiven
    """Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3)."""
    top_p: float | NotGiven
    """Nucleus sampling, from 0.0 to 1.0."""
    top_k: int | NotGiven
    """Number of most likely tokens to sample from; at least 0."""
    metadata: MetadataParam | NotGiven
    """Metadata of the request."""
    thinking: ThinkingConfigParam | NotGiven
    """The configuration of thinking."""
    service_tier: Literal["auto", "standard_only"] | NotGiven
    """Whether priority capacity may be used; ``auto`` unless set."""
    output_config: OutputConfigParam | NotGiven
    """The effort and the format of the answer."""
    cache_control: CacheControlParam | NotGiven | None
    """Automatic caching: a breakpoint at the last block that can have one (protocol §10.2)."""
    container: str | ContainerParam | NotGiven | None
    """The sandbox to use: the id of an existing one, or its configuration."""
    inference_geo: str | NotGiven | None
    """The region in which the model runs, for example ``us``; the workspace's setting unless set."""
    speed: Literal["standard", "fast"] | NotGiven | None
    """The speed at which the answer is generated; ``standard`` unless set. Models without fast mode reject it
    (protocol §1.2)."""
    diagnostics: DiagnosticsParam | NotGiven | None
    """Asks why the prompt cache was missed (protocol §10.9)."""
    context_management: ContextManagementParam | NotGiven | None
    """Beta: edits that the service applies to a long conversation. Cannot be combined with ``compaction``."""
    compaction: CompactionParam | NotGiven | None
    """Beta: makes the whole request a summary of the conversation."""
    thread: ThreadParam | NotGiven | None
    """Beta: a conversation that the service keeps."""
    mcp_servers: Sequence[MCPServerParam] | NotGiven
    """Beta: MCP servers whose tools the service calls; each needs a tools entry of type ``mcp_toolset``."""
    fallbacks: Literal["default"] | Sequence[FallbackParam] | NotGiven | None
    """Beta: models to try in order when this one refuses; ``default`` selects those of the service."""
    fallback_credit_token: str | FallbackCreditParam | NotGiven | None
    """Beta: the credit from a refusal. Cannot be combined with ``fallbacks``."""
    billing_policy: BillingPolicyParam | NotGiven | None
    """Beta: who is billed."""
    # end generated


class RequestParams(RequestBaseParams, total=False):
    """Parameters of ``messages.create()`` and ``messages.stream()``."""

    # generated: tools, from schema/openapi.yaml by `make generate`
    tools: Sequence[ToolUnionParam] | NotGiven
    """Tools that the model may call."""
    # end generated


class KeepTokensParams(CallOptions, total=False):
    """Parameters of ``messages.keep_tokens()``; those of ``messages.create()`` that have no say in the count are left
    out."""

    model: Required[str]
    """Name of the model."""
    system: str | Sequence[TextBlockParam] | NotGiven
    """Instructions to the model."""
    tools: Sequence[ToolUnionParam] | NotGiven
    """Tools that the model may call."""
    tool_choice: ToolChoiceParam | NotGiven
    """Whether the model has to call a tool."""
    thinking: ThinkingConfigParam | NotGiven
    """Whether the model thinks first."""
    output_config: OutputConfigParam | NotGiven
    """Effort and form of the answer."""
    cache_control: CacheControlParam | NotGiven | None
    """Automatic caching."""
    max_tokens: int | NotGiven
    """Left out: it has no say in the count."""


class CountTokensParams(KeepTokensParams, total=False):
    """Parameters of ``messages.count_tokens()``; those of ``messages.create()`` that have no say in the count are left
    out."""

    messages: Required[Sequence[MessageParam | OtherModel] | Conversation]
    """The conversation so far."""


class BatchRequest(TypedDict):
    """A request of a batch."""

    custom_id: str
    """1 to 64 of the characters ``a-z A-Z 0-9 _ -``, unique in the batch: results have it."""
    params: Any
    """The parameters of ``messages.create()``: a mapping, a pydantic model, a dataclass, or JSON as
    ``bytes``."""


BatchItem: TypeAlias = BatchRequest | tuple[str, Any]
"""A request of a batch: a mapping, or a pair of its id and its parameters."""


class _ToolRun(TypedDict, total=False):
    context: Any
    """Handed to the functions that ask for a :class:`ToolContext`."""
    approve: Callable[[ToolCall], Any] | None
    """Asked before each call; ``True`` runs it, ``False`` or a reason refuses it. May be a coroutine function where the
    client is asynchronous."""
    tool_timeout: float | None
    """The limit of one call, in seconds; none unless set."""
    early: bool
    """Whether functions begin while their message still arrives: only for those that may run in vain."""


class _ToolRunLimits(TypedDict, total=False):
    max_requests: int | None
    """How many answers there may be; 25 unless set."""
    max_iterations: int | None
    """Another name of ``max_requests``."""
    max_pauses: int | None
    """How many pauses in a row are continued; 10 unless set."""
    max_parallel: int | None
    """How many calls may run at a time; 1 is one after the other, no bound unless set."""
    max_result_bytes: int | None
    """The largest result that is sent; 10 MiB unless set."""


class ToolRunOptions(CallOptions, _ToolRun, total=False):
    """Options of ``messages.resume_tools()``."""


class ToolRunCallOptions(CallOptions, _ToolRun, _ToolRunLimits, total=False):
    """Options of ``messages.run_tools()`` with a ready request."""


class ToolRunParams(RequestBaseParams, _ToolRun, _ToolRunLimits, total=False):
    """Parameters of ``messages.run_tools()``."""


class _Answer(TypedDict, total=False):
    method: Literal["auto", "format", "tool"] | None
    """How a structured answer is asked for; ``"auto"`` unless set."""
    tool_name: str | None
    """Name of the forced tool; ``answer`` unless set."""
    tool_description: str | None
    """Description of the forced tool, for the model."""


class AnswerStreamOptions(CallOptions, _Answer, total=False):
    """Options of ``messages.stream(output=...)`` with a ready request."""


class AnswerStreamParams(RequestParams, _Answer, total=False):
    """Parameters of ``messages.stream(output=...)``."""


class ParseOptions(AnswerStreamOptions, total=False):
    """Options of ``messages.parse()`` with a ready request."""

    max_reasks: int | None
    """How often the model is asked again after an answer that does not fit; 0 unless set."""


class ParseParams(AnswerStreamParams, total=False):
    """Parameters of ``messages.parse()``."""

    max_reasks: int | None
    """How often the model is asked again after an answer that does not fit; 0 unless set."""


ReadyRequest: TypeAlias = Any
"""A whole request: a mapping, a pydantic model, a dataclass, or JSON as ``bytes``."""

# Settings of clients


# generated: groups, from schema/settings.toml by `make generate`
class BackoffOptions(TypedDict, total=False):
    """Waits before retries."""

    first: float
    """The wait before the first retry, in seconds."""
    factor: int
    """The factor between one wait and the next; 1 unless given."""
    cap: float
    """No wait is longer than this, in seconds."""
    jitter: float
    """The maximum random addition to a wait; 0 unless given, in seconds."""


class RetryOptions(TypedDict, total=False):
    """When and how a call is repeated."""

    profile: Literal["default", "sdk_compatible", "none"]
    """The numbers to start from. ``default``: those of the service's specification, which waits 5 s after a
    failure of the service; ``sdk_compatible``: those of the public clients, which begin with half a
    second; ``none``: no retries. Default: ``default``."""
    rate_limit: BackoffOptions
    """The waits after a rate limit."""
    server: BackoffOptions
    """The waits after a failure of the service."""
    connection: BackoffOptions
    """The waits after a lost connection or a timeout."""
    max_retries: int
    """The maximum number of retries of a call. Default: 3."""
    max_retry_after: float
    """The longest delay requested by the service that is obeyed, in seconds."""
    repeat_cut_answers: bool
    """Whether to repeat a call whose whole answer was cut after its beginning, or was too slow. Each
    repetition is billed again: with 3 retries one call can cost four answers. On in the profile
    ``sdk_compatible``. Default: off."""


class BudgetOptions(TypedDict, total=False):
    """How many retries a client may spend; each costs a token."""

    tokens: int
    """The retries available at the start, which is also the maximum. Default: 100."""
    refill_per_success: float
    """The fraction of a retry that a success returns. Default: 0.1."""


class RecordingsOptions(TypedDict, total=False):
    """A folder of recorded answers."""

    folder: str
    """The path of the folder. For recording, it is created if its parent is there."""
    mode: Literal["replay", "record", "cache"]
    """Whether answers are replayed, recorded, or both. ``replay``: nothing is sent, and a request without a
    recording is an error. ``record``: each answer is recorded. ``cache``: a recorded complete answer is
    given, and other requests are sent and recorded. Default: ``replay``."""
    matching: Literal["strict", "loose"]
    """Which requests count as the same. ``strict``: those with the same method, path and JSON. ``loose``: of
    a message only the model, the conversation and the names of tools count. Default: ``strict``."""
    timing: bool
    """Whether a replayed answer takes as long as it took when it was recorded. Default: ``false``."""


class RouteOptions(TypedDict, total=False):
    """Where calls go while the service has no room for them; with at least one of the first four."""

    model: str
    """The model that is asked in place of that of the call."""
    base_url: str
    """The address that calls are sent to; one of another origin needs a credential of its own."""
    api_key: str
    """The API key that is sent in place of the client's credential."""
    auth_token: str
    """A token, sent as a bearer token in place of the client's credential."""
    for_model: str
    """The model whose calls take the route. Default: calls of all models."""
    name: str
    """How answers name the route. Default: ``route-1`` for the first, and so on."""


class PoolOptions(TypedDict, total=False):
    """Idle connections that are kept for reuse."""

    max_idle_per_host: int
    """Idle connections kept per host; 0 for none. Default: 1024."""
    idle_timeout: float | None
    """How long an idle connection is kept, in seconds. Default: 90. With ``None``: for ever."""
    tcp_keepalive: float | None
    """Idle time before TCP keep-alive probes, in seconds. Default: 60. With ``None``: none."""


class ClockOptions(TypedDict, total=False):
    """A scripted clock for tests: waits are recorded, not slept."""

    follows: str
    """The address of the emulator's shared time, on which time limits then run."""
    random: Sequence[float]
    """The values of the random generator, used in turn and repeatedly."""
    unix_ms: float
    """The start of the wall clock: milliseconds since 1970."""


# end generated


class CommonOptions(TypedDict, total=False):
    """Settings of a client that a copy may change."""

    # generated: client, from schema/settings.toml by `make generate`
    base_url: str | NotGiven | None
    """The base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped.
    Default: from the environment."""
    api_key: str | Callable[[], str | Awaitable[str]] | NotGiven | None
    """The API key, sent as x-api-key. Or a function that returns it: called for each call, again for each
    retry, and once more after a 401. Default: from the environment."""
    auth_token: str | NotGiven | None
    """A token, sent as a bearer token in place of a key. Default: from the environment."""
    api_keys: Sequence[str | ApiKey]
    """Several API keys of one account, which take turns by their weights."""
    api_key_file: str
    """The path of a file with API keys, one a line, each with its weight behind it if it is not 1. It is read
    again while calls are made, so that keys can be replaced at run time."""
    credentials: Callable[[CredentialRequest], Credential | Awaitable[Credential]] | None
    """A function that returns the credential of each attempt: a signature, a token that expires, another
    address. It receives the request as it will be sent, and is called once more after a 401."""
    no_credentials: bool
    """Send no credential, because a proxy or gateway adds it. Default: off."""
    vendor: str
    """The vendor name, which begins the names of the service's headers. Default: from the environment."""
    version: str
    """The value of the version header. It selects the dialect: since 2026-10-21, which ``latest`` selects, a
    key is sent as a bearer token, and there are no sampling parameters. Default: from the environment."""
    betas: Sequence[BetaName]
    """Beta features to ask for in every call."""
    user_profile_id: str
    """The user profile that every call is made on behalf of."""
    workspace_id: str
    """The workspace of every call, for credentials that can act in several."""
    default_headers: Mapping[str, str | NotGiven | None]
    """Headers to send in every call; ``None`` removes a header."""
    secret_headers: Mapping[str, str | NotGiven | None]
    """Headers to send in every call whose values are secrets, although their names do not say so. Masked in
    all output, and never sent over plain http."""
    default_query: Mapping[str, str | int | float | bool]
    """Query parameters to add to every call."""
    extra_body: Mapping[str, Any]
    """Top-level keys to set in the body of every message call."""
    user_agent_suffix: str
    """Appended to the user agent, for example my-service/2.1."""
    allow_plain_http: bool
    """Permit sending the credential over plain http to another machine. Default: off."""
    http_version: Literal["1", "2", "negotiate"]
    """The HTTP version to use. ``negotiate``: the version that the TLS handshake selects. Default: ``1``."""
    proxy: str
    """The proxy that calls go through. A URL (``http``, ``https``, ``socks5``, ``socks5h``), ``env`` for the
    proxy of the environment, or ``none``. Default: ``env`` with ``from_env``, else ``none``."""
    no_proxy: str | Sequence[str]
    """Hosts, domains, addresses and networks to connect to without the proxy. Each may have a port; a domain
    includes its subdomains."""
    unix_socket: str
    """The path of the unix socket for all connections."""
    resolve: Mapping[str, str | Sequence[str]]
    """Addresses of hosts, used instead of DNS lookups."""
    local_address: str
    """The local address that connections use."""
    client_certificate_pem: str
    """The client certificate, for a service that requests one, as PEM; needs ``client_key_pem``."""
    client_key_pem: str
    """The private key of ``client_certificate_pem``, as PEM."""
    min_tls_version: Literal["1.2", "1.3"]
    """The minimum version of TLS. Default: ``1.2``."""
    ca_pem: str | Sequence[str]
    """PEM bundles of certificate authorities to trust besides those of the system."""
    only_ca_pem: str | Sequence[str]
    """PEM bundles of certificate authorities to trust, and no others."""
    pool: PoolOptions
    """How idle connections are kept."""
    stream_long_answers: bool
    """Whether a long whole answer is streamed inside. Default: ``true``."""
    connect_timeout: Seconds
    """The limit for establishing a connection, in seconds. Default: 10."""
    answer_timeout: Seconds
    """The limit for one attempt at a whole answer, in seconds. Default: 120."""
    stream_silence_timeout: Seconds
    """The longest time in a stream without a byte, in seconds. Default: 120."""
    stream_progress_timeout: Seconds
    """The longest time in a stream without progress, in seconds. Default: 600."""
    first_event_timeout: Seconds | NotGiven | None
    """The longest time until the first event of a stream other than a ping, in seconds. Default: none."""
    long_answer_timeout: Seconds
    """The limit for one attempt at a whole answer that travels as a stream, in seconds. Default: 3600."""
    total_timeout: Seconds | NotGiven | None
    """The limit for a call with all its attempts and waits, in seconds. Default: none."""
    max_event_bytes: int
    """The maximum size of an event of a stream. Default: 64 MiB."""
    max_error_body_bytes: int
    """The maximum size of an error's body that is kept. Default: 1 MiB."""
    max_response_bytes: int
    """The maximum size of an answer. Default: 256 MiB."""
    max_stream_bytes: int
    """The maximum size of a stream in total. Default: 128 MiB."""
    max_request_bytes: int
    """The maximum size of a request. Default: none."""
    log_bodies: bool
    """Log request and response bodies, which contain what users said. Default: off."""
    deprecated_models: Mapping[str, str | None]
    """Deprecated models, each with the day of its retirement, or ``None`` for a model that is not deprecated.
    Written as 2026-11-30; empty if the day is unknown."""
    deprecation_warnings: bool
    """Log a warning at the first request to a deprecated model. Once for each model and client. Default: on."""
    idempotency_header: str
    """The header for a random key that is the same on every attempt of a call. Default: none."""
    budget: BudgetOptions | None
    """The budget that keeps all calls of the client from retrying at once. With ``None``: no limit."""
    retry: RetryOptions
    """What is retried, and when."""
    max_retries: int | NotGiven
    """The maximum number of retries of a call. Default: 3."""
    pacing: Literal["off", "observe", "pace"]
    """Whether message calls wait for the rate limits of the key. ``pace``: a call is sent when the limits of
    its model have room for it. ``observe``: no call waits; the limits are kept for a look at them.
    Default: ``observe``."""
    priority: Literal["interactive", "bulk"]
    """Which calls go first while calls wait for the rate limits. Default: ``interactive``."""
    max_in_flight: int
    """The maximum number of message calls in flight at once; further ones wait. Default: no cap."""
    max_in_flight_per_host: int
    """The maximum number of message calls in flight at once to one service, that of the client or of a route.
    Default: no cap."""
    adaptive_in_flight: bool
    """Let the cap of calls in flight follow the service: it falls with overloads and slow answers. It begins
    at 16 and never exceeds ``max_in_flight``, or 1 024 without that. Default: off."""
    limits: str
    """The address of a Redis or Valkey server through which processes share the rate limits of a key.
    ``redis://host:6379``, ``rediss://`` with TLS, ``unix://``, or a cluster or sentinels. Calls are then
    paced, and spending limits are shared too."""
    requests_per_minute: int
    """The requests per minute and model that the key may make, for the time before an answer reports the
    limit."""
    tokens_per_minute: int
    """The same for input and output tokens together."""
    input_tokens_per_minute: int
    """The same for input tokens."""
    output_tokens_per_minute: int
    """The same for output tokens."""
    notice_at: float
    """The used fraction of a rate limit at which the end of a call has a notice of it, above 0 and at most 1."""
    hedge: float
    """Second attempts beside slow ones for each call, at most: above 0 and at most 0.1, such as 0.03.
    Default: no second attempts."""
    ledger: bool
    """Count what message calls use, by model and by label. Default: off."""
    prices: Mapping[str, Price]
    """Prices of models per million tokens, for costs in reports and limits in money. In a currency of yours;
    none is built in. Without prices of the cache, they follow from that of input."""
    spending_limits: Sequence[SpendingLimit]
    """Limits on what calls may use within a time, in tokens or money; a call that would go beyond one is
    refused."""
    routes: Sequence[RouteOptions]
    """Other models, credentials or addresses for message calls while the service has no room for them."""
    route_after: int
    """How many answers in a row with 429, 503 or 529 have calls take a route. Default: 3."""
    route_for: Seconds
    """How long calls avoid a service that had no room for them before one asks it again, in seconds. Default:
    30."""
    labels: str | Sequence[str]
    """Labels that the ledger counts the calls under; they are not sent."""
    call_log: str
    """The path of a file that gets a JSON line for each call that ended: outcome, usage and times. Neither
    content nor secrets. Several processes may write to one file."""
    cache: Literal["off", "keep", "extend"]
    """Whether message calls that share a marked prefix wait until one of them has written it to the prompt
    cache. ``keep``: the first with a prefix that is not in the cache goes ahead; sent at once, each would
    pay for writing it. ``extend``: also, markers of five minutes become those of an hour where their
    prefixes come again after more than five minutes. Default: ``off``."""
    cache_warm_up: bool
    """Write a cold prefix by a request that generates nothing, before a call whose answer comes whole. Calls
    that share the prefix wait for that request, and not for the first answer. Only with ``cache``.
    Default: off."""
    cache_keep_alive: Seconds
    """How long after its last use a prefix is kept in the prompt cache, by requests that generate nothing, in
    seconds. No more of them than ``prices`` say it costs to write the prefix again. Only with ``cache``
    and ``prices``. Default: none."""
    recordings: RecordingsOptions
    """A folder in which answers are recorded, from which they are replayed, or that is used as a cache."""
    clock: ClockOptions
    """A clock for tests: waits between attempts are recorded and not slept."""
    timeout: Seconds | NotGiven | None
    """The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds."""
    from_env: bool
    """Whether to read unset settings from the environment. Default: on."""
    on_stop: Callable[[StopNotice], object] | None
    """Called for each message that ended with a stop reason other than ``end_turn``. It runs on the thread
    that receives the answer; with an event loop, a coroutine function runs on the loop and a plain one on
    a thread. The answer waits for it. Exceptions go to sys.unraisablehook."""
    hooks: Sequence[Hook]
    """Hooks around each call and each attempt, in the order in which they are asked."""
    # end generated


class ClientOptions(CommonOptions, total=False):
    """Settings of ``Client`` and ``AsyncClient``; the README explains each."""


class CopyOptions(CommonOptions, total=False):
    """Settings of ``with_options()``."""

    extra_headers: Mapping[str, str | NotGiven | None]
    """Headers to send in every call: another name of ``default_headers``."""
    extra_query: Mapping[str, str | int | float | bool]
    """Query parameters to add to every call: another name of ``default_query``."""
