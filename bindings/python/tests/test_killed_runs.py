"""A run of batches whose process is killed at twenty moments: another one goes on, no request is submitted twice, and
no result is given twice."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.testing import Emulator
from support import environment

ROWS = 40
PER_BATCH = 2
KILLS = 20
SETTLED = 3
"""The exit code of a run that was in doubt, and whose journal was given what a user would append."""
PATIENCE = 120.0
"""Seconds that no child takes: the search for a batch of which nobody knows whether it was created takes some."""

# Each row asks for its own name.
CHILD = f"""
import os, sys, parlour
url, key, state = sys.argv[1:]
def ask(name):
    return {{"model": "svc-haiku-3-5", "max_tokens": 32, "messages": [{{"role": "user", "content": f"say {{name}}"}}]}}
client = parlour.Client(base_url=url, api_key=key)
rows = ((f"row-{{at}}", ask(f"row-{{at}}")) for at in range({ROWS}))
run = client.messages.batches.run
try:
    for one in run(rows, state=state, requests_per_batch={PER_BATCH}, first_pause=0, longest_pause=0):
        # In one write: a line is there whole, or not at all.
        os.write(1, f"{{one.custom_id}} {{one.result.message.content[0].text}}\\n".encode())
except parlour.ConfigError as error:
    if error.subkind != "batch_in_doubt":
        raise
    # As a user would: nobody else uses the service.
    line = str(error).partition(" the line ")[2].partition(" if it is of this run")[0]
    with open(state, "a") as journal:
        journal.write(line + "\\n")
    sys.exit({SETTLED})
"""


@dataclass
class Moment:
    """When a child is killed: it has come so far, whatever time that took."""

    requests: int = 0
    """The service has got so many of its requests."""
    lines: int = 0
    """It has written so many results."""
    later: float = 0.0
    """Seconds after that: while an answer is on its way, is read, or is written down."""


def draw(dice: random.Random, emulator: Emulator, killed: int) -> Moment:
    """The next moment; scripts the service's reply to the last request before it."""
    # Not at first, for all is submitted before the first result is read.
    if killed >= KILLS * 3 // 5 and dice.randrange(4) == 0:
        return Moment(lines=dice.randrange(1, ROWS), later=dice.uniform(0, 0.002))
    requests = dice.randrange(1, 8)
    last: dict[str, Any] = dice.choice(
        [
            {},
            # Carried out, but the reply is missing or cut.
            {"fault": "stall_before_headers"},
            {"fault": {"stall_at": dice.randrange(200)}},
        ]
    )
    emulator.script([*[{}] * (requests - 1), last])
    return Moment(requests=requests, later=dice.uniform(0, 0.002))


def results(output: Path) -> list[str]:
    """The ids of the results that a child wrote, each of which is that of its request."""
    *lines, unfinished = output.read_text().split("\n")
    assert unfinished == "", "a line is written whole"
    for line in lines:
        name, text = line.split()
        assert name == text
    ids = [line.split()[0] for line in lines]
    assert len(set(ids)) == len(ids), f"a result was given twice: {ids}"
    return ids


def run_until(
    emulator: Emulator, command: list[str], output: Path, moment: Moment | None, doubts: list[int]
) -> bool:
    """Runs a child, and kills it at this moment; false if it had ended, with all results or in doubt."""
    before = len(emulator.requests)
    limit = time.monotonic() + PATIENCE
    with output.open("wb") as out, subprocess.Popen(command, stdout=out, env=environment()) as child:
        try:
            while child.poll() is None:
                assert time.monotonic() < limit, "the child hangs"
                if moment is not None:
                    asked = emulator.wait_requests(before + moment.requests, 0.001)
                    if asked and output.read_bytes().count(b"\n") >= moment.lines:
                        time.sleep(moment.later)
                        break
                else:
                    time.sleep(0.001)
        finally:
            # Nothing, if it has ended.
            child.kill()
    ids = results(output)
    if child.returncode < 0:
        return True
    if child.returncode == SETTLED:
        doubts.append(len(ids))
        return False
    assert (child.returncode, sorted(ids)) == (0, sorted(f"row-{at}" for at in range(ROWS)))
    return False


def test_twenty_kills_submit_nothing_twice(emulator: Emulator, tmp_path: Path) -> None:
    # A fixed seed: the moments are the same each time, as far as processes run alike.
    dice = random.Random(21)
    state, output = tmp_path / "run.state", tmp_path / "out"
    command = [sys.executable, "-c", CHILD, emulator.url, emulator.api_key, str(state)]
    killed = 0
    doubts: list[int] = []
    while killed < KILLS:
        killed += run_until(emulator, command, output, draw(dice, emulator, killed), doubts)
        # Requests of the killed process are carried out before the next one starts.
        assert emulator.wait_open_connections(0)
        emulator.clear()
    while True:
        settled = len(doubts)
        assert not run_until(emulator, command, output, None, doubts)
        if len(doubts) == settled:
            break
    assert len(doubts) <= ROWS // PER_BATCH, "each batch is in doubt once at most"
    with emulator.client() as client:
        book = client.request("GET", "/emulator/book").json()
    assert book == {
        "batches": ROWS // PER_BATCH,
        "custom_ids": {f"row-{at}": 1 for at in range(ROWS)},
        "uploads": {},
    }
