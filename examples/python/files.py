"""Files and skills: files go up from a path, from memory and piece by piece, are listed and deleted; a skill is made.

    python examples/python/files.py              # uploads three small ones
    python examples/python/files.py report.pdf   # and this one

A file is never in memory as a whole: an iterable is read while it is sent, and a path is read again if the
request is repeated.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from parlour import Client
from service import connect


def rows() -> Iterator[bytes]:
    """A file that is made while it is sent."""
    yield b"a,b\n"
    for number in range(3):
        yield f"{number},{number * number}\n".encode()


def keep_skill(client: Client) -> None:
    """Makes a skill. The names of its files begin with the folder that they share."""
    sheet = b"---\nname: rivers\ndescription: Tells of rivers\n---\nName the longest first.\n"
    skill = client.skills.create(display_name="Rivers", files=[("rivers/SKILL.md", sheet)])
    print(f"skill {skill.display_name}")
    for version in client.skills.versions.list(skill.id):
        print(f"version {version.name} of the skill")


def main() -> None:
    """Uploads, lists and deletes."""
    files: list[Any] = [
        ("rivers.txt", b"Po, Arno, Tiber\n"),
        ("squares.csv", rows(), "text/csv"),
        Path(__file__),
        *map(Path, sys.argv[1:]),
    ]
    with connect() as service:
        client = service.client
        made = [client.files.upload(file) for file in files]
        for file in made:
            print(f"uploaded {file.filename}, {file.size_bytes} bytes")
        for listed in client.files.list(limit=2):
            print(f"listed {listed.filename}, {listed.mime_type}")
        for file in made:
            print(client.files.delete(file.id).type)
        keep_skill(client)


if __name__ == "__main__":
    main()
