"""LangSmith: its wrapper of a client of the vendor's SDK traces calls of parlour."""

import parlour.compat

parlour.compat.stand_in()

from langsmith import Client, tracing_context
from langsmith.wrappers import wrap_anthropic

runs = {}


class Notes(Client):
    """Takes the runs, in place of sending them: left out, they go to LangSmith."""

    def create_run(self, name, inputs, run_type, **more):
        """Notes what was asked."""
        runs[more["id"]] = [name, inputs["model"]]

    def update_run(self, run_id, **more):
        """Notes what came."""
        runs[run_id].append(more["outputs"]["usage_metadata"]["output_tokens"])


notes = Notes(api_key="-", auto_batch_tracing=False)
client = wrap_anthropic(parlour.compat.Client(), tracing_extra={"client": notes})
ASKED = {
    "model": "svc-sonnet-4-5",
    "max_tokens": 256,
    "messages": [{"role": "user", "content": "say hello"}],
}
with tracing_context(enabled=True):
    print(client.messages.create(**ASKED).content[0].text)
    for event in client.messages.create(**ASKED, stream=True):
        print(event.type, end=" ")
    print()
    with client.messages.stream(**ASKED) as stream:
        print("".join(stream.text_stream))
for run in runs.values():
    print(*run)
