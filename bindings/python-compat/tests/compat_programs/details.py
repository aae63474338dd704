"""Details of answers, pages, errors and runs that programs of the official SDK read."""

import asyncio
import base64
import datetime
import functools
import hashlib
import hmac
import json
import pathlib
import pickle
import tempfile
import time
from typing import Any

import httpx2
import pydantic

import parlour.compat as vendor
from compat_programs import MODEL, PARAMS, Programs, answer, call, refused, stream
from parlour.compat import AsyncClient as AsyncVendor
from parlour.compat import Client as Vendor
from parlour.compat import beta_tool
from parlour.compat.types import WebSearchToolResultBlock
from parlour.testing import Emulator

ROWS = Programs("Details")


class Order(pydantic.BaseModel):
    """The value to extract from a text."""

    product: str
    quantity: int


@beta_tool
def add(left: int, right: int) -> str:
    """Adds."""
    return str(left + right)


def beta() -> Any:
    """The messages of a beta; type checkers do not see all that the SDK has."""
    return Vendor().beta.messages


@ROWS.unchanged("to_dict() and to_json() with options")
def _(service: Emulator) -> None:
    message: Any = Vendor().messages.create(**PARAMS)
    assert "stop_sequence" in message.to_dict(mode="json", use_api_names=True)
    assert "stop_sequence" not in message.to_dict(exclude_none=True)
    assert "stop_sequence" not in json.loads(message.to_json(indent=2, exclude_none=True))


@ROWS.unchanged("times as datetime")
def _(service: Emulator) -> None:
    model: Any = Vendor().models.list().data[0]
    now = datetime.datetime.now(datetime.UTC)
    assert model.created_at.year > 2000
    assert now - model.created_at > datetime.timedelta(0)
    assert model.created_at < now
    assert f"{model.created_at:%Y-%m-%d}" == model.created_at.isoformat()[:10]
    assert model.created_at == datetime.datetime.fromisoformat(str(model.created_at))


@ROWS.unchanged("the answer behind a raw response")
def _(service: Emulator) -> None:
    raw: Any = Vendor().messages.with_raw_response.create(**PARAMS)
    assert raw.http_response.status_code == 200
    assert (
        raw.http_response.json() == json.loads(raw.read()) == json.loads(raw.text()) == json.loads(raw.text)
    )
    assert raw.is_closed
    assert raw.retries_taken == 0


@ROWS.unchanged("settings of a client by their parts")
def _(service: Emulator) -> None:
    client: Any = Vendor(timeout=vendor.Timeout(60.0, connect=5.0))
    assert (client.timeout.read, client.timeout.connect, client.timeout) == (60.0, 5.0, 60.0)
    assert client.base_url.host == "127.0.0.1"
    assert str(client.base_url) == service.url


@ROWS.unchanged("pages by hand")
def _(service: Emulator) -> None:
    page: Any = Vendor().models.list(limit=1)
    ids = [page.data[0].id]
    while page.has_next_page() and page.next_page_info() is not None:
        page = page.get_next_page()
        ids.append(page.data[0].id)
    assert page.next_page_info() is None
    assert ids == [model.id for model in Vendor().models.list()]


@ROWS.unchanged("the value of a text so far")
def _(service: Emulator) -> None:
    service.push(stream('{"product":"Tea', '","quantity":2}'))
    seen = []
    with Vendor().messages.stream(**PARAMS, output_format=Order) as made:
        events: Any = made
        for event in events:
            if event.type == "text":
                seen.append(event.parsed_snapshot())
            elif event.type == "content_block_stop":
                assert event.content_block.parsed_output == Order(product="Tea", quantity=2)
            elif event.type == "message_stop":
                assert event.message.parsed_output.quantity == 2
        final: Any = made.get_final_message()
    assert seen == [{"product": "Tea"}, {"product": "Tea", "quantity": 2}]
    assert final.parsed_output is final.content[0].parsed_output


@ROWS.unchanged("pydantic's error of parse()")
def _(service: Emulator) -> None:
    service.push(answer('{"product":"Tea","quantity":"many"}'))
    try:
        Vendor().messages.parse(**PARAMS, output_format=Order)
    except pydantic.ValidationError as error:
        assert error.errors()[0]["loc"] == ("quantity",)
    else:
        raise AssertionError("no error")


