"""``pacing``, ``max_in_flight`` and ``limiter_state``: calls that wait for the rate limits, in threads and on a loop.
The rules are cases of conformance (``limits/pacing``)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from parlour import AsyncClient, Client, OverLimitError, OverloadedError, RateLimitError
from parlour.testing import Emulator

REQUEST: dict[str, Any] = {
    "model": "svc-sonnet-4-5",
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello"}],
}
SCRIPTED: dict[str, Any] = {"pacing": "pace", "clock": {"random": [0.0]}}
"""Waits are over at once, and move the clock."""


def reported(limit: int, left: int) -> dict[str, str]:
    return {
        "svc-ratelimit-requests-limit": str(limit),
        "svc-ratelimit-requests-remaining": str(left),
    }


def test_the_state_has_what_the_service_reported() -> None:
    with Emulator() as service, service.client() as client:
        assert client.limiter_state.models == {}
        service.push({"headers": reported(60, 20), "default": True})
        client.messages.create(**REQUEST)
        state = client.limiter_state
        assert (state.pacing, state.in_flight) == ("observe", 0)
        model = state.models["svc-sonnet-4-5"]
        assert (model.requests.limit, model.requests.remaining) == (60, 20)
        assert model.requests.reset is not None
        assert 39 < model.requests.reset <= 40
        assert (model.waiting, model.waiting_bulk, model.refusals, model.cool_down) == (0, 0, 0, None)
        service.push({"status": 429, "headers": {"retry-after": "9"}})
        with pytest.raises(RateLimitError):
            client.messages.create(**REQUEST, max_retries=0)
        model = client.with_options(timeout=9).limiter_state.models["svc-sonnet-4-5"]
        assert model.refusals == 1
        assert model.cool_down is not None
        assert 8 < model.cool_down <= 9


def test_a_closed_client_keeps_its_state() -> None:
    with Emulator() as service:
        client = service.client()
        client.messages.create(**REQUEST)
        client.close()
        assert list(client.limiter_state.models) == ["svc-sonnet-4-5"]


def test_a_call_that_waited_says_how_long() -> None:
    with Emulator() as service, service.client(**SCRIPTED) as client:
        service.push({"headers": reported(1, 0), "default": True})
        assert client.messages.create(**REQUEST).response_info.queued == 0
        assert client.messages.create(**REQUEST, priority="bulk").response_info.queued == 60


def test_a_call_that_cannot_be_sent_in_time_is_refused() -> None:
    with Emulator() as service, service.client(**SCRIPTED) as client:
        service.push({"headers": reported(1, 0), "default": True})
        client.messages.create(**REQUEST)
        with pytest.raises(OverLimitError) as refused:
            client.with_options(total_timeout=20).messages.create(**REQUEST)
        assert (refused.value.status_code, refused.value.subkind, refused.value.retry_after) == (
            None,
            "pacing",
            60,
        )
        assert len(service.requests) == 1


@pytest.mark.parametrize(
    ("setting", "value"), [("pacing", "fast"), ("max_in_flight", 0), ("max_in_flight", -1)]
)
def test_wrong_settings_are_named(setting: str, value: Any) -> None:
    with pytest.raises(ValueError, match=setting):
        Client(api_key="k", base_url="http://127.0.0.1:9", **{setting: value})


def test_threads_share_a_cap_of_calls_in_flight() -> None:
    with Emulator() as service, service.client(max_in_flight=2) as client:
        for _ in range(12):
            service.push({"default": True, "delay_ms": 20})
        with ThreadPoolExecutor(12) as threads:
            waits = [threads.submit(client.messages.create, **REQUEST) for _ in range(12)]
            queued = sorted(wait.result().response_info.queued for wait in waits)
        assert queued[-1] > 0
        assert client.limiter_state.in_flight == 0


def test_a_cap_that_adapts_follows_overloads() -> None:
    with Emulator() as service, service.client(adaptive_in_flight=True, max_retries=0) as client:
        assert client.limiter_state.max_in_flight == 16
        service.push({"status": 529})
        with pytest.raises(OverloadedError):
            client.messages.create(**REQUEST)
        assert client.limiter_state.max_in_flight == 11
    with Emulator() as service, service.client(adaptive_in_flight=True, max_in_flight=3) as client:
        assert client.limiter_state.max_in_flight == 3
    with Emulator() as service, service.client() as client:
        assert client.limiter_state.max_in_flight is None


async def eventually(holds: Callable[[], bool]) -> None:
    """Lets the loop turn until it holds, for a minute at most."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


def test_tasks_share_a_cap_and_a_cancelled_wait_leaves_the_queue() -> None:
    async def main() -> None:
        with Emulator() as service:
            async with AsyncClient(
                api_key=service.api_key, base_url=service.url, vendor="svc", max_in_flight=1
            ) as client:
                service.push({"default": True, "delay_ms": 600_000})
                first = asyncio.create_task(client.messages.create(**REQUEST))
                await eventually(lambda: bool(service.requests))
                second, third = (asyncio.create_task(client.messages.create(**REQUEST)) for _ in range(2))
                await eventually(lambda: client.limiter_state.models["svc-sonnet-4-5"].waiting == 2)
                second.cancel()
                first.cancel()
                await third
                assert second.cancelled() or second.cancelling()
                assert client.limiter_state.models["svc-sonnet-4-5"].waiting == 0
                assert len(service.requests) == 2

    asyncio.run(main())


def test_a_stream_that_is_left_makes_room() -> None:
    with Emulator() as service, service.client(max_in_flight=1) as client:
        service.push({"default": True, "gap_ms": 600_000})
        with client.messages.stream(**REQUEST) as stream:
            next(iter(stream))
            assert client.limiter_state.in_flight == 1
        client.messages.create(**REQUEST)
        assert client.limiter_state.in_flight == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_a_limiter_of_its_own() -> None:
    with Emulator() as service, service.client() as client:
        client.messages.create(**REQUEST)
        child = os.fork()
        if not child:
            os._exit(0 if client.limiter_state.models == {} else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert len(client.limiter_state.models) == 1
