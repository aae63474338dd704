"""`parlour.testing`: the service in the process of a user's tests."""

import asyncio
import importlib.metadata
import pathlib
import subprocess
import sys
import threading

import pytest

import parlour
from parlour.testing import Emulator
from support import MODEL, SILENCE, ask, environment, streamed


def test_context_manager_with_url_key_and_requests() -> None:
    with Emulator() as emulator:
        client = parlour.Client(base_url=emulator.url, api_key=emulator.api_key, vendor="svc", from_env=False)
        assert client.messages.create(**ask("say hi")).text == "hi"
        (seen,) = emulator.requests
        assert (seen.method, seen.path, seen.json()["model"]) == ("POST", "/v1/messages", MODEL)
        assert seen.headers["X-API-Key"] == emulator.api_key
    assert len(emulator.requests) == 1, "readable after the end"
    with pytest.raises(parlour.APIConnectionError):
        client.messages.create(**ask(), max_retries=0)


def test_clients_of_its_own() -> None:
    with Emulator(vendor="other", api_key="mine") as emulator:
        assert emulator.client().messages.create(**ask("say a")).text == "a"
        assert asyncio.run(emulator.async_client().messages.create(**ask("say b"))).text == "b"
        assert {seen.headers["x-api-key"] for seen in emulator.requests} == {"mine"}


def test_scripted_replies_in_their_order() -> None:
    with Emulator() as emulator:
        client = emulator.client(max_retries=0)
        emulator.push({"status": 529}, streamed("scripted"))
        emulator.script([{"json": {"type": "message", "id": "m", "role": "assistant", "content": []}}])
        assert emulator.script_left == 3
        with pytest.raises(parlour.OverloadedError):
            client.messages.create(**ask())
        assert client.messages.stream(**ask()).get_final_text() == "scripted"
        assert client.messages.create(**ask()).id == "m"
        assert emulator.script_left == 0
        assert client.messages.create(**ask("say model")).text == "model"


def test_scripted_faults_and_named_faults() -> None:
    with Emulator() as emulator:
        client = emulator.client(max_retries=0)
        emulator.push({"fault": "reset_before_headers"}, "spend_cap", "reset_mid_event")
        with pytest.raises(parlour.APIConnectionError):
            client.messages.create(**ask())
        with pytest.raises(parlour.RateLimitError) as caught:
            client.messages.create(**ask())
        assert caught.value.is_spend_cap
        with pytest.raises(parlour.APIError):
            client.messages.stream(**ask()).get_final_message()


def test_a_script_with_a_mistake_is_refused() -> None:
    with Emulator() as emulator, pytest.raises(ValueError, match="colour"):
        emulator.push({"status": 200, "colour": "red"})


def test_rate_limits_and_keys() -> None:
    with Emulator(requests_per_minute=2) as emulator:
        client = emulator.client(max_retries=0)
        for _ in range(2):
            client.messages.create(**ask())
        with pytest.raises(parlour.RateLimitError):
            client.messages.create(**ask())
    with Emulator() as emulator:
        emulator.set_keys("rotated")
        with pytest.raises(parlour.AuthenticationError):
            emulator.client(max_retries=0).messages.create(**ask())


def test_it_tells_when_clients_leave() -> None:
    with Emulator() as emulator:
        emulator.push(SILENCE)
        with pytest.raises(parlour.APITimeoutError):
            emulator.client(max_retries=0).messages.create(**ask(), timeout=0.05)
        assert emulator.wait_closed_early(1)
        assert emulator.wait_open_connections(0)
        assert not emulator.wait_requests(2, timeout=0.05)
        emulator.clear()
        assert emulator.requests == []


def test_wait_lets_other_threads_run() -> None:
    with Emulator() as emulator:
        call = threading.Timer(0.05, lambda: emulator.client().messages.create(**ask()))
        call.start()
        assert emulator.wait_requests(1)
        call.join()


def test_two_services_are_apart() -> None:
    with Emulator() as one, Emulator() as two:
        one.client().messages.create(**ask())
        assert (len(one.requests), len(two.requests)) == (1, 0)


def test_pytest_fixture(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "test_of_a_user.py"
    file.write_text(
        "def test_first(parlour_emulator):\n"
        "    assert parlour_emulator.requests == []\n"
        "    parlour_emulator.client().request('GET', '/v1/models')\n"
        "    assert len(parlour_emulator.requests) == 1\n"
        "def test_second(parlour_emulator):\n"
        "    assert parlour_emulator.requests == [], 'fresh for each test'\n"
    )
    installed = {one.name for one in importlib.metadata.entry_points(group="pytest11")}
    plugin = [] if "parlour" in installed else ["-p", "parlour._pytest_plugin"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin, str(file)],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert "2 passed" in done.stdout, done.stdout + done.stderr