@ROWS.unchanged("a runner to which its own turns are appended")
def _(service: Emulator) -> None:
    service.push(call("add", {"left": 1, "right": 2}), answer("3"))
    runner = beta().tool_runner(**PARAMS, tools=[add])
    for message in runner:
        results = runner.generate_tool_call_response()
        if results is not None:
            runner.append_messages({"role": "assistant", "content": message.content}, results)
    sent = service.requests[-1].json()["messages"]
    assert [one["role"] for one in sent] == ["user", "assistant", "user"]
    assert sent[-1]["content"][0]["content"] == "3"


@ROWS.unchanged("a runner to which something else is appended")
def _(service: Emulator) -> None:
    # As with the SDK, the answer and its results are said if the program appends them.
    service.push(call("add", {"left": 1, "right": 2}), answer("never mind"))
    runner = beta().tool_runner(**PARAMS, tools=[add])
    for message in runner:
        if message.stop_reason == "tool_use":
            runner.append_messages({"role": "user", "content": "Never mind."})
    sent = service.requests[-1].json()["messages"]
    assert [one["role"] for one in sent] == ["user", "user"]
    assert json.dumps(sent[-1]).count("Never mind.") == 1


@ROWS.unchanged("what is appended to a last answer")
def _(service: Emulator) -> None:
    runner = beta().tool_runner(**PARAMS, tools=[add])
    for message in runner:
        assert message.stop_reason == "end_turn"
        runner.append_messages({"role": "user", "content": "and then?"})
    assert len(service.requests) == 1


@ROWS.unchanged("a history that a runner's loop shortens")
def _(service: Emulator) -> None:
    service.push(call("add", {"left": 1, "right": 2}), answer("3"))
    history = [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": "two"},
        *PARAMS["messages"],
    ]
    runner = beta().tool_runner(**PARAMS | {"messages": history}, tools=[add])
    for message in runner:
        if message.stop_reason == "tool_use":
            runner.set_messages_params(lambda params: {**params, "messages": params["messages"][-1:]})
    sent = service.requests[-1].json()["messages"]
    assert sent[0]["content"] in ("Hello", [{"type": "text", "text": "Hello"}])
    assert [one["role"] for one in sent] == ["user", "assistant", "user"]
    assert sent[-1]["content"][0]["content"] == "3"


@ROWS.unchanged("a history that a runner's loop writes itself")
def _(service: Emulator) -> None:
    service.push(call("add", {"left": 1, "right": 2}), answer("3"))
    runner = beta().tool_runner(**PARAMS, tools=[add])
    for message in runner:
        results = runner.generate_tool_call_response()
        if results is not None:
            own = [{"role": "assistant", "content": message.content}, results]
            runner.set_messages_params(
                lambda params, own=own: {**params, "messages": [*params["messages"], *own]}
            )
    sent = service.requests[-1].json()["messages"]
    assert [one["role"] for one in sent] == ["user", "assistant", "user"]


@ROWS.unchanged("a memory tool by its commands")
def _(service: Emulator) -> None:
    from parlour.compat.lib.tools import BetaAbstractMemoryTool
    from parlour.compat.types.beta import BetaMemoryTool20250818ViewCommand

    class Notes(BetaAbstractMemoryTool):  # type: ignore[misc]
        def view(self, command: Any) -> str:
            assert isinstance(command, BetaMemoryTool20250818ViewCommand)
            return f"{command.command} {command.path}"

    notes = Notes()
    service.push(call("memory", {"command": "view", "path": "/memories"}), answer("done"))
    beta().tool_runner(**PARAMS, tools=[notes]).until_done()
    assert service.requests[-1].json()["messages"][-1]["content"][0]["content"] == "view /memories"
    assert notes.call({"command": "view", "path": "/memories"}) == "view /memories"
    assert notes.execute(BetaMemoryTool20250818ViewCommand(command="view", path="/x")) == "view /x"


@ROWS.unchanged("a skill from a folder")
def _(service: Emulator) -> None:
    from parlour.compat.lib import files_from_dir

    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "greeting"
        root.mkdir()
        (root / "SKILL.md").write_text("---\nname: greeting\ndescription: Greets.\n---\nSay hello.\n")
        skills: Any = Vendor().beta.skills
        made = skills.create(display_title="Greeting", files=files_from_dir(root))
    assert made.display_title == "Greeting"


@ROWS.unchanged("classes of statuses that are seldom met")
def _(service: Emulator) -> None:
    for status, name in (
        (402, "PaymentRequiredError"),
        (408, "RequestTimeoutError"),
        (504, "GatewayTimeoutError"),
    ):
        service.push(refused(status, "x"))
        try:
            Vendor(max_retries=0).messages.create(**PARAMS)
        except getattr(vendor, name) as error:
            assert error.status_code == status
            assert isinstance(error, vendor.APIStatusError)


