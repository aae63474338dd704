"""A data set is answered as a batch. [notebook: batches]"""

# %%
import time

import anthropic

client = anthropic.Anthropic()
DATA = {"a": "What is 1 + 1?", "b": "What is 2 + 2?", "c": "Say three"}

# %%
batch = client.messages.batches.create(
    requests=[
        {
            "custom_id": key,
            "params": {
                "model": "claude-sonnet-4-5",
                "max_tokens": 50,
                "messages": [{"role": "user", "content": text}],
            },
        }
        for key, text in DATA.items()
    ]
)
batch.processing_status

# %%
while batch.processing_status != "ended":
    time.sleep(0.01)
    batch = client.messages.batches.retrieve(batch.id)
batch.request_counts.succeeded

# %%
answers = {}
for line in client.messages.batches.results(batch.id):
    answers[line.custom_id] = line.result.message.content[0].text
[answers[key] for key in sorted(answers)]
