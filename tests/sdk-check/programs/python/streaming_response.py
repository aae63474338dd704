"""The body of an answer by its lines. [document: with_streaming_response]"""

import json

from anthropic import Anthropic

client = Anthropic()
with client.messages.with_streaming_response.create(
    model="claude-sonnet-4-5", max_tokens=60, messages=[{"role": "user", "content": "Say lines"}]
) as response:
    print(response.headers.get("content-type"))
    body = "".join(response.iter_lines())
print(json.loads(body)["content"][0]["text"])