@ROWS.unchanged("classes of an error's code")
def _(service: Emulator) -> None:
    from parlour.compat import EnforcedSpendLimitReachedError

    error = {
        "type": "rate_limit_error",
        "message": "no",
        "details": {"error_code": "enforced_spend_limit_reached"},
    }
    service.push({"status": 429, "json": {"type": "error", "error": error}})
    try:
        Vendor(max_retries=0).messages.create(**PARAMS)
    except EnforcedSpendLimitReachedError as caught:
        assert isinstance(caught, vendor.RateLimitError)


@ROWS.unchanged("the shape of an error in a body")
def _(service: Emulator) -> None:
    from parlour.compat.types import ErrorResponse, InvalidRequestError, RateLimitError

    service.push(refused(400, "invalid_request_error"))
    try:
        Vendor().messages.create(**PARAMS)
    except vendor.BadRequestError as caught:
        shape = ErrorResponse.from_dict(caught.body).error
        assert isinstance(shape, InvalidRequestError)
        assert not isinstance(shape, RateLimitError)


@ROWS.unchanged("what tools of the service found, by class")
def _(service: Emulator) -> None:
    from parlour.compat.types import WebSearchResultBlock, WebSearchToolResultBlock

    found = {"type": "web_search_result", "url": "http://x", "title": "T", "encrypted_content": "e"}
    result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [found]}
    service.push(answer([result]))
    block = Vendor().messages.create(**PARAMS).content[0]
    assert isinstance(block, WebSearchToolResultBlock)
    assert isinstance(block.content, list)
    assert isinstance(block.content[0], WebSearchResultBlock)


@ROWS.unchanged("parts of a request by their types")
def _(service: Emulator) -> None:
    from parlour.compat.types import (
        CitationCharLocationParam,
        TextBlockParam,
        UserMessageParam,
        WebFetchTool20260318Param,
        WebSearchResultBlockParam,
        WebSearchToolResultBlockParam,
    )
    from parlour.compat.types.messages import BatchListParams

    place = CitationCharLocationParam(
        type="char_location",
        cited_text="a",
        document_index=0,
        document_title=None,
        start_char_index=0,
        end_char_index=1,
    )
    found = WebSearchResultBlockParam(
        type="web_search_result", url="http://x", title="T", encrypted_content="e", page_age=None
    )
    result = WebSearchToolResultBlockParam(
        type="web_search_tool_result", tool_use_id="srvtoolu_1", content=[found]
    )
    text = TextBlockParam(type="text", text="a", citations=[place])
    turn = UserMessageParam(role="user", content=[text])
    fetch = WebFetchTool20260318Param(type="web_fetch_20260318", name="web_fetch", max_uses=1)
    service.push(answer("done"))
    Vendor().messages.create(model=MODEL, max_tokens=9, messages=[turn], tools=[fetch])
    sent = service.requests[-1].json()
    assert sent["messages"][0]["content"][0]["citations"] == [place]
    assert sent["tools"] == [fetch]
    assert result["content"] == [found]
    listing: BatchListParams = {"limit": 1}
    assert Vendor().messages.batches.list(**listing).data == []


@ROWS.unchanged("answers by the class of their kind")
def _(service: Emulator) -> None:
    from parlour.compat.types import DirectCaller, RefusalStopDetails, ServerToolCaller

    service.push(
        answer(
            [{**_USED, "caller": {"type": "direct"}}],
            stop_reason="refusal",
            stop_details={"type": "refusal", "category": "cyber", "explanation": None},
        )
    )
    message = Vendor().messages.create(**PARAMS)
    assert isinstance(message.stop_details, RefusalStopDetails)
    block = message.content[0]
    assert block.type == "tool_use"
    assert isinstance(block.caller, DirectCaller)
    assert not isinstance(block.caller, ServerToolCaller)


@ROWS.advice("types of managed agents", "use `client.request(method, path, body=...)`")
def _(service: Emulator) -> None:
    from parlour.compat.types.beta import BetaEnvironment, BetaManagedAgentsSession, SessionCreateParams

    print(BetaEnvironment, BetaManagedAgentsSession)
    SessionCreateParams(agent="a")


@ROWS.advice("the request of a raw response", "note what you sent")
def _(service: Emulator) -> None:
    raw: Any = Vendor().messages.with_raw_response.create(**PARAMS)
    print(raw.url)


