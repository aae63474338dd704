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

from . import types
from ._client import Client
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
from ._native import __version__, runtime_configure
from ._options import NOT_GIVEN, NotGiven, omit
from ._response import RawResponse, RawStreamResponse
from ._stops import StopNotice
from ._stream import ByteStream, MessageStream, MessageStreamManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import params, testing
    from ._async_client import AsyncClient
    from ._async_stream import AsyncByteStream, AsyncMessageStream, AsyncMessageStreamManager

Stream = MessageStream
"""Another name for :class:`MessageStream`."""

__all__ = [
    "NOT_GIVEN",
    "APIConnectionError",
    "APIError",
    "APIResponseValidationError",
    "APIStatusError",
    "APITimeoutError",
    "AsyncByteStream",
    "AsyncClient",
    "AsyncMessageStream",
    "AsyncMessageStreamManager",
    "AsyncStream",
    "AuthenticationError",
    "BadRequestError",
    "BillingError",
    "ByteStream",
    "CallCancelledError",
    "Client",
    "ConfigError",
    "ConflictError",
    "DeadlineExceededError",
    "ForkedError",
    "InternalError",
    "InternalServerError",
    "MessageStream",
    "MessageStreamManager",
    "NotFoundError",
    "NotGiven",
    "OverloadedError",
    "ParlourError",
    "PermissionDeniedError",
    "RateLimitError",
    "RawResponse",
    "RawStreamResponse",
    "RequestTooLargeError",
    "ServiceUnavailableError",
    "StopNotice",
    "Stream",
    "StreamDecodeError",
    "StreamEndedError",
    "StreamError",
    "StreamProtocolError",
    "StreamUseError",
    "UnprocessableEntityError",
    "__version__",
    "omit",
    "params",
    "runtime_configure",
    "testing",
    "types",
]

_LATER = {
    "AsyncClient": ("parlour._async_client", "AsyncClient"),
    "AsyncByteStream": ("parlour._async_stream", "AsyncByteStream"),
    "AsyncMessageStream": ("parlour._async_stream", "AsyncMessageStream"),
    "AsyncMessageStreamManager": ("parlour._async_stream", "AsyncMessageStreamManager"),
    "AsyncStream": ("parlour._async_stream", "AsyncMessageStream"),
    "params": ("parlour.params", ""),
    "testing": ("parlour.testing", ""),
}

if TYPE_CHECKING:
    AsyncStream = AsyncMessageStream
    """Another name for :class:`AsyncMessageStream`."""
else:

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
