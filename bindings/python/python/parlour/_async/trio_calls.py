"""Runs the calls of a turn under trio. The calls of a whole answer are tasks of a nursery, which ends with
them. Those that begin while their message still arrives are system tasks: the task that reads the message is
in no block of ours that could own a nursery. Imported only under trio."""

from __future__ import annotations

import contextvars
import math

import trio

from .._tools import outcome as _outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .._tools.outcome import Outcome
    from .._tools.run import BaseToolRun
    from .._types.tool_call import ToolCall

    Run = Callable[[ToolCall], Awaitable[Outcome]]


class _Early:
    """A call that began early."""

    __slots__ = ("call", "ended", "error", "outcome", "scope", "token")

    def __init__(self, call: ToolCall) -> None:
        self.call = call
        self.scope = trio.CancelScope()
        self.token = trio.lowlevel.current_trio_token()
        self.ended = trio.Event()
        # That of a call whose scope was cancelled.
        self.outcome: Outcome = _outcome.cancelled()
        self.error: BaseException | None = None

    async def run(self, run: Run) -> None:
        """The body of its task. An exception of a hook is kept for the waiter of the call: raised out of a
        system task it would crash trio itself."""
        try:
            with self.scope:
                self.outcome = await run(self.call)
        except trio.Cancelled:
            raise
        except BaseException as error:
            self.error = error
        finally:
            self.ended.set()

    def cancel(self) -> None:
        """Cancels the call. Any thread may call it."""
        try:
            self.token.run_sync_soon(self.scope.cancel, idempotent=True)
        except trio.RunFinishedError:
            # Its loop is over, and all tasks with it.
            return

    async def result(self) -> Outcome:
        """Waits for its end."""
        await self.ended.wait()
        if self.error is not None:
            raise self.error
        return self.outcome


class TrioCalls:
    """The calls of a run that are running."""

    __slots__ = ("_early", "_run", "_run_one")

    def __init__(self, run: BaseToolRun, run_one: Run) -> None:
        self._run = run
        self._run_one = run_one
        self._early: list[_Early] = []

    def start(self, call: ToolCall) -> None:
        """Begins a call early; :meth:`finish` waits for it."""
        begun = _Early(call)
        self._early.append(begun)
        trio.lowlevel.spawn_system_task(
            begun.run, self._run_one, name=f"parlour-tool-{call.name}", context=contextvars.copy_context()
        )
        if self._run._cancelled:
            # By another thread, which has not seen this call.
            begun.cancel()

    async def finish(self) -> None:
        """Runs the calls of the last answer until each has its result. The nursery ends with its calls."""
        run = self._run
        send, receive = trio.open_memory_channel[tuple["ToolCall", "Outcome"]](math.inf)

        async def one(call: ToolCall) -> None:
            send.send_nowait((call, await self._run_one(call)))

        async def early(begun: _Early) -> None:
            send.send_nowait((begun.call, await begun.result()))

        try:
            async with trio.open_nursery() as nursery:
                running = len(self._early)
                for begun in self._early:
                    nursery.start_soon(early, begun)
                while True:
                    while (call := run._begin()) is not None:
                        nursery.start_soon(one, call)
                        running += 1
                    if not running:
                        break
                    call, outcome = await receive.receive()
                    running -= 1
                    run._finish(call, outcome)
        except BaseException as error:
            await self.end()
            if not isinstance(error, BaseExceptionGroup):
                raise
            # The group of a nursery holds the exception of one of its tasks, or of its body.
            alone: BaseException = error
            while isinstance(alone, BaseExceptionGroup) and len(alone.exceptions) == 1:
                alone = alone.exceptions[0]
            raise alone from None
        self._early.clear()

    def drop(self) -> None:
        """Stops the early calls whose results are not wanted any more."""
        for begun in list(self._early):
            if not self._run._loop.is_running(begun.call.id):
                self._stop(begun)
                self._early.remove(begun)

    def cancel(self) -> None:
        """Cancels the early calls; the others end with their nursery."""
        for begun in list(self._early):
            self._stop(begun)

    async def end(self) -> None:
        """Stops the early calls, and waits until they have: also for a task that was cancelled itself, as a nursery
        does."""
        self.cancel()
        stopping, self._early = self._early, []
        with trio.CancelScope(shield=True):
            for begun in stopping:
                await begun.ended.wait()

    def _stop(self, begun: _Early) -> None:
        self._run._stopped(begun.call)
        begun.cancel()
