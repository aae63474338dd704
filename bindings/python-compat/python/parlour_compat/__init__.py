"""The names of the official SDK for Python, so that a typical program changes the line of its import.

    from parlour.compat import Client as Vendor

``parlour.compat`` and ``parlour_compat`` are one module under two names. Nothing of ``parlour`` imports it.
Decision 0100 lists the supported features and those that raise an error;
``python -m parlour.compat check FILE...`` lists the differences that a program depends on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _answers, _errors, _modules
from ._names import find
from ._stand_in import stand_in

if TYPE_CHECKING:
    from parlour import (
        NOT_GIVEN,
        APIConnectionError,
        APIError,
        APIResponseValidationError,
        APIStatusError,
        APITimeoutError,
        AuthenticationError,
        BadRequestError,
        ConflictError,
        InternalServerError,
        NotFoundError,
        NotGiven,
        OverloadedError,
        ParlourError,
        PermissionDeniedError,
        RateLimitError,
        ToolError,
        UnprocessableEntityError,
        omit,
    )

    from . import types
    from ._async_client import AsyncClient
    from ._client import Client
    from ._http import Timeout
    from ._streams import AsyncMessageStream, AsyncStream, MessageStream, Stream
    from ._tools import beta_async_tool, beta_tool, transform_schema

__all__ = [
    "NOT_GIVEN",
    "APIConnectionError",
    "APIError",
    "APIResponseValidationError",
    "APIStatusError",
    "APITimeoutError",
    "AsyncClient",
    "AsyncMessageStream",
    "AsyncStream",
    "AuthenticationError",
    "BadRequestError",
    "Client",
    "ConflictError",
    "InternalServerError",
    "MessageStream",
    "NotFoundError",
    "NotGiven",
    "OverloadedError",
    "ParlourError",
    "PermissionDeniedError",
    "RateLimitError",
    "Stream",
    "Timeout",
    "ToolError",
    "UnprocessableEntityError",
    "beta_async_tool",
    "beta_tool",
    "omit",
    "stand_in",
    "transform_schema",
    "types",
]


def __getattr__(name: str) -> Any:
    if name in _modules.FIRST:
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    value = find(name)
    globals()[name] = value
    return value


_answers.install()
_errors.install()
_modules.install()
