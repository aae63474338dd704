"""Threads that run tools: kept from one turn of a run to the next, and gone with the run.

A thread cannot be ended from outside. A cancelled call sees it (``ToolContext.is_cancelled``),
and gets an exception as soon as it runs Python code again, as Ctrl-C would do on the main thread. One that waits
outside of Python for ever keeps its thread, a daemon, which does not keep the program from ending."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from .._native import no_thread

GRACE: Final = 0.1
"""Seconds that the end of a run waits for cancelled threads."""


class Abandoned(BaseException):
    """Raised within a tool whose result is not wanted any more."""


class Job:
    """A function to be called on a thread, and its outcome."""

    __slots__ = ("_done", "_function", "_lock", "_thread", "error", "on_abandon", "result", "state")

    def __init__(self, function: Callable[[], Any], done: Callable[[Job], object]) -> None:
        self._function = function
        self._done = done
        self._lock = threading.Lock()
        self._thread: int | None = None
        self.state = "waiting"
        self.result: Any = None
        self.error: BaseException | None = None
        self.on_abandon: Callable[[], object] | None = None
        """Called once, on the thread that abandons the job."""

    def perform(self) -> bool:
        """Calls the function. False if the job was abandoned: the thread must not be used again, since the exception
        may still be on its way."""
        with self._lock:
            if self.state == "abandoned":
                return False
            self.state, self._thread = "running", threading.get_ident()
        try:
            try:
                self.result = self._function()
            except Abandoned:
                raise
            except BaseException as error:
                # The thread that waits for the job raises it again.
                self.error = error
        finally:
            with self._lock:
                abandoned = self.state == "abandoned"
                if not abandoned:
                    self.state = "done"
        if not abandoned:
            self._done(self)
        return not abandoned

    def abandon(self) -> None:
        """Its result is not wanted any more."""
        with self._lock:
            if self.state not in ("waiting", "running"):
                return
            self.state, ident = "abandoned", self._thread
            if ident is not None:
                _interrupt(ident)
        if self.on_abandon is not None:
            self.on_abandon()


def _interrupt(ident: int) -> None:
    """Has a thread raise :class:`Abandoned` when it next runs Python code."""
    try:
        import ctypes
    except ImportError:
        # A Python without it: the thread ends with its call.
        return
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Abandoned))


class _Pool:
    """State that threads share with their workers object, which may be collected meanwhile."""

    __slots__ = ("ended", "idle", "threads")

    def __init__(self) -> None:
        self.ended = False
        self.idle: list[queue.SimpleQueue[Job | None]] = []
        self.threads: list[threading.Thread] = []


class Workers:
    """The threads of one run."""

    __slots__ = ("_busy", "_pool")

    def __init__(self) -> None:
        self._pool = _Pool()
        self._busy: list[Job] = []

    def start(self, job: Job) -> None:
        """Runs the job on a thread of its own.

        :raises APIConnectionError: of the subkind ``resources``, if the system gives no thread. The job was not
            begun, and nothing of it is kept."""
        pool = self._pool
        try:
            inbox = pool.idle.pop()
        except IndexError:
            inbox = queue.SimpleQueue()
            thread = threading.Thread(target=_serve, args=(pool, inbox), name="parlour-tool", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                no_thread("a tool cannot run", str(error))
            pool.threads = [one for one in pool.threads if one.is_alive()]
            pool.threads.append(thread)
        self._busy = [one for one in self._busy if one.state in ("waiting", "running")]
        self._busy.append(job)
        inbox.put(job)

    def end(self, *, wait: bool = False) -> None:
        """Ends the threads: those that are idle now, the others as soon as they can be reached. ``wait`` gives them a
        moment."""
        pool, self._pool = self._pool, _Pool()
        pool.ended = True
        busy, self._busy = self._busy, []
        for job in busy:
            job.abandon()
        while pool.idle:
            pool.idle.pop().put(None)
        if wait:
            until = time.monotonic() + GRACE
            for thread in pool.threads:
                thread.join(max(0.0, until - time.monotonic()))

    def __del__(self) -> None:
        self.end()


def _serve(pool: _Pool, inbox: queue.SimpleQueue[Job | None]) -> None:
    try:
        while (job := inbox.get()) is not None:
            if not job.perform():
                return
            del job
            if pool.ended:
                return
            pool.idle.append(inbox)
            if pool.ended:
                # The end may have looked before this thread was among the idle ones.
                return
    except Abandoned:
        return
