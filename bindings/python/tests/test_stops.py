"""Stop reasons other than ``end_turn``: counted on the client, and reported to its hook on the thread that
takes the answer."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from parlour import AsyncClient, Client, StopNotice
from parlour.testing import Emulator

REQUEST: dict[str, Any] = {
    "model": "svc-sonnet-4-5",
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello"}],
}


def stopped(reason: str) -> dict[str, Any]:
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return {"headers": {"request-id": "req_1"}, "json": message}


@pytest.fixture
def service() -> Iterator[Emulator]:
    with Emulator() as service:
        yield service


def settings(service: Emulator) -> dict[str, Any]:
    return {"base_url": service.url, "api_key": service.api_key, "from_env": False}


def test_whole_answers_and_streams_are_told_and_counted(service: Emulator) -> None:
    told: list[tuple[StopNotice, int]] = []
    client = Client(on_stop=lambda notice: told.append((notice, threading.get_ident())), **settings(service))
    service.script([stopped("max_tokens"), stopped("end_turn"), stopped("refusal")])
    client.messages.create(**REQUEST)
    client.messages.create(**REQUEST)
    client.with_options(max_retries=0).messages.create(**REQUEST)
    with client.messages.stream(**{**REQUEST, "max_tokens": 1}) as stream:
        stream.get_final_message()
    here = threading.get_ident()
    assert [(notice.stop_reason, thread) for notice, thread in told] == [
        ("max_tokens", here),
        ("refusal", here),
        ("max_tokens", here),
    ]
    assert told[0][0] == StopNotice("max_tokens", "req_1", "msg_1", "m")
    assert client.stop_reason_counts == {"max_tokens": 2, "refusal": 1}
    client.close()
    assert client.stop_reason_counts == {"max_tokens": 2, "refusal": 1}


def test_asyncio(service: Emulator) -> None:
    told: list[str] = []

    async def main() -> None:
        async with AsyncClient(on_stop=lambda n: told.append(n.stop_reason), **settings(service)) as client:
            service.script([stopped("pause_turn")])
            await client.messages.create(**REQUEST)
            async with client.messages.stream(**{**REQUEST, "max_tokens": 1}) as stream:
                await stream.get_final_message()
            assert client.stop_reason_counts == {"pause_turn": 1, "max_tokens": 1}

    asyncio.run(main())
    assert told == ["pause_turn", "max_tokens"]


def test_the_hook_lives_as_long_as_what_can_call_it(service: Emulator) -> None:
    told: list[str] = []
    messages = Client(on_stop=lambda n: told.append(n.stop_reason), **settings(service)).messages
    gc.collect()
    service.script([stopped("max_tokens")])
    messages.create(**REQUEST)
    assert told == ["max_tokens"]


def test_what_is_no_function_is_refused(service: Emulator) -> None:
    with pytest.raises(TypeError, match="on_stop"):
        Client(on_stop="print", **settings(service))
