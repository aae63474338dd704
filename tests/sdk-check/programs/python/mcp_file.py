"""A resource of MCP that is uploaded. [document: client.beta, lib.tools.mcp]"""

from anthropic import Anthropic
from anthropic.lib.tools.mcp import mcp_resource_to_file
from mcp.types import ReadResourceResult

resource = ReadResourceResult.model_validate(
    {"contents": [{"uri": "file:///reports/spring.txt", "mimeType": "text/plain", "text": "All is well."}]}
)
client = Anthropic()
made = client.beta.files.upload(file=mcp_resource_to_file(resource))
print(made.filename, made.mime_type, made.size_bytes)
print(client.beta.files.delete(made.id).id == made.id)