@ROWS.advice("a call that a runner holds back", "`runner.deny(call, reason)`")
def _(service: Emulator) -> None:
    service.push(stream('{"left":1,"right":2}', block=_USED, kind="input_json_delta"))
    runner = beta().tool_runner(**PARAMS, tools=[add], stream=True, run_tools_eagerly=True)
    for made in runner:
        for event in made:
            if event.type == "content_block_start":
                runner.defer_tool_call(event.content_block)


_USED = {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {}}


@ROWS.advice("compaction by a loop", "the service shortens the history itself")
def _(service: Emulator) -> None:
    runner = beta().tool_runner(**PARAMS, tools=[add])
    for _message in runner:
        runner.compact_before_next_turn()


@ROWS.advice("a thread of messages", "keep the history in a `parlour.Conversation`")
def _(service: Emulator) -> None:
    beta().thread(**PARAMS).send({"role": "user", "content": "Hello"})


@ROWS.advice("fallbacks by middleware", "write `fallbacks=")
def _(service: Emulator) -> None:
    from parlour.compat import BetaRefusalFallbackMiddleware

    BetaRefusalFallbackMiddleware([{"model": "svc-opus-4-7"}])


@ROWS.advice("a memory tool that is ready", "write the methods of a `parlour.MemoryTool`")
def _(service: Emulator) -> None:
    from parlour.compat.tools import BetaLocalFilesystemMemoryTool

    BetaLocalFilesystemMemoryTool(base_path="./memory")


@ROWS.advice("settings of tracing", "use an instrumentation of the SDK")
def _(service: Emulator) -> None:
    Vendor(open_telemetry={"traces": True})  # type: ignore[call-arg]


@ROWS.advice("a name that is not there", 'the guide "Moving over in Python" lists')
def _(service: Emulator) -> None:
    from parlour.compat import NoSuchName

    NoSuchName()


@ROWS.advice("a toolset of the browser", "answer the calls of a toolset in a loop")
def _(service: Emulator) -> None:
    from parlour.compat.types import BrowserClickTarget

    BrowserClickTarget(type="ref", ref="e1")


@ROWS.unchanged("inside of a client")
def _(service: Emulator) -> None:
    client: Any = Vendor(default_headers={"x-one": "1", "x-two": vendor.Omit()})
    assert str(client._base_url) == service.url
    assert client._custom_headers["x-one"] == "1"
    client.messages.create(**PARAMS, temperature=vendor.NotGiven(), extra_headers={"x-three": vendor.Omit()})
    sent = service.requests[-1]
    assert sent.headers["x-one"] == "1"
    assert not {"x-two", "x-three"} & set(sent.headers)
    assert "temperature" not in sent.json()
    assert isinstance(client, vendor._base_client.SyncAPIClient)
    assert isinstance(client, vendor._base_client.BaseClient)


@ROWS.unchanged("names from the SDK's inner modules")
def _(service: Emulator) -> None:
    from parlour.compat._base_client import AsyncAPIClient
    from parlour.compat._compat import cached_property, model_dump
    from parlour.compat._response import BaseAPIResponse, BinaryAPIResponse, ResponseContextManager
    from parlour.compat._types import Body, FileTypes, Headers, Omit, Query, RequestOptions
    from parlour.compat._version import __title__, __version__

    assert model_dump(Vendor().messages.create(**PARAMS), include={"role"}) == {"role": "assistant"}
    assert all((AsyncAPIClient, BaseAPIResponse, BinaryAPIResponse, Body, FileTypes, Headers, Omit, Query))
    assert all((RequestOptions, ResponseContextManager, cached_property))
    assert isinstance(__title__ + __version__, str)


@ROWS.unchanged("all types at once")
def _(service: Emulator) -> None:
    scope: dict[str, Any] = {}
    exec("from parlour.compat.types import *\nfrom parlour.compat.types.beta import *", scope)
    assert {
        "Message",
        "MessageParam",
        "TextBlock",
        "RawMessageStreamEvent",
        "BetaMessage",
        "StopReason",
    } <= set(scope)
    assert isinstance(Vendor().messages.create(**PARAMS), scope["Message"])


