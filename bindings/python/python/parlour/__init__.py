"""parlour: a client for hosted language-model messaging services.

    from parlour import Client

    client = Client()
    reply = client.messages.create(
        model="svc-sonnet-4-5", max_tokens=256, messages=[{"role": "user", "content": "Hello"}]
    )
    print(reply.text)

This module gathers the public names. It must not do work: whatever costs time to import
(``asyncio``, ``typing``) is imported when it is asked for.
"""

from . import _hints, types
from ._io.stops import StopNotice
from ._native import (
    CacheChange,
    Conversation,
    CredentialRequest,
    HookCall,
    PartialJSON,
    Repair,
    Trimmed,
    __version__,
    mark_cache,
    runtime_configure,
)
from ._options.credentials import Credential
from ._options.options import NOT_GIVEN, NotGiven, omit
from ._sync.client import Client
from ._sync.stream import ByteStream, MessageStream, MessageStreamManager, Stream
from ._types.chain import Hook
from ._types.errors import (
    APIConnectionError,
    APIError,
    APIResponseValidationError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    BillingError,
    CallCancelledError,
    ConfigError,
    ConflictError,
    DeadlineExceededError,
    DrainingError,
    ForkedError,
    HookError,
    InternalError,
    InternalServerError,
    NotFoundError,
    OverLimitError,
    OverloadedError,
    ParameterError,
    ParlourError,
    PermissionDeniedError,
    RateLimitError,
    RequestTooLargeError,
    ServiceUnavailableError,
    StreamDecodeError,
    StreamEndedError,
    StreamError,
    StreamProtocolError,
    StreamUseError,
    UnprocessableEntityError,
)
from ._types.model import json_default
from ._types.response import RawResponse, RawStreamResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import betas, client_tools, params, testing, webhooks
    from ._async.client import AsyncClient
    from ._async.resources import AsyncBatchResults, AsyncPage
    from ._async.stream import AsyncByteStream, AsyncMessageStream, AsyncMessageStreamManager, AsyncStream
    from ._async.structured import AsyncAnswerStream, AsyncAnswerStreamManager
    from ._async.tool_run import AsyncStreamedToolRun, AsyncToolRun
    from ._resources.base import RawResourceResponse
    from ._schemas.partial_view import Partial
    from ._schemas.structured import (
        AnswerCutError,
        AnswerError,
        AnswerInvalidError,
        AnswerRefusedError,
        Parsed,
    )
    from ._sync.resources import BatchResults, Page
    from ._sync.structured import AnswerStream, AnswerStreamManager
    from ._sync.tool_run import StreamedToolRun, ToolRun
    from ._tools.tool import Tool, ToolContext, ToolError, tool
    from ._types.drain import DrainReport, RunningCall
    from ._types.hooks import CallEnd, HookFailure, LimitNotice, ToolExecution
    from ._types.ledger import FleetUsage, SpendingState, Tally, UsageReport
    from ._types.limiter import Allowance, LimiterState, ModelLimits
    from ._types.stats import ClientStats
    from ._types.tool_call import ToolCall
    from .client_tools import BashTool, BrowserTool, ComputerTool, MemoryTool, TextEditorTool

__all__ = [
    "NOT_GIVEN",
    "APIConnectionError",
    "APIError",
    "APIResponseValidationError",
    "APIStatusError",
    "APITimeoutError",
    "Allowance",
    "AnswerCutError",
    "AnswerError",
    "AnswerInvalidError",
    "AnswerRefusedError",
    "AnswerStream",
    "AnswerStreamManager",
    "AsyncAnswerStream",
    "AsyncAnswerStreamManager",
    "AsyncBatchResults",
    "AsyncByteStream",
    "AsyncClient",
    "AsyncMessageStream",
    "AsyncMessageStreamManager",
    "AsyncPage",
    "AsyncStream",
    "AsyncStreamedToolRun",
    "AsyncToolRun",
    "AuthenticationError",
    "BadRequestError",
    "BashTool",
    "BatchResults",
    "BillingError",
    "BrowserTool",
    "ByteStream",
    "CacheChange",
    "CallCancelledError",
    "CallEnd",
    "Client",
    "ClientStats",
    "ComputerTool",
    "ConfigError",
    "ConflictError",
    "Conversation",
    "Credential",
    "CredentialRequest",
    "DeadlineExceededError",
    "DrainReport",
    "DrainingError",
    "FleetUsage",
    "ForkedError",
    "Hook",
    "HookCall",
    "HookError",
    "HookFailure",
    "InternalError",
    "InternalServerError",
    "LimitNotice",
    "LimiterState",
    "MemoryTool",
    "MessageStream",
    "MessageStreamManager",
    "ModelLimits",
    "NotFoundError",
    "NotGiven",
    "OverLimitError",
    "OverloadedError",
    "Page",
    "ParameterError",
    "ParlourError",
    "Parsed",
    "Partial",
    "PartialJSON",
    "PermissionDeniedError",
    "RateLimitError",
    "RawResourceResponse",
    "RawResponse",
    "RawStreamResponse",
    "Repair",
    "RequestTooLargeError",
    "RunningCall",
    "ServiceUnavailableError",
    "SpendingState",
    "StopNotice",
    "Stream",
    "StreamDecodeError",
    "StreamEndedError",
    "StreamError",
    "StreamProtocolError",
    "StreamUseError",
    "StreamedToolRun",
    "Tally",
    "TextEditorTool",
    "Tool",
    "ToolCall",
    "ToolContext",
    "ToolError",
    "ToolExecution",
    "ToolRun",
    "Trimmed",
    "UnprocessableEntityError",
    "UsageReport",
    "__version__",
    "betas",
    "client_tools",
    "json_default",
    "mark_cache",
    "omit",
    "params",
    "runtime_configure",
    "testing",
    "tool",
    "types",
    "webhooks",
]

