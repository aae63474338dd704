"""Runs of tools for synchronous code, made from ``_async.tool_run`` by ``scripts/python/sync.py``: change that one.
``_sync.calls`` runs the functions."""

from __future__ import annotations

from .._hints import install
from .._native import TURN
from .._tools.run import BaseToolRun, EarlyCalls
from .calls import Calls, open_turn
from .io import call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self

    from .._native import Body
    from .._streams.base import BaseStream
    from .._types.messages import Message
    from .stream import MessageStream


class ToolRunBase(BaseToolRun):
    """Base class of runs of whole and of streamed answers."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._runner = Calls(self)
        self._stream: MessageStream | None = None
        self._early_calls = EarlyCalls(self, self._runner) if self._early else None

    def _next_request(self) -> Body | None:
        """Runs the calls of the last answer; the next request, or ``None`` at the end."""
        self._runner.finish()
        body = self._next_body()
        if body is None:
            self._runner.end()
        return body

    def _sent(self, body: Body) -> Any:
        """Sends the request of a turn; its message and the reply that holds it, ``None`` for a message that somebody
        made in place of it."""
        return call(self._native, TURN, body, self._options, self._key)

    def _opened(self, body: Body) -> MessageStream:
        self._stream = open_turn(self, body, self._early_calls)
        return self._stream

    def _read(self, stream: MessageStream) -> Message:
        """Reads a streamed answer to its end, where it is taken in."""
        try:
            return stream.get_final_message()
        except BaseException:
            self._runner.end()
            raise

    def _ended(self, stream: BaseStream) -> None:
        if self._stream is stream:
            self._stream = None
            self._received(stream._op.final_message(), stream._op.reply())
            self._runner.drop()

    def generate_tool_call_response(self) -> dict[str, Any] | None:
        """Runs the calls of the last answer now; the message with their results, which the iteration sends when it goes
        on. ``None`` if there are none."""
        with self._in_turn():
            if self._stream is not None:
                self._read(self._stream)
            self._runner.finish()
            return self._response()

    def cancel(self) -> None:
        """Ends the run after the request in flight; running functions are asked to stop, tasks are cancelled.
        A tool may call it. To stop at once, cancel the task that waits, or leave the ``with`` block."""
        self._cancelled = True
        self._runner.cancel()

    def close(self) -> None:
        """Ends the run, and waits until the functions that run have stopped."""
        self._cancelled = True
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()
        self._runner.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class ToolRun(ToolRunBase):
    """A run of tools, turn by turn: iterate over it for its answers, or let :meth:`until_done` go to the last one.

    When the iteration goes on, the functions that the last answer calls are run, all at the same time, and their
    results are sent. In between the run may be looked at and changed: :meth:`deny` a call, :meth:`say` something,
    :meth:`update` parameters, add and remove tools, save it with :meth:`to_json`.

    An error of a call has the answers so far as ``error.turns``; iterating on sends the same request again.
    """

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Message:
        with self._in_turn():
            body = self._next_request()
            if body is not None and self._early_calls is not None:
                return self._read(self._opened(body))
            if body is not None:
                return self._received(*self._sent(body))
        raise StopIteration

    def until_done(self) -> Message:
        """Goes on until the run is over; the last message."""
        for _ in self:
            continue
        return self._last()


class StreamedToolRun(ToolRunBase):
    """A run of tools whose turns are streams: iterate over it for the stream of each answer. The unread rest
    of a stream is read when the iteration goes on. Else as :class:`ToolRun`."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> MessageStream:
        with self._in_turn():
            if self._stream is not None:
                self._read(self._stream)
            body = self._next_request()
            if body is not None:
                return self._opened(body)
        raise StopIteration

    def until_done(self) -> Message:
        """Goes on until the run is over; the last message."""
        for _ in self:
            continue
        return self._last()


install(globals())
