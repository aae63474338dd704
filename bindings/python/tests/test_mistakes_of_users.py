"""Mistakes of newcomers, kind by kind: each message says what was given and what is wanted, and none speaks
another language's words. A mistake that Python itself names is left to it."""

import asyncio
import datetime
import io
import pathlib
import re
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour import types
from parlour.testing import Emulator
from support import MODEL, ask

USER = [{"role": "user", "content": "x"}]
FOREIGN = re.compile(
    r"_ms\b|millisecond|\(true\)|(?:api_key|auth_token|credentials|pem)\(\)|Some\(|::|NoneType' object is not iterable"
)


def source(data: Any) -> dict[str, Any]:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    return ask() | {"messages": [{"role": "user", "content": [image]}]}


SETTINGS: list[tuple[dict[str, Any], str]] = [
    # A misspelt setting.
    ({"max_retrys": 1}, "unknown setting `max_retrys`; did you mean `max_retries`?"),
    ({"time_outs": 1}, "unknown setting `time_outs`"),
    ({"base_urls": "x"}, "did you mean `base_url`?"),
    ({"connect_timout": 1}, "did you mean `connect_timeout`?"),
    ({"default_header": {}}, "unknown setting `default_header`"),
    ({"allow_plain_htp": True}, "did you mean `allow_plain_http`?"),
    # A setting of another library.
    (
        {"http_client": object()},
        "there is no setting http_client: calls go through connections of this package",
    ),
    ({"transport": object()}, "proxy, ca_pem, pool and http_version"),
    # A key that is none.
    ({"api_key": b"k"}, "api_key is a str, not bytes: write api_key=api_key.decode()"),
    ({"api_key": bytearray(b"k")}, "api_key is a str, not bytearray"),
    ({"api_key": None, "auth_token": b"k"}, "auth_token is a str, not bytes"),
    ({"api_key": 5}, "api_key must be text"),
    ({"api_key": None}, "no credential: give api_key, auth_token or credentials, or set no_credentials if"),
    ({"api_key": "k", "auth_token": "t"}, "api_key"),
    # Times.
    ({"timeout": -1}, "timeout must be a number of seconds from 0 to"),
    ({"timeout": "5"}, "timeout is a number of seconds, not str"),
    ({"timeout": True}, "timeout is a number of seconds, not bool"),
    ({"connect_timeout": "5"}, "connect_timeout is a number of seconds, not str"),
    ({"total_timeout": -1}, "total_timeout must be a number of seconds"),
    ({"answer_timeout": -5}, "answer_timeout must be a number of seconds"),
    ({"pool": {"idle_timeout": "x"}}, "pool.idle_timeout is a number of seconds, not str"),
    # Retries.
    ({"max_retries": -1}, "max_retries must be a whole number from 0 to"),
    ({"max_retries": "5"}, "max_retries must be a whole number"),
    ({"max_retries": 1.5}, "max_retries must be a whole number"),
    ({"retry": 3}, "retry is a mapping, not int"),
    ({"retry": {"server": {"first": 1}}}, "retry.server must be an object with first, cap"),
    ({"retry": {"server": {"frist": 1}}}, "did you mean `retry.server.first`?"),
    ({"retry": {"max_retry_after": -1}}, "retry.max_retry_after must be a number of seconds"),
    ({"budget": 5}, "budget"),
    # Addresses.
    ({"base_url": "localhost:80"}, "has to begin with http:// or https://"),
    ({"base_url": "ftp://localhost"}, "has to begin with http:// or https://"),
    ({"base_url": 5}, "base_url must be text"),
    ({"base_url": "http://example.com"}, "use https, or set allow_plain_http"),
    ({"proxy": {"http": "x"}}, 'proxy must be a URL, "env" for what the environment says, or "none"'),
    ({"proxy": 5}, "proxy must be a URL"),
    # Headers, queries, features.
    ({"default_headers": ["a"]}, "default_headers is a mapping, not list"),
    ({"default_headers": "a: b"}, "default_headers is a mapping, not str"),
    ({"default_query": 5}, "default_query is a mapping, not int"),
    ({"betas": 5}, "betas is a text or a list of texts, not int"),
    ({"ca_pem": 5}, "ca_pem is a text or a list of texts, not int"),
    ({"ca_pem": "x", "only_ca_pem": "y"}, "ca_pem and only_ca_pem are both given: use one of them"),
    ({"http_version": "3"}, "http_version"),
    ({"from_env": False, "vendor": 5}, "vendor"),
]


@pytest.mark.parametrize("cls", [parlour.Client, parlour.AsyncClient])
@pytest.mark.parametrize(("settings", "says"), SETTINGS, ids=[says[:50] for _, says in SETTINGS])
def test_settings(cls: Any, settings: dict[str, Any], says: str) -> None:
    base = {"base_url": "http://127.0.0.1:1", "api_key": "k", "vendor": "svc", "from_env": False}
    with pytest.raises((parlour.ConfigError, TypeError)) as caught:
        cls(**base | settings)
    assert says in str(caught.value)
    assert not FOREIGN.search(str(caught.value))


