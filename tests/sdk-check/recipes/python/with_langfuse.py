"""Langfuse: calls of parlour as generations of a trace."""

from langfuse import Langfuse, observe
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import parlour

spans = InMemorySpanExporter()
# Without `span_exporter` they go to Langfuse, with the keys of the environment.
langfuse = Langfuse(public_key="pk", secret_key="sk", span_exporter=spans)
client = parlour.Client()


def asked(text):
    """The request."""
    return {"model": "svc-sonnet-4-5", "max_tokens": 256, "messages": [{"role": "user", "content": text}]}


def note(message):
    """Tells Langfuse what a call was."""
    usage = message.usage
    langfuse.update_current_generation(
        model=message.model,
        usage_details={"input": usage.input_tokens, "output": usage.output_tokens},
    )


@observe(as_type="generation")
def ask(text):
    """A whole answer."""
    message = client.messages.create(**asked(text))
    note(message)
    return message.text


@observe(as_type="generation")
def tell(text):
    """A streamed one."""
    with client.messages.stream(**asked(text)) as stream:
        for piece in stream.text_stream:
            print(piece, end="")
        print()
        note(stream.get_final_message())


print(ask("say hello"))
tell("count to 5")
langfuse.flush()
for span in spans.get_finished_spans():
    print(span.name, span.attributes["langfuse.observation.model.name"])
    print(span.attributes["langfuse.observation.usage_details"])
