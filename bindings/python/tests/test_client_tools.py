"""Tools that the service defines and a program runs: the arguments of their methods, and the replies to the
model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import parlour
from parlour.client_tools import (
    BashTool,
    BrowserClickCommand,
    BrowserDragCommand,
    BrowserFileUploadCommand,
    BrowserNavigateCommand,
    BrowserScriptCommand,
    BrowserTool,
    ClickCommand,
    Command,
    ComputerTool,
    CoordinateTarget,
    CreateCommand,
    CursorPositionCommand,
    InsertCommand,
    MemoryTool,
    OtherCommand,
    RefTarget,
    RenameCommand,
    RestartCommand,
    RunCommand,
    Screenshot,
    ScreenshotCommand,
    StrReplaceCommand,
    TextEditorTool,
    TypeCommand,
    UndoEditCommand,
    ViewCommand,
)
from parlour.testing import Emulator


def answer(*content: Any, stop: str = "end_turn") -> dict[str, Any]:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5"}
    usage = {"input_tokens": 3, "output_tokens": 2}
    return {"json": message | {"content": list(content), "stop_reason": stop, "usage": usage}}


def use(id: str, name: str, toolset: str | None = None, **given: Any) -> dict[str, Any]:
    made = {"type": "tool_use", "id": id, "name": name, "input": given}
    return made if toolset is None else made | {"toolset_name": toolset}


def told(emulator: Emulator, tools: list[Any], *calls: dict[str, Any], asynchronous: bool = False) -> Any:
    """Runs these calls as one turn; the definitions and the results that were sent."""
    emulator.push(answer(*calls, stop="tool_use"))
    emulator.push(answer({"type": "text", "text": "done"}))
    ask: dict[str, Any] = {
        "model": "svc-haiku-3-5",
        "max_tokens": 64,
        "messages": [{"role": "user", "content": "Please."}],
        "tools": tools,
        "context": "the context",
    }

    async def run() -> None:
        async with emulator.async_client(max_retries=0) as client:
            await client.messages.run_tools(**ask).until_done()

    if asynchronous:
        asyncio.run(run())
    else:
        with emulator.client(max_retries=0) as client:
            client.messages.run_tools(**ask).until_done()
    body = emulator.requests[-1].json()
    results = [
        (block.get("content", ""), block.get("is_error", False)) for block in body["messages"][-1]["content"]
    ]
    return body["tools"], results


class Notes(MemoryTool):
    """Keeps its files in a dict."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.files: dict[str, str] = {}
        self.contexts: list[Any] = []

    def view(self, command: ViewCommand) -> str:
        assert command.context is not None
        self.contexts.append(command.context.value)
        if command.path not in self.files:
            raise command.not_found()
        return command.show_file(self.files[command.path])

    def create(self, command: CreateCommand) -> None:
        if command.path in self.files:
            raise command.exists()
        self.files[command.path] = command.file_text

    def str_replace(self, command: StrReplaceCommand) -> str:
        self.files[command.path], reply = command.apply(self.files[command.path])
        return reply

    def rename(self, command: RenameCommand) -> None:
        self.files[command.new_path] = self.files.pop(command.old_path)


class AsyncNotes(MemoryTool):
    """As Notes, for one command, and the rest as it comes."""

    async def create(self, command: CreateCommand) -> str:
        await asyncio.sleep(0)
        return f"kept {command.path}"

    def other(self, command: OtherCommand) -> str:
        return f"what is {command.input['command']}?"


def test_memory_commands_arrive_typed_and_are_answered(emulator: Emulator) -> None:
    notes = Notes(cache_control={"type": "ephemeral"})
    tools, results = told(
        emulator,
        [notes],
        use("a", "memory", command="create", path="/memories/a", file_text="one\ntwo\n"),
        use("b", "memory", command="create", path="/memories/a", file_text=""),
    )
    assert tools == [{"type": "memory_20250818", "name": "memory", "cache_control": {"type": "ephemeral"}}]
    assert ("File created successfully at: /memories/a", False) in results
    assert ("Error: File /memories/a already exists", True) in results
    _, results = told(
        emulator,
        [notes],
        use("a", "memory", command="view", path="/memories/a", view_range=[1, -1]),
        use("b", "memory", command="view", path="/memories/b"),
        use("c", "memory", command="view"),
        use("d", "memory", command="delete", path="/memories/a"),
        use("e", "memory", command="link"),
    )
    assert results == [
        ("Here's the content of /memories/a with line numbers:\n     1\tone\n     2\ttwo", False),
        ("The path /memories/b does not exist. Please provide a valid path.", True),
        ("Invalid arguments for memory:\n- path: missing", True),
        ("The command delete is not supported here.", True),
        ("This command is not supported here.", True),
    ]
    assert notes.contexts == ["the context", "the context"]
    edit = use("a", "memory", command="str_replace", path="/memories/a", old_str="two", new_str="2")
    assert told(emulator, [notes], edit)[1][0][0].startswith("The file /memories/a has been edited.")
    assert notes.files["/memories/a"] == "one\n2\n"
    move = use("a", "memory", command="rename", old_path="/memories/a", new_path="/memories/b")
    assert told(emulator, [notes], move)[1] == [("Successfully renamed /memories/a to /memories/b", False)]