CALLS: list[tuple[dict[str, Any], str]] = [
    # A misspelt parameter, or one that is missing.
    (
        {"max_tokens": parlour.NOT_GIVEN, "max_token": 5},
        "unknown parameter `max_token`; did you mean `max_tokens`?",
    ),
    ({"max_tokens": parlour.NOT_GIVEN}, "needs `max_tokens`"),
    ({"model": parlour.NOT_GIVEN}, "needs `model`"),
    ({"messages": parlour.NOT_GIVEN}, "needs `messages`"),
    ({"temperatur": 1}, "did you mean `temperature`?"),
    ({"sytem": "x"}, "did you mean `system`?"),
    ({"stop_sequence": ["x"]}, "did you mean `stop_sequences`?"),
    ({"tool": []}, "did you mean `tools`?"),
    # Values that are no JSON.
    ({"temperature": float("nan")}, "temperature: JSON has no number NaN"),
    ({"temperature": float("inf")}, "temperature: JSON has no number"),
    ({"stop_sequences": {"a"}}, "stop_sequences: set cannot be sent: a set has no order; pass a list"),
    ({"metadata": object()}, "metadata: object cannot be sent as JSON"),
    ({"metadata": {"user_id": b"u"}}, "metadata.user_id: bytes cannot be sent"),
    ({"metadata": {5: "x"}}, "metadata"),
    (
        {"messages": (one for one in USER)},
        "messages: generator cannot be sent: an iterator can be read only once",
    ),
    ({"messages": map(dict, USER)}, "an iterator can be read only once; pass a list"),
    ({"messages": [types.Message]}, "a class, not an instance of it"),
    (
        {"tools": [len]},
        "tools[0]: builtin_function_or_method cannot be sent: functions are run by messages.run_tools()",
    ),
    ({"tools": [ask]}, "parlour.tool(function) is the definition of one"),
    ({"system": io.StringIO("x")}, "an open file is sent as the data of a source alone; read it first"),
    # Data of images.
    (source(b"abc"), "data: bytes cannot be sent: bytes are not JSON; use base64.b64encode(data).decode()"),
    (source(io.StringIO("x")), "source.data: the file is open as text; open it in binary mode"),
    # Options.
    ({"timeout": "5"}, "timeout is a number of seconds, not str"),
    ({"timeout": -1}, "timeout must be a number of seconds"),
    ({"max_retries": -1}, "max_retries must be a whole number"),
    ({"extra_headers": ["a"]}, "extra_headers is a mapping, not list"),
    ({"extra_headers": {"a": 5}}, "`a` must be text"),
    ({"extra_headers": {"a b": "x"}}, "a b"),
    ({"extra_headers": {"a": "x\ny"}}, "a"),
    ({"extra_query": 5}, "extra_query is a mapping, not int"),
    ({"extra_body": 5}, "extra_body is a mapping, not int"),
    ({"betas": 5}, "betas is a text or a list of texts, not int"),
    ({"api_key": b"k"}, "api_key is a str, not bytes"),
    ({"stream": "false"}, "stream is True or False, not 'false'"),
]


@pytest.mark.parametrize(("given", "says"), CALLS, ids=[says[:50] for _, says in CALLS])
def test_calls(emulator: Emulator, client: parlour.Client, given: dict[str, Any], says: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        client.messages.create(**ask() | given)
    assert says in str(caught.value)
    assert not FOREIGN.search(str(caught.value))
    if "messages" not in given:
        with pytest.raises(type(caught.value)) as again:
            asyncio.run(emulator.async_client().messages.create(**ask() | given))
        assert str(again.value) == str(caught.value)
    assert not emulator.requests


Use = Callable[[parlour.Client], Any]
USES: list[tuple[Use, str]] = [
    (
        lambda client: client.messages.create("hello"),
        "str is ambiguous; pass bytes for ready JSON, or a dict",
    ),
    (
        lambda client: client.messages.run_tools(**ask(), tools={"name": "x"}),
        "tools is a list of tools, not dict",
    ),
    (lambda client: client.messages.run_tools(**ask(), tools=ask), "tools is a list of tools, not function"),
    (lambda client: client.messages.run_tools(**ask(), tools="x"), "tools is a list of tools, not str"),
    (
        lambda client: client.messages.parse(**ask(), output="Order"),
        "a type or a JSON Schema as a mapping, not str",
    ),
    (lambda client: client.messages.parse(**ask()), "give output: the type of the answer"),
    (lambda client: client.messages.parse(**ask(), output=dict, stream=True), "use stream() with output"),
    (lambda client: client.messages.batches.create([ask()]), "a mapping with custom_id and params"),
    (lambda client: client.messages.batches.create([("a",)]), "or a pair of them, not tuple"),
    (lambda client: client.messages.batches.create([(5, ask())]), "a custom_id is a str, not int"),
    (lambda client: client.request("GET", "/v1/models", params={}), "unexpected keyword argument 'params'"),
    (lambda client: client.models.list(limits=5), "unexpected keyword argument 'limits'"),
    (lambda client: client.with_options(time_out=5), "unknown setting `time_out`"),
    # A misspelt option of a call.
    (
        lambda client: client.messages.create(**ask(), extra_header={"x": "1"}),
        "did you mean `extra_headers`?",
    ),
    (lambda client: client.messages.create(**ask(), time_out=5), "did you mean `timeout`?"),
    (lambda client: client.messages.create(**ask(), maxRetries=5), "did you mean `max_retries`?"),
    (lambda client: client.messages.stream(**ask(), beta=["x"]).__enter__(), "did you mean `betas`?"),
    (lambda client: client.messages.count_tokens(**ask(), apikey="x"), "did you mean `api_key`?"),
    (
        lambda client: client.messages.create(**ask()).choices,
        "Message has no 'choices': its fields are id, type",
    ),
    (lambda client: client.messages.create(**ask()).content[0].txt, "its fields are type, text"),
    (lambda client: setattr(client.messages.create(**ask()), "id", "x"), "read-only: take to_dict()"),
    (lambda client: delattr(client.messages.create(**ask()), "id"), "read-only: take to_dict()"),
    (
        lambda client: [list(one) for one in [client.messages.create(**ask(), stream=True)] * 2],
        "read to its end",
    ),
    (
        lambda client: client.messages.create(**ask(), stream=True).get_final_message(),
        "use messages.stream()",
    ),
    (lambda client: types.Message.from_json("[]"), "Message is a JSON object, not list"),
    (lambda client: parlour.tool(5), "a tool is a function or another callable, not int"),
    (lambda client: parlour.tool(lambda *given: "x").to_dict(), "for which there is no schema"),
]


@pytest.mark.parametrize(("use", "says"), USES, ids=[says[:50] for _, says in USES])
def test_uses(client: parlour.Client, use: Use, says: str) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError, parlour.StreamUseError)) as caught:
        use(client)
    assert says in str(caught.value)
    assert not FOREIGN.search(str(caught.value))


