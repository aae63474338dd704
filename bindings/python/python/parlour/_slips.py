"""Slips for options of a call: the core finds those for parameters, and each language has its own names of options. Not
to be imported before a call has a parameter that most have not."""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = 4
"""Names of fewer letters are no slips: each letter counts."""


def check(names: Iterable[str], options: frozenset[str]) -> None:
    """Raises for a name that is a slip for an option."""
    for name in names:
        known = meant(name, options)
        if known is not None:
            raise TypeError(
                f"unknown parameter `{name}`; did you mean `{known}`? An extra body key is sent as it is"
            )


@lru_cache(maxsize=256)
def meant(name: str, options: frozenset[str]) -> str | None:
    """The option that a name is a slip for; ``None`` for one that is like none."""
    letters = _letters(name)
    if len(letters) < _WORD:
        return None
    return next((known for known in sorted(options) if _is_slip(letters, _letters(known))), None)


def _letters(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _is_slip(name: str, known: str) -> bool:
    """Whether one letter is too many, too few, wrong or swapped, or only the case and what joins the words is other."""
    short, long = sorted((name, known), key=len)
    if len(long) - len(short) > 1:
        return False
    at = next(
        (at for at, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short)
    )
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    if short[at + 1 :] == long[at + 1 :]:
        return True
    return short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
