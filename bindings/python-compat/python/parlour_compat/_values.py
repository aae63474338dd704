"""Values that have one type here and another in the official SDK: each has the type of this package and can
be used as that of the SDK."""

from __future__ import annotations

import functools
import weakref
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

UNLIMITED: Final = 31_536_000.0
"""A year, in seconds: used for no limit."""


class Moment(str):
    """A time: the text of the wire, with the interface of ``datetime``.

    It is compared, ordered and hashed as the time that it is, never as its text: equal to a ``datetime`` of the same
    time and to another text of it, and found in sets of either. ``str(moment)`` is compared as text.
    """

    __slots__ = ()

    @property
    def _moment(self) -> datetime:
        return _moment(str(self))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._moment, name)

    def replace(self, *given: Any, **named: Any) -> Any:
        """Of a text with two texts, of a time with names."""
        return super().replace(*given) if given else self._moment.replace(**named)

    def __format__(self, spec: str) -> str:
        return format(self._moment, spec) if "%" in spec else super().__format__(spec)

    def __add__(self, other: Any) -> Any:
        return super().__add__(other) if isinstance(other, str) else self._moment + other

    def __sub__(self, other: Any) -> Any:
        return self._moment - _time_of(other)

    def __rsub__(self, other: Any) -> Any:
        return other - self._moment

    # Not `NotImplemented` for a text: Python would then compare the two as texts.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment | datetime) and self._moment == _time_of(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: Any) -> bool:
        return bool(self._moment < _time_of(other))

    def __le__(self, other: Any) -> bool:
        return bool(self._moment <= _time_of(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self._moment > _time_of(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self._moment >= _time_of(other))

    def __hash__(self) -> int:
        return hash(self._moment)


@functools.lru_cache(maxsize=256)
def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def moment_of(text: str) -> str:
    """A time as a :class:`Moment`; a text that is none as it is."""
    try:
        _moment(text)
    except ValueError:
        return text
    return Moment(text)


def _time_of(value: Any) -> Any:
    """The time of one side of a comparison or a difference."""
    if isinstance(value, Moment):
        return value._moment
    if isinstance(value, str):
        raise TypeError(
            "a time is compared with a datetime or another time, not with a text: write "
            "datetime.fromisoformat(text), or compare str(time)"
        )
    return value


class Text(str):
    """The text of an answer, which versions of the SDK have as an attribute and others as a method."""

    __slots__ = ()

    def __call__(self) -> str:
        """The same."""
        return str(self)


class AsyncText(str):
    """As :class:`Text`, where the method is a coroutine."""

    __slots__ = ()

    async def __call__(self) -> str:
        """The same."""
        return str(self)


class Address(str):
    """An address: its text, with the parts that a URL of the SDK's HTTP library has."""

    __slots__ = ()

    @property
    def scheme(self) -> str:
        """``http`` or ``https``."""
        return urlsplit(self).scheme

    @property
    def host(self) -> str:
        """The host without its port."""
        return urlsplit(self).hostname or ""

    @property
    def port(self) -> int | None:
        """The port, if the address has one."""
        return urlsplit(self).port

    @property
    def path(self) -> str:
        """The path, ``/`` if there is none."""
        return urlsplit(self).path or "/"


class Limit(float):
    """The limit of an attempt in seconds, with those that were given beside it."""

    __slots__ = ("connect", "pool", "write")
    connect: float | None
    pool: float | None
    write: float | None

    @property
    def read(self) -> float:
        """The limit itself."""
        return float(self)


def limit_of(seconds: float, given: Any = None) -> Limit:
    """A limit that was given by its kinds."""
    made = Limit(seconds)
    for name in ("connect", "pool", "write"):
        setattr(made, name, getattr(given, name, None))
    return made


_kept: dict[int, tuple[Any, Any]] = {}


def keep(holder: Any, value: Any) -> None:
    """Notes the value of a text block, or of a message, for as long as there is one: it has no field for that."""
    key = id(holder)
    _kept[key] = weakref.ref(holder, lambda _: _kept.pop(key, None)), value


def kept(holder: Any) -> Any:
    """The value that was noted."""
    found = _kept.get(id(holder))
    return None if found is None else found[1]
