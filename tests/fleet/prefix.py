"""One process that asks eight questions at once about a long prompt that others ask about too. Arguments: address of
the service, address of the store. It prints what its calls wrote to the prompt cache and read from it."""

from __future__ import annotations

import asyncio
import json
import sys

from parlour import AsyncClient

PROMPT = "A long prompt that all share. " * 700
MARK = {"cache_control": {"type": "ephemeral"}}


async def main() -> None:
    client = AsyncClient(
        api_key="test-key",
        base_url=sys.argv[1],
        from_env=False,
        limits=sys.argv[2],
        cache="keep",
        ledger=True,
    )

    async def ask(number: int) -> None:
        async with client.messages.stream(
            model="svc-sonnet-4-5",
            max_tokens=16,
            system=[{"type": "text", "text": PROMPT, **MARK}],
            messages=[{"role": "user", "content": f"Say {number}"}],
        ) as stream:
            await stream.get_final_message()

    print("ready", flush=True)
    sys.stdin.readline()
    await asyncio.gather(*map(ask, range(8)))
    total = client.usage_report().total
    written, read = total.cache_write_5m_tokens, total.cache_read_tokens
    print(json.dumps({"written": written, "read": read}), flush=True)


asyncio.run(main())
