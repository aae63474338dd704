"""A batch that is called off and deleted. [document: batches]"""

from anthropic import Anthropic

client = Anthropic()
batch = client.messages.batches.create(
    requests=[
        {
            "custom_id": "one",
            "params": {
                "model": "claude-sonnet-4-5",
                "max_tokens": 20,
                "messages": [{"role": "user", "content": "Say x"}],
            },
        }
    ]
)
cancelled = client.messages.batches.cancel(batch.id)
print(cancelled.id == batch.id, cancelled.processing_status)
while client.messages.batches.retrieve(batch.id).processing_status != "ended":
    pass
print(client.messages.batches.delete(batch.id).type)
