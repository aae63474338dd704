#!/usr/bin/env python3
"""Whether `parlour_compat` uses public names of `parlour` alone, so that both can change apart from each other.

scripts/python/compat_imports.py
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "bindings/python-compat/python/parlour_compat"
PRIVATE = re.compile(r"parlour\.(?:\w+\.)*?(_(?!_)\w+(?:\.\w+)*)")


def used(source: str) -> Iterator[str]:
    """The private names of `parlour` in a file: imported, and in texts from which modules are imported."""
    for one in ast.walk(ast.parse(source)):
        match one:
            case ast.ImportFrom(module=str(module), level=0, names=names):
                named = [f"{module}.{alias.name}" for alias in names]
            case ast.Import(names=names):
                named = [alias.name for alias in names]
            case ast.Constant(value=str(text)):
                named = [text]
            case _:
                continue
        yield from (found[1] for found in map(PRIVATE.fullmatch, named) if found)


def main() -> int:
    """1 if a file uses a private name."""
    found = 0
    for path in sorted(PACKAGE.rglob("*.py*")):
        if path.suffix not in (".py", ".pyi"):
            continue
        for name in sorted(set(used(path.read_text()))):
            found += 1
            print(
                f"{path.relative_to(PACKAGE)} uses parlour.{name}, which is private: use a public name, of "
                "`parlour.hooks` for example"
            )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