@ROWS.unchanged("what is no answer")
def _(service: Emulator) -> None:
    message: Any = Vendor().messages.create(**PARAMS)
    cls: Any = type(message)
    for wrong in ({"id": 1}, {**message.to_dict(), "content": "text"}, "text"):
        try:
            cls.model_validate(wrong)
        except pydantic.ValidationError as error:
            assert error.errors()
        else:
            raise AssertionError(f"no error for {wrong}")
    searched: Any = {"type": "web_search_tool_result", "tool_use_id": "t", "content": []}
    failed = {"type": "web_search_tool_result_error", "error_code": "unavailable"}
    contents: list[Any] = [[], failed]
    for content in contents:
        made = WebSearchToolResultBlock.model_validate(searched | {"content": content})
        assert made.to_dict()["content"] == content
    try:
        cls.model_validate_json("{")
    except pydantic.ValidationError as error:
        assert error.errors()[0]["type"] == "json_invalid"
    made = cls.construct(content=[{"type": "text", "text": "x"}, message.content[0]])
    assert [block.type for block in made.content] == ["text", "text"]
    assert dict(made)["stop_sequence"] is None
    assert cls.__fields__.keys() == cls.model_fields.keys()


@ROWS.unchanged("the cause of an error without an answer")
def _(service: Emulator) -> None:
    try:
        Vendor(base_url="http://127.0.0.1:1", max_retries=0).messages.create(**PARAMS)
    except vendor.APIConnectionError as error:
        assert "127.0.0.1:1" in str(error.__cause__)
        later = ValueError()
        error.__cause__ = later
        assert error.__cause__ is later
    else:
        raise AssertionError("no error")


@ROWS.unchanged("a Timeout as a dict")
def _(service: Emulator) -> None:
    assert repr(vendor.Timeout(10.0)) == "Timeout(timeout=10.0)"
    limits = vendor.Timeout(10.0, connect=2.0)
    assert repr(limits) == "Timeout(connect=2.0, read=10.0, write=10.0, pool=10.0)"
    assert limits.as_dict()["connect"] == 2.0


@ROWS.unchanged("the workspace of an answer")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    assert client.messages.create(**PARAMS)._workspace_id is None
    try:
        client.messages.create(**(PARAMS | {"model": "no-such-model"}))
    except vendor.NotFoundError as error:
        told: Any = error
        assert told.workspace_id is None
    else:
        raise AssertionError("no error")


@ROWS.advice("the key of the environment", "the key came from the environment")
def _(service: Emulator) -> None:
    print(Vendor().api_key)


@ROWS.advice("the HTTP client inside", "calls do not go through httpx")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    print(client._client.headers)


@ROWS.advice("the address of a client that is changed", "`client.with_options(base_url=...)`")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    client.base_url = "http://127.0.0.1:1"


@ROWS.advice("a stream of one's own", "`client.request(method, path, stream=True)`")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    client.post("/v1/messages", body=PARAMS, cast_to=object, stream=True, stream_cls=vendor.Stream)


@ROWS.advice("a form of one's own", "`client.files.upload(...)`")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    client.post("/v1/files", cast_to=object, files={"file": b"x"})


@ROWS.advice("middleware that is added later", "there is no middleware")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    client.with_middleware(print)


@ROWS.advice("a misspelt option", "did you mean `extra_headers`?")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    client.messages.create(**PARAMS, extra_header={"x": "1"})


@ROWS.advice("a misspelt setting", "did you mean `max_retries`?")
def _(service: Emulator) -> None:
    Vendor(max_retires=3)  # type: ignore[call-arg]


@ROWS.advice("the models that are deprecated", "`deprecated_at`")
def _(service: Emulator) -> None:
    from parlour.compat.resources.messages.messages import DEPRECATED_MODELS

    print(MODEL in DEPRECATED_MODELS)


@ROWS.unchanged("options of every call")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    asked = {"model": MODEL, "messages": PARAMS["messages"]}
    nothing = {"extra_headers": None, "extra_query": None, "extra_body": None}
    limit = vendor.Timeout(5.0)
    assert client.messages.count_tokens(**asked, **nothing, timeout=limit).input_tokens > 0
    assert client.models.list(**nothing, timeout=httpx2.Timeout(5.0)).data
    assert client.models.with_raw_response.list(timeout=limit).status_code == 200
    made = client.messages.batches.create(
        requests=[{"custom_id": "a", "params": PARAMS}], timeout=limit, **nothing
    )
    assert made.type == "message_batch"
    assert client.beta.files.upload(file=("a.txt", b"x", "text/plain"), timeout=limit).type == "file"


