"""Messages, clients, errors."""

import asyncio
import base64
import copy
import json
import pickle
from typing import Any
from unittest import mock

import httpx2

import parlour.compat as vendor
from compat_programs import MODEL, PARAMS, Programs, answer, asked, refused
from parlour.compat import AsyncClient as AsyncVendor
from parlour.compat import Client as Vendor
from parlour.testing import Emulator

ROWS = Programs("Messages, clients, errors")


@ROWS.unchanged("the first message")
def _(service: Emulator) -> None:
    service.push(answer("Hi"))
    message = Vendor().messages.create(**PARAMS)
    assert message.content[0].text == "Hi"
    assert message.stop_reason == "end_turn"
    assert message.usage.input_tokens == 3


@ROWS.unchanged("the first message, asynchronous")
def _(service: Emulator) -> None:
    async def main() -> str:
        async with AsyncVendor() as client:
            block = (await client.messages.create(**PARAMS)).content[0]
            assert block.type == "text"
            return str(block.text)

    assert "Hello" in asyncio.run(main())


@ROWS.unchanged("the class behind its module")
def _(service: Emulator) -> None:
    client = vendor.Client(max_retries=0, timeout=20.0)
    assert client.messages.create(**PARAMS).role == "assistant"


@ROWS.unchanged("a conversation of several turns")
def _(service: Emulator) -> None:
    client = Vendor()
    messages: list[vendor.types.MessageParam] = []
    for text in ("one", "two"):
        messages.append({"role": "user", "content": text})
        reply = client.messages.create(model=MODEL, max_tokens=64, messages=messages)
        messages.append({"role": "assistant", "content": reply.content})
    assert [len(one.json()["messages"]) for one in service.requests] == [1, 3]


@ROWS.unchanged("a message that goes back as it is")
def _(service: Emulator) -> None:
    client = Vendor()
    reply = client.messages.create(**PARAMS)
    history = [*PARAMS["messages"], {"role": reply.role, "content": reply.content}]
    client.messages.create(**asked(messages=[*history, {"role": "user", "content": "x"}]))
    assert service.requests[-1].json()["messages"][1]["content"][0]["type"] == "text"


@ROWS.unchanged("a system prompt with a cache breakpoint")
def _(service: Emulator) -> None:
    system: list[vendor.types.TextBlockParam] = [
        {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}
    ]
    usage = Vendor().messages.create(**PARAMS, system=system).usage
    assert usage.cache_read_input_tokens == 0
    assert usage.cache_creation_input_tokens is not None
    assert usage.cache_creation_input_tokens >= 0


@ROWS.unchanged("an image as base64")
def _(service: Emulator) -> None:
    data = base64.standard_b64encode(b"\x89PNG\r\n\x1a\n" + bytes(64)).decode()
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    Vendor().messages.create(**asked(messages=[{"role": "user", "content": [image]}]))
    assert service.requests[-1].json()["messages"][0]["content"][0] == image


@ROWS.unchanged("parameters of the SDK's types")
def _(service: Emulator) -> None:
    from parlour.compat.types import MessageParam, TextBlockParam
    from parlour.compat.types.message_param import MessageParam as Same

    assert MessageParam is Same
    block = TextBlockParam(type="text", text="Hi")
    Vendor().messages.create(**asked(messages=[MessageParam(role="user", content=[block])]))
    assert service.requests[-1].json()["messages"][0]["content"][0]["text"] == "Hi"


@ROWS.unchanged("blocks by their class")
def _(service: Emulator) -> None:
    from parlour.compat.types import Message, TextBlock, Usage

    message = Vendor().messages.create(**PARAMS)
    assert isinstance(message, Message)
    assert isinstance(message.usage, Usage)
    assert all(isinstance(block, TextBlock) for block in message.content)


