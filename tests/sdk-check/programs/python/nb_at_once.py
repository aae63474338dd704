"""Many questions at once. [notebook: works, concurrent]"""

# %%
import asyncio

from anthropic import AsyncAnthropic

client = AsyncAnthropic()
limit = asyncio.Semaphore(4)


# %%
async def ask(number):
    async with limit:
        reply = await client.messages.create(
            model="claude-sonnet-4-5",
            max_tokens=50,
            messages=[{"role": "user", "content": f"Say number {number}"}],
        )
        return reply.content[0].text


# %%
await asyncio.gather(*[ask(number) for number in range(8)])
