"""Streams for synchronous code. It must not know how a wait is done (that is ``_wait``), nor interpret
events.

Events cross from the native module in batches; a stream walks through the last batch with a plain list
iterator, so that an event costs no call of ours.
"""

from __future__ import annotations

import sys
from _thread import allocate_lock

from . import _wait
from ._errors import StreamUseError
from ._native import EVENTS, STREAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Any, Final, Self

    from ._headers import Headers
    from ._native import Client, Op, Port
    from .types import Message, RateLimits, ResponseInfo, StreamEvent

ALL = sys.maxsize
"""More events than a batch holds."""

ENDED: Final = "was read to its end"
ENDED_WHOLE: Final = "was read to its end; get_final_message() has the whole message"
CLOSED: Final = "was closed before its end"
FAILED: Final = "has failed, and its error was raised then"
NO_MESSAGE: Final = "was opened by create(stream=True) and keeps no message; use messages.stream() for one"
OVERTAKEN: Final = "is being read by another iterator"
"""Why a stream cannot be read (on)."""


def refusal(why: str) -> StreamUseError:
    """The error for who asks a stream for what it cannot give."""
    return StreamUseError(f"this stream {why}")


class _Live:
    """What the streams of events and of bytes, sync and async, have in common.

    Items go to *readers*: an iterator over the stream, over its text, over its batches. One reads at a time. One that
    begins later gets the rest, and the one before it an error if it goes on. ``next(stream)`` is no reader of its own:
    it takes one item of the rest.
    """

    __slots__ = (
        "__weakref__",
        "_at",
        "_batch",
        "_done",
        "_op",
        "_pieces",
        "_port",
        "_reader",
        "_told",
        "_why",
    )

    _rival = "is being read by another thread"

    def _busy(self) -> bool:
        """Whether somebody waits for more."""
        raise NotImplementedError

    def __init__(self, op: Op, port: Port | None) -> None:
        self._op = op
        self._port = port
        self._batch: list[Any] = []
        self._at: Iterator[Any] = iter(self._batch)
        # What was taken as text.
        self._pieces: Iterator[str] = iter(())
        self._reader: object = None
        self._done = False
        self._why = ENDED
        self._told = False

    def _fill(self, batch: list[Any]) -> None:
        self._batch = batch
        self._at = iter(batch)

    def _unread(self) -> bool:
        """Makes events of text that was taken and not handed out; false if there is none."""
        left = len(list(self._pieces))
        if left:
            self._fill(self._op.unread(left))
        return left > 0

    def _left(self) -> int:
        """How many items wait to be handed out."""
        return self._at.__length_hint__()  # type: ignore[attr-defined, no-any-return]

    def _rest(self) -> list[Any]:
        """All that waits to be handed out."""
        whole = self._left() == len(self._batch)
        rest, self._at = self._batch if whole else list(self._at), iter(())
        return rest

    def _skip(self) -> None:
        """Lets go of what was not handed out."""
        list(self._pieces)
        list(self._at)
        self._fill([])

    def _begin(self) -> object:
        """A new reader, which gets the rest; the mark by which it asks for more."""
        if self._busy():
            raise refusal(self._rival)
        if not self._unread():
            if self._done and not self._left():
                raise refusal(self._why)
            # Whoever still walks through the old iterator finds it empty.
            self._at = iter(list(self._at))
        self._reader = reader = object()
        return reader

    def _check(self, reader: object) -> None:
        """Refuses a reader that another one came after, and any reader of a stream that did not end by itself. ``None``
        stands for no reader in particular."""
        if reader is not None and reader is not self._reader:
            raise refusal(OVERTAKEN)
        if self._done and self._why not in (ENDED, ENDED_WHOLE):
            raise refusal(self._why)

    def _fail(self) -> None:
        """An error goes to the caller."""
        if not self._done:
            self._done, self._why = True, FAILED

    def _last(self) -> None:
        """For ``next(stream)`` at the end, which says so as often as it is asked, but not if the end was another
        reader's."""
        if self._done and not self._told:
            raise refusal(self._why)

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
        if not self._done:
            self._done, self._why = True, CLOSED
        self._op.cancel()
        self._skip()
        self._port = None


