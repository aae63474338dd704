#!/usr/bin/env python3
"""Whether `parlour_compat` uses public names of `parlour` alone, so that both can change apart from each other.

    scripts/python/compat_imports.py

`bindings/python-compat/private-imports.txt` lists the private modules that each of its files still uses, one
`file: module ...` a line. An import that is not in the list is an error, and so is an entry that nothing needs.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).resolve().parents[2] / "bindings/python-compat"
OWN = HOME.parent / "python/python/parlour"
PACKAGE = HOME / "python/parlour_compat"
LIST = HOME / "private-imports.txt"
PRIVATE = re.compile(r"parlour\.(?:\w+\.)*?(_(?!_)\w+(?:\.\w+)*)")


def used(source: str) -> Iterator[str]:
    """The private modules of `parlour` that a file names: by imports, and in texts from which modules are imported."""
    for one in ast.walk(ast.parse(source)):
        match one:
            case ast.ImportFrom(module="parlour", level=0, names=names):
                yield from (alias.name for alias in names if PRIVATE.fullmatch(f"parlour.{alias.name}"))
            case ast.ImportFrom(module=str(module), level=0, names=names) if found := PRIVATE.fullmatch(
                module
            ):
                folder = (OWN / found[1].replace(".", "/")).is_dir()
                yield from (f"{found[1]}.{alias.name}" for alias in names) if folder else (found[1],)
            case ast.Import(names=names):
                yield from (found[1] for alias in names if (found := PRIVATE.fullmatch(alias.name)))
            case ast.Constant(value=str(text)):
                yield from (found[1] for found in [PRIVATE.fullmatch(text)] if found)


def listed() -> dict[str, set[str]]:
    """The exceptions: the private modules of each file."""
    lines = [line for line in LIST.read_text().splitlines() if line and line[0] != "#"]
    return {file: set(modules.split()) for file, _, modules in (line.partition(": ") for line in lines)}


def main() -> int:
    """1 if something is not as the list says."""
    allowed = listed()
    found = 0
    for path in sorted(PACKAGE.rglob("*.py*")):
        if path.suffix not in (".py", ".pyi"):
            continue
        file = path.relative_to(PACKAGE).as_posix()
        private, known = set(used(path.read_text())), allowed.pop(file, set())
        for module in sorted(private - known):
            found += 1
            print(
                f"{file} uses parlour.{module}, which is private: use a public name, of `parlour.hooks` for example"
            )
        for module in sorted(known - private):
            found += 1
            print(f"{LIST.name}: {file} does not use parlour.{module} any more: remove the entry")
    for file in sorted(allowed):
        found += 1
        print(f"{LIST.name}: there is no {file}: remove the entry")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
