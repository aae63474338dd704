"""Functions of the caller that hold an event loop. All calls and streams of the loop wait for one that blocks there, so
that a warning names it, once for each function.
"""

from __future__ import annotations

import inspect
import time
from types import coroutine
from typing import TYPE_CHECKING, Any, Final

from .._native import report_unraisable

if TYPE_CHECKING:
    from collections.abc import Generator

LONGEST: Final = 0.1
"""Seconds that a function may hold the loop: asyncio's own limit in its debug mode."""
clock = time.monotonic
"""Gives seconds. Tests put theirs in its place."""
_warned: set[str] = set()


def check(since: float, function: Any, name: str | None = None) -> None:
    """Warns of a function that was called when the clock showed ``since``, and has held the loop until now.
    ``name``: the name for the warning, if not the function's own."""
    held = clock() - since
    if held <= LONGEST:
        return
    name = (
        name or f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', repr(function))}"
    )
    if name in _warned:
        return
    _warned.add(name)
    from warnings import warn

    try:
        warn(
            f"{name} held the event loop for {held:.1f} s, in which no call and no stream of that loop went on: await "
            "what takes time, or give it to a thread",
            RuntimeWarning,
            stacklevel=2,
        )
    except BaseException as error:
        # A filter makes exceptions of warnings: it costs no answer.
        report_unraisable(error, function)


@coroutine
def watched(function: Any, made: Any) -> Generator[Any, Any, Any]:
    """The result of an awaitable that the function gave. Each step of a coroutine holds the loop once."""
    if not inspect.iscoroutine(made):
        return (yield from made.__await__())
    value: Any = None
    error: BaseException | None = None
    while True:
        since = clock()
        try:
            pause = made.send(value) if error is None else made.throw(error)
        except StopIteration as end:
            return end.value
        finally:
            error = None
            check(since, function)
        try:
            value = yield pause
        except GeneratorExit:
            made.close()
            raise
        except BaseException as raised:
            error = raised
