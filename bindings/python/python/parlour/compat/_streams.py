"""Streams as the field's SDK has them: without ``ping``, and with the head of the answer as a response. A stream that
was opened becomes one of these by its class alone: they have no fields of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _async_io, _sync_io
from .._async_calls import AsyncTurnStream as _AsyncTurnStream
from .._async_stream import AsyncMessageStream as _AsyncMessageStream
from .._async_stream import AsyncStream as _AsyncStream
from .._async_structured import AsyncAnswerStream
from .._async_tool_run import AsyncStreamedToolRun as _AsyncStreamedToolRun
from .._native import PingEvent
from .._stream import MessageStream as _MessageStream
from .._stream import Stream as _Stream
from .._structured import AnswerStream
from .._sync_calls import TurnStream as _TurnStream
from .._tool_run import StreamedToolRun as _StreamedToolRun
from ._http import Response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


class _Head:
    __slots__ = ()
    _raw_stream: Any = None
    """Where the SDK's streams have the events of the wire. Tracers put something of theirs in its place."""

    @property
    def response(self: Any) -> Response:
        """The head of the answer; its body are the events."""
        return Response(self.status_code, self.headers, None)

    def __class_getitem__(cls, item: Any) -> Any:
        """The class: what its items are is said to type checkers alone."""
        return cls


class _Sync(_Head):
    __slots__ = ()

    def __next__(self) -> Any:
        while True:
            event = super().__next__()  # type: ignore[misc]
            if type(event) is not PingEvent:
                return event


class _Async(_Head):
    __slots__ = ()

    async def __anext__(self) -> Any:
        while True:
            event = await super().__anext__()  # type: ignore[misc]
            if type(event) is not PingEvent:
                return event


def _heard(events: Iterator[Any]) -> Iterator[Any]:
    for event in events:
        if type(event) is not PingEvent:
            yield event


async def _heard_async(events: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for event in events:
        if type(event) is not PingEvent:
            yield event


class Stream(_Sync, _Stream):
    """What ``create(stream=True)`` returns."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return _heard(_sync_io.items(self))


class MessageStream(_Sync, _MessageStream):
    """What ``with client.messages.stream(...)`` gives."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return _heard(_sync_io.derived(self))


class ParsedStream(_Sync, AnswerStream[Any]):
    """As :class:`MessageStream`, with a value."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return _heard(_sync_io.derived(self))


class TurnStream(_Sync, _TurnStream):
    """The stream of a turn of a tool runner."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return _heard(_sync_io.derived(self))


class AsyncStream(_Async, _AsyncStream):
    """What ``await create(stream=True)`` returns."""

    __slots__ = ()

    def __aiter__(self) -> AsyncIterator[Any]:
        return _heard_async(_async_io.items(self))


class AsyncMessageStream(_Async, _AsyncMessageStream):
    """What ``async with client.messages.stream(...)`` gives."""

    __slots__ = ()

    def __aiter__(self) -> AsyncIterator[Any]:
        return _heard_async(_async_io.derived(self))


class AsyncParsedStream(_Async, AsyncAnswerStream[Any]):
    """As :class:`AsyncMessageStream`, with a value."""

    __slots__ = ()

    def __aiter__(self) -> AsyncIterator[Any]:
        return _heard_async(_async_io.derived(self))


class AsyncTurnStream(_Async, _AsyncTurnStream):
    """The stream of a turn of a tool runner."""

    __slots__ = ()

    def __aiter__(self) -> AsyncIterator[Any]:
        return _heard_async(_async_io.derived(self))


_KINDS: dict[type, type] = {
    _Stream: Stream,
    _MessageStream: MessageStream,
    AnswerStream: ParsedStream,
    _TurnStream: TurnStream,
    _AsyncStream: AsyncStream,
    _AsyncMessageStream: AsyncMessageStream,
    AsyncAnswerStream: AsyncParsedStream,
    _AsyncTurnStream: AsyncTurnStream,
}


def adopt(stream: Any) -> Any:
    """The stream as one of these; what is none stays as it is."""
    kind = _KINDS.get(type(stream))
    if kind is not None:
        stream.__class__ = kind
    return stream


def managed(manager: Any) -> Any:
    """A manager whose stream is one of these."""
    opened = manager._open
    manager._open = lambda: adopt(opened())
    return manager


def managed_async(manager: Any) -> Any:
    """As :func:`managed`."""
    opened = manager._open

    async def open_() -> Any:
        return adopt(await opened())

    manager._open = open_
    return manager


class StreamedToolRun(_StreamedToolRun):
    """A tool runner whose turns are streams."""

    def __next__(self) -> Any:
        return adopt(super().__next__())


class AsyncStreamedToolRun(_AsyncStreamedToolRun):
    """A tool runner whose turns are streams."""

    async def __anext__(self) -> Any:
        return adopt(await super().__anext__())


def adopt_run(run: Any) -> Any:
    """A tool runner whose streams are of these."""
    if type(run) is _StreamedToolRun:
        run.__class__ = StreamedToolRun
    elif type(run) is _AsyncStreamedToolRun:
        run.__class__ = AsyncStreamedToolRun
    return run
