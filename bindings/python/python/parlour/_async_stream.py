"""Streams for asynchronous code: the twins of ``_stream``. It must not know which loop runs (that is
``_loop``)."""

from __future__ import annotations

from . import _loop
from ._native import Ask
from ._stream import ALL, _Live
from ._wait import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
    from types import TracebackType
    from typing import Any, Self

    from ._native import Op
    from ._waiter import Waiter
    from .types import Message, StreamEvent

    Key = Callable[[], str | Awaitable[str]]


async def credential(key: Key) -> str:
    """Asks the user's function for the key; what it raises goes to the caller as it is."""
    given = key()
    if not isinstance(given, str) and hasattr(given, "__await__"):
        given = await given
    return checked(given)


async def items(waiter: Waiter | _loop.TrioSeat, op: Op, key: Key) -> list[Any]:
    """What the operation gives next, its questions for the key answered; empty at its end."""
    while True:
        got = await waiter.until(op.take)
        if not got or type(got[-1]) is not Ask:
            return got
        op.answer(await credential(key))
        del got[-1]
        if got:
            return got


class _AsyncLive(_Live):
    __slots__ = ("_key", "_seat", "_waiter")

    def __init__(self, op: Op, seat: _loop.Seat, first: list[Any], key: Key | None) -> None:
        super().__init__(op, None)
        # A stream that brought no more than signs of life may be begun again, and needs a key for that.
        self._key = key
        self._seat = seat
        self._waiter = seat.waiter(op)
        self._fill(first)

    async def _more(self) -> bool:
        """Gets the next batch; false at the end."""
        if self._done:
            return False
        self._fill([])
        op = self._op
        key = self._key
        try:
            batch = await (self._waiter.until(op.take) if key is None else items(self._waiter, op, key))
        except BaseException:
            # A task that was refused because another one waits does that one no harm.
            if not self._waiter.waits:
                self._done = True
                op.cancel()
            raise
        if batch:
            self._fill(batch)
            return True
        self._end()
        return False

    def _end(self) -> None:
        self._done = True
        self._seat.over()

    async def close(self) -> None:
        """Ends the stream; an answer that is still coming is cut off and its connection closed."""
        self._stop()

    async def aclose(self) -> None:
        """As :meth:`close`."""
        self._stop()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()


class AsyncMessageStream(_AsyncLive):
    """Events of an answer as they arrive.

    Iterate over it, over :attr:`text_stream` or over :meth:`batches`; all three go through the same events.
    Leaving the ``async with`` block, :meth:`close`, cancelling the task that waits and dropping the object
    end an unfinished answer. Belongs to the loop it was made in; one task at a time.
    """

    __slots__ = ("_final",)

    def __init__(self, op: Op, seat: _loop.Seat, first: list[Any], key: Key | None) -> None:
        super().__init__(op, seat, first, key)
        self._final: Message | None = None

    def __aiter__(self) -> AsyncIterator[StreamEvent]:
        return self

    async def __anext__(self) -> StreamEvent:
        for event in self._at:
            return event  # type: ignore[no-any-return]
        if await self._more():
            return next(self._at)  # type: ignore[no-any-return]
        raise StopAsyncIteration

    @property
    def text_stream(self) -> AsyncIterator[str]:
        """The text alone, in pieces as it arrives. Pieces that arrived together may be joined."""
        return _Texts(self)

    def batches(self) -> AsyncIterator[list[StreamEvent]]:
        """Events in lists: each time all that have arrived, at least one."""
        return _Batches(self)

    async def until_done(self) -> None:
        """Reads to the end."""
        while await self._more():
            pass
        self._fill([])

    async def get_final_message(self) -> Message:
        """Reads to the end and gives the whole message."""
        if self._final is None:
            await self.until_done()
            self._final = self._op.final_message()
        return self._final

    async def get_final_text(self) -> str:
        """Reads to the end and gives the whole text."""
        return (await self.get_final_message()).text

    @property
    def current_message_snapshot(self) -> Message | None:
        """The message as far as it was read; ``None`` before its start. Made anew each time."""
        return self._op.snapshot(self._consumed if self._batch else ALL)

    async def _texts(self) -> list[str]:
        """The next pieces of text; empty at the end."""
        pieces = _loop.text_of(list(self._at))
        if pieces or self._done:
            return pieces
        self._fill([])
        if self._key is not None:
            # Questions for the key come the way of the events.
            while not pieces and await self._more():
                pieces = _loop.text_of(self._batch)
                self._fill([])
            return pieces
        op = self._op
        try:
            pieces = await _loop.texts(self._waiter, op)
        except BaseException:
            # A task that was refused because another one waits does that one no harm.
            if not self._waiter.waits:
                self._done = True
                op.cancel()
            raise
        if not pieces:
            self._end()
        return pieces


class _Texts:
    """Iterator over text. Not an async generator: those want to be closed, or the loop complains."""

    __slots__ = ("_at", "_stream")

    def __init__(self, stream: AsyncMessageStream) -> None:
        self._stream = stream
        self._at: Iterator[str] = iter(())

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        for piece in self._at:
            return piece
        pieces = await self._stream._texts()
        if not pieces:
            raise StopAsyncIteration
        self._at = iter(pieces)
        return next(self._at)


class _Batches:
    """Iterator over lists of events."""

    __slots__ = ("_stream",)

    def __init__(self, stream: AsyncMessageStream) -> None:
        self._stream = stream

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> list[StreamEvent]:
        stream = self._stream
        rest = list(stream._at)
        if rest:
            return rest
        if not await stream._more():
            raise StopAsyncIteration
        stream._at = iter(())
        return stream._batch


class AsyncByteStream(_AsyncLive):
    """The body of a raw answer as it arrives, in pieces of any size."""

    __slots__ = ()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        for piece in self._at:
            return piece  # type: ignore[no-any-return]
        if await self._more():
            return next(self._at)  # type: ignore[no-any-return]
        raise StopAsyncIteration

    async def read(self) -> bytes:
        """Everything that is left."""
        return b"".join([piece async for piece in self])


class AsyncMessageStreamManager:
    """What ``messages.stream()`` gives: sends the request when its ``async with`` block, or an iteration,
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

    def __aiter__(self) -> AsyncIterator[StreamEvent]:
        return self

    async def __anext__(self) -> StreamEvent:
        return await (self._stream or await self._opened()).__anext__()

    async def get_final_message(self) -> Message:
        """As :meth:`AsyncMessageStream.get_final_message`."""
        return await (await self._opened()).get_final_message()

    async def get_final_text(self) -> str:
        """As :meth:`AsyncMessageStream.get_final_text`."""
        return await (await self._opened()).get_final_text()

    async def close(self) -> None:
        """As :meth:`AsyncMessageStream.close`."""
        if self._stream is not None:
            await self._stream.close()
