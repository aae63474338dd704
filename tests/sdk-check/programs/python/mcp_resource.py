"""A resource of MCP as content. [document: lib.tools.mcp]"""

from anthropic import Anthropic
from anthropic.lib.tools.mcp import mcp_resource_to_content
from mcp.types import ReadResourceResult

resource = ReadResourceResult.model_validate(
    {"contents": [{"uri": "file:///notes.txt", "mimeType": "text/plain", "text": "The meeting is at noon."}]}
)
response = Anthropic().messages.create(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[
        {
            "role": "user",
            "content": [mcp_resource_to_content(resource), {"type": "text", "text": "When is the meeting?"}],
        }
    ],
)
print(response.content[0].text)
