"""Programs of the kinds that users of the official SDK write, on ``parlour.compat``.

Of each its imports alone were changed, and its model. They run on a service whose address and key are in the
environment. It must not test anything itself: ``test_compat.py`` runs them and makes the table of the guide.
"""

from collections.abc import Callable
from typing import Any

from parlour.testing import Emulator

MODEL = "svc-sonnet-4-5"
PARAMS: dict[str, Any] = {
    "model": MODEL,
    "max_tokens": 64,
    "messages": [{"role": "user", "content": "Hello"}],
}


def asked(**more: Any) -> dict[str, Any]:
    """Those parameters with others in their place."""
    return PARAMS | more


Run = Callable[[Emulator], Any]


class Programs:
    """The programs of a module, in their order."""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.rows: dict[str, tuple[Run, str | None]] = {}

    def unchanged(self, title: str) -> Callable[[Run], Run]:
        """A program that does what it did."""
        return self._add(title, None)

    def advice(self, title: str, says: str) -> Callable[[Run], Run]:
        """Registers a program whose error says what to write instead."""
        return self._add(title, says)

    def _add(self, title: str, says: str | None) -> Callable[[Run], Run]:
        def added(run: Run) -> Run:
            assert title not in self.rows
            self.rows[title] = run, says
            return run

        return added


def answer(content: Any, stop_reason: str = "end_turn", **more: Any) -> dict[str, Any]:
    """A scripted answer."""
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return {
        "json": {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": blocks,
            "stop_reason": stop_reason,
            "stop_sequence": None,
            "usage": {"input_tokens": 3, "output_tokens": 2},
            **more,
        }
    }


def call(name: str, given: Any, id: str = "toolu_1") -> dict[str, Any]:
    """A scripted answer that calls a tool."""
    return answer([{"type": "tool_use", "id": id, "name": name, "input": given}], "tool_use")


def refused(status: int, kind: str, message: str = "no", **more: Any) -> dict[str, Any]:
    """A scripted error of the service."""
    return {"status": status, "json": {"type": "error", "error": {"type": kind, "message": message}}, **more}


def _event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"event": kind, "data": {"type": kind, **fields}}


def stream(*pieces: str, block: dict[str, Any] | None = None, kind: str = "text_delta") -> dict[str, Any]:
    """A scripted stream of one block, with a ping in its middle."""
    field = {"text_delta": "text", "input_json_delta": "partial_json", "thinking_delta": "thinking"}[kind]
    deltas = [_event("content_block_delta", index=0, delta={"type": kind, field: piece}) for piece in pieces]
    stop = "tool_use" if kind == "input_json_delta" else "end_turn"
    return {
        "sse": [
            _event("message_start", message={**answer([])["json"], "stop_reason": None}),
            _event("content_block_start", index=0, content_block=block or {"type": "text", "text": ""}),
            _event("ping"),
            *deltas,
            _event("content_block_stop", index=0),
            _event(
                "message_delta",
                delta={"stop_reason": stop, "stop_sequence": None},
                usage={"output_tokens": 7},
            ),
            _event("message_stop"),
        ]
    }
