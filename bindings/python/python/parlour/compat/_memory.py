"""The memory tool under the names of the field's SDK. A command is of the classes of this package, which take and have
``command`` too."""

from __future__ import annotations

from typing import Any

from .. import _tool, client_tools
from .._client_commands import Command
from .._native import to_json
from ..client_tools import (
    CreateCommand,
    DeleteCommand,
    InsertCommand,
    RenameCommand,
    StrReplaceCommand,
    ViewCommand,
)

__all__ = [
    "AbstractMemoryTool",
    "Command",
    "CreateCommand",
    "DeleteCommand",
    "InsertCommand",
    "RenameCommand",
    "StrReplaceCommand",
    "ViewCommand",
]


class AbstractMemoryTool(client_tools.MemoryTool):
    """What a program's memory tool is made of."""

    def call(self, input: Any) -> Any:
        """Runs the method of a command that is given as the model gives it. Of a coroutine function, what is to be
        awaited."""
        made = _tool.ToolCall("", self.name, None, to_json(input).decode(), False)
        first, named = self._arguments(dict(input), _tool.ToolContext(None, made))
        return self._function(*first, **named)

    def clear_all_memory(self) -> Any:
        """For the program itself; no command of the model."""
        raise NotImplementedError


def _named(cls: Any, name: str) -> None:
    own = cls.__init__

    def made(self: Any, *given: Any, command: str = name, **fields: Any) -> None:
        fields.setdefault("name", command)
        own(self, *given, **fields)

    made.__wrapped__ = own  # type: ignore[attr-defined]
    cls.__init__ = made
    cls.command = property(lambda self: name)


for _cls in (CreateCommand, DeleteCommand, InsertCommand, RenameCommand, StrReplaceCommand, ViewCommand):
    _named(_cls, _cls._NAME)
