"""Calls that share a marked prefix let one of them write it to the prompt cache of the service."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import parlour
from parlour.testing import Emulator

CALLS = 16
MARKER = {"type": "ephemeral"}


def asked(question: int) -> dict[str, Any]:
    prompt = "A long prompt that all share. " * 700
    return {
        "model": "svc-haiku-3-5",
        "max_tokens": 50,
        "system": [{"type": "text", "text": prompt, "cache_control": MARKER}],
        "messages": [{"role": "user", "content": f"say {question}"}],
    }


def check(report: parlour.UsageReport) -> None:
    total = report.total
    prefix = total.cache_write_5m_tokens
    assert prefix > 4000
    assert total.cache_read_tokens == (CALLS - 1) * prefix
    assert (total.cache_cold, total.cache_lost) == (1, 0)
    # On a busy machine some begin when it is there.
    assert 0 < total.cache_waits < CALLS
    assert total.cache_savings > 0
    assert total.queued > 0


SETTINGS: dict[str, Any] = {
    "cache": "keep",
    "ledger": True,
    "prices": {"svc-haiku-3-5": {"input": 1.0, "output": 5.0}},
}


def test_threads_write_a_prefix_once() -> None:
    with Emulator() as emulator:
        emulator.push({"delay_ms": 150, "repeat": 0})
        client = emulator.client(**SETTINGS)

        def stream(number: int) -> None:
            client.messages.stream(**asked(number)).get_final_message()

        threads = [threading.Thread(target=stream, args=(number,)) for number in range(CALLS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        check(client.usage_report())


def test_tasks_write_a_prefix_once() -> None:
    async def run(emulator: Emulator) -> parlour.UsageReport:
        async with emulator.async_client(**SETTINGS) as client:
            await asyncio.gather(*(client.messages.create(**asked(number)) for number in range(CALLS)))
            return client.usage_report()

    with Emulator() as emulator:
        emulator.push({"delay_ms": 150, "repeat": 0})
        check(asyncio.run(run(emulator)))


def test_an_unknown_value_is_refused() -> None:
    with pytest.raises(parlour.ConfigError, match='cache must be "off", "keep" or "extend"'):
        parlour.Client(base_url="http://127.0.0.1:9", from_env=False, api_key="k", cache="on")  # type: ignore[arg-type]
