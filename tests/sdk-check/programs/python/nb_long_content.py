"""A long answer, shown whole. [notebook: print(response.content)]"""

# %%
from anthropic import Anthropic

client = Anthropic()

# %%
response = client.messages.create(
    model="claude-sonnet-4-5", max_tokens=4000, messages=[{"role": "user", "content": "Write 300 words"}]
)
print(response.content)
