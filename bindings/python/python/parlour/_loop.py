"""Where asynchronous code waits: one port for each asyncio loop, watched like a socket; one for each
operation under trio. It must not know what is waited for.

An operation that has nothing is *armed* by asking it. Asking and then waiting happens without a suspension
in between, so on an asyncio loop, where only the loop's own thread drains, no report can slip through.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import sys
from weakref import WeakKeyDictionary, ref

from . import _log, _wait
from ._native import Port
from ._waiter import TURNS, Waiter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Self, TypeAlias, TypeVar

    from ._native import Op
    from ._waiter import Outcome

    T = TypeVar("T")

    Seat: TypeAlias = "LoopSeat | TrioSeat"


class LoopSeat:
    """The port of an asyncio loop, and who waits for it. Used on the loop's thread alone: the loop watches the
    sockets of its calls, and drains the port to drive them.

    Holds no reference to the loop, so that both can go.
    """

    __slots__ = ("__weakref__", "_loop", "_waiting", "port")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self.port = Port.hosted()
        self._waiting: dict[int, Waiter] = {}
        try:
            loop.add_reader(self.port.fileno(), self._readable)
        except NotImplementedError as error:
            raise RuntimeError(
                f"{type(loop).__name__} cannot watch descriptors (add_reader), which AsyncClient needs: "
                "use asyncio's selector loop or uvloop"
            ) from error

    def _readable(self) -> None:
        woken = self.port.drain()
        if _log.active:
            _log.deliver(self.port)
        self._resume(iter(woken))

    def _resume(self, woken: Iterator[tuple[int, Outcome]]) -> None:
        waiting = self._waiting
        try:
            for token, outcome in woken:
                waiter = waiting.pop(token, None)
                if waiter is not None:
                    waiter.wake(outcome)
        except BaseException:
            # A task that is left by SystemExit or KeyboardInterrupt stops the loop. Should it run again, the
            # others get what is theirs.
            loop = self._loop()
            if loop is not None:
                loop.call_soon(self._resume, woken)
            raise

    def waiter(self, op: Op) -> Waiter:
        """Waits for this operation."""
        loop = self._loop()
        if loop is None:
            raise RuntimeError("the event loop of this stream is gone")
        return Waiter(loop, op.token, self._waiting)

    def over(self) -> None:
        """The operation has ended."""
        if _log.active:
            _log.deliver(self.port)

    def close(self) -> None:
        """Cancels everything that is bound to this port."""
        self.port.close()


class TrioSeat:
    """The port of one operation under trio."""

    __slots__ = ("_turns", "port")

    def __init__(self) -> None:
        self.port = _wait.borrow()
        self._turns = 0

    waits = False
    """trio refuses a second task by itself."""

    def waiter(self, _op: Op) -> Self:
        """Waits for the operation: there is but one."""
        return self

    async def until(self, ask: Callable[[], T | None]) -> T:
        """As :meth:`Waiter.until`."""
        trio = sys.modules["trio"]
        self._turns += 1
        if self._turns >= TURNS:
            self._turns = 0
            await trio.lowlevel.checkpoint()
        while (got := ask()) is None:
            self._turns = 0
            await trio.lowlevel.wait_readable(self.port.fileno())
            self.port.clear()
        return got

    def over(self) -> None:
        """The operation has ended."""
        _wait.give_back(self.port)

    def close(self) -> None:
        """Cancels the operation."""
        self.port.close()


_seats: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopSeat] = WeakKeyDictionary()
_last: tuple[ref[asyncio.AbstractEventLoop] | None, LoopSeat | None] = (None, None)
"""The pair that was looked up last: most programs have one loop."""


def seat() -> Seat:
    """Where the running task waits."""
    # trio first: its guest mode runs inside a loop of asyncio.
    if "trio" in sys.modules and _in_trio():
        return TrioSeat()
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        raise RuntimeError(
            "AsyncClient works under asyncio (uvloop and anyio on it too) and trio; none of their loops runs"
        ) from None
    last, found = _last
    if last is not None and found is not None and last() is loop:
        return found
    return _seat_of(loop)


def _seat_of(loop: asyncio.AbstractEventLoop) -> LoopSeat:
    global _last  # noqa: PLW0603
    found = _seats.get(loop)
    if found is None:
        for other, old in list(_seats.items()):
            if other.is_closed():
                old.close()
                _seats.pop(other, None)
        found = _seats[loop] = LoopSeat(loop)
    _last = (ref(loop), found)
    return found


def _in_trio() -> bool:
    try:
        sys.modules["trio"].lowlevel.current_task()
    except (RuntimeError, AttributeError):
        return False
    return True


async def begin(waiter: Waiter | TrioSeat, op: Op) -> list[Any]:
    """Waits until the answer has begun; gives the items that arrived with its beginning."""
    begun = await waiter.until(op.take_head)
    return begun if isinstance(begun, list) else []


def _after_fork() -> None:
    # The descriptors and loops are the parent's. A child makes its own.
    global _last  # noqa: PLW0603
    _last = (None, None)
    _seats.clear()


def _at_exit() -> None:
    for loop, place in list(_seats.items()):
        # One that runs is a daemon thread's. It is stopped with its thread, and has nobody to tell that its calls were
        # cancelled.
        if not loop.is_running():
            place.close()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
