"""A message as JSON, there and back. [document: model_dump]"""

import json

from anthropic import Anthropic
from anthropic.types import Message

message = Anthropic().messages.create(
    model="claude-sonnet-4-5", max_tokens=100, messages=[{"role": "user", "content": "Say stored"}]
)
stored = message.model_dump_json(exclude_none=True, indent=2)
print(stored.count("\n") > 5, json.loads(stored)["content"][0])
again = Message.model_validate_json(message.model_dump_json())
print(again == message, again.content[0].text)
