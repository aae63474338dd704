"""Asks one question, asynchronously. [example: works]"""

import asyncio

from anthropic import AsyncAnthropic

client = AsyncAnthropic()


async def main() -> None:
    message = await client.messages.create(
        model="claude-sonnet-4-5",
        max_tokens=256,
        messages=[{"role": "user", "content": "Count to 5"}],
    )
    for block in message.content:
        if block.type == "text":
            print(block.text)


asyncio.run(main())
