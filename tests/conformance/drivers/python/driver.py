"""The Python driver: reads calls as JSON lines, makes them with ``parlour``, writes what happened as JSON
lines. The protocol is described in the README of the harness. It translates and asserts nothing.

Variants: ``sync`` is ``Client`` with requests spelt out as keyword arguments and streams by
``messages.stream()``; ``async`` is ``AsyncClient`` with ready requests, all calls in one asyncio loop;
``quiet`` is ``Client`` without a log, so that whole answers take the shortest way through the package, and
with the other spellings of the same calls.

The package is the installed one, or else the one of this source tree.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import sys
from pathlib import Path
from typing import Any

if importlib.util.find_spec("parlour") is None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "bindings" / "python" / "python"))

import calls
import lines
import local
import resources
import settings

import parlour


class _Short(logging.Formatter):
    """Bodies of many megabytes are logged too; the first part of a record tells enough."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(record)[:4000]


def _log() -> logging.Logger:
    """Everything the package logs goes to stderr, where the harness searches it for the key."""
    logger = logging.getLogger("parlour")
    handler = logging.StreamHandler()
    handler.setFormatter(_Short("%(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    return logger


def main() -> None:
    """Makes calls until the input ends."""
    logger = _log()
    kept: Any = None
    with asyncio.Runner() as runner:
        for text in sys.stdin.buffer:
            line = json.loads(text)
            out = lines.Output(line["id"])
            variant = line["variant"]
            is_async = variant == "async"
            try:
                if not (line.get("reuse_client") and kept is not None):
                    # A client that is made looks whether anybody listens.
                    logger.disabled = variant == "quiet"
                    arguments = settings.of_client(line, is_async=is_async)
                    kept = None
                    kept = (parlour.AsyncClient if is_async else parlour.Client)(**arguments)
                call = line["call"]
                if call["mode"] in local.MODES:
                    out.line(local.run(call))
                    continue
                if call["mode"] == "webhook":
                    out.line(resources.webhook(call))
                    continue
                options = settings.of_call(call.get("options") or {})
                if call["mode"] == "resource":
                    made = resources.run(kept, call, options, out, raw=variant == "quiet")
                    if is_async:
                        runner.run(calls.timed(made, call, out))
                    else:
                        with calls.alarmed(call, out):
                            resources.complete(made)
                elif is_async:
                    runner.run(calls.run_async(kept, call, options, out))
                else:
                    calls.run(kept, call, options, out, quiet=variant == "quiet")
            except parlour.ParlourError as error:
                out.line(lines.error(error))


main()
