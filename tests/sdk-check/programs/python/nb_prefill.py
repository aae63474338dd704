"""The beginning of the answer is given. [notebook: works]"""

# %%
from anthropic import Anthropic

client = Anthropic()

# %%
message = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[
        {"role": "user", "content": "Count to 3"},
        {"role": "assistant", "content": "The numbers are:"},
    ],
)
"The numbers are:" + message.content[0].text
