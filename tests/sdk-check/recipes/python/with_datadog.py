"""Datadog: ``ddtrace`` traces calls of parlour as those of the vendor's SDK."""

import parlour.compat

parlour.compat.stand_in()

from ddtrace import patch
from ddtrace.trace import TraceFilter, tracer

spans = []


class Notes(TraceFilter):
    """Takes the spans, in place of sending them."""

    def process_trace(self, trace):
        """Notes a trace."""
        spans.extend(trace)


tracer.configure(trace_processors=[Notes()])  # left out, they go to the agent
import anthropic  # before it is patched: this is parlour.compat

patch(anthropic=True)

ASKED = {
    "model": "svc-sonnet-4-5",
    "max_tokens": 256,
    "messages": [{"role": "user", "content": "say hello"}],
}
client = anthropic.Anthropic()
print(client.messages.create(**ASKED).content[0].text)
for event in client.messages.create(**ASKED, stream=True):
    print(event.type, end=" ")
print()
with client.messages.stream(**ASKED) as stream:
    print("".join(stream.text_stream))
tracer.flush()
for span in spans:
    print(span.name, span.resource, span.get_metric("gen_ai.usage.output_tokens"))