def test_methods_may_be_coroutine_functions(emulator: Emulator) -> None:
    made = use("a", "memory", command="create", path="/memories/a", file_text="")
    odd = use("b", "memory", command="link")
    _, results = told(emulator, [AsyncNotes()], made, odd, asynchronous=True)
    assert results == [("kept /memories/a", False), ("what is link?", False)]
    with pytest.raises(TypeError, match="coroutine"):
        told(emulator, [AsyncNotes()], made)
    # Plain methods run on threads there.
    assert told(emulator, [Notes()], made, asynchronous=True)[1][0][1] is False


class Shell(BashTool):
    def execute(self, command: Command) -> Any:
        return f"{command.name}: {super().execute(command)}"

    def run(self, command: RunCommand) -> str:
        return command.command

    def restart(self, command: RestartCommand) -> None:
        return None


class Editor(TextEditorTool):
    def insert(self, command: InsertCommand) -> str:
        return command.apply("")[0]

    def undo_edit(self, command: UndoEditCommand) -> None:
        raise command.not_found()


class Screen(ComputerTool):
    def screenshot(self, command: ScreenshotCommand) -> Screenshot:
        return Screenshot(b"hello")

    def left_click(self, command: ClickCommand) -> str | None:
        return None if command.text is None else f"{command.coordinate} {command.text}"

    double_click = left_click

    def cursor_position(self, command: CursorPositionCommand) -> tuple[int, int]:
        return (3, 4)

    def type_text(self, command: TypeCommand) -> None:
        raise RuntimeError("No window has the focus.")


def test_shell_and_editor(emulator: Emulator) -> None:
    tools, results = told(
        emulator,
        [Shell(), Editor(max_characters=100)],
        use("a", "bash", command="ls"),
        use("b", "bash", restart=True),
        use("c", "bash"),
        use("d", "str_replace_based_edit_tool", command="insert", path="/a", insert_line=0, insert_text="x"),
        use("e", "str_replace_based_edit_tool", command="undo_edit", path="/a"),
        use("f", "str_replace_based_edit_tool", command="view", path="/a"),
    )
    assert [tool["type"] for tool in tools] == ["bash_20250124", "text_editor_20250728"]
    assert tools[1]["max_characters"] == 100
    assert results == [
        ("run: ls", False),
        ("restart: None", False),
        ("Invalid arguments for bash:\n- command: missing", True),
        ("x\n", False),
        ("The path /a does not exist. Please provide a valid path.", True),
        ("The command view is not supported here.", True),
    ]


def test_computer_offers_what_is_written(emulator: Emulator) -> None:
    tools, results = told(
        emulator,
        [Screen()],
        use("a", "screenshot", "computer"),
        use("b", "left_click", "computer", coordinate=[1, 2], text="ctrl"),
        use("c", "double_click", "computer"),
        use("d", "cursor_position", "computer"),
        use("e", "type", "computer", text="hello"),
        use("f", "screenshot", "computer"),
    )
    assert tools[0]["type"] == "computer_toolset_20260801"
    off = tools[0]["configs"]
    assert len(off) == 12
    assert off["zoom"] == {"enabled": False}
    assert "double_click" not in off
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}
    assert results[:4] == [
        ([image], False),
        ("(1, 2) ctrl", False),
        ("Double-clicked.", False),
        ("X=3,Y=4", False),
    ]
    assert results[4] == ("RuntimeError: No window has the focus.", True)
    assert results[5][1]
    assert "earlier action" in results[5][0]
    wrong = use("a", "left_click", "computer", coordinate=[1])
    assert told(emulator, [Screen()], wrong)[1][0] == (
        "Invalid arguments for computer:\n- coordinate: [1] is not [x, y] in pixels of the screenshot, from 0 on",
        True,
    )


