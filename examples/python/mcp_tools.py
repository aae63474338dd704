"""Tools of an MCP server, which runs as a process of its own, in a run of tools.

Wants the official SDK (``pip install mcp``). The server is this file too: its one tool is a function of this package.

    python examples/python/mcp_tools.py
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import mcp.types
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import parlour
import parlour.mcp
from service import connect


@parlour.tool
def add(a: float, b: float) -> float:
    """Adds two numbers."""
    return a + b


async def list_tools(_: Any, __: Any) -> mcp.types.ListToolsResult:
    """The server's answer to ``tools/list``."""
    return mcp.types.ListToolsResult(tools=[parlour.mcp.to_tool(add)])


async def call_tool(_: Any, params: mcp.types.CallToolRequestParams) -> mcp.types.CallToolResult:
    """The server's answer to ``tools/call``."""
    return await parlour.mcp.call(add, params.arguments)


async def serve() -> None:
    """The server, on standard input and output."""
    server: Server[Any] = Server("numbers", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (reads, writes):
        await server.run(reads, writes, server.create_initialization_options())


async def main() -> None:
    """Starts the server, and lets the model call its tools."""
    how = StdioServerParameters(command=sys.executable, args=[__file__, "serve"], env=dict(os.environ))
    with connect() as service:
        async with (
            stdio_client(how) as (reads, writes),
            ClientSession(reads, writes) as session,
            service.async_client() as client,
        ):
            await session.initialize()
            tools = await parlour.mcp.tools(session)
            print(f"Talking to {service}, with {', '.join(tool.name for tool in tools)} of the server")
            run = client.messages.run_tools(
                model=service.model,
                max_tokens=512,
                messages=[{"role": "user", "content": "Please add 17 and 25."}],
                tools=tools,
            )
            async for turn in run:
                for call in run.calls:
                    print(f"  {call.name}({call.input})")
                print(turn.text or f"  stopped for {turn.stop_reason}")


if __name__ == "__main__":
    asyncio.run(serve() if sys.argv[1:] == ["serve"] else main())
