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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from ._native import Op

    Seat: TypeAlias = "LoopSeat | TrioSeat"


class LoopSeat:
    """The port of an asyncio loop, and who waits for it. Used on the loop's thread alone.

    Holds no reference to the loop, so that both can go.
    """

    __slots__ = ("__weakref__", "_loop", "_waiting", "port")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self.port = Port()
        self._waiting: dict[int, asyncio.Future[list[Any] | BaseException | None]] = {}
        try:
            loop.add_reader(self.port.fileno(), self._readable)
        except NotImplementedError as error:
            raise RuntimeError(
                f"{type(loop).__name__} cannot watch descriptors (add_reader), which AsyncClient needs: "
                "use asyncio's selector loop or uvloop"
            ) from error

    def _readable(self) -> None:
        waiting = self._waiting
        for token, outcome in self.port.drain():
            future = waiting.pop(token, None)
            if future is not None and not future.done():
                future.set_result(outcome)
        if _log.active:
            _log.deliver(self.port)

    async def wake(self, op: Op) -> list[Any] | None:
        """Suspends until the operation, which is armed, has something: items, or ``None`` if it should be
        asked.

        Cancels the operation if the waiting task is cancelled: its connection is closed at once.
        """
        loop = asyncio.get_running_loop()
        if self._loop() is not loop:
            op.cancel()
            raise RuntimeError("this stream belongs to another event loop")
        future: asyncio.Future[list[Any] | BaseException | None] = loop.create_future()
        self._waiting[op.token] = future
        try:
            outcome = await future
        except BaseException:
            self._waiting.pop(op.token, None)
            op.cancel()
            raise
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    async def pause(self) -> None:
        """Lets the other tasks run."""
        await asyncio.sleep(0)

    def over(self) -> None:
        """The operation has ended."""
        if _log.active:
            _log.deliver(self.port)

    def close(self) -> None:
        """Cancels everything that is bound to this port."""
        self.port.close()


class TrioSeat:
    """The port of one operation under trio."""

    __slots__ = ("port",)

    def __init__(self) -> None:
        self.port = _wait.borrow()

    async def wake(self, op: Op) -> list[Any] | None:
        """As :meth:`LoopSeat.wake`."""
        try:
            await sys.modules["trio"].lowlevel.wait_readable(self.port.fileno())
        except BaseException:
            op.cancel()
            raise
        self.port.clear()
        return None

    async def pause(self) -> None:
        """Lets the other tasks run."""
        await sys.modules["trio"].lowlevel.checkpoint()

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


async def take(place: Seat, op: Op) -> list[Any]:
    """What the operation gives next; empty at its end. Does not suspend if there is something."""
    got = op.take()
    while got is None:
        got = await place.wake(op)
        if got is None:
            got = op.take()
    return got


async def begin(place: Seat, op: Op) -> list[Any]:
    """Waits until the answer has begun; gives the items that arrived with its beginning."""
    while op.take_head() is None:
        got = await place.wake(op)
        if got is not None:
            return got
    return []


async def texts(place: Seat, op: Op) -> list[str]:
    """Like :func:`take`, for the text alone."""
    got = op.texts()
    while got is None:
        events = await place.wake(op)
        if events is None:
            got = op.texts()
        elif not events:
            return []
        else:
            # A drain hands over whole events, whatever was asked for.
            got = text_of(events) or op.texts()
    return got


def text_of(events: list[Any]) -> list[str]:
    """The pieces of text among events."""
    return [event.text for event in events if event.type == "content_block_delta" and event.text is not None]


def _after_fork() -> None:
    # The descriptors and loops are the parent's. A child makes its own.
    global _last  # noqa: PLW0603
    _last = (None, None)
    _seats.clear()


def _at_exit() -> None:
    for place in list(_seats.values()):
        place.close()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
