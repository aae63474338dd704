"""Streams for synchronous code. It must not know how a wait is done (that is ``_wait``), nor interpret
events.

Events cross from the native module in batches; a stream walks through the last batch with a plain list
iterator, so that an event costs no call of ours.
"""

from __future__ import annotations

import sys

from . import _wait
from ._native import STREAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Any, Self

    from ._headers import Headers
    from ._native import Client, Op, Port
    from .types import Message, RateLimits, ResponseInfo, StreamEvent

ALL = sys.maxsize
"""More events than a batch holds."""


class _Live:
    """What the streams of events and of bytes, sync and async, have in common."""

    __slots__ = ("__weakref__", "_at", "_batch", "_done", "_op", "_port")

    def __init__(self, op: Op, port: Port | None) -> None:
        self._op = op
        self._port = port
        self._batch: list[Any] = []
        self._at: Iterator[Any] = iter(self._batch)
        self._done = False

    def _fill(self, batch: list[Any]) -> None:
        self._batch = batch
        self._at = iter(batch)

    @property
    def _consumed(self) -> int:
        """How much of the last batch the caller has seen."""
        return len(self._batch) - self._at.__length_hint__()  # type: ignore[attr-defined, no-any-return]

    @property
    def response_info(self) -> ResponseInfo:
        """Status, headers, rate limits and attempts of the answer."""
        head = self._op.head
        if head is None:
            raise RuntimeError("the answer has not begun")
        return head

    @property
    def request_id(self) -> str | None:
        """Id of the request at the service."""
        return self.response_info.request_id

    @property
    def status_code(self) -> int:
        """HTTP status of the answer."""
        return self.response_info.status

    @property
    def headers(self) -> Headers:
        """Header lines of the answer."""
        return self.response_info.headers

    @property
    def rate_limits(self) -> RateLimits:
        """What the service said about the limits of the account when the stream began."""
        return self.response_info.rate_limits

    def _stop(self) -> None:
        self._done = True
        self._op.cancel()
        self._fill([])
        self._port = None


class _SyncLive(_Live):
    __slots__ = ("_key", "_wait")

    def __init__(self, op: Op, port: Port, first: list[Any], key: Callable[[], str] | None) -> None:
        super().__init__(op, port)
        # A stream that brought no more than signs of life may be begun again, and needs a key for that.
        self._key = key
        self._wait = _wait.green()
        self._fill(first)

    def _more(self) -> bool:
        """Gets the next batch; false at the end."""
        port = self._port
        if self._done or port is None:
            return False
        self._fill([])
        try:
            batch = _wait.batch(self._op, port, self._key, self._wait)
        except BaseException:
            self._done, self._port = True, None
            raise
        if batch:
            self._fill(batch)
            return True
        self._end(port)
        return False

    def _end(self, port: Port) -> None:
        self._done, self._port = True, None
        _wait.give_back(port)

    def close(self) -> None:
        """Ends the stream; an answer that is still coming is cut off and its connection closed."""
        self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class MessageStream(_SyncLive):
    """Events of an answer as they arrive.

    Iterate over it, over :attr:`text_stream` or over :meth:`batches`; all three go through the same events.
    Leaving the ``with`` block, :meth:`close` and dropping the object end an unfinished answer. One thread
    at a time.
    """

    __slots__ = ("_final",)

    def __init__(self, op: Op, port: Port, first: list[Any], key: Callable[[], str] | None) -> None:
        super().__init__(op, port, first, key)
        self._final: Message | None = None

    def __iter__(self) -> Iterator[StreamEvent]:
        yield from self._at
        while self._more():
            yield from self._at

    def __next__(self) -> StreamEvent:
        for event in self._at:
            return event  # type: ignore[no-any-return]
        if self._more():
            return next(self._at)  # type: ignore[no-any-return]
        raise StopIteration

    @property
    def text_stream(self) -> Iterator[str]:
        """The text alone, in pieces as it arrives. Pieces that arrived together may be joined."""
        for event in self._at:
            if event.type == "content_block_delta" and event.text is not None:
                yield event.text
        if self._key is not None:
            # Questions for the key come the way of the events.
            for event in self:
                if event.type == "content_block_delta" and event.text is not None:
                    yield event.text
            return
        while True:
            port = self._port
            if self._done or port is None:
                return
            self._fill([])
            try:
                pieces = _wait.texts(self._op, port, self._wait)
            except BaseException:
                self._done, self._port = True, None
                raise
            if not pieces:
                return self._end(port)
            yield from pieces

    def batches(self) -> Iterator[list[StreamEvent]]:
        """Events in lists: each time all that have arrived, at least one."""
        rest = list(self._at)
        if rest:
            yield rest
        while self._more():
            batch, self._at = self._batch, iter(())
            yield batch

    def until_done(self) -> None:
        """Reads to the end."""
        while self._more():
            pass
        self._fill([])

    def get_final_message(self) -> Message:
        """Reads to the end and gives the whole message."""
        if self._final is None:
            self.until_done()
            self._final = self._op.final_message()
        return self._final

    def get_final_text(self) -> str:
        """Reads to the end and gives the whole text."""
        return self.get_final_message().text

    @property
    def current_message_snapshot(self) -> Message | None:
        """The message as far as it was read; ``None`` before its start. Made anew each time."""
        return self._op.snapshot(self._consumed if self._batch else ALL)


class ByteStream(_SyncLive):
    """The body of a raw answer as it arrives, in pieces of any size."""

    __slots__ = ()

    def __iter__(self) -> Iterator[bytes]:
        yield from self._at
        while self._more():
            yield from self._at

    def __next__(self) -> bytes:
        for piece in self._at:
            return piece  # type: ignore[no-any-return]
        if self._more():
            return next(self._at)  # type: ignore[no-any-return]
        raise StopIteration

    def read(self) -> bytes:
        """Everything that is left."""
        return b"".join(self)


def open_stream(
    client: Client, body: Any, options: dict[str, Any] | None, key: Callable[[], str] | None
) -> MessageStream:
    """Sends the request and waits until the answer has begun."""
    op, port = _wait.submit(client, STREAM, body, options, key)
    return MessageStream(op, port, _wait.begin(op, port, key, _wait.green()), key)


class MessageStreamManager:
    """What ``messages.stream()`` gives: sends the request when its ``with`` block, or an iteration,
    begins."""

    __slots__ = ("_open", "_stream")

    def __init__(self, open: Callable[[], MessageStream]) -> None:
        self._open = open
        self._stream: MessageStream | None = None

    def _opened(self) -> MessageStream:
        if self._stream is None:
            self._stream = self._open()
        return self._stream

    def __enter__(self) -> MessageStream:
        return self._opened()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[StreamEvent]:
        return iter(self._opened())

    def __next__(self) -> StreamEvent:
        return next(self._opened())

    @property
    def text_stream(self) -> Iterator[str]:
        """As :attr:`MessageStream.text_stream`."""
        return self._opened().text_stream

    def batches(self) -> Iterator[list[StreamEvent]]:
        """As :meth:`MessageStream.batches`."""
        return self._opened().batches()

    def get_final_message(self) -> Message:
        """As :meth:`MessageStream.get_final_message`."""
        return self._opened().get_final_message()

    def get_final_text(self) -> str:
        """As :meth:`MessageStream.get_final_text`."""
        return self._opened().get_final_text()

    def close(self) -> None:
        """As :meth:`MessageStream.close`; nothing is sent afterwards."""
        if self._stream is not None:
            self._stream.close()
