"""Events that programs make themselves, in tests: those of the service come from native code, where they have no
constructor."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

from .. import _native
from ._validation import plain_of

_TYPES: Final[dict[Any, str]] = {
    _native.MessageStartEvent: "message_start",
    _native.ContentBlockStartEvent: "content_block_start",
    _native.ContentBlockDeltaEvent: "content_block_delta",
    _native.ContentBlockStopEvent: "content_block_stop",
    _native.MessageDeltaEvent: "message_delta",
    _native.MessageStopEvent: "message_stop",
}


def _made(cls: Any, _fields_set: Any = None, **fields: Any) -> Any:
    """An event of its fields."""
    kind = _TYPES[cls]
    if fields.setdefault("type", kind) != kind:
        raise ValueError(f"a {cls.__name__} has the type {kind!r}, not {fields['type']!r}")
    return _native._event(kind, _native.to_json(plain_of(fields)).decode(), None)


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
