"""Counts tokens before it asks. [document: count_tokens]"""

from anthropic import Anthropic

client = Anthropic()
asked = {
    "model": "claude-sonnet-4-5",
    "system": "You are brief.",
    "messages": [{"role": "user", "content": "Say twelve tokens or so"}],
}
count = client.messages.count_tokens(**asked)
print(count.input_tokens)
reply = client.messages.create(max_tokens=50, **asked)
print(reply.usage.input_tokens == count.input_tokens)
