"""A table of what a stream brought. [notebook: stop events, model_dump]"""

# %%
import anthropic

client = anthropic.Anthropic()

# %%
rows = []
with client.messages.stream(
    model="claude-sonnet-4-5", max_tokens=200, messages=[{"role": "user", "content": "Count to 8"}]
) as stream:
    for event in stream:
        if event.type == "content_block_stop":
            rows.append({"index": event.index, **event.content_block.model_dump(include={"type", "text"})})
        elif event.type == "message_stop":
            rows.append(event.message.model_dump(include={"role", "stop_reason"}))
rows
