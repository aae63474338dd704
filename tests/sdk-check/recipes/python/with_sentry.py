"""Sentry: its integration with the vendor's SDK traces calls of parlour."""

import asyncio

import parlour.compat

parlour.compat.stand_in()

import sentry_sdk
from sentry_sdk.integrations.anthropic import AnthropicIntegration

spans = []


def note(transaction, hint):
    """Takes the spans, in place of sending them."""
    spans.extend(transaction["spans"])


sentry_sdk.init(
    dsn="https://key@127.0.0.1/1",  # yours
    traces_sample_rate=1.0,
    integrations=[AnthropicIntegration()],
    auto_enabling_integrations=False,  # those of other frameworks, which take seconds to import
    before_send_transaction=note,  # left out, they go to Sentry
)

ASKED = {
    "model": "svc-sonnet-4-5",
    "max_tokens": 256,
    "messages": [{"role": "user", "content": "say hello"}],
}
client = parlour.compat.Client()
with sentry_sdk.start_transaction(name="questions"):
    print(client.messages.create(**ASKED).content[0].text)
    for event in client.messages.create(**ASKED, stream=True):
        print(event.type, end=" ")
    print()
    with client.messages.stream(**ASKED) as stream:
        print("".join(stream.text_stream))


async def main() -> None:
    """The same without blocking."""
    with sentry_sdk.start_transaction(name="question"):
        await parlour.compat.AsyncClient().messages.create(**ASKED)


asyncio.run(main())
for span in spans:
    given = span["data"]
    print(span["op"], given["gen_ai.response.model"], given["gen_ai.usage.output_tokens"])
