"""A client of HTTP that takes no proxy from the environment. [example: http_client]"""

from anthropic import Anthropic, DefaultHttpxClient

client = Anthropic(http_client=DefaultHttpxClient(trust_env=False))
message = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[{"role": "user", "content": "Say proxied"}],
)
print(message.content[0].text)
