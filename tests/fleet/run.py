"""Processes in two languages that share the limits of one key through a real store: hardly a request is refused, a
process that is killed holds nobody up, and a store that is gone costs no call.

Arguments: the emulator, the Valkey server, and with ``--measure`` a fleet of eight with figures. Python is this one,
with the built package; Node is found in the path.
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
from pathlib import Path
from typing import Any

from encrypted import Proxy
from store import Store, wait_for

HERE = Path(__file__).parent
LIMIT = 240
"""Requests a minute: as many at once, and four a second."""


@contextmanager
def emulator(program: str, limit: int) -> Iterator[str]:
    process = subprocess.Popen(
        [program, "--rpm", str(limit), "--any-model"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()


class Fleet:
    """Processes that wait for a word to begin."""

    def __init__(
        self,
        languages: list[str],
        folder: Path,
        service: str,
        store: Store,
        *,
        calls: int,
        limit: int,
    ) -> None:
        self.logs = [folder / f"calls.{at}.jsonl" for at in range(len(languages))]
        self.processes = []
        programs = {
            "python": [sys.executable, str(HERE / "worker.py")],
            "node": ["node", str(HERE / "worker.mjs")],
        }
        for language, log in zip(languages, self.logs, strict=True):
            program = programs[language]
            arguments = [service, store.address, str(calls), str(log), str(limit)]
            process = subprocess.Popen(
                [*program, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self.processes.append(process)
        for process in self.processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"

    def begin(self) -> None:
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.write("begin\n")
            process.stdin.flush()

    def ended(self) -> list[dict[str, Any]]:
        """The calls that ended so far."""
        lines = [log.read_text().splitlines() for log in self.logs if log.exists()]
        return [json.loads(line) for each in lines for line in each if line.endswith("}")]

    def end(self, killed: tuple[int, ...] = ()) -> list[dict[str, Any]]:
        for at, process in enumerate(self.processes):
            code = process.wait(timeout=300)
            assert code == (-signal.SIGKILL if at in killed else 0), (at, code)
        return self.ended()


def check(calls: list[dict[str, Any]], expected: int) -> int:
    """All succeeded. Returns how many requests were refused."""
    failed = [call for call in calls if call["outcome"] != "completed"]
    assert not failed, failed[:3]
    assert len(calls) >= expected, (len(calls), expected)
    return sum(call["attempts"] - 1 for call in calls)


def shared(program: str, store: Store, folder: Path) -> None:
    """Each call succeeds, and the limit is met by few or none."""
    with emulator(program, LIMIT) as service:
        fleet = Fleet(["python", "node"] * 2, folder, service, store, calls=66, limit=LIMIT)
        began = time.monotonic()
        fleet.begin()
        calls = fleet.end()
        refused = check(calls, 264)
        took = time.monotonic() - began
    # None on a quiet machine.
    assert refused <= len(calls) / 10, f"{refused} of {len(calls)} requests were refused"
    # Four processes with limits of their own would be done at once, and be refused.
    assert took > 5, took
    print(f"shared: {len(calls)} calls of 4 processes in {took:.1f} s, {refused} refused")


def killed(program: str, store: Store, folder: Path) -> None:
    """A process dies with what it holds, and then the store; the others go on, at the end with the store again."""
    with emulator(program, LIMIT) as service:
        fleet = Fleet(["python", "node", "node"], folder, service, store, calls=130, limit=LIMIT)
        fleet.begin()
        wait_for(lambda: len(fleet.ended()) >= 40)
        fleet.processes[2].kill()
        wait_for(lambda: len(fleet.ended()) >= 80)
        store.stop()
        before = len(fleet.ended())
        wait_for(lambda: len(fleet.ended()) >= before + 20)
        store.start()
        calls = fleet.end(killed=(2,))
        refused = check(calls, 260)
    print(
        f"killed: {len(calls)} calls, {refused} refused, without a process and for a time without the store"
    )


def ends(program: str, store: Store, folder: Path) -> None:
    """A client that ends gives back what it holds, and a forked child is a process of its own."""
    with emulator(program, 6_000) as service:
        subprocess.run(
            [sys.executable, str(HERE / "ends.py"), service, store.address],
            check=True,
            timeout=120,
        )


def encrypted(program: str, store: Store, folder: Path) -> None:
    """The store is reached through TLS by those who trust its certificate, and by nobody else."""
    proxy = Proxy(store.socket, folder)
    with emulator(program, 6_000) as service:
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


def spending(program: str, store: Store, folder: Path) -> None:
    """Processes in two languages spend one limit: together no more than it, and nearly all of it."""
    tokens = 4_000
    with emulator(program, 60_000) as service:
        programs = [[sys.executable, str(HERE / "spend.py")], ["node", str(HERE / "spend.mjs")]] * 2
        processes = [
            subprocess.Popen(
                [*program, service, store.address, str(tokens)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for program in programs
        ]

        def said() -> list[str]:
            return [process.stdout.readline() for process in processes if process.stdout]

        def say(word: str) -> None:
            for process in processes:
                assert process.stdin is not None
                process.stdin.write(f"{word}\n")
                process.stdin.flush()

        assert said() == ["ready\n"] * 4
        say("begin")
        spent = [json.loads(line) for line in said()]
        assert all(one["subkind"] == "spending" and one["used"] > 0 for one in spent), spent
        used = sum(one["used"] for one in spent)
        # The last call of each needs room for all of its `max_tokens`.
        assert tokens - 4 * 40 <= used <= tokens, spent
        # Each learns what all used.
        say(str(used))
        assert said() == ["known\n"] * 4
        assert [process.wait(timeout=60) for process in processes] == [0] * 4
    print(f"spending: {used} of {tokens} tokens used by 4 processes: {[one['used'] for one in spent]}")


def measure(program: str, store: Store, folder: Path) -> None:
    """Eight processes on one key: how much of the limit they use, and how many requests are refused."""
    limit, calls = 1200, 250
    with emulator(program, limit) as service:
        fleet = Fleet(["python", "node"] * 4, folder, service, store, calls=calls, limit=limit)
        began = time.monotonic()
        fleet.begin()
        ended = fleet.end()
        took = time.monotonic() - began
    refused = check(ended, 8 * calls)
    twice = sum(call["attempts"] > 2 for call in ended)
    allowed = limit + took * limit / 60
    print(
        f"{len(ended)} calls of 8 processes in {took:.1f} s: {100 * len(ended) / allowed:.1f} % of the limit used,"
    )
    print(f"{100 * refused / len(ended):.2f} % of the requests refused, {twice} calls more than once")


def main() -> None:
    program, server = (os.path.abspath(path) for path in sys.argv[1:3])
    steps = [measure] if "--measure" in sys.argv else [shared, killed, ends, encrypted, spending]
    for step in steps:
        with tempfile.TemporaryDirectory() as name:
            store = Store(server, Path(name))
            try:
                step(program, store, Path(name))
            finally:
                store.stop()


main()
