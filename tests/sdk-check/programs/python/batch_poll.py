"""Makes a batch and waits for its end. [example: batches]"""

import time

import anthropic
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from anthropic.types.messages.batch_create_params import Request

client = anthropic.Anthropic()
batch = client.messages.batches.create(
    requests=[
        Request(
            custom_id=f"question-{number}",
            params=MessageCreateParamsNonStreaming(
                model="claude-sonnet-4-5",
                max_tokens=100,
                messages=[{"role": "user", "content": f"Say answer {number}"}],
            ),
        )
        for number in range(3)
    ]
)
print(batch.processing_status, batch.request_counts.processing)
while True:
    batch = client.messages.batches.retrieve(batch.id)
    if batch.processing_status == "ended":
        break
    time.sleep(0.01)
print(batch.request_counts.succeeded, batch.request_counts.errored)
