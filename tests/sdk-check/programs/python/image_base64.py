"""A picture as base64. [document: works]"""

import base64

import anthropic

PIXEL = b"\x89PNG\r\n\x1a\n" + bytes(60)
data = base64.standard_b64encode(PIXEL).decode("utf-8")
message = anthropic.Anthropic().messages.create(
    model="claude-sonnet-4-5",
    max_tokens=200,
    messages=[
        {
            "role": "user",
            "content": [
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}},
                {"type": "text", "text": "What is in this picture?"},
            ],
        }
    ],
)
print(message.content[0].text)