@ROWS.unchanged("types of a beta")
def _(service: Emulator) -> None:
    from parlour.compat.types.beta import BetaMessage, BetaMessageParam, BetaTextBlock

    param: BetaMessageParam = {"role": "user", "content": "x"}
    message = Vendor().beta.messages.create(**asked(messages=[param]), betas=["some-beta"])
    assert isinstance(message, BetaMessage)
    assert isinstance(message.content[0], BetaTextBlock)
    assert "some-beta" in service.requests[-1].headers["svc-beta"]


@ROWS.unchanged("thinking")
def _(service: Emulator) -> None:
    service.push(
        answer([{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "text", "text": "a"}])
    )
    message = Vendor().messages.create(
        **asked(max_tokens=2048), thinking={"type": "enabled", "budget_tokens": 1024}
    )
    assert [block.type for block in message.content] == ["thinking", "text"]
    assert message.content[0].thinking == "hm"


@ROWS.unchanged("model_dump()")
def _(service: Emulator) -> None:
    service.push(answer("Hi"))
    dumped = Vendor().messages.create(**PARAMS).model_dump()
    assert dumped["content"] == [{"citations": None, "text": "Hi", "type": "text"}]
    assert dumped["stop_sequence"] is None
    assert dumped["container"] is None
    assert next(iter(dumped)) == "id"


@ROWS.unchanged("model_dump() of chosen fields")
def _(service: Emulator) -> None:
    service.push(answer("Hi"))
    message = Vendor().messages.create(**PARAMS)
    assert "stop_sequence" not in message.model_dump(exclude_none=True)
    assert message.model_dump(include={"role"}, mode="json") == {"role": "assistant"}
    assert message.content[0].model_dump(exclude={"type"}) == {"citations": None, "text": "Hi"}
    assert message.content[0].model_dump(exclude_unset=True) == {"text": "Hi", "type": "text"}


@ROWS.unchanged("model_dump_json() and to_json()")
def _(service: Emulator) -> None:
    message = Vendor().messages.create(**PARAMS)
    assert json.loads(message.model_dump_json(indent=2)) == message.model_dump()
    assert json.loads(message.to_json()) == message.to_dict()
    assert message.to_json().startswith('{\n  "id": ')


@ROWS.unchanged("a message from a database")
def _(service: Emulator) -> None:
    from parlour.compat.types import Message

    message = Vendor().messages.create(**PARAMS)
    assert Message.model_validate(message.model_dump()) == message
    assert Message.model_validate_json(message.model_dump_json()) == message
    assert Message(**message.to_dict()).role == "assistant"
    assert pickle.loads(pickle.dumps(message)) == copy.deepcopy(message) == message


@ROWS.unchanged("a changed copy")
def _(service: Emulator) -> None:
    message = Vendor().messages.create(**PARAMS)
    assert message.model_copy(update={"id": "msg_2"}).id == "msg_2"
    assert "content" in message.model_fields_set


@ROWS.unchanged("a message that tests make")
def _(service: Emulator) -> None:
    from parlour.compat.types import Message, TextBlock, Usage

    made = Message(
        id="msg_1",
        content=[TextBlock(type="text", text="Hi")],
        model=MODEL,
        role="assistant",
        stop_reason="end_turn",
        stop_sequence=None,
        type="message",
        usage=Usage(input_tokens=1, output_tokens=2),
    )
    assert isinstance(made.content[0], TextBlock)
    assert made.content[0].text == "Hi"
    assert made.usage.output_tokens == 2


@ROWS.unchanged("print() of a long answer")
def _(service: Emulator) -> None:
    service.push(answer("x" * 5000))
    message = Vendor().messages.create(**PARAMS)
    assert repr(message.content) == f"[TextBlock(citations=None, text={'x' * 5000!r}, type='text')]"


@ROWS.unchanged("the id of the request")
def _(service: Emulator) -> None:
    assert Vendor().messages.create(**PARAMS)._request_id.startswith("req_")


