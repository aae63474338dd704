"""How the values of the package are written as lines of the driver protocol. Translation only."""

from __future__ import annotations

import json
import sys
import traceback
from datetime import UTC, datetime, timedelta
from typing import Any

from parlour import ParlourError
from parlour.types import (
    Event,
    MCPToolUseBlock,
    Message,
    MessageStreamEvent,
    RateLimits,
    ResponseInfo,
    ServerToolUseBlock,
    StreamEvent,
    ToolUseBlock,
)

_CALLS = (ToolUseBlock, ServerToolUseBlock, MCPToolUseBlock)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Output:
    """Standard output, for the lines of one call."""

    def __init__(self, call_id: Any) -> None:
        self._id = call_id

    def line(self, fields: dict[str, Any]) -> None:
        """Writes a line. Text goes out as it is: half a surrogate pair is a fault and ends the driver."""
        text = json.dumps({"id": self._id} | fields, ensure_ascii=False, separators=(",", ":"))
        sys.stdout.buffer.write(text.encode() + b"\n")
        if fields["type"] not in ("event", "text"):
            sys.stdout.buffer.flush()


def event(of: StreamEvent) -> dict[str, Any]:
    """The fields of an ``event`` line."""
    line = {"type": "event", "kind": of.type, "index": of.index, "raw": of.raw}
    if of.type == "content_block_delta":
        for name in ("text", "partial_json"):
            piece = getattr(of, name)
            if piece is not None:
                line[name] = piece
    return line


def text(piece: str) -> dict[str, Any]:
    """The fields of a ``text`` line."""
    return {"type": "text", "text": piece}


def item(json_text: str) -> dict[str, Any]:
    """The fields of an ``item`` line."""
    return {"type": "item", "json": json_text}


def derived(of: MessageStreamEvent, out: Output) -> None:
    """Writes an ``event`` line for one of the service, and an ``item`` line for what was derived: an event, or what one
    has more than the service sent."""
    if not isinstance(of, Event):
        out.line(item(of.to_json()))
        return
    out.line(event(of))
    for name in ("content_block", "message"):
        if of.type in ("content_block_stop", "message_stop") and (got := getattr(of, name, None)) is not None:
            out.line(item(json.dumps({"type": of.type, name: got.to_dict()})))


def cancelled() -> dict[str, Any]:
    """The fields of the last line of a call that was given up."""
    return {"type": "cancelled"}


def done(info: ResponseInfo) -> dict[str, Any]:
    """The fields of every success."""
    return {
        "type": "done",
        "status": info.status,
        "request_id": info.request_id,
        "rate_limits": _rate_limits(info.rate_limits),
        "attempts": info.attempts,
        "waits_ms": [wait * 1000 for wait in info.waits],
        "queued_ms": info.queued * 1000,
    } | ({} if info.route is None else {"route": info.route})


def message(of: Message, info: ResponseInfo) -> dict[str, Any]:
    """The fields of a ``done`` line with a message."""
    return done(info) | {"message": of.to_json(), "text": of.text, "unfinished_inputs": _unfinished(of)}


def raw(body: str, info: ResponseInfo) -> dict[str, Any]:
    """The fields of a ``done`` line of a raw request."""
    return done(info) | {"body": body}


def error(of: ParlourError) -> dict[str, Any]:
    """The fields of an ``error`` line, with every form in which Python prints an exception."""
    partial = of.partial_message
    return {
        "type": "error",
        "kind": of.kind,
        # generated: facts, from schema/errors.toml by `make generate`
        "status": of.status_code,
        "error_type": of.type,
        "error_code": of.error_code,
        "details": of.details,
        "appeal_url": of.appeal_url,
        "request_id": of.request_id,
        "retry_after_ms": None if of.retry_after is None else of.retry_after * 1000,
        "not_retried": of.not_retried,
        "subkind": of.subkind,
        "setting": of.setting,
        "retryable": of.is_retryable,
        "mid_stream": of.is_mid_stream,
        "saw_stop_reason": of.saw_stop_reason,
        "spend_cap": of.is_spend_cap,
        # end generated
        "message": of.message,
        "display": str(of),
        "debug": f"{of!r} {of.__dict__!r} {''.join(traceback.format_exception(of))}",
        "partial_message": None if partial is None else partial.to_json(),
        "unfinished_inputs": None if partial is None else _unfinished(partial),
        "body": None if of.raw_body is None else of.raw_body.decode("utf-8", "replace"),
        "attempts": of.attempts,
        "waits_ms": [wait * 1000 for wait in of.waits],
    }


def _unfinished(of: Message) -> list[dict[str, Any]]:
    return [
        {"index": index, "state": block.input_state, "raw": block.raw_input}
        for index, block in enumerate(of.content)
        if isinstance(block, _CALLS) and block.input_state != "complete"
    ]


def _rate_limits(limits: RateLimits) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, limit in limits._asdict().items():
        if limit is None:
            continue
        if name == "remaining_tokens":
            out[name] = limit
            continue
        told = {"limit": limit.limit, "remaining": limit.remaining}
        out[name] = {key: value for key, value in told.items() if value is not None}
        if limit.reset is not None:
            out[name]["reset_unix_ms"] = (limit.reset - _EPOCH) // timedelta(milliseconds=1)
    return out
