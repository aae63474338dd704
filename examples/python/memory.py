"""Memory: the model keeps notes in files of one directory, which no path and no link leads out of.

    python examples/python/memory.py
    python examples/python/memory.py notes "What do you know of me?"

The paths come from a model, which may have read them anywhere. Two things keep them inside:

* A path is taken apart into names before the system sees it. ``..``, ``.``, hidden names, back-slashes, control
  characters and percent-encoded forms of them are refused; so are paths outside ``/memories``.
* Each name is opened relative to the descriptor of the directory before it, and links are never followed. An
  attacker who swaps a directory for a link meanwhile, or moves the directory itself, gains nothing: there is
  no gap between a check and its use. Files with a second name (hard links) are refused, because that name may
  be outside.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from parlour import Client, ToolCall, ToolError
from parlour.client_tools import (
    CreateCommand,
    DeleteCommand,
    InsertCommand,
    MemoryTool,
    RenameCommand,
    StrReplaceCommand,
    ViewCommand,
)

LONGEST_NAME = 200
"""Bytes of a name. Systems take 255; the rest is for the names of files that are being written."""
DEEPEST = 8
"""Directories within each other."""
LARGEST = 1 << 20
"""Bytes of a file."""
MOST_ENTRIES = 1000
"""Entries of a listing."""

DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Directory(MemoryTool):
    """Files below one directory, which has to be there."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__()
        self._root = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def close(self) -> None:
        """Lets the directory go."""
        os.close(self._root)

    def view(self, command: ViewCommand) -> str:
        """Shows a file or a directory."""
        with told(command.path):
            try:
                with self._enter(names_of(command.path)) as directory:
                    return command.show_directory(listed(directory))
            except OSError as error:
                # Not a directory, or a link: reading distinguishes them.
                if error.errno not in (errno.ENOTDIR, errno.ELOOP):
                    raise
            return command.show_file(self._read(command.path))

    def create(self, command: CreateCommand) -> None:
        """Makes a file, and its parent directories."""
        with told(command.path, command):
            self._write(command.path, command.file_text, replace=False)

    def str_replace(self, command: StrReplaceCommand) -> str:
        """Replaces a text."""
        return self._edit(command)

    def insert(self, command: InsertCommand) -> str:
        """Puts lines between others."""
        return self._edit(command)

    def delete(self, command: DeleteCommand) -> None:
        """Removes a file or a directory; of a link, the link."""
        *parents, name = file_names(command.path)
        with told(command.path), self._enter(parents) as directory:
            remove(directory, name)

    def rename(self, command: RenameCommand) -> None:
        """Moves a file or a directory."""
        *old_parents, old_name = file_names(command.old_path)
        *new_parents, new_name = file_names(command.new_path)
        with told(command.old_path, command), self._enter(old_parents) as old:
            # The old path is looked for first: nothing is made for a move that cannot be.
            os.stat(old_name, dir_fd=old, follow_symlinks=False)
            with self._enter(new_parents, make=True) as new:
                if exists(new, new_name):
                    raise FileExistsError
                os.rename(old_name, new_name, src_dir_fd=old, dst_dir_fd=new)

    def _edit(self, command: StrReplaceCommand | InsertCommand) -> str:
        with told(command.path):
            text, reply = command.apply(self._read(command.path))
            self._write(command.path, text, replace=True)
            return reply

    @contextmanager
    def _enter(self, names: list[str], *, make: bool = False) -> Generator[int, None, None]:
        """The descriptor of a directory, name by name from the root."""
        at = os.dup(self._root)
        try:
            for name in names:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(name, 0o700, dir_fd=at)
                inner = os.open(name, DIRECTORY, dir_fd=at)
                os.close(at)
                at = inner
            yield at
        finally:
            os.close(at)

    def _read(self, path: str) -> str:
        *parents, name = file_names(path)
        # O_NONBLOCK: a pipe that nobody writes to must not hold the thread.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with self._enter(parents) as directory:
            file = os.open(name, flags, dir_fd=directory)
        with open(file, "rb") as opened:
            status = os.fstat(file)
            if not stat.S_ISREG(status.st_mode):
                raise ToolError(f"The path {path} is not a file.")
            if status.st_nlink > 1:
                raise ToolError(f"The file {path} has a second name, and is not opened.")
            # Measured while it is read: the file may grow.
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise too_large(path)
        return data.decode()

    def _write(self, path: str, text: str, *, replace: bool) -> None:
        """Writes a file beside its place and moves it there, so that it is there whole or not at all."""
        *parents, name = file_names(path)
        data = text.encode()
        if len(data) > LARGEST:
            raise too_large(path)
        beside = f".{name}.new"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with self._enter(parents, make=not replace) as directory:
            with suppress(FileNotFoundError):
                # Left by a program that was ended.
                os.unlink(beside, dir_fd=directory)
            file = os.open(beside, flags, 0o600, dir_fd=directory)
            try:
                with open(file, "wb") as opened:
                    opened.write(data)
                    opened.flush()
                    os.fsync(file)
                if not replace:
                    # Fails if the name is taken, which a rename would not.
                    os.link(
                        beside,
                        name,
                        src_dir_fd=directory,
                        dst_dir_fd=directory,
                        follow_symlinks=False,
                    )
                    os.unlink(beside, dir_fd=directory)
                else:
                    os.rename(beside, name, src_dir_fd=directory, dst_dir_fd=directory)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(beside, dir_fd=directory)
                raise


