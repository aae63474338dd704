"""One process of a fleet: makes calls on a key that others use too, a few at a time. Arguments: address of the service,
address of the store, calls, path of the call log."""

from __future__ import annotations

import asyncio
import sys

from parlour import AsyncClient


async def main(service: str, store: str, calls: int, log: str) -> None:
    client = AsyncClient(
        api_key="test-key",
        base_url=service,
        from_env=False,
        limits=store,
        requests_per_minute=int(sys.argv[5]),
        call_log=log,
    )
    left = iter(range(calls))

    async def lane() -> None:
        for _ in left:
            messages = [{"role": "user", "content": "Hello"}]
            await client.messages.create(model="svc-sonnet-4-5", max_tokens=16, messages=messages)

    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await asyncio.gather(*(lane() for _ in range(8)))
    await client.close()


asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]))
