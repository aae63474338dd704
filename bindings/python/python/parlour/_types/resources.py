"""Typed answers of the endpoints beside messages, and the table by which the native module builds them. Imported with
the first of them: programs that only send messages do without. Users find the names in ``types``."""

from __future__ import annotations

from .._hints import install
from . import messages as _messages
from .messages import Message
from .model import Model, Unknown, register, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Literal, TypeAlias

    from .._native import ResponseInfo, _Spec


class Resource(Model):
    """An answer that is no message, with metadata of the answer."""

    @property
    def response_info(self) -> ResponseInfo | None:
        """Status, headers, rate limits and attempts of the answer; ``None`` for an item of a list."""
        return getattr(self, "_response", None)


# generated: classes, from schema/openapi.yaml by `make generate`
# Message batches (protocol §8.4)


class UnknownBatchResult(Unknown):
    """The outcome of a request of a batch, of a type unknown to this version."""


class MessageBatchRequestCounts(Model):
    """The number of requests of a batch by outcome. All count as ``processing`` until the whole batch has
    ended."""

    __match_args__ = ("processing", "succeeded", "errored", "canceled", "expired")
    processing: int = 0
    """Requests that have not ended."""
    succeeded: int = 0
    """Requests that returned a message."""
    errored: int = 0
    """Requests that failed."""
    canceled: int = 0
    """Requests cancelled before they started."""
    expired: int = 0
    """Requests not started within 24 hours."""


class MessageBatch(Resource):
    """A batch of requests for messages. Times are RFC 3339."""

    __match_args__ = ("id", "processing_status", "request_counts")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"request_counts": MessageBatchRequestCounts}
    id: str
    """The id of the batch."""
    type: Literal["message_batch"] = "message_batch"
    processing_status: Literal["in_progress", "canceling", "ended"] | str
    """The state of the batch."""
    request_counts: MessageBatchRequestCounts
    """The number of requests by outcome."""
    created_at: str
    """When it was created."""
    expires_at: str | None = None
    """When requests that have not ended expire: 24 hours after creation."""
    ended_at: str | None = None
    """When it ended."""
    cancel_initiated_at: str | None = None
    """When cancellation was requested."""
    archived_at: str | None = None
    """When its results were deleted: 29 days after creation."""
    results_url: str | None = None
    """The URL of its results, once it has ended."""


class ErrorDetail(Model):
    """An error of the service."""

    __match_args__ = ("type", "message")
    type: str
    """The type of error, an open set: ``invalid_request_error``, ``api_error`` and so on."""
    message: str
    """A message for people; not stable."""
    details: dict[str, Any] | None = None
    """Details of some errors, with an ``error_code`` (protocol §5.6)."""


class ErrorResponse(Model):
    """The envelope in which the service reports an error (protocol §5.1)."""

    __match_args__ = ("error",)
    type: Literal["error"] = "error"
    error: ErrorDetail
    """The error."""
    request_id: str | None = None
    """Id of the request at the service."""


class MessageBatchSucceededResult(Model):
    """A request that returned a message."""

    __match_args__ = ("message",)
    type: Literal["succeeded"] = "succeeded"
    message: Message
    """The message."""


class MessageBatchErroredResult(Model):
    """A request that failed; nothing was billed."""

    __match_args__ = ("error",)
    type: Literal["errored"] = "errored"
    error: ErrorResponse
    """The whole envelope: the error itself is its ``error``."""


class MessageBatchCanceledResult(Model):
    """A request cancelled before it started."""

    __match_args__ = ()
    type: Literal["canceled"] = "canceled"


class MessageBatchExpiredResult(Model):
    """A request not started within 24 hours."""

    __match_args__ = ()
    type: Literal["expired"] = "expired"


class MessageBatchIndividualResponse(Model):
    """One line of a batch's results."""

    __match_args__ = ("custom_id", "result")
    custom_id: str
    """The id of the request that it answers."""
    result: MessageBatchResult
    """The outcome of the request."""


# Token counts, models (protocol §8.1, §8.2)


class MessageTokensCount(Resource):
    """The number of input tokens of a request, as the service estimates it."""

    __match_args__ = ("input_tokens",)
    input_tokens: int
    """Total tokens of the system prompt, tools and messages."""
    context_management: dict[str, Any] | None = None
    """Beta: ``original_input_tokens``, the count before the edits of ``context_management``."""


