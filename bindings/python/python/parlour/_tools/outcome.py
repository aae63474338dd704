"""The results of tools for the model: of what a function returned or raised, of calls that were refused or ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .._hints import install
from .._io.log import failure
from .._native import (
    tool_arguments_invalid,
    tool_cancelled,
    tool_content,
    tool_denied,
    tool_not_sendable,
    tool_raised,
    tool_timed_out,
)
from .._schemas.values import Mismatch
from .tool import ToolError

if TYPE_CHECKING:
    from .._types.tool_call import ToolCall

Outcome: TypeAlias = tuple[str | bytes, bool]
"""The result of a call for the model: text, or content as JSON; and whether it is a failure."""


def outcome(value: Any) -> Outcome:
    """The result that a function returned, as content."""
    if isinstance(value, ToolError):
        return _content(value.content), True
    return _content(value), False


def _content(value: Any) -> str | bytes:
    if value is None or isinstance(value, str):
        return value or ""
    return tool_content(value)


def failed(error: Exception, call: ToolCall) -> Outcome:
    """The result for the model after an exception; its traceback goes to the log."""
    if isinstance(error, ToolError):
        try:
            return _content(error.content), True
        except (TypeError, ValueError) as refused:
            return tool_not_sendable(str(refused)), True
    if isinstance(error, Mismatch):
        return tool_arguments_invalid(call.name, error.problems), True
    failure(f"the tool {call.name} failed in call {call.id}", error)
    try:
        said = str(error)
    except Exception:
        # The text of an exception is the user's code too.
        said = ""
    return tool_raised(type(error).__name__, said), True


def cancelled() -> Outcome:
    """The outcome of a call that ended itself by a cancellation."""
    return tool_cancelled(), True


def took_too_long(seconds: float) -> Outcome:
    """The outcome of a call that its limit of time ended."""
    return tool_timed_out(seconds), True


def timed_out(seconds: float) -> TimeoutError:
    """The error that hooks get for such a call."""
    return TimeoutError(tool_timed_out(seconds))


def verdict(answer: Any) -> Outcome | None:
    """Interprets the result of ``approve``: ``None`` if the call may run."""
    if answer is True:
        return None
    if answer is False:
        return tool_denied(), True
    if isinstance(answer, str):
        return answer, True
    raise TypeError(
        f"the approve function gave {answer!r}: it returns True, False, or the reason for a refusal as str"
    )


install(globals())
