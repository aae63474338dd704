"""The chain of hooks of a client: what the program implements, and how a result crosses to the core."""

from __future__ import annotations

from .._hints import install
from .._native import CredentialRequest, HookQuestion
from .._options.options import milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from contextlib import AbstractContextManager
    from typing import Any

    from .._native import HookCall
    from .._options.credentials import Asking
    from .hooks import CallEnd, HookFailure, HookResult, ToolExecution


class Hook:
    """A hook of a client, given in its setting ``hooks``. Override the methods that are needed; the others cost
    nothing.

    The hooks of a client are asked in the order of the list, and each sees what those before it did:

    1. :meth:`on_call`, once, before the first attempt;
    2. :meth:`on_attempt`, before each attempt;
    3. the limits of the key (``pacing``), then the function for credentials, which sees the headers that hooks added;
    4. :meth:`on_failure`, after each attempt that failed before content was given out, before the wait for the next;
    5. :meth:`on_end`, once, when the call is over.

    :meth:`around_tool` is for the tools of tool runs.

    With a ``Client`` they run on the thread of the call. With an ``AsyncClient`` a coroutine function runs on the loop,
    and a plain one on a thread. An exception of the first three methods that are asked ends the call with a
    :class:`HookError`, whose ``__cause__`` it is; one of :meth:`on_end` goes to ``sys.unraisablehook``. A method that
    does not return falls under the time limits of the call. It must not make a call with the client that asks it.
    """

    telemetry: bool = False
    """Whether :meth:`on_end` gets :attr:`CallEnd.telemetry`."""
    chunk_times: bool = False
    """Whether it also has the time of each chunk of a stream: the clock is then read for each event."""

    def on_call(self, call: HookCall) -> HookResult | Awaitable[HookResult | None] | None:
        """Before the first attempt of a call.

        Returns:
            ``None`` to go on, or a dict: ``headers`` to send with each attempt; ``answer`` in place of the service's,
            with ``status``, ``headers`` and ``body``; ``veto``, the reason why the call is refused.
        """

    def on_attempt(self, attempt: HookCall) -> HookResult | Awaitable[HookResult | None] | None:
        """Before each attempt.

        Returns:
            As :meth:`on_call`, for this attempt.
        """

    def on_failure(self, failure: HookFailure) -> HookResult | Awaitable[HookResult | None] | None:
        """After an attempt that failed before content was given out.

        Returns:
            ``None`` for what the retry policy decided, or a dict: ``retry_after``, seconds until another attempt, also
            where the policy wants none; ``retry``, ``False`` for no further attempt.
        """

    def on_end(self, end: CallEnd) -> Awaitable[None] | None:
        """The call is over: its answer is complete, it failed, or its caller left it."""

    def around_tool(self, execution: ToolExecution) -> AbstractContextManager[object] | None:
        """Around each execution of a tool in a tool run, once its call is approved. A plain function: it runs on the
        thread that advances the run, or on the event loop, which it must not block.

        The tool sees the context variables that the context manager sets, also where it runs on a thread. The manager
        is left when the result is there or not wanted any more, perhaps on another thread, with what the tool raised: a
        returned :class:`ToolError` too, ``InvalidArguments`` if the input does not fit the tool, :class:`TimeoutError`
        after ``tool_timeout``; no :class:`Exception`, but another :class:`BaseException`, if the call was given up.
        It changes no result: what it raises goes to ``sys.unraisablehook``.

        Returns:
            A context manager, or ``None``.
        """


METHODS = ("on_call", "on_attempt", "on_failure", "on_end")


def divided(hooks: list[object]) -> tuple[list[object], list[Any]]:
    """The hooks that the core asks, and those around tools. A hook may be both; one that is neither goes to the core,
    which refuses it."""
    around = [hook for hook in hooks if _has(hook, "around_tool")]
    if not around:
        return hooks, around
    asked = [
        hook for hook in hooks if any(_has(hook, name) for name in METHODS) or not _has(hook, "around_tool")
    ]
    return asked, around


def _has(hook: object, name: str) -> bool:
    """Whether it has this method; a :class:`Hook`, whether it overrides it."""
    return callable(getattr(hook, name, None)) and getattr(type(hook), name, None) is not getattr(Hook, name)


def described(hooks: list[object]) -> list[tuple[str, list[str]]]:
    """Of each hook its name and the methods that it has: those that it overrides, if it is a :class:`Hook`."""
    out = []
    for hook in hooks:
        kind = type(hook)
        own = [name for name in METHODS if _has(hook, name)]
        if own and getattr(hook, "telemetry", False):
            own.append("telemetry")
        if own and getattr(hook, "chunk_times", False):
            own.append("chunk_times")
        out.append((kind.__name__, own))
    return out


def asked(asking: Asking, question: HookQuestion) -> tuple[Callable[[Any], Any], Any]:
    """The method that is asked, and its argument."""
    about = question.about
    if question.method == "on_failure":
        from .hooks import HookFailure

        about = HookFailure(*about)
    return getattr(asking.hooks[question.hook], question.method), about


def crossing(question: HookQuestion, result: Any) -> tuple[str, bytes | None]:
    """The result of a hook as JSON, and the body of its answer; :class:`TypeError` for what is no result."""
    if result is None:
        return "", None
    if not hasattr(result, "keys"):
        if hasattr(result, "close") and hasattr(result, "__await__"):
            result.close()
            raise TypeError(f"{question.method} is a coroutine function: this client needs a plain one")
        raise TypeError(f"{question.method} returned {type(result).__name__}, not a dict or None")
    import json

    given = dict(result)
    if "retry_after" in given:
        given["retry_after_ms"] = milliseconds("retry_after", given.pop("retry_after"))
    body = None
    if given.get("answer") is not None:
        answer = dict(given["answer"])
        body = _bytes(answer.pop("body", b""))
        given["answer"] = _plain(answer)
    return json.dumps(_plain(given)), body


def _plain(given: dict[str, Any]) -> dict[str, Any]:
    headers: Mapping[str, str] | None = given.get("headers")
    return given if headers is None else {**given, "headers": dict(headers)}


def _bytes(body: Any) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError(f"the body of a hook's answer is {type(body).__name__}, not str or bytes")


def failed(error: BaseException) -> str:
    """What the core says of a hook that raised."""
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def question_in(got: list[Any]) -> CredentialRequest | HookQuestion | None:
    """Takes the core's question out of a batch. It may come before the pings of the attempt that failed."""
    for at, item in enumerate(got):
        if type(item) is CredentialRequest or type(item) is HookQuestion:
            del got[at]
            return item
    return None


install(globals())
