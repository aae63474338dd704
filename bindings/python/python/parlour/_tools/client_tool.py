"""The base class of the tools that the service defines and a program runs (protocol §1.6). The core parses commands
and words the replies to the model."""

from __future__ import annotations

import base64
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeAlias

from .._hints import install
from .._native import client_command, client_cursor_position, client_tool_definition, from_json, to_json
from .client_commands import Command, CoordinateTarget, OtherCommand, Point, RefTarget, or_tool_error
from .tool import Tool, ToolContext, ToolError


@dataclass(frozen=True)
class Screenshot:
    """An image of the screen, or of a part of it. The service refuses images beyond its limits."""

    data: bytes
    """The image itself, not base64."""
    media_type: str = "image/png"
    """``image/png``, ``image/jpeg``, ``image/gif`` or ``image/webp``."""


Reply: TypeAlias = str | Sequence[Mapping[str, Any]] | Screenshot | Point | None
"""The result of a method: text, content blocks, for ``screenshot`` and ``zoom`` an image, for
``cursor_position`` a point. ``None`` becomes the text that the service documents, such as ``Clicked.``."""


class ClientTool(Tool[..., Any]):
    """Base class of the tools. Options of the constructor are fields of the definition, such as
    ``cache_control``; ``None`` removes one. A subclass with an ``__init__`` must call this one."""

    _TOOL: ClassVar[str] = ""
    _COMMANDS: ClassVar[Mapping[str, tuple[str, type[Command]]]] = {}
    """The method and the class of each command."""

    def __init__(self, **options: Any) -> None:
        cls = type(self)
        ours = next(base for base in cls.__mro__ if "_COMMANDS" in vars(base))
        self._written = {
            name
            for name, (method, _) in self._COMMANDS.items()
            if getattr(cls, method) is not getattr(ours, method)
        }
        methods = [getattr(cls, self._COMMANDS[name][0]) for name in self._written]
        coroutines = any(map(inspect.iscoroutinefunction, [cls.execute, *methods]))
        definition: Any = from_json(client_tool_definition(self._TOOL, sorted(self._written)))
        given = {key: value for key, value in (definition | options).items() if value is not None}
        super().__init__(self._carry_out_async if coroutines else self._carry_out, definition=given)
        self.__doc__ = cls.__doc__
        self.__name__ = self.__qualname__ = cls.__name__

    def execute(self, command: Command) -> Any:
        """Runs the method of a command. Override it to act before and after all of them."""
        return getattr(self, self._COMMANDS[command.name][0])(command)

    def other(self, command: OtherCommand) -> Any:
        """A command that this version does not know."""
        raise NotImplementedError

    def _arguments(
        self, given: dict[str, Any], context: ToolContext[Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        member, given = (given["name"], given["input"]) if self.toolset is not None else (None, given)
        read = or_tool_error(client_command, self._TOOL, member, to_json(given).decode())
        name, text, done, unsupported, _, _ = read
        if name not in self._written:
            raise ToolError(unsupported)
        made = from_json(text)
        if name == "other":
            return [OtherCommand(made, name=name, context=context), done], {}
        kind = self._COMMANDS[name][1]
        # A field whose name is a keyword of Python ends with `_`.
        known = {one.name.removesuffix("_"): one.name for one in fields(kind) if not one.kw_only}
        values = {known[key]: _typed(value) for key, value in made.items() if key in known}
        return [kind(**values, name=name, context=context), done], {}

    def _carry_out(self, command: Command, done: str | None) -> Any:
        return _content(self.execute(command), done)

    async def _carry_out_async(self, command: Command, done: str | None) -> Any:
        made = self.execute(command)
        return _content(await made if inspect.isawaitable(made) else made, done)


def _typed(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return RefTarget(value["ref"]) if value["type"] == "ref" else CoordinateTarget(value["x"], value["y"])
    return value


def _content(made: Any, done: str | None) -> Any:
    if made is None:
        return done
    if isinstance(made, Screenshot):
        data = base64.b64encode(made.data).decode("ascii")
        source = {"type": "base64", "media_type": made.media_type, "data": data}
        return [{"type": "image", "source": source}]
    if isinstance(made, tuple) and len(made) == 2 and all(isinstance(one, int) for one in made):
        return client_cursor_position(*made)
    return made


install(globals())
