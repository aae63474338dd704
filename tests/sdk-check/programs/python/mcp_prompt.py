"""The messages of a prompt of MCP. [document: lib.tools.mcp]"""

from anthropic import Anthropic
from anthropic.lib.tools.mcp import mcp_message
from mcp.types import PromptMessage, TextContent

prompt = [
    PromptMessage(role="user", content=TextContent(type="text", text="My name is Sigrid.")),
    PromptMessage(role="assistant", content=TextContent(type="text", text="Noted.")),
    PromptMessage(role="user", content=TextContent(type="text", text="What is my name?")),
]
response = Anthropic().messages.create(
    model="claude-sonnet-4-5", max_tokens=100, messages=[mcp_message(one) for one in prompt]
)
print(response.content[0].text)
