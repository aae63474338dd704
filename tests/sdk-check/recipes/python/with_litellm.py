"""LiteLLM: its own requests, sent by clients of parlour."""

import asyncio

import httpx
import litellm
from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler, HTTPHandler

import parlour
from parlour.integrations.httpx import AsyncTransport, Transport

# Models that it has no price for are no reason to print.
litellm.suppress_debug_info = True
client = parlour.Client()
sends = HTTPHandler(client=httpx.Client(transport=Transport(client)))


def asked(text, **more):
    """What LiteLLM is asked for, and where it is to send it."""
    messages = [{"role": "user", "content": text}]
    named = {"model": "anthropic/svc-sonnet-4-5", "max_tokens": 256, "messages": messages}
    return named | more | {"api_base": client.base_url, "api_key": "not used"}


print(litellm.completion(**asked("say hello"), client=sends).choices[0].message.content)

stream = litellm.completion(**asked("count to 5", stream=True), client=sends)
print("".join(piece.choices[0].delta.content or "" for piece in stream))

weather = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
answer = litellm.completion(**asked("What is the weather in Oslo?", tools=[weather]), client=sends)
call = answer.choices[0].message.tool_calls[0].function
print(call.name, call.arguments)


async def main():
    """The same without blocking."""
    handler = AsyncHTTPHandler()
    handler.client = httpx.AsyncClient(transport=AsyncTransport(parlour.AsyncClient()))
    reply = await litellm.acompletion(**asked("say hello"), client=handler)
    print(reply.choices[0].message.content)


asyncio.run(main())
