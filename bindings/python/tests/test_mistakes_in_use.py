"""Mistakes of newcomers once a request is on its way: the advice of a refusal fits the case, nothing is
silent, and printed objects describe themselves. With ``test_mistakes_of_users`` these are all kinds of
mistakes."""

import asyncio
import pickle
import traceback
import warnings
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from sse_starlette import EventSourceResponse
from test_mistakes import test_settings_are_named_as_python_names_them as named
from test_mistakes_of_users import CALLS, FOREIGN, SETTINGS, USES

import parlour
from parlour import types
from parlour.testing import Emulator
from support import ask, clean

REFUSALS: list[tuple[int, str, str, str | None, str]] = [
    (400, "invalid_request_error", "metadata: an object is expected", None, "correct what the service names"),
    (
        400,
        "invalid_request_error",
        "prompt is too long: 9 tokens > 8 maximum",
        None,
        "shorten the conversation",
    ),
    (401, "authentication_error", "invalid x-api-key", None, "check the API key or token"),
    (403, "permission_error", "not yours", None, "use a key with the permission"),
    (404, "not_found_error", "model: x", None, "check the model name"),
    (413, "request_too_large", "too large", None, "send less, or upload the data as a file"),
    (429, "rate_limit_error", "slow down", None, "wait as long as the service asks, or lower the rate"),
    (429, "rate_limit_error", "cap", "contract_spend_limit_reached", "raise the spend limit of the account"),
    (429, "rate_limit_error", "cap", "enforced_spend_limit_reached", "raise the spend limit of the account"),
    (529, "overloaded_error", "busy", None, "try again later"),
]


@pytest.mark.parametrize("refusal", REFUSALS)
def test_advice_fits_the_refusal(emulator: Emulator, refusal: tuple[int, str, str, str | None, str]) -> None:
    status, kind, message, code, advice = refusal
    error: dict[str, Any] = {"type": kind, "message": message}
    if code is not None:
        error["details"] = {"error_code": code}
    emulator.push({"status": status, "json": {"type": "error", "error": error}})
    with pytest.raises(parlour.APIStatusError) as caught:
        emulator.client(max_retries=0).messages.create(**ask())
    assert f"next: {advice}" in str(caught.value)
    assert message in str(caught.value)
    assert not FOREIGN.search(str(caught.value))


@pytest.mark.parametrize("path", ["/v1", "/v1/messages", "/v1/"])
def test_a_path_that_stands_twice(emulator: Emulator, path: str) -> None:
    client = emulator.client(base_url=emulator.url + path, max_retries=0)
    with pytest.raises(parlour.NotFoundError, match="take the path out of the base URL: calls add /v1"):
        client.messages.create(**ask())


ELSEWHERE = [
    ("proxies", {"http": "x"}, "write proxy with the address of one proxy"),
    ("verify", False, "write ca_pem"),
    ("cert", "x", "write client_certificate_pem and client_key_pem"),
    ("key", "k", "write api_key"),
    ("token", "k", "write auth_token"),
    ("url", "http://x", "write base_url"),
    ("host", "x", "write base_url, with its scheme"),
    ("headers", {}, "write default_headers"),
    ("retries", 3, "write max_retries"),
    ("max_retry", 3, "write max_retries"),
    ("organization", "o", "the key tells the service whose it is"),
]


@pytest.mark.parametrize(("name", "value", "advice"), ELSEWHERE)
def test_a_setting_by_the_name_of_another_library(name: str, value: Any, advice: str) -> None:
    for cls in (parlour.Client, parlour.AsyncClient):
        with pytest.raises(TypeError, match=f"there is no setting {name}: ") as caught:
            cls(api_key="k", from_env=False, **{name: value})
        assert advice in str(caught.value)


def test_limits_are_those_of_a_key_and_not_of_connections() -> None:
    for cls in (parlour.Client, parlour.AsyncClient):
        with pytest.raises(TypeError, match="for those of connections write pool"):
            cls(api_key="k", from_env=False, limits=object())  # type: ignore[arg-type]


def test_a_setting_without_its_name() -> None:
    for cls in (parlour.Client, parlour.AsyncClient):
        with pytest.raises(TypeError, match=rf"write {cls.__name__}\(api_key=\.\.\.\)") as caught:
            cls("sk-secret")  # type: ignore[call-arg]
        assert "sk-secret" not in str(caught.value)


def test_an_address_without_its_scheme() -> None:
    with pytest.raises(parlour.ConfigError, match="is not a URL: it has to begin with http:// or https://"):
        parlour.Client(base_url="api.example.com", api_key="k", vendor="svc", from_env=False)


# A client of the other kind


def test_a_synchronous_call_on_an_event_loop_is_told(emulator: Emulator) -> None:
    client = emulator.client()

    async def main() -> types.Message:
        with pytest.warns(
            RuntimeWarning, match="stops the event loop.*await the call of AsyncClient"
        ) as told:
            message = client.messages.create(**ask("say here"))
        assert {one.filename for one in told} == {__file__}
        with (
            pytest.warns(RuntimeWarning, match="asyncio.to_thread"),
            client.messages.stream(**ask()) as stream,
        ):
            stream.until_done()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            await asyncio.to_thread(lambda: client.messages.create(**ask()))
            await emulator.async_client().messages.create(**ask())
        return message

    assert asyncio.run(main()).text == "here"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        client.messages.create(**ask())


