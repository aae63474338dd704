"""Retries and time limits of a client and of a call. [document: works]"""

from anthropic import Anthropic

client = Anthropic(max_retries=3, timeout=30.0)
print(client.max_retries, client.timeout)
quick = client.with_options(max_retries=0, timeout=5.0)
print(quick.max_retries, quick.timeout)
reply = quick.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[{"role": "user", "content": "Say done"}],
    timeout=3,
)
print(reply.content[0].text)
