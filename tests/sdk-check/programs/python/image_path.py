"""A picture by its path. [example: a path or open file]"""

import base64
import tempfile
from pathlib import Path

from anthropic import Anthropic

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
with tempfile.TemporaryDirectory() as folder:
    picture = Path(folder) / "logo.png"
    picture.write_bytes(base64.b64decode(PIXEL))
    response = Anthropic().messages.create(
        model="claude-sonnet-4-5",
        max_tokens=300,
        messages=[
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "What is this?"},
                    {
                        "type": "image",
                        "source": {"type": "base64", "media_type": "image/png", "data": picture},
                    },
                ],
            }
        ],
    )
print(response.content[0].text)
