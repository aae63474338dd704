"""Types of requests, for editors and type checkers. It must not be imported by the rest of the package at
run time, and nothing here is checked by it: unknown keys pass through to the service."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Required, TypeAlias, TypedDict

from .types import Model

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from datetime import timedelta

    from ._options import NotGiven
    from ._stops import StopNotice

    Seconds: TypeAlias = float | timedelta
else:
    Seconds = float

# Parts that several blocks have


class CacheControlParam(TypedDict, total=False):
    """A cache breakpoint."""

    type: Required[Literal["ephemeral"]]
    ttl: Literal["5m", "1h"]


class CitationsConfigParam(TypedDict, total=False):
    """Whether a document may be cited."""

    enabled: bool


class Base64SourceParam(TypedDict):
    """A file as base64 text."""

    type: Literal["base64"]
    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp", "application/pdf"] | str
    data: str


class URLSourceParam(TypedDict):
    """A file at an address."""

    type: Literal["url"]
    url: str


class FileSourceParam(TypedDict):
    """A file that was uploaded before."""

    type: Literal["file"]
    file_id: str


class PlainTextSourceParam(TypedDict):
    """A document as plain text."""

    type: Literal["text"]
    media_type: Literal["text/plain"]
    data: str


# Content blocks (protocol 2)


class TextBlockParam(TypedDict, total=False):
    """Text."""

    type: Required[Literal["text"]]
    text: Required[str]
    citations: Iterable[Mapping[str, Any] | Model] | None
    cache_control: CacheControlParam | None


class ImageTransformationsParam(TypedDict, total=False):
    """What is done with an image that is too large."""

    oversized_image: Literal["downsize", "error"]


class ImageBlockParam(TypedDict, total=False):
    """An image."""

    type: Required[Literal["image"]]
    source: Required[Base64SourceParam | URLSourceParam | FileSourceParam]
    cache_control: CacheControlParam | None
    transformations: ImageTransformationsParam | None


class ContentSourceParam(TypedDict):
    """A document made of blocks."""

    type: Literal["content"]
    content: str | Iterable[TextBlockParam | ImageBlockParam]


class DocumentBlockParam(TypedDict, total=False):
    """A document."""

    type: Required[Literal["document"]]
    source: Required[
        Base64SourceParam | PlainTextSourceParam | ContentSourceParam | URLSourceParam | FileSourceParam
    ]
    title: str | None
    context: str | None
    citations: CitationsConfigParam | None
    cache_control: CacheControlParam | None


class SearchResultBlockParam(TypedDict, total=False):
    """A search result of the caller's own."""

    type: Required[Literal["search_result"]]
    source: Required[str]
    title: Required[str]
    content: Required[Iterable[TextBlockParam]]
    citations: CitationsConfigParam
    cache_control: CacheControlParam | None


class ThinkingBlockParam(TypedDict):
    """Thinking of an earlier answer, unchanged."""

    type: Literal["thinking"]
    thinking: str
    signature: str


class RedactedThinkingBlockParam(TypedDict):
    """Thinking of an earlier answer that is not shown, unchanged."""

    type: Literal["redacted_thinking"]
    data: str


class CallerParam(TypedDict, total=False):
    """Who made a call."""

    type: Required[str]
    tool_id: str


class ToolUseBlockParam(TypedDict, total=False):
    """A call of an earlier answer."""

    type: Required[Literal["tool_use"]]
    id: Required[str]
    name: Required[str]
    input: Required[Mapping[str, Any]]
    caller: CallerParam
    toolset_name: str | None
    cache_control: CacheControlParam | None


class ToolReferenceBlockParam(TypedDict, total=False):
    """A tool that a search of the caller's own found."""

    type: Required[Literal["tool_reference"]]
    tool_name: Required[str]
    cache_control: CacheControlParam | None


class BrowserTabParam(TypedDict, total=False):
    """A tab of a browser."""

    tab_id: Required[str]
    title: Required[str]
    url: Required[str]
    active: bool


