"""Runs a file of requests on any number of machines with Ray: each id has one result, although workers are
killed.

The file and the results are those of ``bulk.py``: one request a line, with an ``id`` besides. This process
hands the requests to actors, takes each result once, and is the only one that writes. It may be killed too:
run again, it goes on with the missing ones. Wants ``pip install ray``. On one machine or on many, the command
is the same; only addresses change:

    python examples/python/ray_bulk.py                                # an example of its own making, here
    export BULK_STORE=redis://10.0.0.6:6379                           # on each machine, before `ray start`
    RAY_ADDRESS=10.0.0.5:6379 python examples/python/ray_bulk.py requests.jsonl results.jsonl --workers 32

With ``BULK_STORE``, a Redis or Valkey server, all actors share the rate limits of the key. Each actor reads
this variable and the key in the environment of its machine: what a job hands to Ray can be seen by all who
see its dashboard.

"Once" is said of results. The answers to requests whose worker, or this process, was killed are lost: the
requests are sent again, and billed again. A request that failed is sent again at the next start; the line of
the failure stays before that of the message.
"""

# Checkers of types run where Ray is not installed.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import argparse
import fcntl
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ray
from ray.util import ActorPool

from bulk import Bar, example, finished, read
from parlour import APIError, AsyncClient
from service import Service, connect

AT_ONCE = 16
"""Requests that an actor has in flight."""


class Asker:
    """A process with one client."""

    def __init__(self, service: dict[str, Any]) -> None:
        store = os.environ.get("BULK_STORE", "").strip()
        shared: dict[str, Any] = {"limits": store} if store else {}
        # Interactive programs that share the key go before.
        self._client = AsyncClient(**service, **shared, priority="bulk")

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The line of the results for this request."""
        name = request["id"]
        asked = {field: value for field, value in request.items() if field != "id"}
        try:
            return {"id": name, "message": (await self._client.messages.create(asked)).to_dict()}
        except APIError as error:
            what = {"kind": error.kind, "message": error.message, "request_id": error.request_id}
            return {"id": name, "error": what}


def main() -> int:
    """Reads the command line; 1 if a request failed."""
    parser = argparse.ArgumentParser(description="Runs a file of requests with actors of Ray.")
    parser.add_argument("requests", type=Path, nargs="?", help="JSON Lines; without it an example is made")
    parser.add_argument("results", type=Path, nargs="?", help="JSON Lines; default: beside the requests")
    parser.add_argument("--workers", type=int, default=2, help="actors, each a process (2)")
    words = parser.parse_args()
    source: Path | None = words.requests
    # RAY_ADDRESS names a cluster; without it one is started on this machine, and ends with this program.
    with connect() as service, tempfile.TemporaryDirectory() as scratch, ray.init():
        print(f"Talking to {service}")
        if source is None:
            source = example(Path(scratch), service)
        target: Path = words.results or source.with_suffix(".results.jsonl")
        failed = run(service, source, target, words.workers)
        print(f"{len(finished(target))} results in {target.name}, {failed} failed now")
    return 1 if failed else 0


def run(service: Service, source: Path, target: Path, workers: int) -> int:
    """Sends the requests without a result. Returns how many failed."""
    with target.open("a", encoding="utf-8") as out:
        # Two that write would each write every id.
        try:
            fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(f"error: another process writes {target}") from None
        done = finished(target)
        bar = Bar(sum(request["id"] not in done for request in read(source)), already=len(done))

        def write(line: dict[str, Any]) -> None:
            # A line goes out whole, so that a stop loses nothing but what was in flight.
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            out.flush()
            bar.step(failed="error" in line)

        # An actor whose process or machine is killed is started again, on another machine if need be, and the
        # calls that it had are made again. A request that kills whoever has it would go round for ever.
        options = {"max_restarts": -1, "max_task_retries": -1, "scheduling_strategy": "SPREAD"}
        actor = ray.remote(max_concurrency=AT_ONCE, **options)(Asker)
        askers = [actor.remote(settings(service)) for _ in range(workers)]
        # The pool gives an actor one call for each time that it has it.
        pool = ActorPool(askers * AT_ONCE)
        for request in missing(source, done):
            if not pool.has_free():
                write(pool.get_next_unordered())
            pool.submit(
                lambda asker, asked: asker.ask.remote(asked),
                {"model": service.model, "max_tokens": 256} | request,
            )
        while pool.has_next():
            write(pool.get_next_unordered())
    bar.end()
    return bar.failed


def missing(source: Path, done: set[Any]) -> Iterator[dict[str, Any]]:
    """The requests to send, each id once though the file may have it twice."""
    taken = set(done)
    for request in read(source):
        if request["id"] not in taken:
            taken.add(request["id"])
            yield request


def settings(service: Service) -> dict[str, Any]:
    """What an actor cannot know from its environment: the address of an emulator in this process."""
    if service.emulator is None:
        return {}
    emulator = service.emulator
    return {"base_url": emulator.url, "api_key": emulator.api_key, "vendor": "svc", "from_env": False}


if __name__ == "__main__":
    sys.exit(main())
