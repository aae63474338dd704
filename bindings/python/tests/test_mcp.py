"""Tools, prompts and resources of a server of the Model Context Protocol, which runs as a process of its own, and the
conversions by themselves."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import mcp
import mcp.types as t
import pytest
import trio
from mcp import ClientSession, StdioServerParameters, stdio_client

import parlour
import parlour.mcp
from parlour.mcp import MCPConversionError
from parlour.testing import Emulator
from support import clean

sys.path.insert(0, str(Path(__file__).with_name("servers")))
from mcp_server import LOG, PDF, PIXEL, made

SERVER = Path(__file__).with_name("servers") / "mcp_server.py"
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
WORDS = {"type": "text", "text": "words"}
LINE = {
    "type": "document",
    "source": {"type": "text", "media_type": "text/plain", "data": "line"},
    "title": LOG,
}

With = Callable[[Callable[[ClientSession], Awaitable[None]]], None]


@pytest.fixture(params=["asyncio", "trio"])
def session(request: pytest.FixtureRequest) -> With:
    """Runs a coroutine function with a session of the server; the server is ended after it."""

    def run(what: Callable[[ClientSession], Awaitable[None]]) -> None:
        paths = os.pathsep.join(path for path in sys.path if path)
        how = StdioServerParameters(
            command=sys.executable, args=[str(SERVER)], env=dict(os.environ) | {"PYTHONPATH": paths}
        )

        async def main() -> None:
            async with stdio_client(how) as (reads, writes), ClientSession(reads, writes) as one:
                await one.initialize()
                await what(one)

        trio.run(main) if request.param == "trio" else asyncio.run(main())

    return run


def answer(stop: str, *content: Any) -> dict[str, Any]:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5"}
    usage = {"input_tokens": 3, "output_tokens": 2}
    return {"json": message | {"content": list(content), "stop_reason": stop, "usage": usage}}


def test_a_run_calls_the_tools_of_a_server(session: With, emulator: Emulator) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("add", {"a": 2, "b": 3}),
        ("add", {"a": "two"}),
        ("draw", {}),
        ("refuse", {}),
        ("mixed", {}),
        ("structured", {}),
        ("sound", {}),
        ("broken", {}),
        ("silent", {}),
    ]
    uses = [
        {"type": "tool_use", "id": f"t{at}", "name": f"far_{name}", "input": given}
        for at, (name, given) in enumerate(calls)
    ]
    emulator.push(answer("tool_use", *uses))
    emulator.push(answer("end_turn", {"type": "text", "text": "done"}))

    async def with_session(one: ClientSession) -> None:
        tools = await parlour.mcp.tools(one, rename=lambda name: f"far_{name}")
        assert [tool.name for tool in tools] == [
            f"far_{name}"
            for name in ("add", "draw", "refuse", "mixed", "structured", "sound", "broken", "silent")
        ]
        assert tools[0].description == "Adds two numbers."
        assert tools[0].input_schema["required"] == ["a", "b"]
        async with emulator.async_client(max_retries=0) as client:
            last = await client.messages.run_tools(
                model="svc-haiku-3-5",
                max_tokens=64,
                messages=[{"role": "user", "content": "Please."}],
                tools=tools,
            ).until_done()
        assert last.text == "done"

    session(with_session)
    sent = emulator.requests[1].json()["messages"][-1]["content"]
    told = [(one.get("content"), one.get("is_error", False)) for one in sent]
    assert told[0] == ([{"type": "text", "text": "5"}], False)
    assert told[1][1] is True
    assert (
        told[1][0][0]["text"]
        == 'Invalid arguments for add:\n- a: expected an integer, got "two"\n- b: missing'
    )
    assert told[2] == ([{"type": "text", "text": "here"}, IMAGE], False)
    assert told[3] == ([{"type": "text", "text": "Not today."}], True)
    link = {"type": "text", "text": f'{{"resource_link":{{"uri":"{LOG}","name":"log"}}}}'}
    assert told[4] == ([WORDS, IMAGE, link, LINE], False)
    assert told[5] == ([{"type": "text", "text": '{"n":1}'}], False)
    assert told[6][1] is True
    assert "audio (audio/wav)" in told[6][0]
    assert told[7] == ([{"type": "text", "text": "disk full"}], True)
    assert told[8] == (None, False)


def test_prompts_and_resources_of_a_server(session: With) -> None:
    async def with_session(one: ClientSession) -> None:
        assert parlour.mcp.messages(await one.get_prompt("trains")) == [
            {"role": "user", "content": [{"type": "text", "text": "About trains."}]},
            {"role": "assistant", "content": [{"type": "text", "text": "Yes?"}]},
        ]
        made: Any = parlour.mcp.content(await one.read_resource(LOG))  # type: ignore[arg-type, unused-ignore]
        assert made[0]["title"] == LOG
        assert made[0]["source"]["data"] == "a line"
        made = parlour.mcp.content(await one.read_resource("file:///a.pdf"))  # type: ignore[arg-type, unused-ignore]
        source = {"type": "base64", "media_type": "application/pdf", "data": PDF}
        assert made == [{"type": "document", "source": source, "title": "file:///a.pdf"}]

    session(with_session)


def test_the_other_client_of_the_sdk_is_a_session_too(emulator: Emulator) -> None:
    emulator.push(answer("tool_use", {"type": "tool_use", "id": "t0", "name": "structured", "input": {}}))
    emulator.push(answer("end_turn", {"type": "text", "text": "done"}))

    async def main() -> None:
        async with mcp.Client(made()) as one, emulator.async_client(max_retries=0) as client:
            tools = await parlour.mcp.tools(one)
            assert len(tools) == 8
            run = client.messages.run_tools(
                model="svc-haiku-3-5",
                max_tokens=64,
                messages=[{"role": "user", "content": "Please."}],
                tools=tools,
            )
            assert (await run.until_done()).text == "done"

    asyncio.run(main())
    (sent,) = emulator.requests[1].json()["messages"][-1]["content"]
    assert sent["content"] == [{"type": "text", "text": '{"n":1}'}]


def test_what_the_service_has_no_block_for_is_said() -> None:
    for value, words in (
        ({"type": "audio", "data": "", "mimeType": "audio/wav"}, "audio/wav"),
        ({"type": "image", "data": "", "mimeType": "image/tiff"}, "image/tiff"),
        ({"contents": [{"uri": "a:b", "blob": ""}]}, "without a media type in a:b"),
        ({"contents": [{"uri": "a:b", "blob": "/w==", "mimeType": "text/csv"}]}, "UTF-8"),
        ({"uri": "a:b"}, "neither"),
    ):
        with pytest.raises(MCPConversionError, match=words):
            parlour.mcp.content(value)
    image = {"type": "image", "data": PIXEL, "mimeType": "image/png"}
    with pytest.raises(MCPConversionError, match="assistant"):
        parlour.mcp.message({"role": "assistant", "content": image})
    with pytest.raises(TypeError, match="not int"):
        parlour.mcp.content(5)


def test_names_that_the_service_does_not_take() -> None:
    wire = {"name": "files.read", "inputSchema": {"type": "object"}}
    nobody: Any = object()
    with pytest.raises(MCPConversionError, match=r"files\.read.*`rename`"):
        parlour.mcp.tool(nobody, wire)
    made = parlour.mcp.tool(nobody, wire, name="files_read", cache_control={"type": "ephemeral"})
    assert made.to_dict() == {
        "name": "files_read",
        "input_schema": {"type": "object"},
        "cache_control": {"type": "ephemeral"},
    }
    assert made.is_async


def test_text_in_base64_and_texts_without_words() -> None:
    csv = {"uri": "a:b", "blob": "bGluZQ==", "mimeType": "text/csv; charset=utf-8"}
    assert parlour.mcp.content({"contents": [csv]}) == [LINE | {"title": "a:b"}]
    assert parlour.mcp.content(
        [t.TextContent(type="text", text=""), t.TextContent(type="text", text="words")]
    ) == [WORDS]


def test_blocks_go_to_a_server_and_come_back() -> None:
    assert parlour.mcp.content(parlour.mcp.to_content([WORDS, IMAGE, LINE])) == [WORDS, IMAGE, LINE]
    made = parlour.mcp.to_content(
        [
            {"type": "image", "source": {"type": "url", "url": "https://a.example/b.png"}},
            {"type": "document", "source": {"type": "content", "content": "words"}},
            {"type": "search_result", "title": "T", "source": "S", "content": [WORDS]},
        ]
    )
    wire = [one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in made]
    assert wire == [
        {"type": "resource_link", "uri": "https://a.example/b.png", "name": "image"},
        WORDS,
        {"type": "text", "text": "T (S)\n\nwords"},
    ]
    with pytest.raises(MCPConversionError, match="file_1"):
        parlour.mcp.to_content([{"type": "image", "source": {"type": "file", "file_id": "file_1"}}])
    with pytest.raises(MCPConversionError, match="tool_reference"):
        parlour.mcp.to_content([{"type": "tool_reference", "tool_name": "a"}])
    with pytest.raises(MCPConversionError, match="load them first"):
        parlour.mcp.to_resource(
            LOG, [{"type": "image", "source": {"type": "url", "url": "https://a.example"}}]
        )
    with pytest.raises(MCPConversionError, match="bash"):
        parlour.mcp.to_tool({"type": "bash_20250124", "name": "bash"})


def test_the_sdk_is_not_imported_before_it_is_needed() -> None:
    printed = clean("import sys, parlour.mcp; parlour.mcp.content([]); print('mcp' in sys.modules)")
    assert printed == "False\n"
