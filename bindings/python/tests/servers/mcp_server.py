"""A server of the Model Context Protocol on standard input and output, made with the official SDK. Some of its
tools are those of this package."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import mcp.types as t
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import parlour
import parlour.mcp

PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
PDF = base64.b64encode(b"%PDF-1.7").decode()
LOG = "file:///log.txt"


@parlour.tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@parlour.tool
async def draw() -> list[dict[str, Any]]:
    """Draws."""
    source = {"type": "base64", "media_type": "image/png", "data": PIXEL}
    return [{"type": "text", "text": "here"}, {"type": "image", "source": source}]


@parlour.tool
def refuse() -> None:
    """Refuses."""
    raise parlour.ToolError("Not today.")


OWN = {one.name: one for one in (add, draw, refuse)}

RESULTS = {
    "mixed": t.CallToolResult(
        content=[
            t.TextContent(type="text", text="words"),
            t.ImageContent.model_validate({"type": "image", "data": PIXEL, "mimeType": "image/png"}),
            t.ResourceLink.model_validate({"type": "resource_link", "uri": LOG, "name": "log"}),
            t.EmbeddedResource.model_validate(
                {"type": "resource", "resource": {"uri": LOG, "text": "line", "mimeType": "text/plain"}}
            ),
        ]
    ),
    "structured": t.CallToolResult.model_validate({"content": [], "structuredContent": {"n": 1}}),
    "sound": t.CallToolResult(
        content=[t.AudioContent.model_validate({"type": "audio", "data": PIXEL, "mimeType": "audio/wav"})]
    ),
    "broken": t.CallToolResult.model_validate(
        {"content": [{"type": "text", "text": "disk full"}], "isError": True}
    ),
    "silent": t.CallToolResult(content=[]),
}


async def list_tools(_: Any, params: t.PaginatedRequestParams | None) -> t.ListToolsResult:
    if params is None or params.cursor is None:
        return t.ListToolsResult(tools=[parlour.mcp.to_tool(one) for one in OWN.values()], next_cursor="more")
    assert params.cursor == "more"
    listed = [{"name": name, "inputSchema": {"type": "object"}} for name in RESULTS]
    return t.ListToolsResult.model_validate({"tools": listed})


async def call_tool(_: Any, params: t.CallToolRequestParams) -> t.CallToolResult:
    if params.name in OWN:
        return await parlour.mcp.call(OWN[params.name], params.arguments)
    return RESULTS[params.name]


async def get_prompt(_: Any, params: t.GetPromptRequestParams) -> t.GetPromptResult:
    asked: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": f"About {params.name}."}]}
    said: dict[str, Any] = {"role": "assistant", "content": "Yes?"}
    return t.GetPromptResult(messages=[*parlour.mcp.to_messages(asked), *parlour.mcp.to_messages(said)])


async def read_resource(_: Any, params: t.ReadResourceRequestParams) -> t.ReadResourceResult:
    if str(params.uri) == LOG:
        return parlour.mcp.to_resource(LOG, "a line")
    source = {"type": "base64", "media_type": "application/pdf", "data": PDF}
    return parlour.mcp.to_resource(str(params.uri), [{"type": "document", "source": source}])


def made() -> Server[Any]:
    return Server(
        "tests",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_get_prompt=get_prompt,
        on_read_resource=read_resource,
    )


async def main() -> None:
    server = made()
    async with stdio_server() as (reads, writes):
        await server.run(reads, writes, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