class Pages(BrowserTool):
    """Keeps its commands."""

    def __init__(self) -> None:
        super().__init__()
        self.commands: list[Command] = []

    def execute(self, command: Command) -> Any:
        self.commands.append(command)
        return super().execute(command)

    def navigate(self, command: BrowserNavigateCommand) -> list[dict[str, Any]]:
        tab = {"tab_id": "t1", "title": "A", "url": command.url, "active": True}
        return [{"type": "browser_state", "tabs": [tab]}]

    def left_click_drag(self, command: BrowserDragCommand) -> None:
        return None

    def file_upload(self, command: BrowserFileUploadCommand) -> None:
        return None

    def javascript_exec(self, command: BrowserScriptCommand) -> str:
        return f"ran {command.text}"

    def left_click(self, command: BrowserClickCommand) -> None:
        raise parlour.ToolError("There is no such element.")


def test_browser_commands_arrive_typed_and_are_answered(emulator: Emulator) -> None:
    pages = Pages()
    point = {"type": "coordinate", "x": 1, "y": 2.0}
    tools, results = told(
        emulator,
        [pages],
        use("a", "navigate", "browser", url="https://a.example"),
        use("b", "left_click_drag", "browser", **{"from": point, "target": point | {"x": 9}}),
        use("c", "file_upload", "browser", target={"type": "ref", "ref": "e7"}, paths=["/a"], tab_id="t1"),
        use("d", "javascript_exec", "browser", text="1 + 1"),
        use("e", "left_click", "browser", target={"type": "ref", "ref": "e7"}),
        use("f", "navigate", "browser", url="https://b.example"),
    )
    assert tools[0]["type"] == "browser_toolset_20260801"
    configs = tools[0]["configs"]
    assert (configs["javascript_exec"], configs["hover"]) == ({"enabled": True}, {"enabled": False})
    assert "navigate" not in configs
    assert "read_network" not in configs
    assert results[0][0][0]["tabs"][0]["url"] == "https://a.example"
    assert results[1:4] == [("Dragged.", False), ("Uploaded the files.", False), ("ran 1 + 1", False)]
    assert results[4] == ("There is no such element.", True)
    assert results[5][1]
    assert pages.commands == [
        BrowserNavigateCommand("https://a.example"),
        BrowserDragCommand(CoordinateTarget(1, 2), CoordinateTarget(9, 2)),
        BrowserFileUploadCommand(RefTarget("e7"), paths=("/a",), tab_id="t1"),
        BrowserScriptCommand("1 + 1"),
        BrowserClickCommand(RefTarget("e7")),
    ]
    wrong = use("a", "left_click", "browser", target=[1, 2])
    assert told(emulator, [pages], wrong)[1][0][0].startswith(
        "Invalid arguments for browser:\n- target: [1,2] is not "
    )
    with pytest.raises(parlour.ConfigError, match="the browser tool supports no action"):
        BrowserTool()


def test_the_single_tool_of_earlier_versions(emulator: Emulator) -> None:
    screen = Screen(
        type="computer_20251124", name="computer", configs=None, display_width_px=8, display_height_px=6
    )
    click = use("a", "computer", action="left_click", coordinate=[1, 2], text="alt")
    tools, results = told(emulator, [screen], click)
    assert (tools[0]["display_width_px"], "configs" in tools[0]) == (8, False)
    assert results == [("(1, 2) alt", False)]


def test_commands_can_be_made_by_hand() -> None:
    assert ViewCommand("/a", (2, 2)).show_file("x\ny").endswith("     2\ty")
    listing = ViewCommand("/a").show_directory([("b/", 0), ("b/c", 3), (".d", 9)])
    assert listing.endswith("12B\t/a\n0B\t/a/b/\n3B\t/a/b/c")
    with pytest.raises(parlour.ToolError, match="did not appear verbatim"):
        StrReplaceCommand("/a", "x", "y").apply("z")
    with pytest.raises(parlour.ToolError, match="1 lines"):
        ViewCommand("/a", (5, -1)).show_file("x")
    assert "already exists" in str(RenameCommand("/a", "/b").exists())


def test_a_computer_without_actions_is_refused() -> None:
    with pytest.raises(parlour.ConfigError, match="supports no action"):
        ComputerTool()
    assert parlour.MemoryTool is MemoryTool
    assert parlour.BrowserTool is BrowserTool
