"""Tasks of asyncio that wait for an operation are resumed as its own futures would: by the protocol alone."""

import asyncio
import contextvars
from asyncio import tasks
from collections.abc import Callable, Coroutine
from typing import Any

import anyio
import pytest
import uvloop

from parlour._io.loop import LoopPort
from parlour._io.waiter import Waiter
from parlour.testing import Emulator
from support import SILENCE, ask, unfinished

Factory = Callable[[], asyncio.AbstractEventLoop]


def in_python(loop: asyncio.AbstractEventLoop, coroutine: Any, **more: Any) -> "asyncio.Task[Any]":
    """A task of the implementation that asyncio has in Python beside that in C."""
    task: asyncio.Task[Any] = tasks._PyTask(coroutine, loop=loop, **more)  # type: ignore[attr-defined]
    return task


def of_python_tasks() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    loop.set_task_factory(in_python)  # type: ignore[arg-type]
    return loop


LOOPS = pytest.mark.parametrize(
    "factory",
    [asyncio.new_event_loop, uvloop.new_event_loop, of_python_tasks],
    ids=["asyncio", "uvloop", "tasks-in-python"],
)


def run(factory: Factory, main: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(main)


def nothing() -> None:
    """An operation that is armed and has nothing."""


@LOOPS
def test_a_task_goes_on_in_its_own_context(emulator: Emulator, factory: Factory) -> None:
    mark = contextvars.ContextVar("mark", default="none")

    async def one(name: str) -> None:
        mark.set(name)
        client = emulator.async_client()
        async with client.messages.stream(**ask("count to 20")) as stream:
            async for _ in stream:
                assert mark.get() == name
        assert (await client.messages.create(**ask("say x"))).text == "x"
        assert mark.get() == name

    async def main() -> None:
        await asyncio.gather(*[one(f"n{n}") for n in range(8)])
        assert mark.get() == "none"

    run(factory, main())


@LOOPS
def test_a_cancellation_brings_its_message_and_closes_the_connection(
    emulator: Emulator, factory: Factory
) -> None:
    emulator.push(SILENCE)

    async def main() -> None:
        call = asyncio.ensure_future(emulator.async_client().messages.create(**ask()))
        assert await asyncio.to_thread(emulator.wait_requests, 1)
        call.cancel("enough")
        with pytest.raises(asyncio.CancelledError, match="enough"):
            await call
        assert call.cancelled()
        assert await asyncio.to_thread(emulator.wait_closed_early, 1)

    run(factory, main())


@LOOPS
def test_a_stream_is_for_one_task_at_a_time(emulator: Emulator, factory: Factory) -> None:
    emulator.push(unfinished("x"))

    async def main() -> None:
        stream = await emulator.async_client().messages.create(**ask(), stream=True)
        for _ in range(3):
            await anext(stream)
        waits = asyncio.ensure_future(stream.until_done())
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="being read by another task"):
            await stream.until_done()
        assert emulator.closed_early == 0, "the task that waited waits on"
        assert not waits.done()
        waits.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waits

    run(factory, main())


@LOOPS
def test_what_stops_the_loop_takes_nothing_from_the_other_tasks(factory: Factory) -> None:
    """SystemExit leaves a task through the loop. Others that woke with it have theirs when the loop runs again."""
    loop = factory()
    port = LoopPort(loop)
    got: list[Any] = []

    async def waits(token: int) -> None:
        items = await Waiter(loop, token, port._waiting).until(nothing)
        if token == 1:
            raise SystemExit(3)
        got.append(items)

    async def other() -> None:
        await second

    try:
        first = loop.create_task(waits(1))
        second = loop.create_task(waits(2))
        loop.call_later(0.01, port._resume, iter([(1, ["one"]), (2, ["two"])]))
        with pytest.raises(SystemExit):
            loop.run_until_complete(other())
        assert isinstance(first.exception(), SystemExit)
        loop.run_until_complete(other())
        assert got == [["two"]]
    finally:
        port.close()
        loop.close()


@LOOPS
def test_the_other_tasks_have_their_turn_while_a_stream_has_more(factory: Factory) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        waiter = Waiter(loop, 1, {})
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        beside = asyncio.ensure_future(other())
        for _ in range(160):
            await waiter.until(lambda: ["more"])
        assert 8 <= turns <= 12
        beside.cancel()

    run(factory, main())


def test_cancel_scopes_of_anyio_abort_the_request(emulator: Emulator) -> None:
    emulator.push(SILENCE)

    async def main() -> None:
        with anyio.move_on_after(0.1) as scope:
            await emulator.async_client().messages.create(**ask())
        assert scope.cancelled_caught
        assert await asyncio.to_thread(emulator.wait_closed_early, 1)

    anyio.run(main, backend="asyncio")


def test_waiting_by_hand_shows_the_future(emulator: Emulator) -> None:
    """Who drives a coroutine without a task sees what it waits for, and may leave."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        waiting: dict[int, Waiter] = {}
        steps = Waiter(loop, 7, waiting).until(nothing)
        waiter = next(steps)  # type: ignore[call-overload]
        assert asyncio.isfuture(waiter)
        assert waiter.get_loop() is loop
        assert waiting == {7: waiter}
        steps.close()
        assert waiting == {}

    asyncio.run(main())
