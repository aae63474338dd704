"""LangChain: the chat model of the vendor's package, with clients of parlour."""

import asyncio
from functools import cached_property

import parlour.compat

parlour.compat.stand_in()

from langchain_anthropic import ChatAnthropic
from langchain_core.tools import tool
from pydantic import BaseModel


class Chat(ChatAnthropic):
    """Its clients take address, key and vendor from the environment."""

    _client = cached_property(lambda self: parlour.compat.Client())
    _async_client = cached_property(lambda self: parlour.compat.AsyncClient())


@tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


class City(BaseModel):
    """A city."""

    name: str


model = Chat(model="svc-sonnet-4-5", max_tokens=256, api_key="not used")
print(model.invoke("say hello").text)
print("".join(piece.text for piece in model.stream("count to 5")))
print(model.bind_tools([weather]).invoke("What is the weather in Oslo?").tool_calls)
print(model.with_structured_output(City).invoke("Which city?"))


async def main():
    """The same without blocking."""
    print((await model.ainvoke("say hello")).text)
    print("".join([piece.text async for piece in model.astream("count to 5")]))


asyncio.run(main())
