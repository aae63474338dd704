"""A part of the answer between tags. [notebook: works]"""

# %%
import re

from anthropic import Anthropic

client = Anthropic()


# %%
def between(tag: str, text: str) -> list[str]:
    return re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)


# %%
response = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=200,
    messages=[{"role": "user", "content": "Say <city>Oslo</city> and <city>Bergen</city>"}],
)
between("city", response.content[0].text)
