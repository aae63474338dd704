"""Runs the calls of a turn in synchronous code: on threads, or a single call on the waiting thread.
``_async.calls`` is the handwritten counterpart. The core decides which calls may run, and what to do with
results."""

from __future__ import annotations

import contextvars
import queue
import time

from .._io.workers import Abandoned, Job, Workers
from .._native import STREAM
from .._tools import outcome as _outcome
from .._tools import tool as _tool
from .._tools.around import NOTHING
from .._tools.run import EarlyCalls
from .io import begin as begin_call
from .stream import MessageStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from .._native import Body, Op, Port
    from .._tools.around import Around
    from .._tools.outcome import Outcome
    from .._tools.run import BaseToolRun
    from .._types.tool_call import ToolCall


LOOK: Final = 0.1
"""Seconds after which a thread that waits for calls looks up. A signal that arrives just before the wait begins does
not end it, and its handler, that of Ctrl-C for example, would have to wait for the calls."""


class _Running:
    """A call on a thread."""

    __slots__ = ("around", "call", "job", "until")

    def __init__(self, call: ToolCall, around: Around, until: float | None) -> None:
        self.call = call
        self.around = around
        self.until = until
        self.job: Job


class Calls:
    """The calls of a run that are running."""

    __slots__ = ("_done", "_run", "_running", "_workers")

    def __init__(self, run: BaseToolRun) -> None:
        self._run = run
        self._workers: Workers | None = None
        self._running: dict[int, _Running] = {}
        self._done: queue.SimpleQueue[Job | None] = queue.SimpleQueue()

    def start(self, call: ToolCall) -> None:
        """Begins a call on a thread; :meth:`finish` waits for it."""
        run = self._run
        if (refused := self._refusal(call)) is not None:
            run._finish(call, refused)
            return
        if self._workers is None:
            self._workers = Workers()
        until = None if run._timeout is None else time.monotonic() + run._timeout
        context = contextvars.copy_context()
        around = run._around(call, context)
        inside = context if around is NOTHING else context.copy()
        running = _Running(call, around, until)
        running.job = Job(lambda: inside.run(self._value, call, around), self._done.put)
        self._running[id(running.job)] = running
        try:
            self._workers.start(running.job)
        except BaseException as error:
            self._running.pop(id(running.job), None)
            around.leave(error)
            raise

    def finish(self) -> None:
        """Runs the calls of the last answer, so many at a time as the loop allows, until each has its result."""
        run = self._run
        try:
            while True:
                begun = []
                while (call := run._begin()) is not None:
                    begun.append(call)
                if len(begun) == 1 and not self._running and run._timeout is None:
                    # Alone and without a limit of time it needs no thread, and Ctrl-C reaches it where it is.
                    self._here(begun[0])
                    continue
                for call in begun:
                    self.start(call)
                if not self._running:
                    if not begun:
                        return
                    continue
                self._wait()
        except BaseException:
            self.end()
            raise

    def _here(self, call: ToolCall) -> None:
        refused = self._refusal(call)
        self._run._finish(call, self._outcome(call) if refused is None else refused)

    def _wait(self) -> None:
        """Waits for one call, or for the limit of the one that has the least time left."""
        limits = [one.until for one in self._running.values() if one.until is not None]
        try:
            job = self._done.get(
                timeout=min(LOOK, max(0.0, min(limits) - time.monotonic())) if limits else LOOK
            )
        except queue.Empty:
            now = time.monotonic()
            for running in list(self._running.values()):
                if running.until is not None and running.until <= now:
                    assert self._run._timeout is not None
                    self._stop(running, _outcome.timed_out(self._run._timeout))
                    self._run._finish(running.call, _outcome.took_too_long(self._run._timeout))
            return
        ended = None if job is None else self._running.pop(id(job), None)
        if job is None or ended is None:
            # The run was cancelled, or the call came too late.
            return
        error = job.error
        if error is not None and not isinstance(error, Exception):
            raise error
        self._run._finish(ended.call, job.result if error is None else _outcome.failed(error, ended.call))

    def _refusal(self, call: ToolCall) -> Outcome | None:
        """The hook's refusal of a call. The hook runs on the thread of the run, one call after the other."""
        run = self._run
        return None if run._approve is None else _outcome.verdict(run._approve(call))

    def _value(self, call: ToolCall, around: Around) -> Outcome:
        run = self._run
        with around:
            return around.outcome(_tool.called(run._tools.of(call), call, run._context_of(call)))

    def _outcome(self, call: ToolCall) -> Outcome:
        try:
            return self._value(call, self._run._around(call))
        except Exception as error:
            return _outcome.failed(error, call)

    def _stop(self, running: _Running, why: BaseException | None = None) -> None:
        self._running.pop(id(running.job), None)
        self._run._stopped(running.call)
        try:
            running.around.leave(why or Abandoned())
        finally:
            running.job.abandon()

    def drop(self) -> None:
        """Stops the calls whose results are not wanted any more."""
        for running in list(self._running.values()):
            if not self._run._loop.is_running(running.call.id):
                self._stop(running)

    def cancel(self) -> None:
        """Cancels all calls."""
        for running in list(self._running.values()):
            self._stop(running)
        self._done.put(None)

    def end(self) -> None:
        """Stops all calls, and gives their threads a moment."""
        for running in list(self._running.values()):
            self._stop(running)
        workers, self._workers = self._workers, None
        if workers is not None:
            workers.end(wait=True)


class TurnStream(MessageStream):
    """The stream of a turn: its run takes the answer in as soon as it was read to its end."""

    __slots__ = ("_early", "_run")

    def __init__(
        self, run: BaseToolRun, op: Op, port: Port, first: list[Any], early: EarlyCalls | None
    ) -> None:
        self._run = run
        self._early = early
        super().__init__(op, port, first, run._key)

    def _set_batch(self, batch: list[Any]) -> None:
        super()._set_batch(batch)
        if self._early is not None:
            self._early.look(self._op, batch)

    def _fetch(self, reader: object = None, *, text: bool = False) -> bool:
        more = super()._fetch(reader, text=text)
        if not more:
            self._run._ended(self)
        return more


def open_turn(run: BaseToolRun, body: Body, early: EarlyCalls | None) -> TurnStream:
    """Sends the request of a turn and waits until its answer has begun."""
    op, port, first = begin_call(run._native, STREAM, body, run._options, run._key)
    return TurnStream(run, op, port, first, early)
