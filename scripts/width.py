#!/usr/bin/env python3
"""Prints each line that is wider than 120 columns, with its place; for `scripts/house.sh`.

Exempt are files that no person writes line by line, and lines that cannot be broken.
"""

from __future__ import annotations

import fnmatch
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 120

EXEMPT = (
    # Data: lock files, recordings, cases, seeds, tables of values, licences.
    *("*.lock", "*.json", "*.sse", "*.tsv", "*.svg", "core/fuzz/seeds/*", "*THIRD-PARTY-NOTICES"),
    # Generated.
    *(
        "docs/reference/*",
        "include/parlour/*.h",
        "include/parlour/parameters.*",
        "include/parlour/resources.*",
    ),
    *("bindings/c/tests/abi/*.txt", "bindings/node/native.d.ts", "bindings/node-compat/ts/names/*"),
    *("bindings/node-compat/ts/placeholders.ts", "bindings/node-compat/ts/code_errors.ts"),
)
TABLES = ("docs/guides/moving-over*.md", "tests/bench/README.md")
"""Pages with tables that programs read: a row is one line."""

RAW = {
    ".rs": r'(?<!\w)b?r(#*)".*?"\1',
    ".cpp": r'R"(\w*)\(.*?\)\1"',
    ".hpp": r'R"(\w*)\(.*?\)\1"',
    ".py": r'[rR]"[^"\n]*"',
}
"""Strings that cannot be broken: a backslash is a character of theirs."""
UNBREAKABLE = {
    ".py": re.compile(r"  # (type: ignore|noqa).*$"),
    ".md": re.compile(r"^(data: |\d{3} )?\{.*\}$"),
    # Regular expressions.
    **dict.fromkeys((".ts", ".mts", ".mjs", ".js"), re.compile(r"^\s*/.*/\w*[,;]?$")),
}
"""Ends of lines, or whole lines, that cannot be broken."""


def files() -> list[Path]:
    """The text files that are or will be under version control."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [
        Path(name)
        for name in sorted(set(names.split("\0")))
        if name and not any(fnmatch.fnmatch(name, pattern) for pattern in EXEMPT)
    ]


def wide(path: Path) -> Iterator[int]:
    """The numbers of the lines that are too wide."""
    try:
        text = (ROOT / path).read_text("utf-8")
    except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
        return
    has_tables = any(fnmatch.fnmatch(str(path), pattern) for pattern in TABLES)
    lines = text.split("\n")
    if not any(len(line) > WIDTH for line in lines):
        return
    if path.suffix in RAW:
        # The width of a line is that of the code beside the raw string.
        pattern = re.compile(RAW[path.suffix], re.DOTALL)
        lines = pattern.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")
    is_generated = False
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*(//|#) (generated: |end generated)", line):
            is_generated = " generated: " in line
        unbreakable = UNBREAKABLE.get(path.suffix)
        length = len(line if unbreakable is None else unbreakable.sub("", line))
        if length > WIDTH and not is_generated and not (has_tables and line.startswith("|")):
            yield number


def main() -> int:
    """Exit code 1 if a line is too wide."""
    places = [f"{path}:{number}" for path in files() for number in wide(path)]
    if places:
        print("\n".join(places))
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main())
