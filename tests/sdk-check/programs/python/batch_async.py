"""A batch, asynchronously. [document: batches]"""

import asyncio

import anthropic


async def main() -> None:
    client = anthropic.AsyncAnthropic()
    batch = await client.messages.batches.create(
        requests=[
            {
                "custom_id": "sum",
                "params": {
                    "model": "claude-sonnet-4-5",
                    "max_tokens": 50,
                    "messages": [{"role": "user", "content": "What is 4 + 5?"}],
                },
            }
        ]
    )
    while (await client.messages.batches.retrieve(batch.id)).processing_status != "ended":
        await asyncio.sleep(0.01)
    async for line in await client.messages.batches.results(batch.id):
        print(line.custom_id, line.result.message.content[0].text)


asyncio.run(main())
