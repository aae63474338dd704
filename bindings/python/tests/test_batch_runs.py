"""The journal of a run of batches: what it refuses, in synchronous and asynchronous code. A journal that is refused is
left as it was, byte for byte, and nothing is sent."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.testing import Emulator
from support import environment

KINDS = ("sync", "async")
AT_ONCE: dict[str, Any] = {"first_pause": 0, "longest_pause": 0}


def asking(*words: str) -> list[Any]:
    """Requests that ask for their words, under ids that all runs have."""
    return [
        (
            f"row-{at}",
            {
                "model": "svc-haiku-3-5",
                "max_tokens": 32,
                "messages": [{"role": "user", "content": f"say {word}"}],
            },
        )
        for at, word in enumerate(words)
    ]


def answers(emulator: Emulator, kind: str, requests: list[Any], state: Path) -> dict[str, str]:
    """The texts that a run gives, by the ids of its requests."""

    async def awaited() -> list[Any]:
        async with emulator.async_client(max_retries=0) as client:
            return [one async for one in await client.messages.batches.run(requests, state=state, **AT_ONCE)]

    if kind == "async":
        results = asyncio.run(awaited())
    else:
        with emulator.client(max_retries=0) as client:
            results = list(client.messages.batches.run(requests, state=state, **AT_ONCE))
    return {one.custom_id: one.result.message.content[0].text for one in results}


@pytest.mark.parametrize("kind", KINDS)
def test_other_requests_under_the_same_ids_are_refused(emulator: Emulator, tmp_path: Path, kind: str) -> None:
    state = tmp_path / "run.journal"
    assert answers(emulator, kind, asking("a", "b"), state) == {"row-0": "a", "row-1": "b"}
    written, sent = state.read_bytes(), len(emulator.requests)
    for others, first in ((("c", "d"), r'request 0 \("row-0"\)'), (("a", "d"), r'request 1 \("row-1"\)')):
        with pytest.raises(parlour.ConfigError, match=first):
            answers(emulator, kind, asking(*others), state)
        assert (state.read_bytes(), len(emulator.requests)) == (written, sent)
    assert answers(emulator, kind, asking("a", "b"), state) == {"row-0": "a", "row-1": "b"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "content", [b"all my notes in one line", b'{"a":1}\n{"b":2}\n{"c":3}', b"\n", b"\xff\xfe\0"]
)
def test_another_file_is_refused_and_left_as_it_is(
    emulator: Emulator, tmp_path: Path, kind: str, content: bytes
) -> None:
    state = tmp_path / "other"
    state.write_bytes(content)
    with pytest.raises(parlour.ConfigError, match="no journal of a run") as caught:
        answers(emulator, kind, asking("a"), state)
    assert (caught.value.subkind, str(state) in str(caught.value)) == ("local_file", True)
    assert (state.read_bytes(), emulator.requests) == (content, [])


@pytest.mark.parametrize("kind", KINDS)
def test_the_batch_of_another_run_is_not_taken(emulator: Emulator, tmp_path: Path, kind: str) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    # The run is planned, and the service refuses its batch.
    emulator.script([{}, {"status": 403}])
    with pytest.raises(parlour.PermissionDeniedError):
        answers(emulator, kind, asking("a", "b"), ours)
    planned = ours.read_bytes()
    assert answers(emulator, kind, asking("x", "y"), theirs) == {"row-0": "x", "row-1": "y"}
    found = re.search(r"msgbatch_\w+", theirs.read_text())
    assert found is not None
    posts = sum(one.method == "POST" for one in emulator.requests)
    with pytest.raises(parlour.ConfigError) as caught:
        answers(emulator, kind, asking("a", "b"), ours)
    assert caught.value.subkind == "batch_in_doubt"
    for named in (found[0], str(ours), '{"created":', '{"foreign":'):
        assert named in str(caught.value)
    assert ours.read_bytes() == planned
    assert sum(one.method == "POST" for one in emulator.requests) == posts


HOLDER = """
import sys, parlour
url, key, state = sys.argv[1:]
def requests():
    print("held", flush=True)
    sys.stdin.read()
    yield "row-0", {"model": "svc-haiku-3-5", "max_tokens": 32, "messages": [{"role": "user", "content": "say a"}]}
client = parlour.Client(base_url=url, api_key=key)
for one in client.messages.batches.run(requests(), state=state, first_pause=0, longest_pause=0):
    print(one.result.message.content[0].text)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_one_process_at_a_time_has_the_journal(emulator: Emulator, tmp_path: Path, kind: str) -> None:
    state = tmp_path / "run.journal"
    command = [sys.executable, "-c", HOLDER, emulator.url, emulator.api_key, str(state)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment()) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        before = state.read_bytes()
        with pytest.raises(parlour.ConfigError, match="another run uses it") as caught:
            answers(emulator, kind, asking("a"), state)
        assert (caught.value.subkind, state.read_bytes(), emulator.requests) == ("local_file", before, [])
        holder.stdin.close()
        assert (holder.stdout.read(), holder.wait()) == ("a\n", 0)
    assert answers(emulator, kind, asking("a"), state) == {"row-0": "a"}
