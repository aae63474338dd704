"""Headers of a client and of a call. [document: works]"""

import anthropic

client = anthropic.Anthropic(default_headers={"x-team": "search"})
message = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[{"role": "user", "content": "Say headers"}],
    metadata={"user_id": "u-1"},
    extra_headers={"x-trace": "t-1"},
)
print(message.content[0].text)
