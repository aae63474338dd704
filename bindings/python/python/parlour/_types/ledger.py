"""What the calls of a client used: ``client.usage_report()``. Loaded at its first use."""

import json
from typing import Any, NamedTuple, Self


class Tally(NamedTuple):
    """What calls used: sums over all calls of a client, a model or a label. Tokens are those of complete answers."""

    calls: int = 0
    """Calls that ended, in whichever way: the sum of the next four."""
    completed: int = 0
    """Their answer is complete."""
    failed: int = 0
    """They failed before an answer began."""
    interrupted: int = 0
    """Their answer had begun and is not complete: it was cut, could not be read, or was left."""
    cancelled: int = 0
    """They were left before an answer began."""
    attempts: int = 0
    """Requests that were sent."""
    retries: int = 0
    """Those of them that repeated another."""
    hedges: int = 0
    """Second attempts that were sent beside a slow first one (``hedge``): among the attempts, not among the retries."""
    hedges_won: int = 0
    """Those of them that answered first."""
    input_tokens: int = 0
    """Input tokens that were neither written to nor read from the cache."""
    output_tokens: int = 0
    """All output tokens, thinking included."""
    thinking_tokens: int = 0
    """Output tokens used for thinking, where the service counts them apart."""
    cache_write_5m_tokens: int = 0
    """Input tokens that were written to the cache for five minutes."""
    cache_write_1h_tokens: int = 0
    """Input tokens that were written to the cache for an hour."""
    cache_read_tokens: int = 0
    """Input tokens that were read from the cache."""
    cache_cold: int = 0
    """Calls of a client with ``cache="keep"``, none of whose prefixes was sent before."""
    cache_expired: int = 0
    """Such calls whose prefixes had been sent, and were in the cache no longer."""
    cache_lost: int = 0
    """Such calls that read nothing, although a prefix was in the cache by its lifetime."""
    cache_waits: int = 0
    """Such calls that waited until another had written their prefix."""
    web_searches: int = 0
    """Web searches of the service."""
    web_fetches: int = 0
    """Pages that the service fetched."""
    interrupted_input_tokens: int = 0
    """All input tokens of interrupted answers, as far as they are known; and those of attempts that were cancelled
    because another answered first, which may be billed."""
    interrupted_output_tokens: int = 0
    """Output tokens of interrupted answers, as far as they are known: at least so many were billed."""
    cost: float = 0.0
    """What complete answers cost, with the input of attempts that were cancelled because another answered first, by the
    setting ``prices``; 0 for a model without a price."""
    cache_savings: float = 0.0
    """What the cache saved by those prices: what its tokens would have cost as other input, less what they cost.
    Negative if more was written than was read again."""
    streams: int = 0
    """Calls whose answer was streamed and had a first event."""
    first_event: float = 0.0
    """From the begin of those calls to their first events, added up, in seconds."""
    waited: float = 0.0
    """Waits between attempts, added up, in seconds."""
    queued: float = 0.0
    """Waits for the rate limits, added up, in seconds."""
    duration: float = 0.0
    """From the begin of each call to its end, added up, in seconds."""


class SpendingState(NamedTuple):
    """The state of a spending limit."""

    label: str | None
    """The label that it is for, if it is for one."""
    model: str | None
    """The model that it is for, if it is for one."""
    is_cost: bool
    """Whether ``most`` and ``used`` are money; else they are tokens."""
    most: float
    """The most that may be used within the time."""
    used: float
    """What was used of it."""
    reserved: float
    """What is kept for calls that have not ended."""
    reset: float
    """Seconds until the time begins anew."""


class FleetUsage(NamedTuple):
    """What the calls of all processes used that keep a ledger with one store (``limits``), for one service."""

    processes: int
    """Processes that made calls within the last seconds, this one included."""
    total: Tally
    """All calls since the store has the book, also of processes that have ended."""
    models: dict[str, Tally]
    """By model. Beyond 256 of a process the others are added up as ``(others)``."""
    labels: dict[str, Tally]
    """By label, likewise."""


class UsageReport(NamedTuple):
    """What the message calls of a client used since it was made, or since the book was begun anew."""

    time: float
    """How long the book has been kept, in seconds."""
    total: Tally
    """All calls."""
    models: dict[str, Tally]
    """By model, as requests name it. Beyond 4096 models the others are added up as ``(others)``."""
    labels: dict[str, Tally]
    """By label; a call with several counts under each, one without counts under none."""
    limits: list[SpendingState]
    """The spending limits, in the order in which they were given. ``reset`` does not begin them anew."""
    fleet: FleetUsage | None = None
    """What all processes used together that keep a ledger with one store (``limits``): as the store knew it a second
    ago, or at the last report of a client that makes no calls. ``None`` without a store, or before it has answered."""

    def since(self, earlier: Self) -> Self:
        """What was added since an earlier report of the same book."""
        return self._replace(
            time=self.time - earlier.time,
            total=_since(self.total, earlier.total),
            models=_lines_since(self.models, earlier.models),
            labels=_lines_since(self.labels, earlier.labels),
        )


def _since(now: Tally, then: Tally) -> Tally:
    return Tally._make(a - b for a, b in zip(now, then, strict=True))


def _lines_since(now: dict[str, Tally], then: dict[str, Tally]) -> dict[str, Tally]:
    none = Tally()
    return {
        name: _since(tally, then.get(name, none)) for name, tally in now.items() if tally != then.get(name)
    }


def report_of(text: str) -> UsageReport:
    """Made from the JSON of the native module."""
    facts = json.loads(text)
    limits = [SpendingState(reset=row.pop("reset_seconds"), **row) for row in facts["limits"]]
    fleet = facts["fleet"] and FleetUsage(facts["fleet"]["processes"], *_book(facts["fleet"]))
    return UsageReport(facts["time_seconds"], *_book(facts), limits, fleet)


def _book(facts: dict[str, Any]) -> tuple[Tally, dict[str, Tally], dict[str, Tally]]:
    models, labels = (
        {name: _tally(row) for name, row in facts[kind].items()} for kind in ("models", "labels")
    )
    return _tally(facts["total"]), models, labels


def _tally(row: dict[str, Any]) -> Tally:
    return Tally(**{name.removesuffix("_seconds"): figure for name, figure in row.items()})
