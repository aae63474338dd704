"""Tools that the service defines and a program runs: memory, text editor, shell, computer, browser (protocol §1.6). A
program writes a class below one of these, with a method for each command, and gives an instance to
``run_tools``.

The core parses commands and words the replies to the model. Nothing here touches a file, a screen or a
process, and nothing protects the program that does: the commands come from a model, which may have read them in
a document or on a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ._hints import install
from ._tools import toolsets as _toolsets
from ._tools.client_commands import (
    Command,
    CoordinateTarget,
    CreateCommand,
    DeleteCommand,
    Edited,
    InsertCommand,
    OtherCommand,
    RefTarget,
    RenameCommand,
    RestartCommand,
    RunCommand,
    StrReplaceCommand,
    UndoEditCommand,
    ViewCommand,
)
from ._tools.client_tool import ClientTool, Reply, Screenshot
from ._tools.toolsets import *  # noqa: F403

__all__ = [
    "BashTool",
    "Command",
    "CoordinateTarget",
    "CreateCommand",
    "DeleteCommand",
    "Edited",
    "InsertCommand",
    "MemoryTool",
    "OtherCommand",
    "RefTarget",
    "RenameCommand",
    "Reply",
    "RestartCommand",
    "RunCommand",
    "Screenshot",
    "StrReplaceCommand",
    "TextEditorTool",
    "UndoEditCommand",
    "ViewCommand",
]
__all__ += _toolsets.__all__


class MemoryTool(ClientTool):
    """Notes that the model keeps between conversations. Write a method for each command; one that is not
    written answers that it is not supported. Methods may be coroutine functions, for ``AsyncClient``.

    The paths come from the model and begin with ``/memories``: a program that keeps them as files must make
    sure that none leads out of their directory, also not by ``..`` or by links.
    """

    _TOOL = "memory"
    _COMMANDS: ClassVar[Mapping[str, tuple[str, type[Command]]]] = {
        "view": ("view", ViewCommand),
        "create": ("create", CreateCommand),
        "str_replace": ("str_replace", StrReplaceCommand),
        "insert": ("insert", InsertCommand),
        "delete": ("delete", DeleteCommand),
        "rename": ("rename", RenameCommand),
        "other": ("other", OtherCommand),
    }

    def view(self, command: ViewCommand) -> Any:
        """Look at a file or a directory: ``command.show_file()`` and ``command.show_directory()`` write the
        answer."""
        raise NotImplementedError

    def create(self, command: CreateCommand) -> Any:
        """Make a file. If there is one, ``raise command.exists()``."""
        raise NotImplementedError

    def str_replace(self, command: StrReplaceCommand) -> Any:
        """Replace a text within a file: ``command.apply()``."""
        raise NotImplementedError

    def insert(self, command: InsertCommand) -> Any:
        """Put lines into a file: ``command.apply()``."""
        raise NotImplementedError

    def delete(self, command: DeleteCommand) -> Any:
        """Remove a file, or a directory with all it holds."""
        raise NotImplementedError

    def rename(self, command: RenameCommand) -> Any:
        """Give another path to a file or a directory."""
        raise NotImplementedError


class TextEditorTool(ClientTool):
    """The model looks at files and changes them. Write a method for each command; one that is not written
    answers that it is not supported. Methods may be coroutine functions, for ``AsyncClient``.

    The paths come from the model: decide which of them it may see and change, before a file is opened. With
    ``max_characters=...`` the model expects that a view is not longer, and ``view`` has to shorten it.
    """

    _TOOL = "text_editor"
    _COMMANDS: ClassVar[Mapping[str, tuple[str, type[Command]]]] = {
        "view": ("view", ViewCommand),
        "create": ("create", CreateCommand),
        "str_replace": ("str_replace", StrReplaceCommand),
        "insert": ("insert", InsertCommand),
        "undo_edit": ("undo_edit", UndoEditCommand),
        "other": ("other", OtherCommand),
    }

    def view(self, command: ViewCommand) -> Any:
        """Look at a file or a directory: ``command.show_file()`` and ``command.show_directory()`` write the
        answer."""
        raise NotImplementedError

    def create(self, command: CreateCommand) -> Any:
        """Make a file."""
        raise NotImplementedError

    def str_replace(self, command: StrReplaceCommand) -> Any:
        """Replace a text within a file: ``command.apply()``."""
        raise NotImplementedError

    def insert(self, command: InsertCommand) -> Any:
        """Put lines into a file: ``command.apply()``."""
        raise NotImplementedError

    def undo_edit(self, command: UndoEditCommand) -> Any:
        """Take the last edit of a file back."""
        raise NotImplementedError


class BashTool(ClientTool):
    """A shell, whose variables and working folder stay from one command to the next until it is begun anew.
    Methods may be coroutine functions, for ``AsyncClient``.

    Commands come from the model and can do all that the session may: give it a container or a virtual machine
    of its own, a ``tool_timeout``, and an ``approve`` that asks.
    """

    _TOOL = "bash"
    _COMMANDS: ClassVar[Mapping[str, tuple[str, type[Command]]]] = {
        "run": ("run", RunCommand),
        "restart": ("restart", RestartCommand),
    }

    def run(self, command: RunCommand) -> Any:
        """Run a command line; the answer is its output. A command that fails is no failed call: its output
        says so."""
        raise NotImplementedError

    def restart(self, command: RestartCommand) -> Any:
        """Begin a new session."""
        raise NotImplementedError


install(globals())
