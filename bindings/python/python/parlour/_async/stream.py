"""Streams for asynchronous code, and the source of ``_sync.stream``, which ``scripts/python/sync.py`` makes from
it. ``_async.io`` waits for the next batch."""

from __future__ import annotations

from .._hints import install
from .._native import EVENTS, STREAM
from .._streams.base import ALL, ENDED_WHOLE, NO_MESSAGE, refusal
from .io import (
    AsyncReadable,
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
    from collections.abc import Awaitable, Callable
    from types import TracebackType
    from typing import Any, ClassVar, Self

    from .._io.loop import TaskPort as AsyncPort
    from .._native import Client as NativeClient
    from .._native import Op
    from .._options.interfaces import AsyncKey, AsyncReader
    from .._types.messages import Message, MessageStreamEvent, StreamEvent


class AsyncMessageStream(AsyncReadable):
    """Events of an answer as they arrive, and those that are derived from them.

    A ``content_block_delta`` is followed by its derived event: a ``text``, ``thinking``, ``input_json``,
    ``citation`` or ``signature`` event, with a snapshot of its block so far, which is made when it is read.
    ``content_block_stop`` has the ``content_block``, and ``message_stop`` the ``message``.

    Iterate over it, over :attr:`text_stream` or over :meth:`batches`; all three read the same events, and an iterator
    that begins later gets the rest. Lists of :meth:`batches` hold the events of the service alone; so does what
    ``next()`` takes from the stream beside an iterator over text or batches. :class:`StreamUseError` is raised where an
    iterator would get nothing, or share with another: when it goes on after a later one began, when another task
    waits for more, and when it begins after the end or after :meth:`close`. Leaving the ``async with`` block,
    :meth:`close` and dropping the object cancel an answer in flight.

    Cancelling the task that waits cancels the answer too. A stream belongs to the event loop it was opened in.
    """

    __slots__ = ("_final",)

    _KEEPS: ClassVar = True
    """The message is put together."""
    _MODE: ClassVar = STREAM
    _WITHOUT: ClassVar[Any] = derived_without
    """Makes the reader that leaves events of a class out."""

    def __init__(self, op: Op, port: AsyncPort, first: list[Any], key: AsyncKey | None) -> None:
        super().__init__(op, port, first, key)
        self._final: Message | None = None
        if self._KEEPS:
            self._refusal = ENDED_WHOLE

    @classmethod
    async def _begun(
        cls, client: NativeClient, body: Any, options: dict[str, Any] | None, key: AsyncKey | None
    ) -> Self:
        """Sends the request of a stream of this class and waits until the answer has begun."""
        op, port, first = await begin(client, cls._MODE, body, options, key)
        return cls(op, port, first, key)

    def __aiter__(self) -> AsyncReader[MessageStreamEvent]:
        return derived(self)

    async def __anext__(self) -> MessageStreamEvent:
        if self._derived is not None:
            return self._take_derived()  # type: ignore[no-any-return]
        for event in self._items:
            return self._derive(event)  # type: ignore[no-any-return]
        self._check_end()
        if await self._fetch():
            return self._derive(next(self._items))  # type: ignore[no-any-return]
        self._end_reported = True
        raise StopAsyncIteration

    @property
    def text_stream(self) -> AsyncReader[str]:
        """The text alone, in pieces as it arrives. Pieces that arrived together may be joined."""
        return texts(self)

    def batches(self) -> AsyncReader[list[StreamEvent]]:
        """Events in lists: each time all that have arrived, at least one."""
        return batches(self)

    async def until_done(self) -> None:
        """Reads to the end. An iteration that was begun is over then."""
        self._discard()
        while await self._fetch():
            self._discard()

    async def get_final_message(self) -> Message:
        """Reads to the end and returns the whole message. Not of ``create(stream=True)``."""
        if not self._KEEPS:
            raise refusal(NO_MESSAGE)
        if self._final is None:
            if not self._done:
                await self.until_done()
            self._discard()
            self._final = self._op.final_message()
        return self._final

    async def get_final_text(self) -> str:
        """Reads to the end and returns the whole text."""
        return (await self.get_final_message()).text

    @property
    def current_message_snapshot(self) -> Message | None:
        """The message as far as it was read; ``None`` before its start. Made anew each time. Not of
        ``create(stream=True)``."""
        if not self._KEEPS:
            raise refusal(NO_MESSAGE)
        return self._op.snapshot(self._consumed if self._batch else ALL)


class AsyncStream(AsyncMessageStream):
    """Result of ``create(stream=True)``: the events of the service, without an accumulated message."""

    __slots__ = ()

    _KEEPS: ClassVar = False
    _MODE: ClassVar = EVENTS
    _WITHOUT: ClassVar = items_without

    def __aiter__(self) -> AsyncReader[StreamEvent]:
        return items(self)

    async def __anext__(self) -> StreamEvent:
        for event in self._items:
            return event  # type: ignore[no-any-return]
        self._check_end()
        if await self._fetch():
            return next(self._items)  # type: ignore[no-any-return]
        self._end_reported = True
        raise StopAsyncIteration


class AsyncByteStream(AsyncReadable):
    """The body of a raw answer as it arrives, in pieces of any size. Read once, as :class:`AsyncMessageStream`."""

    __slots__ = ()

    def __aiter__(self) -> AsyncReader[bytes]:
        return items(self)

    async def __anext__(self) -> bytes:
        for piece in self._items:
            return piece  # type: ignore[no-any-return]
        self._check_end()
        if await self._fetch():
            return next(self._items)  # type: ignore[no-any-return]
        self._end_reported = True
        raise StopAsyncIteration

    async def read(self) -> bytes:
        """Everything that is left."""
        return b"".join([piece async for piece in self])


class AsyncMessageStreamManager:
    """Result of ``messages.stream()``: sends the request when its ``async with`` block, or an iteration,
    begins."""

    __slots__ = ("_open", "_stream")

    def __init__(self, open: Callable[[], Awaitable[AsyncMessageStream]]) -> None:
        self._open = open
        self._stream: AsyncMessageStream | None = None

    async def _opened(self) -> AsyncMessageStream:
        if self._stream is None:
            self._stream = await self._open()
        return self._stream

    async def __aenter__(self) -> AsyncMessageStream:
        return await self._opened()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __aiter__(self) -> AsyncReader[MessageStreamEvent]:
        return opening(self._opened, aiter)

    async def __anext__(self) -> MessageStreamEvent:
        return await anext(self._stream or await self._opened())

    @property
    def text_stream(self) -> AsyncReader[str]:
        """As :attr:`AsyncMessageStream.text_stream`."""
        return opening(self._opened, texts)

    def batches(self) -> AsyncReader[list[StreamEvent]]:
        """As :meth:`AsyncMessageStream.batches`."""
        return opening(self._opened, batches)

    async def get_final_message(self) -> Message:
        """As :meth:`AsyncMessageStream.get_final_message`."""
        return await (await self._opened()).get_final_message()

    async def get_final_text(self) -> str:
        """As :meth:`AsyncMessageStream.get_final_text`."""
        return await (await self._opened()).get_final_text()

    def __repr__(self) -> str:
        waits = "not sent yet: it waits for its async with block or a loop"
        state = waits if self._stream is None else repr(self._stream)
        return f"{type(self).__name__}({state})"

    async def close(self) -> None:
        """As :meth:`AsyncMessageStream.close`; nothing is sent afterwards."""
        if self._stream is not None:
            await self._stream.close()


install(globals())
