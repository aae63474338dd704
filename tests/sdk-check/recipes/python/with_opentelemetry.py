"""OpenTelemetry: the instrumentation of the vendor's SDK traces calls of parlour."""

import asyncio

import parlour.compat

parlour.compat.stand_in()

from opentelemetry import trace
from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

spans = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(spans))
trace.set_tracer_provider(provider)
AnthropicInstrumentor().instrument()

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
    print("".join(stream.text_stream))


async def main() -> None:
    """The same without blocking."""
    await parlour.compat.AsyncClient().messages.create(**ASKED)


asyncio.run(main())
for span in spans.get_finished_spans():
    print(span.name, span.attributes["gen_ai.response.model"])
