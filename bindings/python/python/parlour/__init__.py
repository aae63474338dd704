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
from ._client import Client
from ._credentials import Credential
from ._errors import (
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
    ForkedError,
    InternalError,
    InternalServerError,
    NotFoundError,
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
from ._model import json_default
from ._native import (
    CacheChange,
    Conversation,
    CredentialRequest,
    PartialJSON,
    Repair,
    Trimmed,
    __version__,
    mark_cache,
    runtime_configure,
)
from ._options import NOT_GIVEN, NotGiven, omit
from ._response import RawResponse, RawStreamResponse
from ._stops import StopNotice
from ._stream import ByteStream, MessageStream, MessageStreamManager, Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import betas, client_tools, params, testing, webhooks
    from ._async_client import AsyncClient
    from ._async_resources import AsyncBatchResults, AsyncPage
    from ._async_stream import AsyncByteStream, AsyncMessageStream, AsyncMessageStreamManager, AsyncStream
    from ._async_structured import AsyncAnswerStream, AsyncAnswerStreamManager
    from ._async_tool_run import AsyncStreamedToolRun, AsyncToolRun
    from ._partial_view import Partial
    from ._resource_base import RawResourceResponse
    from ._resources import BatchResults, Page
    from ._structured import AnswerStream, AnswerStreamManager
    from ._structured_base import (
        AnswerCutError,
        AnswerError,
        AnswerInvalidError,
        AnswerRefusedError,
        Parsed,
    )
    from ._tool import Tool, ToolCall, ToolContext, ToolError, tool
    from ._tool_run import StreamedToolRun, ToolRun
    from .client_tools import BashTool, ComputerTool, MemoryTool, TextEditorTool

__all__ = [
    "NOT_GIVEN",
    "APIConnectionError",
    "APIError",
    "APIResponseValidationError",
    "APIStatusError",
    "APITimeoutError",
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
    "ByteStream",
    "CacheChange",
    "CallCancelledError",
    "Client",
    "ComputerTool",
    "ConfigError",
    "ConflictError",
    "Conversation",
    "Credential",
    "CredentialRequest",
    "DeadlineExceededError",
    "ForkedError",
    "InternalError",
    "InternalServerError",
    "MemoryTool",
    "MessageStream",
    "MessageStreamManager",
    "NotFoundError",
    "NotGiven",
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
    "ServiceUnavailableError",
    "StopNotice",
    "Stream",
    "StreamDecodeError",
    "StreamEndedError",
    "StreamError",
    "StreamProtocolError",
    "StreamUseError",
    "StreamedToolRun",
    "TextEditorTool",
    "Tool",
    "ToolCall",
    "ToolContext",
    "ToolError",
    "ToolRun",
    "Trimmed",
    "UnprocessableEntityError",
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
    "AnswerCutError": ("parlour._structured_base", "AnswerCutError"),
    "AnswerError": ("parlour._structured_base", "AnswerError"),
    "AnswerInvalidError": ("parlour._structured_base", "AnswerInvalidError"),
    "AnswerRefusedError": ("parlour._structured_base", "AnswerRefusedError"),
    "AnswerStream": ("parlour._structured", "AnswerStream"),
    "AnswerStreamManager": ("parlour._structured", "AnswerStreamManager"),
    "AsyncAnswerStream": ("parlour._async_structured", "AsyncAnswerStream"),
    "AsyncAnswerStreamManager": ("parlour._async_structured", "AsyncAnswerStreamManager"),
    "Parsed": ("parlour._structured_base", "Parsed"),
    "Partial": ("parlour._partial_view", "Partial"),
    "AsyncClient": ("parlour._async_client", "AsyncClient"),
    "AsyncBatchResults": ("parlour._async_resources", "AsyncBatchResults"),
    "AsyncPage": ("parlour._async_resources", "AsyncPage"),
    "BatchResults": ("parlour._resources", "BatchResults"),
    "Page": ("parlour._resources", "Page"),
    "RawResourceResponse": ("parlour._resource_base", "RawResourceResponse"),
    "webhooks": ("parlour.webhooks", ""),
    "AsyncByteStream": ("parlour._async_stream", "AsyncByteStream"),
    "AsyncMessageStream": ("parlour._async_stream", "AsyncMessageStream"),
    "AsyncMessageStreamManager": ("parlour._async_stream", "AsyncMessageStreamManager"),
    "AsyncStream": ("parlour._async_stream", "AsyncStream"),
    "AsyncStreamedToolRun": ("parlour._async_tool_run", "AsyncStreamedToolRun"),
    "AsyncToolRun": ("parlour._async_tool_run", "AsyncToolRun"),
    "StreamedToolRun": ("parlour._tool_run", "StreamedToolRun"),
    "Tool": ("parlour._tool", "Tool"),
    "ToolCall": ("parlour._tool", "ToolCall"),
    "ToolContext": ("parlour._tool", "ToolContext"),
    "ToolError": ("parlour._tool", "ToolError"),
    "ToolRun": ("parlour._tool_run", "ToolRun"),
    "tool": ("parlour._tool", "tool"),
    "BashTool": ("parlour.client_tools", "BashTool"),
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
