"""Tools, schemas, resources."""

import asyncio
import copy
import json
import pathlib
import pickle
import tempfile
from typing import Any

import pydantic

import parlour.compat as vendor
from compat_programs import MODEL, PARAMS, Programs, answer, call, stream
from parlour.compat import AsyncClient as AsyncVendor
from parlour.compat import Client as Vendor
from parlour.compat import beta_async_tool, beta_tool
from parlour.testing import Emulator

ROWS = Programs("Tools, schemas, resources")
WEATHER: vendor.types.ToolParam = {
    "name": "weather",
    "description": "The weather.",
    "input_schema": {
        "type": "object",
        "properties": {"location": {"type": "string"}},
        "required": ["location"],
    },
}


RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "20"}]}


@beta_tool
def weather(location: str, unit: str = "c") -> str:
    """The weather of a place.

    Args:
        location: Where.
        unit: c or f.
    """
    return json.dumps({"location": location, "temperature": 20, "unit": unit})


@ROWS.unchanged("a loop over tools by hand")
def _(service: Emulator) -> None:
    from parlour.compat.types import MessageParam, TextBlock, ToolParam, ToolUseBlock

    service.push(call("weather", {"location": "Oslo"}), answer("20 degrees"))
    client, tool = Vendor(), ToolParam(**WEATHER)
    messages: list[MessageParam] = [{"role": "user", "content": "?"}]
    reply = client.messages.create(model=MODEL, max_tokens=64, messages=messages, tools=[tool])
    assert reply.stop_reason == "tool_use"
    used = next(block for block in reply.content if isinstance(block, ToolUseBlock))
    messages.append({"role": "assistant", "content": reply.content})
    messages.append(
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": used.id, "content": "20"}]}
    )
    reply = client.messages.create(model=MODEL, max_tokens=64, messages=messages, tools=[tool])
    assert isinstance(reply.content[0], TextBlock)
    assert reply.content[0].text == "20 degrees"


@ROWS.unchanged("blocks that are dumped into the history")
def _(service: Emulator) -> None:
    service.push(call("weather", {"location": "Oslo"}))
    client = Vendor()
    reply = client.messages.create(**PARAMS, tools=[WEATHER])
    dumped = [block.model_dump() for block in reply.content]
    assert dumped[0]["input"] == {"location": "Oslo"}
    assert reply.content[0].to_dict() == {key: value for key, value in dumped[0].items() if value is not None}
    client.messages.create(
        **PARAMS
        | {
            "messages": [*PARAMS["messages"], {"role": "assistant", "content": dumped}, RESULT],
            "tools": [WEATHER],
        }
    )
    assert service.requests[-1].json()["messages"][1]["content"] == dumped


@ROWS.unchanged("a tool of a function")
def _(service: Emulator) -> None:
    assert weather.name == "weather"
    assert weather.to_dict()["input_schema"]["required"] == ["location"]
    assert weather.description.startswith("The weather")
    assert json.loads(weather.call({"location": "Oslo"}))["unit"] == "c"
    assert json.loads(weather("Oslo", unit="f"))["unit"] == "f"


@ROWS.unchanged("arguments that do not fit")
def _(service: Emulator) -> None:
    try:
        weather.call({"location": 5})
    except ValueError as error:
        assert "location" in str(error)
    else:
        raise AssertionError("no error")


@ROWS.unchanged("a tool runner in a loop")
def _(service: Emulator) -> None:
    service.push(call("weather", {"location": "Oslo"}), answer("20 degrees"))
    runner = Vendor().beta.messages.tool_runner(**PARAMS, tools=[weather])
    assert [message.stop_reason for message in runner] == ["tool_use", "end_turn"]


@ROWS.unchanged("a tool runner to its end")
def _(service: Emulator) -> None:
    service.push(call("weather", {"location": "Oslo"}), answer("20 degrees"))
    final = Vendor().beta.messages.tool_runner(**PARAMS, tools=[weather], max_iterations=5).until_done()
    assert final.content[0].text == "20 degrees"