class Capability(Model):
    """Whether a model can do something."""

    __match_args__ = ("supported",)
    supported: bool = False
    """Whether the model can do it."""


class ContextManagementCapability(Model):
    """The context edits available for a model."""

    __match_args__ = ("supported",)
    supported: bool = False
    """Whether any of them is available."""
    clear_tool_uses_20250919: Capability | None = None
    """Old tool calls are cleared."""
    clear_thinking_20251015: Capability | None = None
    """Old thinking is cleared."""
    compact_20260112: Capability | None = None
    """The conversation is summarised."""


class EffortCapability(Model):
    """The levels of effort that a model accepts."""

    __match_args__ = ("supported",)
    supported: bool = False
    """Whether any of them is available."""
    low: Capability | None = None
    """``low``."""
    medium: Capability | None = None
    """``medium``."""
    high: Capability | None = None
    """``high``."""
    xhigh: Capability | None = None
    """``xhigh``."""
    max: Capability | None = None
    """``max``."""


class ServerToolsCapability(Model):
    """The tools that the service executes for a model."""

    __match_args__ = ("supported",)
    supported: bool = False
    """Whether any of them is available."""
    web_search: Capability | None = None
    """Web search."""
    code_execution: Capability | None = None
    """Code execution."""


class ThinkingTypes(Model):
    """The types of thinking. Each is independent: ``enabled`` may be false while ``disabled`` is true."""

    __match_args__ = ("enabled", "adaptive", "disabled")
    enabled: Capability | None = None
    """``enabled``."""
    adaptive: Capability | None = None
    """``adaptive``."""
    disabled: Capability | None = None
    """``disabled``."""
    between_tools: Capability | None = None
    """``between_tools``."""


class ThinkingCapability(Model):
    """The kinds of thinking that a model supports."""

    __match_args__ = ("supported",)
    supported: bool = False
    """Whether it is available at all."""
    types: ThinkingTypes | None = None
    """By the ``type`` of a request's ``thinking``."""


class CompactionCapability(Model):
    """Whether requests may summarise the conversation (beta)."""

    __match_args__ = ("supported",)
    supported: bool = False
    """Whether it is available at all."""
    summarize: Capability | None = None
    """The type ``summarize``."""


class ModelCapabilities(Model):
    """The capabilities of a model. Null or absent means that the service did not report it."""

    __match_args__ = ()
    batch: Capability | None = None
    """Message batches."""
    citations: Capability | None = None
    """Citations of documents."""
    compaction: CompactionCapability | None = None
    """Beta: requests that summarise the conversation."""
    code_execution: Capability | None = None
    """Calls of other tools from code. The code execution tool itself is in ``server_tools``."""
    context_management: ContextManagementCapability | None = None
    """Edits of the context by the service."""
    effort: EffortCapability | None = None
    """Levels of effort."""
    image_input: Capability | None = None
    """Images in requests."""
    pdf_input: Capability | None = None
    """PDF documents in requests."""
    server_tools: ServerToolsCapability | None = None
    """Tools that the service executes."""
    structured_outputs: Capability | None = None
    """Answers that match a JSON Schema."""
    thinking: ThinkingCapability | None = None
    """Thinking."""


class ModelInfo(Resource):
    """A model of the service's list. Servers omit fields that they do not know yet, so only the id is
    required."""

    __match_args__ = ("id", "display_name")
    type: Literal["model"] = "model"
    id: str
    """The identifier for requests."""
    display_name: str | None = None
    """The display name."""
    line: str | None = None
    """The family, an open set: ``haiku``, ``sonnet``, ``opus`` and so on. Never derive it from the id."""
    lifecycle: Literal["active", "deprecated", "retired"] | str | None = None
    """Whether it may still be used. Only this field shows retirement; a ``retires_at`` in the past does not."""
    deprecated_at: str | None = None
    """When it was deprecated (RFC 3339)."""
    retires_at: str | None = None
    """When its retirement is planned (RFC 3339)."""
    created_at: str | None = None
    """When it was released (RFC 3339); the epoch if unknown."""
    max_input_tokens: int | None = None
    """The size of its context window in tokens."""
    max_tokens: int | None = None
    """The largest ``max_tokens`` of a request."""
    capabilities: ModelCapabilities | None = None
    """Its capabilities."""


# Files and skills (protocol §8.5, §8.6)


class FileScope(Model):
    """The scope of a file, for example a session."""

    __match_args__ = ("type", "id")
    type: str = ""
    """``session``; an open set."""
    id: str = ""
    """The id of the session, or of another scope."""