class BrowserStateBlockParam(TypedDict, total=False):
    """The tabs of a browser after a call."""

    type: Required[Literal["browser_state"]]
    tabs: Required[Iterable[BrowserTabParam]]
    state_changes: Iterable[Mapping[str, Any]] | None
    cache_control: CacheControlParam | None


ToolResultContentParam: TypeAlias = (
    TextBlockParam
    | ImageBlockParam
    | DocumentBlockParam
    | SearchResultBlockParam
    | ToolReferenceBlockParam
    | BrowserStateBlockParam
    | Model
)


class ToolResultBlockParam(TypedDict, total=False):
    """What a tool of the caller gave."""

    type: Required[Literal["tool_result"]]
    tool_use_id: Required[str]
    content: str | Iterable[ToolResultContentParam]
    is_error: bool
    toolset_name: str | None
    cache_control: CacheControlParam | None


class ServerToolUseBlockParam(TypedDict, total=False):
    """A call of an earlier answer to a tool of the service."""

    type: Required[Literal["server_tool_use"]]
    id: Required[str]
    name: Required[str]
    input: Required[Mapping[str, Any]]
    caller: CallerParam
    cache_control: CacheControlParam | None


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
        ]
    ]
    tool_use_id: Required[str]
    content: Required[Mapping[str, Any] | Iterable[Mapping[str, Any]] | Model | Iterable[Model]]
    caller: CallerParam
    cache_control: CacheControlParam | None


class ContainerUploadBlockParam(TypedDict, total=False):
    """Puts an uploaded file into the sandbox."""

    type: Required[Literal["container_upload"]]
    file_id: Required[str]
    cache_control: CacheControlParam | None


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
    | Model
)
"""A block of a request, or of an answer that goes back."""


class MessageParam(TypedDict):
    """One turn of the conversation."""

    role: Literal["user", "assistant", "system"]
    content: str | Iterable[ContentBlockParam]


# Tools (protocol 1.5 to 1.8)


class ToolParam(TypedDict, total=False):
    """A tool of the caller."""

    type: Literal["custom"] | None
    name: Required[str]
    description: str
    input_schema: Required[Mapping[str, Any]]
    cache_control: CacheControlParam | None
    strict: bool
    defer_loading: bool
    allowed_callers: Sequence[str]
    input_examples: Iterable[Mapping[str, Any]]
    eager_input_streaming: bool | None


class UserLocationParam(TypedDict, total=False):
    """Roughly where the user is."""

    type: Required[Literal["approximate"]]
    city: str | None
    region: str | None
    country: str | None
    timezone: str | None


class ServiceToolParam(TypedDict, total=False):
    """A tool that the service defines, by its dated ``type``; it runs there or at the caller."""

    type: Required[str]
    name: str
    cache_control: CacheControlParam | None
    strict: bool
    defer_loading: bool
    allowed_callers: Sequence[str]
    input_examples: Iterable[Mapping[str, Any]]
    max_uses: int | None
    allowed_domains: Sequence[str] | None
    blocked_domains: Sequence[str] | None
    user_location: UserLocationParam | None
    max_content_tokens: int | None
    citations: CitationsConfigParam | None
    use_cache: bool
    response_inclusion: Literal["full", "excluded"]
    max_characters: int | None
    configs: Mapping[str, Mapping[str, bool | None]] | None


ToolUnionParam: TypeAlias = ToolParam | ServiceToolParam


class ToolChoiceAutoParam(TypedDict, total=False):
    """The model decides."""

    type: Required[Literal["auto"]]
    disable_parallel_tool_use: bool


class ToolChoiceAnyParam(TypedDict, total=False):
    """Some tool must be called."""

    type: Required[Literal["any"]]
    disable_parallel_tool_use: bool


class ToolChoiceToolParam(TypedDict, total=False):
    """This tool must be called."""

    type: Required[Literal["tool"]]
    name: Required[str]
    disable_parallel_tool_use: bool