@ROWS.unchanged("a tool runner that streams")
def _(service: Emulator) -> None:
    service.push(
        stream(
            '{"location": "Oslo"}',
            block={"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}},
            kind="input_json_delta",
        ),
        stream("20 degrees"),
    )
    kinds = []
    for turn in Vendor().beta.messages.tool_runner(**PARAMS, tools=[weather], stream=True):
        kinds += [event.type for event in turn]
    assert "input_json" in kinds
    assert "text" in kinds
    assert "ping" not in kinds


@ROWS.unchanged("a tool runner, asynchronous")
def _(service: Emulator) -> None:
    service.push(call("later", {"x": 1}), answer("done"))

    @beta_async_tool
    async def later(x: int) -> str:
        """Later."""
        return str(x + 1)

    async def main() -> Any:
        runner = AsyncVendor().beta.messages.tool_runner(**PARAMS, tools=[later])
        return [message async for message in runner]

    assert asyncio.run(main())[-1].content[0].text == "done"
    assert service.requests[-1].json()["messages"][-1]["content"][0]["content"] == "2"


@ROWS.unchanged("a tool runner that is changed")
def _(service: Emulator) -> None:
    service.push(call("weather", {"location": "Oslo"}), answer("20"))
    runner = Vendor().beta.messages.tool_runner(**PARAMS, tools=[weather])
    for message in runner:
        if message.stop_reason == "tool_use":
            results = runner.generate_tool_call_response()
            assert results["content"][0]["type"] == "tool_result"
            runner.set_messages_params(lambda params: {**params, "max_tokens": 99})
    assert service.requests[-1].json()["max_tokens"] == 99


@ROWS.unchanged("a tool that fails")
def _(service: Emulator) -> None:
    service.push(call("broken", {}), answer("sorry"))

    @beta_tool
    def broken() -> str:
        """Broken."""
        raise vendor.ToolError("no luck")

    Vendor().beta.messages.tool_runner(**PARAMS, tools=[broken]).until_done()
    result = service.requests[-1].json()["messages"][-1]["content"][0]
    assert result["is_error"] is True
    assert result["content"] == "no luck"


@ROWS.unchanged("a tool with its own schema")
def _(service: Emulator) -> None:
    @beta_tool(name="other", description="Other.", input_schema={"type": "object", "properties": {}})
    def some() -> str:
        return "x"

    assert some.to_dict() == {
        "name": "other",
        "description": "Other.",
        "input_schema": {"type": "object", "properties": {}},
    }


class Order(pydantic.BaseModel):
    """An order."""

    product: str
    count: int


@ROWS.unchanged("parse() of a pydantic model")
def _(service: Emulator) -> None:
    service.push(answer('{"product": "tea", "count": 2}'))
    message = Vendor().messages.parse(**PARAMS, output_format=Order)
    assert message.parsed_output == Order(product="tea", count=2)
    assert message.content[0].type == "text"
    assert message.content[0].text
    assert message.model_dump()["role"] == "assistant"
    assert message._request_id


@ROWS.unchanged("parse(), asynchronous and as a beta")
def _(service: Emulator) -> None:
    service.push(answer('{"product": "tea", "count": 2}'))
    made = asyncio.run(AsyncVendor().beta.messages.parse(**PARAMS, output_format=Order))
    assert made.parsed_output.count == 2


@ROWS.unchanged("parse() without a type")
def _(service: Emulator) -> None:
    assert Vendor().messages.parse(**PARAMS).role == "assistant"


@ROWS.unchanged("parse() of raw and streaming responses")
def _(service: Emulator) -> None:
    service.push(answer('{"product": "tea", "count": 2}'), answer('{"product": "tea", "count": 3}'))
    raw = Vendor().messages.with_raw_response.parse(**PARAMS, output_format=Order)
    assert raw.headers.get("request-id") == raw.request_id
    message = raw.parse()
    assert message.parsed_output == Order(product="tea", count=2)
    assert message.model_dump()["role"] == "assistant"
    with Vendor().messages.with_streaming_response.parse(**PARAMS, output_format=Order) as response:
        assert response.headers.get("request-id")
        assert json.loads("".join(response.iter_lines()))["role"] == "assistant"
        assert response.parse().parsed_output == Order(product="tea", count=3)
    assert Vendor().messages.with_raw_response.parse(**PARAMS).parse().role == "assistant"
    with Vendor().messages.with_streaming_response.parse(**PARAMS) as plain:
        assert plain.parse().role == "assistant"


@ROWS.unchanged("parse() of raw and streaming responses, asynchronous")
def _(service: Emulator) -> None:
    async def main() -> None:
        messages = AsyncVendor().messages
        raw = await messages.with_raw_response.parse(**PARAMS, output_format=Order)
        assert (await raw.parse()).parsed_output == Order(product="tea", count=2)
        async with messages.with_streaming_response.parse(**PARAMS, output_format=Order) as response:
            message = await response.parse()
        assert message.parsed_output == Order(product="tea", count=3)
        plain = await messages.with_raw_response.parse(**PARAMS)
        assert (await plain.parse()).role == "assistant"

    service.push(answer('{"product": "tea", "count": 2}'), answer('{"product": "tea", "count": 3}'))
    asyncio.run(main())


@ROWS.unchanged("parse() of what does not fit")
def _(service: Emulator) -> None:
    service.push(answer('{"product": "tea"}'))
    try:
        Vendor().messages.parse(**PARAMS, output_format=Order)
    except ValueError as error:
        assert "count" in str(error)
    else:
        raise AssertionError("no error")


@ROWS.unchanged("a stream with a type")
def _(service: Emulator) -> None:
    service.push(stream('{"product": "tea",', ' "count": 2}'))
    with Vendor().messages.stream(**PARAMS, output_format=Order) as made:
        assert "ping" not in [event.type for event in made]
        assert made.get_final_message().parsed_output == Order(product="tea", count=2)


@ROWS.unchanged("a schema for the service")
def _(service: Emulator) -> None:
    assert vendor.transform_schema(Order)["additionalProperties"] is False


@ROWS.unchanged("a batch from beginning to end")
def _(service: Emulator) -> None:
    from parlour.compat.types.message_create_params import MessageCreateParamsNonStreaming
    from parlour.compat.types.messages.batch_create_params import Request

    client = Vendor()
    batch = client.messages.batches.create(
        requests=[
            Request(
                custom_id=f"one-{n}",
                params=MessageCreateParamsNonStreaming(
                    model=MODEL, max_tokens=64, messages=PARAMS["messages"]
                ),
            )
            for n in range(3)
        ]
    )
    while batch.processing_status != "ended":
        batch = client.messages.batches.retrieve(batch.id)
    results = list(client.messages.batches.results(batch.id))
    assert {one.custom_id for one in results} == {"one-0", "one-1", "one-2"}
    assert all(one.result.type == "succeeded" for one in results)
    result = results[0].result
    assert result.type == "succeeded"
    block = result.message.content[0]
    assert block.type == "text"
    assert block.text
    assert results[0].model_dump_json()


@ROWS.unchanged("a batch, asynchronous and as a beta")
def _(service: Emulator) -> None:
    async def main() -> str:
        client = AsyncVendor()
        batch = await client.beta.messages.batches.create(requests=[{"custom_id": "a", "params": PARAMS}])
        return (await client.beta.messages.batches.cancel(batch.id)).processing_status

    assert asyncio.run(main()) in ("canceling", "ended")


@ROWS.unchanged("models, page by page")
def _(service: Emulator) -> None:
    client = Vendor()
    page = client.models.list(limit=2)
    assert len(page.data) == 2
    assert page.has_more is True
    assert len([model.id for model in client.models.list()]) > 2


@ROWS.unchanged("models, asynchronous")
def _(service: Emulator) -> None:
    async def main() -> list[str]:
        return [model.id async for model in AsyncVendor().models.list()]

    assert asyncio.run(main())


@ROWS.unchanged("a model by its id")
def _(service: Emulator) -> None:
    client = Vendor()
    first = client.models.list().data[0]
    assert client.models.retrieve(first.id).id == first.id


@ROWS.unchanged("files of a workspace")
def _(service: Emulator) -> None:
    assert list(Vendor().beta.files.list()) == []


@ROWS.unchanged("an upload")
def _(service: Emulator) -> None:
    client = Vendor()
    made = client.beta.files.upload(file=("notes.txt", b"some notes", "text/plain"))
    assert made.filename == "notes.txt"
    assert client.beta.files.retrieve_metadata(made.id).id == made.id
    assert client.beta.files.delete(made.id).id == made.id


def _made_by_a_tool(service: Emulator) -> str:
    """The id of a file whose content can be fetched; one that was uploaded has none."""
    import urllib.request

    Vendor().models.list()
    head = '--mark\r\ncontent-disposition: form-data; name="file"; filename="made.txt"\r\n'
    body = f"{head}content-type: text/plain\r\n\r\none\ntwo\r\n--mark--\r\n".encode()
    sent = urllib.request.Request(f"{service.url}/v1/files", data=body, method="POST")
    sent.add_header("content-type", "multipart/form-data; boundary=mark")
    sent.add_header("x-emulator-made", "tool")
    for name, value in service.requests[-1].headers.multi_items():
        if name in ("x-api-key", "authorization") or name.endswith("-version"):
            sent.add_header(name, value)
    with urllib.request.urlopen(sent) as made:
        return str(json.load(made)["id"])


@ROWS.unchanged("the content of a file")
def _(service: Emulator) -> None:
    file = _made_by_a_tool(service)
    files: Any = Vendor().beta.files
    content = files.download(file)
    assert (content.read(), content.read(), content.text()) == (b"one\ntwo", b"one\ntwo", "one\ntwo")
    assert b"".join(files.download(file).iter_bytes()) == b"one\ntwo"
    assert list(files.with_raw_response.download(file).iter_lines()) == ["one", "two"]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "made.txt")
        files.download(file).write_to_file(path)
        assert path.read_text() == "one\ntwo"
        with files.with_streaming_response.download(file) as response:
            response.stream_to_file(str(path))
        assert path.read_text() == "one\ntwo"


