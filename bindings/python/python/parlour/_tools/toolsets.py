"""The toolsets: families of tools that the service defines and a program runs. Made from ``schema/toolsets.toml`` by
``make generate``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from .._hints import install
from .client_commands import Command, CoordinateTarget, OtherCommand, Point, RefTarget
from .client_tool import ClientTool
from .tool import ToolContext  # noqa: F401

__all__ = [
    "BrowserClickCommand",
    "BrowserDragCommand",
    "BrowserFileUploadCommand",
    "BrowserFilter",
    "BrowserFindCommand",
    "BrowserFormInputCommand",
    "BrowserHoldKeyCommand",
    "BrowserHoverCommand",
    "BrowserKeyCommand",
    "BrowserMouseCommand",
    "BrowserNavigateCommand",
    "BrowserPageCommand",
    "BrowserReadPageCommand",
    "BrowserScriptCommand",
    "BrowserScrollCommand",
    "BrowserScrollDirection",
    "BrowserScrollToCommand",
    "BrowserTabCommand",
    "BrowserTabsCommand",
    "BrowserTool",
    "BrowserTypeCommand",
    "BrowserWaitCommand",
    "BrowserZoomCommand",
    "ClickCommand",
    "ComputerTool",
    "CursorPositionCommand",
    "DragCommand",
    "HoldKeyCommand",
    "KeyCommand",
    "LeftMouseDownCommand",
    "LeftMouseUpCommand",
    "MouseMoveCommand",
    "ScreenshotCommand",
    "ScrollCommand",
    "ScrollDirection",
    "TypeCommand",
    "WaitCommand",
    "ZoomCommand",
]


ScrollDirection: TypeAlias = Literal["up", "down", "left", "right"]
"""The direction."""


@dataclass(frozen=True)
class ClickCommand(Command):
    """A click, at a point or where the cursor is."""

    coordinate: Point | None = None
    """The point, in pixels of the screenshots."""
    text: str | None = None
    """Keys to hold meanwhile, such as ``ctrl+shift``."""


@dataclass(frozen=True)
class MouseMoveCommand(Command):
    """Move the cursor."""

    coordinate: Point
    """The point, in pixels of the screenshots."""


@dataclass(frozen=True)
class DragCommand(Command):
    """Press the left button, move, release it."""

    start_coordinate: Point
    """The point where the button is pressed."""
    coordinate: Point
    """The point, in pixels of the screenshots."""
    text: str | None = None
    """Keys to hold meanwhile, such as ``ctrl+shift``."""


@dataclass(frozen=True)
class ScrollCommand(Command):
    """Turn the wheel."""

    scroll_direction: ScrollDirection
    """The direction."""
    scroll_amount: int
    """The distance in steps of the wheel."""
    coordinate: Point | None = None
    """The point, in pixels of the screenshots."""
    text: str | None = None
    """Keys to hold meanwhile, such as ``ctrl+shift``."""


@dataclass(frozen=True)
class KeyCommand(Command):
    """Press keys such as ``ctrl+s`` or ``Page_Down``."""

    text: str
    """The keys, joined by ``+``."""
    repeat: int = 1
    """Number of repetitions, from 1 to 100."""


@dataclass(frozen=True)
class HoldKeyCommand(Command):
    """Hold keys for a time."""

    text: str
    """The keys, joined by ``+``."""
    duration: float
    """The duration in seconds, from 0 to 100."""


@dataclass(frozen=True)
class TypeCommand(Command):
    """Type a text."""

    text: str
    """The text."""


@dataclass(frozen=True)
class WaitCommand(Command):
    """Wait."""

    duration: float
    """The duration in seconds, from 0 to 100."""


@dataclass(frozen=True)
class ZoomCommand(Command):
    """Show a part of the screen, enlarged."""

    region: tuple[int, int, int, int]
    """The left, upper, right and lower edge of the part, in pixels of the screenshots."""


@dataclass(frozen=True)
class ScreenshotCommand(Command):
    """Show the screen."""


@dataclass(frozen=True)
class CursorPositionCommand(Command):
    """Report the position of the cursor."""


@dataclass(frozen=True)
class LeftMouseDownCommand(Command):
    """Press the left button, and keep it pressed."""


@dataclass(frozen=True)
class LeftMouseUpCommand(Command):
    """Release the left button."""


class ComputerTool(ClientTool):
    """Screen, mouse and keyboard: the toolset ``computer``. Write a method for each command; the model is not
    offered those that are not written. Methods may be coroutine functions, for ````AsyncClient````.

    Content of the screen can make the model type and click unwanted things: give it a machine of its own,
    and an ``approve`` that asks. Commands of a turn run one after another, and the first failure ends
    them.
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
        """Presses a key, or several together."""
        raise NotImplementedError

    def hold_key(self, command: HoldKeyCommand) -> Any:
        """Holds a key, or several together."""
        raise NotImplementedError

    def type_text(self, command: TypeCommand) -> Any:
        """Types a text."""
        raise NotImplementedError

    def cursor_position(self, command: CursorPositionCommand) -> Any:
        """Reports the position of the cursor. Returns a pair of numbers."""
        raise NotImplementedError

    def mouse_move(self, command: MouseMoveCommand) -> Any:
        """Moves the cursor."""
        raise NotImplementedError

    def left_mouse_down(self, command: LeftMouseDownCommand) -> Any:
        """Presses the left button."""
        raise NotImplementedError

    def left_mouse_up(self, command: LeftMouseUpCommand) -> Any:
        """Releases the left button."""
        raise NotImplementedError

    def left_click(self, command: ClickCommand) -> Any:
        """Clicks the left button."""
        raise NotImplementedError

    def left_click_drag(self, command: DragCommand) -> Any:
        """Presses the left button, moves, releases it."""
        raise NotImplementedError

    def right_click(self, command: ClickCommand) -> Any:
        """Clicks the right button."""
        raise NotImplementedError

    def middle_click(self, command: ClickCommand) -> Any:
        """Clicks the middle button."""
        raise NotImplementedError

    def double_click(self, command: ClickCommand) -> Any:
        """Clicks the left button twice."""
        raise NotImplementedError

    def triple_click(self, command: ClickCommand) -> Any:
        """Clicks the left button three times."""
        raise NotImplementedError

    def scroll(self, command: ScrollCommand) -> Any:
        """Turns the wheel."""
        raise NotImplementedError

    def wait(self, command: WaitCommand) -> Any:
        """Waits."""
        raise NotImplementedError

    def screenshot(self, command: ScreenshotCommand) -> Any:
        """Shows the screen. Returns a :class:``~parlour.client_tools.Screenshot``."""
        raise NotImplementedError

    def zoom(self, command: ZoomCommand) -> Any:
        """Shows a part of the screen, enlarged. Returns a :class:``~parlour.client_tools.Screenshot``."""
        raise NotImplementedError


