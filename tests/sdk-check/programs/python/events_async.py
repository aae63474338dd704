"""Derived events of a stream. [example: text events, stop events]"""

import asyncio

from anthropic import AsyncAnthropic

client = AsyncAnthropic()


async def main() -> None:
    async with client.messages.stream(
        model="claude-sonnet-4-5",
        max_tokens=500,
        messages=[{"role": "user", "content": "Say a short tale of a fox"}],
    ) as stream:
        async for event in stream:
            if event.type == "text":
                print(event.text, end="|", flush=True)
            elif event.type == "content_block_stop":
                print()
                print("block is whole:", event.content_block.type, event.content_block.text)
            elif event.type == "message_stop":
                print("message is whole:", event.message.stop_reason)


asyncio.run(main())
