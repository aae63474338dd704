"""Routes. The rules are cases of conformance (``config/routes``)."""

from __future__ import annotations

import asyncio
import json
import pickle
from typing import Any

import pytest

from parlour import AsyncClient, CallEnd, Client, ConfigError
from parlour.testing import Emulator

ASK: dict[str, Any] = {
    "model": "svc-haiku-3-5",
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello"}],
}


def models(emulator: Emulator) -> list[str]:
    return [json.loads(request.body)["model"] for request in emulator.requests]


class Ends:
    def __init__(self) -> None:
        self.routes: list[str | None] = []

    def on_end(self, end: CallEnd) -> None:
        self.routes.append(end.route)


def test_the_answer_and_the_hook_name_the_route() -> None:
    ends = Ends()
    with (
        Emulator() as emulator,
        Client(
            base_url=emulator.url,
            api_key=emulator.api_key,
            vendor="svc",
            routes=[{"model": "svc-sonnet-4-5", "name": "larger"}],
            route_after=1,
            route_for=5,
            hooks=[ends],
        ) as client,
    ):
        emulator.push({"status": 529})
        reply = client.messages.create(**ASK)
        assert reply.response_info.route == "larger"
        assert pickle.loads(pickle.dumps(reply.response_info)).route == "larger"
        with client.messages.stream(**ASK) as stream:
            stream.get_final_message()
        assert models(emulator) == ["svc-haiku-3-5", "svc-sonnet-4-5", "svc-sonnet-4-5"]
    assert ends.routes == ["larger", "larger"]


def test_another_address_gets_its_own_key() -> None:
    with Emulator() as emulator, Emulator() as other:

        async def asked() -> str | None:
            route = {"base_url": other.url, "api_key": other.api_key}
            async with AsyncClient(
                base_url=emulator.url,
                api_key=emulator.api_key,
                vendor="svc",
                routes=[route],
                route_after=1,
                default_headers={"x-gateway-token": "hidden"},
            ) as client:
                emulator.push({"status": 503})
                return (await client.messages.create(**ASK)).response_info.route

        assert asyncio.run(asked()) == "route-1"
        headers = dict(other.requests[0].headers)
        assert headers["x-api-key"] == other.api_key
        assert "x-gateway-token" not in headers


def test_copies_avoid_the_service_together() -> None:
    with Emulator() as emulator:
        client = Client(
            base_url=emulator.url,
            api_key=emulator.api_key,
            vendor="svc",
            routes=[{"model": "svc-sonnet-4-5"}],
            route_after=1,
        )
        emulator.push({"status": 529})
        client.messages.create(**ASK)
        assert client.with_options(timeout=9).messages.create(**ASK).response_info.route == "route-1"
        client.close()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"routes": [{}]}, "routes"),
        ({"routes": [{"modle": "hidden"}]}, "did you mean `routes.model`"),
        ({"routes": [{"base_url": "https://other.example"}]}, "a token of its own"),
        ({"routes": [{"api_key": 5}]}, "routes.api_key"),
        ({"routes": "hidden"}, "routes"),
        ({"route_after": 0}, "route_after"),
        ({"route_for": 0}, "route_for"),
    ],
)
def test_bad_routes_are_refused(settings: dict[str, Any], named: str) -> None:
    with pytest.raises((ConfigError, TypeError)) as refused:
        Client(base_url="http://127.0.0.1:9", api_key="k", **settings)
    assert named in str(refused.value)
    assert "hidden" not in str(refused.value)
