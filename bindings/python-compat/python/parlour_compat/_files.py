"""Helpers of the official SDK for file uploads."""

from __future__ import annotations

import os
from pathlib import Path

from parlour.hooks import on_thread

File = tuple[str, bytes]
"""The file name to send, and the content."""


def files_from_dir(directory: str | os.PathLike[str]) -> list[File]:
    """All files of a directory and of those below it, by their paths from its parent on, as skills are made of."""
    root = Path(directory)
    found = sorted(one for one in root.rglob("*") if one.is_file())
    return [(one.relative_to(root.parent).as_posix(), one.read_bytes()) for one in found]


async def async_files_from_dir(directory: str | os.PathLike[str]) -> list[File]:
    """As :func:`files_from_dir`, on a thread."""
    found: list[File] = await on_thread(files_from_dir, directory)
    return found


def file_from_path(path: str) -> File:
    """A file with its name."""
    return os.path.basename(path), Path(path).read_bytes()
