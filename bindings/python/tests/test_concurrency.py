"""One client under many threads, one loop with many streams."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import parlour
from parlour.testing import Emulator
from support import ask, unfinished


def test_one_client_from_16_threads(emulator: Emulator, client: parlour.Client) -> None:
    """Every call gets its own answer, whole and streamed."""
    together = threading.Barrier(16)

    def work(thread: int) -> None:
        together.wait(10)
        for n in range(25):
            word = f"t{thread}n{n}"
            if n % 2:
                assert client.messages.create(**ask(f"say {word}")).text == word
            else:
                with client.messages.stream(**ask(f"say {word}")) as stream:
                    assert "".join(stream.text_stream) == word

    with ThreadPoolExecutor(16) as pool:
        for done in [pool.submit(work, thread) for thread in range(16)]:
            done.result(60)
    assert len(emulator.requests) == 16 * 25


def test_sync_calls_of_threads_run_at_once(emulator: Emulator, client: parlour.Client) -> None:
    """The interpreter is free while a call waits: all the streams are open before the first goes on."""
    emulator.script([unfinished("x")] * 8)
    opened = threading.Barrier(8)

    def work() -> None:
        with client.messages.stream(**ask()) as stream:
            next(stream)
            opened.wait(10)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(work) for _ in range(8)]:
            done.result(20)
    assert emulator.wait_closed_early(8)


def test_100_async_streams_at_once(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client()
        opened = 0
        everybody = asyncio.Event()

        async def read(n: int) -> None:
            nonlocal opened
            async with client.messages.stream(**ask(f"repeat {'w ' * 50}n{n}")) as stream:
                first = await anext(stream)
                assert first.type == "message_start"
                opened += 1
                if opened == 100:
                    everybody.set()
                await everybody.wait()
                assert (await stream.get_final_text()).endswith(f"n{n}")

        await asyncio.wait_for(asyncio.gather(*[read(n) for n in range(100)]), 30)

    asyncio.run(main())
    assert len(emulator.requests) == 100


def test_a_stream_that_is_fast_lets_other_tasks_run(emulator: Emulator) -> None:
    async def main() -> None:
        client = emulator.async_client()
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticker = asyncio.ensure_future(tick())
        async with client.messages.stream(**ask("write 20000 words", max_tokens=60_000)) as stream:
            events = [event async for event in stream]
        ticker.cancel()
        assert len(events) > 100
        assert ticks > 10

    asyncio.run(main())
