"""Resolves names of the official SDK, whichever of its modules a program imports them from. Each name has one
meaning there, so there is one table."""

from __future__ import annotations

import functools
import os
import sys
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any, Final

import parlour

from . import _refusals
from ._errors import find_class, find_shape
from ._families import of_family
from ._type_names import PLAIN, open_shape, type_of
from ._typed_dicts import readable

_HERE: Final = os.path.dirname(__file__)
_PLACES: Final = {
    **dict.fromkeys(
        ("Client", "Messages", "BetaMessages", "MessagesWithRawResponse", "MessagesWithStreamingResponse"),
        "_client",
    ),
    **dict.fromkeys(
        (
            "AsyncClient",
            "AsyncMessages",
            "BetaAsyncMessages",
            "AsyncMessagesWithRawResponse",
            "AsyncMessagesWithStreamingResponse",
        ),
        "_async_client",
    ),
    **dict.fromkeys(("async_files_from_dir", "file_from_path", "files_from_dir"), "_files"),
    **dict.fromkeys(
        (
            "Stream",
            "MessageStream",
            "MessageStreamManager",
            "AsyncStream",
            "AsyncMessageStream",
            "AsyncMessageStreamManager",
        ),
        "_streams",
    ),
    **dict.fromkeys(("AccessToken", "StaticToken"), "_providers"),
    **dict.fromkeys(("Timeout", "Response"), "_http"),
    **dict.fromkeys(("prepare_request_data", "async_prepare_request_data"), "_tracing"),
    **dict.fromkeys(
        ("DefaultAioHttpClient", "DefaultAsyncHttpxClient", "DefaultHttpxClient"), "_http_client"
    ),
    **dict.fromkeys(
        (
            "beta_tool",
            "async_mcp_tool",
            "mcp_message",
            "mcp_content",
            "mcp_resource_to_content",
            "mcp_resource_to_file",
            "transform_schema",
        ),
        "_tools",
    ),
}
_OTHERS: Final[dict[str, tuple[str, str]]] = {
    "beta_async_tool": ("parlour_compat._tools", "beta_tool"),
    "BetaFunctionTool": ("parlour_compat._tools", "FunctionTool"),
    "BetaAsyncFunctionTool": ("parlour_compat._tools", "FunctionTool"),
    "BetaAbstractMemoryTool": ("parlour_compat._memory", "AbstractMemoryTool"),
    "BetaAsyncAbstractMemoryTool": ("parlour_compat._memory", "AbstractMemoryTool"),
    "BetaBuiltinFunctionTool": ("parlour", "Tool"),
    "BetaAsyncBuiltinFunctionTool": ("parlour", "Tool"),
    "BetaToolLike": ("parlour", "Tool"),
    "BetaFunctionToolResultType": ("parlour_compat._tools", "Content"),
    "MemoryTool20250818Command": ("parlour_compat._memory", "Command"),
    **{
        f"MemoryTool20250818{name}Command": ("parlour_compat._memory", f"{name}Command")
        for name in ("Create", "Delete", "Insert", "Rename", "StrReplace", "View")
    },
    "CompactionEvent": ("parlour_compat._events", "CompactionEvent"),
    "ContentTooLargeError": ("parlour", "RequestTooLargeError"),
    "CredentialsError": ("parlour", "ConfigError"),
    "IdentityTokenFileError": ("parlour", "ConfigError"),
    "GatewayTimeoutError": ("parlour", "DeadlineExceededError"),
    "PaymentRequiredError": ("parlour", "BillingError"),
    "UnsupportedMCPValueError": ("builtins", "ValueError"),
    "BetaToolRunner": ("parlour", "ToolRun"),
    "BetaStreamingToolRunner": ("parlour", "StreamedToolRun"),
    "BetaAsyncToolRunner": ("parlour", "AsyncToolRun"),
    "BetaAsyncStreamingToolRunner": ("parlour", "AsyncStreamedToolRun"),
    "ToolError": ("parlour", "ToolError"),
    "BaseModel": ("parlour.types", "Model"),
    "BaseClient": ("parlour_compat._base", "Settings"),
    "SyncAPIClient": ("parlour_compat._client", "Client"),
    "AsyncAPIClient": ("parlour_compat._async_client", "AsyncClient"),
    "cached_property": ("functools", "cached_property"),
    "model_dump": ("parlour_compat._dump", "model_dump"),
    **dict.fromkeys(
        (
            "Base64FileInput",
            "BinaryTypes",
            "Body",
            "FileContent",
            "FileTypes",
            "InputSchema",
            "Query",
            "RequestFiles",
            "RequestOptions",
            "SequenceNotStr",
            "Source",
        ),
        ("typing", "Any"),
    ),
    **dict.fromkeys(("Webhooks", "AsyncWebhooks"), ("parlour_compat._webhooks", "Webhooks")),
    "is_given": ("parlour.hooks", "is_given"),
    "Omit": ("parlour", "NotGiven"),
    "not_given": ("parlour", "NOT_GIVEN"),
    "DEFAULT_TIMEOUT": ("parlour_compat._http", "TIMEOUT"),
    "DEFAULT_MAX_RETRIES": ("parlour_compat._http", "MAX_RETRIES"),
    **dict.fromkeys(
        ("APIResponse", "BinaryAPIResponse", "LegacyAPIResponse", "StreamedBinaryAPIResponse"),
        ("parlour_compat._streaming_response", "APIResponse"),
    ),
    **dict.fromkeys(
        ("AsyncAPIResponse", "AsyncBinaryAPIResponse", "AsyncStreamedBinaryAPIResponse"),
        ("parlour_compat._streaming_response", "AsyncAPIResponse"),
    ),
    "BaseAPIResponse": ("parlour.hooks", "ResponseHead"),
    "ResponseContextManager": ("parlour.hooks", "StreamedManager"),
    "AsyncResponseContextManager": ("parlour.hooks", "AsyncStreamedManager"),
    "StreamAlreadyConsumed": ("parlour", "StreamUseError"),
    "SyncPage": ("parlour", "Page"),
    "SyncPageCursor": ("parlour", "Page"),
    "AsyncPage": ("parlour", "AsyncPage"),
    **{
        f"Async{name}": ("parlour", "AsyncPage")
        for name in ("BidirectionalPageCursor", "ReportPageCursor", "TokenPage")
    },
    **{
        f"Sync{name}": ("parlour", "Page")
        for name in ("BidirectionalPageCursor", "ReportPageCursor", "TokenPage")
    },
    "Beta": ("parlour_compat._client", "Client"),
    "AsyncBeta": ("parlour_compat._async_client", "AsyncClient"),
    "AsyncPageCursor": ("parlour", "AsyncPage"),
    "ParsedMessage": ("parlour.hooks", "ParsedMessage"),
    "APIWebhookValidationError": ("parlour.webhooks", "WebhookVerificationError"),
    "JSONDecoder": ("parlour", "PartialJSON"),
    "accumulate_event": ("parlour_compat._accumulate", "accumulate_event"),
    **{name: ("parlour.hooks", name) for name in ("Batches", "Models", "Files", "Skills")},
    **{
        name: ("parlour.hooks", name) for name in ("AsyncBatches", "AsyncModels", "AsyncFiles", "AsyncSkills")
    },
}


