"""`credentials`: a function that sees each attempt and gives a key, a token, headers or an address for it."""

import asyncio
import copy
import hashlib
import pickle
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

import parlour
from parlour import Credential, CredentialRequest
from parlour.testing import Emulator
from support import ask

Hook = Callable[[CredentialRequest], Credential]


def header(emulator: Emulator, name: str) -> list[str | None]:
    return [seen.headers.get(name) for seen in emulator.requests]


def test_it_sees_the_bytes_that_are_sent(emulator: Emulator) -> None:
    seen: list[CredentialRequest] = []

    def sign(request: CredentialRequest) -> Credential:
        seen.append(request)
        assert request.body is not None
        digest = hashlib.sha256(request.body).hexdigest()
        return Credential(api_key=emulator.api_key, headers={"x-digest": digest})

    client = emulator.client(credentials=sign, default_headers={"X-Given": "1"})
    assert client.messages.create(**ask("say in")).text == "in"
    with client.messages.stream(**ask("say in")) as stream:
        assert stream.get_final_text() == "in"
    assert client.request("GET", "/v1/models?limit=1").info.status == 200
    assert client.models.list(limit=1).data
    assert len(seen) == 4
    for request, sent in zip(seen, emulator.requests, strict=True):
        assert (request.method, request.body) == (sent.method, sent.body)
        assert request.url.startswith(f"{emulator.url}{sent.path}")
        assert request.headers["x-given"] == "1"
        assert sent.headers["x-digest"] == hashlib.sha256(sent.body).hexdigest()
        assert (request.attempt, request.after_refusal) == (1, False)
    assert "x-digest" not in repr(seen[0])
    assert emulator.api_key not in repr(seen[0])


def test_each_attempt_and_a_refusal_ask_again(emulator: Emulator) -> None:
    asked: list[tuple[int, bool]] = []

    def hook(request: CredentialRequest) -> Credential:
        asked.append((request.attempt, request.after_refusal))
        return Credential(auth_token=emulator.api_key if request.after_refusal else "stale")

    emulator.push({"status": 529})
    client = emulator.client(credentials=hook, retry={"server": {"first": 0.001, "cap": 0.001}})
    assert client.messages.create(**ask("say in")).text == "in"
    assert asked == [(1, False), (2, False), (3, True)]
    with pytest.raises(parlour.AuthenticationError):
        emulator.client(credentials=lambda _: Credential(auth_token="wrong")).messages.create(**ask())


def test_an_async_function(emulator: Emulator) -> None:
    async def hook(request: CredentialRequest) -> Credential:
        await asyncio.sleep(0)
        return Credential(api_key=emulator.api_key, headers={"x-attempt": str(request.attempt)})

    async def main() -> None:
        client = emulator.async_client(credentials=hook)
        assert (await client.messages.create(**ask("say in"))).text == "in"
        async with client.messages.stream(**ask("say in")) as stream:
            assert await stream.get_final_text() == "in"
        plain = emulator.async_client(credentials=lambda _: Credential(api_key=emulator.api_key))
        assert (await plain.messages.create(**ask("say in"))).text == "in"

    asyncio.run(main())
    assert header(emulator, "x-attempt") == ["1", "1", None]


def test_a_token_is_kept_while_it_is_valid(emulator: Emulator) -> None:
    asked: list[int] = []

    def hook(request: CredentialRequest) -> Credential:
        asked.append(request.attempt)
        return Credential(auth_token=emulator.api_key, valid_for=timedelta(hours=1))

    client = emulator.client(credentials=hook)
    for _ in range(3):
        client.messages.create(**ask())
    client.with_options(timeout=5).messages.create(**ask())
    assert asked == [1]


def test_an_address_of_another_origin_sees_no_secret(emulator: Emulator) -> None:
    with Emulator() as other:
        other.push({"status": 200, "text": "[]"})
        signed = Credential(headers={"authorization": "signed"}, url=f"{other.url}/elsewhere")
        client = emulator.client(credentials=lambda _: signed, secret_headers={"x-tenant": "canary"})
        assert client.request("GET", "/v1/models").info.status == 200
        seen = other.requests[0]
        assert (seen.path, seen.headers["authorization"]) == ("/elsewhere", "signed")
        assert "x-tenant" not in seen.headers
        both = Credential(api_key="canary", url=other.url)
        with pytest.raises(parlour.ConfigError, match="not the service's"):
            emulator.client(credentials=lambda _: both).messages.create(**ask())
        assert len(other.requests) == 1


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (lambda _: "a key", TypeError, "gave str, not Credential"),
        (lambda _: None, TypeError, "gave NoneType"),
        (lambda _: 1 / 0, ZeroDivisionError, "division"),
        (lambda _: Credential(), parlour.ConfigError, "empty"),
        (lambda _: Credential(api_key="a", auth_token="b"), parlour.ConfigError, "both given"),
        (lambda _: Credential(headers={"host": "h"}), parlour.ConfigError, "host"),
        (lambda _: Credential(api_key="a", valid_for=-1), parlour.ConfigError, "valid_for must"),
        (lambda _: Credential(api_key="a", valid_for="1h"), TypeError, "valid_for"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrong_is_told(
    emulator: Emulator, given: Callable[[Any], Any], error: type[Exception], words: str
) -> None:
    client = emulator.client(credentials=given)
    with pytest.raises(error, match=words):
        client.messages.create(**ask())

    async def later() -> None:
        with pytest.raises(error, match=words):
            await emulator.async_client(credentials=given).messages.create(**ask())

    asyncio.run(later())
    assert not emulator.requests


def stale(request: CredentialRequest) -> Credential:
    return Credential(auth_token="stale")


def test_one_way_stands_in_the_place_of_another(emulator: Emulator) -> None:
    with pytest.raises(parlour.ConfigError, match="use one of them"):
        parlour.Client(base_url=emulator.url, api_key="k", credentials=stale, from_env=False)
    with pytest.raises(TypeError, match="credentials is a function"):
        parlour.Client(base_url=emulator.url, credentials="k", from_env=False)  # type: ignore[arg-type]
    client = emulator.client(credentials=stale)
    assert client.with_options(api_key=emulator.api_key).messages.create(**ask("say in")).text == "in"
    right = client.with_options(credentials=lambda _: Credential(auth_token=emulator.api_key))
    assert right.messages.create(**ask("say in")).text == "in"
    assert copy.copy(client) is client
    assert pickle.loads(pickle.dumps(client)).base_url == emulator.url


def test_nothing_of_a_credential_prints() -> None:
    given = Credential(api_key="hidden", headers={"x-a": "hidden"}, url="https://a/?hidden")
    assert repr(given) == "Credential(api_key=…, headers=…, url=…)"
    with pytest.raises(TypeError, match="secrets"):
        pickle.dumps(given)


def typed(hook: Callable[[CredentialRequest], Awaitable[Credential]]) -> parlour.AsyncClient:
    """For type checkers: a coroutine function is one."""
    return parlour.AsyncClient(base_url="http://127.0.0.1:1", credentials=hook)


def test_calls_are_made_for_a_profile_in_a_workspace(emulator: Emulator) -> None:
    client = emulator.client(workspace_id="wrkspc_1")
    client.messages.create(**ask(), user_profile_id="p_1")
    client.with_options(user_profile_id="p_2", workspace_id="wrkspc_2").messages.create(**ask())
    assert header(emulator, "svc-workspace-id") == ["wrkspc_1", "wrkspc_2"]
    assert header(emulator, "svc-user-profile-id") == ["p_1", "p_2"]
