"""``ledger``, ``labels`` and ``usage_report()``: what calls used, in each way that a call can end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from parlour import APIStatusError, Client, ConfigError, OverLimitError, StreamEndedError, Tally
from parlour.testing import Emulator
from support import eventually

REQUEST: dict[str, Any] = {
    "model": "svc-sonnet-4-5",
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello"}],
}
QUICK: dict[str, Any] = {"ledger": True, "clock": {"random": [0.0]}}


def test_calls_are_counted_by_model_and_label() -> None:
    with Emulator() as service, service.client(**QUICK, labels=["blue"]) as client:
        first = client.messages.create(**REQUEST, labels=["chat"])
        service.push({"status": 529}, {"default": True})
        second = client.messages.create(**REQUEST | {"model": "svc-haiku-3-5"})
        with client.messages.stream(**REQUEST) as stream:
            third = stream.get_final_message()
        report = client.usage_report()
        sonnet = report.models["svc-sonnet-4-5"]
        assert (sonnet.calls, sonnet.completed, sonnet.attempts, sonnet.retries) == (2, 2, 2, 0)
        assert sonnet.output_tokens == first.usage.output_tokens + third.usage.output_tokens
        assert sonnet.input_tokens == first.usage.input_tokens + third.usage.input_tokens
        haiku = report.models["svc-haiku-3-5"]
        assert (haiku.attempts, haiku.retries, haiku.waited) == (2, 1, 5.0)
        assert haiku.output_tokens == second.usage.output_tokens
        assert (report.labels["blue"], report.labels["chat"].calls) == (report.total, 1)
        assert (report.total.calls, report.total.streams) == (3, 1)
        assert client.with_options(labels="green").usage_report(reset=True).total == report.total
        assert client.usage_report().total == Tally()


def test_what_did_not_end_well_is_apart() -> None:
    with Emulator() as service, service.client(**QUICK, max_retries=0) as client:
        before = client.usage_report()
        service.push({"status": 400}, {"default": True, "edit": {"drop": ["message_delta", "message_stop"]}})
        with pytest.raises(APIStatusError):
            client.messages.create(**REQUEST)
        with pytest.raises(StreamEndedError) as cut, client.messages.stream(**REQUEST) as stream:
            stream.until_done()
        service.push({"default": True, "gap_ms": 600_000})
        with client.messages.stream(**REQUEST) as stream:
            next(iter(stream))
        eventually(lambda: client.usage_report().since(before).total.calls == 3, "the left stream is counted")
        total = client.usage_report().since(before).total
        assert (total.calls, total.failed, total.interrupted, total.completed) == (3, 1, 2, 0)
        partial = cut.value.partial_message
        assert partial is not None
        assert total.interrupted_input_tokens >= partial.usage.input_tokens > 0
        assert (total.input_tokens, total.output_tokens) == (0, 0)


def test_a_client_without_a_ledger_counts_nothing() -> None:
    with Emulator() as service, service.client() as client:
        client.messages.create(**REQUEST)
        assert client.usage_report().total == Tally()


def test_tasks_share_the_ledger_and_a_closed_client_keeps_it() -> None:
    async def main() -> None:
        with Emulator() as service:
            client = service.async_client(ledger=True)
            await asyncio.gather(
                *(client.messages.create(**REQUEST, labels=[f"t{n % 3}"]) for n in range(30))
            )
            await client.close()
            report = client.usage_report()
            assert (report.total.completed, report.labels["t1"].calls) == (30, 10)
            assert report.total.output_tokens == sum(line.output_tokens for line in report.labels.values())

    asyncio.run(main())


def test_a_call_beyond_a_spending_limit_is_refused_before_it_is_sent() -> None:
    limits: Any = [{"tokens": 200, "per": "day", "label": "blue"}, {"cost": 1.0, "per": "month"}]
    prices: Any = {"svc-sonnet-4-5": {"input": 3, "output": 15, "cache": {"read": 0.3}}}
    with Emulator() as service, service.client(spending_limits=limits, prices=prices) as client:
        first = client.messages.create(**REQUEST, labels=["blue"])
        with pytest.raises(OverLimitError) as refused:
            client.messages.create(**REQUEST | {"max_tokens": 1000}, labels="blue")
        assert (refused.value.subkind, refused.value.setting) == ("spending", "spending_limits")
        assert refused.value.retry_after is not None
        assert 86_000 < refused.value.retry_after <= 86_400
        assert len(service.requests) == 1
        client.messages.create(**REQUEST | {"max_tokens": 1000})
        report = client.usage_report()
        tokens, cost = report.limits
        assert (tokens.label, tokens.is_cost, tokens.most, tokens.reserved) == ("blue", False, 200, 0)
        assert tokens.used == first.usage.input_tokens + first.usage.output_tokens
        assert cost.used == pytest.approx(report.total.cost)
        assert report.total.cost > 0
        with pytest.raises(ConfigError, match="prices"):
            client.messages.create(**REQUEST | {"model": "svc-haiku-3-5"})


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("spending_limits", [{"tokens": 5}]),
        ("spending_limits", [{"tokens": 0, "per": "day"}]),
        ("spending_limits", [{"tokens": 5, "cost": 5, "per": "day"}]),
        ("spending_limits", [{"cost": 5, "per": "year"}]),
        ("prices", {"m": {"input": -1, "output": 1}}),
        ("prices", {"m": {"input": 1}}),
    ],
)
def test_wrong_limits_and_prices_are_named(setting: str, value: Any) -> None:
    with pytest.raises(ConfigError, match=setting):
        Client(api_key="k", base_url="http://127.0.0.1:9", **{setting: value})


def test_a_file_gets_a_line_for_each_call(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    with Emulator() as service, service.client(call_log=str(path)) as client:
        reply = client.messages.create(**REQUEST, labels=["blue"])
        client.models.list()
        lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["operation"] for line in lines] == ["POST /v1/messages", "GET /v1/models"]
    assert (lines[0]["labels"], lines[0]["usage"]["output_tokens"]) == (["blue"], reply.usage.output_tokens)
    with pytest.raises(ConfigError, match="call_log"):
        Client(base_url="http://127.0.0.1:9", api_key="k", call_log=str(tmp_path))
