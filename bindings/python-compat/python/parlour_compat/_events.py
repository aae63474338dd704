"""Events that programs make themselves, in tests: those of the service come from native code, where they have no
constructor. And the event that the SDK derives and this package does not: of a compaction."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

from parlour import types
from parlour.hooks import Derived, make_event

from ._validation import plain_of

_TYPES: Final[dict[Any, str]] = {
    types.MessageStartEvent: "message_start",
    types.ContentBlockStartEvent: "content_block_start",
    types.ContentBlockDeltaEvent: "content_block_delta",
    types.ContentBlockStopEvent: "content_block_stop",
    types.MessageDeltaEvent: "message_delta",
    types.MessageStopEvent: "message_stop",
}


class CompactionEvent(Derived):
    """The summary that a ``compaction_delta`` brings."""

    __slots__ = ()
    __match_args__ = ("content",)
    type = "compaction"

    @property
    def content(self) -> str | None:
        """The summary; ``None`` where the service could make none."""
        return self._piece  # type: ignore[no-any-return]


class _Whole:
    """A snapshot that is there from the start: a summary comes in one piece."""

    __slots__ = ("_value",)

    def __init__(self, value: str | None) -> None:
        self._value = value

    def at(self, count: int) -> str | None:
        return self._value


def compaction(event: types.ContentBlockDeltaEvent) -> CompactionEvent | None:
    """The event that follows a delta of a compaction block."""
    delta = event.delta
    if getattr(delta, "type", None) != "compaction_delta":
        return None
    content = getattr(delta, "content", None)
    return CompactionEvent(content, event.index, _Whole(content), 0)


def _made(cls: Any, _fields_set: Any = None, **fields: Any) -> Any:
    """An event of its fields."""
    kind = _TYPES[cls]
    if fields.setdefault("type", kind) != kind:
        raise ValueError(f"a {cls.__name__} has the type {kind!r}, not {fields['type']!r}")
    return make_event(plain_of(fields))


def _validate(cls: Any, data: Any, **_: Any) -> Any:
    """An event of plain data."""
    return data if isinstance(data, cls) else _made(cls, **dict(data))


def _copy(self: Any, *, update: dict[str, Any] | None = None, deep: bool = False) -> Any:
    """A copy with other fields."""
    return _made(type(self), **(self.to_dict() | (update or {})))


class _Fields:
    def __get__(self, of: object, cls: Any) -> dict[str, SimpleNamespace]:
        return {name: SimpleNamespace() for name in ("type", *cls.__match_args__)}


def install() -> None:
    """Has them made. Once for a process."""
    of_class: Any = classmethod
    for cls in _TYPES:
        members: dict[str, Any] = {
            "__new__": staticmethod(_made),
            "construct": of_class(_made),
            "model_construct": of_class(_made),
            "model_validate": of_class(_validate),
            "model_copy": _copy,
            "copy": _copy,
            "model_fields": _Fields(),
            "model_fields_set": property(lambda self: set(self.to_dict())),
        }
        for name, value in members.items():
            setattr(cls, name, value)
