"""The input of a call as it arrives. [example: input_json events]"""

import asyncio

from anthropic import AsyncAnthropic

client = AsyncAnthropic()
BOOK_TABLE = {
    "name": "book_table",
    "description": "Books a table in a restaurant.",
    "input_schema": {
        "type": "object",
        "properties": {
            "restaurant": {"type": "string"},
            "guests": {"type": "integer"},
            "day": {"type": "string"},
        },
        "required": ["restaurant", "guests", "day"],
    },
}


async def main() -> None:
    async with client.messages.stream(
        model="claude-sonnet-4-5",
        max_tokens=400,
        tools=[BOOK_TABLE],
        messages=[{"role": "user", "content": 'Book a table at the restaurant "Nord" on "Friday" for 4.'}],
    ) as stream:
        async for event in stream:
            if event.type == "input_json":
                print(f"{event.partial_json!r} {event.snapshot}")


asyncio.run(main())
