"""Files of programs for ``check``: of Python, and notebooks of Jupyter, whose cells are read one after another."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._check import check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._differences import Difference


def check_file(name: str) -> Iterator[tuple[str, Difference]]:
    """Yields the differences in a file, each with its place: a line, or a cell and a line of it.
    ``ValueError``, ``SyntaxError`` or ``OSError`` if it is no program."""
    text = Path(name).read_text(encoding="utf-8")
    if name.endswith(".ipynb"):
        yield from _check_notebook(json.loads(text))
        return
    for one in check(text):
        yield str(one.line), one


def _check_notebook(notebook: Any) -> Iterator[tuple[str, Difference]]:
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise ValueError("it has no cells")
    lines: list[str] = []
    places: list[str] = []
    for number, cell in enumerate(notebook["cells"], 1):
        if cell.get("cell_type") != "code":
            continue
        source = cell.get("source", "")
        own = (source if isinstance(source, str) else "".join(source)).splitlines()
        # Orders to the notebook, and to a shell, are no Python.
        lines += [re.sub(r"^(\s*)[%!].*", r"\1pass", line) for line in own]
        places += [f"cell {number}:{at}" for at in range(1, len(own) + 1)]
    for one in check("\n".join(lines)):
        yield places[one.line - 1], one
