"""A cell that awaits a stream. [notebook: works]"""

# %%
from anthropic import AsyncAnthropic

client = AsyncAnthropic()

# %%
pieces = []
async with client.messages.stream(
    model="claude-sonnet-4-5",
    max_tokens=200,
    messages=[{"role": "user", "content": "Count to 12"}],
) as stream:
    async for piece in stream.text_stream:
        pieces.append(piece)
"".join(pieces)

# %%
(await stream.get_final_message()).stop_reason
