"""Text as it arrives, asynchronously. [document: works]"""

import asyncio

from anthropic import AsyncAnthropic


async def main() -> None:
    async with AsyncAnthropic() as client:
        async with client.messages.stream(
            model="claude-sonnet-4-5",
            max_tokens=200,
            messages=[{"role": "user", "content": "Repeat the quick brown fox"}],
        ) as stream:
            async for text in stream.text_stream:
                print(text, end="")
            print()
        final = await stream.get_final_message()
        print(final.stop_reason)


asyncio.run(main())
