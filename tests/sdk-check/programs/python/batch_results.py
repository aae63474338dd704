"""Reads the results of a batch. [example: batches]"""

from anthropic import Anthropic

client = Anthropic()
batch = client.messages.batches.create(
    requests=[
        {
            "custom_id": name,
            "params": {
                "model": "claude-sonnet-4-5",
                "max_tokens": 64,
                "messages": [{"role": "user", "content": f"Say {name}"}],
            },
        }
        for name in ("first", "second")
    ]
)
while client.messages.batches.retrieve(batch.id).processing_status != "ended":
    pass
lines = {}
for line in client.messages.batches.results(batch.id):
    if line.result.type == "succeeded":
        lines[line.custom_id] = line.result.message.content[0].text
for name in sorted(lines):
    print(name, "=>", lines[name])
