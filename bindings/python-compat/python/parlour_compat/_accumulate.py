"""The message of a stream, event by event, for tracers that count on the SDK's function. Streams of this package have
theirs from the core: ``client.messages.stream()`` and its ``current_message_snapshot``."""

from __future__ import annotations

from typing import Any, Final

from parlour import PartialJSON
from parlour.hooks import to_utf8
from parlour.types import Message

_TEXTS: Final = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "signature",
    "compaction_delta": "content",
}
"""The field of a delta that is put behind the same field of its block."""


def accumulate_event(
    *, event: Any, current_snapshot: Any = None, json_bufs: dict[int, bytes] | None = None, **_: Any
) -> Any:
    """The message after ``event``: the first event makes it, the others change it."""
    if event.type == "message_start":
        return Message.from_dict(event.message.to_dict())
    if current_snapshot is None:
        raise RuntimeError(f"a stream begins with message_start, not {event.type}")
    content = current_snapshot.content
    if event.type == "content_block_start":
        block = event.content_block
        content.append(type(block).from_dict(block.to_dict()))
    elif event.type == "content_block_delta":
        _grow(content[event.index].__dict__, event, json_bufs if json_bufs is not None else {})
    elif event.type == "message_delta":
        current_snapshot.__dict__.update(event.delta.__dict__)
        for name in ("context_management", "input_transformations"):
            if getattr(event, name, None) is not None:
                current_snapshot.__dict__[name] = getattr(event, name)
        if event.usage is not None:
            current_snapshot.usage.__dict__.update(
                {name: value for name, value in event.usage.__dict__.items() if value is not None}
            )
    return current_snapshot


def _grow(fields: dict[str, Any], event: Any, buffers: dict[int, bytes]) -> None:
    delta = event.delta
    if delta.type == "input_json_delta":
        buffers[event.index] = buffers.get(event.index, b"") + to_utf8(delta.partial_json)
        partial = PartialJSON()
        partial.push(buffers[event.index].decode())
        fields["input"] = partial.value
    elif delta.type == "citations_delta":
        fields["citations"] = [*(fields.get("citations") or ()), delta.citation]
    elif delta.type in _TEXTS:
        name = _TEXTS[delta.type]
        fields[name] = (fields.get(name) or "") + (getattr(delta, name) or "")
