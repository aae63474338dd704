"""Fields of answers that have another type in the official SDK, or exist only there: times, values of
structured answers. They are added to the classes of this package with the methods of ``_answers``."""

from __future__ import annotations

from typing import Any

from parlour import PartialJSON, types

from . import _values
from ._values import moment_of


def _moments(name: str) -> property:
    """A field that is a time: the text, with the interface of ``datetime``."""

    def get(self: Any) -> Any:
        value = self.__dict__.get(name)
        if isinstance(value, str):
            return moment_of(value)
        return value if name in self.__dict__ else self.__getattr__(name)

    return property(get)


_MOMENTS: dict[type, tuple[str, ...]] = {
    types.Container: ("expires_at",),
    types.FileMetadata: ("created_at", "expires_at"),
    types.MessageBatch: ("archived_at", "cancel_initiated_at", "created_at", "ended_at", "expires_at"),
    types.ModelInfo: ("created_at", "deprecated_at", "retires_at"),
    types.Skill: ("created_at", "updated_at"),
    types.SkillVersion: ("created_at",),
    types.WebhookEvent: ("created_at",),
}


def _parsed_snapshot(self: Any) -> Any:
    """The value of the text so far, which is JSON."""
    read = PartialJSON()
    read.push(self.snapshot)
    return read.value


def install() -> None:
    """Puts them onto the classes. Once for a process."""
    for cls, names in _MOMENTS.items():
        for name in names:
            setattr(cls, name, _moments(name))
    # Of a structured answer; others have none.
    types.TextBlock.parsed_output = property(_values.kept)  # type: ignore[attr-defined]
    types.Message.parsed_output = property(_values.kept)  # type: ignore[attr-defined]
    types.TextEvent.parsed_snapshot = _parsed_snapshot  # type: ignore[attr-defined]
    types.Skill.display_title = property(lambda self: self.display_name)  # type: ignore[attr-defined]
    types.FallbackBlock.from_ = property(lambda self: getattr(self, "from"))  # type: ignore[attr-defined]