@ROWS.unchanged("the raw response")
def _(service: Emulator) -> None:
    raw = Vendor().messages.with_raw_response.create(**PARAMS)
    assert raw.status_code == 200
    assert raw.headers.get("request-id") == raw.request_id
    assert raw.retries_taken == 0
    assert raw.parse().role == "assistant"


@ROWS.unchanged("the raw response, asynchronous")
def _(service: Emulator) -> None:
    async def main() -> None:
        client = AsyncVendor()
        raw = await client.messages.with_raw_response.create(**PARAMS)
        assert (raw.status_code, raw.headers.get("request-id")) == (200, raw.request_id)
        message = await raw.parse()
        assert (message.role, message._request_id) == ("assistant", raw.request_id)
        assert (await raw.json())["role"] == json.loads(await raw.text())["role"] == "assistant"
        assert json.loads(await raw.read()) == await raw.parse(to=dict)
        assert json.loads("".join([line async for line in raw.iter_lines()]))["role"] == "assistant"
        await raw.close()
        counted = await client.messages.with_raw_response.count_tokens(
            model=MODEL, messages=PARAMS["messages"]
        )
        assert (await counted.parse()).input_tokens > 0
        assert (await (await client.models.with_raw_response.list()).parse()).data
        batches = await client.messages.batches.with_raw_response.list()
        assert (await batches.parse()).data == []
        opened = await client.messages.with_raw_response.create(**PARAMS, stream=True)
        events = await opened.parse()
        assert (await anext(events)).type == "message_start"

    asyncio.run(main())


@ROWS.unchanged("the parts of a raw response")
def _(service: Emulator) -> None:
    raw: Any = Vendor().messages.with_raw_response.create(**PARAMS)
    assert raw.parse(to=dict)["role"] == "assistant"
    assert raw.parse(to=str) == raw.text() == "".join(raw.iter_text())
    assert raw.read() == b"".join(raw.iter_bytes())
    assert raw.workspace_id is None
    raw.close()
    with Vendor().models.with_streaming_response.list() as response:
        streamed: Any = response
        assert not streamed.is_closed
        assert streamed.parse(to=dict)["data"]
        assert streamed.is_closed


@ROWS.unchanged("responses by their class")
def _(service: Emulator) -> None:
    async def main() -> None:
        raw = await AsyncVendor().models.with_raw_response.list()
        assert isinstance(raw, vendor.AsyncAPIResponse)
        assert not isinstance(raw, vendor.APIResponse)
        async with AsyncVendor().messages.with_streaming_response.create(**PARAMS) as response:
            assert isinstance(response, vendor.AsyncAPIResponse)

    asyncio.run(main())
    assert isinstance(Vendor().models.with_raw_response.list(), vendor.APIResponse)
    assert not isinstance(Vendor().models.with_raw_response.list(), vendor.AsyncAPIResponse)


@ROWS.unchanged("a streaming response")
def _(service: Emulator) -> None:
    with Vendor().messages.with_streaming_response.create(**PARAMS) as response:
        assert response.headers.get("request-id")
        assert json.loads("".join(response.iter_lines()))["role"] == "assistant"
        assert response.parse().role == "assistant"


@ROWS.unchanged("a streaming response, asynchronous")
def _(service: Emulator) -> None:
    async def main() -> str:
        async with AsyncVendor().messages.with_streaming_response.create(**PARAMS) as response:
            return str((await response.json())["role"])

    assert asyncio.run(main()) == "assistant"


@ROWS.unchanged("headers, query and body of a call")
def _(service: Emulator) -> None:
    Vendor(default_headers={"x-one": "1"}).messages.create(
        **PARAMS,
        extra_headers={"x-two": "2"},
        extra_body={"metadata": {"user_id": "u"}},
        extra_query={"q": "1"},
    )
    sent = service.requests[-1]
    assert (sent.headers["x-one"], sent.headers["x-two"]) == ("1", "2")
    assert sent.json()["metadata"] == {"user_id": "u"}


