"""The hooks around one execution of a tool: their context managers are entered and left once, in one context, and what
they raise costs no result."""

from __future__ import annotations

from _thread import allocate_lock
from typing import Any

from .._hints import install
from .._native import report_unraisable
from .._schemas.values import Mismatch
from . import outcome as _outcome
from . import tool as _tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextvars import Context
    from types import TracebackType

    from .._types.hooks import ToolExecution
    from .._types.tool_call import ToolCall
    from .outcome import Outcome


class InvalidArguments(ValueError):
    """The error that hooks get for an input that does not fit its tool."""


class Around:
    """Hooks that are entered around an execution. In a context of their own the function runs in a copy of it, so that
    any thread may leave them. As a context manager it leaves them with its block."""

    __slots__ = ("_context", "_entered", "_over")

    def __init__(self, context: Context | None = None) -> None:
        self._context = context
        self._entered: list[tuple[Any, Any]] = []
        self._over = allocate_lock()
        """Taken by whoever leaves first."""

    def enter(self, hooks: Sequence[Any], call: ToolCall, description: str) -> None:
        """Asks the hooks, and enters what they return."""
        from .._types.hooks import ToolExecution

        about = ToolExecution(call, description)
        if self._context is None:
            self._enter(hooks, about)
        else:
            self._context.run(self._enter, hooks, about)

    def _enter(self, hooks: Sequence[Any], about: ToolExecution) -> None:
        for hook in hooks:
            try:
                manager = hook.around_tool(about)
                if manager is not None:
                    _check(manager)
                    manager.__enter__()
                    self._entered.append((hook, manager))
            except Exception as error:
                report_unraisable(error, hook.around_tool)
            except BaseException as error:
                self._leave(error)
                raise

    def outcome(self, value: Any) -> Outcome:
        """The result that the function returned, as content."""
        made = _outcome.outcome(value)
        if isinstance(value, _tool.ToolError):
            self.leave(value)
        return made

    def leave(self, error: BaseException | None) -> None:
        """Leaves the hooks, unless they were left; with what the execution ended with."""
        if not self._over.acquire(False):
            return
        if isinstance(error, Mismatch):
            error = InvalidArguments(str(error))
        if self._context is None:
            self._leave(error)
        else:
            self._context.run(self._leave, error)

    def _leave(self, error: BaseException | None) -> None:
        if not self._entered:
            return
        hook, manager = self._entered.pop()
        try:
            if error is None:
                manager.__exit__(None, None, None)
            else:
                manager.__exit__(type(error), error, error.__traceback__)
        except BaseException as raised:
            if raised is not error:
                if not isinstance(raised, Exception):
                    raise
                report_unraisable(raised, hook.around_tool)
        finally:
            self._leave(error)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave(error)


def _check(manager: Any) -> None:
    if hasattr(manager, "__enter__") and hasattr(manager, "__exit__"):
        return
    if hasattr(manager, "close") and hasattr(manager, "__await__"):
        manager.close()
        raise TypeError("around_tool is a coroutine function: it has to be a plain one")
    raise TypeError(f"around_tool returned {type(manager).__name__}, not a context manager or None")


NOTHING = Around()
"""Around an execution without hooks."""


install(globals())
