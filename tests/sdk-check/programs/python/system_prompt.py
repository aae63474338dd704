"""A role in the system prompt. [document: works]"""

import anthropic

client = anthropic.Anthropic()
response = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=300,
    system="You are the librarian of a small town.",
    messages=[{"role": "user", "content": "Say welcome to the library"}],
)
print(f"{response.role}: {response.content[0].text}")
