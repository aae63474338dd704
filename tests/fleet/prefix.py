"""One process that asks eight questions at once about a long prompt that others ask about too. Arguments: address of
the service, address of the store. It prints what its calls wrote to the prompt cache and read from it, reads how many
calls all processes made, and prints what all read when it knows of so many."""

from __future__ import annotations

import asyncio
import json
import sys
import time

from parlour import AsyncClient

PROMPT = "A long prompt that all share. " * 700
MARK = {"cache_control": {"type": "ephemeral"}}


async def ask_all(client: AsyncClient) -> None:
    async def ask(number: int) -> None:
        async with client.messages.stream(
            model="svc-sonnet-4-5",
            max_tokens=16,
            system=[{"type": "text", "text": PROMPT, **MARK}],
            messages=[{"role": "user", "content": f"Say {number}"}],
        ) as stream:
            await stream.get_final_message()

    await asyncio.gather(*map(ask, range(8)))


def main() -> None:
    client = AsyncClient(
        api_key="test-key",
        base_url=sys.argv[1],
        from_env=False,
        limits=sys.argv[2],
        cache="keep",
        ledger=True,
    )
    print("ready", flush=True)
    sys.stdin.readline()
    asyncio.run(ask_all(client))
    total = client.usage_report().total
    written, read = total.cache_write_5m_tokens, total.cache_read_tokens
    print(json.dumps({"written": written, "read": read}), flush=True)
    calls = int(sys.stdin.readline())
    # Each learns within a second what the others used.
    while (fleet := client.usage_report().fleet) is None or fleet.total.calls != calls:
        time.sleep(0.05)
    print(fleet.total.cache_read_tokens, flush=True)


main()
