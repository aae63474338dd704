"""The example ``examples/python/memory.py``: each way out of its directory, and what its commands do within it."""

from __future__ import annotations

import importlib.util
import os
import socket
import threading
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import parlour
from parlour import client_tools
from parlour.testing import Emulator

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "python" / "memory.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("memory_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


memory = load()


class Place:
    """A directory for the memory, with one beside it that must not be reached."""

    def __init__(self, path: Path) -> None:
        self.inside, self.outside = path / "memory", path / "outside"
        self.inside.mkdir()
        self.outside.mkdir()
        (self.outside / "secret").write_text("secret")
        self.tool = memory.Directory(self.inside)

    def tell(self, command: str, *given: Any) -> str | None:
        kinds = {
            "view": client_tools.ViewCommand,
            "create": client_tools.CreateCommand,
            "str_replace": client_tools.StrReplaceCommand,
            "insert": client_tools.InsertCommand,
            "delete": client_tools.DeleteCommand,
            "rename": client_tools.RenameCommand,
        }
        said: str | None = getattr(self.tool, command)(kinds[command](*given))
        return said

    def refused(self, command: str, *given: Any) -> str:
        with pytest.raises(parlour.ToolError) as caught:
            self.tell(command, *given)
        return str(caught.value)

    def is_whole(self) -> bool:
        return [entry.read_text() for entry in self.outside.iterdir()] == ["secret"]


@pytest.fixture
def place(tmp_path: Path) -> Any:
    made = Place(tmp_path)
    yield made
    made.tool.close()
    assert made.is_whole()


def commands_on(path: str) -> list[tuple[Any, ...]]:
    return [
        ("view", path),
        ("create", path, "mine"),
        ("str_replace", path, "secret", "mine"),
        ("insert", path, 0, "mine"),
        ("delete", path),
        ("rename", path, "/memories/taken"),
        ("rename", "/memories/own", path),
    ]


def test_commands_work_on_files_of_the_directory(place: Place) -> None:
    place.tell("create", "/memories/a/b.md", "one\ntwo\n")
    assert place.refused("create", "/memories/a/b.md", "") == "Error: File /memories/a/b.md already exists"
    assert (place.tell("view", "/memories/") or "").endswith(
        "8B\t/memories\n0B\t/memories/a/\n8B\t/memories/a/b.md"
    )
    place.tell("str_replace", "/memories/a/b.md", "two", "2")
    place.tell("insert", "/memories/a/b.md", 0, "0")
    assert (place.inside / "a/b.md").read_text() == "0\none\n2\n"
    place.tell("rename", "/memories/a", "/memories/c/d")
    assert (place.tell("view", "/memories/c/d/b.md", (3, 3)) or "").endswith("     3\t2")
    place.tell("create", "/memories/e", "")
    assert "already exists" in place.refused("rename", "/memories/e", "/memories/c")
    assert "into itself" in place.refused("rename", "/memories/c", "/memories/c/x/y")
    place.tell("delete", "/memories/c")
    place.tell("delete", "/memories/e")
    assert list(place.inside.iterdir()) == []
    assert "does not exist" in place.refused("delete", "/memories/e")


@pytest.mark.parametrize(
    "path",
    [
        "/memories/../outside/secret",
        "/memories/a/../../outside/secret",
        "/memories/..",
        "/memories/./own",
        "/memories/%2e%2e/outside/secret",
        "/memories/..%2foutside%2fsecret",
        "/memories/%252e%252e/secret",
        "/memories/..\\outside\\secret",
        "/memories\\..\\outside",
        "/memoriesx/secret",
        "/memories.",
        "memories/own",
        "/Memories/own",
        "own",
        "../outside/secret",
        "//memories/own",
        "/etc/passwd",
        "/memories/own\0.md",
        "/memories/a\nb",
        "/memories/.hidden",
        "/memories/" + "x" * 201,
        "/memories" + "/x" * 9,
    ],
)
def test_no_path_leads_out(place: Place, path: str) -> None:
    (place.inside / "own").write_text("own")
    for command in commands_on(path):
        assert "is refused" in place.refused(*command)
    assert [entry.name for entry in place.inside.iterdir()] == ["own"]