class ToolChoiceNoneParam(TypedDict):
    """No tool may be called."""

    type: Literal["none"]


ToolChoiceParam: TypeAlias = (
    ToolChoiceAutoParam | ToolChoiceAnyParam | ToolChoiceToolParam | ToolChoiceNoneParam
)

# Other parts of a request (protocol 1.9 to 1.11)


class ThinkingConfigEnabledParam(TypedDict, total=False):
    """Thinking with a budget."""

    type: Required[Literal["enabled"]]
    budget_tokens: Required[int]
    display: Literal["summarized", "omitted"] | None


class ThinkingConfigAdaptiveParam(TypedDict, total=False):
    """Thinking as deep as ``output_config.effort`` says."""

    type: Required[Literal["adaptive"]]
    display: Literal["summarized", "omitted"] | None


class ThinkingConfigDisabledParam(TypedDict):
    """No thinking."""

    type: Literal["disabled"]


ThinkingConfigParam: TypeAlias = (
    ThinkingConfigEnabledParam | ThinkingConfigAdaptiveParam | ThinkingConfigDisabledParam
)


class OutputFormatParam(TypedDict):
    """JSON of this schema."""

    type: Literal["json_schema"]
    schema: Mapping[str, Any]


class OutputConfigParam(TypedDict, total=False):
    """How much effort, and in which form."""

    effort: Literal["low", "medium", "high", "xhigh", "max"] | None
    format: OutputFormatParam | None


class MetadataParam(TypedDict, total=False):
    """About the request."""

    user_id: str | None


class ContainerSkillParam(TypedDict, total=False):
    """A skill for the sandbox."""

    type: Required[str]
    skill_id: Required[str]
    version: str


class ContainerParam(TypedDict, total=False):
    """The sandbox to use."""

    id: str | None
    skills: Iterable[ContainerSkillParam] | None


# The calls


class CallOptions(TypedDict, total=False):
    """What a call sets for itself, besides the request."""

    extra_headers: Mapping[str, str | NotGiven | None]
    """Headers in place of defaults of the same name; ``None`` or ``omit`` leaves a default out."""
    secret_headers: Mapping[str, str | NotGiven | None]
    """Headers whose values are secrets, although their names do not say so: masked wherever something prints."""
    extra_query: Mapping[str, str | int | float | bool]
    """Query parameters."""
    extra_body: Mapping[str, Any]
    """Top-level keys of the body; they win over those of the request."""
    betas: Sequence[str]
    """Beta features, besides those of the client."""
    timeout: Seconds | NotGiven | None
    """Seconds for one attempt: a whole answer, or the longest silence of a stream. ``None``: as the client
    says."""
    total_timeout: Seconds | NotGiven | None
    first_event_timeout: Seconds | NotGiven | None
    """Seconds for the call with all its attempts and waits."""
    max_retries: int | NotGiven
    """How often the call may be repeated."""
    carry: Literal["auto", "whole"]
    """Whether a long call for a whole answer may travel as a stream inside."""
    api_key: str
    """Another key for this call."""
    auth_token: str
    """Another bearer token for this call."""


class RequestOptions(CallOptions, total=False):
    """Options of ``request()``."""


class RequestParams(CallOptions, total=False):
    """Parameters of ``messages.create()`` and ``messages.stream()``."""

    model: Required[str]
    """Name of the model."""
    max_tokens: Required[int]
    """Most tokens to generate."""
    messages: Required[Iterable[MessageParam]]
    """The conversation so far."""
    system: str | Iterable[TextBlockParam] | NotGiven
    """Instructions to the model."""
    tools: Iterable[ToolUnionParam] | NotGiven
    """Tools that the model may call."""
    tool_choice: ToolChoiceParam | NotGiven
    """Whether it has to."""
    stop_sequences: Sequence[str] | NotGiven
    """Strings that end the answer."""
    temperature: float | NotGiven
    """Randomness, from 0.0 to 1.0."""
    top_p: float | NotGiven
    """Nucleus sampling."""
    top_k: int | NotGiven
    """Sample from so many tokens."""
    metadata: MetadataParam | NotGiven
    """About the request."""
    thinking: ThinkingConfigParam | NotGiven
    """Whether the model thinks first."""
    service_tier: Literal["auto", "standard_only"] | NotGiven
    """Whether priority capacity may be used."""
    output_config: OutputConfigParam | NotGiven
    """Effort and form of the answer."""
    cache_control: CacheControlParam | NotGiven | None
    """Automatic caching."""
    container: str | ContainerParam | NotGiven | None
    """The sandbox to use."""
    inference_geo: str | NotGiven | None
    """Where the model runs."""