class _SyncLive(_Live):
    __slots__ = ("_key", "_turn", "_wait")

    def __init__(self, op: Op, port: Port, first: list[Any], key: Callable[[], str] | None) -> None:
        super().__init__(op, port)
        # A stream that brought no more than signs of life may be begun again, and needs a key for that.
        self._key = key
        self._wait = _wait.green()
        # Held by the thread that waits.
        self._turn = allocate_lock()
        self._fill(first)

    def _busy(self) -> bool:
        return self._turn.locked()

    def _more(self, reader: object = None) -> bool:
        """Whether there is more, which is the rest then; waits for it."""
        self._check(reader)
        return bool(self._left() or self._unread() or self._get(False))

    def _more_texts(self, reader: object) -> bool:
        """As :meth:`_more`, for the text alone."""
        self._check(reader)
        return bool(self._left() or self._get(True))

    def _get(self, text: bool) -> list[Any]:
        """Waits for what comes next; empty at the end."""
        if not self._turn.acquire(False):
            raise refusal(self._rival)
        try:
            port = self._port
            if self._done or port is None:
                return []
            self._fill([])
            try:
                if text:
                    got: list[Any] = _wait.texts(self._op, port, self._wait)
                else:
                    got = _wait.batch(self._op, port, self._key, self._wait)
            except BaseException:
                self._fail()
                self._port = None
                raise
            if got and text:
                self._pieces = iter(got)
            elif got:
                self._fill(got)
            elif not self._done:
                self._done, self._port = True, None
                _wait.give_back(port)
            return got
        finally:
            self._turn.release()

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

    Iterate over it, over :attr:`text_stream` or over :meth:`batches`; all three go through the same events, and one
    that begins later gets the rest. :class:`StreamUseError` is raised where an iterator would get nothing, or share
    with another: when it goes on after a later one began, when another thread waits for more, and when it begins after
    the end or after :meth:`close`. Leaving the ``with`` block, :meth:`close` and dropping the object end an unfinished
    answer.
    """

    __slots__ = ("_final", "_keeps")

    def __init__(
        self, op: Op, port: Port, first: list[Any], key: Callable[[], str] | None, keeps: bool
    ) -> None:
        super().__init__(op, port, first, key)
        self._final: Message | None = None
        self._keeps = keeps
        if keeps:
            self._why = ENDED_WHOLE

    def __iter__(self) -> Iterator[StreamEvent]:
        reader = self._begin()
        yield from self._at
        while self._more(reader):
            yield from self._at

    def __next__(self) -> StreamEvent:
        for event in self._at:
            return event  # type: ignore[no-any-return]
        self._last()
        if self._more():
            return next(self._at)  # type: ignore[no-any-return]
        self._told = True
        raise StopIteration

    @property
    def text_stream(self) -> Iterator[str]:
        """The text alone, in pieces as it arrives. Pieces that arrived together may be joined."""
        return self._texts()

    def _texts(self) -> Iterator[str]:
        reader = self._begin()
        # Questions for the key come the way of the events.
        more = self._more_texts if self._key is None else self._more
        while True:
            for event in self._at:
                if event.type == "content_block_delta" and event.text is not None:
                    yield event.text
            if not more(reader):
                return
            yield from self._pieces

    def batches(self) -> Iterator[list[StreamEvent]]:
        """Events in lists: each time all that have arrived, at least one."""
        reader = self._begin()
        while self._more(reader):
            yield self._rest()

    def until_done(self) -> None:
        """Reads to the end. An iteration that was begun is over then."""
        self._skip()
        while self._more():
            self._skip()

    def get_final_message(self) -> Message:
        """Reads to the end and gives the whole message. Not of ``create(stream=True)``."""
        if not self._keeps:
            raise refusal(NO_MESSAGE)
        if self._final is None:
            if not self._done:
                self.until_done()
            self._skip()
            self._final = self._op.final_message()
        return self._final

    def get_final_text(self) -> str:
        """Reads to the end and gives the whole text."""
        return self.get_final_message().text

    @property
    def current_message_snapshot(self) -> Message | None:
        """The message as far as it was read; ``None`` before its start. Made anew each time. Not of
        ``create(stream=True)``."""
        if not self._keeps:
            raise refusal(NO_MESSAGE)
        return self._op.snapshot(self._consumed if self._batch else ALL)


class ByteStream(_SyncLive):
    """The body of a raw answer as it arrives, in pieces of any size. Read once, as :class:`MessageStream`."""

    __slots__ = ()

    def __iter__(self) -> Iterator[bytes]:
        reader = self._begin()
        yield from self._at
        while self._more(reader):
            yield from self._at

    def __next__(self) -> bytes:
        for piece in self._at:
            return piece  # type: ignore[no-any-return]
        self._last()
        if self._more():
            return next(self._at)  # type: ignore[no-any-return]
        self._told = True
        raise StopIteration

    def read(self) -> bytes:
        """Everything that is left."""
        return b"".join(self)


def open_stream(
    client: Client,
    body: Any,
    options: dict[str, Any] | None,
    key: Callable[[], str] | None,
    *,
    keeps: bool,
) -> MessageStream:
    """Sends the request and waits until the answer has begun."""
    op, port = _wait.submit(client, STREAM if keeps else EVENTS, body, options, key)
    return MessageStream(op, port, _wait.begin(op, port, key, _wait.green()), key, keeps)


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
