"""Misspelled arguments: an error that names them as the caller wrote them, or the right value."""

import asyncio
from typing import Any

import pytest

import parlour
from parlour import types
from parlour.testing import Emulator
from support import ask


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"retry": {"server": {"first": 1}}}, "retry.server must be an object with first, cap and"),
        ({"retry": {"connection": {"cap": 1}}}, "retry.connection must be an object with first, cap and"),
        (
            {"retry": {"server": {"first": -1, "cap": 1}}},
            "retry.server.first must be a number of seconds from 0 to",
        ),
        ({"retry": {"server": {"frist": 1}}}, "did you mean `retry.server.first`?"),
        ({"retry": {"max_retry_after": -1}}, "retry.max_retry_after must be a number of seconds"),
        ({"timeout": -1}, "timeout must be a number of seconds from 0 to 10000000000"),
        ({"connect_timeout": -1}, "connect_timeout must be a number of seconds"),
        ({"pool": {"idle_timeout": -1}}, "pool.idle_timeout must be a number of seconds"),
    ],
)
def test_settings_are_named_as_python_names_them(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(parlour.ConfigError) as caught:
        parlour.Client(base_url="http://127.0.0.1:1", api_key="k", vendor="svc", from_env=False, **settings)
    assert says in str(caught.value)
    assert says in caught.value.message
    assert "_ms" not in str(caught.value)
    assert "millisecond" not in str(caught.value)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"max_token": 5}, "unknown parameter `max_token`; did you mean `max_tokens`?"),
        ({"sytem": "x", "max_tokens": 5}, "did you mean `system`?"),
        ({}, "a request for a message needs `max_tokens`"),
    ],
)
def test_parameters_are_checked_before_anything_is_sent(
    emulator: Emulator, client: parlour.Client, given: dict[str, Any], says: str, stream: bool
) -> None:
    rest: dict[str, Any] = {"model": "svc-haiku-3-5", "messages": [{"role": "user", "content": "x"}]}
    with pytest.raises(TypeError, match="refused before anything was sent") as caught:
        client.messages.create(**rest, **given, stream=stream)
    assert isinstance(caught.value, parlour.ParameterError)
    assert isinstance(caught.value, parlour.ConfigError)
    assert says in str(caught.value)
    assert len(emulator.requests) == 0
    # Extra keys of the body are sent unchanged: the service judges them.
    with pytest.raises(parlour.BadRequestError, match="sytem"):
        client.messages.create(**ask(), extra_body={"sytem": "x"})


def test_a_key_alone_means_the_preset() -> None:
    client = parlour.Client(api_key="k", from_env=False)
    assert client.base_url.startswith("https://")
    assert client.vendor in client.base_url
    with pytest.raises(parlour.ConfigError, match="no service address"):
        parlour.Client(api_key="k", vendor="acme", from_env=False)


def test_an_option_of_a_call_too(client: parlour.Client) -> None:
    with pytest.raises(parlour.ConfigError, match="total_timeout must be a number of seconds"):
        client.messages.create(**ask(), total_timeout=-1)


@pytest.mark.parametrize("value", ["false", "true", "", [], 1.0])
def test_stream_is_true_or_false(emulator: Emulator, client: parlour.Client, value: Any) -> None:
    with pytest.raises(TypeError, match="stream is True or False, not"):
        client.messages.create(**ask(), stream=value)
    with pytest.raises(TypeError, match="stream is True or False, not"):
        client.messages.with_raw_response.create(**ask(), stream=value)
    with pytest.raises(TypeError, match="stream is True or False, not"):
        asyncio.run(emulator.async_client().messages.create(**ask(), stream=value))
    assert not emulator.requests


@pytest.mark.parametrize("value", [False, None, 0, parlour.NOT_GIVEN])
def test_no_stream_in_any_spelling(client: parlour.Client, value: Any) -> None:
    assert isinstance(client.messages.create(**ask(), stream=value), types.Message)


def test_a_message_of_plain_blocks_has_their_text() -> None:
    plain: Any = [{"type": "text", "text": "a"}, {"type": "tool_use", "text": "no"}, {"type": "text"}]
    assert types.Message(content=[*plain, types.TextBlock(text="b")]).text == "ab"