@ROWS.unchanged("the content of a file, asynchronous")
def _(service: Emulator) -> None:
    file = _made_by_a_tool(service)

    async def main() -> None:
        files: Any = AsyncVendor().beta.files
        content = await files.download(file)
        assert (await content.read(), await content.text()) == (b"one\ntwo", "one\ntwo")
        raw = await files.with_raw_response.download(file)
        assert [line async for line in raw.iter_lines()] == ["one", "two"]
        await (await files.download(file)).write_to_file(paths[0])
        async with files.with_streaming_response.download(file) as response:
            await response.stream_to_file(paths[1])

    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, name) for name in ("one.txt", "two.txt")]
        asyncio.run(main())
        assert [path.read_text() for path in paths] == ["one\ntwo", "one\ntwo"]


@ROWS.unchanged("the names of MCP")
def _(service: Emulator) -> None:
    from parlour.compat.lib.tools.mcp import async_mcp_tool, mcp_content, mcp_message

    assert mcp_content({"type": "text", "text": "x"}) == {"type": "text", "text": "x"}
    made = mcp_message({"role": "user", "content": {"type": "text", "text": "x"}})
    assert made["role"] == "user"
    assert callable(async_mcp_tool)


@ROWS.advice("a tool of MCP without asyncio", "use `AsyncClient` with `async_mcp_tool`")
def _(service: Emulator) -> None:
    from parlour.compat.lib.tools.mcp import mcp_tool

    mcp_tool({}, object())


