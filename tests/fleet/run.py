"""Processes in four languages that share the limits of one key through a real store: hardly a request is refused, a
process that is killed holds nobody up, and a store that is gone costs no call: each goes on with an equal share.

Arguments: the emulator, the Valkey server, the folder of the C library, and with ``--measure`` one longer run for
figures. Python is this one, with the built package; Node and the compilers of C and C++ are found in the path.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

from encrypted import Proxy
from programs import LANGUAGES, Programs
from store import Store, wait_for

HERE = Path(__file__).parent
ENDLESS = 100_000
"""More calls than a process makes before it is killed."""


class Place(NamedTuple):
    """What each step has: programs, and a store and a folder of its own."""

    emulator: str
    programs: Programs
    store: Store
    folder: Path


@contextmanager
def emulator(program: str, limit: int, *more: str) -> Iterator[str]:
    process = subprocess.Popen(
        [program, "--rpm", str(limit), "--any-model", *more], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()


class Processes:
    """Programs that read words and print lines. Those that still run at the end of the block are killed."""

    def __init__(self, commands: list[list[str]]) -> None:
        self.processes = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for command in commands
        ]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
            process.wait()

    def say(self, word: str) -> None:
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.write(f"{word}\n")
            process.stdin.flush()

    def said(self) -> list[str]:
        """The next line of each."""
        return [process.stdout.readline() for process in self.processes if process.stdout]

    def begin(self) -> float:
        """Has all begin when all are ready. Returns that time."""
        assert self.said() == ["ready\n"] * len(self.processes)
        began = time.monotonic()
        self.say("begin")
        return began

    def succeed(self) -> None:
        """Waits until all have ended by themselves."""
        assert [process.wait(timeout=300) for process in self.processes] == [0] * len(self.processes)


class Fleet(Processes):
    """Processes of these languages that make calls with one key."""

    def __init__(self, languages: list[str], place: Place, service: str, *, calls: int, limit: int) -> None:
        self.logs = [place.folder / f"calls.{at}.jsonl" for at in range(len(languages))]
        super().__init__(
            [
                [
                    *place.programs.command("worker", language),
                    *(service, place.store.address, str(calls), str(log), str(limit)),
                ]
                for language, log in zip(languages, self.logs, strict=True)
            ]
        )

    def counts(self) -> list[int]:
        """How many calls of each process ended so far."""
        return [log.read_bytes().count(b"\n") if log.exists() else 0 for log in self.logs]

    def wait_for(self, calls: int) -> None:
        """Until so many calls have ended, of all processes together."""
        wait_for(lambda: sum(self.counts()) >= calls)

    def ended(self) -> list[dict[str, Any]]:
        """The calls that ended so far."""
        lines = [log.read_text().splitlines() for log in self.logs if log.exists()]
        return [json.loads(line) for each in lines for line in each if line.endswith("}")]

    def kill(self, at: int) -> None:
        self.processes[at].kill()
        assert self.processes[at].wait() == -signal.SIGKILL

    def is_running(self) -> list[bool]:
        return [process.poll() is None for process in self.processes]


def check(calls: list[dict[str, Any]], expected: int) -> int:
    """All succeeded. Returns how many requests were refused."""
    failed = [call for call in calls if call["outcome"] != "completed"]
    assert not failed, failed[:3]
    assert len(calls) >= expected, (len(calls), expected)
    return sum(call["attempts"] - 1 for call in calls)


def shared(place: Place, *, limit: int = 240, calls: int = 36) -> None:
    """Eight processes on one key use all of its limit, in requests a minute, and hardly more."""
    with (
        emulator(place.emulator, limit) as service,
        Fleet(LANGUAGES * 2, place, service, calls=calls, limit=limit) as fleet,
    ):
        began = fleet.begin()
        fleet.succeed()
        took = time.monotonic() - began
        ended = fleet.ended()
    refused = check(ended, 8 * calls)
    # As many at once as in a minute, and what comes back in the meantime.
    allowed = limit + took * limit / 60
    used = 100 * len(ended) / allowed
    print(
        f"shared: {len(ended)} calls of 8 processes in {took:.1f} s, {used:.1f} % of the limit used, {refused} refused"
    )
    assert len(ended) + refused <= 1.02 * allowed, refused
    assert used >= 95, used
    assert all(call["attempts"] <= 2 for call in ended), "a call was refused twice"


def alone(place: Place) -> None:
    """Without the store each process goes on with an equal share, and when it is back with all of the limit."""
    limit = 480
    with (
        emulator(place.emulator, limit) as service,
        Fleet(LANGUAGES * 2, place, service, calls=ENDLESS, limit=limit) as fleet,
    ):
        began = fleet.begin()
        # What may be sent at once is gone, and each has heard from the store since all are there.
        fleet.wait_for(limit + 24)
        place.store.stop()
        before = fleet.counts()
        fleet.wait_for(sum(before) + 64)
        shares = [now - then for now, then in zip(fleet.counts(), before, strict=True)]
        place.store.start()
        fleet.wait_for(sum(before) + sum(shares) + 24)
        ended, took = fleet.ended(), time.monotonic() - began
        assert fleet.is_running() == [True] * 8
    refused = check(ended, limit + 24 + 64 + 24)
    print(f"alone: {shares} calls of 8 processes without the store, {refused} refused")
    # Those that notice it first also use what nobody used until then.
    assert min(shares) >= sum(shares) / 8 / 2, shares
    assert len(ended) + refused <= 1.02 * (limit + took * limit / 60), refused


def killed(place: Place) -> None:
    """A process dies with what it holds, and then the store; the others go on, at the end with the store again."""
    limit = 240
    with (
        emulator(place.emulator, limit) as service,
        Fleet([*LANGUAGES, "c"], place, service, calls=ENDLESS, limit=limit) as fleet,
    ):
        fleet.begin()
        fleet.wait_for(40)
        fleet.kill(4)
        fleet.wait_for(80)
        place.store.stop()
        fleet.wait_for(sum(fleet.counts()) + 20)
        place.store.start()
        fleet.wait_for(260)
        calls = fleet.ended()
        assert fleet.is_running() == [True] * 4 + [False]
    refused = check(calls, 260)
    print(
        f"killed: {len(calls)} calls, {refused} refused, without a process and for a time without the store"
    )


def ends(place: Place) -> None:
    """A client that ends gives back what it holds, and a forked child is a process of its own."""
    with emulator(place.emulator, 6_000) as service:
        subprocess.run(
            [sys.executable, str(HERE / "ends.py"), service, place.store.address],
            check=True,
            timeout=120,
        )


def encrypted(place: Place) -> None:
    """The store is reached through TLS by those who trust its certificate, and by nobody else."""
    proxy = Proxy(place.store.socket, place.folder)
    with emulator(place.emulator, 6_000) as service:
        command = [sys.executable, str(HERE / "ends.py"), service, proxy.address]
        for trusted in (True, False):
            unset = {name: value for name, value in os.environ.items() if name != "SSL_CERT_FILE"}
            environment = unset | ({"SSL_CERT_FILE": str(proxy.authority)} if trusted else {})
            ended = subprocess.run(
                command, check=False, env=environment, timeout=120, capture_output=True, text=True
            )
            assert (ended.returncode == 0) is trusted, ended.stderr
            assert trusted or "each client counts" in ended.stderr, ended.stderr
    print("encrypted: the store is reached through TLS")


def spending(place: Place) -> None:
    """Processes in four languages spend one limit: together no more than it, and nearly all of it."""
    # Enough for calls of each, however late one begins.
    tokens = 12_000
    with (
        emulator(place.emulator, 60_000) as service,
        Processes(
            [
                [*place.programs.command("spend", language), service, place.store.address, str(tokens)]
                for language in LANGUAGES
            ]
        ) as processes,
    ):
        processes.begin()
        spent = [json.loads(line) for line in processes.said()]
        assert all(one["subkind"] == "spending" and one["used"] > 0 for one in spent), spent
        used = sum(one["used"] for one in spent)
        # The last call of each needs room for all of its `max_tokens`.
        assert tokens - 4 * 40 <= used <= tokens, spent
        # Each learns what all used.
        processes.say(str(used))
        assert processes.said() == ["known\n"] * 4
        processes.succeed()
    print(f"spending: {used} of {tokens} tokens used by 4 processes: {[one['used'] for one in spent]}")


def prefix(place: Place) -> None:
    """Of processes that ask about one long prompt at once, one writes it to the prompt cache."""
    script = place.folder / "slow.json"
    # All have asked before the first answer begins.
    script.write_text(json.dumps([{"default": True, "delay_ms": 500, "repeat": 0}]))
    languages = ["python", "node"] * 2
    with (
        emulator(place.emulator, 60_000, "--script", str(script)) as service,
        Processes(
            [
                [*place.programs.command("prefix", language), service, place.store.address]
                for language in languages
            ]
        ) as processes,
    ):
        processes.begin()
        used = [json.loads(line) for line in processes.said()]
        # The ledgers of all are added up.
        processes.say(str(8 * len(languages)))
        known = processes.said()
        processes.succeed()
    assert known == [f"{sum(one['read'] for one in used)}\n"] * len(languages), known
    written = [one["written"] for one in used if one["written"]]
    assert len(written) == 1, used
    assert written[0] > 4000, used
    assert sum(one["read"] for one in used) == written[0] * (8 * len(languages) - 1), used
    print(f"prefix: {written[0]} tokens written once by {len(languages)} processes")


def main() -> None:
    program, server, library = (os.path.abspath(path) for path in sys.argv[1:4])
    steps = [shared, killed, alone, ends, encrypted, spending, prefix]
    if "--measure" in sys.argv:
        steps = [partial(shared, limit=1200, calls=250)]
    with tempfile.TemporaryDirectory() as built:
        programs = Programs(Path(library), Path(built))
        for step in steps:
            with tempfile.TemporaryDirectory() as name:
                store = Store(server, Path(name))
                try:
                    step(Place(program, programs, store, Path(name)))
                finally:
                    store.stop()


main()
