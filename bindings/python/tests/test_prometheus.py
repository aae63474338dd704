"""``prometheus_text()``: the page is read by Prometheus' own parser."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from parlour import AsyncClient, Client, RateLimitError
from parlour.testing import Emulator

MODEL = "svc-sonnet-4-5"
REQUEST: dict[str, Any] = {
    "model": MODEL,
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello"}],
}


def figures(page: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every sample of the page by its name and labels; each is there once."""
    found = {}
    for family in text_string_to_metric_families(page):
        assert family.documentation
        assert family.type in ("counter", "gauge")
        for sample in family.samples:
            key = (sample.name, frozenset(sample.labels.items()))
            assert key not in found, key
            found[key] = sample.value
    return found


def of(name: str, **labels: str) -> tuple[str, frozenset[tuple[str, str]]]:
    return name, frozenset(labels.items())


def test_the_page_has_the_figures_of_limiter_and_ledger() -> None:
    prices = {MODEL: {"input": 3.0, "output": 15.0}}
    limits = [{"tokens": 1_000_000, "per": "day"}]
    with (
        Emulator() as service,
        service.client(
            ledger=True, prices=prices, spending_limits=limits, max_in_flight=8, max_retries=0
        ) as client,
    ):
        reported = {
            "svc-ratelimit-requests-limit": "60",
            "svc-ratelimit-requests-remaining": "0",
        }
        service.push({"headers": reported, "default": True})
        usage = client.messages.create(**REQUEST).usage
        service.push({"status": 429, "headers": {**reported, "retry-after": "9"}})
        with pytest.raises(RateLimitError):
            client.messages.create(**REQUEST)
        page = figures(client.prometheus_text())
        report = client.usage_report()

        own = {"model": MODEL, "speed": "standard", "credential": "client"}
        assert page[of("parlour_calls_in_flight")] == 0
        assert page[of("parlour_calls_in_flight_cap")] == 8
        assert page[of("parlour_limit", **own, limit="requests")] == 60
        assert page[of("parlour_limit_remaining", **own, limit="requests")] == 0
        assert page[of("parlour_limit_refusals_total", **own)] == 1
        assert 8 < page[of("parlour_cool_down_seconds", **own)] <= 9
        assert of("parlour_limit", **own, limit="output_tokens") not in page

        assert page[of("parlour_calls_total", model=MODEL, outcome="completed")] == 1
        assert page[of("parlour_calls_total", model=MODEL, outcome="failed")] == 1
        assert page[of("parlour_attempts_total", model=MODEL)] == 2
        assert page[of("parlour_tokens_total", model=MODEL, **{"class": "input"})] == usage.input_tokens
        assert page[of("parlour_tokens_total", model=MODEL, **{"class": "output"})] == usage.output_tokens
        assert page[of("parlour_cost_total", model=MODEL)] == pytest.approx(report.total.cost)
        spent = {"number": "0", "unit": "tokens", "label": "", "model": ""}
        assert page[of("parlour_spending_limit", **spent)] == 1_000_000
        assert page[of("parlour_spending_used", **spent)] == usage.input_tokens + usage.output_tokens


def test_a_page_without_a_ledger_has_the_limiter_alone() -> None:
    with Emulator() as service, service.client() as client:
        client.messages.create(**REQUEST)
        names = {name for name, _ in figures(client.prometheus_text())}
        assert "parlour_calls_waiting" in names
        assert not any(name.startswith("parlour_calls_total") for name in names)


def test_a_closed_client_still_has_a_page() -> None:
    async def main() -> str:
        client = AsyncClient(api_key="k", base_url="http://127.0.0.1:9")
        await client.close()
        return client.prometheus_text()

    page = figures(asyncio.run(main()))
    assert page[of("parlour_calls_in_flight")] == page[of("parlour_draining")] == 0.0
    sync = Client(api_key="k", base_url="http://127.0.0.1:9")
    sync.close()
    assert figures(sync.prometheus_text())
