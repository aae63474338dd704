"""Structured answers: the schema is the case's, the value any JSON. Translation only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import lines

import parlour
from parlour.types import ResponseInfo


def of(call: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of ``parse()`` besides the request."""
    given = {"output": json.loads(call["schema"]), "method": call.get("choice")}
    return given | {"max_reasks": call.get("max_reasks")}


def streamed(call: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of ``stream()`` besides the request: the model is not asked again."""
    return {"output": json.loads(call["schema"]), "method": call.get("choice")}


def done(parsed: parlour.Parsed[Any], info: ResponseInfo) -> dict[str, Any]:
    """The ``done`` line."""
    error = parsed.error
    line = lines.message(parsed.message, info)
    is_written = parsed.outcome in ("cut", "invalid")
    return line | {
        "outcome": parsed.outcome,
        "value": parsed.value if error is None else None,
        "written": parsed.text if is_written else None,
        "reason": None if error is None else error.reason,
        "turns": len(parsed.attempts),
        "usage": parsed.usage.to_dict(),
    }
