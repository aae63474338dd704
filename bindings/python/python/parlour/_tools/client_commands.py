"""The commands of the tools that the service defines and a program runs (protocol §1.6), as their methods get
them. The core decides the answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, TypeAlias

from .._hints import install
from .._native import client_command, client_edit, client_show_directory, client_show_file, to_json
from .tool import ToolContext, ToolError

Point: TypeAlias = tuple[int, int]
"""Pixels of the screenshots, from the left and the upper edge."""


@dataclass(frozen=True)
class CoordinateTarget:
    """A point of the visible area of a page."""

    x: int
    """Pixels from the left edge."""
    y: int
    """Pixels from the upper edge."""


@dataclass(frozen=True)
class RefTarget:
    """An element of a page."""

    ref: str
    """The reference that ``read_page`` or ``find`` returned in this tab."""


class Edited(NamedTuple):
    """The result of an edit."""

    text: str
    """The whole text, to be written."""
    reply: str
    """The reply to the model once it is written."""


def or_tool_error(function: Any, *given: Any) -> Any:
    """Turns a ``ValueError`` of the core, whose text is for the model, into a ``ToolError``."""
    try:
        return function(*given)
    except ValueError as error:
        raise ToolError(str(error)) from None


@dataclass(frozen=True)
class Command:
    """A command of the model."""

    _TOOL: ClassVar[str] = "memory"
    _NAME: ClassVar[str] = ""

    name: str = field(default="", kw_only=True, repr=False, compare=False)
    """Which command it is, as the service names it; ``run`` and ``restart`` of the shell."""
    context: ToolContext[Any] | None = field(default=None, kw_only=True, repr=False, compare=False)
    """The call that it came with, and what ``run_tools(context=...)`` was given."""

    def _input(self) -> str:
        names = [one.name for one in fields(self) if not one.kw_only]
        said = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return to_json({"command": self._NAME} | said).decode()

    def _told(self, index: int) -> ToolError:
        return ToolError(client_command(self._TOOL, None, self._input())[index] or "")


class _OnPath(Command):
    def not_found(self) -> ToolError:
        """The error for the model if there is no such path, to be raised."""
        return self._told(4)


class _OnText(_OnPath):
    def apply(self, text: str) -> Edited:
        """The text of the file with the change, and the reply to the model once it is written. ``ToolError``
        if the place is not there."""
        return Edited(*or_tool_error(client_edit, self._input(), text))


@dataclass(frozen=True)
class ViewCommand(_OnPath):
    """Look at a file or a directory."""

    _NAME = "view"

    path: str
    view_range: tuple[int, int] | None = None
    """First and last line, from 1 on; -1 is the end of the file."""

    def show_file(self, text: str) -> str:
        """The answer for a file with this text. ``ToolError`` if the lines are not there."""
        return str(or_tool_error(client_show_file, self._input(), text))

    def show_directory(self, entries: Iterable[tuple[str, int]]) -> str:
        """The answer for a directory: paths relative to it, those of directories with ``/`` at their end, and
        sizes in bytes. Hidden entries and those deeper than two levels are left out."""
        return str(or_tool_error(client_show_directory, self._input(), list(entries)))


@dataclass(frozen=True)
class CreateCommand(Command):
    """Make a file."""

    _NAME = "create"

    path: str
    file_text: str

    def exists(self) -> ToolError:
        """The error for the model if the file exists already, to be raised."""
        return self._told(5)


@dataclass(frozen=True)
class StrReplaceCommand(_OnText):
    """Replace a text that occurs once in a file."""

    _NAME = "str_replace"

    path: str
    old_str: str
    new_str: str = ""


@dataclass(frozen=True)
class InsertCommand(_OnText):
    """Put lines into a file, behind line ``insert_line``; 0 is the beginning."""

    _NAME = "insert"

    path: str
    insert_line: int
    insert_text: str


@dataclass(frozen=True)
class DeleteCommand(_OnPath):
    """Remove a file, or a directory with all it holds."""

    _NAME = "delete"

    path: str


@dataclass(frozen=True)
class RenameCommand(_OnPath):
    """Give another path to a file or a directory."""

    _NAME = "rename"

    old_path: str
    new_path: str

    def exists(self) -> ToolError:
        """The error for the model if the new path is taken, to be raised."""
        return self._told(5)


@dataclass(frozen=True)
class UndoEditCommand(_OnPath):
    """Take the last edit of a file back. Only ``text_editor_20250124`` asks for it."""

    _TOOL = "text_editor"
    _NAME = "undo_edit"

    path: str


@dataclass(frozen=True)
class RunCommand(Command):
    """Run a command line in the session."""

    command: str


@dataclass(frozen=True)
class RestartCommand(Command):
    """Begin a new session."""

    restart: bool = True


@dataclass(frozen=True)
class OtherCommand(Command):
    """A command that this version does not know."""

    input: Mapping[str, Any]
    """The whole input."""


install(globals())
