"""The memory tool under the names of the official SDK. Commands have the classes of this package, which also
have a ``command`` field."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

import parlour
from parlour import client_tools
from parlour.client_tools import (
    Command,
    CreateCommand,
    DeleteCommand,
    InsertCommand,
    RenameCommand,
    StrReplaceCommand,
    ViewCommand,
)
from parlour.hooks import to_json

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
    """Base class of a program's memory tool."""

    def call(self, input: Any) -> Any:
        """Runs the method of a command, given as the model's input. Returns an awaitable if it is a coroutine
        function."""
        made = parlour.ToolCall("", self.name, None, to_json(input).decode(), False)
        first, named = self._arguments(dict(input), parlour.ToolContext(None, made))
        return self._function(*first, **named)

    def clear_all_memory(self) -> Any:
        """For the program itself; no command of the model."""
        raise NotImplementedError


_KINDS: Final[dict[Any, Any]] = {
    one._NAME: one
    for one in (CreateCommand, DeleteCommand, InsertCommand, RenameCommand, StrReplaceCommand, ViewCommand)
}


def _read(cls: Any, data: Any) -> Any:
    """A command as the model gives it."""
    if isinstance(data, cls):
        return data
    kind = _KINDS.get(data.get("command")) if isinstance(data, dict) else None
    if kind is None or not issubclass(kind, cls):
        raise ValueError(
            f"a command of the memory tool is an object whose command is one of {', '.join(_KINDS)}"
        )
    known = {one.name for one in fields(kind) if not one.kw_only}
    try:
        return kind(**{name: value for name, value in data.items() if name in known})
    except TypeError as error:
        raise ValueError(str(error)) from None


def _schema(cls: Any, source: Any, handler: Any) -> Any:
    from pydantic_core import core_schema

    return core_schema.no_info_plain_validator_function(lambda data: _read(cls, data))


def _named(cls: Any, name: str) -> None:
    own = cls.__init__

    def made(self: Any, *given: Any, command: str = name, **fields: Any) -> None:
        fields.setdefault("name", command)
        own(self, *given, **fields)

    made.__wrapped__ = own  # type: ignore[attr-defined]
    cls.__init__ = made
    cls.command = property(lambda self: name)


for _name, _cls in _KINDS.items():
    _named(_cls, _name)
# Programs read the input of a call with pydantic.
Command.__get_pydantic_core_schema__ = classmethod(_schema)  # type: ignore[attr-defined]
