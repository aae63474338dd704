"""Checks names, units, bounds and values against the registry of OpenTelemetry's conventions, as its own package for
Python publishes it, and against the sources that have names, so that none goes unchecked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from opentelemetry.semconv._incubating.attributes import (
    error_attributes,
    gen_ai_attributes,
    http_attributes,
    server_attributes,
)
from opentelemetry.semconv._incubating.metrics import gen_ai_metrics

ROOT = Path(__file__).parents[2]
NAMES = [
    ROOT / "core/src/call/hooks/telemetry.rs",
    ROOT / "bindings/python/python/parlour/telemetry.py",
    ROOT / "bindings/node/ts/telemetry.ts",
]
"""Where names are written: those of calls in the core, those of tools in each language."""

NEWER = {
    # Was gen_ai.usage.cache_creation.input_tokens. It was renamed when the conventions for generative AI moved to a
    # repository of their own, which this package does not follow.
    "gen_ai.usage.cache_write.input_tokens",
}
"""Names that are newer than the package."""

SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864]
BOUNDS = {
    "gen_ai.client.operation.duration": SECONDS,
    "gen_ai.client.operation.time_to_first_chunk": SECONDS,
    "gen_ai.client.operation.time_per_output_chunk": SECONDS,
    "gen_ai.client.token.usage": TOKENS,
}
"""The package has no bounds: these are those of the text (gen-ai-metrics, release 1.41)."""

VALUES = {
    "gen_ai.operation.name": gen_ai_attributes.GenAiOperationNameValues,
    "gen_ai.token.type": gen_ai_attributes.GenAiTokenTypeValues,
}
"""Attributes with few values."""


class _Meter:
    """Takes the instruments that the package would make."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[str, str]] = {}

    def create_histogram(self, name: str, unit: str, description: str) -> None:
        self.made[name] = ("histogram", unit)

    def create_counter(self, name: str, unit: str, description: str) -> None:
        self.made[name] = ("counter", unit)


def _registered() -> set[str]:
    modules = (error_attributes, gen_ai_attributes, http_attributes, server_attributes)
    return {
        value
        for module in modules
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    }


def _instruments() -> dict[str, tuple[str, str]]:
    meter: Any = _Meter()
    for name, make in vars(gen_ai_metrics).items():
        if name.startswith("create_"):
            make(meter)
    made: dict[str, tuple[str, str]] = meter.made
    return made


def check(spans: list[dict[str, Any]], metrics: list[dict[str, Any]]) -> int:
    """Looks at all names that were received. Returns how many attributes there were."""
    of_calls = [metric for metric in metrics if metric["name"].startswith("gen_ai.")]
    points = [point for metric in metrics for point in _points(metric)]
    attributes = [pair for one in [*spans, *points] for pair in one.get("attributes", {}).items()]
    attributes = [(name, value) for name, value in attributes if name != "client"]
    seen = {name for name, _ in attributes}
    registered = _registered()
    assert not NEWER & registered, "the package has caught up: take the name out of NEWER"
    unknown = {name for name in seen if not name.startswith("parlour.")} - registered - NEWER
    assert not unknown, f"names that the conventions do not have: {unknown}"
    for name, value in attributes:
        if name in VALUES:
            assert value["stringValue"] in {one.value for one in VALUES[name]}, (name, value)
    instruments = _instruments()
    assert {metric["name"] for metric in of_calls} == BOUNDS.keys()
    for metric in of_calls:
        name = metric["name"]
        assert instruments[name] == ("histogram", metric["unit"]), metric
        for point in _points(metric):
            assert point["explicitBounds"] == BOUNDS[name], point
    others = [metric["name"] for metric in metrics if metric not in of_calls]
    assert all(name.startswith("parlour.") for name in others), others
    text = "".join(path.read_text() for path in NAMES)
    named = set(re.findall(r'"((?:gen_ai|server|error|http|parlour)\.[a-z_.]+)"', text))
    unseen = named - seen - BOUNDS.keys()
    assert not unseen, f"names that the program did not bring about: {unseen}"
    return len(seen)


def _points(metric: dict[str, Any]) -> list[dict[str, Any]]:
    """The points of a metric of any kind."""
    return [
        point
        for kind in ("histogram", "sum", "gauge")
        for point in metric.get(kind, {}).get("dataPoints", [])
    ]