def test_a_closed_client_and_stream(client: parlour.Client) -> None:
    with client.messages.stream(**ask()) as stream:
        next(stream)
    with pytest.raises(parlour.StreamUseError, match="was closed before its end"):
        list(stream)
    client.close()
    with pytest.raises(RuntimeError, match="this client was closed"):
        client.messages.create(**ask())


def test_paths_and_open_files_are_data(
    emulator: Emulator, client: parlour.Client, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / "image.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    with file.open("rb") as opened:
        given = [file, opened, io.BytesIO(file.read_bytes())]
        for data in given:
            client.messages.create(**source(data))
    sent = [one.json()["messages"][0]["content"][0]["source"]["data"] for one in emulator.requests]
    assert len(set(sent)) == 1
    assert sent[0].startswith("iVBORw0KGgo")
    with pytest.raises(FileNotFoundError, match=r"missing\.png"):
        client.messages.create(**source(tmp_path / "missing.png"))
    # Elsewhere a path is text or a mistake, which the caller decides.
    with pytest.raises(TypeError, match="cannot be sent as JSON"):
        client.messages.create(**ask(), metadata={"user_id": file})


def test_betas_have_names(emulator: Emulator, client: parlour.Client) -> None:
    names = parlour.betas
    client.messages.create(
        **ask(), betas=[names.MCP_CLIENT_2025_11_20, names.FAST_MODE_2026_02_01, "mine-2026-01-01"]
    )
    sent = emulator.requests[-1].headers.get(f"{client.vendor}-beta")
    assert sent == "mcp-client-2025-11-20,fast-mode-2026-02-01,mine-2026-01-01"


def test_dates_are_text_and_no_betas_are_none(emulator: Emulator, client: parlour.Client) -> None:
    day = datetime.date(2026, 1, 2)
    client.messages.create(**ask(), betas=None, extra_body={"metadata": {"user_id": day}})
    assert emulator.requests[-1].json()["metadata"] == {"user_id": "2026-01-02"}
    assert emulator.requests[-1].json()["model"] == MODEL


def test_what_is_unknown_is_a_type_error_too() -> None:
    for settings in ({"max_retires": 1}, {"nothing_like_it": 1}):
        made: dict[str, Any] = {**settings, "base_url": "http://127.0.0.1:1", "api_key": "k"}
        with pytest.raises(TypeError, match="unknown setting") as caught:
            parlour.Client(**made)
        assert isinstance(caught.value, parlour.ConfigError)


def test_a_parameter_is_no_slip_for_an_option() -> None:
    """Parameters of requests, also those of other services, are sent to the service."""
    from parlour import params
    from parlour._options import misspelled, options

    known = {
        name
        for kind, shape in vars(params).items()
        if kind.endswith("Params")
        for name in getattr(shape, "__annotations__", ())
    }
    elsewhere = {
        "user",
        "seed",
        "n",
        "stop",
        "logprobs",
        "max_completion_tokens",
        "top_a",
        "min_p",
        "headers",
    }
    for name in (known | elsewhere) - set(options._CALL):
        assert misspelled.slip(name, frozenset(options._CALL)) is None, name
