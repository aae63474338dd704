"""A call with names of betas. [document: client.beta]"""

import anthropic

client = anthropic.Anthropic()
response = client.beta.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[{"role": "user", "content": "Say beta"}],
    betas=["one-thing-2025-01-01", "other-thing-2025-02-02"],
)
print(response.content[0].text)