@ROWS.unchanged("a token that a function gives")
def _(service: Emulator) -> None:
    asked = []

    def token(*, force_refresh: bool = False) -> Any:
        asked.append(force_refresh)
        return vendor.AccessToken(token=service.api_key, expires_at=int(time.time()) + 3600)

    async def later() -> Any:
        return vendor.AccessToken(token=service.api_key, expires_at=0)

    make: Any = functools.partial(Vendor, version="latest")
    make_async: Any = functools.partial(AsyncVendor, version="latest")
    client: Any = make(credentials=token)
    assert [client.messages.create(**PARAMS).role for _ in range(2)] == ["assistant"] * 2
    assert asked == [False]
    assert service.requests[-1].headers["authorization"] == f"Bearer {service.api_key}"
    assert service.api_key not in repr(token())
    assert make(credentials=vendor.StaticToken(service.api_key)).models.list().data

    async def main() -> None:
        client: Any = make_async(credentials=later)
        assert (await client.messages.create(**PARAMS)).role == "assistant"

    asyncio.run(main())


@ROWS.unchanged("a webhook")
def _(service: Emulator) -> None:
    secret = b"0123456789abcdef0123456789abcdef"
    key = "whsec_" + base64.b64encode(secret).decode()
    body = '{"type":"event","id":"evt_1","data":{"type":"batch.completed","id":"b"}}'
    stamp = str(int(time.time()))
    signed = hmac.new(secret, f"msg_1.{stamp}.{body}".encode(), hashlib.sha256).digest()
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": stamp,
        "webhook-signature": "v1," + base64.b64encode(signed).decode(),
    }
    client: Any = Vendor(webhook_key=key)
    assert client.beta.webhooks.unwrap(body, headers=headers).id == "evt_1"
    plain: Any = Vendor()
    assert plain.beta.webhooks.unwrap(body, headers=headers, key=key).id == "evt_1"
    assert client.beta.webhooks.parse_unverified(body).id == "evt_1"
    assert key.encode() not in pickle.dumps(client)
    for wrong in (client.beta.webhooks, plain.beta.webhooks):
        try:
            wrong.unwrap(body + " ", headers=headers)
        except (ValueError, vendor.APIWebhookValidationError):
            continue
        raise AssertionError("no error")


@ROWS.advice("an event handler", "loop over the events of the stream")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    client.messages.stream(**PARAMS, event_handler=vendor.MessageStream)


@ROWS.advice("the workspace of a call", "`client.with_options(workspace_id=...)`")
def _(service: Emulator) -> None:
    client: Any = Vendor()
    client.messages.create(**PARAMS, workspace_id="wrkspc_1")


@ROWS.unchanged("shapes as fields of models")
def _(service: Emulator) -> None:
    # As in a request of FastAPI.
    from parlour.compat.types import ContentBlockParam, MessageParam, ToolParam

    class Asked(pydantic.BaseModel):
        messages: list[MessageParam]
        tools: list[ToolParam] = []

    asked = Asked.model_validate(
        {"messages": PARAMS["messages"], "tools": [{"name": "x", "input_schema": {}}]}
    )
    assert asked.messages == PARAMS["messages"]
    blocks: Any = pydantic.TypeAdapter(list[ContentBlockParam])
    assert blocks.validate_python([{"type": "text", "text": "x"}]) == [{"type": "text", "text": "x"}]
    try:
        Asked.model_validate({"messages": [{"content": "x"}]})
    except pydantic.ValidationError as error:
        assert error.errors()[0]["loc"] == ("messages", 0, "role")
    else:
        raise AssertionError("no error")


@ROWS.unchanged("commands of a memory tool, read from a call")
def _(service: Emulator) -> None:
    from parlour.compat.types.beta import BetaMemoryTool20250818Command, BetaMemoryTool20250818ViewCommand

    reader: Any = pydantic.TypeAdapter(BetaMemoryTool20250818Command)
    read = reader.validate_python({"command": "view", "path": "/memories", "view_range": [1, 2]})
    assert isinstance(read, BetaMemoryTool20250818ViewCommand)
    assert (read.command, read.path) == ("view", "/memories")
    for wrong in ({"command": "burn", "path": "/memories"}, {"command": "view"}, "view"):
        try:
            reader.validate_python(wrong)
        except pydantic.ValidationError:
            continue
        raise AssertionError(f"no error for {wrong}")


@ROWS.advice("a worker of an environment", "use `client.request(method, path, body=...)`")
def _(service: Emulator) -> None:
    from parlour.compat.lib.environments import MANAGED_AGENTS_BETA

    print(f"{MANAGED_AGENTS_BETA}")
