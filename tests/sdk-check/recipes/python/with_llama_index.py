"""LlamaIndex: its model of the vendor, with clients of parlour."""

import asyncio

import parlour.compat

parlour.compat.stand_in()

from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.llms.anthropic import Anthropic


def weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


model = Anthropic(model="claude-sonnet-4-5-20250929", max_tokens=256)
print(model.complete("say hello").text)
print("".join(piece.delta for piece in model.stream_chat([ChatMessage(content="count to 5")])))
tools = [FunctionTool.from_defaults(weather)]
asked = model.chat_with_tools(tools, user_msg="What is the weather in Oslo?")
print([(call.tool_name, call.tool_kwargs) for call in model.get_tool_calls_from_response(asked)])


async def main():
    """The same without blocking."""
    print((await model.acomplete("say hello")).text)
    stream = await model.astream_chat([ChatMessage(content="count to 5")])
    print("".join([piece.delta async for piece in stream]))


asyncio.run(main())
