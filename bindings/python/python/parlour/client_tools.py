"""Tools that the service defines and a program runs: memory, text editor, shell, computer (protocol §1.6). A
program writes a class below one of these, with a method for each command, and gives an instance to
``run_tools``.

The core parses commands and words the replies to the model. Nothing here touches a file, a screen or a
process, and nothing protects the program that does: the commands come from a model, which may have read them in
a document or on a page.
"""

from __future__ import annotations

import base64
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeAlias

from ._hints import install
from ._native import client_command, client_cursor_position, client_tool_definition, from_json, to_json
from ._tools.client_commands import (
    ClickCommand,
    Command,
    CreateCommand,
    CursorPositionCommand,
    DeleteCommand,
    DragCommand,
    Edited,
    HoldKeyCommand,
    InsertCommand,
    KeyCommand,
    LeftMouseDownCommand,
    LeftMouseUpCommand,
    MouseMoveCommand,
    OtherCommand,
    Point,
    RenameCommand,
    RestartCommand,
    RunCommand,
    ScreenshotCommand,
    ScrollCommand,
    StrReplaceCommand,
    TypeCommand,
    UndoEditCommand,
    ViewCommand,
    WaitCommand,
    ZoomCommand,
    or_tool_error,
)
from ._tools.tool import Tool, ToolContext, ToolError

__all__ = [
    "BashTool",
    "ClickCommand",
    "Command",
    "ComputerTool",
    "CreateCommand",
    "CursorPositionCommand",
    "DeleteCommand",
    "DragCommand",
    "Edited",
    "HoldKeyCommand",
    "InsertCommand",
    "KeyCommand",
    "LeftMouseDownCommand",
    "LeftMouseUpCommand",
    "MemoryTool",
    "MouseMoveCommand",
    "OtherCommand",
    "RenameCommand",
    "Reply",
    "RestartCommand",
    "RunCommand",
    "Screenshot",
    "ScreenshotCommand",
    "ScrollCommand",
    "StrReplaceCommand",
    "TextEditorTool",
    "TypeCommand",
    "UndoEditCommand",
    "ViewCommand",
    "WaitCommand",
    "ZoomCommand",
]


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
        self._written = {
            name for name, (method, _) in self._COMMANDS.items() if not _is_ours(getattr(cls, method))
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
        known = {one.name for one in fields(kind) if not one.kw_only}
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in made.items()
            if key in known
        }
        return [kind(**values, name=name, context=context), done], {}

    def _carry_out(self, command: Command, done: str | None) -> Any:
        return _content(self.execute(command), done)

    async def _carry_out_async(self, command: Command, done: str | None) -> Any:
        made = self.execute(command)
        return _content(await made if inspect.isawaitable(made) else made, done)


def _is_ours(method: Any) -> bool:
    return getattr(method, "__module__", None) == __name__


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


class ComputerTool(ClientTool):
    """Screen, mouse and keyboard: the toolset ``computer``. Write a method for each action; the model is not
    offered those that are not written. Methods may be coroutine functions, for ``AsyncClient``.

    Content of the screen can make the model type and click unwanted things: give it a machine of its own,
    and an ``approve`` that asks. Actions of a turn are run one after another, and the first failure ends them.
    """

    _TOOL = "computer"
    _COMMANDS: ClassVar[Mapping[str, tuple[str, type[Command]]]] = {
        "key": ("key", KeyCommand),
        "hold_key": ("hold_key", HoldKeyCommand),
        "type": ("type_text", TypeCommand),
        "cursor_position": ("cursor_position", CursorPositionCommand),
        "mouse_move": ("mouse_move", MouseMoveCommand),
        "left_mouse_down": ("left_mouse_down", LeftMouseDownCommand),
        "left_mouse_up": ("left_mouse_up", LeftMouseUpCommand),
        "left_click": ("left_click", ClickCommand),
        "left_click_drag": ("left_click_drag", DragCommand),
        "right_click": ("right_click", ClickCommand),
        "middle_click": ("middle_click", ClickCommand),
        "double_click": ("double_click", ClickCommand),
        "triple_click": ("triple_click", ClickCommand),
        "scroll": ("scroll", ScrollCommand),
        "wait": ("wait", WaitCommand),
        "screenshot": ("screenshot", ScreenshotCommand),
        "zoom": ("zoom", ZoomCommand),
        "other": ("other", OtherCommand),
    }

    def key(self, command: KeyCommand) -> Any:
        """Press a key, or several together."""
        raise NotImplementedError

    def hold_key(self, command: HoldKeyCommand) -> Any:
        """Hold a key, or several together."""
        raise NotImplementedError

    def type_text(self, command: TypeCommand) -> Any:
        """Type a text."""
        raise NotImplementedError

    def cursor_position(self, command: CursorPositionCommand) -> Any:
        """Report the position of the cursor: a point."""
        raise NotImplementedError

    def mouse_move(self, command: MouseMoveCommand) -> Any:
        """Move the cursor."""
        raise NotImplementedError

    def left_mouse_down(self, command: LeftMouseDownCommand) -> Any:
        """Press the left button, and keep it pressed."""
        raise NotImplementedError

    def left_mouse_up(self, command: LeftMouseUpCommand) -> Any:
        """Let the left button go."""
        raise NotImplementedError

    def left_click(self, command: ClickCommand) -> Any:
        """Click the left button."""
        raise NotImplementedError

    def left_click_drag(self, command: DragCommand) -> Any:
        """Press the left button, move, let it go."""
        raise NotImplementedError

    def right_click(self, command: ClickCommand) -> Any:
        """Click the right button."""
        raise NotImplementedError

    def middle_click(self, command: ClickCommand) -> Any:
        """Click the middle button."""
        raise NotImplementedError

    def double_click(self, command: ClickCommand) -> Any:
        """Click the left button twice."""
        raise NotImplementedError

    def triple_click(self, command: ClickCommand) -> Any:
        """Click the left button three times."""
        raise NotImplementedError

    def scroll(self, command: ScrollCommand) -> Any:
        """Turn the wheel."""
        raise NotImplementedError

    def wait(self, command: WaitCommand) -> Any:
        """Wait."""
        raise NotImplementedError

    def screenshot(self, command: ScreenshotCommand) -> Any:
        """Show the screen: a :class:`Screenshot`."""
        raise NotImplementedError

    def zoom(self, command: ZoomCommand) -> Any:
        """Show a part of the screen, enlarged: a :class:`Screenshot`."""
        raise NotImplementedError


install(globals())
