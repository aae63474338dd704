"""Runs the calls of a turn in asynchronous code: tasks, and threads for plain functions. ``_sync.calls`` is
the handwritten counterpart. The core decides which calls may run, and what to do with results."""

from __future__ import annotations

import asyncio
import contextvars
import sys

from .._io.functions import is_coroutine_function, is_trio
from .._io.holding import watched
from .._native import STREAM, no_thread
from .._tools import outcome as _outcome
from .._tools import tool as _tool
from .._tools.run import EarlyCalls
from .._types.errors import ParlourError
from .io import begin as begin_call
from .stream import AsyncMessageStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._io.loop import TaskPort
    from .._io.workers import Job, Workers
    from .._native import Body, Op
    from .._tools.around import Around
    from .._tools.outcome import Outcome
    from .._tools.run import BaseToolRun
    from .._types.tool_call import ToolCall
    from .trio_calls import TrioCalls


class AsyncCalls:
    """The calls of a run that are running."""

    __slots__ = ("_run", "_tasks", "_under_trio", "_unstarted", "_workers")

    def __init__(self, run: BaseToolRun) -> None:
        self._run = run
        self._tasks: dict[asyncio.Task[Outcome], ToolCall] = {}
        self._under_trio: TrioCalls | None = None
        self._workers: Workers | None = None
        self._unstarted: ParlourError | None = None
        """The last error from starting a thread: it ends the run, and is no result of a tool."""

    def start(self, call: ToolCall) -> None:
        """Begins a call; :meth:`finish` waits for it."""
        if is_trio():
            self._of_trio().start(call)
            return
        task = asyncio.get_running_loop().create_task(self._outcome(call), name=f"parlour-tool-{call.name}")
        self._tasks[task] = call
        if self._run._cancelled:
            # By another thread, which has not seen this task.
            task.cancel()

    async def finish(self) -> None:
        """Runs the calls of the last answer, so many at a time as the loop allows, until each has its result."""
        if is_trio():
            await self._of_trio().finish()
            return
        run = self._run
        try:
            while True:
                while (call := run._begin()) is not None:
                    self.start(call)
                if not self._tasks:
                    return
                done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    call = self._tasks.pop(task)
                    # A task that somebody else cancelled is a call that failed, not the end of the run.
                    run._finish(call, _outcome.cancelled() if task.cancelled() else task.result())
        except BaseException:
            await self.end()
            raise

    def drop(self) -> None:
        """Stops the calls whose results are not wanted any more."""
        for task, call in list(self._tasks.items()):
            if not self._run._loop.is_running(call.id):
                self._run._stopped(call)
                task.cancel()
                del self._tasks[task]
        if self._under_trio is not None:
            self._under_trio.drop()

    def cancel(self) -> None:
        """Cancels all calls. Any thread may call it."""
        for task, call in list(self._tasks.items()):
            self._run._stopped(call)
            try:
                # A loop that sleeps has to be woken, and tasks belong to its thread.
                task.get_loop().call_soon_threadsafe(task.cancel)
            except RuntimeError:
                # The loop was closed: nothing runs there.
                continue
        if self._under_trio is not None:
            self._under_trio.cancel()

    async def end(self) -> None:
        """Stops all calls, and waits until they have."""
        self.cancel()
        tasks, self._tasks = list(self._tasks), {}
        if self._workers is not None:
            self._workers.end()
        if tasks:
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._under_trio is not None:
            await self._under_trio.end()

    def _of_trio(self) -> TrioCalls:
        if self._under_trio is None:
            from .trio_calls import TrioCalls

            self._under_trio = TrioCalls(self._run, self._outcome)
        return self._under_trio

    async def _outcome(self, call: ToolCall) -> Outcome:
        run = self._run
        if run._approve is not None:
            answer = await self._approval(run._approve, call)
            if (refused := _outcome.verdict(answer)) is not None:
                return refused
        context = run._context_of(call)
        around = run._around(call)
        try:
            with around:
                if run._timeout is None:
                    return around.outcome(await self._value(call, context))
                return await self._limited(call, context, run._timeout, around)
        except Exception as error:
            if error is self._unstarted:
                self._unstarted = None
                raise
            return _outcome.failed(error, call)

    async def _approval(self, approve: Callable[[ToolCall], Any], call: ToolCall) -> Any:
        """Returns the function's verdict. A plain function runs on a thread: it may wait for a person."""
        if is_coroutine_function(approve):
            return await watched(approve, approve(call))
        answer = await self._on_thread(lambda: approve(call))
        return await answer if hasattr(answer, "__await__") else answer

    async def _limited(
        self, call: ToolCall, context: _tool.ToolContext[Any], seconds: float, around: Around
    ) -> Outcome:
        if is_trio():
            trio = sys.modules["trio"]
            with trio.move_on_after(seconds) as scope:
                return around.outcome(await self._value(call, context))
            assert scope.cancelled_caught
        else:
            limit = asyncio.timeout(seconds)
            try:
                async with limit:
                    return around.outcome(await self._value(call, context))
            except TimeoutError:
                if not limit.expired():
                    raise
        self._run._stopped(call)
        around.leave(_outcome.timed_out(seconds))
        return _outcome.took_too_long(seconds)

    async def _value(self, call: ToolCall, context: _tool.ToolContext[Any]) -> Any:
        """Calls the tool and returns its value. A plain function runs on a thread: it may block."""
        tool = self._run._tools.of(call)
        if tool.is_async:
            value = _tool.called(tool, call, context)
        else:
            value = await self._on_thread(lambda: _tool.called(tool, call, context))
        return await watched(tool, value) if hasattr(value, "__await__") else value

    async def _on_thread(self, function: Callable[[], Any]) -> Any:
        around = contextvars.copy_context()
        if is_trio():
            return await self._on_thread_of_trio(lambda: around.run(function))
        from .._io.workers import Job, Workers

        if self._workers is None:
            self._workers = Workers()
        loop = asyncio.get_running_loop()
        finished = asyncio.Event()

        def done(_job: Job) -> None:
            try:
                loop.call_soon_threadsafe(finished.set)
            except RuntimeError:
                # The loop was closed: nobody waits.
                return

        job = Job(lambda: around.run(function), done)
        try:
            self._workers.start(job)
        except ParlourError as error:
            self._unstarted = error
            raise
        try:
            await finished.wait()
        except BaseException:
            job.abandon()
            raise
        if job.error is not None:
            raise job.error
        return job.result

    async def _on_thread_of_trio(self, function: Callable[[], Any]) -> Any:
        def call() -> tuple[Any, BaseException | None]:
            try:
                return function(), None
            except BaseException as error:
                return None, error

        trio = sys.modules["trio"]
        try:
            value, error = await trio.to_thread.run_sync(call, abandon_on_cancel=True)
        except RuntimeError as unstarted:
            # The function's own errors are results: this one is of the thread.
            try:
                no_thread("a tool cannot run", str(unstarted))
            except ParlourError as short:
                self._unstarted = short
                raise
        if error is not None:
            raise error
        return value


class AsyncTurnStream(AsyncMessageStream):
    """The stream of a turn: its run takes the answer in as soon as it was read to its end."""

    __slots__ = ("_early", "_run")

    def __init__(
        self, run: BaseToolRun, op: Op, port: TaskPort, first: list[Any], early: EarlyCalls | None
    ) -> None:
        self._run = run
        self._early = early
        super().__init__(op, port, first, run._key)

    def _set_batch(self, batch: list[Any]) -> None:
        super()._set_batch(batch)
        if self._early is not None:
            self._early.look(self._op, batch)

    async def _fetch(self, reader: object = None, *, text: bool = False) -> bool:
        more = await super()._fetch(reader, text=text)
        if not more:
            self._run._ended(self)
        return more


async def open_turn(run: BaseToolRun, body: Body, early: EarlyCalls | None) -> AsyncTurnStream:
    """Sends the request of a turn and waits until its answer has begun."""
    op, port, first = await begin_call(run._native, STREAM, body, run._options, run._key)
    return AsyncTurnStream(run, op, port, first, early)
