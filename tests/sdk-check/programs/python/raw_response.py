"""The headers of an answer. [document: works]"""

from anthropic import Anthropic

response = Anthropic().messages.with_raw_response.create(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[{"role": "user", "content": "Say hi"}],
)
print(response.headers.get("content-type"))
print(response.headers.get("request-id", "").startswith("req_"))
message = response.parse()
print(message.content[0].text)