@ROWS.unchanged("NOT_GIVEN and omit")
def _(service: Emulator) -> None:
    Vendor().messages.create(**PARAMS, system=vendor.NOT_GIVEN, temperature=vendor.omit)
    assert not {"system", "temperature"} & service.requests[-1].json().keys()


@ROWS.unchanged("with_options()")
def _(service: Emulator) -> None:
    client = Vendor().with_options(timeout=5.0, max_retries=5)
    assert (client.timeout, client.max_retries) == (5.0, 5)
    assert client.messages.create(**PARAMS).role == "assistant"


@ROWS.unchanged("two retries, as they are usual")
def _(service: Emulator) -> None:
    service.push(*[refused(500, "api_error", headers={"retry-after-ms": "1"})] * 2, answer("Hi"))
    client = Vendor()
    assert client.max_retries == 2
    assert client.messages.create(**PARAMS).content[0].text == "Hi"


@ROWS.unchanged("a time limit")
def _(service: Emulator) -> None:
    service.push({"fault": "stall_before_headers"})
    try:
        Vendor(max_retries=0).messages.create(**PARAMS, timeout=0.05)
    except vendor.APITimeoutError as error:
        assert isinstance(error, vendor.APIConnectionError)
    else:
        raise AssertionError("no error")


@ROWS.unchanged("a Timeout by its parts")
def _(service: Emulator) -> None:
    client = Vendor(timeout=vendor.Timeout(60.0, read=5.0, write=10.0, connect=2.0))
    assert client.timeout == 5.0
    assert client.messages.create(**PARAMS, timeout=vendor.Timeout(30.0)).role == "assistant"


@ROWS.unchanged("no time limit")
def _(service: Emulator) -> None:
    assert Vendor(timeout=None).messages.create(**PARAMS, timeout=None).role == "assistant"


@ROWS.unchanged("errors by class")
def _(service: Emulator) -> None:
    service.push(refused(429, "rate_limit_error", "slow down"))
    try:
        Vendor(max_retries=0).messages.create(**PARAMS)
    except vendor.APIConnectionError as error:
        raise AssertionError from error
    except vendor.RateLimitError as error:
        assert error.status_code == error.response.status_code == 429
        assert error.body["error"]["message"] == "slow down"
        assert error.response.json() == error.body
        assert error.response.headers.get("content-type", "").startswith("application/json")
        assert "slow down" in error.message
    else:
        raise AssertionError("no error")


@ROWS.unchanged("every class of a status")
def _(service: Emulator) -> None:
    classes = {
        400: vendor.BadRequestError,
        401: vendor.AuthenticationError,
        403: vendor.PermissionDeniedError,
        404: vendor.NotFoundError,
        409: vendor.ConflictError,
        422: vendor.UnprocessableEntityError,
        500: vendor.InternalServerError,
        529: vendor.InternalServerError,
    }
    for status, cls in classes.items():
        service.push(refused(status, "some_error"))
        try:
            Vendor(max_retries=0).messages.create(**PARAMS)
        except cls as error:
            assert isinstance(error, vendor.APIStatusError)
            assert error.request_id
        else:
            raise AssertionError(status)


@ROWS.unchanged("no connection")
def _(service: Emulator) -> None:
    try:
        Vendor(base_url="http://127.0.0.1:9", max_retries=0).messages.create(**PARAMS)
    except vendor.APIConnectionError as error:
        assert not hasattr(error, "response")
        assert "127.0.0.1:9" in str(error.__cause__)
    else:
        raise AssertionError("no error")


class Answered:
    """A response as tests have it."""

    status_code = 429
    headers = {"request-id": "req_1"}  # noqa: RUF012
    content = b"{}"


