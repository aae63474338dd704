"""The cost of ``parlour.compat``, in steps of the interpreter: a few more for a call, and next to none for an
event. ``tests/bench/python/compat.py`` measures its time. ``test_compat.py`` checks that it is loaded only
where it is used."""

import asyncio
import functools
import pathlib
import sys
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

import pytest

import parlour
import parlour.compat
from parlour.testing import Emulator
from support import ask, clean, streamed

CALLS = 60
"""How often each call is made, by turns with either client. The least is counted: events that arrive apart take more
steps, and on a busy machine most do."""
PIECES = 200
COUNT = """
    import sys
    sys.path.insert(0, sys.argv[1])
    import test_compat_cost
    test_compat_cost.counted()
"""
OF_A_WAIT = 200
"""The steps of a wait for more events. A long stream may take one or two more with one client than with the other."""


def whole(client: Any) -> None:
    client.messages.create(**ask())


def events(client: Any) -> None:
    for _ in client.messages.create(**ask(), stream=True):
        pass


def derived(client: Any) -> None:
    with client.messages.stream(**ask()) as stream:
        for _ in stream:
            pass


def text(client: Any) -> None:
    with client.messages.stream(**ask()) as stream:
        for _ in stream.text_stream:
            pass


async def whole_async(client: Any) -> None:
    await client.messages.create(**ask())


async def events_async(client: Any) -> None:
    async for _ in await client.messages.create(**ask(), stream=True):
        pass


async def derived_async(client: Any) -> None:
    async with client.messages.stream(**ask()) as stream:
        async for _ in stream:
            pass


async def text_async(client: Any) -> None:
    async with client.messages.stream(**ask()) as stream:
        async for _ in stream.text_stream:
            pass


class Steps:
    """Counts the bytecode instructions that run in frames which begin inside its ``with``."""

    def __init__(self) -> None:
        self.count = 0

    def _traced(self, frame: FrameType, event: str, _: object) -> Callable[..., Any]:
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        self.count += event == "opcode"
        return self._traced

    def __enter__(self) -> "Steps":
        self._before = sys.gettrace()
        sys.settrace(self._traced)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)


def steps(call: Callable[[Any], None], client: Any) -> int:
    with Steps() as counted:
        call(client)
    return counted.count


async def steps_async(call: Callable[[Any], Awaitable[None]], client: Any) -> int:
    with Steps() as counted:
        await call(client)
    return counted.count


def compat_of(emulator: Emulator, kind: Any) -> Any:
    return kind(base_url=emulator.url, api_key=emulator.api_key, vendor="svc", from_env=False)


def scripted(emulator: Emulator, pieces: int) -> None:
    emulator.clear()
    if pieces:
        emulator.script([streamed(*(["word "] * pieces))] * (2 * CALLS))


SYNC = [(whole, 0), *((call, pieces) for call in (events, derived, text) for pieces in (1, PIECES))]
ASYNC = [
    (whole_async, 0),
    *((call, pieces) for call in (events_async, derived_async, text_async) for pieces in (1, PIECES)),
]


async def counted_async(emulator: Emulator) -> None:
    async with emulator.async_client() as own, compat_of(emulator, parlour.compat.AsyncClient) as compat:
        for call, pieces in ASYNC:
            scripted(emulator, pieces)
            turns = [[await steps_async(call, client) for client in (own, compat)] for _ in range(CALLS)]
            print(call.__name__, pieces, *map(min, zip(*turns, strict=True)))


def counted() -> None:
    """Prints the steps of each call: in a process of its own, because what tracers do lasts."""
    with Emulator(vendor="svc") as emulator:
        own, compat = emulator.client(), compat_of(emulator, parlour.compat.Client)
        for call, pieces in SYNC:
            scripted(emulator, pieces)
            turns = [[steps(call, client) for client in (own, compat)] for _ in range(CALLS)]
            print(call.__name__, pieces, *map(min, zip(*turns, strict=True)))
        asyncio.run(counted_async(emulator))


@functools.cache
def rows() -> dict[tuple[str, int], tuple[int, int]]:
    found = {}
    for line in clean(COUNT, str(pathlib.Path(__file__).parent), timeout=120).splitlines():
        name, *numbers = line.split()
        pieces, without, with_it = map(int, numbers)
        found[name, pieces] = (without, with_it)
    return found


@pytest.mark.parametrize(
    ("call", "of_a_call", "of_an_event"),
    [
        (whole, 50, 0),
        (events, 130, 11),
        (derived, 70, 9),
        (text, 40, 1),
        (whole_async, 60, 0),
        (events_async, 130, 10),
        (derived_async, 90, 18),
        (text_async, 40, 1),
    ],
)
def test_a_call_takes_few_steps_more(call: Any, of_a_call: int, of_an_event: int) -> None:
    looked = [(pieces, *numbers) for (name, pieces), numbers in rows().items() if name == call.__name__]
    assert len(looked) == (2 if of_an_event else 1)
    for pieces, without, with_it in looked:
        limit = of_a_call + of_an_event * pieces + (2 * OF_A_WAIT if pieces == PIECES else 0)
        print(f"{pieces} pieces: {without}, with compat {with_it - without} more (<= {limit})")
        # Code below the client is counted too: a lower number would mean that counting failed.
        assert without > 100 + 5 * pieces
        assert with_it - without <= limit
