"""An `api_key` that is a function: asked for each call, and once more after a 401."""

import asyncio

import pytest

import parlour
from parlour.testing import Emulator
from support import ask


class Vault:
    """Gives these keys one after another, and counts."""

    def __init__(self, *keys: str) -> None:
        self.keys = list(keys)
        self.asked = 0

    def __call__(self) -> str:
        self.asked += 1
        return self.keys[min(self.asked, len(self.keys)) - 1]

    async def later(self) -> str:
        await asyncio.sleep(0)
        return self()


def used(emulator: Emulator) -> list[str]:
    return [seen.headers["x-api-key"] for seen in emulator.requests]


def test_asked_for_each_call(emulator: Emulator) -> None:
    emulator.set_keys("k1", "k2", "k3")
    vault = Vault("k1", "k2", "k3")
    client = emulator.client(api_key=vault)
    assert vault.asked == 0
    client.messages.create(**ask())
    with client.messages.stream(**ask()) as stream:
        stream.until_done()
    client.request("GET", "/v1/models")
    assert used(emulator) == ["k1", "k2", "k3"]


def test_asked_once_more_after_a_401(emulator: Emulator) -> None:
    emulator.set_keys("new")
    vault = Vault("old", "new")
    client = emulator.client(api_key=vault, max_retries=0)
    assert client.messages.create(**ask("say in")).text == "in"
    assert used(emulator) == ["old", "new"]
    assert vault.asked == 2


def test_asked_only_once_more(emulator: Emulator) -> None:
    emulator.set_keys("new")
    vault = Vault("old", "older", "oldest")
    with pytest.raises(parlour.AuthenticationError):
        emulator.client(api_key=vault).messages.create(**ask())
    assert used(emulator) == ["old", "older"]
    assert vault.asked == 2


def test_streams_and_raw_requests_ask_once_more(emulator: Emulator) -> None:
    emulator.set_keys("new")
    client = emulator.client(api_key=Vault("old", "new"))
    with client.messages.stream(**ask("say in")) as stream:
        assert stream.status_code == 200
        assert stream.get_final_text() == "in"
    client = emulator.client(api_key=Vault("old", "new"))
    assert client.request("GET", "/v1/models").info.status == 200
    client = emulator.client(api_key=Vault("old", "new"))
    assert client.messages.with_raw_response.create(**ask("say in")).parse().text == "in"
    assert used(emulator) == ["old", "new"] * 3


def test_an_async_function(emulator: Emulator) -> None:
    emulator.set_keys("new")

    async def main() -> None:
        vault = Vault("old", "new")
        client = emulator.async_client(api_key=vault.later)
        assert (await client.messages.create(**ask("say in"))).text == "in"
        assert vault.asked == 2
        vault = Vault("old", "new")
        async with emulator.async_client(api_key=vault.later).messages.stream(**ask("say in")) as stream:
            assert stream.status_code == 200
            assert await stream.get_final_text() == "in"
        assert vault.asked == 2
        vault = Vault("old", "new")
        assert (await emulator.async_client(api_key=vault).request("GET", "/v1/models")).info.status == 200
        assert vault.asked == 2

    asyncio.run(main())
    assert used(emulator) == ["old", "new"] * 3


def test_exceptions_of_the_function_pass_through(emulator: Emulator) -> None:
    class VaultSealed(Exception):
        pass

    sealed = VaultSealed("come back tomorrow")

    def fails() -> str:
        raise sealed

    async def fails_later() -> str:
        raise sealed

    with pytest.raises(VaultSealed) as caught:
        emulator.client(api_key=fails).messages.create(**ask())
    assert caught.value is sealed
    with pytest.raises(VaultSealed), emulator.client(api_key=fails).messages.stream(**ask()):
        pass
    with pytest.raises(VaultSealed) as caught:
        asyncio.run(emulator.async_client(api_key=fails_later).messages.create(**ask()))
    assert caught.value is sealed
    assert emulator.requests == []


def test_exceptions_of_the_second_question_pass_through(emulator: Emulator) -> None:
    answers = iter(["old"])

    def fails_later() -> str:
        for answer in answers:
            return answer
        raise LookupError("no more keys")

    with pytest.raises(LookupError, match="no more keys"):
        emulator.client(api_key=fails_later).messages.create(**(ask() | {"x": 1}))
    emulator.set_keys("new")
    answers = iter(["old"])
    with pytest.raises(LookupError, match="no more keys"):
        emulator.client(api_key=fails_later).messages.create(**ask())
    answers = iter(["old"])
    with pytest.raises(LookupError, match="no more keys"):
        asyncio.run(emulator.async_client(api_key=fails_later).messages.create(**ask()))


def test_what_is_no_key_is_refused(emulator: Emulator) -> None:
    with pytest.raises(TypeError, match="api_key"):
        emulator.client(api_key=lambda: None).messages.create(**ask())
    with pytest.raises(TypeError, match="api_key"):
        emulator.client(api_key=lambda: b"key").messages.create(**ask())
    assert emulator.requests == []


def test_the_function_runs_on_the_callers_thread(emulator: Emulator) -> None:
    import threading

    seen = []

    def key() -> str:
        seen.append(threading.get_ident())
        return emulator.api_key if len(seen) > 1 else "old"

    emulator.client(api_key=key).messages.create(**ask())
    assert seen == [threading.get_ident()] * 2


def test_a_copy_keeps_the_function_or_takes_another(emulator: Emulator) -> None:
    vault = Vault(emulator.api_key)
    client = emulator.client(api_key=vault)
    client.with_options(timeout=5).messages.create(**ask())
    assert vault.asked == 1
    other = Vault(emulator.api_key)
    client.with_options(api_key=other).messages.create(**ask())
    client.with_options(api_key=emulator.api_key).messages.create(**ask())
    assert (vault.asked, other.asked) == (1, 1)