@functools.cache
def vendor() -> str:
    """The vendor of the service that a key alone is for: programs know classes by it."""
    return parlour.Client(api_key="-", from_env=False).vendor


def find(name: str) -> Any:
    """The object for a name; ``AttributeError`` if there is none."""
    if name.startswith("Beta") and name not in _OTHERS and name.removeprefix("Beta") in _OTHERS:
        name = name.removeprefix("Beta")
    if name in _PLACES:
        return getattr(import_module(f"{__package__}.{_PLACES[name]}"), name)
    if name in _OTHERS:
        module, own = _OTHERS[name]
        return getattr(import_module(module), own)
    made = find_class(name)
    if made is not None:
        return made
    if name == "__title__":
        return vendor()
    if name in _refusals.NAMES:
        return _refusals.refused(name, _refusals.NAMES[name])
    if name in parlour.__all__ and not isinstance(getattr(parlour, name), ModuleType):
        return getattr(parlour, name)
    found = _named(name) or type_of(name) or of_family(name) or open_shape(name)
    if found is None and name.startswith("Beta") and name.removeprefix("Beta") in _PLACES:
        return find(name.removeprefix("Beta"))
    if found is None:
        said = f'parlour.compat has no `{name}`: the guide "Moving over in Python" lists the replacements'
        if _is_imported(sys._getframe(1)):
            # Of an attribute that is missing, `from ... import` says nothing but that.
            raise ImportError(said, name=name)
        raise AttributeError(said, name=name)
    return found


def _is_imported(frame: FrameType | None) -> bool:
    """Whether a name is looked for by ``from ... import``."""
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    if frame is None or frame.f_lasti < 0:
        return False
    from dis import opname

    return opname[frame.f_code.co_code[frame.f_lasti]] == "IMPORT_FROM"


def find_type(name: str) -> Any:
    """As :func:`find`, among the types, where the names of some exceptions are those of shapes."""
    made = find_shape(name)
    if made is None:
        # In the SDK, a name of this package may have another meaning: `Model`.
        made = PLAIN.get(name.removeprefix("Beta"))
    return readable(name, find(name)) if made is None else made


def find_beta(name: str) -> Any:
    """As :func:`find`, in modules of betas: their messages have classes of their own."""
    return find(f"Beta{name}" if name in ("Messages", "AsyncMessages") else name)


@functools.cache
def find_apart(name: str) -> Any:
    """As :func:`find`, where the SDK has classes of its own for other hosts. Tracers wrap their methods too, and on one
    class each call would count many times."""
    found = find(name)
    return (
        type(name, (found,), {"__doc__": found.__doc__}) if name in ("Messages", "AsyncMessages") else found
    )


def _named(name: str) -> Any:
    """The names that begin with the vendor's."""
    lower = name.lower()
    is_async, rest = lower.startswith("async"), lower.removeprefix("async")
    if not name[:1].isupper() or not rest.startswith(vendor()):
        return None
    rest = rest.removeprefix(vendor())
    if rest == "":
        return find("AsyncClient" if is_async else "Client")
    if rest == "error":
        return parlour.ParlourError
    if rest in ("beta", "betaparam"):
        return str
    if rest in {cloud.lower() for cloud in _refusals.CLOUDS}:
        return _refusals.refused(name, _refusals.CLOUD_ADVICE, absent=True)
    return None
