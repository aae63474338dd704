"""Streams for asynchronous code: the twins of ``_stream``. It must not know which loop runs (that is
``_loop``)."""

from __future__ import annotations

from . import _loop
from ._native import Ask
from ._stream import ALL, ENDED_WHOLE, NO_MESSAGE, OVERTAKEN, _Live, refusal
from ._wait import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
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

    _rival = "is being read by another task"

    def _busy(self) -> bool:
        return self._waiter.waits

    async def _more(self, reader: object = None, *, text: bool = False) -> bool:
        """Whether there is more, which is the rest then, or with ``text`` pieces of text; waits for it."""
        self._check(reader)
        if self._left() or (not text and self._unread()):
            return True
        if self._done:
            return False
        if self._waiter.waits:
            raise refusal(self._rival)
        self._fill([])
        op = self._op
        key = self._key
        try:
            if key is not None:
                got = await items(self._waiter, op, key)
            else:
                got = await self._waiter.until(op.texts if text else op.take)
        except BaseException:
            self._fail()
            op.cancel()
            raise
        if not got:
            self._done = True
            self._seat.over()
            return False
        # A drain hands over whole events, whatever was asked for.
        if type(got[0]) is str:
            self._pieces = iter(got)
        else:
            self._fill(got)
        return True

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

    Iterate over it, over :attr:`text_stream` or over :meth:`batches`; all three go through the same events, and one
    that begins later gets the rest. :class:`StreamUseError` is raised where an iterator would get nothing, or share
    with another: when it goes on after a later one began, when another task waits for more, and when it begins after
    the end or after :meth:`close`. Leaving the ``async with`` block, :meth:`close`, cancelling the task that waits and
    dropping the object end an unfinished answer. Belongs to the loop it was made in.
    """

    __slots__ = ("_final", "_keeps")

    def __init__(self, op: Op, seat: _loop.Seat, first: list[Any], key: Key | None, keeps: bool) -> None:
        super().__init__(op, seat, first, key)
        self._final: Message | None = None
        self._keeps = keeps
        if keeps:
            self._why = ENDED_WHOLE

    def __aiter__(self) -> AsyncIterator[StreamEvent]:
        return _Items(self)

    async def __anext__(self) -> StreamEvent:
        for event in self._at:
            return event  # type: ignore[no-any-return]
        self._last()
        if await self._more():
            return next(self._at)  # type: ignore[no-any-return]
        self._told = True
        raise StopAsyncIteration

    @property
    def text_stream(self) -> AsyncIterator[str]:
        """The text alone, in pieces as it arrives. Pieces that arrived together may be joined."""
        return _Texts(self)

    def batches(self) -> AsyncIterator[list[StreamEvent]]:
        """Events in lists: each time all that have arrived, at least one."""
        return _Batches(self)

    async def until_done(self) -> None:
        """Reads to the end. An iteration that was begun is over then."""
        self._skip()
        while await self._more():
            self._skip()

    async def get_final_message(self) -> Message:
        """Reads to the end and gives the whole message. Not of ``create(stream=True)``."""
        if not self._keeps:
            raise refusal(NO_MESSAGE)
        if self._final is None:
            if not self._done:
                await self.until_done()
            self._skip()
            self._final = self._op.final_message()
        return self._final

    async def get_final_text(self) -> str:
        """Reads to the end and gives the whole text."""
        return (await self.get_final_message()).text

    @property
    def current_message_snapshot(self) -> Message | None:
        """The message as far as it was read; ``None`` before its start. Made anew each time. Not of
        ``create(stream=True)``."""
        if not self._keeps:
            raise refusal(NO_MESSAGE)
        return self._op.snapshot(self._consumed if self._batch else ALL)


class _Reader:
    """What reads a stream. Not an async generator: those want to be closed, or the loop complains."""

    __slots__ = ("_mark", "_over", "_stream")

    def __init__(self, stream: _AsyncLive) -> None:
        self._stream = stream
        self._mark: object = None
        self._over = False

    def __aiter__(self) -> Self:
        return self

    def _look(self) -> None:
        """Begins, or finds out that another one has begun since."""
        stream = self._stream
        if self._over:
            raise StopAsyncIteration
        if self._mark is None:
            self._mark = stream._begin()
        elif self._mark is not stream._reader:
            raise refusal(OVERTAKEN)

    async def _more(self, *, text: bool = False) -> None:
        """Waits for more; at the end says so."""
        try:
            more = await self._stream._more(self._mark, text=text)
        except BaseException:
            self._over = True
            raise
        if not more:
            self._over = True
            raise StopAsyncIteration


class _Items(_Reader):
    """Iterator over events, or pieces of a body."""

    __slots__ = ()

    async def __anext__(self) -> Any:
        stream = self._stream
        if self._over or self._mark is not stream._reader or self._mark is None:
            self._look()
        for item in stream._at:
            return item
        await self._more()
        return next(stream._at)


class _Texts(_Reader):
    """Iterator over text."""

    __slots__ = ()

    async def __anext__(self) -> str:
        stream = self._stream
        self._look()
        while True:
            for piece in stream._pieces:
                return piece
            for event in stream._at:
                if event.type == "content_block_delta" and event.text is not None:
                    return event.text  # type: ignore[no-any-return]
            await self._more(text=True)


class _Batches(_Reader):
    """Iterator over lists of events."""

    __slots__ = ()

    async def __anext__(self) -> list[StreamEvent]:
        stream = self._stream
        self._look()
        if not stream._left():
            await self._more()
        return stream._rest()


class AsyncByteStream(_AsyncLive):
    """The body of a raw answer as it arrives, in pieces of any size. Read once, as :class:`AsyncMessageStream`."""

    __slots__ = ()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return _Items(self)

    async def __anext__(self) -> bytes:
        for piece in self._at:
            return piece  # type: ignore[no-any-return]
        self._last()
        if await self._more():
            return next(self._at)  # type: ignore[no-any-return]
        self._told = True
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
        return _Opening(self)

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


class _Opening:
    """Iterator over the events of a stream that is opened with the first."""

    __slots__ = ("_items", "_manager")

    def __init__(self, manager: AsyncMessageStreamManager) -> None:
        self._manager = manager
        self._items: AsyncIterator[StreamEvent] | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> StreamEvent:
        if self._items is None:
            self._items = aiter(await self._manager._opened())
        return await anext(self._items)
