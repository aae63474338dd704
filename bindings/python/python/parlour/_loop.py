"""Ports of event loops: one for each asyncio loop, whose descriptor the loop watches like a socket, and one
for each operation under trio.

An operation that has no items is *armed* by polling it: its next item wakes the port. A task does not suspend between
polling and waiting, and on an asyncio loop only the loop's own thread drains the port, so no wake-up is lost.
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

    TaskPort: TypeAlias = "LoopPort | TrioPort"


class LoopPort:
    """The port of an asyncio loop, and the tasks that wait for its operations. Used on the loop's thread alone: the
    loop watches the sockets of its calls, and drains the port to drive them.

    Holds a weak reference to the loop, so that both can be collected.
    """

    __slots__ = ("__weakref__", "_loop", "_waiting", "native")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self.native = Port.hosted()
        self._waiting: dict[int, Waiter] = {}
        try:
            loop.add_reader(self.native.fileno(), self._readable)
        except NotImplementedError as error:
            raise RuntimeError(
                f"{type(loop).__name__} cannot watch descriptors (add_reader), which AsyncClient needs: "
                "use asyncio's selector loop or uvloop"
            ) from error

    def _readable(self) -> None:
        woken = self.native.drain()
        if _log.active:
            _log.deliver(self.native)
        self._resume(iter(woken))

    def _resume(self, woken: Iterator[tuple[int, Outcome]]) -> None:
        waiting = self._waiting
        try:
            for token, outcome in woken:
                waiter = waiting.pop(token, None)
                if waiter is not None:
                    waiter.wake(outcome)
        except BaseException:
            # SystemExit or KeyboardInterrupt out of a task stops the loop. If the loop runs again, it resumes the
            # other tasks.
            loop = self._loop()
            if loop is not None:
                loop.call_soon(self._resume, woken)
            raise

    def waiter(self, op: Op) -> Waiter:
        """What a task waits on for this operation."""
        loop = self._loop()
        if loop is None:
            raise RuntimeError("the event loop of this stream is gone")
        return Waiter(loop, op.token, self._waiting)

    def release(self) -> None:
        """An operation has ended; delivers log records and stops."""
        if _log.active:
            _log.deliver(self.native)

    def close(self) -> None:
        """Cancels everything that is bound to this port."""
        self.native.close()


class TrioPort:
    """The port of one operation under trio."""

    __slots__ = ("_turns", "native")

    def __init__(self) -> None:
        self.native = _wait.borrow()
        self._turns = 0

    waits = False
    """trio refuses a second task by itself."""

    def waiter(self, _op: Op) -> Self:
        """As :meth:`LoopPort.waiter`: the port itself, which has one operation."""
        return self

    async def until(self, poll: Callable[[], T | None]) -> T:
        """As :meth:`Waiter.until`."""
        trio = sys.modules["trio"]
        self._turns += 1
        if self._turns >= TURNS:
            self._turns = 0
            await trio.lowlevel.checkpoint()
        while (got := poll()) is None:
            self._turns = 0
            await trio.lowlevel.wait_readable(self.native.fileno())
            self.native.clear()
        return got

    def release(self) -> None:
        """The operation has ended; another may use the port."""
        _wait.give_back(self.native)

    def close(self) -> None:
        """Cancels the operation."""
        self.native.close()


_ports: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopPort] = WeakKeyDictionary()
_last: tuple[ref[asyncio.AbstractEventLoop] | None, LoopPort | None] = (None, None)
"""The pair that was looked up last: most programs have one loop."""


def current_port() -> TaskPort:
    """The port on which the running task waits.

    :class:`RuntimeError` if no event loop runs."""
    # trio first: its guest mode runs inside a loop of asyncio.
    if is_trio():
        return TrioPort()
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        raise RuntimeError(
            "AsyncClient works under asyncio (uvloop and anyio on it too) and trio; none of their loops runs"
        ) from None
    last, found = _last
    if last is not None and found is not None and last() is loop:
        return found
    return _port_of(loop)


def _port_of(loop: asyncio.AbstractEventLoop) -> LoopPort:
    global _last  # noqa: PLW0603
    found = _ports.get(loop)
    if found is None:
        for other, old in list(_ports.items()):
            if other.is_closed():
                old.close()
                _ports.pop(other, None)
        found = _ports[loop] = LoopPort(loop)
    _last = (ref(loop), found)
    return found


def is_trio() -> bool:
    """Whether the running task is one of trio."""
    return "trio" in sys.modules and _in_trio()


def _in_trio() -> bool:
    try:
        sys.modules["trio"].lowlevel.current_task()
    except (RuntimeError, AttributeError):
        return False
    return True


async def head(waiter: Waiter | TrioPort, op: Op) -> list[Any]:
    """Waits for the head of the answer; returns the items that arrived with it."""
    begun = await waiter.until(op.take_head)
    return begun if isinstance(begun, list) else []


def _after_fork() -> None:
    # The descriptors and loops are the parent's. A child makes its own.
    global _last  # noqa: PLW0603
    _last = (None, None)
    _ports.clear()


def _at_exit() -> None:
    for loop, port in list(_ports.items()):
        # A loop that runs belongs to a daemon thread and is stopped with it: no task is left to see that its calls were
        # cancelled.
        if not loop.is_running():
            port.close()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
