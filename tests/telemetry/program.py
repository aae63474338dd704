"""The program of calls that a worker of each language makes, and what the service answers to it."""

from __future__ import annotations

from typing import Any

MODEL = "svc-sonnet-4-5"
KEY = "key-that-nobody-may-see"
QUESTION = "a question that nobody may see"
ANSWER = "an answer that nobody may see"

USAGE = {
    "input_tokens": 11,
    "output_tokens": 7,
    "cache_read_input_tokens": 5,
    "cache_creation_input_tokens": 3,
    "output_tokens_details": {"thinking_tokens": 2},
}
MESSAGE = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": f"{MODEL}-20250929",
    "content": [{"type": "text", "text": ANSWER}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": USAGE,
}
WHOLE: dict[str, Any] = {"json": MESSAGE}

TOOLS = {"look_up": None, "send": "Unreachable", "decline": "ToolError", "count": "InvalidArguments"}
"""The tools of the worker that the model calls at once, and the type of the error that each ends with: the first makes
a span of its own, and the last gets an input that does not fit."""
USES: dict[str, Any] = {
    "json": MESSAGE
    | {
        "content": [
            {"type": "tool_use", "id": f"call_{name}", "name": name, "input": {"text": QUESTION}}
            for name in TOOLS
        ],
        "stop_reason": "tool_use",
    }
}


def event(name: str, **fields: Any) -> dict[str, Any]:
    return {"event": name, "data": {"type": name, **fields}}


EVENTS = [
    event("message_start", message=MESSAGE | {"content": [], "stop_reason": None}),
    event("content_block_start", index=0, content_block={"type": "text", "text": ""}),
    event("content_block_delta", index=0, delta={"type": "text_delta", "text": ANSWER}),
    event("content_block_stop", index=0),
    event("message_delta", delta={"stop_reason": "end_turn", "stop_sequence": None}, usage=USAGE),
    event("message_stop"),
]
REFUSED = {
    "status": 400,
    "json": {"type": "error", "error": {"type": "invalid_request_error", "message": QUESTION}},
}

STEPS: list[tuple[str, str, list[Any]]] = [
    ("whole", "create", [WHOLE]),
    ("streamed", "stream", [{"sse": EVENTS}]),
    ("retried", "create", [{"status": 500, "headers": {"retry-after-ms": "50"}}, WHOLE]),
    ("refused", "create", [REFUSED]),
    ("garbled", "create", [{"text": "{", "headers": {"content-type": "application/json"}}]),
    ("left", "leave", [{"sse": EVENTS, "fault": {"stall_after": "content_block_delta"}}]),
    # Of two calls at once the cap of calls in flight has one wait.
    ("two", "two", [WHOLE | {"delay_ms": 50}] * 2),
    ("tools", "tools", [USES, WHOLE]),
    ("models", "models", [{"json": {"data": [], "has_more": False, "first_id": None, "last_id": None}}]),
]
"""Each step: its name, which is that of the program's own span around it; what the worker does; the replies."""

CALLS = 11
"""One for each reply, but for that which is repeated."""


def for_workers(service: str, receiver: str) -> dict[str, Any]:
    """The argument of a worker, as JSON."""
    return {
        "service": service,
        "key": KEY,
        "receiver": receiver,
        "steps": [{"name": name, "how": how} for name, how, _ in STEPS],
        "request": {
            "model": MODEL,
            "max_tokens": 64,
            "messages": [{"role": "user", "content": QUESTION}],
        },
        "calls": CALLS,
        "question": QUESTION,
        "answer": ANSWER,
    }