_LATER = {
    "AnswerCutError": ("parlour._schemas.structured", "AnswerCutError"),
    "AnswerError": ("parlour._schemas.structured", "AnswerError"),
    "AnswerInvalidError": ("parlour._schemas.structured", "AnswerInvalidError"),
    "AnswerRefusedError": ("parlour._schemas.structured", "AnswerRefusedError"),
    "AnswerStream": ("parlour._sync.structured", "AnswerStream"),
    "AnswerStreamManager": ("parlour._sync.structured", "AnswerStreamManager"),
    "AsyncAnswerStream": ("parlour._async.structured", "AsyncAnswerStream"),
    "AsyncAnswerStreamManager": ("parlour._async.structured", "AsyncAnswerStreamManager"),
    "Parsed": ("parlour._schemas.structured", "Parsed"),
    "Partial": ("parlour._schemas.partial_view", "Partial"),
    "Allowance": ("parlour._types.limiter", "Allowance"),
    "CallEnd": ("parlour._types.hooks", "CallEnd"),
    "ClientStats": ("parlour._types.stats", "ClientStats"),
    "DrainReport": ("parlour._types.drain", "DrainReport"),
    "RunningCall": ("parlour._types.drain", "RunningCall"),
    "HookFailure": ("parlour._types.hooks", "HookFailure"),
    "Tally": ("parlour._types.ledger", "Tally"),
    "FleetUsage": ("parlour._types.ledger", "FleetUsage"),
    "SpendingState": ("parlour._types.ledger", "SpendingState"),
    "UsageReport": ("parlour._types.ledger", "UsageReport"),
    "LimitNotice": ("parlour._types.hooks", "LimitNotice"),
    "LimiterState": ("parlour._types.limiter", "LimiterState"),
    "ModelLimits": ("parlour._types.limiter", "ModelLimits"),
    "AsyncClient": ("parlour._async.client", "AsyncClient"),
    "AsyncBatchResults": ("parlour._async.resources", "AsyncBatchResults"),
    "AsyncPage": ("parlour._async.resources", "AsyncPage"),
    "BatchResults": ("parlour._sync.resources", "BatchResults"),
    "Page": ("parlour._sync.resources", "Page"),
    "RawResourceResponse": ("parlour._resources.base", "RawResourceResponse"),
    "webhooks": ("parlour.webhooks", ""),
    "AsyncByteStream": ("parlour._async.stream", "AsyncByteStream"),
    "AsyncMessageStream": ("parlour._async.stream", "AsyncMessageStream"),
    "AsyncMessageStreamManager": ("parlour._async.stream", "AsyncMessageStreamManager"),
    "AsyncStream": ("parlour._async.stream", "AsyncStream"),
    "AsyncStreamedToolRun": ("parlour._async.tool_run", "AsyncStreamedToolRun"),
    "AsyncToolRun": ("parlour._async.tool_run", "AsyncToolRun"),
    "StreamedToolRun": ("parlour._sync.tool_run", "StreamedToolRun"),
    "Tool": ("parlour._tools.tool", "Tool"),
    "ToolCall": ("parlour._types.tool_call", "ToolCall"),
    "ToolContext": ("parlour._tools.tool", "ToolContext"),
    "ToolError": ("parlour._tools.tool", "ToolError"),
    "ToolExecution": ("parlour._types.hooks", "ToolExecution"),
    "ToolRun": ("parlour._sync.tool_run", "ToolRun"),
    "tool": ("parlour._tools.tool", "tool"),
    "BashTool": ("parlour.client_tools", "BashTool"),
    "BrowserTool": ("parlour.client_tools", "BrowserTool"),
    "ComputerTool": ("parlour.client_tools", "ComputerTool"),
    "MemoryTool": ("parlour.client_tools", "MemoryTool"),
    "TextEditorTool": ("parlour.client_tools", "TextEditorTool"),
    "betas": ("parlour.betas", ""),
    "client_tools": ("parlour.client_tools", ""),
    "params": ("parlour.params", ""),
    "testing": ("parlour.testing", ""),
}

if not TYPE_CHECKING:

    def __getattr__(name):
        found = _LATER.get(name)
        if found is None:
            raise AttributeError(f"module 'parlour' has no attribute {name!r}")
        from importlib import import_module

        module = import_module(found[0])
        value = getattr(module, found[1]) if found[1] else module
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


def _names() -> dict[str, object]:
    from . import _annotations

    return vars(_annotations)


_hints.resolve_names_with(_names)