class FileMetadata(Resource):
    """A file that was uploaded, or created by a tool. Times are RFC 3339."""

    __match_args__ = ("id", "filename")
    type: Literal["file"] = "file"
    id: str
    """The id for requests."""
    filename: str
    """Its name, without a path."""
    mime_type: str | None = None
    """Its media type."""
    size_bytes: int | None = None
    """Its size in bytes."""
    created_at: str | None = None
    """When it was created."""
    downloadable: bool | None = None
    """Whether its content can be downloaded; true only for files created by tools."""
    expires_at: str | None = None
    """When the service deletes it; never if unset."""
    scope: FileScope | None = None
    """Beta: the scope of the file; ``None`` for a file of the whole workspace."""


class SkillSource(Model):
    """The origin of a skill."""

    __match_args__ = ("type",)
    type: str
    """``custom``, the vendor's name and others; an open set."""


class Skill(Resource):
    """A skill. Times are RFC 3339."""

    __match_args__ = ("id", "display_name")
    type: Literal["skill"] = "skill"
    id: str
    """The id of the skill."""
    display_name: str | None = None
    """The display name; not unique."""
    latest_version_id: str | None = None
    """The version that is used if none is given."""
    source: SkillSource | None = None
    """The origin of the skill."""
    created_at: str | None = None
    """When it was created."""
    updated_at: str | None = None
    """When its latest version was added."""


class SkillVersion(Resource):
    """A version of a skill."""

    __match_args__ = ("id", "skill_id")
    type: Literal["skill_version"] = "skill_version"
    id: str
    """The id of the version."""
    skill_id: str
    """The skill it belongs to."""
    name: str
    """The slug of the skill, the same in all versions: lower case with hyphens."""
    description: str | None = None
    """When the model should use it."""
    created_at: str | None = None
    """When it was created (RFC 3339)."""


class Deleted(Resource):
    """The answer to a deletion."""

    __match_args__ = ("id", "type")
    id: str
    """The id of the deleted object."""
    type: str
    """The kind of object: ``message_batch_deleted``, ``file_deleted``, ``skill_deleted``,
    ``skill_version_deleted``."""


# Configured limits (protocol §8.9)


class RateLimitGroup(Model):
    """The models or endpoints that limits apply to."""

    __match_args__ = ("type", "id")
    type: str
    """``model_group``, ``batch``, ``token_count``, ``files``, ``skills``, ``web_search``; an open set."""
    id: str | None = None
    """The id of the group."""
    display_name: str | None = None
    """The display name of a group of models."""


class LimitSource(Model):
    """The origin of a workspace's limit."""

    __match_args__ = ("type",)
    type: str
    """``workspace`` or ``organization``."""


class LimitValue(Model):
    """A limit."""

    __match_args__ = ("type", "value")
    type: str
    """The quantity that it limits, an open set: ``requests_per_minute``, ``output_tokens_per_minute`` and so
    on."""
    value: int | None = None
    """The limit; ``None`` if not set."""
    org_limit: int | None = None
    """In a workspace: the organisation's own limit."""
    source: LimitSource | None = None
    """In a workspace: the origin of the value."""


class RateLimitRule(Resource):
    """The limits of one group of models or endpoints."""

    __match_args__ = ("type", "group", "limits")
    _missing: ClassVar[dict[str, Callable[[], Any]]] = {"limits": list}
    type: str
    """``rate_limit``, or ``workspace_rate_limit`` for those of a workspace."""
    id: str | None = None
    """The id of an organisation's rule."""
    rate_limit_id: str | None = None
    """The id of the organisation's rule that this rule of a workspace corresponds to."""
    workspace_id: str | None = None
    """The id of the workspace."""
    group: RateLimitGroup | None = None
    """The group that the limits apply to."""
    models: list[str] | None = None
    """Ids and aliases of the models; ``None`` for a group of endpoints."""
    limits: list[LimitValue]
    """The limits."""


# Webhooks (protocol §8.10)


class WebhookData(Model):
    """The type of event and the object that it is about."""

    __match_args__ = ("type", "id")
    type: str
    """The type of event, an open set: ``session.idled`` and so on. Accept and ignore unknown types."""
    id: str | None = None
    """The id of the object."""
    organization_id: str | None = None
    """The id of its organisation."""
    workspace_id: str | None = None
    """The id of its workspace."""


