"""Streams for synchronous code, made from ``_async.stream`` by ``scripts/python/sync.py``: change that one.
``_sync.io`` waits for the next batch."""

from __future__ import annotations

from .._hints import install
from .._native import EVENTS, STREAM
from .._streams.base import ALL, ENDED_WHOLE, NO_MESSAGE, refusal
from .io import (
    Readable,
    batches,
    begin,
    derived,
    derived_without,
    items,
    items_without,
    opening,
    texts,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, ClassVar, Self

    from .._native import Client as NativeClient
    from .._native import Op, Port
    from .._options.interfaces import Key, Reader
    from .._types.messages import Message, MessageStreamEvent, StreamEvent


class MessageStream(Readable):
    """Events of an answer as they arrive, and those that are derived from them.

    A ``content_block_delta`` is followed by its derived event: a ``text``, ``thinking``, ``input_json``,
    ``citation`` or ``signature`` event, with a snapshot of its block so far, which is made when it is read.
    ``content_block_stop`` has the ``content_block``, and ``message_stop`` the ``message``.

    Iterate over it, over :attr:`text_stream` or over :meth:`batches`; all three read the same events, and an iterator
    that begins later gets the rest. Lists of :meth:`batches` hold the events of the service alone; so does what
    ``next()`` takes from the stream beside an iterator over text or batches. :class:`StreamUseError` is raised where an
    iterator would get nothing, or share with another: when it goes on after a later one began, when another thread
    waits for more, and when it begins after the end or after :meth:`close`. Leaving the ``with`` block,
    :meth:`close` and dropping the object cancel an answer in flight.
    """

    __slots__ = ("_final",)

    _KEEPS: ClassVar = True
    """The message is put together."""
    _MODE: ClassVar = STREAM
    _WITHOUT: ClassVar[Any] = derived_without
    """Makes the reader that leaves events of a class out."""

    def __init__(self, op: Op, port: Port, first: list[Any], key: Key | None) -> None:
        super().__init__(op, port, first, key)
        self._final: Message | None = None
        if self._KEEPS:
            self._refusal = ENDED_WHOLE

    @classmethod
    def _begun(cls, client: NativeClient, body: Any, options: dict[str, Any] | None, key: Key | None) -> Self:
        """Sends the request of a stream of this class and waits until the answer has begun."""
        op, port, first = begin(client, cls._MODE, body, options, key)
        return cls(op, port, first, key)

    def __iter__(self) -> Reader[MessageStreamEvent]:
        return derived(self)

    def __next__(self) -> MessageStreamEvent:
        if self._derived is not None:
            return self._take_derived()  # type: ignore[no-any-return]
        for event in self._items:
            return self._derive(event)  # type: ignore[no-any-return]
        self._check_end()
        if self._fetch():
            return self._derive(next(self._items))  # type: ignore[no-any-return]
        self._end_reported = True
        raise StopIteration

    @property
    def text_stream(self) -> Reader[str]:
        """The text alone, in pieces as it arrives. Pieces that arrived together may be joined."""
        return texts(self)

    def batches(self) -> Reader[list[StreamEvent]]:
        """Events in lists: each time all that have arrived, at least one."""
        return batches(self)

    def until_done(self) -> None:
        """Reads to the end. An iteration that was begun is over then."""
        self._discard()
        while self._fetch():
            self._discard()

    def get_final_message(self) -> Message:
        """Reads to the end and returns the whole message. Not of ``create(stream=True)``."""
        if not self._KEEPS:
            raise refusal(NO_MESSAGE)
        if self._final is None:
            if not self._done:
                self.until_done()
            self._discard()
            self._final = self._op.final_message()
        return self._final

    def get_final_text(self) -> str:
        """Reads to the end and returns the whole text."""
        return self.get_final_message().text

    @property
    def current_message_snapshot(self) -> Message | None:
        """The message as far as it was read; ``None`` before its start. Made anew each time. Not of
        ``create(stream=True)``."""
        if not self._KEEPS:
            raise refusal(NO_MESSAGE)
        return self._op.snapshot(self._consumed if self._batch else ALL)


class Stream(MessageStream):
    """Result of ``create(stream=True)``: the events of the service, without an accumulated message."""

    __slots__ = ()

    _KEEPS: ClassVar = False
    _MODE: ClassVar = EVENTS
    _WITHOUT: ClassVar = items_without

    def __iter__(self) -> Reader[StreamEvent]:
        return items(self)

    def __next__(self) -> StreamEvent:
        for event in self._items:
            return event  # type: ignore[no-any-return]
        self._check_end()
        if self._fetch():
            return next(self._items)  # type: ignore[no-any-return]
        self._end_reported = True
        raise StopIteration


class ByteStream(Readable):
    """The body of a raw answer as it arrives, in pieces of any size. Read once, as :class:`MessageStream`."""

    __slots__ = ()

    def __iter__(self) -> Reader[bytes]:
        return items(self)

    def __next__(self) -> bytes:
        for piece in self._items:
            return piece  # type: ignore[no-any-return]
        self._check_end()
        if self._fetch():
            return next(self._items)  # type: ignore[no-any-return]
        self._end_reported = True
        raise StopIteration

    def read(self) -> bytes:
        """Everything that is left."""
        return b"".join(self)


class MessageStreamManager:
    """Result of ``messages.stream()``: sends the request when its ``with`` block, or an iteration,
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

    def __iter__(self) -> Reader[MessageStreamEvent]:
        return opening(self._opened, iter)

    def __next__(self) -> MessageStreamEvent:
        return next(self._stream or self._opened())

    @property
    def text_stream(self) -> Reader[str]:
        """As :attr:`MessageStream.text_stream`."""
        return opening(self._opened, texts)

    def batches(self) -> Reader[list[StreamEvent]]:
        """As :meth:`MessageStream.batches`."""
        return opening(self._opened, batches)

    def get_final_message(self) -> Message:
        """As :meth:`MessageStream.get_final_message`."""
        return self._opened().get_final_message()

    def get_final_text(self) -> str:
        """As :meth:`MessageStream.get_final_text`."""
        return self._opened().get_final_text()

    def __repr__(self) -> str:
        waits = "not sent yet: it waits for its with block or a loop"
        state = waits if self._stream is None else repr(self._stream)
        return f"{type(self).__name__}({state})"

    def close(self) -> None:
        """As :meth:`MessageStream.close`; nothing is sent afterwards."""
        if self._stream is not None:
            self._stream.close()


install(globals())
