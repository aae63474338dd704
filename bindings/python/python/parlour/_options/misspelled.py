"""Keywords that are a slip for an option of a call. The core finds them, and each language has its own names of
options. Not to be imported before a call has a parameter that most have not."""

from __future__ import annotations

from functools import lru_cache

from .._native import option_slip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def check(names: Iterable[str], options: frozenset[str]) -> None:
    """Raises for a name that is a slip for an option."""
    for name in names:
        refusal = slip(name, options)
        if refusal is not None:
            raise TypeError(refusal)


@lru_cache(maxsize=256)
def slip(name: str, options: frozenset[str]) -> str | None:
    """Why a name is refused; ``None`` for one that is no slip for an option."""
    return option_slip(name, sorted(options))
