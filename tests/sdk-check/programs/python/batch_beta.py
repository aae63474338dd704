"""A batch under the namespace of betas. [document: batches, client.beta]"""

from anthropic import Anthropic

client = Anthropic()
batch = client.beta.messages.batches.create(
    requests=[
        {
            "custom_id": "a",
            "params": {
                "model": "claude-sonnet-4-5",
                "max_tokens": 40,
                "messages": [{"role": "user", "content": "Say beta"}],
            },
        }
    ],
    betas=["some-beta-2025-01-01"],
)
while client.beta.messages.batches.retrieve(batch.id).processing_status != "ended":
    pass
for line in client.beta.messages.batches.results(batch.id):
    print(line.custom_id, line.result.message.content[0].text)
