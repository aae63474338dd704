"""What became of each request of a batch. [document: batches, model_dump]"""

import json

import anthropic

client = anthropic.Anthropic()
good = {"model": "claude-sonnet-4-5", "max_tokens": 30, "messages": [{"role": "user", "content": "Say fine"}]}
bad = good | {"model": "claude-none-1"}
batch = client.messages.batches.create(
    requests=[{"custom_id": "good", "params": good}, {"custom_id": "bad", "params": bad}]
)
while client.messages.batches.retrieve(batch.id).processing_status != "ended":
    pass
for line in sorted(client.messages.batches.results(batch.id), key=lambda one: one.custom_id):
    match line.result.type:
        case "succeeded":
            print("succeeded", line.custom_id, line.result.message.content[0].text)
        case "errored":
            print("errored", line.custom_id, line.result.error.error.type)
        case "expired":
            print("expired", line.custom_id)
    print(json.loads(line.model_dump_json())["custom_id"])
