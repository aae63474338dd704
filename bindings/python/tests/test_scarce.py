"""Processes that have no thread, no file descriptor or no memory left for a while: an error of the library, and the
next call succeeds. Each has its own process."""

import pathlib
import subprocess
import sys
from typing import Any

import pytest

from parlour.testing import Emulator
from support import delta, environment, event, start

SHIM = pathlib.Path(__file__).parents[3] / "tests" / "torture" / "torture.c"

COMMON = """
import asyncio, ctypes, os, pathlib, resource, sys
import parlour

url, key = sys.argv[1:3]
asked = {"model": "svc-sonnet-4-5", "max_tokens": 64, "messages": [{"role": "user", "content": "say hi"}]}
settings = {"base_url": url, "api_key": key, "vendor": "svc", "from_env": False}
"""


def run(emulator: Emulator, program: str, *arguments: str, **more: str) -> str:
    """Runs a program and returns its output. It must print nothing on its own."""
    ran = subprocess.run(
        [sys.executable, "-c", COMMON + program, emulator.url, emulator.api_key, *arguments],
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    return ran.stdout


WITHOUT_THREADS = """
import trio

way = sys.argv[3]
shim = ctypes.CDLL(None)

@parlour.tool
def first() -> str:
    "Gives a number."
    return "1"

@parlour.tool
def second() -> str:
    "Gives a number."
    return "2"

tools = {"tools": [first, second]}

def ran():
    if way == "sync":
        with parlour.Client(**settings) as client:
            return client.messages.run_tools(**asked, **tools).until_done().text

    async def main():
        async with parlour.AsyncClient(**settings) as client:
            return (await client.messages.run_tools(**asked, **tools).until_done()).text

    return trio.run(main) if way == "trio" else asyncio.run(main())

shim.torture_arm(b"python", b"pthread_create", 1, 1)
try:
    ran()
    raise SystemExit("there were threads")
except parlour.APIConnectionError as error:
    shim.torture_disarm()
    assert (error.subkind, error.is_retryable) == ("resources", True), error
    assert "no thread can be started" in str(error) and "please report it" not in str(error), error
assert ran() == "done"
"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> str:
    library = tmp_path_factory.mktemp("torture") / "torture.so"
    subprocess.run(
        ["gcc", "-std=gnu11", "-O1", "-shared", "-fPIC", str(SHIM), "-o", str(library), "-ldl"], check=True
    )
    return str(library)


def answer(*content: dict[str, Any], stop: str) -> dict[str, Any]:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-sonnet-4-5"}
    usage = {"input_tokens": 3, "output_tokens": 2}
    return {"json": message | {"content": list(content), "stop_reason": stop, "usage": usage}}


@pytest.mark.parametrize("way", ["sync", "async", "trio"])
def test_tools_without_threads(way: str, shim: str, emulator: Emulator) -> None:
    calls = [{"type": "tool_use", "id": name, "name": name, "input": {}} for name in ("first", "second")]
    asks = answer(*calls, stop="tool_use")
    emulator.script([asks, asks, answer({"type": "text", "text": "done"}, stop="end_turn")])
    run(emulator, WITHOUT_THREADS, way, LD_PRELOAD=shim)


WITHOUT_DESCRIPTORS = """
def limit(left):
    "Leaves so many descriptors, and none that is free between those in use."
    least = os.open("/dev/null", os.O_RDONLY)
    os.close(least)
    resource.setrlimit(resource.RLIMIT_NOFILE, (least + left, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

async def text(client):
    async with client.messages.stream(**asked) as stream:
        return await stream.get_final_text()

async def main():
    async with parlour.AsyncClient(**settings, max_retries=8) as client:
        assert await text(client) == "hi"
        limit(40)
        # Far more than the budget of retries has tokens.
        found = await asyncio.gather(*(text(client) for _ in range(400)))
        assert found == ["hi"] * 400
    return client

asyncio.run(main())
"""


def test_streams_without_descriptors_wait_for_one(emulator: Emulator) -> None:
    run(emulator, WITHOUT_DESCRIPTORS)


GIVEN_UP = """
async def main():
    async with parlour.AsyncClient(**settings, max_retries=0) as client:
        with parlour.Client(**settings) as other:
            assert (await client.messages.create(**asked)).text == "hi"
            assert other.messages.create(**asked).text == "hi"
            held = []
            try:
                while True:
                    held.append(os.open("/dev/null", os.O_RDONLY))
            except OSError:
                # One of the two calls has a connection, and none is left for the second but that of the other client.
                both = await asyncio.gather(*(client.messages.create(**asked) for _ in range(2)))
            for one in held:
                os.close(one)
            assert [reply.text for reply in both] == ["hi", "hi"]
            assert other.messages.create(**asked).text == "hi"

resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
import warnings
warnings.simplefilter("ignore")
asyncio.run(main())
"""


def test_an_idle_connection_gives_up_its_descriptor(emulator: Emulator) -> None:
    run(emulator, GIVEN_UP)


WITHOUT_MEMORY = """
way, size = sys.argv[3], int(sys.argv[4])
client = parlour.Client(**settings, max_retries=0)

def create():
    return len(client.messages.create(**asked).text)

def message():
    with client.messages.stream(**asked) as stream:
        return len(stream.get_final_message().text)

def texts():
    with client.messages.stream(**asked) as stream:
        return sum(len(text) for text in stream.text_stream)

def snapshots():
    with client.messages.stream(**asked) as stream:
        for event in stream:
            last = stream.current_message_snapshot if event.type == "message_stop" else None
        return len(last.text)

run = globals()[way]
# What is loaded and started at first use is not what is looked for here.
assert run() == 2
pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
used, hard = pages * resource.getpagesize(), resource.getrlimit(resource.RLIMIT_AS)[1]
for halves in map(int, sys.stdin):
    # So much is left, in halves of the text; 0: as much as there is.
    left = (used + halves * size // 2) if halves else hard
    resource.setrlimit(resource.RLIMIT_AS, (left, hard))
    try:
        found, error = run(), None
    except parlour.ParlourError as failed:
        error = failed
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    if error is None:
        assert found == size
        print("whole", flush=True)
    else:
        assert error.subkind == "resources" and "no memory is left" in str(error), error
        # What has begun is billed.
        assert not error.is_retryable, error
        print("short", flush=True)
"""

SIZE = 6 << 20


def large_event() -> dict[str, Any]:
    """A stream whose text comes in one event."""
    return {"sse": [*start(), delta("x" * SIZE), *ending()]}


def growing_block() -> dict[str, Any]:
    """A stream whose text comes in many events."""
    return {"sse": [*start(), *(delta("x" * (SIZE // 64)) for _ in range(64)), *ending()]}


def whole_answer() -> dict[str, Any]:
    return answer({"type": "text", "text": "x" * SIZE}, stop="end_turn")


def ending() -> list[dict[str, Any]]:
    stops = {"stop_reason": "end_turn", "stop_sequence": None}
    return [
        event("content_block_stop", index=0),
        event("message_delta", delta=stops, usage={"output_tokens": 7}),
        event("message_stop"),
    ]


@pytest.mark.parametrize(
    ("way", "reply"),
    [
        ("create", whole_answer),
        ("message", large_event),
        ("message", growing_block),
        ("snapshots", growing_block),
        ("texts", large_event),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_answers_without_memory(way: str, reply: Any, emulator: Emulator, tmp_path: pathlib.Path) -> None:
    emulator.push({"default": True})
    program = [sys.executable, "-c", COMMON + WITHOUT_MEMORY, emulator.url, emulator.api_key, way, str(SIZE)]
    told = tmp_path / "told"
    with (
        told.open("w") as stderr,
        subprocess.Popen(
            program,
            env=environment(),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
        ) as running,
    ):
        assert running.stdin is not None
        assert running.stdout is not None
        steps, said = running.stdin, running.stdout

        def outcome(halves: int) -> str:
            emulator.script([reply()])
            steps.write(f"{halves}\n")
            steps.flush()
            outcome = said.readline().strip()
            assert outcome, told.read_text()
            return outcome

        outcomes = []
        while not outcomes or outcomes[-1] == "short":
            assert len(outcomes) < 40, "it needs more than twenty times the size of its text"
            outcomes.append(outcome(len(outcomes) + 1))
            # Whatever was short is not any more.
            assert outcome(0) == "whole"
    assert (running.returncode, told.read_text()) == (0, ""), outcomes
    assert len(outcomes) > 1, outcomes
