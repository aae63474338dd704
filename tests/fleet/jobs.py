"""The examples of jobs on many machines, with workers, and the process that hands out the work, killed in the middle:
each id has one result in the end, none is missing, and no answer belongs to another id.

Arguments: ``celery`` or ``ray``, and the Valkey server. Python is this one, with that library and the built package.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import redis

from parlour.testing import Emulator
from store import Store, wait_for

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "python"
IDS = [f"row-{number}" for number in range(160)]
QUICKLY = {"delay_ms": 100}
"""An answer of the service, with a middle to be killed in."""


class Processes:
    """Those of one test. Each has a mark in its environment, and so have its children: a process whose parent was
    killed is found by it."""

    def __init__(self, folder: Path, service: Emulator, store: Store) -> None:
        self._folder = folder
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "FLEET_MARK": str(folder),
            "PARLOUR_BASE_URL": service.url,
            "PARLOUR_API_KEY": service.api_key,
            "PARLOUR_VENDOR": "svc",
            "PARLOUR_MODEL": "svc-haiku-3-5",
            "BULK_STORE": store.address,
            # Ray: on the loopback device, in this folder, and without a word to its makers.
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
            "RAY_TMPDIR": str(folder),
            "RAY_USAGE_STATS_ENABLED": "0",
        }

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """A process of this Python, in a group of its own, with a log that is shown if the test fails."""
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, *command],
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment,
                start_new_session=True,
            )

    def marked(self) -> list[psutil.Process]:
        """All that are alive."""
        return [process for process in psutil.process_iter() if self._is_ours(process)]

    def _is_ours(self, process: psutil.Process) -> bool:
        try:
            return bool(process.environ().get("FLEET_MARK") == self._environment["FLEET_MARK"])
        except psutil.Error:
            # Somebody else's, or a zombie.
            return False

    def actors(self) -> list[psutil.Process]:
        """Those of Ray that have begun; it writes their class into the command line."""
        found = []
        for process in self.marked():
            with contextlib.suppress(psutil.Error):
                if process.cmdline()[:1] and process.cmdline()[0].startswith("ray::Asker"):
                    found.append(process)
        return found

    def end(self) -> None:
        """Kills what is left."""

        def is_gone() -> bool:
            left = self.marked()
            for process in left:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            return not left

        wait_for(is_gone)

    def log(self) -> str:
        return (self._folder / "log").read_text(errors="replace")


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """As if its machine had lost power."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Whole lines alone: a process may be writing the last one."""
    whole = path.read_text().rpartition("\n")[0] if path.exists() else ""
    return [json.loads(line) for line in whole.splitlines()]


def requests(folder: Path) -> Path:
    path = folder / "requests.jsonl"
    with path.open("w") as out:
        for name in IDS:
            question = {"role": "user", "content": f"Say {name}"}
            out.write(json.dumps({"id": name, "max_tokens": 64, "messages": [question]}) + "\n")
    return path


def check(lines: list[dict[str, Any]]) -> None:
    """Each id once, with its own answer."""
    assert sorted(line["id"] for line in lines) == sorted(IDS), [line["id"] for line in lines]
    for line in lines:
        assert line["message"]["content"][0]["text"] == line["id"], line


def sent(service: Emulator) -> int:
    """How many messages were asked for."""
    return sum(request.path == "/v1/messages" for request in service.requests)