class WebhookEvent(Model):
    """The event of a webhook. It identifies an object without its state, which has to be fetched. An event
    may be delivered more than once, with the same id."""

    __match_args__ = ("id", "data")
    type: Literal["event"] = "event"
    id: str
    """The id of the event."""
    created_at: str
    """When it happened (RFC 3339)."""
    data: WebhookData
    """The type of event and the object that it is about."""


# end generated


_UNIONS: dict[str, tuple[type[Model], ...]] = {
    # generated: unions, from schema/openapi.yaml by `make generate`
    "MessageBatchResult": (
        MessageBatchSucceededResult,
        MessageBatchErroredResult,
        MessageBatchCanceledResult,
        MessageBatchExpiredResult,
        UnknownBatchResult,
    ),
    # end generated
}

if TYPE_CHECKING:
    # generated: aliases, from schema/openapi.yaml by `make generate`
    MessageBatchResult: TypeAlias = (
        MessageBatchSucceededResult
        | MessageBatchErroredResult
        | MessageBatchCanceledResult
        | MessageBatchExpiredResult
        | UnknownBatchResult
    )
    """The outcome of a request of a batch."""
    # end generated
else:

    def __getattr__(name):
        """The names of several classes, for annotations that are evaluated at run time."""
        if name not in _UNIONS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        first, *others = _UNIONS[name]
        for member in others:
            first = first | member
        return first


def _union(name: str) -> _Spec:
    return union(*_UNIONS[name])


_TABLE: dict[type, dict[str, _Spec]] = {
    # generated: table, from schema/openapi.yaml by `make generate`
    MessageBatch: {"request_counts": MessageBatchRequestCounts},
    ErrorResponse: {"error": ErrorDetail},
    MessageBatchSucceededResult: {"message": Message},
    MessageBatchErroredResult: {"error": ErrorResponse},
    MessageBatchIndividualResponse: {"result": _union("MessageBatchResult")},
    ContextManagementCapability: {
        "clear_tool_uses_20250919": Capability,
        "clear_thinking_20251015": Capability,
        "compact_20260112": Capability,
    },
    EffortCapability: {
        "low": Capability,
        "medium": Capability,
        "high": Capability,
        "xhigh": Capability,
        "max": Capability,
    },
    ServerToolsCapability: {"web_search": Capability, "code_execution": Capability},
    ThinkingTypes: {
        "enabled": Capability,
        "adaptive": Capability,
        "disabled": Capability,
        "between_tools": Capability,
    },
    ThinkingCapability: {"types": ThinkingTypes},
    CompactionCapability: {"summarize": Capability},
    ModelCapabilities: {
        "batch": Capability,
        "citations": Capability,
        "compaction": CompactionCapability,
        "code_execution": Capability,
        "context_management": ContextManagementCapability,
        "effort": EffortCapability,
        "image_input": Capability,
        "pdf_input": Capability,
        "server_tools": ServerToolsCapability,
        "structured_outputs": Capability,
        "thinking": ThinkingCapability,
    },
    ModelInfo: {"capabilities": ModelCapabilities},
    FileMetadata: {"scope": FileScope},
    Skill: {"source": SkillSource},
    LimitValue: {"source": LimitSource},
    RateLimitRule: {"group": RateLimitGroup, "limits": ("list", LimitValue)},
    WebhookEvent: {"data": WebhookData},
    # end generated
}


class Page(Model):
    """Base class of the pages of all lists."""

    data: list[Any]
    has_more: bool | None = None
    first_id: str | None = None
    last_id: str | None = None
    next_page: str | None = None


_ITEMS: tuple[type[Model], ...] = (
    FileMetadata,
    MessageBatch,
    ModelInfo,
    RateLimitRule,
    Skill,
    SkillVersion,
)

_PAGES: dict[type, dict[str, _Spec]] = {
    type(f"{item.__name__}Page", (Page,), {}): {"data": ("list", item)} for item in _ITEMS
}

_ROOTS: dict[str, _Spec] = {
    cls.__name__: cls
    for cls in (
        *_ITEMS,
        *_PAGES,
        Deleted,
        MessageBatchIndividualResponse,
        MessageTokensCount,
        WebhookEvent,
    )
}

# The native module has one table: a later one takes the place of that before.
register(_messages._TABLE | _TABLE | _PAGES, _messages._ROOTS | _ROOTS)


install(globals())
