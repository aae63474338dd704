"""10 000 calls leave no growth in memory, threads or descriptors."""

import json

import pytest

from parlour.testing import Emulator
from support import clean

SCRIPT = """
    import asyncio, gc, json, os, sys, parlour
    from support import ask, descriptors, memory, threads
    url, key, way = sys.argv[1:]
    sync = parlour.Client(base_url=url, api_key=key, vendor="svc", from_env=False, max_retries=0)
    later = parlour.AsyncClient(base_url=url, api_key=key, vendor="svc", from_env=False, max_retries=0)

    def look():
        gc.collect()
        return memory(), threads(), descriptors()

    def calls(count):
        for _ in range(count):
            sync.messages.create(**ask())

    def streams(count):
        for n in range(count):
            with sync.messages.stream(**ask()) as stream:
                for event in stream:
                    if n % 10 == 0:
                        break

    def errors(count):
        for _ in range(count):
            try:
                sync.messages.create(**ask(max_tokens=-1))
            except parlour.BadRequestError:
                pass

    async def some(count):
        for n in range(count // 20):
            await asyncio.gather(*[later.messages.create(**ask()) for _ in range(15)],
                                 *[later.messages.stream(**ask()).get_final_message() for _ in range(5)])

    async def cut(count):
        for n in range(count):
            task = asyncio.ensure_future(later.messages.create(**ask()))
            await asyncio.sleep(0)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                pass

    def loops(count):
        for n in range(count):
            asyncio.run(some(20))

    plan = {
        "calls": [(calls, 10_000)],
        "mixed": [(streams, 1500), (errors, 500), (lambda n: asyncio.run(some(n)), 2000),
                  (lambda n: asyncio.run(cut(n)), 300), (loops, 30)],
    }[way]
    # The first round fills caches, pools and the allocator's free lists.
    for work, count in plan:
        work(max(count // 5, 20))
    before = look()
    for work, count in plan:
        work(count)
    print(json.dumps([before, look()]))
"""


@pytest.mark.parametrize("way", ["calls", "mixed"])
def test_10_000_calls_leave_no_growth_in_memory_threads_or_descriptors(way: str) -> None:
    # Of what it received it keeps little, or this process would grow instead.
    with Emulator() as emulator:
        printed = clean(SCRIPT, emulator.url, emulator.api_key, way, timeout=100)
    (memory, threads, descriptors), after = json.loads(printed)
    # 100 bytes a call would be a megabyte.
    assert after[0] - memory < 1_500_000, f"{after[0] - memory} bytes more"
    assert after[1] <= threads
    assert after[2] <= descriptors + 2


def test_clients_that_are_dropped_leave_nothing(emulator: Emulator) -> None:
    printed = clean(
        """
        import gc, json, sys, parlour
        from support import ask, descriptors, eventually, memory, threads
        def once():
            client = parlour.Client(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
            client.messages.create(**ask())
            client.with_options(timeout=5).messages.create(**ask())
        for _ in range(20):
            once()
        gc.collect()
        first = threads(), descriptors()
        for _ in range(100):
            once()
        gc.collect()
        eventually(lambda: threads() <= first[0] and descriptors() <= first[1] + 3, "descriptors go")
        print("ok")
        """,
        emulator.url,
        emulator.api_key,
        timeout=40,
    )
    assert printed == "ok\n"
    assert emulator.wait_open_connections(0)
