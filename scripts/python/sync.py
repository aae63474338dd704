#!/usr/bin/env python3
"""Makes the synchronous client and its streams from their asynchronous sources: files of `_sync/` from those of
`_async/`.

    scripts/python/sync.py [--check]

The files are committed, so that a checkout works and an editor finds them. With `--check` nothing is written, and a
file that differs from the generated text is an error. Code that waits is written by hand for either side, in
`_async/io.py` and `_sync/io.py`; features of only one side belong there. Wants ruff on the path.
"""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bindings/python/python/parlour"
CONFIG = ROOT / "bindings/python/pyproject.toml"

FILES = {
    "client.py": (
        "The synchronous client, made from ``_async.client`` by ``scripts/python/sync.py``: change that one.\n"
        "``_sync.io`` waits for calls; nothing about them is decided here."
    ),
    "messages.py": (
        "Messages for synchronous code, made from ``_async.messages`` by ``scripts/python/sync.py``: change that one.\n"
        "``_sync.io`` waits for calls; nothing about them is decided here."
    ),
    "message_forms.py": (
        "Messages whose calls return responses, for synchronous code, made from ``_async.message_forms`` by\n"
        "``scripts/python/sync.py``: change that one. The signatures are in the stub beside this file and that of\n"
        "``_resources.message_form``."
    ),
    "message_forms.pyi": (
        "The results of the calls in ``_sync.message_forms``, made from the stub of ``_async.message_forms`` by\n"
        "``scripts/python/sync.py``: change that one."
    ),
    "pages.py": (
        "Pages of lists for synchronous code, made from ``_async.pages`` by ``scripts/python/sync.py``: change that "
        "one."
    ),
    "resource.py": (
        "Base class of the endpoints other than messages in synchronous code, made from ``_async.resource`` by\n"
        "``scripts/python/sync.py``: change that one. The core decides paths, pages and intervals."
    ),
    "batches.py": (
        "Batches of messages for synchronous code, made from ``_async.batches`` by ``scripts/python/sync.py``: change "
        "that\none. Limits, intervals and the journal of a run are the core's."
    ),
    "files.py": (
        "Files at the service for synchronous code, made from ``_async.files`` by ``scripts/python/sync.py``: change "
        "that\none."
    ),
    "skills.py": (
        "Skills and their versions for synchronous code, made from ``_async.skills`` by ``scripts/python/sync.py``: "
        "change\nthat one."
    ),
    "resources.py": (
        "Models and configured limits for synchronous code, and all the endpoints beside messages under one roof; made "
        "from\n``_async.resources`` by ``scripts/python/sync.py``: change that one."
    ),
    "streamed.py": (
        "``with_streaming_response`` for synchronous code, made from ``_async.streamed`` by\n"
        "``scripts/python/sync.py``: change that one."
    ),
    "stream.py": (
        "Streams for synchronous code, made from ``_async.stream`` by ``scripts/python/sync.py``: change that one.\n"
        "``_sync.io`` waits for the next batch."
    ),
    "structured.py": (
        "Structured answers for synchronous code, made from ``_async.structured`` by ``scripts/python/sync.py``: "
        "change that\none. ``_schemas.structured`` evaluates answers."
    ),
    "tool_run.py": (
        "Runs of tools for synchronous code, made from ``_async.tool_run`` by ``scripts/python/sync.py``: change that "
        "one.\n"
        "``_sync.calls`` runs the functions."
    ),
}
"""Each file of `_async/` of which one of `_sync/` is made, and the docstring of that."""

ONLY_ASYNC = [
    "    Cancelling the task that waits cancels the answer too. A stream belongs to the event loop it was opened in.\n",
    "    The function may be ``async``. One client serves any number of event loops, one after another or at once: "
    "asyncio,\n    uvloop, trio.\n",
]
"""Paragraphs of docstrings that say nothing of the synchronous side."""

RULES = [
    (r"\s+May\s+be\s+a\s+coroutine\s+function\s+where\s+the\s+client\s+is\s+asynchronous\.", ""),
    (r"\[(\w+) async for \1 in (\w+)\]", r"\2"),
    (r"\(await (self\.\w+\(\))\)", r"\1"),
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAwaitable\[((?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])+)\]", r"\1"),
    (r"\bCoroutine\[Any, Any, ((?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])+)\]", r"\1"),
    (r"from collections\.abc import Coroutine\n", ""),
    (r", Awaitable\b", ""),
    (r"\bAwaitable, ", ""),
    (r"\n    from \.io import AsyncListing(?=\n)", ""),
    (r"\bfrom \.\._io\.loop import TaskPort as AsyncPort\b", "from .._native import Port"),
    (r"\bAsyncListing\[AsyncPage(\[\w+\]), \w+\]", r"Page\1"),
    (r"\bAsyncGenerator\[(\w+), None\]", r"Generator[\1, None, None]"),
    (r"\baclose\b", "close"),
    (r" \| AsyncIterable\[(\w+)\]", ""),
    (r"\bAsyncIterable, ", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\bStopAsyncIteration\b", "StopIteration"),
    (r"\b__a(next|iter|enter|exit)__\b", r"__\1__"),
    (r"\ba(iter|next)\b", r"\1"),
    (r"\banother task\b", "another thread"),
]
"""Patterns and their replacements, in this order."""


def ruff(text: str, file: str, *arguments: str) -> str:
    """A file as ruff leaves it."""
    command = [
        "ruff",
        *arguments,
        "--quiet",
        "--config",
        str(CONFIG),
        "--stdin-filename",
        str(PACKAGE / file),
        "-",
    ]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def synchronous(source: str, file: str, docstring: str, unused: set[str]) -> str:
    """The synchronous file; takes the paragraphs and patterns that it met out of `unused`."""
    docstring = f'"""{docstring}"""'
    text = re.sub(r'\A""".*?"""', lambda _: docstring, source, count=1, flags=re.DOTALL)
    for paragraph in ONLY_ASYNC:
        if paragraph in text:
            unused.discard(paragraph)
            text = text.replace(f"\n{paragraph}", "")
    for pattern, replacement in RULES:
        # The docstring of the file names its source.
        head, body = text[: len(docstring)], text[len(docstring) :]
        body, count = re.subn(pattern, replacement, body)
        if count:
            unused.discard(pattern)
        text = head + body
    if left := re.search(r"\basync|\bawait|Async", text[len(docstring) :]):
        there = text[len(docstring) :][left.start() :].splitlines()[0]
        raise SystemExit(f"sync: {file} would hold {there!r}; add a rule")
    return ruff(ruff(text, file, "check", "--fix-only", "--select", "I"), file, "format")


def main() -> int:
    """Writes, or with `--check` compares."""
    check = sys.argv[1:] == ["--check"]
    unused = {*ONLY_ASYNC, *(pattern for pattern, _ in RULES)}
    stale = 0
    for name, docstring in FILES.items():
        source, file = f"_async/{name}", f"_sync/{name}"
        made = synchronous((PACKAGE / source).read_text(), file, docstring, unused)
        target = PACKAGE / file
        if not check:
            target.write_text(made)
        elif (there := target.read_text()) != made:
            stale += 1
            sys.stdout.writelines(
                difflib.unified_diff(there.splitlines(True), made.splitlines(True), file, f"from {source}")
            )
    for one in sorted(unused):
        print(f"sync: nothing in the sources matches {one!r}", file=sys.stderr)
    return int(bool(stale or unused))


if __name__ == "__main__":
    sys.exit(main())
