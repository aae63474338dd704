"""Tools under the names of the official SDK."""

from __future__ import annotations

import asyncio
import inspect
import sys
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any, ParamSpec, TypeAlias, TypeVar, overload
from urllib.parse import urlsplit

import parlour
from parlour import mcp
from parlour.hooks import is_trio, to_json, to_utf8
from parlour.hooks import transform_schema as _transform

from ._schemas import titled

P = ParamSpec("P")
R = TypeVar("R")

Content: TypeAlias = str | Sequence[Mapping[str, Any]]
"""The content of a tool result: text, or content blocks."""


class FunctionTool(parlour.Tool[P, R]):
    """A tool made of a function."""

    _context_manager: Any = None
    """The context manager that yielded the function, while it is entered."""

    @property
    def func(self) -> Any:
        """The function."""
        return self._function

    def _define(self) -> dict[str, Any]:
        made = super()._define()
        if self._schema is None and "input_schema" in made:
            made["input_schema"] = titled(made["input_schema"])
            if not made["input_schema"].get("required"):
                made["input_schema"].pop("required", None)
        return made

    def call(self, input: Any) -> Any:
        """Runs the function with the arguments of a call; :class:`ValueError` if they do not fit. Returns an
        awaitable if it is a coroutine function."""
        made = parlour.ToolCall("", self.name, None, to_json(input).decode(), False)
        try:
            first, named = self._arguments(dict(input), parlour.ToolContext(None, made))
        except ValueError as mismatch:
            problems = "; ".join(str(mismatch).split("\n"))
            raise ValueError(f"invalid arguments for the tool {self.name}: {problems}") from None
        return self._function(*first, **named)


@overload
def beta_tool(function: Callable[P, R], /) -> FunctionTool[P, R]: ...
@overload
def beta_tool(
    *,
    name: str | None = None,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    **more: Any,
) -> Callable[[Callable[P, R]], FunctionTool[P, R]]: ...
@overload
def beta_tool(
    function: Callable[P, R],
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    **more: Any,
) -> FunctionTool[P, R]: ...
def beta_tool(function: Any = None, /, **options: Any) -> Any:
    """As :func:`parlour.tool`; the decorated function is called as before."""
    if function is not None:
        return _made(function, _names_at(sys._getframe(1), function), options)

    def decorated(function: Any) -> Any:
        return _made(function, _names_at(sys._getframe(1), function), options)

    return decorated


beta_async_tool = beta_tool


def _names_at(frame: FrameType, function: Any) -> dict[str, Any] | None:
    """The local names where a function is being defined, which its annotations may use; those of a module are found
    without."""
    return dict(frame.f_locals) if "<locals>" in getattr(function, "__qualname__", "") else None


def _made(function: Any, names: dict[str, Any] | None, options: dict[str, Any]) -> FunctionTool[..., Any]:
    generator = getattr(function, "__wrapped__", None)
    if inspect.isgeneratorfunction(generator):
        return _entered(function(), options)
    if inspect.isasyncgenfunction(generator):
        return _entered_later(function, options)
    return FunctionTool(function, names=names, **options)


def _entered(manager: Any, options: dict[str, Any]) -> FunctionTool[..., Any]:
    """The tool that a function of ``contextlib.contextmanager`` yields. As in the official SDK the manager is entered
    now, and no run of messages leaves it: the program does, by ``_context_manager``."""
    function = manager.__enter__()
    try:
        # The function's annotations may use names of the frame that yielded it.
        around = dict(manager.gen.gi_frame.f_locals)
        made: FunctionTool[..., Any] = FunctionTool(function, names=around, **options)
    except BaseException:
        manager.__exit__(*sys.exc_info())
        raise
    made._context_manager = manager
    return made


def _entered_later(opens: Any, options: dict[str, Any]) -> FunctionTool[..., Any]:
    """As :func:`_entered`, of ``contextlib.asynccontextmanager``: its manager is entered when the tool is called
    first."""
    if options.get("input_schema") is None:
        raise TypeError(
            "a tool of an asynccontextmanager needs an input_schema: its function is not known before its first call"
        )
    manager, function = opens(), None
    lock: Any = None

    async def call(**given: Any) -> Any:
        nonlocal function, lock
        if lock is None:
            lock = sys.modules["trio"].Lock() if is_trio() else asyncio.Lock()
        async with lock:
            if function is None:
                function = await manager.__aenter__()
                made._context_manager = manager
        return await function(**given)

    call.__name__ = call.__qualname__ = opens.__name__
    call.__doc__ = opens.__doc__
    made: FunctionTool[..., Any] = FunctionTool(call, **options)
    return made


def async_mcp_tool(tool: Any, mcp_client: Any, **more: Any) -> parlour.Tool[..., Any]:
    """A tool of a server of MCP, run by its session."""
    made: Any = mcp.tool(mcp_client, tool, **_given(more))
    # With `call()`.
    made.__class__ = FunctionTool
    adopted: parlour.Tool[..., Any] = made
    return adopted


def _given(more: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in more.items() if value is not None}


def mcp_message(message: Any, **more: Any) -> Any:
    """A message of a prompt of MCP. Further keys, such as ``cache_control``, are those of its content block."""
    turn: dict[str, Any] = {**mcp.message(message)}
    content = turn["content"]
    if not _given(more):
        return turn
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return {**turn, "content": [{**one, **_given(more)} for one in blocks]}


def mcp_content(content: Any, **more: Any) -> Any:
    """A block of content of MCP. Text of a resource becomes a document without a title, as there."""
    wire = mcp._wire(content)
    if wire.get("type") == "resource_link":
        raise mcp.MCPConversionError(
            "a link to a resource is no content: read the resource, and convert that"
        )
    resource = wire.get("resource") or next(iter(wire.get("contents") or ()), None) or {}
    media_type = str(resource.get("mimeType", "")).partition(";")[0].strip().lower()
    if media_type.startswith("image/") and resource.get("blob") is None:
        raise mcp.MCPConversionError(f"a resource of the type {media_type} without `blob` is no image")
    made: dict[str, Any] = {**mcp.content(content)[0]}
    if made["type"] == "document" and made["source"]["type"] == "text":
        made.pop("title", None)
    return made | _given(more)


def mcp_resource_to_content(resource: Any, **more: Any) -> Any:
    """A resource of MCP as a block of content."""
    return mcp_content(resource, **more)


def mcp_resource_to_file(resource: Any) -> tuple[str | None, bytes, str | None]:
    """A resource of MCP as a file for ``files.upload()``: its name, content and type."""
    if not resource.contents:
        raise ValueError("the resource of MCP is empty: there is nothing to upload")
    (first,) = resource.contents[:1]
    text = getattr(first, "text", None)
    content = b64decode(first.blob) if text is None else to_utf8(text)
    path = urlsplit(str(first.uri)).path
    # The package `mcp` spells it in one way before version 2, in the other from then on.
    media_type = getattr(first, "mime_type", None) or getattr(first, "mimeType", None)
    return path.rpartition("/")[2] or None, content, media_type


def transform_schema(json_schema: Any) -> dict[str, Any]:
    """A schema in the form that the service takes; of a pydantic model too."""
    made = json_schema.model_json_schema() if hasattr(json_schema, "model_json_schema") else dict(json_schema)
    schema, _ = _transform(made)
    return schema
