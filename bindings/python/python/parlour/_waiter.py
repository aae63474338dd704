"""How a task of asyncio's waits for one operation. It must not know what is waited for.

asyncio's own futures hand their task to the loop, which comes round to it in another turn: a quarter of what a
wake-up costs. A task takes any object that speaks the protocol of futures, and this one resumes it at once.
"""

from __future__ import annotations

from asyncio import CancelledError, get_running_loop
from types import coroutine

from ._errors import StreamUseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable, Generator
    from contextvars import Context
    from typing import Any, Final, TypeAlias, TypeVar

    T = TypeVar("T")
    Outcome: TypeAlias = list[Any] | BaseException | None

TURNS: Final = 16
"""What is there is taken so often without a suspension before the other tasks get a turn: a fast service could
hold the loop for ever."""


class Waiter:
    """Of one operation, one task at a time, all of it on the thread of its loop."""

    __slots__ = (
        "_asyncio_future_blocking",
        "_callback",
        "_cancelled",
        "_context",
        "_loop",
        "_outcome",
        "_token",
        "_turns",
        "_waiting",
    )

    def __init__(self, loop: AbstractEventLoop, token: int, waiting: dict[int, Waiter]) -> None:
        self._loop = loop
        self._token = token
        self._waiting = waiting
        self._turns = 0
        self._callback: Callable[[Waiter], object] | None = None
        self._cancelled: tuple[object, ...] | None = None

    @coroutine
    def until(self, ask: Callable[[], T | None]) -> Generator[Waiter | None, None, T | list[Any]]:
        """What ``ask`` gives once it gives something, or items that came instead; empty at the end.

        ``ask`` arms the operation where it gives nothing. Whoever is cancelled here cancels the operation.
        """
        self._turns += 1
        if self._turns >= TURNS:
            self._turns = 0
            yield None
        while (got := ask()) is None:
            if get_running_loop() is not self._loop:
                raise RuntimeError("this stream belongs to another event loop")
            if self._callback is not None:
                raise StreamUseError("this stream is being read by another task")
            self._turns = 0
            self._waiting[self._token] = self
            self._asyncio_future_blocking = True
            try:
                yield self
            except BaseException:
                self._callback = None
                self._waiting.pop(self._token, None)
                raise
            outcome = self._outcome
            if outcome is not None:
                if isinstance(outcome, BaseException):
                    raise outcome
                return outcome
        return got

    @property
    def waits(self) -> bool:
        """Whether a task is suspended here."""
        return self._callback is not None

    def wake(self, outcome: Outcome) -> None:
        """Resumes the task, with items, a failure, or ``None`` if the operation is to be asked again. Not from
        within a task."""
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
        """For the task that is cancelled. It is resumed as asyncio's own futures do it, in another turn."""
        callback, self._callback = self._callback, None
        if callback is None:
            return False
        self._cancelled = () if msg is None else (msg,)
        self._waiting.pop(self._token, None)
        self._loop.call_soon(callback, self, context=self._context)
        return True

    def done(self) -> bool:
        """For those who look at what a task waits for."""
        return self._callback is None
