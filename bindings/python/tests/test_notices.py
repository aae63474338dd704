"""Marks before a limit: the end of the call that crosses one has a notice."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.testing import Emulator
from support import ask


class Warned(parlour.Hook):
    """Keeps the notices of each call."""

    def __init__(self) -> None:
        self.notices: list[list[parlour.LimitNotice]] = []

    def on_end(self, end: parlour.CallEnd) -> None:
        self.notices.append(end.notices)


def reply(used: int, left: int) -> dict[str, Any]:
    usage = {"input_tokens": 0, "output_tokens": used}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
    headers = {
        "svc-ratelimit-requests-limit": "100",
        "svc-ratelimit-requests-remaining": str(left),
    }
    return {"json": {**message, "stop_reason": "end_turn"}, "headers": headers}


def test_a_mark_is_noticed_once() -> None:
    hook = Warned()
    limit: Any = {"tokens": 1000, "per": "day", "label": "blue", "notice": 0.5}
    with Emulator() as emulator:
        client = emulator.client(
            hooks=[hook], notice_at=0.75, spending_limits=[limit], vendor="svc", max_retries=0
        )
        for used, left in [(400, 26), (100, 25), (10, 20)]:
            emulator.push(reply(used, left))
            client.messages.create(**{**ask(), "max_tokens": 10}, labels=["blue"])
    model = hook.notices[1][0].model
    assert hook.notices == [
        [],
        [
            parlour.LimitNotice("requests", model, None, 75.0, 100.0),
            parlour.LimitNotice("spending", None, "blue", 500.0, 1000.0),
        ],
        [],
    ]
    assert model


def test_a_fraction_outside_its_range_is_refused() -> None:
    with Emulator() as emulator:
        for settings in [{"notice_at": 1.5}, {"spending_limits": [{"tokens": 1, "per": "day", "notice": 0}]}]:
            with pytest.raises(parlour.ConfigError):
                emulator.client(**settings)
