"""A slow consumer holds back the server instead of filling memory."""

import json

import pytest

from parlour.testing import Emulator
from support import delta, end, spawn, start

# Far more than the buffers of client and sockets hold together.
PIECE, PIECES = 64 * 1024, 1024
TOTAL = PIECE * PIECES

SCRIPT = """
    import asyncio, json, sys, parlour
    from support import ask, memory
    url, key, way = sys.argv[1:]
    settings = dict(base_url=url, api_key=key, vendor="svc", from_env=False, max_retries=0,
                    stream_silence_timeout=60, stream_progress_timeout=60)
    def tell(*what):
        print(json.dumps(what), flush=True)
    def told():
        assert sys.stdin.readline()
    def sync():
        client = parlour.Client(**settings)
        client.messages.create(**ask())
        before = memory()
        stream = client.messages.create(**ask(), stream=True)
        next(stream)
        tell("began")
        told()
        tell(memory() - before)
        total = sum(len(event.text or "") for event in stream if event.type == "content_block_delta")
        tell(total)
    async def later():
        client = parlour.AsyncClient(**settings)
        await client.messages.create(**ask())
        before = memory()
        stream = await client.messages.create(**ask(), stream=True)
        await anext(stream)
        tell("began")
        await asyncio.to_thread(told)
        tell(memory() - before)
        total = 0
        async for event in stream:
            if event.type == "content_block_delta":
                total += len(event.text)
        tell(total)
    if way == "sync":
        sync()
    else:
        asyncio.run(later())
"""


@pytest.mark.parametrize("way", ["sync", "async"])
def test_a_slow_consumer_holds_back_the_server_instead_of_filling_memory(
    emulator: Emulator, way: str
) -> None:
    emulator.push(
        {"status": 200, "default": True}, {"sse": [*start(), *[delta("x" * PIECE)] * PIECES, *end()]}
    )
    child = spawn(SCRIPT, emulator.url, emulator.api_key, way)
    try:
        assert child.stdin is not None
        assert child.stdout is not None
        assert json.loads(child.stdout.readline()) == ["began"]
        # Back-pressure: the reply does not end while no reader goes on. One second is plenty to send all of
        # it.
        assert not emulator._native.wait_requests(3, 1.0)
        assert emulator._native.answered == 1, "the server could send everything"
        child.stdin.write("on\n")
        child.stdin.flush()
        (grown,) = json.loads(child.stdout.readline())
        assert grown < TOTAL / 6, f"{grown} bytes were taken in without being read"
        (total,) = json.loads(child.stdout.readline())
        assert total == TOTAL, "nothing is lost by holding back"
        out, err = child.communicate(timeout=20)
        assert (child.returncode, out, err) == (0, "", "")
        assert emulator._native.answered == 2
    finally:
        child.kill()
        child.communicate()
