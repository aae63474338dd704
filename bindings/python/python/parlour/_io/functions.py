"""Functions of the caller that asynchronous code calls: a coroutine function runs on the loop, a plain one on a thread,
since it may block. Both see the context variables of the task.

The threads are kept for the next function; one without work for a while ends. They are daemons: a function that hangs
does not keep the program from ending.
"""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from .holding import watched

Outcome: TypeAlias = "tuple[Any, BaseException | None]"
"""The result of a function, or the exception that it raised."""

MOST: Final = 32
"""Threads of one kind of function. More functions wait for a thread: a thousand calls that begin at once do not start a
thousand threads for their keys."""
IDLE: Final = 10.0
"""Seconds that a thread waits for the next function."""


def is_trio() -> bool:
    """Whether the running task is one of trio."""
    return "trio" in sys.modules and _in_trio()


def _in_trio() -> bool:
    try:
        sys.modules["trio"].lowlevel.current_task()
    except (RuntimeError, AttributeError):
        return False
    return True


def is_coroutine_function(function: Any) -> bool:
    """Whether this is a coroutine function, or an object whose class is called as one."""
    return any(map(inspect.iscoroutinefunction, (function, type(function).__call__)))


async def result_of(function: Callable[..., Any], *args: Any) -> Any:
    """Calls a function of the caller and returns its result; exceptions are raised unchanged."""
    if is_coroutine_function(function):
        return await watched(function, function(*args))
    value, error = await outcome_on_thread(_CREDENTIALS, function, *args)
    if error is not None:
        raise error
    return await value if hasattr(value, "__await__") else value


async def result_of_hook(function: Callable[..., Any], *args: Any) -> Any:
    """As :func:`result_of`, for a hook that a call waits for."""
    if is_coroutine_function(function):
        return await watched(function, function(*args))
    value, error = await outcome_on_thread(_HOOKS, function, *args)
    if error is not None:
        raise error
    return await value if hasattr(value, "__await__") else value


async def outcome_of_hook(function: Callable[..., Any], *args: Any) -> BaseException | None:
    """Calls a hook and ignores its result: returns its exception, except a cancellation of the waiting
    task."""
    if is_coroutine_function(function):
        value: Any = function(*args)
    else:
        value, error = await outcome_on_thread(_HOOKS, function, *args)
        if error is not None or not hasattr(value, "__await__"):
            return error
    task = _current_task()
    try:
        await watched(function, value)
    except BaseException as error:
        if _ends_task(error, task):
            raise
        return error
    return None


async def on_thread(function: Callable[..., Any], *args: Any) -> Any:
    """Runs an internal function that touches files, on a thread; exceptions are raised unchanged."""
    value, error = await outcome_on_thread(_FILES, function, *args)
    if error is not None:
        raise error
    return value


def _current_task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def _ends_task(error: BaseException, task: asyncio.Task[Any] | None) -> bool:
    """Whether the loop has thrown this into the task, or the task is being disposed of, and no function has raised
    it."""
    if task is None:
        trio = sys.modules.get("trio")
        return trio is not None and isinstance(error, trio.Cancelled)
    if isinstance(error, asyncio.CancelledError):
        return task.cancelling() > 0
    return isinstance(error, GeneratorExit) and _current_task() is not task


async def outcome_on_thread(threads: Threads, function: Callable[..., Any], *args: Any) -> Outcome:
    """Calls a plain function on a thread. If the task is cancelled meanwhile, the function runs to its end all the
    same: an exception in the middle of somebody's refresh of a key would break what they keep."""
    context = contextvars.copy_context()

    def call() -> Outcome:
        try:
            return context.run(function, *args), None
        except BaseException as error:
            return None, error

    if is_trio():
        trio = sys.modules["trio"]
        try:
            outcome: Outcome = await trio.to_thread.run_sync(call, abandon_on_cancel=True)
        except RuntimeError:
            # No thread, as below: an exception of the function is in the outcome.
            return call()
        return outcome
    loop = asyncio.get_running_loop()
    waits: asyncio.Future[Outcome] = loop.create_future()

    def arrive(outcome: Outcome) -> None:
        if not waits.done():
            waits.set_result(outcome)

    def perform() -> None:
        outcome = call()
        try:
            loop.call_soon_threadsafe(arrive, outcome, context=contextvars.Context())
        except RuntimeError:
            # The loop was closed: nobody waits.
            return

    if not threads.start(perform):
        # The system gives no thread: the loop is held rather than the call lost.
        return call()
    return await waits


class Threads:
    """Threads that serve one queue of functions. Any thread."""

    __slots__ = ("_idle", "_jobs", "_lock", "_running")

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._idle = 0
        """Threads without work, less the functions in the queue."""
        self._running = 0

    def start(self, job: Callable[[], None]) -> bool:
        """Runs the job on a thread. False if there is none and none can be started."""
        with self._lock:
            if self._idle <= 0 and self._running < MOST and not self._add() and self._running == 0:
                return False
            self._idle -= 1
            self._jobs.put(job)
        return True

    def _add(self) -> bool:
        thread = threading.Thread(target=self._serve, name="parlour-function", daemon=True)
        try:
            # A thread may inherit the context of its starter: it must not keep that of a call.
            contextvars.Context().run(thread.start)
        except RuntimeError:
            return False
        self._running += 1
        self._idle += 1
        return True

    def _serve(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=IDLE)
            except queue.Empty:
                with self._lock:
                    # A job may have come after the wait was over.
                    if self._idle > 0:
                        self._idle -= 1
                        self._running -= 1
                        return
                continue
            job()
            del job
            with self._lock:
                self._idle += 1


_CREDENTIALS: Final = Threads()
"""For functions that give credentials. A hook may wait for a call that needs one, and never the other way round."""
_HOOKS: Final = Threads()
_FILES: Final = Threads()
"""For reading and writing files."""


def _after_fork() -> None:
    # The threads are the parent's, and one of them may have held the lock.
    for threads in (_CREDENTIALS, _HOOKS, _FILES):
        threads._reset()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
