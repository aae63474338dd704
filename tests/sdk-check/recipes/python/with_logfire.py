"""Logfire: its instrumentation of the vendor's SDK traces calls of parlour."""

import asyncio

import parlour.compat

parlour.compat.stand_in()

import logfire
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

spans = InMemorySpanExporter()
# With a token of Logfire in the environment, `configure()` alone sends them there.
logfire.configure(
    send_to_logfire=False, console=False, additional_span_processors=[SimpleSpanProcessor(spans)]
)
# All clients; one alone is given: `instrument_anthropic(client)`.
logfire.instrument_anthropic()

ASKED = {
    "model": "svc-sonnet-4-5",
    "max_tokens": 256,
    "messages": [{"role": "user", "content": "say hello"}],
}
client = parlour.compat.Client()
print(client.messages.create(**ASKED).content[0].text)
for event in client.messages.create(**ASKED, stream=True):
    print(event.type, end=" ")
print()
with client.messages.stream(**ASKED) as stream:
    print(stream.get_final_text())


async def main() -> None:
    """The same without blocking."""
    await parlour.compat.AsyncClient().messages.create(**ASKED)


asyncio.run(main())
for span in spans.get_finished_spans():
    given = span.attributes
    print(given["logfire.msg"].rpartition(" took ")[0] or given["logfire.msg"], end=" ")
    print(given.get("gen_ai.usage.output_tokens"))