def test_a_notebook_may_call_it_on_its_loop(emulator: Emulator) -> None:
    printed = clean(f"""
        import asyncio, sys, types, warnings
        import parlour
        sys.modules["ipykernel"] = types.ModuleType("ipykernel")
        warnings.simplefilter("error")
        client = parlour.Client(base_url={emulator.url!r}, api_key={emulator.api_key!r}, vendor="svc")
        messages = [dict(role="user", content="x")]
        async def cell():
            return client.messages.create(model="svc-haiku-3-5", max_tokens=9, messages=messages)
        print(type(asyncio.run(cell())).__name__)
    """)
    assert printed == "Message\n"


OTHER_KIND: list[tuple[Callable[[Any, Any], Any], str]] = [
    (lambda one, other: other.messages.stream(**ask()).__enter__, "__enter__"),
    (lambda one, other: iter(other.messages.stream(**ask())), "is not iterable"),
    (lambda one, other: list(other.models.list()), "is not iterable"),
    (lambda one, other: aiter(one.messages.stream(**ask())), "is not an async iterable"),
    (lambda one, other: one.messages.stream(**ask()).__aenter__, "__aenter__"),
    (lambda one, other: one.messages.stream(**ask()).text, "has no attribute 'text'"),
    (lambda one, other: one.messages.create(**ask()).message, "Message has no 'message': its fields are"),
    (lambda one, other: one.messages.create(**ask()).model_dump_jsn(), "write to_dict() or to_json()"),
    (lambda one, other: one.models.list()[0], "not subscriptable"),
    (lambda one, other: parlour.RateLimitError("x").status, "has no attribute 'status'"),
    (lambda one, other: parlour.Cliet, "has no attribute 'Cliet'"),
]


@pytest.mark.parametrize(("use", "says"), OTHER_KIND)
def test_the_other_kind_of_client(emulator: Emulator, use: Callable[[Any, Any], Any], says: str) -> None:
    with pytest.raises((TypeError, AttributeError)) as caught:
        use(emulator.client(), emulator.async_client())
    assert says in str(caught.value)


# Reading too late, or twice


def test_reading_again_or_too_late_is_told(client: parlour.Client) -> None:
    with client.messages.stream(**ask()) as stream:
        list(stream.text_stream)
        with pytest.raises(
            parlour.StreamUseError, match=r"read to its end; get_final_message\(\) has the whole"
        ):
            list(stream.text_stream)
    assert stream.get_final_message().role == "assistant"
    with client.messages.stream(**ask()) as stream:
        pass
    with pytest.raises(parlour.StreamEndedError, match="was closed, or was not read to the last event"):
        stream.get_final_message()
    with pytest.raises(parlour.StreamUseError, match="closed before its end"):
        list(stream.text_stream)


# Printing


def test_streams_and_their_managers_say_what_they_are(emulator: Emulator, client: parlour.Client) -> None:
    manager = client.messages.stream(**ask())
    assert repr(manager) == "MessageStreamManager(not sent yet: it waits for its with block or a loop)"
    with manager as stream:
        assert repr(stream).startswith("MessageStream(open, status_code=200, request_id='req_")
        stream.until_done()
        assert repr(stream).startswith("MessageStream(ended, ")
        assert repr(manager) == f"MessageStreamManager({stream!r})"
    assert repr(client.messages.with_streaming_response.create(**ask())).startswith("StreamedManager(")

    async def main() -> None:
        opened = await emulator.async_client().messages.create(**ask(), stream=True)
        assert repr(opened).startswith("AsyncStream(open, ")
        await opened.close()
        assert repr(opened).startswith("AsyncStream(closed, ")

    asyncio.run(main())


def test_errors_are_shown_by_their_public_names(client: parlour.Client) -> None:
    with pytest.raises(parlour.BadRequestError) as caught:
        client.messages.create(**ask() | {"messages": []})
    shown = traceback.format_exception_only(caught.value)[0]
    assert shown.startswith("parlour.BadRequestError: ")
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (type(copied), str(copied)) == (parlour.BadRequestError, str(caught.value))
    for name in parlour.__all__:
        value = getattr(parlour, name)
        if isinstance(value, type) and issubclass(value, Exception):
            assert value.__module__ == "parlour", name


def test_events_are_json_where_text_is_wanted(emulator: Emulator) -> None:
    """A server of events that is given a stream as it is sends what a browser can read."""

    async def main() -> list[bytes]:
        stream = emulator.async_client().messages.stream(**ask("say one"))
        sent: list[bytes] = []

        async def send(part: Any) -> None:
            sent.append(part.get("body", b""))

        async def receive() -> dict[str, Any]:
            await asyncio.Event().wait()
            return {}

        events: AsyncIterator[Any] = aiter(stream)
        await EventSourceResponse(events)({"type": "http", "method": "GET"}, receive, send)
        return sent

    lines = [line for part in asyncio.run(main()) for line in part.decode().splitlines() if line]
    kinds = [types.Message.from_json(line.removeprefix("data: ")).to_dict()["type"] for line in lines]
    assert kinds[0] == "message_start"
    assert kinds[-1] == "message_stop"
    assert "text" in kinds


def test_there_are_as_many_as_users_make() -> None:
    (marked,) = (mark for mark in named.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    groups = [SETTINGS, CALLS, USES, REFUSALS, ELSEWHERE, OTHER_KIND, marked.args[1]]
    assert sum(map(len, groups)) >= 140