@ROWS.unchanged("errors that tests make")
def _(service: Emulator) -> None:
    error = vendor.RateLimitError("slow down", response=Answered(), body={"a": 1})  # type: ignore[call-arg]
    assert (error.status_code, error.request_id, error.body) == (429, "req_1", {"a": 1})
    assert str(vendor.APIConnectionError(request=None)) == "Connection error."  # type: ignore[call-arg]


@ROWS.unchanged("errors from the module of exceptions")
def _(service: Emulator) -> None:
    from parlour.compat._exceptions import APIStatusError, OverloadedError

    assert issubclass(OverloadedError, APIStatusError)


@ROWS.unchanged("tokens are counted")
def _(service: Emulator) -> None:
    count = Vendor().messages.count_tokens(model=MODEL, messages=PARAMS["messages"])
    assert count.input_tokens > 0
    assert "input_tokens" in count.model_dump_json()


@ROWS.unchanged("requests of one's own")
def _(service: Emulator) -> None:
    from parlour.compat.types import Message

    client = Vendor()
    assert client.post("/v1/messages", body=PARAMS, cast_to=Message).role == "assistant"
    assert client.post("/v1/messages", body=PARAMS, cast_to=dict, options={"headers": {"x": "1"}})["role"]
    assert client.get("/v1/models", cast_to=object)["data"]


@ROWS.unchanged("a key that is a function")
def _(service: Emulator) -> None:
    assert Vendor(api_key=lambda: service.api_key).messages.create(**PARAMS).role == "assistant"


@ROWS.unchanged("a wrong key")
def _(service: Emulator) -> None:
    try:
        Vendor(api_key="wrong").messages.create(**PARAMS)
    except vendor.AuthenticationError as error:
        assert error.status_code == 401
    else:
        raise AssertionError("no error")


@ROWS.unchanged("many calls at once")
def _(service: Emulator) -> None:
    async def main() -> list[Any]:
        async with AsyncVendor() as client:
            return await asyncio.gather(*[client.messages.create(**PARAMS) for _ in range(20)])

    assert len({message.id for message in asyncio.run(main())}) == 20


@ROWS.unchanged("a method that a test replaces")
def _(service: Emulator) -> None:
    client = Vendor()
    with mock.patch.object(client.messages, "create", return_value="fake") as create:
        assert client.messages.create(**PARAMS) == "fake"
    with mock.patch.object(client.beta.messages, "create", create):
        assert client.beta.messages.create(**PARAMS) == "fake"
    assert create.call_count == 2
    with mock.patch.object(client.messages.batches, "create", return_value="fake"):
        assert client.messages.batches.create(requests=[]) == "fake"
    assert client.messages.create(**PARAMS).role == "assistant"


@ROWS.unchanged("a class that a tracer patches")
def _(service: Emulator) -> None:
    from parlour.compat.resources.messages import AsyncMessages, Messages

    seen = []
    for cls in (Messages, AsyncMessages):

        def traced(self: Any, *args: Any, _own: Any = cls.create, **named: Any) -> Any:
            seen.append(named["model"])
            return _own(self, *args, **named)

        with mock.patch.object(cls, "create", traced):
            if cls is Messages:
                Vendor().messages.create(**PARAMS)
            else:
                asyncio.run(AsyncVendor().messages.create(**PARAMS))
    assert seen == [MODEL, MODEL]


@ROWS.unchanged("a subclass of the client")
def _(service: Emulator) -> None:
    class Mine(Vendor):
        def ask(self) -> str:
            block = self.messages.create(**PARAMS).content[0]
            return block.text if block.type == "text" else ""

    assert "Hello" in Mine(max_retries=1).ask()


@ROWS.unchanged("the default HTTP client, changed")
def _(service: Emulator) -> None:
    from parlour.compat import DefaultHttpxClient

    transport = httpx2.HTTPTransport(local_address="127.0.0.1")
    limits = httpx2.Limits(max_keepalive_connections=5)
    with DefaultHttpxClient(transport=transport, limits=limits, timeout=20, trust_env=False) as http:
        client = Vendor(http_client=http, default_headers={"x-app": "a"})
        assert client.timeout == 20
        assert client.messages.create(**PARAMS).content


