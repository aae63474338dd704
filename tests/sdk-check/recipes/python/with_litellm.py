"""LiteLLM: its own requests, sent by a client of parlour."""

import httpx
import litellm
from litellm.llms.custom_httpx.http_handler import HTTPHandler

import parlour
from parlour.integrations.httpx import Transport

# Models that it has no price for are no reason to print.
litellm.suppress_debug_info = True
client = parlour.Client()
sends = HTTPHandler(client=httpx.Client(transport=Transport(client)))


def ask(text, **more):
    """A call of LiteLLM as it is usual, but for the last three lines."""
    return litellm.completion(
        model="anthropic/svc-sonnet-4-5",
        messages=[{"role": "user", "content": text}],
        max_tokens=256,
        **more,
        api_base=client.base_url,
        api_key="not used",
        client=sends,
    )


print(ask("say hello").choices[0].message.content)
print("".join(piece.choices[0].delta.content or "" for piece in ask("count to 5", stream=True)))
weather = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
call = ask("What is the weather in Oslo?", tools=[weather]).choices[0].message.tool_calls[0]
print(call.function.name, call.function.arguments)
