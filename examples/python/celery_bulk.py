"""Runs a file of requests on any number of machines with Celery: each id has one result, although workers
are killed and messages are delivered twice.

The file is that of ``bulk.py``: one request a line, with an ``id`` besides. Redis or Valkey is the broker,
keeps the results until they are collected, and lets all workers share the rate limits of the key. Wants
``pip install 'celery[redis]'``. On one machine or on many, the commands are the same; only addresses change:

    export BULK_STORE=redis://127.0.0.1:6379      # everywhere; with the variables of the service, or of a preset
    celery --workdir examples/python --app celery_bulk worker --concurrency 8           # on each machine
    python examples/python/celery_bulk.py nightly requests.jsonl results.jsonl          # on one of them

With ``--pool threads --concurrency 64`` a worker is one process that has 64 requests in flight.

"Once" is said of results. The answer to a request whose worker was killed is lost: the request is sent again,
and billed again. So is one that two workers have in their hands at the same time; the result that is there
first stays.
"""

# Celery has no types.
# pyright: basic

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import redis
from celery import Celery

from bulk import Bar, read
from parlour import APIError, Client, ConfigError

T = TypeVar("T")
STORE = os.environ.get("BULK_STORE", "").strip()
if not STORE:
    raise SystemExit("error: no store: set BULK_STORE to the address of a Redis or Valkey server")
MODEL = os.environ.get("PARLOUR_MODEL", "").strip() or "svc-haiku-3-5"
LONGEST = 600
"""Seconds after which the client ends a call, its retries and its waits for the limits included."""
PART = 200
"""Results that are looked up at once."""
TASK = "bulk.ask"
"""The same name in the workers, which import this file, and where it is the program."""

# What is unix:///path for others is redis+socket:///path for Celery. If the broker is another server, or has
# options in its address, CELERY_BROKER_URL names it: Celery prefers that itself.
app = Celery("bulk", broker=STORE.replace("unix://", "redis+socket://", 1))
app.conf.update(
    # A message leaves the queue when its result is stored, not when a worker takes it.
    task_acks_late=True,
    # A process of the pool that is killed: its worker puts the message back at once. A request that kills
    # whoever has it would go round for ever.
    task_reject_on_worker_lost=True,
    # A whole worker that is killed: the broker gives its messages to others after this time. It is longer than
    # any call, or the same request would go to a second worker while the first is at it.
    broker_transport_options={"visibility_timeout": 2 * LONGEST},
    # No message waits behind a long one in a worker while another is idle.
    worker_prefetch_multiplier=1,
    # Results are stored below: Celery's own are overwritten when a message is delivered twice, and they expire.
    task_ignore_result=True,
    broker_connection_retry_on_startup=True,
)

store = redis.Redis.from_url(STORE, decode_responses=True)
_client: Client | None = None
_making = threading.Lock()


def client() -> Client:
    """The one of this process, made when it is needed: the process that hands out the work needs no key."""
    global _client  # noqa: PLW0603
    with _making:
        if _client is None:
            # Interactive programs that share the key go before.
            _client = Client(limits=STORE, priority="bulk", total_timeout=LONGEST)
        return _client


def key(job: str) -> str:
    """Where the results of a job are: a hash, from ids to lines."""
    return f"bulk:{job}"


def field(request: dict[str, Any]) -> str:
    """The id as JSON: the number 1 and the text "1" are two."""
    return json.dumps(request["id"])


# A machine without a key, or a store that is away for a while, is nothing that the request has done.
@app.task(  # type: ignore[untyped-decorator]
    name=TASK,
    autoretry_for=(ConfigError, redis.RedisError),
    retry_backoff=True,
    retry_backoff_max=60,
    max_retries=None,
)
def ask(job: str, request: dict[str, Any]) -> None:
    """Sends a request, and stores its result unless there is one."""
    if store.hexists(key(job), field(request)):
        # Delivered again: the worker was killed behind the last line, or the job was started twice.
        return
    line: dict[str, Any] = {"id": request["id"]}
    try:
        asked = {name: value for name, value in request.items() if name != "id"}
        line["message"] = client().messages.create(asked).to_dict()
    except APIError as error:
        line["error"] = {"kind": error.kind, "message": error.message, "request_id": error.request_id}
    # The first one stays, whoever else is at the same request.
    store.hsetnx(key(job), field(request), json.dumps(line, ensure_ascii=False))


def main() -> int:
    """Reads the command line; 1 if a request failed."""
    parser = argparse.ArgumentParser(description="Runs a file of requests with the workers of Celery.")
    parser.add_argument("job", help="a name: the same name goes on where it was, another one begins anew")
    parser.add_argument("requests", type=Path, help="JSON Lines")
    parser.add_argument("results", type=Path, help="JSON Lines; written when all are there")
    words = parser.parse_args()
    fields = [field(request) for request in read(words.requests)]
    if len(set(fields)) < len(fields):
        raise SystemExit(f"error: {words.requests} has an id more than once")
    sent = send(words.job, words.requests)
    print(f"{sent} of {len(fields)} requests are in the queue", flush=True)
    failed = collect(words.job, fields, words.results)
    print(f"{len(fields)} results in {words.results.name}, {failed} failed")
    return 1 if failed else 0


def send(job: str, source: Path) -> int:
    """Puts the requests without a message into the queue. Returns how many."""
    sent = 0
    for part in parts(read(source)):
        lines = stored(job, [field(request) for request in part])
        for request, line in zip(part, lines, strict=True):
            if line is not None:
                if "message" in json.loads(line):
                    continue
                store.hdel(key(job), field(request))
            # Those that are still in the queue from an earlier start are there twice now. The second delivery
            # finds the result of the first.
            app.send_task(TASK, [job, {"model": MODEL, "max_tokens": 256} | request])
            sent += 1
    return sent


def collect(job: str, fields: list[str], target: Path) -> int:
    """Waits for all results, and writes them in the order of the requests. Returns how many failed.

    They stay in the store, so that messages that are delivered late find them. When the queue is empty,
    ``redis-cli DEL bulk:<job>`` removes them.
    """
    # The file is whole, or it is not there.
    unfinished = target.with_name(target.name + ".part")
    bar = Bar(len(fields), already=0)
    with unfinished.open("w", encoding="utf-8") as out:
        for names in parts(fields):
            while None in (lines := stored(job, names)):
                time.sleep(0.2)
            for line in lines:
                out.write(f"{line}\n")
                bar.step(failed="error" in json.loads(line))
    bar.end()
    unfinished.replace(target)
    return bar.failed


def stored(job: str, names: list[str]) -> list[Any]:
    """The lines of these ids, with None where there is none yet."""
    return list(store.hmget(key(job), names))


def parts(values: Iterable[T]) -> Iterator[list[T]]:
    """The values in lists of a bounded length."""
    rest = iter(values)
    while part := list(islice(rest, PART)):
        yield part


if __name__ == "__main__":
    sys.exit(main())
