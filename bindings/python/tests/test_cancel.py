"""Giving up a call closes its connection: the service sees it."""

import asyncio
import gc

import pytest
import trio
import uvloop

import parlour
from parlour.testing import Emulator
from support import SILENCE, ask, unfinished

LOOPS = pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])


async def closed(emulator: Emulator, count: int = 1) -> bool:
    return await asyncio.to_thread(emulator.wait_closed_early, count)


async def arrived(emulator: Emulator, count: int = 1) -> bool:
    return await asyncio.to_thread(emulator.wait_requests, count)


@LOOPS
def test_asyncio_timeout_aborts_the_request(emulator: Emulator, run: object) -> None:
    async def main() -> None:
        client = emulator.async_client()
        emulator.push(SILENCE, unfinished("x"))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await client.messages.create(**ask())
        assert await closed(emulator, 1)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await client.messages.stream(**ask()).get_final_message()
        assert await closed(emulator, 2)
        assert (await client.messages.create(**ask("say on"))).text == "on", "the client works on"

    run(main())  # type: ignore[operator]


@LOOPS
def test_task_cancellation_aborts_the_request(emulator: Emulator, run: object) -> None:
    async def main() -> None:
        client = emulator.async_client()
        emulator.push(SILENCE)
        task = asyncio.ensure_future(client.messages.create(**ask()))
        assert await arrived(emulator)
        assert emulator.closed_early == 0
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await closed(emulator)
        assert len(emulator.requests) == 1, "a cancelled call is not repeated"

    run(main())  # type: ignore[operator]


@LOOPS
@pytest.mark.parametrize("way", ["events", "text", "batches", "final"])
def test_task_cancellation_aborts_a_stream(emulator: Emulator, run: object, way: str) -> None:
    async def main() -> None:
        client = emulator.async_client()
        emulator.push(unfinished("x"))
        began = asyncio.Event()

        async def read() -> None:
            stream = await client.messages.stream(**ask()).__aenter__()
            began.set()
            if way == "final":
                await stream.get_final_message()
            elif way == "text":
                async for _ in stream.text_stream:
                    pass
            elif way == "batches":
                async for _ in stream.batches():
                    pass
            else:
                async for _ in stream:
                    pass

        task = asyncio.ensure_future(read())
        await began.wait()
        await asyncio.sleep(0.02)
        assert emulator.closed_early == 0
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await closed(emulator)

    run(main())  # type: ignore[operator]


def test_cancelling_while_the_retry_waits_sends_nothing_more(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client(max_retries=5)
        emulator.push({"status": 503, "headers": {"retry-after": "30"}, "repeat": 5})
        task = asyncio.ensure_future(client.messages.create(**ask()))
        assert await arrived(emulator)
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(emulator.requests) == 1

    asyncio.run(main())


def test_trio_cancellation_aborts_the_request(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client()
        emulator.push(SILENCE, unfinished("x"))
        with trio.move_on_after(0.1) as scope:
            await client.messages.create(**ask())
        assert scope.cancelled_caught
        assert emulator.wait_closed_early(1)
        with trio.move_on_after(0.2) as scope:
            await client.messages.stream(**ask()).get_final_message()
        assert scope.cancelled_caught
        assert emulator.wait_closed_early(2)

    trio.run(main)


def test_closing_a_stream_early_closes_the_connection(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("x"), unfinished("x"))
    stream = client.messages.create(**ask(), stream=True)
    next(stream)
    stream.close()
    stream.close()
    assert emulator.wait_closed_early(1)
    with client.messages.stream(**ask()) as again:
        for _ in again:
            break
    assert emulator.wait_closed_early(2)


def test_an_exception_in_the_block_closes_the_connection(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("x"))
    with pytest.raises(KeyError), client.messages.stream(**ask()) as stream:
        raise KeyError(next(stream).type)
    assert emulator.wait_closed_early(1)


def test_garbage_collection_of_an_unfinished_stream_cancels_it(
    emulator: Emulator, client: parlour.Client
) -> None:
    emulator.push(unfinished("x"))
    stream = client.messages.create(**ask(), stream=True)
    next(stream)
    assert emulator.closed_early == 0
    del stream
    gc.collect()
    assert emulator.wait_closed_early(1)


def test_garbage_collection_of_an_iterator_over_text_cancels_it(
    emulator: Emulator, client: parlour.Client
) -> None:
    emulator.push(unfinished("x"))
    texts = client.messages.create(**ask(), stream=True).text_stream
    assert next(texts) == "x"
    del texts
    gc.collect()
    assert emulator.wait_closed_early(1)


def test_garbage_collection_of_an_unfinished_async_stream_cancels_it(
    emulator: Emulator, recwarn: pytest.WarningsRecorder
) -> None:
    async def main() -> None:
        emulator.push(unfinished("x"))
        stream = await emulator.async_client().messages.create(**ask(), stream=True)
        await anext(stream)
        assert emulator.closed_early == 0
        del stream
        gc.collect()
        assert await closed(emulator)

    asyncio.run(main())
    assert [str(one.message) for one in recwarn] == []


def test_a_stream_in_a_cycle_is_collected(emulator: Emulator, client: parlour.Client) -> None:
    emulator.push(unfinished("x"))

    class Holder:
        pass

    holder = Holder()
    holder.me = holder  # type: ignore[attr-defined]
    holder.stream = client.messages.create(**ask(), stream=True)  # type: ignore[attr-defined]
    del holder
    gc.collect()
    assert emulator.wait_closed_early(1)


def test_closing_from_another_thread_ends_a_waiting_stream(
    emulator: Emulator, client: parlour.Client
) -> None:
    import threading

    emulator.push(unfinished("x"))
    stream = client.messages.create(**ask(), stream=True)
    for _ in range(3):
        next(stream)
    timer = threading.Timer(0.05, stream.close)
    timer.start()
    with pytest.raises((parlour.CallCancelledError, StopIteration)):
        next(stream)
    timer.join()
    assert emulator.wait_closed_early(1)
