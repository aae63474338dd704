"""A stream of a beta. [document: client.beta, stop events]"""

import anthropic

with anthropic.Anthropic().beta.messages.stream(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[{"role": "user", "content": "Say streamed"}],
    betas=["one-thing-2025-01-01"],
) as stream:
    for event in stream:
        if event.type == "content_block_stop":
            print(event.index, event.content_block.text)
        elif event.type == "message_stop":
            print(event.message.usage.output_tokens)
