"""Runs a file of requests, one JSON object a line, a bounded number at a time, with a progress bar.

Each line is a request, with an ``id`` besides. Each result becomes a line of the output: ``{"id",
"message"}`` or ``{"id", "error"}``, as soon as it is there. Run again after a stop or a failure, it goes on
with the missing ones. The client does the retries and obeys the service's waits; its retry budget keeps many
failures from becoming a storm.

    python examples/python/bulk.py                                   # an example of its own making
    python examples/python/bulk.py requests.jsonl results.jsonl --at-once 64
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from parlour import APIError, AsyncClient
from service import Service, connect


def main() -> int:
    """Reads the command line; 1 if a request failed."""
    parser = argparse.ArgumentParser(description="Runs a file of requests.")
    parser.add_argument("requests", type=Path, nargs="?", help="JSON Lines; without it an example is made")
    parser.add_argument("results", type=Path, nargs="?", help="JSON Lines; default: beside the requests")
    parser.add_argument("--at-once", type=int, default=32, help="requests in flight (32)")
    words = parser.parse_args()
    source: Path | None = words.requests
    with connect() as service, tempfile.TemporaryDirectory() as scratch:
        print(f"Talking to {service}")
        if source is None:
            source = example(Path(scratch), service)
        target: Path = words.results or source.with_suffix(".results.jsonl")
        failed = asyncio.run(run(service, source, target, words.at_once))
        print(f"{len(finished(target))} results in {target.name}, {failed} failed now")
    return 1 if failed else 0


async def run(service: Service, source: Path, target: Path, at_once: int) -> int:
    """Sends the requests without a result. Returns how many failed."""
    done = finished(target)
    todo = [request for request in read(source) if request["id"] not in done]
    bar = Bar(len(todo), already=len(done))
    # Workers that take from one iterator: no more than `at_once` requests, or tasks, exist at a time.
    rest = iter(todo)
    with target.open("a", encoding="utf-8") as out:
        async with service.async_client() as client, asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(todo))):
                group.create_task(worker(client, service.model, rest, out, bar))
    bar.end()
    return bar.failed


async def worker(
    client: AsyncClient, model: str, rest: Iterator[dict[str, Any]], out: TextIO, bar: Bar
) -> None:
    """Takes requests until none is left."""
    for request in rest:
        name = request.pop("id")
        line: dict[str, Any]
        try:
            message = await client.messages.create({"model": model, "max_tokens": 256} | request)
            line = {"id": name, "message": message.to_dict()}
        except APIError as error:
            line = {
                "id": name,
                "error": {"kind": error.kind, "message": error.message, "request_id": error.request_id},
            }
        # A line goes out whole, so that a stop loses nothing but what was in flight.
        out.write(json.dumps(line, ensure_ascii=False) + "\n")
        out.flush()
        bar.step(failed="error" in line)


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON Lines file; a last line that a stop has cut is left out."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.endswith("\n") and line.strip():
                yield json.loads(line)


def finished(target: Path) -> set[Any]:
    """The ids with a message. Failed requests are sent again."""
    if not target.exists():
        return set()
    text = target.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):
        target.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
    return {line["id"] for line in read(target) if "message" in line}


class Bar:
    """One line on stderr that redraws itself on a terminal, and is printed once at the end elsewhere."""

    WIDTH = 40

    def __init__(self, total: int, already: int) -> None:
        self.total, self.already = total, already
        self.done = self.failed = 0
        self._started = time.monotonic()
        self._live = sys.stderr.isatty()

    def step(self, *, failed: bool) -> None:
        """One more is finished."""
        self.done += 1
        self.failed += failed
        if self._live:
            print(f"\r{self}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leaves the last state on the screen."""
        print(f"\r{self}" if self._live else str(self), file=sys.stderr)

    def __str__(self) -> str:
        share = self.done / self.total if self.total else 1.0
        filled = "#" * round(share * self.WIDTH)
        pace = self.done / max(time.monotonic() - self._started, 1e-9)
        left = (self.total - self.done) / pace if pace else 0.0
        skipped = f", {self.already} had been done" if self.already else ""
        return (
            f"[{filled:<{self.WIDTH}}] {self.done}/{self.total}, {self.failed} failed{skipped}, "
            f"{pace:.0f}/s, {left:.0f} s left"
        )


def example(folder: Path, service: Service) -> Path:
    """A hundred small requests; the emulator is scripted to be busy for some of them."""
    path = folder / "requests.jsonl"
    with path.open("w", encoding="utf-8") as out:
        for number in range(1, 101):
            question = {"role": "user", "content": f"Add {number} and {number}."}
            out.write(json.dumps({"id": f"sum-{number}", "max_tokens": 64, "messages": [question]}) + "\n")
    if service.emulator is not None:
        service.emulator.push({"status": 529, "headers": {"retry-after": "1"}, "repeat": 3})
    return path


if __name__ == "__main__":
    sys.exit(main())
