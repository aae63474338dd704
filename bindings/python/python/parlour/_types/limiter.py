"""What a client knows of the rate limits of its key: ``client.limiter_state``. Loaded at its first use."""

import json
from typing import Any, NamedTuple


class Allowance(NamedTuple):
    """What is left of one limit."""

    limit: int | None
    """Per minute; ``None`` if nobody stated it."""
    remaining: int | None
    """What is left: while calls are paced by the client's own book, else as the newest answer reported it."""
    reset: float | None
    """Seconds until the allowance is full again."""


class ModelLimits(NamedTuple):
    """The limits of one model."""

    model: str
    """The model, as requests name it."""
    fast: bool
    """Whether these are the limits of the speed ``fast``."""
    own_credential: bool
    """Whether these are the limits of a credential that calls brought along, in place of the client's."""
    in_flight: int
    """Calls that were sent and have not ended."""
    waiting: int
    """Interactive calls that wait."""
    waiting_bulk: int
    """Bulk calls that wait."""
    refusals: int
    """How many answers refused a call for its limits, since the client was made."""
    processes: int | None
    """How many processes share these limits through ``limits``, this one included; ``None`` without a store."""
    cool_down: float | None
    """Seconds for which no call will be sent, after a refusal."""
    requests: Allowance
    """Requests per minute."""
    tokens: Allowance
    """Input and output tokens per minute together."""
    input_tokens: Allowance
    """Input tokens per minute."""
    output_tokens: Allowance
    """Output tokens per minute."""


class LimiterState(NamedTuple):
    """The limits of a client's key as they are known, and what waits for them."""

    pacing: str
    """The client's setting: ``off``, ``observe`` or ``pace``."""
    in_flight: int
    """Calls that were sent and have not ended, of all models."""
    max_in_flight: int | None
    """The cap of calls in flight that is in force; ``None`` if there is none."""
    models: dict[str, ModelLimits]
    """The limits of each model that was called, by its name; with `` (fast)`` behind it those of the speed ``fast``.
    Limits of credentials that calls brought along are in ``others``."""
    others: list[ModelLimits]
    """The limits of credentials that calls brought along in place of the client's."""


def state_of(text: str) -> LimiterState:
    """Made from the JSON of the native module."""
    facts = json.loads(text)
    rows = [_model(row) for row in facts["models"]]
    own = {f"{row.model} (fast)" if row.fast else row.model: row for row in rows if not row.own_credential}
    others = [row for row in rows if row.own_credential]
    return LimiterState(facts["pacing"], facts["in_flight"], facts["max_in_flight"], own, others)


def _model(row: dict[str, Any]) -> ModelLimits:
    for name in ("requests", "tokens", "input_tokens", "output_tokens"):
        row[name] = _allowance(row[name])
    return ModelLimits(cool_down=row.pop("cool_down_seconds"), **row)


def _allowance(row: dict[str, Any]) -> Allowance:
    return Allowance(row["limit"], row["remaining"], row["reset_seconds"])
