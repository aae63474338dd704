"""Blocks of MCP in a message. [document: lib.tools.mcp]"""

import base64

from anthropic import Anthropic
from anthropic.lib.tools.mcp import mcp_content
from mcp.types import ImageContent, TextContent

PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode()
blocks = [
    ImageContent.model_validate({"type": "image", "data": PIXEL, "mimeType": "image/png"}),
    TextContent(type="text", text="What is it?"),
]
response = Anthropic().messages.create(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[{"role": "user", "content": [mcp_content(one) for one in blocks]}],
)
print(response.content[0].text)
