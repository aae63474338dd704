"""The future on which an asyncio task waits for one operation.

asyncio's own futures schedule the callback of their task, which the loop runs in its next turn: a quarter of the cost
of a wake-up. A task accepts any object with the protocol of futures, and this one resumes it at once.
"""

from __future__ import annotations

from asyncio import CancelledError, get_running_loop
from types import coroutine

from .._types.errors import StreamUseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable, Generator
    from contextvars import Context
    from typing import Any, Final, TypeAlias, TypeVar

    T = TypeVar("T")
    Outcome: TypeAlias = list[Any] | BaseException | None

TURNS: Final = 16
"""Batches that a task takes without a suspension before the other tasks get a turn: a fast service would starve them
otherwise."""


class ForeignLoopError(RuntimeError):
    """A task of another loop wants to read. The stream stays as it was for its own."""


class Waiter:
    """Of one operation, for one task at a time; used on the thread of the loop alone."""

    __slots__ = (
        "_asyncio_future_blocking",
        "_callback",
        "_cancelled",
        "_context",
        "_here",
        "_loop",
        "_outcome",
        "_scheduled",
        "_token",
        "_turns",
        "_waiting",
    )

    def __init__(
        self, loop: AbstractEventLoop, token: int, waiting: dict[int, Waiter], here: bool = False
    ) -> None:
        self._loop = loop
        self._token = token
        self._waiting = waiting
        self._here = here
        """Whether every task that waits is known to run on the loop: asking for the running loop is a system call."""
        self._turns = 0
        self._scheduled = False
        self._callback: Callable[[Waiter], object] | None = None
        self._cancelled: tuple[object, ...] | None = None

    @coroutine
    def until(self, poll: Callable[[], T | None]) -> Generator[Waiter | None, None, T | list[Any]]:
        """The first result of ``poll`` that is not ``None``, or the items with which the port was drained; empty at the
        end.

        A ``poll`` that returns ``None`` has armed the operation. The caller cancels the operation if the task is
        cancelled here.
        """
        self._turns += 1
        if self._turns >= TURNS:
            self._turns = 0
            yield None
        while (got := poll()) is None:
            if not self._here and get_running_loop() is not self._loop:
                if self._loop.is_closed():
                    raise RuntimeError("this stream belongs to an event loop that was closed")
                raise ForeignLoopError("this stream belongs to another event loop")
            if self._callback is not None or self._scheduled:
                raise StreamUseError("this stream is being read by another task")
            self._turns = 0
            self._waiting[self._token] = self
            self._asyncio_future_blocking = True
            try:
                yield self
            except BaseException:
                self._callback, self._scheduled = None, False
                self._waiting.pop(self._token, None)
                raise
            self._scheduled = False
            outcome = self._outcome
            if outcome is not None:
                if isinstance(outcome, BaseException):
                    raise outcome
                return outcome
        return got

    @property
    def waits(self) -> bool:
        """Whether a task is suspended here."""
        return self._callback is not None or self._scheduled

    def schedule(self, outcome: Outcome) -> None:
        """As :meth:`wake`, in the next turn of the loop and in a handle of its own."""
        callback, self._callback = self._callback, None
        if callback is not None:
            self._outcome, self._scheduled = outcome, True
            self._loop.call_soon(callback, self, context=self._context)

    def wake(self, outcome: Outcome) -> None:
        """Resumes the task with items or an error, or with ``None`` to have it poll the operation again. Not within a
        task."""
        callback, self._callback = self._callback, None
        if callback is not None:
            self._outcome = outcome
            self._context.run(callback, self)

    def get_loop(self) -> AbstractEventLoop:
        """For the task, which checks that the loop is its own."""
        return self._loop

    def add_done_callback(self, callback: Callable[[Waiter], object], *, context: Context) -> None:
        """For the task: how it is resumed."""
        self._callback = callback
        self._context = context

    def result(self) -> None:
        """For the task, which learns here that it was cancelled."""
        cancelled, self._cancelled = self._cancelled, None
        if cancelled is not None:
            raise CancelledError(*cancelled)

    def cancel(self, msg: object = None) -> bool:
        """For the task that is cancelled. It is resumed in the next turn of the loop, as by asyncio's own futures."""
        callback, self._callback = self._callback, None
        if callback is None:
            return False
        self._cancelled = () if msg is None else (msg,)
        self._waiting.pop(self._token, None)
        self._loop.call_soon(callback, self, context=self._context)
        return True

    def done(self) -> bool:
        """For debuggers, which inspect the future that a task waits for."""
        return self._callback is None
