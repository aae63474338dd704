"""Parts of derived events: a piece, and the value that it adds to, from which snapshots are made on demand.
The classes are in ``types``; which event they follow is decided in ``_streams.deriving``."""

from __future__ import annotations

from .. import _native
from .._hints import install
from .model import Model, _plain, _shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar

    from .._options.interfaces import Grown


_NOTHING = ("", 0)


class Texts:
    """A text in pieces. Snapshots one after another join each piece once. Any thread may ask for one."""

    __slots__ = ("_state", "pieces")

    def __init__(self, start: str = "") -> None:
        self.pieces = [start]
        # The joined text, and how many pieces are in it.
        self._state = _NOTHING

    def at(self, count: int) -> str:
        """The text after so many pieces."""
        joined, done = self._state
        if count < done:
            return "".join(self.pieces[:count])
        # The interpreter lets a string grow in place if one local variable alone refers to it, and copies it otherwise.
        self._state = _NOTHING
        joined += "".join(self.pieces[done:count])
        self._state = joined, count
        return joined


class Inputs:
    """JSON text in pieces. Snapshots one after another read each piece once."""

    __slots__ = ("_arriving", "_count", "_start", "pieces", "trailing")

    def __init__(self, start: Any = None, begun: str = "") -> None:
        self.pieces = [begun]
        self.trailing = True
        """Whether a string is shown that has not ended."""
        self._start = start
        self._arriving: _native.PartialJSON | None = None
        self._count = 0

    def at(self, count: int) -> Any:
        """The value after so many pieces; that of the start, or an empty dict, as long as they hold none."""
        arriving = self._arriving
        if arriving is None or count < self._count:
            # One that has grown further cannot be shown as it was: the caller before holds its objects.
            arriving = self._arriving = _native.PartialJSON(trailing_strings=self.trailing)
            self._count = 0
        for piece in self.pieces[self._count : count]:
            arriving.push(piece)
        self._count = count
        value = arriving.value
        if value is not None:
            return value
        return {} if self._start is None else self._start


class Members:
    """A list that grows."""

    __slots__ = ("pieces",)

    def __init__(self, start: list[Any]) -> None:
        self.pieces = start

    def at(self, count: int) -> list[Any]:
        """Its first members."""
        return self.pieces[:count]


class _Kept:
    """A snapshot that was taken."""

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        self._value = value

    def at(self, count: int) -> Any:
        return self._value


class Derived:
    """Base of the events that are derived from those of the service.

    Compares by class and fields; pickles and copies.
    """

    __slots__ = ("_at", "_grown", "_piece", "index")
    __match_args__: ClassVar[tuple[str, ...]] = ()
    type: Any

    index: int
    """The position of the content block."""

    def __init__(self, piece: Any, index: int, grown: Grown, at: int) -> None:
        self._piece = piece
        self.index = index
        self._grown = grown
        self._at = at

    def to_dict(self) -> dict[str, Any]:
        """Plain values: the type, the piece and the snapshot."""
        return {"type": self.type} | {name: _plain(getattr(self, name)) for name in self.__match_args__}

    def to_json(self) -> str:
        """JSON text of :meth:`to_dict`."""
        return _native.to_json(self.to_dict()).decode()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Derived):
            return NotImplemented
        return self.index == other.index and all(
            getattr(self, name) == getattr(other, name) for name in self.__match_args__
        )

    def __hash__(self) -> int:
        return hash((self.type, self.index, self._piece if isinstance(self._piece, str) else None))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in self.__match_args__)
        return f"{type(self).__name__}({fields})"

    def __str__(self) -> str:
        return self.to_json()

    def __reduce__(self) -> tuple[Any, ...]:
        from copy import deepcopy

        # One that grows would be pickled once for all events that have it.
        snapshot = deepcopy(self._grown.at(self._at))
        return _restored, (type(self), self._piece, self.index, snapshot)


def _restored(kind: type[Derived], piece: Any, index: int, snapshot: Any) -> Derived:
    return kind(piece, index, _Kept(snapshot), 0)


def is_citation(value: Any) -> bool:
    """Whether a citation is one that its block takes: an object, of whatever kind."""
    return isinstance(value, Model)


install(globals())
