"""The overhead of the official SDK's names: CPU time of calls through ``parlour.compat`` beside the same calls without.

    python tests/bench/python/compat.py path/to/bench-server [share of the rounds]

Both sides of a row take turns in one process, and each is the median of its rounds: what the machine does besides is in
both. The time is that of the calling thread, which drives its calls itself, or runs the event loop. Uses the package
that is installed, or the one in the folder that ``PARLOUR_PYTHON`` names. Fails if a row breaks its bound.
"""

import asyncio
import gc
import os
import statistics
import subprocess
import sys
import time

if "PARLOUR_PYTHON" in os.environ:
    sys.path.insert(0, os.environ["PARLOUR_PYTHON"])

import parlour
import parlour.compat

OVER_OWN = 1.1
FEW = "mock-e8-c0"
MANY = "mock-e1000-c0"
DELTA = "content_block_delta"


def ask(model):
    """The parameters of a call."""
    return {
        "model": model,
        "max_tokens": 1024,
        "messages": [{"role": "user", "content": "What is at the quay?"}],
    }


def whole(client):
    """A whole answer."""
    client.messages.create(**ask("mock-s600"))


def events(client, model):
    """The service's own events."""
    for event in client.messages.create(**ask(model), stream=True):
        event.type  # noqa: B018 - what every program looks at


def derived(client, model):
    """Also the events that are derived from them."""
    with client.messages.stream(**ask(model)) as stream:
        for event in stream:
            event.type  # noqa: B018 - what every program looks at


def text(client, model):
    """The text alone."""
    with client.messages.stream(**ask(model)) as stream:
        for _ in stream.text_stream:
            pass


async def whole_async(client):
    """A whole answer."""
    await client.messages.create(**ask("mock-s600"))


async def events_async(client, model):
    """The service's own events."""
    async for event in await client.messages.create(**ask(model), stream=True):
        event.type  # noqa: B018 - what every program looks at


async def derived_async(client, model):
    """Also the events that are derived from them."""
    async with client.messages.stream(**ask(model)) as stream:
        async for event in stream:
            event.type  # noqa: B018 - what every program looks at


async def text_async(client, model):
    """The text alone."""
    async with client.messages.stream(**ask(model)) as stream:
        async for _ in stream.text_stream:
            pass


STREAMS = [(events, events_async), (derived, derived_async), (text, text_async)]
# A name, the call, its model if it has one, and how often.
ROWS = [
    ("call", whole, whole_async, (), 3_000),
    *((f"{call.__name__}_few", call, beside, (FEW,), 1_000) for call, beside in STREAMS),
    *((f"{call.__name__}_many", call, beside, (MANY,), 150) for call, beside in STREAMS),
]


def spent(call, *given):
    """The nanoseconds of this thread that a call takes."""
    before = time.thread_time_ns()
    call(*given)
    return time.thread_time_ns() - before


async def spent_async(call, *given):
    """The same of a coroutine, which runs alone in its loop."""
    before = time.thread_time_ns()
    await call(*given)
    return time.thread_time_ns() - before


def row(name, pairs):
    """Prints a row; whether it holds."""
    without, with_it = (statistics.median(times) / 1e3 for times in zip(*pairs, strict=True))
    holds = with_it <= without * OVER_OWN
    told = f"{with_it:.1f} us, without {without:.1f} us, {with_it / without:.3f}x (<= {OVER_OWN})"
    print(f"{name:<20} {told}  {'holds' if holds else 'BROKEN'}")
    return holds


def rows(settings, share):
    """Whether all rows of the synchronous clients hold."""
    held = True
    with parlour.Client(**settings) as own, parlour.compat.Client(**settings) as compat:
        assert type(own) is parlour.Client
        for name, call, _, given, rounds in ROWS:
            pairs = [
                (spent(call, own, *given), spent(call, compat, *given)) for _ in range(int(rounds * share))
            ]
            held &= row(name, pairs)
    return held


async def rows_async(settings, share):
    """Whether all rows of the asynchronous clients hold."""
    held = True
    async with (
        parlour.AsyncClient(**settings) as own,
        parlour.compat.AsyncClient(**settings) as compat,
    ):
        assert type(own) is parlour.AsyncClient
        for name, _, call, given, rounds in ROWS:
            pairs = [
                (
                    await spent_async(call, own, *given),
                    await spent_async(call, compat, *given),
                )
                for _ in range(int(rounds * share))
            ]
            held &= row(f"async_{name}", pairs)
    return held


def main():
    """Measures and prints all rows."""
    server = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    share = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    base = f"http://127.0.0.1:{server.stdout.readline().strip()}"
    settings = {"base_url": base, "api_key": "test-key", "from_env": False}
    gc.disable()
    held = [rows(settings, share), asyncio.run(rows_async(settings, share))]
    server.stdin.close()
    server.wait()
    sys.exit(not all(held))


main()
