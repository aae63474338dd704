"""Virtual classes for ``isinstance()``, decided by field values: the official SDK has several classes for one
here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class _Kind(type):
    _holds: Callable[[Any], bool]
    _of: type

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls._of) and cls._holds(value)


def kind_of(name: str, of: type, holds: Callable[[Any], bool], doc: str | None = None) -> Any:
    """A class by this name, made like ``of``. Objects of that are its instances if ``holds`` says so."""
    members = {"_holds": staticmethod(holds), "_of": of, "__doc__": doc or of.__doc__}
    return _Kind(name, (of,), members | {"__module__": "parlour_compat.types"})