ReadyRequest: TypeAlias = Any
"""A whole request: a mapping, a pydantic model, a dataclass, or JSON as ``bytes``."""

# Settings of clients


class BackoffOptions(TypedDict, total=False):
    """Waits before retries, in seconds."""

    first: float
    factor: float
    cap: float
    jitter: float


class RetryOptions(TypedDict, total=False):
    """When and how a call is repeated."""

    profile: Literal["spec", "public", "none"]
    rate_limit: BackoffOptions
    server: BackoffOptions
    connection: BackoffOptions
    max_retries: int
    max_retry_after: float
    repeat_cut_answers: bool


class BudgetOptions(TypedDict, total=False):
    """How many retries a client may spend; each costs a token."""

    tokens: int
    tenths_back: int


class PoolOptions(TypedDict, total=False):
    """Connections kept for later; times in seconds."""

    max_idle_per_host: int
    idle_timeout: float | None
    tcp_keepalive: float | None


class ClockOptions(TypedDict, total=False):
    """A scripted clock for tests: waits are recorded, not slept."""

    random: Sequence[float]
    unix_ms: float


class CommonOptions(TypedDict, total=False):
    """Settings of a client that a copy may change."""

    api_key: str | Callable[[], str | Awaitable[str]] | NotGiven | None
    auth_token: str | NotGiven | None
    timeout: Seconds | NotGiven | None
    total_timeout: Seconds | NotGiven | None
    max_retries: int | NotGiven
    default_headers: Mapping[str, str | NotGiven | None]
    secret_headers: Mapping[str, str | NotGiven | None]
    default_query: Mapping[str, str | int | float | bool]
    extra_body: Mapping[str, Any]
    betas: Sequence[str]
    carry: Literal["auto", "whole"]
    base_url: str | NotGiven | None
    vendor: str
    version: str
    no_credentials: bool
    user_agent_suffix: str
    allow_plain_http: bool
    http_version: Literal["1", "2"]
    proxy: str
    no_proxy: str | Sequence[str]
    ca_pem: str | Sequence[str]
    only_ca_pem: str | Sequence[str]
    client_certificate_pem: str
    client_key_pem: str
    min_tls_version: Literal["1.2", "1.3"]
    resolve: Mapping[str, str | Sequence[str]]
    local_address: str
    unix_socket: str
    pool: PoolOptions
    connect_timeout: Seconds
    answer_timeout: Seconds
    stream_silence_timeout: Seconds
    stream_progress_timeout: Seconds
    first_event_timeout: Seconds | NotGiven | None
    long_answer_timeout: Seconds
    max_event_bytes: int
    max_error_body_bytes: int
    max_response_bytes: int
    max_stream_bytes: int
    log_bodies: bool
    idempotency_header: str
    budget: BudgetOptions | None
    retry: RetryOptions
    clock: ClockOptions
    on_stop: Callable[[StopNotice], object] | None
    from_env: bool


class ClientOptions(CommonOptions, total=False):
    """Settings of ``Client`` and ``AsyncClient``; the README explains each."""


class CopyOptions(CommonOptions, total=False):
    """Settings of ``with_options()``."""

    extra_headers: Mapping[str, str | NotGiven | None]
    extra_query: Mapping[str, str | int | float | bool]
