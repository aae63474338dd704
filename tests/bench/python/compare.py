"""Instructions that two builds take for an operation, for every row of the shared harness and every language.

    BENCH_WORK=/tmp/bench ../shared/bench/run build
    tests/bench/side.sh OLD_CHECKOUT /tmp/old && tests/bench/side.sh . /tmp/new      # a target folder for each
    python tests/bench/python/compare.py ../shared/bench /tmp/bench /tmp/old /tmp/new --rows 'unary_*,stream_*'

Times of one machine differ between rounds by more than two builds do; counts of instructions repeat to within a
percent. Each driver runs under callgrind for a short and for a longer time, and the difference is divided by the
operations between. Only user space is counted: not the kernel's part, no cache misses, and of V8 not its optimising
compilers, whose work ends with the first minutes of a server. Rows of live streams vary most, with the number of
events that one wake-up brings. Needs valgrind.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """A row of the harness, with as many streams as a slowed down client can serve."""

    kind: str
    in_flight: int
    model: str
    languages: str
    of_events: bool = False
    input: str = ""
    is_slow: bool = False
    is_timed: bool = False
    """The service sets its pace."""


ROWS = {
    "unary_sync": Row("unary", 0, "mock-s600", "pc"),
    "unary_c1": Row("unary", 1, "mock-s600", "pncr"),
    "unary_c32": Row("unary", 32, "mock-s600", "pncr"),
    "unary_c256": Row("unary", 256, "mock-s600", "pncr"),
    "unary_100k": Row("unary", 1, "mock-s100000", "pncr", is_slow=True),
    "stream_sync": Row("stream", 0, "mock-e2000-c1", "pc", of_events=True),
    "stream_c1": Row("stream", 1, "mock-e2000-c1", "pncr", of_events=True),
    "stream_bulk": Row("stream", 1, "mock-e2000-c0", "pncr", of_events=True),
    "stream_c100": Row("stream", 100, "mock-e500-c1", "pncr", of_events=True, is_slow=True),
    "stream_paced": Row("stream", 4, "mock-e300-d4000-c1", "pncr", of_events=True, is_timed=True),
    "tls_c1": Row("unary", 1, "mock-s600", "pncr"),
    "tls_c32": Row("unary", 32, "mock-s600", "pncr"),
    "tls_stream_c1": Row("stream", 1, "mock-e2000-c1", "pncr", of_events=True),
    "tls_stream_paced": Row("stream", 4, "mock-e300-d4000-c1", "pncr", of_events=True, is_timed=True),
    "tls_connect": Row("connect", 1, "mock-s600-z", "pn", is_slow=True),
    "req_100k": Row("unary", 8, "mock-s600-b95000", "pnc", input="talk_100k"),
    "req_1m": Row("unary", 1, "mock-s600-b950000", "pnc", input="talk_1m", is_slow=True),
    "agent_loop": Row("agent", 1, "mock-s900-u300", "pn", input="agent", is_slow=True),
    "upload_5m": Row("unary", 1, "mock-s600-b5000000", "pnc", input="upload_5m", is_slow=True),
    "paced_latency_c20": Row(
        "live", 5, "mock-e5000-d20000-n", "pn", of_events=True, is_slow=True, is_timed=True
    ),
}
LANGUAGES = {"c": "C", "r": "Rust", "p": "Python", "n": "Node"}
SECONDS = {"c": (2, 6), "r": (2, 6), "p": (3, 8), "n": (4, 13)}
"""Of the short and of the longer run; V8 takes some time to compile what is hot."""
COMPILERS = re.compile(r"v8::internal::(compiler|maglev)::")
DIGITS = frozenset("0123456789+-*")
MORE = 6
"""Seconds besides, for a row whose operations are long."""
TIMED_OF_NODE = (20, 60)
"""Of a timed row in Node, which has no warm-up: what is hot is compiled within the short run."""


@dataclass(frozen=True)
class Service:
    """The addresses of the mock service, and the files with its certificate."""

    plain: str
    encrypted: str
    root: Path
    bundle: Path


class Comparison:
    """Runs drivers of both sides."""

    def __init__(self, harness: Path, work: Path, sides: dict[str, Path], service: Service) -> None:
        self.harness, self.work, self.sides, self.service = harness, work, sides, service

    def driver(self, language: str, side: str, is_timed: bool) -> tuple[list[str], dict[str, str]]:
        """The command of a driver, and what it needs in its environment."""
        folder, drivers = self.sides[side], str(self.harness / "drivers")
        match language:
            case "p":
                environment = {"PYTHONPATH": drivers, "PARLOUR_PYTHON": str(folder / "python")}
                return [sys.executable, str(HERE / "driver.py"), "--variant", "events"], environment
            case "n":
                environment = {
                    "DRIVERS": drivers,
                    "PARLOUR_NODE": str(folder / "node"),
                    # The totals include a warm-up, whose events arrive at another pace than those of a timed row.
                    "BENCH_NODE_WARM": "0" if is_timed else "20",
                    "PARLOUR_BENCH_TOTALS": "1",
                    # Its packages are not used, and its name has to be absolute.
                    "BENCH_WORK": str(self.work),
                }
                script = HERE.parent / "node" / "driver.mjs"
                # Without a seed V8 looks for random primes at its start, for as long as it takes.
                flags = ["--expose-gc", "--single-threaded-gc", "--hash-seed=1", "--random-seed=1"]
                return ["node", *flags, str(script), "--variant", "events"], environment
            case "c":
                return [str(folder / "c" / "bench-driver")], {}
            case _:
                return [str(folder / "rust" / "bench-ours")], {}

    def counted(self, name: str, language: str, side: str, seconds: int) -> tuple[int, int]:
        """The instructions of a whole run, and the operations that were timed in it."""
        row, is_encrypted = ROWS[name], name.startswith("tls_")
        command, environment = self.driver(language, side, row.is_timed)
        service = self.service
        base = service.encrypted if is_encrypted else service.plain
        command += ["--kind", row.kind, "--base", base, "--secs", str(seconds)]
        command += ["--conc", str(row.in_flight), "--model", row.model]
        if is_encrypted:
            command += ["--ca", str(service.root), "--bundle", str(service.bundle)]
            environment["NODE_EXTRA_CA_CERTS"] = str(service.root)
        if row.input:
            command += ["--input", str(self.work / "input" / f"{row.input}.json")]
        with tempfile.TemporaryDirectory() as folder:
            log, profile = Path(folder) / "log", Path(folder) / "profile"
            valgrind = [
                "valgrind",
                "--tool=callgrind",
                f"--callgrind-out-file={profile}",
                f"--log-file={log}",
            ]
            if language == "n":
                valgrind.append("--smc-check=all-non-file")
            own = {key: value for key, value in os.environ.items() if not key.upper().endswith("_PROXY")}
            own |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", **environment}
            ended = subprocess.run(
                [*valgrind, *command],
                check=False,
                capture_output=True,
                text=True,
                env=own,
                cwd=folder,
                timeout=300,
            )
            counted = re.search(r"Collected : (\d+)", log.read_text() if log.exists() else "")
            compiled = compilers_part(profile) if language == "n" and counted else 0
        lines = [line for line in ended.stdout.splitlines() if line.startswith("{")]
        if ended.returncode or not lines or counted is None:
            raise RuntimeError(f"{LANGUAGES[language]} {name} {side}: {ended.stderr[-300:]}")
        result: dict[str, Any] = json.loads(lines[0])
        if "skip" in result:
            raise RuntimeError(f"{LANGUAGES[language]} {name} {side}: {result['skip']}")
        instructions = int(counted[1]) - compiled
        if language == "n":
            # Its warm-up is a time, in which each run makes another number of operations.
            totals = json.loads(lines[-1])
            return instructions, int(totals["events" if row.of_events else "operations"])
        return instructions, int(result["events" if row.of_events else "ops"])

    def of_row(self, name: str, language: str, repeats: int) -> dict[str, float]:
        """The instructions of an operation on each side, the median of the repeats."""
        short, long = SECONDS[language]
        if ROWS[name].is_slow:
            long += MORE
        if ROWS[name].is_timed and language == "n":
            short, long = TIMED_OF_NODE
        made: dict[str, list[float]] = {side: [] for side in self.sides}
        for _ in range(repeats):
            for side in self.sides:
                first, second = (self.counted(name, language, side, seconds) for seconds in (short, long))
                if second[1] <= first[1]:
                    raise RuntimeError(f"{LANGUAGES[language]} {name} {side}: the longer run did no more")
                made[side].append((second[0] - first[0]) / (second[1] - first[1]))
        return {side: statistics.median(values) for side, values in made.items()}


def compilers_part(profile: Path) -> int:
    """The instructions of V8's optimising compilers in a profile of callgrind."""
    compilers: set[str] = set()
    total, is_inside, is_call = 0, False, False
    with profile.open(errors="replace") as lines:
        for line in lines:
            if line.startswith(("fn=", "cfn=")):
                number, _, name = line.partition("=")[2].rstrip().partition(" ")
                if COMPILERS.search(name):
                    compilers.add(number)
                if line.startswith("fn="):
                    is_inside = number in compilers
            elif line.startswith("calls="):
                # The costs of the called function are in its own section.
                is_call = True
            elif line[:1] in DIGITS:
                if is_inside and not is_call:
                    total += int(line.split()[1])
                is_call = False
    return total


