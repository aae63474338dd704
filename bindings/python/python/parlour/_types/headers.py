"""The header lines of an answer as a read-only mapping. The core says which headers are secrets and do not
print."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .._hints import install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar, overload

    _T = TypeVar("_T")
else:

    def overload(function):
        return function


class Headers(Mapping[str, str]):
    """Header lines; names are compared without case, iteration gives each name once, in lower case.

    A name that came several times has its values joined with ``", "``; :meth:`get_list` keeps them apart.
    """

    __slots__ = ("_lines", "_values")

    def __init__(self, lines: Iterable[tuple[str, str]] = ()) -> None:
        self._lines = [(name.lower(), value) for name, value in lines]
        values: dict[str, str] = {}
        for name, value in self._lines:
            values[name] = f"{values[name]}, {value}" if name in values else value
        self._values = values

    def __getitem__(self, name: str) -> str:
        return self._values[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._values

    @overload
    def get(self, name: str, /) -> str | None: ...
    @overload
    def get(self, name: str, /, default: str) -> str: ...
    @overload
    def get(self, name: str, /, default: _T) -> str | _T: ...
    def get(self, name: str, /, default: object = None) -> object:
        """The value of a header, or ``default``."""
        return self._values.get(name.lower(), default)

    def get_list(self, name: str) -> list[str]:
        """Every value of a header, in the order of the answer; empty if it is missing."""
        wanted = name.lower()
        return [value for name, value in self._lines if name == wanted]

    def multi_items(self) -> list[tuple[str, str]]:
        """All lines in the order of the answer."""
        return list(self._lines)

    def __reduce__(self) -> tuple[type[Headers], tuple[list[tuple[str, str]]]]:
        return Headers, (list(self._lines),)

    def __repr__(self) -> str:
        from .._native import header_to_show

        shown = {name: header_to_show(name, value) for name, value in self._values.items()}
        return f"Headers({shown!r})"


install(globals())