def celery(processes: Processes, service: Emulator, store: Store, folder: Path) -> None:
    """A process of a pool is killed, then what hands out the work, then a whole worker, and another one comes."""
    values = redis.Redis.from_url(store.address, decode_responses=True)
    results = folder / "results.jsonl"

    def worker() -> subprocess.Popen[bytes]:
        options = ["--concurrency", "2", "--without-mingle", "--without-gossip", "--without-heartbeat"]
        return processes.start(
            *["-m", "celery", "--workdir", str(EXAMPLES), "--app", "celery_bulk", "worker", *options]
        )

    def job() -> subprocess.Popen[bytes]:
        return processes.start(
            str(EXAMPLES / "celery_bulk.py"), "rows", str(folder / "requests.jsonl"), str(results)
        )

    def done() -> int:
        return int(values.hlen("bulk:rows"))

    def in_hand() -> list[Any]:
        """The messages that workers have taken and not yet acknowledged."""
        return list(values.zrange("unacked_index", 0, -1))

    def are_queued(times: int) -> bool:
        return processes.log().count(f"{len(IDS)} of {len(IDS)} requests are in the queue") == times

    first = job()
    wait_for(lambda: are_queued(1))
    kill_group(first)
    # Sends all once more: the queue has two messages for each id.
    second = job()
    wait_for(lambda: are_queued(2))
    workers = [worker(), worker()]
    wait_for(lambda: done() >= 20)
    killed = 0

    def lost() -> bool:
        """Whether a process was killed that had a message; an idle one proves nothing."""
        nonlocal killed
        if killed == processes.log().count("exited with 'signal 9 (SIGKILL)'"):
            psutil.Process(workers[0].pid).children()[0].kill()
            killed += 1
        return "WorkerLostError" in processes.log()

    wait_for(lost)
    # The worker has put back what the process had, and starts another process.
    wait_for(lambda: done() >= 60)
    kill_group(workers[1])
    wait_for(lambda: done() >= 90)
    assert in_hand()
    # What the dead worker had is still in nobody's hands. To the broker it is as if years had passed, so that the next
    # worker to start takes it at once; and it takes what the worker that lives is at, too.
    for name in in_hand():
        values.zadd("unacked_index", {name: 0}, xx=True)
    workers.append(worker())
    assert second.wait(timeout=240) == 0
    lines = lines_of(results)
    check(lines)
    needed = sent(service)
    # Those that are delivered after the end change nothing, and are not sent: but for those in hand just now.
    wait_for(lambda: values.llen("celery") == 0 and not in_hand())
    kept = [json.loads(line) for line in values.hvals("bulk:rows")]
    assert sorted(kept, key=str) == sorted(lines, key=str)
    assert sent(service) <= needed + 2 * len(workers), "requests were sent that had a result"
    # Of 320 messages, those alone were sent twice that were in hand at a death, or in two hands.
    assert needed < 1.25 * len(IDS), needed
    print(f"celery: {len(lines)} results of {needed} requests and {2 * len(IDS)} messages, each id once")


def ray(processes: Processes, service: Emulator, store: Store, folder: Path) -> None:
    """Actors are killed, and the process that hands out the work with all that it had started."""
    results = folder / "results.jsonl"

    def job() -> subprocess.Popen[bytes]:
        program = str(EXAMPLES / "ray_bulk.py")
        return processes.start(program, str(folder / "requests.jsonl"), str(results))

    def answer(count: int) -> None:
        """So many from now on, and to the other requests none: nothing ends before it is killed."""
        service.script([QUICKLY | {"repeat": count}, {"delay_ms": 3_600_000, "repeat": 0}])

    answer(110)
    first = job()
    wait_for(lambda: len(lines_of(results)) >= 20)
    processes.actors()[0].kill()
    wait_for(lambda: len(lines_of(results)) >= 60)
    kill_group(first)
    processes.end()
    before = len(lines_of(results))
    answer(30)
    second = job()
    wait_for(lambda: len(lines_of(results)) >= before + 10)
    service.script([QUICKLY | {"repeat": 0}])
    # Both: each waits for answers that do not come.
    for actor in processes.actors():
        actor.kill()
    assert second.wait(timeout=240) == 0
    lines = lines_of(results)
    check(lines)
    print(f"ray: {len(lines)} results of {sent(service)} requests, each id once")


def main() -> None:
    step: Callable[[Processes, Emulator, Store, Path], None] = {"celery": celery, "ray": ray}[sys.argv[1]]
    began = time.monotonic()
    # Short: sockets lie in it.
    with tempfile.TemporaryDirectory(prefix="fleet") as name, Emulator(requests_per_minute=6_000) as service:
        folder = Path(name)
        service.push(QUICKLY | {"repeat": 0})
        requests(folder)
        store = Store(os.path.abspath(sys.argv[2]), folder)
        processes = Processes(folder, service, store)
        try:
            step(processes, service, store, folder)
            shared = redis.Redis.from_url(store.address).keys("parlour:*:limits")
            assert shared, "the workers do not share their limits"
        except BaseException:
            print(processes.log(), file=sys.stderr)
            raise
        finally:
            processes.end()
            store.stop()
    print(f"{sys.argv[1]}: {time.monotonic() - began:.1f} s")


main()