@ROWS.advice("compaction by the runner", "the service shortens the history itself")
def _(service: Emulator) -> None:
    messages: Any = Vendor().beta.messages
    messages.tool_runner(**PARAMS, tools=[weather], compaction_control={"enabled": True})


@ROWS.advice("a coroutine function in a synchronous runner", "use AsyncClient")
def _(service: Emulator) -> None:
    @beta_async_tool
    async def later() -> str:
        """Later."""
        return "x"

    Vendor().beta.messages.tool_runner(**PARAMS, tools=[later]).until_done()


@ROWS.unchanged("a structured answer that goes back, or is copied")
def _(service: Emulator) -> None:
    service.push(answer('{"product": "tea", "count": 2}'))
    client: Any = Vendor()
    message: Any = client.messages.parse(**PARAMS, output_format=Order)
    assert "parsed_output" not in message.content[0].model_dump()
    assert "parsed_output" not in message.to_json()
    assert "parsed_output=" in repr(message)
    for content in (message.content, message.model_dump()["content"], message.to_param()["content"]):
        turns = [*PARAMS["messages"], {"role": "assistant", "content": content}, *PARAMS["messages"]]
        assert client.messages.create(**(PARAMS | {"messages": turns})).role == "assistant"
        assert service.requests[-1].json()["messages"][1]["content"][0].keys() <= {
            "type",
            "text",
            "citations",
        }
    order = Order(product="tea", count=2)
    for copied in (message.model_copy(), message.model_copy(deep=True), copy.deepcopy(message)):
        assert copied.parsed_output == order
    assert message.model_copy(deep=True).content[0].parsed_output == order
    assert pickle.loads(pickle.dumps(message)).parsed_output == order
