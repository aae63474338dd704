"""The asynchronous client on every loop that people run."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import pytest
import trio
import uvloop

from parlour.testing import Emulator
from support import FLOOD, FLOODED_STREAM, ask, descriptors, eventually, spawn, unfinished

Main = Callable[[], Coroutine[Any, Any, None]]


async def use(emulator: Emulator) -> None:
    """A call, a stream in three ways, calls at once, a stream that is left."""
    client = emulator.async_client()
    assert (await client.messages.create(**ask("say one"))).text == "one"
    async with client.messages.stream(**ask("count to 30")) as stream:
        events = [event.type async for event in stream]
        assert (events[0], events[-1]) == ("message_start", "message_stop")
    async with client.messages.stream(**ask("count to 30")) as stream:
        assert "".join([text async for text in stream.text_stream]).endswith("29 30")
    assert await client.messages.stream(**ask("say two")).get_final_text() == "two"
    left = emulator.closed_early
    emulator.push(unfinished("x"))
    async with client.messages.stream(**ask()) as stream:
        await anext(stream)
    assert emulator.wait_closed_early(left + 1)


def test_asyncio(emulator: Emulator) -> None:
    asyncio.run(use(emulator))


def test_uvloop(emulator: Emulator) -> None:
    uvloop.run(use(emulator))


def test_a_loop_that_cannot_watch_descriptors_is_told_apart(emulator: Emulator) -> None:
    class Completion(asyncio.SelectorEventLoop):
        def add_reader(self, *args: Any) -> None:
            raise NotImplementedError

    with asyncio.Runner(loop_factory=Completion) as runner:
        with pytest.raises(RuntimeError, match=r"Completion cannot watch descriptors.*uvloop"):
            runner.run(emulator.async_client().messages.create(**ask()))
        # It is the same the second time, and no request was sent.
        with pytest.raises(RuntimeError, match="cannot watch descriptors"):
            runner.run(emulator.async_client().messages.create(**ask()))
    assert emulator.requests == []


def test_trio(emulator: Emulator) -> None:
    trio.run(use, emulator)


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_anyio(emulator: Emulator, backend: str) -> None:
    async def main() -> None:
        client = emulator.async_client()
        seen: list[str] = []

        async def one(n: int) -> None:
            seen.append((await client.messages.create(**ask(f"say n{n}"))).text)

        async with anyio.create_task_group() as group:
            for n in range(10):
                group.start_soon(one, n)
        assert sorted(seen) == [f"n{n}" for n in range(10)]
        await use(emulator)

    anyio.run(main, backend=backend)


def test_many_trio_tasks_share_one_client(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client()

        async def one(n: int) -> None:
            async with client.messages.stream(**ask(f"say n{n}")) as stream:
                assert await stream.get_final_text() == f"n{n}"

        async with trio.open_nursery() as nursery:
            for n in range(50):
                nursery.start_soon(one, n)

    trio.run(main)


@pytest.mark.parametrize(
    "factory", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"]
)
def test_many_loops_in_many_threads(
    emulator: Emulator, factory: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    """One client serves them all at once."""
    client = emulator.async_client()
    together = threading.Barrier(8)

    async def work(thread: int) -> None:
        for n in range(10):
            word = f"t{thread}n{n}"
            texts = await asyncio.gather(
                client.messages.stream(**ask(f"say {word}s")).get_final_text(),
                *[one_text(f"{word}c{m}") for m in range(3)],
            )
            assert texts == [f"{word}s", *[f"{word}c{m}" for m in range(3)]]

    async def one_text(word: str) -> str:
        return (await client.messages.create(**ask(f"say {word}"))).text

    def thread(number: int) -> None:
        together.wait(10)
        loop = factory()
        try:
            loop.run_until_complete(asyncio.wait_for(work(number), 30))
        finally:
            loop.close()

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(thread, number) for number in range(8)]:
            done.result(60)


def test_one_loop_after_another_with_one_client(emulator: Emulator) -> None:
    client = emulator.async_client()

    async def main(n: int) -> str:
        return (await client.messages.create(**ask(f"say n{n}"))).text

    assert [asyncio.run(main(n)) for n in range(20)] == [f"n{n}" for n in range(20)]


def test_closed_loops_leave_nothing_behind(emulator: Emulator) -> None:
    client = emulator.async_client()

    async def main() -> None:
        await client.messages.create(**ask())

    def once() -> "weakref.ref[asyncio.AbstractEventLoop]":
        loop = asyncio.new_event_loop()
        loop.run_until_complete(main())
        loop.close()
        return weakref.ref(loop)

    for _ in range(5):
        once()
    gc.collect()
    before = descriptors()
    loops = [once() for _ in range(30)]
    gc.collect()
    assert sum(loop() is not None for loop in loops) <= 1
    assert descriptors() <= before + 2


def test_closing_a_loop_with_a_stream_open_closes_the_connection(emulator: Emulator) -> None:
    emulator.push(unfinished("x"))
    client = emulator.async_client()
    kept: list[Any] = []

    async def main() -> None:
        stream = await client.messages.create(**ask(), stream=True)
        kept.append(stream)
        await anext(stream)

    loop = asyncio.new_event_loop()
    loop.run_until_complete(main())
    loop.close()
    assert emulator.closed_early == 0
    # A loop that is gone is noticed when the next one comes, or when its stream goes.
    asyncio.run(use_once(emulator))
    eventually(lambda: emulator.closed_early == 1, "the stream of the closed loop is cut off")
    kept.clear()


async def use_once(emulator: Emulator) -> None:
    await emulator.async_client().messages.create(**ask())


FLOODED = """
    import asyncio, sys, parlour
    from support import ask
    url, key, way = sys.argv[1:]
    unlimited = {"max_response_bytes": 1 << 50, "max_stream_bytes": 1 << 50}
    async def whole(client):
        await client.messages.create(**ask())
    async def stream(client):
        async for event in await client.messages.create(**ask(), stream=True):
            pass
    async def main():
        client = parlour.AsyncClient(base_url=url, api_key=key, vendor="svc", from_env=False, **unlimited)
        call = asyncio.create_task((whole if way == "whole" else stream)(client))
        await asyncio.to_thread(sys.stdin.readline)
        # Each is a turn of the loop, in which a client that reads on and on would stay.
        for _ in range(100):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.wait([call])
        print(call.cancelled())
    asyncio.run(main())
"""


@pytest.mark.parametrize("way", ["whole", "stream"])
def test_the_loop_turns_while_an_answer_never_runs_dry(emulator: Emulator, way: str) -> None:
    emulator.push(FLOOD if way == "whole" else FLOODED_STREAM)
    child = spawn(FLOODED, emulator.url, emulator.api_key, way)
    try:
        assert emulator.wait_requests(1)
        assert child.communicate("go\n", timeout=60) == ("True\n", "")
    finally:
        child.kill()
        child.communicate()
    assert emulator.wait_closed_early(1)
