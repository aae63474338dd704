"""A request of one's own. [document: client.post]"""

from anthropic import Anthropic
from anthropic.types import Message

client = Anthropic()
message = client.post(
    "/v1/messages",
    cast_to=Message,
    body={
        "model": "claude-sonnet-4-5",
        "max_tokens": 60,
        "messages": [{"role": "user", "content": "Say posted"}],
    },
    options={"headers": {"x-own": "1"}},
)
print(message.content[0].text)
