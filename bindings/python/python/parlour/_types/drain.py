"""The result of ``client.drain()``. Loaded at its first use."""

import json
from typing import NamedTuple


class RunningCall(NamedTuple):
    """A call that runs."""

    operation: str
    """Method and path, for example ``POST /v1/messages``."""
    model: str | None
    """The model that a message call names."""
    streams: bool
    """Whether its answer is taken as it arrives."""
    running: float
    """Since how many seconds it runs."""


class DrainReport(NamedTuple):
    """How draining a client went."""

    ended: int
    """Calls that ended while it was waited for them."""
    left: list[RunningCall]
    """Calls that still run, the oldest first. They go on until they end or are dropped."""
    waited: float
    """How many seconds it was waited."""


def report_of(text: str) -> DrainReport:
    """Made from the JSON of the native module."""
    facts = json.loads(text)
    left = [RunningCall(running=row.pop("running_seconds"), **row) for row in facts["left"]]
    return DrainReport(facts["ended"], left, facts["waited_seconds"])
