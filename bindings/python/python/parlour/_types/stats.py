"""The result of ``client.stats()``. Loaded at its first use."""

import json
from typing import NamedTuple


class ClientStats(NamedTuple):
    """The state of a client and its copies at one moment."""

    running: int
    """Calls of every kind that have not ended."""
    oldest_running: float | None
    """Since how many seconds the oldest of them runs."""
    begun: int
    """Calls of every kind that were begun since the client was made."""
    draining: bool
    """Whether new calls are refused: see ``drain()``."""
    in_flight: int
    """Message calls that were sent and have not ended; 0 with ``pacing="off"``."""
    waiting: int
    """Message calls that wait for the rate limits or the cap of calls in flight."""
    cool_down: float | None
    """Seconds for which the model that cools down longest will not be called, after a refusal for its limits."""
    hedges: int
    """Second attempts that were started beside a slow first one: see ``hedge``."""
    hedges_won: int
    """Those of them that answered first."""
    retry_budget: int | None
    """Retries that are left in the budget; ``None`` if it is off."""


def stats_of(text: str) -> ClientStats:
    """Made from the JSON of the native module."""
    facts = json.loads(text)
    return ClientStats(
        oldest_running=facts.pop("oldest_running_seconds"), cool_down=facts.pop("cool_down_seconds"), **facts
    )
