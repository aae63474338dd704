"""A picture as an open file. [document: a path or open file]"""

import os
import tempfile

from anthropic import Anthropic

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "dot.gif")
    with open(path, "wb") as file:
        file.write(b"GIF89a" + bytes(30))
    with open(path, "rb") as picture:
        message = Anthropic().messages.create(
            model="claude-sonnet-4-5",
            max_tokens=100,
            messages=[
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "image",
                            "source": {"type": "base64", "media_type": "image/gif", "data": picture},
                        },
                        {"type": "text", "text": "Say seen"},
                    ],
                }
            ],
        )
print(message.content[0].text)
