"""LangChain: the chat model of the vendor's package, on clients of parlour."""

import asyncio
import os

import parlour.compat

parlour.compat.stand_in()

from langchain_anthropic import ChatAnthropic
from langchain_core.tools import tool
from pydantic import BaseModel


@tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


class City(BaseModel):
    """A city."""

    name: str


model = ChatAnthropic(
    model="svc-sonnet-4-5",
    max_tokens=256,
    # LangChain asks for both, and does not look where a client does.
    base_url=os.environ["PARLOUR_BASE_URL"],
    api_key=os.environ["PARLOUR_API_KEY"],
)
print(model.invoke("say hello").text)
print("".join(piece.text for piece in model.stream("count to 5")))
print(model.bind_tools([weather]).invoke("What is the weather in Oslo?").tool_calls)
print(model.with_structured_output(City).invoke("Which city?"))


async def main():
    """The same without blocking."""
    print((await model.ainvoke("say hello")).text)
    print("".join([piece.text async for piece in model.astream("count to 5")]))


asyncio.run(main())
