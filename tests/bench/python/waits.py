"""How calls wait under a rate limit: this client beside the official SDK, in Python and in Node, in one run.

    BENCH_WORK=folder python tests/bench/python/waits.py [--languages python,node] [--only at_once,priorities]

``BENCH_WORK`` is the work folder of the shared harness: its ``run build`` installs the official SDKs there, and
``--work`` names another. The names of the SDKs are read from what it installed.

The service is in this process, because the emulator cannot change a limit while it runs. Its bucket follows the
emulator's rule: it refills continuously, from empty to full in a minute, and a refusal asks for the time until one
request is there, in whole seconds and at least one. Each row is a process of its own with a key of its own. The rows
of one client run after each other, those of the two languages side by side.

Uses the package that is installed, or the ones in the folders that ``PARLOUR_PYTHON`` and ``PARLOUR_NODE`` name. Fails
if a row of this client breaks a bound.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import json
import math
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
ROOT = HERE.parents[3]
MODEL = "svc-haiku-3-5"
ASK = {"model": MODEL, "max_tokens": 16, "messages": [{"role": "user", "content": "What is at the quay?"}]}

ANSWER = 0.3
"""Seconds until an answer comes."""
REFUSAL = 0.05
"""Seconds until a refusal comes."""
WAVE = 0.5
"""Refusals so close to a first one are one wave: half of the shortest wait that a refusal asks for."""
MANY = 1_000
"""Retries of an official SDK that is to finish all calls."""

# All at once: 50 requests are left, twelve a second come, six after the moment of halving. The last of an ideal queue
# goes after 20 s.
CALLS = 200
AT_ONCE_LIMIT = 720
AT_ONCE_LEFT = 50
HALVED_AT = 5.0

# Priorities: ten interactive calls a second where twenty requests a second come. A tenth of the allowance is left,
# which is what bulk calls leave to others.
PRIORITY_LIMIT = 1_200
PRIORITY_LEFT = 120
EVERY = 0.1
INTERACTIVE = 100
LANES = 40
LEAD = 3.0
"""Seconds of bulk calls alone, after which the measurement begins."""

WAVES = 1
USED = 0.95
OVER_IDEAL = 1.3
RISE = 0.1


@dataclass(frozen=True)
class Plan:
    """What a driver has to do."""

    peer: str
    """``parlour``, or the name of the package of the official SDK."""
    url: str
    key: str
    at: list[float]
    """When each interactive call begins, in seconds."""
    retries: int | None = None
    """If they are not the default."""
    lanes: int = 0
    """Bulk calls that are in flight all the time, until no more interactive calls begin."""


@dataclass
class Bucket:
    """The requests that one key has left."""

    limit: float
    level: float
    now: Callable[[], float]
    at: float | None = None
    """When it was last refilled; it does not refill before the first request, while a process starts."""
    accepted: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)

    def refill(self) -> float:
        """The time."""
        now = self.now()
        since = 0.0 if self.at is None else now - self.at
        self.level = min(self.level + since * self.limit / 60, self.limit)
        self.at = now
        return now

    def take(self) -> float:
        """Takes a request. Zero, or the seconds until there is one."""
        now = self.refill()
        if self.level >= 1 - 1e-6:
            self.level -= 1
            self.accepted.append(now)
            return 0.0
        self.refused.append(now)
        return (1 - self.level) * 60 / self.limit

    def halve(self) -> None:
        self.refill()
        self.limit /= 2
        self.level = min(self.level, self.limit)

    def begin(self) -> None:
        """Forgets what was before."""
        self.refill()
        self.accepted.clear()
        self.refused.clear()


class Service:
    """Answers calls as far as the bucket of their key allows."""

    def __init__(self) -> None:
        self.buckets: dict[str, Bucket] = {}

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                fields = dict(re.findall(r"(?m)^([^:\s]+): *(.*?)\r$", head.lower()))
                await reader.readexactly(int(fields["content-length"]))
                key = fields.get("x-api-key") or fields["authorization"].removeprefix("bearer ")
                writer.write(await self.answer(key))
                await writer.drain()
        writer.close()

    async def answer(self, key: str) -> bytes:
        bucket = self.buckets[key]
        wait = bucket.take()
        # The emulator, too, states what was left when it took the request.
        heads = {
            "content-type": "application/json",
            "request-id": "req_1",
            "svc-ratelimit-requests-limit": f"{bucket.limit:.0f}",
            "svc-ratelimit-requests-remaining": f"{math.floor(bucket.level)}",
        }
        if wait:
            status = "429 Too Many Requests"
            heads["retry-after"] = f"{max(1, math.ceil(wait))}"
            body: dict[str, Any] = {
                "type": "error",
                "error": {"type": "rate_limit_error", "message": "This key has used up its requests."},
            }
        else:
            status = "200 OK"
            body = {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "model": MODEL,
                "content": [{"type": "text", "text": "A lamp."}],
                "stop_reason": "end_turn",
                "stop_sequence": None,
                "usage": {"input_tokens": 9, "output_tokens": 2},
            }
        await asyncio.sleep(REFUSAL if wait else ANSWER)
        sent = json.dumps(body).encode()
        heads["content-length"] = str(len(sent))
        lines = "".join(f"{name}: {value}\r\n" for name, value in heads.items())
        return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + sent


# What a process of one row does.


def own(plan: Plan) -> Callable[[str], Awaitable[Any]]:
    """A call of this client, of a priority."""
    if "PARLOUR_PYTHON" in os.environ:
        sys.path.insert(0, os.environ["PARLOUR_PYTHON"])
    client = importlib.import_module("parlour").AsyncClient(
        base_url=plan.url, api_key=plan.key, vendor="svc", from_env=False, pacing="pace"
    )
    return lambda priority: client.messages.create(**ASK, priority=priority)


def official(plan: Plan) -> Callable[[str], Awaitable[Any]]:
    """A call of the official SDK, which knows no priorities."""
    kind = getattr(importlib.import_module(plan.peer), f"Async{plan.peer.capitalize()}")
    settings = {} if plan.retries is None else {"max_retries": plan.retries}
    client = kind(base_url=plan.url, api_key=plan.key, **settings)
    return lambda priority: client.messages.create(**ASK)


async def drive(plan: Plan) -> None:
    """Makes the calls, and prints how long each took and which failed."""
    call = own(plan) if plan.peer == "parlour" else official(plan)
    loop = asyncio.get_running_loop()
    # A process that runs already has a connection, and knows the limits as far as it looks at them.
    await call("interactive")
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    begin, spent = loop.time(), time.process_time()

    async def failure(priority: str) -> str | None:
        try:
            await call(priority)
        except Exception as error:
            return type(error).__name__
        return None

    async def timed(at: float) -> tuple[float, str | None]:
        """Measured from when it was due, so that a client that is behind does not hide it."""
        await asyncio.sleep(max(0.0, begin + at - loop.time()))
        failed = await failure("interactive")
        return loop.time() - begin - at, failed

    async def lane() -> None:
        while True:
            bulk.append(await failure("bulk"))

    bulk: list[str | None] = []
    lanes = [asyncio.create_task(lane()) for _ in range(plan.lanes)]
    waiting = asyncio.gather(*(timed(at) for at in plan.at))
    await asyncio.sleep(begin + plan.at[-1] - loop.time())
    for task in lanes:
        task.cancel()
    calls = await waiting
    print(json.dumps({"calls": calls, "bulk": bulk, "cpu": time.process_time() - spent}), flush=True)
    # Whatever a client does when it is closed has no part in the row.
    os._exit(0)


# What is measured of it.


@dataclass(frozen=True)
class Peer:
    """A client in a language."""

    language: str
    name: str
    """``parlour``, or the name of the package of the official SDK."""
    retries: int | None = None

    @property
    def is_own(self) -> bool:
        return self.name == "parlour"

    def __str__(self) -> str:
        retries = "" if self.retries is None else f", {self.retries} retries"
        return "parlour" if self.is_own else f"official SDK{retries}"


@dataclass
class Seen:
    """What came of a row, in seconds since its beginning."""

    waits: list[float]
    """Of the calls that were answered."""
    done: float
    failures: Counter[str]
    bulk: int
    """Bulk calls that were answered."""
    bulk_failures: Counter[str]
    cpu: float
    """CPU seconds of the process."""
    left: float
    """Requests that were there at the beginning."""
    accepted: list[float]
    refused: list[float]

    def quantile(self, share: float) -> float:
        return quantile(self.waits, share)

    @property
    def waves(self) -> int:
        waves, first = 0, -math.inf
        for at in self.refused:
            if at - first > WAVE:
                waves, first = waves + 1, at
        return waves


@dataclass(frozen=True)
class Result:
    """A row of a table."""

    peer: Peer
    columns: list[str]
    bounds: dict[str, bool]
    """What is wrong if a bound is broken, and whether it holds."""


def quantile(values: list[float], share: float) -> float:
    """The nearest rank."""
    if not values:
        return math.nan
    return sorted(values)[math.ceil(share * len(values)) - 1]


def offered(left: float, until: float) -> float:
    """The requests that the bucket of the calls at once had by then."""
    before = min(until, HALVED_AT) * AT_ONCE_LIMIT / 60
    return left + before + max(0.0, until - HALVED_AT) * AT_ONCE_LIMIT / 120


def ideal(left: float) -> list[float]:
    """The waits in a queue that sends each call as soon as the bucket has a request for it."""
    rate = AT_ONCE_LIMIT / 60
    waits = []
    for call in range(1, CALLS + 1):
        missing = max(0.0, call - left)
        early = min(missing, rate * HALVED_AT)
        waits.append(early / rate + (missing - early) / (rate / 2) + ANSWER)
    return waits


class Bench:
    """The service, and the processes that call it."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.service = Service()
        self.url = ""
        self.broken: list[str] = []

    def program(self, peer: Peer) -> list[str]:
        if peer.language == "node":
            return ["node", str(ROOT / "tests/bench/node/waits.mjs"), str(self.work / "node")]
        python = sys.executable if peer.is_own else str(self.work / "venv/bin/python")
        return [python, str(HERE), "drive"]

    async def row(
        self, peer: Peer, limit: float, left: float, at: list[float], *, lanes: int = 0, halved: bool = False
    ) -> Seen:
        """One process, from its start to its end."""
        loop = asyncio.get_running_loop()
        key = f"key-{len(self.service.buckets)}"
        # One more for the call before the beginning.
        bucket = self.service.buckets[key] = Bucket(limit, left + 1, loop.time)
        plan = Plan(peer.name, self.url, key, at, peer.retries, lanes)
        environment = {"PARLOUR_NODE": str(ROOT / "bindings/node"), **os.environ}
        process = await asyncio.create_subprocess_exec(
            *self.program(peer),
            json.dumps(asdict(plan)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            limit=1 << 24,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = await asyncio.wait_for(process.stdout.readline(), 60)
            assert line == b"ready\n", f"{peer.language}, {peer} did not start: {line!r}"
            bucket.begin()
            begin, there = loop.time(), bucket.level
            if halved:
                loop.call_at(begin + HALVED_AT, bucket.halve)
            process.stdin.write(b"begin\n")
            answer = json.loads(await asyncio.wait_for(process.stdout.readline(), 120))
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        calls = [(due + wait, wait, failed) for due, (wait, failed) in zip(at, answer["calls"], strict=True)]
        return Seen(
            waits=[wait for _, wait, failed in calls if failed is None],
            done=max(end for end, _, _ in calls),
            failures=Counter(failed for _, _, failed in calls if failed is not None),
            bulk=answer["bulk"].count(None),
            bulk_failures=Counter(failed for failed in answer["bulk"] if failed is not None),
            cpu=answer["cpu"],
            left=there,
            accepted=[taken - begin for taken in bucket.accepted],
            refused=[refused - begin for refused in bucket.refused],
        )

    def print_row(self, result: Result) -> None:
        """Prints a row, and keeps the bounds that it breaks."""
        peer, columns = result.peer, result.columns
        bounds = result.bounds if peer.is_own else {}
        broken = [name for name, holds in bounds.items() if not holds]
        self.broken += [f"{peer.language}, {name}" for name in broken]
        verdict = "" if not bounds else f"BROKEN: {', '.join(broken)}" if broken else "holds"
        print("| " + " | ".join([peer.language, str(peer), *columns, verdict]) + " |", flush=True)

    async def at_once(self, peer: Peer) -> Result:
        """All calls begin at once, and the allowance halves while they wait."""
        seen = await self.row(peer, AT_ONCE_LIMIT, AT_ONCE_LEFT, [0.0] * CALLS, halved=True)
        expected(peer, seen)
        over = seen.quantile(0.99) / quantile(ideal(seen.left), 0.99)
        last = seen.accepted[-1]
        used = len(seen.accepted) / offered(seen.left, last)
        # Waits of the calls that were answered: those of others say nothing beside an ideal queue.
        whole = not seen.failures
        columns = [
            f"{len(seen.refused)} in {seen.waves}",
            f"{sum(at >= HALVED_AT for at in seen.refused)}",
            f"{seen.failures.total()}",
            f"{seen.done:.1f} s",
            f"{seen.quantile(0.5):.1f} s",
            f"{seen.quantile(0.99):.1f} s",
            f"{over:.2f}x" if whole else "",
            f"{used * 100:.1f} %",
            f"{seen.cpu:.1f} s",
        ]
        bounds = {
            "a call failed": whole,
            f"more than {WAVES} wave of 429s": seen.waves <= WAVES,
            f"less than {USED:.0%} used": used >= USED,
            f"p99 more than {OVER_IDEAL}x": over <= OVER_IDEAL,
        }
        return Result(peer, columns, bounds)

    async def alone(self, peer: Peer) -> Seen:
        """Interactive calls and nothing else."""
        at = [call * EVERY for call in range(INTERACTIVE)]
        seen = await self.row(peer, PRIORITY_LIMIT, PRIORITY_LEFT, at)
        assert not seen.failures, (peer, seen.failures)
        return seen

    async def beside(self, peer: Peer, alone: Seen) -> Result:
        """The same interactive calls beside bulk calls that fill the allowance."""
        at = [LEAD + call * EVERY for call in range(INTERACTIVE)]
        seen = await self.row(peer, PRIORITY_LIMIT, PRIORITY_LEFT, at, lanes=LANES)
        expected(peer, seen)
        until = LEAD + INTERACTIVE * EVERY
        taken = sum(LEAD <= at < until for at in seen.accepted)
        used = taken / ((until - LEAD) * PRIORITY_LIMIT / 60)
        before, beside = alone.quantile(0.99), seen.quantile(0.99)
        rise = beside / before - 1
        columns = [
            f"{alone.quantile(0.5) * 1e3:.0f}, {before * 1e3:.0f} ms",
            f"{seen.quantile(0.5) * 1e3:.0f}, {beside * 1e3:.0f} ms",
            f"{rise * 100:+.1f} %",
            f"{seen.failures.total()}",
            f"{seen.bulk}, {seen.bulk_failures.total()}",
            f"{len(seen.refused)}",
            f"{used * 100:.1f} %",
            f"{seen.cpu:.1f} s",
        ]
        bounds = {
            "a call failed": not seen.failures and not seen.bulk_failures,
            f"less than {USED:.0%} used": used >= USED,
            f"p99 rises by more than {RISE:.0%}": rise <= RISE,
        }
        return Result(peer, columns, bounds)


def expected(peer: Peer, seen: Seen) -> None:
    """Only refusals make calls of the official SDK fail; else the row would say nothing about waits."""
    others = (seen.failures + seen.bulk_failures).keys() - {"RateLimitError"}
    assert peer.is_own or not others, (peer.language, str(peer), others)


def package(folder: Path) -> str:
    """The official SDK is the first of the clients that the harness has installed."""
    installed = folder / ".peers"
    if not installed.exists():
        sys.exit(f"waits: no official SDK in {folder}: `run build` of the shared harness installs it")
    first = installed.read_text().split()[0]
    return re.sub(r"(?<=.)(\[.*|==.*|@.*)$", "", first)


def heading(*columns: str) -> None:
    print("\n| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|", flush=True)


async def measure(work: Path, languages: list[str], only: list[str]) -> list[str]:
    """Prints all rows. The bounds that are broken."""
    bench = Bench(work)
    # All calls connect at once: none is to wait for a place.
    server = await asyncio.start_server(bench.service.connection, "127.0.0.1", 0, backlog=1024)
    bench.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    folders = {"python": work / "venv", "node": work / "node"}
    names = {language: package(folders[language]) for language in languages}
    # First this client in all languages, then the official SDKs, then those with many retries.
    turns = [
        [Peer(language, "parlour") for language in languages],
        [Peer(language, names[language]) for language in languages],
        [Peer(language, names[language], MANY) for language in languages],
    ]
    if "at_once" in only:
        refusals = ("429s in waves", "after the halving")
        heading("", "client", *refusals, "failed", "all done", "p50", "p99", "of ideal", "used", "CPU", "")
        # It fills a little while the call before the beginning is answered.
        queue = ideal(AT_ONCE_LEFT + ANSWER * AT_ONCE_LIMIT / 60)
        waits = [f"{wait:.1f} s" for wait in (max(queue), quantile(queue, 0.5), quantile(queue, 0.99))]
        print(
            "| "
            + " | ".join(["", "ideal queue", "0 in 0", "0", "0", *waits, "1.00x", "100 %", "", ""])
            + " |"
        )
        for peers in turns:
            for result in await asyncio.gather(*(bench.at_once(peer) for peer in peers)):
                bench.print_row(result)
    if "priorities" in only:
        phases = ("alone p50, p99", "beside bulk p50, p99", "rise")
        heading("", "client", *phases, "failed", "bulk done, failed", "429s", "used", "CPU", "")
        ours, theirs, _ = turns
        for peers, rows in ((ours, turns[:1]), (theirs, turns[1:])):
            alone = await asyncio.gather(*(bench.alone(peer) for peer in peers))
            for row in rows:
                pairs = zip(row, alone, strict=True)
                for result in await asyncio.gather(*(bench.beside(*pair) for pair in pairs)):
                    bench.print_row(result)
    server.close()
    return bench.broken


def main() -> None:
    if sys.argv[1:2] == ["drive"]:
        asyncio.run(drive(Plan(**json.loads(sys.argv[2]))))
        return
    parser = argparse.ArgumentParser(description="How calls wait under a rate limit.")
    parser.add_argument("--work", type=Path, default=os.environ.get("BENCH_WORK"))
    parser.add_argument("--languages", default="python,node")
    parser.add_argument("--only", default="at_once,priorities")
    given = parser.parse_args()
    if given.work is None:
        parser.error("BENCH_WORK or --work has to name the work folder of the shared harness")
    broken = asyncio.run(measure(given.work, given.languages.split(","), given.only.split(",")))
    if broken:
        sys.exit(f"BROKEN: {'; '.join(broken)}")


main()
