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
from contextvars import Context
from weakref import WeakKeyDictionary, ref

from .._native import Port, report_unraisable
from . import holding as _holding
from . import log as _log
from . import stops as _stops
from . import wait as _wait
from .functions import is_trio, outcome_of_hook
from .waiter import TURNS, Waiter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from typing import Any, Self, TypeAlias, TypeVar

    from .._native import Op
    from .log import Record
    from .stops import Stop
    from .waiter import Outcome

    T = TypeVar("T")


class LoopPort:
    """The port of an asyncio loop, and the tasks that wait for its operations. Used on the loop's thread alone: the
    loop watches the sockets of its calls, and drains the port to drive them.

    Holds a weak reference to the loop, so that both can be collected.
    """

    __slots__ = ("__weakref__", "_hooks", "_kind", "_loop", "_waiting", "native")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self._kind = _nesting(type(loop))
        self.native = Port.hosted()
        self._waiting: dict[int, Waiter] = {}
        self._hooks: dict[int, set[asyncio.Task[None]]] = {}
        """The hooks that run, by the operations that they are called for."""
        try:
            # The loop keeps the context of its handle. An empty one holds nothing of the call that came first.
            Context().run(loop.add_reader, self.native.fileno(), self._readable)
        except NotImplementedError as error:
            raise RuntimeError(
                f"{type(loop).__name__} cannot watch descriptors (add_reader), which AsyncClient needs: "
                "use asyncio's selector loop or uvloop"
            ) from error

    def _readable(self) -> None:
        woken = self.native.drain()
        if _log.active:
            self._deliver()
        kind = self._kind
        if kind is None or kind._check_running is _STOCK:
            self._resume(iter(woken))
        else:
            self._schedule(woken)

    def _schedule(self, woken: list[tuple[int, Outcome]]) -> None:
        """Has the loop resume the tasks in handles of their own. In a loop that can be run by its own tasks, one that
        was resumed within this handle would keep the inner run from entering the handle again."""
        for token, outcome in woken:
            waiter = self._waiting.pop(token, None)
            if waiter is not None:
                waiter.schedule(outcome)

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

    def waiter(self, op: Op, *, here: bool = False) -> Waiter:
        """Returns the waiter of tasks for this operation. ``here`` if the task that looked this port up is the only
        one: it runs on the loop, and a task stays on its loop."""
        loop = self._loop()
        if loop is None:
            raise RuntimeError("the event loop of this stream is gone")
        return Waiter(loop, op.token, self._waiting, here)

    def _deliver(self) -> None:
        """Delivers the log records, and calls the hooks, each in the context of its call."""
        records = self.native.logs()
        if records:
            self._deliver_records(records)
        if _log.hooked:
            for stop in self.native.stops():
                self._begin_hook(stop)

    def _deliver_records(self, records: list[Record]) -> None:
        batch: list[Record] = []
        for record in records:
            if batch and batch[0][3] != record[3]:
                self._context(batch[0][3]).run(_handle, batch)
                batch = []
            batch.append(record)
        self._context(batch[0][3]).run(_handle, batch)

    def _context(self, token: int) -> Context:
        """A context as that of the call. A copy, since a handler may come back here while it runs."""
        found = self.native.context(token)
        return Context() if found is None else found.copy()

    def _begin_hook(self, stop: Stop) -> None:
        found, loop, token = _stops.hook_of(stop), self._loop(), stop[-1]
        if found is None or loop is None or loop.is_closed():
            return
        # Not by `context=`, which not every factory of tasks knows.
        task: asyncio.Task[None] = self._context(token).run(loop.create_task, _call_hook(*found))
        if task.done():
            return
        running = self._hooks.setdefault(token, set())
        running.add(task)

        def ended(task: asyncio.Task[None]) -> None:
            running.discard(task)
            if not running:
                self._hooks.pop(token, None)

        task.add_done_callback(ended, context=Context())

    def release(self) -> None:
        """An operation has ended, and nothing is to be delivered."""

    def finish(self, op: Op) -> Awaitable[object] | None:
        """An operation has ended: delivers log records. Returns what waits for the hooks of its call, if any run. Only
        while :data:`_io.log.active`."""
        if not self._hooks and op.drop_context_quietly(self.native):
            return None
        self._deliver()
        op.drop_context()
        hooks = self._hooks.get(op.token)
        return asyncio.wait(list(hooks)) if hooks else None

    def fail(self, op: Op) -> None:
        """An operation has failed, or was given up."""
        op.cancel()
        if _log.active:
            self._deliver()
            op.drop_context()

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

    def waiter(self, _op: Op, *, here: bool = False) -> Self:
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
        """As :meth:`LoopPort.release`; another operation may use the port."""
        self.native.give_back()

    def finish(self, _op: Op) -> Awaitable[object] | None:
        """As :meth:`LoopPort.finish`; another operation may use the port afterwards."""
        _handle(self.native.logs())
        stops = self.native.stops() if _log.hooked else []
        self.native.give_back()
        return _call_hooks(stops) if stops else None

    def fail(self, op: Op) -> None:
        """As :meth:`LoopPort.fail`."""
        op.cancel()
        if _log.active:
            _log.deliver(self.native)

    def close(self) -> None:
        """Cancels the operation."""
        self.native.close()


_STOCK = getattr(asyncio.BaseEventLoop, "_check_running", None)
"""asyncio's own refusal to run a loop that runs already."""
if getattr(_STOCK, "__module__", None) != "asyncio.base_events":
    # Replaced before this was imported, or gone from asyncio.
    _STOCK = object()


class _Unknown:
    """In place of the class of a loop of which nothing is known."""

    _check_running = None


def _nesting(kind: type) -> Any:
    """The class whose ``_check_running`` says whether loops of this class can be run again by a task of theirs, which
    packages like ``nest_asyncio`` allow at any time; ``None`` where none can."""
    if any(base.__module__.partition(".")[0] == "uvloop" for base in kind.__mro__):
        return None
    return kind if hasattr(kind, "_check_running") else _Unknown


_ports: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopPort] = WeakKeyDictionary()
_last: tuple[ref[asyncio.AbstractEventLoop] | None, LoopPort | None] = (None, None)
"""The pair that was looked up last: most programs have one loop."""


TaskPort: TypeAlias = LoopPort | TrioPort
"""The port of a task: of an asyncio loop, or of trio."""


def current_port() -> TaskPort:
    """The port on which the running task waits.

    :class:`RuntimeError` if no event loop runs."""
    # trio first: its guest mode runs inside a loop of asyncio.
    if "trio" in sys.modules and is_trio():
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


def _handle(records: list[Record]) -> None:
    """Delivers log records on the loop."""
    since = _holding.clock()
    _log.handle(records)
    _holding.check(since, _log.handle, "a handler or filter of the logger parlour")


async def _call_hooks(stops: list[Stop]) -> None:
    for stop in stops:
        found = _stops.hook_of(stop)
        if found is not None:
            await _call_hook(*found)


async def _call_hook(hook: _stops.Hook, notice: object) -> None:
    error = await outcome_of_hook(hook.function, notice)
    if error is not None:
        report_unraisable(error, hook.function)


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