@contextmanager
def told(path: str, command: CreateCommand | RenameCommand | None = None) -> Generator[None, None, None]:
    """Turns errors of the system into messages for the model, which do not contain the real path."""
    try:
        yield
    except FileExistsError:
        raise (ToolError("The path is taken.") if command is None else command.exists()) from None
    except (FileNotFoundError, NotADirectoryError):
        raise ToolError(f"The path {path} does not exist. Please provide a valid path.") from None
    except UnicodeDecodeError:
        raise ToolError(f"The file {path} is no text.") from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise ToolError(f"The path {path} is a link, and links are not followed.") from None
        if error.errno == errno.EINVAL:
            raise ToolError(f"The path {path} cannot be moved into itself.") from None
        raise ToolError(f"The path {path} cannot be used: {error.strerror}") from None


def too_large(path: str) -> ToolError:
    """The error for a file that would be too large."""
    return ToolError(f"The file {path} would have more than {LARGEST} bytes. Split it.")


def names_of(path: str) -> list[str]:
    """The names below ``/memories``; ``ToolError`` if one of them could lead elsewhere."""

    def refused(why: str) -> ToolError:
        return ToolError(f"The path {path!r} is refused: {why}.")

    root, *rest = path.removeprefix("/").split("/")
    if not path.startswith("/") or root != "memories":
        raise refused("it has to begin with /memories/")
    names = [name for name in rest if name]
    if len(names) > DEEPEST:
        raise refused("it has too many directories")
    for name in names:
        if name.startswith("."):
            raise refused("names must not begin with a dot")
        if "\\" in name or not name.isprintable():
            raise refused("names must not have back-slashes or control characters")
        # No system decodes these; a program that reads the files later might.
        if "%" in name:
            raise refused("names must not have percent signs")
        if len(name.encode()) > LONGEST_NAME:
            raise refused("a name is too long")
    return names


def file_names(path: str) -> list[str]:
    """The same for a path below the directory itself."""
    names = names_of(path)
    if not names:
        raise ToolError("The directory /memories itself stays as it is.")
    return names


def exists(directory: int, name: str) -> bool:
    """Whether a name is taken, if only by a link to nowhere."""
    try:
        os.stat(name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def listed(directory: int, before: str = "") -> list[tuple[str, int]]:
    """The entries of a directory and of those within it, without links and devices."""
    found: list[tuple[str, int]] = []
    for name in os.listdir(directory)[:MOST_ENTRIES]:
        status = os.stat(name, dir_fd=directory, follow_symlinks=False)
        if stat.S_ISREG(status.st_mode):
            found.append((before + name, status.st_size))
        elif stat.S_ISDIR(status.st_mode):
            found.append((f"{before}{name}/", 0))
            if not before:
                inner = os.open(name, DIRECTORY, dir_fd=directory)
                try:
                    found += listed(inner, f"{name}/")
                finally:
                    os.close(inner)
    return found


def remove(directory: int, name: str) -> None:
    """Removes a file or a link, or a directory with all it holds; what links lead to stays."""
    try:
        inner = os.open(name, DIRECTORY, dir_fd=directory)
    except OSError as error:
        if error.errno not in (errno.ENOTDIR, errno.ELOOP):
            raise
        os.unlink(name, dir_fd=directory)
        return
    try:
        for entry in os.listdir(inner):
            remove(inner, entry)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=directory)


def show(call: ToolCall) -> bool:
    """Asked before each call."""
    print(f"  {call.name}({call.input})")
    return True


def ask(client: Client, model: str, folder: Path, question: str) -> str:
    """Asks, and lets the model use its memory; the answer."""
    memory = Directory(folder)
    try:
        run = client.messages.run_tools(
            model=model,
            max_tokens=1024,
            system="Look at your memory before you answer, and keep what you learn of the user.",
            messages=[{"role": "user", "content": question}],
            tools=[memory],
            approve=show,
        )
        return run.until_done().text
    finally:
        memory.close()


def script() -> list[dict[str, Any]]:
    """Scripts the emulator's model: it looks, tries to leave the directory, keeps a note, and answers."""

    def answer(stop: str, *content: dict[str, Any]) -> dict[str, Any]:
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "svc-sonnet-4-5",
        }
        usage = {"input_tokens": 9, "output_tokens": 9}
        return {"json": message | {"content": content, "stop_reason": stop, "usage": usage}}

    def call(id: str, **given: Any) -> dict[str, Any]:
        return {"type": "tool_use", "id": id, "name": "memory", "input": given}

    return [
        answer("tool_use", call("a", command="view", path="/memories")),
        answer(
            "tool_use",
            call("b", command="view", path="/memories/../../etc/passwd"),
            call(
                "c",
                command="create",
                path="/memories/user.md",
                file_text="Likes tea.\n",
            ),
        ),
        answer("end_turn", {"type": "text", "text": "I shall remember that you like tea."}),
    ]


def main() -> None:
    """Asks the question of the command line, with the notes of the directory that it names."""
    from service import connect

    question = sys.argv[2] if len(sys.argv) > 2 else "Remember that I like tea."
    with connect() as service, tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else scratch)
        folder.mkdir(parents=True, exist_ok=True)
        print(f"Talking to {service}")
        if service.emulator is not None:
            for reply in script():
                service.emulator.push(reply)
        print(f"model: {ask(service.client, service.model, folder, question)}")
        for note in sorted(folder.glob("*.md")):
            print(f"memory: {note.name}: {note.read_text().strip()}")


if __name__ == "__main__":
    main()
