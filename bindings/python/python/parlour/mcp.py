"""Tools, prompts and resources of MCP servers as those of this package, and back. It must not be imported by the rest
of the package, and imports `mcp` (the official SDK, 1.x or 2.x) where objects of it are made alone.

Values are read as the JSON that the Model Context Protocol has for them: objects of the SDK, or mappings.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from ._hints import install
from ._native import (
    from_json,
    mcp_check_name,
    mcp_to_blocks,
    mcp_to_contents,
    mcp_to_resource,
    mcp_to_turn,
    to_json,
    tool_without_reason,
)
from ._tools import outcome as _outcome
from ._tools import tool as _tool
from ._types.tool_call import ToolCall

if TYPE_CHECKING:
    from mcp import types as mcp_types

    from .params import DocumentBlockParam, ImageBlockParam, MessageParam, TextBlockParam

    Block: TypeAlias = TextBlockParam | ImageBlockParam | DocumentBlockParam

__all__ = [
    "MCPConversionError",
    "Session",
    "call",
    "content",
    "message",
    "messages",
    "to_content",
    "to_messages",
    "to_resource",
    "to_tool",
    "tool",
    "tools",
]


class MCPConversionError(ValueError):
    """A value without a counterpart in the other format. The text names it, and says what to do."""


class Session(Protocol):
    """The methods used of a session: ``mcp.ClientSession`` and ``mcp.Client`` have them."""

    @property
    def list_tools(self) -> Callable[..., Any]:
        """Lists the tools, page by page."""
        ...

    @property
    def call_tool(self) -> Callable[..., Any]:
        """Calls a tool by its name, with its arguments."""
        ...


# From MCP


async def tools(
    session: Session, *, rename: Callable[[str], str] | None = None
) -> list[_tool.Tool[..., Any]]:
    """All tools of a server, for ``run_tools()`` of an ``AsyncClient``.

    ``rename`` makes the name that the model sees, for tools of several servers that have one name, or for
    names that the service does not take. Raises :class:`MCPConversionError` for such a name, and exceptions
    of the session.
    """
    made = []
    page = await session.list_tools()
    while True:
        for one in page.tools:
            name = _wire(one)["name"]
            made.append(tool(session, one, name=name if rename is None else rename(name)))
        cursor = getattr(page, "next_cursor", None) or getattr(page, "nextCursor", None)
        if cursor is None:
            return made
        page = await _page(session, cursor)


def _page(session: Session, cursor: str) -> Any:
    if "cursor" in inspect.signature(session.list_tools).parameters:
        return session.list_tools(cursor=cursor)
    from mcp import types

    return session.list_tools(params=types.PaginatedRequestParams(cursor=cursor))


def tool(session: Session, mcp_tool: Any, *, name: str | None = None, **more: Any) -> _tool.Tool[..., Any]:
    """One tool of a server, for ``run_tools()`` of an ``AsyncClient``; a call of it is one of the session's.

    ``name`` is its name for the model (default: its own), further keys such as ``cache_control`` go to the
    definition. A result that says ``isError`` becomes a failure that the model sees. Raises
    :class:`MCPConversionError` for a name that the service does not take (protocol §1.5).
    """
    wire = _wire(mcp_tool)
    own: str = wire["name"]
    shown = own if name is None else name
    try:
        mcp_check_name(shown)
    except ValueError as error:
        raise MCPConversionError(str(error)) from None

    async def run(**arguments: Any) -> Any:
        result = _wire(await session.call_tool(own, arguments))
        blocks = content(result)
        if result.get("isError"):
            raise _tool.ToolError(cast("Any", blocks) or tool_without_reason())
        return blocks or ""

    run.__name__ = run.__qualname__ = shown
    return _tool.Tool(
        run,
        name=shown,
        description=wire.get("description") or wire.get("title"),
        input_schema={"type": "object"} | dict(wire["inputSchema"]),
        **more,
    )


def content(value: Any) -> list[Block]:
    """Content blocks of a server's answer: the result of a tool or of ``read_resource()``, a content,
    contents of a resource, or a list of these.

    Images and PDF files become blocks of their own, text of resources becomes documents with the URI as title, a link
    to a resource becomes text that names it. ``structuredContent`` is taken where a result has no other content,
    because servers repeat it as text for programs that do not know it. Raises :class:`MCPConversionError` for audio
    and other media.
    """
    return cast("list[Block]", _converted(mcp_to_blocks, _plain(value)))


def message(prompt_message: Any) -> MessageParam:
    """A message of a prompt, for the ``messages`` of a request. Raises :class:`MCPConversionError` like
    :func:`content`, and for media in a turn of the assistant."""
    return cast("MessageParam", _converted(mcp_to_turn, _wire(prompt_message)))


def messages(prompt_result: Any) -> list[MessageParam]:
    """The messages of what ``get_prompt()`` gave."""
    return [message(one) for one in _wire(prompt_result)["messages"]]


def _wire(value: Any) -> Mapping[str, Any]:
    """A value as its JSON: both lines of the SDK spell the attributes in ways of their own."""
    if isinstance(value, Mapping):
        return value
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(
            f"a value of MCP is an object of the package `mcp` or a mapping, not {type(value).__name__}"
        )
    return cast("Mapping[str, Any]", dump(mode="json", by_alias=True, exclude_none=True))


def _plain(value: Any) -> Any:
    """A value, and the values in it, as JSON has them."""
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    wire = _wire(value)
    parts = (name for name in ("content", "contents", "resource") if wire.get(name) is not None)
    return {**wire, **{name: _plain(wire[name]) for name in parts}}


def _converted(convert: Callable[[str], str], value: Any) -> Any:
    try:
        return from_json(convert(to_json(value).decode()))
    except ValueError as error:
        raise MCPConversionError(str(error)) from None


# To MCP


def to_tool(tool: _tool.ToolLike) -> mcp_types.Tool:
    """The definition of a tool for a server's list of tools. Raises :class:`MCPConversionError` for one that the
    service defines, which has no schema of its own."""
    from mcp import types

    wire = _made(tool) if not isinstance(tool, Mapping) else tool
    if "input_schema" not in wire:
        raise MCPConversionError(
            f"{wire.get('name', wire.get('type'))!r} is a tool that the service defines, without a schema: write a "
            "function of your own for other programs"
        )
    made = {"name": wire["name"], "inputSchema": wire["input_schema"]}
    if wire.get("description"):
        made["description"] = wire["description"]
    return types.Tool.model_validate(made)


async def call(
    tool: _tool.Tool[..., Any] | Callable[..., Any],
    arguments: Mapping[str, Any] | None,
    *,
    context: Any = None,
) -> mcp_types.CallToolResult:
    """Runs a tool for a server: the arguments are checked as in ``run_tools()``, plain functions run on a thread.

    Exceptions of a tool, invalid arguments and results that MCP cannot express become results with
    ``isError``.
    """
    from anyio import to_thread
    from mcp import types

    made = _made(tool)
    asked = ToolCall("mcp", made.name, None, to_json(dict(arguments or {})).decode(), False)
    given = _tool.ToolContext(context, asked)
    try:
        if made.is_async:
            value = await _tool.called(made, asked, given)
        else:
            value = await to_thread.run_sync(_tool.called, made, asked, given)
            if inspect.isawaitable(value):
                value = await value
        content, is_error = _outcome.outcome(value)
        blocks = _of_outcome(content)
    except Exception as error:
        content, is_error = _outcome.failed(error, asked)
        blocks = _of_outcome(content)
    return types.CallToolResult.model_validate({"content": blocks, "isError": is_error})


def _of_outcome(content: str | bytes) -> list[mcp_types.ContentBlock]:
    return to_content(content if isinstance(content, str) else from_json(content))


def to_content(content: _tool.Content | Iterable[Any]) -> list[mcp_types.ContentBlock]:
    """Text or content blocks as contents of MCP. Blocks with a URL become links to resources, documents become embedded
    resources. Raises :class:`MCPConversionError` for files that the service keeps, and for kinds of blocks that MCP
    does not have."""
    from mcp import types

    return list(types.CallToolResult.model_validate({"content": _contents(content)}).content)


def to_messages(message: Mapping[str, Any]) -> list[mcp_types.PromptMessage]:
    """A message of a request as messages of a prompt, one for each content, as MCP has them."""
    from mcp import types

    return [
        types.PromptMessage.model_validate({"role": message["role"], "content": one})
        for one in to_content(message["content"])
    ]


def to_resource(uri: str, content: _tool.Content | Iterable[Any]) -> mcp_types.ReadResourceResult:
    """Text or content blocks as the contents of a resource. Raises :class:`MCPConversionError` like
    :func:`to_content`, and for blocks that hold a URL: a resource has its contents itself."""
    from mcp import types

    contents = _converted(partial(mcp_to_resource, uri), _given(content))
    return types.ReadResourceResult.model_validate({"contents": contents})


def _made(tool: Any) -> _tool.Tool[..., Any]:
    return tool if isinstance(tool, _tool.Tool) else _tool.Tool(tool)


def _contents(content: _tool.Content | Iterable[Any]) -> list[dict[str, Any]]:
    """Text or blocks as contents of MCP, in JSON."""
    return cast("list[dict[str, Any]]", _converted(mcp_to_contents, _given(content)))


def _given(content: _tool.Content | Iterable[Any]) -> str | list[Any]:
    return content if isinstance(content, str) else list(content)


install(globals())
