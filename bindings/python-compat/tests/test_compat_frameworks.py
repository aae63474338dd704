"""Uses of the official SDK by frameworks, tracers and test suites of programs, on ``parlour.compat``: they
use more of it than a program that only calls the service."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
from typing import Any
from unittest import mock

import pydantic
import pytest
from compat_programs import PARAMS

import parlour
import parlour.compat as sdk
from parlour import types
from parlour.compat._refusals import CompatError
from parlour.testing import Emulator
from support import event, start, unfinished

BODY = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "usage": {"input_tokens": 1}}
CALL = {"type": "tool_use", "id": "t0", "name": "pay", "input": {}}
SCHEMA = {"type": "object", "properties": {"to": {"type": "string"}}}


@pytest.fixture
def client(emulator: Emulator) -> Any:
    with sdk.Client(base_url=emulator.url, api_key=emulator.api_key, vendor="svc", max_retries=0) as made:
        yield made


def calling(*names: str, stop: str = "tool_use") -> dict[str, Any]:
    """A whole answer that calls these tools; without any, one that ends."""
    content = [CALL | {"id": f"t{at}", "name": name, "input": {"to": "bob"}} for at, name in enumerate(names)]
    return {"json": BODY | {"content": content, "stop_reason": stop if names else "end_turn"}}


def writing(text: str) -> dict[str, Any]:
    """A stream that calls a tool with this text as its input."""
    return {
        "sse": [
            start()[0],
            event("content_block_start", index=0, content_block=CALL),
            event("content_block_delta", index=0, delta={"type": "input_json_delta", "partial_json": text}),
            event("content_block_stop", index=0),
            event("message_delta", delta={"stop_reason": "tool_use"}, usage={"output_tokens": 2}),
            event("message_stop"),
        ]
    }


def results(emulator: Emulator, request: int = 1) -> list[Any]:
    return [one["content"] for one in emulator.requests[request].json()["messages"][-1]["content"]]


# Errors


def test_an_error_has_a_request_whatever_it_came_from() -> None:
    client = sdk.Client(base_url="http://127.0.0.1:1", api_key="-", max_retries=0)
    with pytest.raises(sdk.APIConnectionError) as caught:
        client.messages.create(**PARAMS)
    assert (caught.value.request.url, dict(caught.value.request.headers)) == ("", {})
    # As langchain does with it.
    again = sdk.APIConnectionError(message="again", request=caught.value.request)
    assert again.request is caught.value.request
    assert parlour.APIError("said", again.request, body=None).request is again.request


def test_a_raw_answer_has_a_request_too(client: Any, emulator: Emulator) -> None:
    emulator.push(calling())
    assert client.messages.with_raw_response.create(**PARAMS).http_request.method == ""


# Pydantic


def test_an_answer_is_serialised_where_a_type_says_nothing_of_it() -> None:
    block = types.TextBlock.from_dict({"type": "text", "text": "a"})
    untyped: Any = pydantic.TypeAdapter(Any)
    assert untyped.dump_python({"in": [block]}, mode="json") == {"in": [{"type": "text", "text": "a"}]}
    assert json.loads(untyped.dump_json(block)) == {"type": "text", "text": "a"}


@pytest.mark.parametrize(
    ("module", "content"),
    [
        ("bash_code_execution_tool_result_block", {"type": "bash_code_execution_result", "return_code": 0}),
        (
            "text_editor_code_execution_tool_result_block",
            {"type": "text_editor_code_execution_create_result"},
        ),
        ("advisor_tool_result_block", {"type": "advisor_result", "text": "a"}),
    ],
)
def test_the_content_of_a_result_is_a_type_of_its_module(module: str, content: dict[str, Any]) -> None:
    found = importlib.import_module(f"parlour.compat.types.beta.beta_{module}").Content
    assert found is not Any
    kind = module.removesuffix("_block")
    block: Any = types.Message.from_dict(
        BODY | {"content": [{"type": kind, "tool_use_id": "t", "content": content}]}
    ).content[0]
    adapter: Any = pydantic.TypeAdapter(found)
    assert adapter.dump_python(block.content, mode="json") == content


# Imports


def test_the_hooks_of_a_client_of_http_can_be_added_to(client: Any) -> None:
    hooks = client._client.event_hooks
    hooks["request"].append(print)
    with pytest.raises(CompatError, match="do not go through httpx"):
        client._client.get("/")


def test_what_the_sdk_has_no_more_cannot_be_imported() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("parlour.compat.resources.completions")
    from parlour.compat import resources

    assert not hasattr(resources, "completions")


def test_the_delta_of_a_message_is_a_type_of_its_module() -> None:
    for module in ("beta.beta_raw_message_delta_event", "raw_message_delta_event"):
        assert importlib.import_module(f"parlour.compat.types.{module}").Delta is types.MessageDelta


def test_a_runner_takes_a_type_in_brackets() -> None:
    from parlour.compat.lib.tools import BetaToolRunner

    assert BetaToolRunner[None] is BetaToolRunner


# Calls


def test_a_method_behind_a_raw_response_can_be_replaced(client: Any, emulator: Emulator) -> None:
    with mock.patch.object(client.messages.with_raw_response, "create", return_value="mine"):
        assert client.messages.with_raw_response.create(**PARAMS) == "mine"
    with mock.patch.object(client.messages.with_streaming_response, "create", return_value="mine"):
        assert client.messages.with_streaming_response.create(**PARAMS) == "mine"
    assert emulator.requests == []


def test_a_key_among_the_headers_is_enough(emulator: Emulator) -> None:
    emulator.push(calling())
    made = sdk.Client(
        base_url=emulator.url, default_headers={"X-Api-Key": emulator.api_key}, vendor="svc", from_env=False
    )
    assert made.messages.create(**PARAMS).stop_reason == "end_turn"
    with pytest.raises(sdk.CredentialsError):
        sdk.Client(base_url=emulator.url, default_headers={"x-other": "1"}, vendor="svc", from_env=False)


def test_tools_are_whatever_tells_its_definition(client: Any, emulator: Emulator) -> None:
    class Mine:
        def to_dict(self) -> dict[str, Any]:
            return {"name": "mine", "input_schema": SCHEMA}

    emulator.push(calling())
    client.messages.create(**PARAMS, tools=[Mine()])
    assert emulator.requests[0].json()["tools"] == [Mine().to_dict()]


def test_a_count_takes_a_type_of_answers(client: Any, emulator: Emulator) -> None:
    class Answer(pydantic.BaseModel):
        words: str

    asked = {name: value for name, value in PARAMS.items() if name != "max_tokens"}
    emulator.push({"json": {"input_tokens": 5}})
    assert client.messages.count_tokens(**asked, output_format=Answer).input_tokens == 5
    sent = emulator.requests[0].json()["output_config"]["format"]
    assert (sent["type"], list(sent["schema"]["properties"])) == ("json_schema", ["words"])


def test_the_results_of_a_batch_by_the_name_of_its_id(client: Any, emulator: Emulator) -> None:
    with pytest.raises(TypeError, match="message_batch_id"):
        client.messages.batches.results()
    with pytest.raises(sdk.NotFoundError):
        list(client.messages.batches.results(message_batch_id="msgbatch_none"))
    assert emulator.requests[0].path.endswith("/msgbatch_none/results")


def test_options_of_other_resources_get_advice(client: Any) -> None:
    with pytest.raises(CompatError, match="workspace_id"):
        client.models.list(workspace_id="wrkspc_1")


def test_files_of_a_session_are_listed(client: Any, emulator: Emulator) -> None:
    emulator.push({"json": {"data": [], "next_page": None}})
    assert list(client.beta.files.list(scope_id="sesn_1")) == []
    assert emulator.requests[0].query == "scope_id=sesn_1"


def test_a_stream_of_a_schema_is_refused_as_there(client: Any, emulator: Emulator) -> None:
    with pytest.raises(TypeError, match="takes a type as output_format"):
        client.messages.stream(**PARAMS, output_format=SCHEMA)
    assert emulator.requests == []


# Streams


def test_an_input_that_is_no_json_fails_the_stream(client: Any, emulator: Emulator) -> None:
    for read in (list, lambda stream: stream.get_final_message()):
        emulator.push(writing("pay bob"))
        with client.messages.stream(**PARAMS) as stream, pytest.raises(ValueError, match="no JSON") as caught:
            read(stream)
        assert "'pay bob'" in str(caught.value)
    # A truncated one is none of these: the part that arrived is shown.
    emulator.push(writing('{"to": "bob"'))
    with client.messages.stream(**PARAMS) as stream:
        assert stream.get_final_message().content[0].input == {"to": "bob"}


def test_an_input_that_is_no_json_fails_an_asynchronous_stream(emulator: Emulator) -> None:
    async def every(stream: Any) -> list[Any]:
        return [one async for one in stream]

    async def main() -> None:
        async with sdk.AsyncClient(base_url=emulator.url, api_key=emulator.api_key, vendor="svc") as client:
            for whole in (False, True):
                emulator.push(writing("pay bob"))
                async with client.messages.stream(**PARAMS) as stream:
                    read = stream.get_final_message() if whole else every(stream)
                    with pytest.raises(ValueError, match="no JSON"):
                        await read
            emulator.push(writing("{}"))
            async with client.messages.stream(**PARAMS) as stream:
                await stream.get_final_message()
                await stream.response.aclose()
                assert stream.response.is_closed

    asyncio.run(main())


def test_the_response_of_a_stream_can_be_closed(client: Any, emulator: Emulator) -> None:
    emulator.push(writing("{}"))
    with client.messages.stream(**PARAMS) as stream:
        assert not stream.response.is_closed
        stream.response.close()
        assert stream.response.is_closed


SUMMARY = {"type": "compaction", "content": None, "encrypted_content": None}


def compacting() -> dict[str, Any]:
    """A stream in which the service shortens the history."""
    delta = {"type": "compaction_delta", "content": "So far.", "encrypted_content": "e"}
    return {
        "sse": [
            start()[0],
            event("content_block_start", index=0, content_block=SUMMARY),
            event("content_block_delta", index=0, delta=delta),
            event("content_block_stop", index=0),
            event("message_delta", delta={"stop_reason": "end_turn"}, usage={"output_tokens": 2}),
            event("message_stop"),
        ]
    }


COMPACTED = [
    "message_start",
    "content_block_start",
    "content_block_delta",
    "compaction",
    "content_block_stop",
    "message_delta",
    "message_stop",
]


def test_a_compaction_is_an_event_of_a_stream(client: Any, emulator: Emulator) -> None:
    emulator.push(compacting(), compacting())
    with client.beta.messages.stream(**PARAMS) as stream:
        events = list(stream)
        assert [one.type for one in events] == COMPACTED
        assert events[3].content == "So far."
        names = importlib.import_module("parlour.compat.lib.streaming")
        assert isinstance(events[3], names.BetaCompactionEvent)
        assert events[3].to_dict() == {"type": "compaction", "content": "So far."}
        assert stream.get_final_message().content[0].content == "So far."
    # In a stream of this package as such there is none.
    with emulator.client().messages.stream(**PARAMS) as plain:
        assert [one.type for one in plain] == [name for name in COMPACTED if name != "compaction"]


def test_a_compaction_is_an_event_of_an_asynchronous_stream(emulator: Emulator) -> None:
    async def main() -> None:
        async with sdk.AsyncClient(base_url=emulator.url, api_key=emulator.api_key, vendor="svc") as client:
            emulator.push(compacting(), compacting())
            async with client.beta.messages.stream(**PARAMS) as stream:
                assert [one.type async for one in stream] == COMPACTED
            async with client.beta.messages.stream(**PARAMS) as stream:
                assert [(await anext(stream)).type for _ in COMPACTED] == COMPACTED

    asyncio.run(main())


def test_a_reader_of_a_structured_answer_is_closed_with_its_stream(emulator: Emulator) -> None:
    class Paid(pydantic.BaseModel):
        to: str

    async def main() -> None:
        async with sdk.AsyncClient(base_url=emulator.url, api_key=emulator.api_key, vendor="svc") as client:
            emulator.push(unfinished('{"to"'))
            async with client.messages.stream(**PARAMS, output_format=Paid) as stream:
                async with contextlib.aclosing(aiter(stream)) as events:
                    await anext(events)
                assert await asyncio.to_thread(emulator.wait_closed_early, 1)

    asyncio.run(main())


# Skills


def test_the_content_of_a_skill_has_advice(client: Any, emulator: Emulator) -> None:
    with pytest.raises(CompatError, match=r"client.get\(.*/content', cast_to=bytes\)"):
        client.beta.skills.versions.download("v1", skill_id="skill_1")
    asynchronous = sdk.AsyncClient(base_url=emulator.url, api_key=emulator.api_key, vendor="svc")
    with pytest.raises(CompatError, match="cast_to=bytes"):
        asynchronous.beta.skills.versions.download("v1", skill_id="skill_1")
    # As it is advised.
    emulator.push({"text": "PK", "headers": {"content-type": "application/zip"}})
    skill_id, version = "skill_1", "v1"
    content = client.get(f"/v1/skills/{skill_id}/versions/{version}/content", cast_to=bytes)
    assert (content, emulator.requests[0].path) == (b"PK", "/v1/skills/skill_1/versions/v1/content")


# Runs of tools


def test_a_tool_of_a_context_manager_is_entered_where_it_is_made(client: Any, emulator: Emulator) -> None:
    told: list[str] = []

    @sdk.beta_tool
    @contextlib.contextmanager
    def opened() -> Any:
        told.append("entered")

        def pay(to: str) -> str:
            """Pays."""
            return f"paid {to}"

        try:
            yield pay
        finally:
            told.append("left")

    assert (told, opened.name, opened.input_schema["required"]) == (["entered"], "pay", ["to"])
    emulator.push(calling("pay"), calling())
    client.beta.messages.tool_runner(**PARAMS, tools=[opened]).until_done()
    assert results(emulator) == ["paid bob"]
    # The program leaves it, as with the SDK.
    opened._context_manager.__exit__(None, None, None)
    assert told == ["entered", "left"]

    with pytest.raises(TypeError, match="a tool is a function"):

        @sdk.beta_tool
        @contextlib.contextmanager
        def empty() -> Any:
            try:
                yield None
            finally:
                told.append("left at once")

    assert told[-1] == "left at once"


def test_a_tool_of_an_asynchronous_context_manager_is_entered_by_its_first_call(emulator: Emulator) -> None:
    told: list[str] = []

    @contextlib.asynccontextmanager
    async def pay() -> Any:
        """Pays."""
        told.append("entered")
        await asyncio.sleep(0)

        async def paid(to: str) -> str:
            return f"paid {to}"

        yield paid
        told.append("left")

    with pytest.raises(TypeError, match="needs an input_schema"):
        sdk.beta_async_tool(pay)
    opened = sdk.beta_async_tool(input_schema=SCHEMA)(pay)
    assert (told, opened.name, opened.description) == ([], "pay", "Pays.")

    async def main() -> None:
        async with sdk.AsyncClient(base_url=emulator.url, api_key=emulator.api_key, vendor="svc") as client:
            emulator.push(calling("pay", "pay"), calling())
            await client.beta.messages.tool_runner(**PARAMS, tools=[opened]).until_done()
        await opened._context_manager.__aexit__(None, None, None)

    asyncio.run(main())
    assert (results(emulator), told) == (["paid bob"] * 2, ["entered", "left"])


def removal(name: str) -> dict[str, Any]:
    tool = {"type": "tool_reference", "name": name}
    return {"role": "system", "content": [{"type": "tool_removal", "tool": tool}]}


@pytest.mark.parametrize("way", ["removal", "parameters", "definition", "added"])
def test_a_call_whose_tool_is_gone_does_not_run(client: Any, emulator: Emulator, way: str) -> None:
    ran: list[str] = []

    @sdk.beta_tool
    def pay(to: str) -> str:
        """Pays."""
        ran.append(to)
        return "paid"

    other = {"name": "pay", "description": "Does something else.", "input_schema": SCHEMA}
    emulator.push(calling("pay"), calling())
    runner = client.beta.messages.tool_runner(**PARAMS, tools=[pay])
    for message in runner:
        if message.stop_reason != "tool_use":
            continue
        if way == "removal":
            runner.set_messages_params(lambda had: {**had, "messages": [*had["messages"], removal("pay")]})
        elif way == "parameters":
            runner.set_messages_params(lambda had: {**had, "tools": []})
        elif way == "definition":
            runner.set_messages_params(lambda had: {**had, "tools": [other]})
        else:
            runner.add_tools(other)
    assert (ran, results(emulator)) == ([], ["Error: Tool 'pay' not found"])


def test_parameters_that_are_given_back_keep_their_functions(client: Any, emulator: Emulator) -> None:
    @sdk.beta_tool
    def pay(to: str) -> str:
        """Pays."""
        return f"paid {to}"

    def cached(had: dict[str, Any]) -> dict[str, Any]:
        marked = {"cache_control": {"type": "ephemeral"}}
        return {**had, "max_tokens": 9, "tools": [{**one, **marked} for one in had["tools"]]}

    emulator.push(calling("pay"), calling())
    runner = client.beta.messages.tool_runner(**PARAMS, tools=[pay])
    for message in runner:
        if message.stop_reason == "tool_use":
            runner.set_messages_params(cached)
    assert results(emulator) == ["paid bob"]


def test_a_described_sandbox_gets_the_id_of_the_answer(client: Any, emulator: Emulator) -> None:
    skills = [{"type": "custom", "skill_id": "skill_1", "version": "latest"}]
    first = calling("pay")
    first["json"]["container"] = {"id": "container_1", "expires_at": "2026-11-25T00:00:00Z"}
    emulator.push(first, calling())
    client.beta.messages.tool_runner(
        **PARAMS, tools=[sdk.beta_tool(name="pay", input_schema=SCHEMA)(lambda to: "paid")],
        container={"skills": skills},
    ).until_done()  # fmt: skip
    assert emulator.requests[1].json()["container"] == {"skills": skills, "id": "container_1"}


# MCP


def test_keys_of_the_program_go_to_what_mcp_gave() -> None:
    kept = {"cache_control": {"type": "ephemeral"}}
    said = {"role": "user", "content": {"type": "text", "text": "a"}}
    assert sdk.mcp_message(said, **kept)["content"] == [{"type": "text", "text": "a", **kept}]
    assert sdk.mcp_message(said, cache_control=None) == sdk.mcp_message(said)


@pytest.mark.parametrize(
    "content",
    [
        {"type": "resource_link", "uri": "file:///a", "name": "a"},
        {"type": "resource", "resource": {"uri": "file:///a.png", "mimeType": "image/png", "text": "x"}},
    ],
)
def test_what_is_no_content_is_refused_as_there(content: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="resource"):
        sdk.mcp_content(content)


def test_a_tool_of_mcp_can_be_called() -> None:
    class Session:
        async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
            return {"content": [{"type": "text", "text": f"{name} {arguments['to']}"}]}

        list_tools = None

    made = sdk.async_mcp_tool({"name": "pay", "inputSchema": SCHEMA}, Session())
    assert asyncio.run(made.call({"to": "bob"})) == [{"type": "text", "text": "pay bob"}]
