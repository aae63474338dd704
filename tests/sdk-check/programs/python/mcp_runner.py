"""The tools of a server of MCP in a tool runner. [example: client.beta, tool_runner, lib.tools.mcp]"""

import asyncio
from types import SimpleNamespace

from anthropic import AsyncAnthropic
from anthropic.lib.tools.mcp import async_mcp_tool
from mcp.types import CallToolResult, TextContent, Tool

client = AsyncAnthropic()


class Session:
    """Stands for a session with a server."""

    async def list_tools(self):
        schema = {"type": "object", "properties": {"folder": {"type": "string"}}, "required": ["folder"]}
        tool = Tool.model_validate(
            {"name": "list_files", "description": "Lists a folder", "inputSchema": schema}
        )
        return SimpleNamespace(tools=[tool])

    async def call_tool(self, name, arguments=None, **more):
        print("server runs", name, arguments)
        return CallToolResult(content=[TextContent(type="text", text="notes.txt")])


async def main() -> None:
    session = Session()
    tools = [async_mcp_tool(tool, session) for tool in (await session.list_tools()).tools]
    print([tool.name for tool in tools])
    runner = client.beta.messages.tool_runner(
        model="claude-sonnet-4-5",
        max_tokens=500,
        tools=tools,
        messages=[{"role": "user", "content": 'List the files of the folder "notes".'}],
    )
    async for message in runner:
        print(message.stop_reason)


asyncio.run(main())
