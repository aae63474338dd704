"""Where an answer stops. [notebook: works]"""

# %%
from anthropic import Anthropic

client = Anthropic()

# %%
response = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=200,
    stop_sequences=[" 6"],
    messages=[{"role": "user", "content": "Count to 10"}],
)
response.content[0].text

# %%
response.stop_reason, response.stop_sequence
