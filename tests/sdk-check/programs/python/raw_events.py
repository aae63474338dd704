"""The events of the service in a loop. [document: works]"""

from anthropic import Anthropic

stream = Anthropic().messages.create(
    model="claude-sonnet-4-5",
    max_tokens=200,
    messages=[{"role": "user", "content": "Count to 4"}],
    stream=True,
)
for event in stream:
    if event.type == "message_start":
        print("model", event.message.model)
    elif event.type == "content_block_delta" and event.delta.type == "text_delta":
        print(repr(event.delta.text))
    elif event.type == "message_delta":
        print(event.delta.stop_reason, event.usage.output_tokens)
    else:
        print(event.type)
