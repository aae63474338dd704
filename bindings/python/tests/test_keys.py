"""Several API keys. The rules are cases of conformance (``config/keys``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour import AuthenticationError, Client, ConfigError
from parlour.testing import Emulator

ASK: dict[str, Any] = {
    "model": "svc-haiku-3-5",
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello"}],
}


def sent(emulator: Emulator) -> list[str]:
    return [dict(request.headers)["x-api-key"] for request in emulator.requests]


def test_a_file_of_keys_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    with Emulator() as emulator:
        path.write_text(f"# of the service\n{emulator.api_key} 2\n")
        # Waits are over at once, and move the clock: so the file is due again.
        with Client(base_url=emulator.url, api_key_file=str(path), clock={}) as client:
            client.messages.create(**ASK)
            path.write_text("another\n")
            emulator.push({"status": 529, "headers": {"retry-after": "2"}})
            with pytest.raises(AuthenticationError):
                client.messages.create(**ASK)
        assert sent(emulator) == [emulator.api_key, emulator.api_key, "another"]


def test_copies_take_turns_together_and_replace_keys() -> None:
    with Emulator() as emulator:
        client = Client(base_url=emulator.url, api_keys=[emulator.api_key, {"key": "second", "weight": 1}])
        client.messages.create(**ASK)
        # The second is refused, and the first goes on.
        client.with_options(timeout=9).messages.create(**ASK)
        client.with_options(api_key="third")
        with pytest.raises(AuthenticationError):
            client.with_options(api_keys=["fourth"]).messages.create(**ASK)
        assert sent(emulator) == [emulator.api_key, "second", emulator.api_key, "fourth"]
        client.close()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"api_keys": []}, "api_keys"),
        ({"api_keys": [{"weight": 1}]}, "api_keys"),
        ({"api_keys": [{"key": "hidden", "weight": -1}]}, "api_keys"),
        ({"api_keys": ["hidden"], "auth_token": "hidden"}, "api_keys"),
        ({"api_key_file": "/nowhere/hidden"}, "api_key_file"),
    ],
)
def test_what_is_wrong_is_named(settings: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigError) as refused:
        Client(base_url="http://127.0.0.1:9", **settings)
    assert named in str(refused.value)
    assert "hidden" not in str(refused.value)