@contextlib.contextmanager
def mock(work: Path) -> Iterator[Service]:
    """The harness's mock service, for as long as it is needed."""
    folder = work / "tls"
    folder.mkdir(exist_ok=True)
    root, bundle = folder / "compare-root.pem", folder / "compare-bundle.pem"
    command = [str(work / "bin" / "mockd"), "--port", "0", "--tls-port", "0", "--cert-out", str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        ports = json.loads(server.stdout.readline())
        bundle.write_text(root.read_text())
        try:
            yield Service(
                f"http://127.0.0.1:{ports['port']}", f"https://127.0.0.1:{ports['tls_port']}", root, bundle
            )
        finally:
            server.terminate()


def written_input(harness: Path, work: Path) -> None:
    """The large requests of the harness, which its own program writes."""
    program = "import sys, talk; talk.write(sys.argv[1])"
    command = [sys.executable, "-c", program, str(work / "input")]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(harness / "harness")})


def main() -> None:
    parser = argparse.ArgumentParser(description="Instructions an operation of two builds.")
    for name in ("harness", "work", "old", "new"):
        parser.add_argument(name, type=lambda text: Path(text).resolve())
    parser.add_argument("--rows", default="*", help="globs with commas between")
    parser.add_argument("--languages", default="crpn", help="c, r, p and n for C, Rust, Python and Node")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="drivers at once")
    given = parser.parse_args()
    globs = given.rows.split(",")
    jobs = [
        (name, language)
        for language in given.languages
        for name, row in ROWS.items()
        if language in row.languages and any(fnmatch.fnmatch(name, glob) for glob in globs)
    ]
    written_input(given.harness, given.work)
    print("| row | language | old | new | new / old |\n|---|---|---|---|---|", flush=True)
    failed = []
    with mock(given.work) as service, ThreadPoolExecutor(given.jobs) as pool:
        comparison = Comparison(given.harness, given.work, {"old": given.old, "new": given.new}, service)
        running = {pool.submit(comparison.of_row, *job, given.repeats): job for job in jobs}
        for done in as_completed(running):
            name, language = running[done]
            try:
                each = done.result()
            except (RuntimeError, subprocess.TimeoutExpired) as problem:
                failed.append(str(problem))
                continue
            old, new = each["old"], each["new"]
            print(
                f"| {name} | {LANGUAGES[language]} | {old:,.0f} | {new:,.0f} | {new / old:.3f} |", flush=True
            )
    for line in failed:
        print(f"not measured: {line}", file=sys.stderr)
    sys.exit(1 if failed else 0)


main()
