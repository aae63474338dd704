"""Runs programs one after another, each as a file or as the cells of a notebook, and tells what it printed.

Reads a line of JSON for each program from standard input (``name``, ``source``, ``environment``) and writes one
for each (``printed``, ``error``). It knows neither the vendor's SDK nor this project: the environment of its
interpreter says which of them a program gets."""

import ast
import asyncio
import contextlib
import inspect
import io
import json
import os
import sys
from typing import Any

CELL = "# %%\n"


def run(name: str, source: str, folder: str) -> tuple[str, BaseException | None]:
    """What a program printed, and the error that ended it. Cells of a notebook show the value of their last line, and
    may await."""
    printed = io.StringIO()
    scope: dict[str, Any] = {"__name__": "__main__", "__file__": os.path.join(folder, name)}
    with contextlib.redirect_stdout(printed):
        try:
            if CELL in source:
                _notebook(name, source, scope)
            else:
                exec(compile(source, name, "exec"), scope)
        except (Exception, SystemExit) as error:
            return printed.getvalue(), error
    return printed.getvalue(), None


def _notebook(name: str, source: str, scope: dict[str, Any]) -> None:
    with asyncio.Runner() as loop:
        for cell in source.split(CELL):
            lines = ast.parse(cell).body
            last = lines.pop() if lines and isinstance(lines[-1], ast.Expr) else None
            for made in [
                compile(ast.Module(lines, []), name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT),
                *(
                    [compile(ast.Expression(last.value), name, "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)]
                    if last
                    else []
                ),
            ]:
                value = eval(made, scope)
                if inspect.iscoroutine(value) and made.co_flags & inspect.CO_COROUTINE:
                    value = loop.run(value)
                if value is not None:
                    print(repr(value))


def main() -> None:
    """Programs from standard input, until it ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        os.environ.update(asked["environment"])
        printed, error = run(asked["name"], asked["source"], asked["folder"])
        told = None if error is None else f"{type(error).__name__}: {error}"
        print(json.dumps({"printed": printed, "error": told}), flush=True)


if __name__ == "__main__":
    main()