@pytest.mark.parametrize("path", ["/memories", "/memories/", "/memories//"])
def test_the_directory_itself_stays(place: Place, path: str) -> None:
    for command in commands_on(path)[1:]:
        assert place.refused(*command) == "The directory /memories itself stays as it is."


def test_no_link_leads_out(place: Place) -> None:
    (place.inside / "own").write_text("own")
    (place.inside / "folder").symlink_to(place.outside)
    (place.inside / "file").symlink_to(place.outside / "secret")
    (place.inside / "dangling").symlink_to(place.outside / "new")
    (place.inside / "up").symlink_to("..")
    os.link(place.outside / "secret", place.inside / "second")
    for path in ("/memories/folder/secret", "/memories/up/outside/secret", "/memories/folder/new"):
        for command in commands_on(path):
            assert "verbatim" not in place.refused(*command)
    for path in ("/memories/file", "/memories/dangling", "/memories/second", "/memories/folder"):
        for command in commands_on(path)[:4]:
            assert "verbatim" not in place.refused(*command)
    assert "folder" not in (place.tell("view", "/memories") or "")
    # Removing a link removes the link.
    for name in ("file", "folder", "up", "second"):
        place.tell("delete", f"/memories/{name}")
    (place.inside / "a").mkdir()
    (place.inside / "a/folder").symlink_to(place.outside)
    place.tell("delete", "/memories/a")
    assert place.is_whole()


def test_what_is_no_file_or_too_large_is_not_read(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(place.inside / "pipe")
    assert "not a file" in place.refused("view", "/memories/pipe")
    # The path of a socket has to be short.
    monkeypatch.chdir(place.inside)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket")
    assert place.refused("view", "/memories/socket")
    (place.inside / "large").write_bytes(b"x" * (memory.LARGEST + 1))
    assert "more than 1048576 bytes" in place.refused("view", "/memories/large")
    assert "more than" in place.refused("create", "/memories/new", "x" * (memory.LARGEST + 1))
    (place.inside / "odd").write_bytes(b"\xff\xfe")
    assert "is no text" in place.refused("view", "/memories/odd")
    assert not (place.inside / "new").exists()


def test_a_directory_that_becomes_a_link_meanwhile_leads_nowhere(place: Place) -> None:
    stop = threading.Event()
    inside = place.inside
    (inside / "a").mkdir()
    (inside / "link").symlink_to(place.outside)

    def swap() -> None:
        try:
            while not stop.is_set():
                for old, new in (("a", "b"), ("link", "a"), ("a", "link"), ("b", "a")):
                    (inside / old).rename(inside / new)
        except OSError:
            # A `create` has made `a` while it was away.
            assert (inside / "a").is_dir()

    thread = threading.Thread(target=swap)
    thread.start()
    for at in range(300):
        # Where `a` is a link or gone just then, an error is right.
        with suppress(parlour.ToolError):
            place.tell("create", f"/memories/a/{at}", "mine")
        place.refused("view", "/memories/a/secret")
    stop.set()
    thread.join()


def test_the_directory_may_be_replaced_by_a_link(place: Place) -> None:
    moved = place.inside.rename(place.inside.with_name("moved"))
    place.inside.symlink_to(place.outside)
    place.tell("create", "/memories/a", "mine")
    assert (moved / "a").read_text() == "mine"


def test_a_model_keeps_a_note(place: Place, emulator: Emulator) -> None:
    for reply in memory.script():
        emulator.push(reply)
    with emulator.client() as client:
        answer = memory.ask(client, "svc-sonnet-4-5", place.inside, "I like tea.")
    assert answer == "I shall remember that you like tea."
    assert (place.inside / "user.md").read_text() == "Likes tea.\n"
    assert b"is refused" in emulator.requests[2].body
