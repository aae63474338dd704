"""instructor: answers as pydantic models, with a client of parlour."""

import asyncio

import parlour.compat

parlour.compat.stand_in()

from instructor.v2 import from_anthropic
from pydantic import BaseModel


class City(BaseModel):
    """A city."""

    name: str
    country: str


ASKED = {
    "model": "svc-sonnet-4-5",
    "max_tokens": 256,
    "messages": [{"role": "user", "content": "The capital of Norway?"}],
    "response_model": City,
}

asks = from_anthropic(parlour.compat.Client())
print(asks.chat.completions.create(**ASKED))
print(list(asks.chat.completions.create_partial(**ASKED))[-1])


async def main() -> None:
    """The same without blocking."""
    print(await from_anthropic(parlour.compat.AsyncClient()).chat.completions.create(**ASKED))


asyncio.run(main())