@ROWS.unchanged("the default HTTP client of aiohttp")
def _(service: Emulator) -> None:
    from parlour.compat import DefaultAioHttpClient

    async def ask() -> None:
        async with AsyncVendor(http_client=DefaultAioHttpClient()) as client:
            assert (await client.messages.create(**PARAMS)).content

    asyncio.run(ask())


@ROWS.unchanged("an HTTP client of one's own")
def _(service: Emulator) -> None:
    http = httpx2.Client(timeout=20, headers={"x-app": "a"}, trust_env=False)
    Vendor(http_client=http).messages.create(**PARAMS)
    assert service.requests[-1].headers["x-app"] == "a"


@ROWS.advice("an HTTP client that answers itself, in tests", "`parlour.testing.Emulator`")
def _(service: Emulator) -> None:
    def answers(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200)

    Vendor(http_client=httpx2.Client(transport=httpx2.MockTransport(answers)))


@ROWS.advice("an HTTP client without checks of certificates", "certificates are checked always")
def _(service: Emulator) -> None:
    from parlour.compat import DefaultHttpxClient

    Vendor(http_client=DefaultHttpxClient(verify=False))


@ROWS.advice("a client for another host", "hook signs each attempt")
def _(service: Emulator) -> None:
    from parlour_compat._names import vendor as name

    getattr(vendor, f"{name().capitalize()}Bedrock")(aws_region="x")


@ROWS.advice("text completions", "gone from the service")
def _(service: Emulator) -> None:
    Vendor().completions.create(model=MODEL, prompt="x", max_tokens_to_sample=5)  # type: ignore[attr-defined]


@ROWS.advice("a prompt of text completions", "gone from the service")
def _(service: Emulator) -> None:
    from parlour.compat import AI_PROMPT, HUMAN_PROMPT

    print(f"{HUMAN_PROMPT} Hello {AI_PROMPT}")


@ROWS.advice("a key that is changed", "client.with_options(api_key=...)")
def _(service: Emulator) -> None:
    Vendor().api_key = "other"


@ROWS.advice("a limit that is changed", "client.with_options(timeout=...)")
def _(service: Emulator) -> None:
    Vendor().timeout = 5


@ROWS.advice("a message that is changed", "read-only: take to_dict()")
def _(service: Emulator) -> None:
    Vendor().messages.create(**PARAMS).content[0].text = "other"


@ROWS.advice("middleware", "there is no middleware")
def _(service: Emulator) -> None:
    Vendor(middleware=[object()])  # type: ignore[call-arg]


@ROWS.advice("managed agents", "client.request(method, path, body=...)")
def _(service: Emulator) -> None:
    Vendor().beta.agents.create(name="x")  # type: ignore[attr-defined]


@ROWS.advice("a misspelt parameter", "did you mean `max_tokens`?")
def _(service: Emulator) -> None:
    Vendor().messages.create(model=MODEL, max_token=5, messages=PARAMS["messages"])  # type: ignore[call-overload]


@ROWS.advice("a request without a length", "needs `max_tokens`")
def _(service: Emulator) -> None:
    Vendor().messages.create(model=MODEL, messages=PARAMS["messages"])  # type: ignore[call-overload]


@ROWS.unchanged("the request of an error, handed on")
def _(service: Emulator) -> None:
    service.push(refused(400, "invalid_request_error"))
    try:
        Vendor().messages.create(**PARAMS)
    except vendor.BadRequestError as error:
        request = error.request  # type: ignore[attr-defined]
        again = vendor.APIConnectionError(message="again", request=request)  # type: ignore[call-arg]
        assert again.request is request  # type: ignore[attr-defined]
