"""A message as a dict. [document: model_dump]"""

from anthropic import Anthropic

message = Anthropic().messages.create(
    model="claude-sonnet-4-5", max_tokens=100, messages=[{"role": "user", "content": "Say dumped"}]
)
dumped = message.model_dump(exclude_none=True)
print(dumped["role"], dumped["content"][0]["text"], dumped["usage"]["output_tokens"])
print(message.content[0].model_dump(include={"type", "text"}))
print(sorted(message.model_dump(include={"model", "stop_reason"}).items()))