BrowserFilter: TypeAlias = Literal["all", "interactive"]
"""The elements to read."""


BrowserScrollDirection: TypeAlias = Literal["up", "down", "left", "right"]
"""The direction."""


@dataclass(frozen=True)
class BrowserNavigateCommand(Command):
    """Open an address, or move in the history."""

    url: str
    """The URL; ``back``, ``forward`` and ``reload`` move in the history."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserTabsCommand(Command):
    """A command to the browser as a whole."""


@dataclass(frozen=True)
class BrowserTabCommand(Command):
    """A command to one tab."""

    tab_id: str
    """The tab."""


@dataclass(frozen=True)
class BrowserReadPageCommand(Command):
    """Read the elements of a page."""

    depth: int | None = None
    """Number of levels to read below the root."""
    filter: BrowserFilter | None = None
    """The elements to read."""
    ref: str | None = None
    """The element to read, with its descendants."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserPageCommand(Command):
    """A command to the page of a tab."""

    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserFindCommand(Command):
    """Find elements by a description."""

    query: str
    """A description of the elements to find."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserFormInputCommand(Command):
    """Set the value of an element of a form."""

    target: RefTarget
    """The element."""
    value: str | float | bool
    """The value for the element."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserFileUploadCommand(Command):
    """Give files to an element."""

    target: RefTarget
    """The element."""
    document_ids: tuple[str, ...] | None = None
    """The program's ids of the files to upload."""
    paths: tuple[str, ...] | None = None
    """The paths of the files to upload."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserScrollToCommand(Command):
    """Scroll until an element is visible."""

    target: RefTarget
    """The element."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserZoomCommand(Command):
    """Show a part of the page, enlarged."""

    region: tuple[int, int, int, int]
    """The left, upper, right and lower edge of the part, in pixels of the visible area."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserClickCommand(Command):
    """A click, at a point or on an element."""

    target: CoordinateTarget | RefTarget
    """The point or the element."""
    modifiers: str | None = None
    """Keys to hold meanwhile, joined by ``+``."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserHoverCommand(Command):
    """Move the cursor to a point or onto an element."""

    target: CoordinateTarget | RefTarget
    """The point or the element."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserDragCommand(Command):
    """Press the left button, move, release it."""

    from_: CoordinateTarget
    """The start of the drag."""
    target: CoordinateTarget
    """The point."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserMouseCommand(Command):
    """A command to the mouse at a point."""

    target: CoordinateTarget
    """The point."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserScrollCommand(Command):
    """Turn the wheel."""

    scroll_direction: BrowserScrollDirection
    """The direction."""
    target: CoordinateTarget
    """The point."""
    scroll_amount: int | None = None
    """The distance in steps of the wheel."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserTypeCommand(Command):
    """Type a text."""

    text: str
    """The text."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserKeyCommand(Command):
    """Press keys such as ``ctrl+s`` or ``Page_Down``."""

    text: str
    """The keys, joined by ``+``."""
    repeat: int = 1
    """Number of repetitions, from 1 to 100."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserHoldKeyCommand(Command):
    """Hold keys for a time."""

    text: str
    """The keys, joined by ``+``."""
    duration: float
    """The duration in seconds, from 0 to 100."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserWaitCommand(Command):
    """Wait."""

    duration: float
    """The duration in seconds, from 0 to 100."""
    tab_id: str | None = None
    """The tab; the active one without it."""


@dataclass(frozen=True)
class BrowserScriptCommand(Command):
    """Run code in the page."""

    text: str
    """The JavaScript code."""
    tab_id: str | None = None
    """The tab; the active one without it."""


class BrowserTool(ClientTool):
    """Tabs, pages, mouse and keyboard of a browser: the toolset ``browser``. Write a method for each command;
    the model is not offered those that are not written. Methods may be coroutine functions, for
    ````AsyncClient````.

    Pages can make the model navigate, type and run code against the user's will: give it a profile and a
    machine of its own, restrict its addresses, and set an ``approve`` that asks. Commands of a turn run
    one after another, and the first failure ends them.
    """

    _TOOL = "browser"
    _COMMANDS: ClassVar[Mapping[str, tuple[str, type[Command]]]] = {
        "navigate": ("navigate", BrowserNavigateCommand),
        "list_tabs": ("list_tabs", BrowserTabsCommand),
        "new_tab": ("new_tab", BrowserTabsCommand),
        "switch_tab": ("switch_tab", BrowserTabCommand),
        "close_tab": ("close_tab", BrowserTabCommand),
        "read_page": ("read_page", BrowserReadPageCommand),
        "get_page_text": ("get_page_text", BrowserPageCommand),
        "read_console": ("read_console", BrowserPageCommand),
        "read_network": ("read_network", BrowserPageCommand),
        "find": ("find", BrowserFindCommand),
        "form_input": ("form_input", BrowserFormInputCommand),
        "file_upload": ("file_upload", BrowserFileUploadCommand),
        "scroll_to": ("scroll_to", BrowserScrollToCommand),
        "screenshot": ("screenshot", BrowserPageCommand),
        "zoom": ("zoom", BrowserZoomCommand),
        "left_click": ("left_click", BrowserClickCommand),
        "right_click": ("right_click", BrowserClickCommand),
        "middle_click": ("middle_click", BrowserClickCommand),
        "double_click": ("double_click", BrowserClickCommand),
        "triple_click": ("triple_click", BrowserClickCommand),
        "hover": ("hover", BrowserHoverCommand),
        "left_click_drag": ("left_click_drag", BrowserDragCommand),
        "left_mouse_down": ("left_mouse_down", BrowserMouseCommand),
        "left_mouse_up": ("left_mouse_up", BrowserMouseCommand),
        "mouse_move": ("mouse_move", BrowserMouseCommand),
        "scroll": ("scroll", BrowserScrollCommand),
        "type": ("type_text", BrowserTypeCommand),
        "key": ("key", BrowserKeyCommand),
        "hold_key": ("hold_key", BrowserHoldKeyCommand),
        "wait": ("wait", BrowserWaitCommand),
        "javascript_exec": ("javascript_exec", BrowserScriptCommand),
        "other": ("other", OtherCommand),
    }

    def navigate(self, command: BrowserNavigateCommand) -> Any:
        """Opens an address, or moves in the history."""
        raise NotImplementedError

    def list_tabs(self, command: BrowserTabsCommand) -> Any:
        """Lists the open tabs."""
        raise NotImplementedError

    def new_tab(self, command: BrowserTabsCommand) -> Any:
        """Opens a tab."""
        raise NotImplementedError

    def switch_tab(self, command: BrowserTabCommand) -> Any:
        """Makes a tab the active one."""
        raise NotImplementedError

    def close_tab(self, command: BrowserTabCommand) -> Any:
        """Closes a tab."""
        raise NotImplementedError

    def read_page(self, command: BrowserReadPageCommand) -> Any:
        """Reads the elements of a page, with references."""
        raise NotImplementedError

    def get_page_text(self, command: BrowserPageCommand) -> Any:
        """Reads the text of a page."""
        raise NotImplementedError

    def read_console(self, command: BrowserPageCommand) -> Any:
        """Reads the messages of the console."""
        raise NotImplementedError

    def read_network(self, command: BrowserPageCommand) -> Any:
        """Reads the requests of a page."""
        raise NotImplementedError

    def find(self, command: BrowserFindCommand) -> Any:
        """Finds elements by a description."""
        raise NotImplementedError

    def form_input(self, command: BrowserFormInputCommand) -> Any:
        """Sets the value of an element of a form."""
        raise NotImplementedError

    def file_upload(self, command: BrowserFileUploadCommand) -> Any:
        """Gives files to an element."""
        raise NotImplementedError

    def scroll_to(self, command: BrowserScrollToCommand) -> Any:
        """Scrolls until an element is visible."""
        raise NotImplementedError

    def screenshot(self, command: BrowserPageCommand) -> Any:
        """Shows the visible area of a page. Returns a :class:``~parlour.client_tools.Screenshot``."""
        raise NotImplementedError

    def zoom(self, command: BrowserZoomCommand) -> Any:
        """Shows a part of the page, enlarged. Returns a :class:``~parlour.client_tools.Screenshot``."""
        raise NotImplementedError

    def left_click(self, command: BrowserClickCommand) -> Any:
        """Clicks the left button."""
        raise NotImplementedError

    def right_click(self, command: BrowserClickCommand) -> Any:
        """Clicks the right button."""
        raise NotImplementedError

    def middle_click(self, command: BrowserClickCommand) -> Any:
        """Clicks the middle button."""
        raise NotImplementedError

    def double_click(self, command: BrowserClickCommand) -> Any:
        """Clicks the left button twice."""
        raise NotImplementedError

    def triple_click(self, command: BrowserClickCommand) -> Any:
        """Clicks the left button three times."""
        raise NotImplementedError

    def hover(self, command: BrowserHoverCommand) -> Any:
        """Moves the cursor to a point or onto an element."""
        raise NotImplementedError

    def left_click_drag(self, command: BrowserDragCommand) -> Any:
        """Presses the left button, moves, releases it."""
        raise NotImplementedError

    def left_mouse_down(self, command: BrowserMouseCommand) -> Any:
        """Presses the left button."""
        raise NotImplementedError

    def left_mouse_up(self, command: BrowserMouseCommand) -> Any:
        """Releases the left button."""
        raise NotImplementedError

    def mouse_move(self, command: BrowserMouseCommand) -> Any:
        """Moves the cursor."""
        raise NotImplementedError

    def scroll(self, command: BrowserScrollCommand) -> Any:
        """Turns the wheel."""
        raise NotImplementedError

    def type_text(self, command: BrowserTypeCommand) -> Any:
        """Types a text."""
        raise NotImplementedError

    def key(self, command: BrowserKeyCommand) -> Any:
        """Presses a key, or several together."""
        raise NotImplementedError

    def hold_key(self, command: BrowserHoldKeyCommand) -> Any:
        """Holds a key, or several together."""
        raise NotImplementedError

    def wait(self, command: BrowserWaitCommand) -> Any:
        """Waits."""
        raise NotImplementedError

    def javascript_exec(self, command: BrowserScriptCommand) -> Any:
        """Runs code in the page."""
        raise NotImplementedError


install(globals())
