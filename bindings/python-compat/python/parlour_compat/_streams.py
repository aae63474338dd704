"""Streams with the interface of the official SDK: without ``ping``, and with the head of the answer as a
response. An open stream becomes one of these by its class alone: they have no fields of their own.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from parlour import (
    AnswerStream,
    AnswerStreamManager,
    AsyncAnswerStream,
    AsyncAnswerStreamManager,
    StreamUseError,
)
from parlour import AsyncMessageStream as _AsyncMessageStream
from parlour import AsyncMessageStreamManager as _AsyncMessageStreamManager
from parlour import AsyncStream as _AsyncStream
from parlour import MessageStream as _MessageStream
from parlour import MessageStreamManager as _MessageStreamManager
from parlour import Stream as _Stream
from parlour.hooks import AsyncTurnStream as _AsyncTurnStream
from parlour.hooks import TurnStream as _TurnStream
from parlour.hooks import derives, events_without, from_json, open_stream
from parlour.types import ContentBlockStopEvent, MessageStopEvent, PingEvent

from ._events import compaction
from ._http import Response
from ._requests import through, wrapped_request
from ._stream_iterators import AsyncPlaces, AsyncWire, Places, Wire
from ._tracing import shown_body, tell_body, tell_body_async
from ._values import keep, kept

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator
    from typing import Self

    from parlour.types import Message


# The input of a tool so far leaves a string out that has not ended, as there.
@derives(trailing_strings=False, compaction=compaction)
class _Head:
    __slots__ = ()

    @property
    def response(self: Any) -> Response:
        """The head of the answer; its body are the events."""
        return Response(self.status_code, self.headers, None, self)

    def __class_getitem__(cls, item: Any) -> Any:
        """Returns the class itself: the type of its items is for type checkers."""
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

    async def __aexit__(self: Any, *failure: object) -> None:
        # Through the method: tracers wrap it.
        await self.close()

    async def __anext__(self) -> Any:
        while True:
            event = await super().__anext__()  # type: ignore[misc]
            if type(event) is not PingEvent:
                return event


def _check(block: Any) -> None:
    if getattr(block, "input_state", None) == "invalid":
        raise ValueError(
            "the input that the model wrote for a tool is no JSON: ask again, or change the prompt; it wrote "
            f"{block.raw_input!r}"
        )


def checked(message: Message) -> Message:
    """Checks that the inputs of tools are JSON: a loop of the program's own runs tools with them."""
    for block in message.content:
        _check(block)
    return message


class _Checked:
    """A stream that fails at the end of a tool's input that is no JSON, as the SDK's does."""

    __slots__ = ()

    def _finish(self, event: Any) -> None:
        # In place of the base's method: a call of that would cost a tenth of a short stream.
        if self._op.finish(event, self._consumed):  # type: ignore[attr-defined]
            _check(event.content_block)


def _value_of(stream: Any, text: str) -> Any:
    try:
        return stream._asking.type.read(from_json(text))
    except ValueError:  # A mismatch is one.
        # get_final_message() reports the mismatch.
        return None


def _valued(stream: Any, event: Any) -> Any:
    """The event of a structured answer; a text block, and the message, have the value when they are whole."""
    kind = type(event)
    if kind is ContentBlockStopEvent and event.content_block.type == "text":
        keep(event.content_block, _value_of(stream, event.content_block.text))
    elif kind is MessageStopEvent:
        _keep_all(event.message, lambda text: _value_of(stream, text))
    return event


def _keep_all(message: Any, value_of: Callable[[str], Any]) -> None:
    texts = [block for block in message.content if block.type == "text"]
    for block in texts:
        keep(block, value_of(block.text))
    keep(message, kept(texts[0]) if texts else None)


def _with_value(message: Any) -> Any:
    if message._parsed.error is None:
        _keep_all(message, lambda _: message._parsed.value)
    return message


def _heard_valued(stream: Any) -> Generator[Any, None, None]:
    for event in events_without(stream, PingEvent):
        yield _valued(stream, event)


class _AsyncValued:
    """The events of a structured answer, with the values."""

    __slots__ = ("_events", "_stream")

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._events: Any = events_without(stream, PingEvent)

    def __aiter__(self) -> Self:
        return self

    async def aclose(self) -> None:
        await self._events.aclose()

    async def __anext__(self) -> Any:
        return _valued(self._stream, await anext(self._events))


def _refused(stream: Any) -> StreamUseError:
    """The error for a second loop over a stream, as the stream would raise it: its twin was read."""
    return StreamUseError(f"this stream {stream._refusal}")


def _twin(stream: Any) -> Any:
    """The same stream as another object, for an iterator that the stream holds. It avoids a reference cycle,
    so a tracer's code at the end of the iterator runs as soon as the stream is dropped."""
    kind: Any = type(stream)
    twin = kind.__new__(kind)
    for base in kind.__mro__:
        for name in vars(base).get("__slots__", ()):
            if not name.startswith("__"):
                setattr(twin, name, getattr(stream, name))
    twin.__dict__.update(stream.__dict__)
    return twin


class _Below(functools.cached_property[Any]):
    """The events of a stream below the wrappers of tracers, made at the first use. Looking them up before
    would make a ``dict`` for each stream."""

    _is_in_use = False

    def __get__(self, stream: Any, owner: Any = None) -> Any:
        if stream is None:
            return self
        kept = stream.__dict__
        if "_iterator" not in kept:
            self.__set__(stream, self.func(stream))
        return kept["_iterator"]

    def __set__(self, stream: Any, events: object) -> None:
        self._is_in_use = True
        stream.__dict__["_iterator"] = events

    def is_of(self, stream: Any) -> bool:
        """Whether the stream has some."""
        return self._is_in_use and "_iterator" in stream.__dict__


class Stream(_Sync, _Stream):
    """Result of ``create(stream=True)``."""

    __slots__ = ()

    def __stream__(self) -> Generator[Any, None, None]:
        """The events, below the wrappers of tracers."""
        yield from events_without(self, PingEvent)

    @_Below
    def _iterator(self) -> Any:
        return _twin(self).__stream__()

    def _is_wrapped(self) -> bool:
        return type(self) is not Stream or Stream._iterator is not _OWN or _OWN.is_of(self)

    def __iter__(self) -> Generator[Any, None, None]:
        return self._all() if self._is_wrapped() else events_without(self, PingEvent)

    def _all(self) -> Generator[Any, None, None]:
        if self.__dict__.get("_is_read"):
            raise _refused(self)
        # Not `yield from`, which would close a tracer's iterator with this loop.
        for event in self._iterator:  # noqa: UP028
            yield event
        self.__dict__["_is_read"] = True

    def __next__(self) -> Any:
        return next(self._iterator) if self._is_wrapped() else super().__next__()


class MessageStream(_Checked, _Sync, Places, _MessageStream):
    """The target of ``with client.messages.stream(...)``."""

    __slots__ = ()

    def get_final_message(self) -> Message:
        """Reads to the end and returns the whole message; ``ValueError`` if the input of a tool is no JSON."""
        return checked(super().get_final_message())

    def __iter__(self) -> Generator[Any, None, None]:
        return events_without(self, PingEvent)


class ParsedStream(_Sync, Places, AnswerStream[Any]):
    """As :class:`MessageStream`, with a value."""

    __slots__ = ()

    def __next__(self) -> Any:
        return _valued(self, super().__next__())

    def __iter__(self) -> Generator[Any, None, None]:
        return _heard_valued(self)

    def get_final_message(self) -> Any:
        """Reads to the end and returns the whole message; it and its text have the value as ``parsed_output``."""
        return _with_value(super().get_final_message())


class TurnStream(_Sync, Places, _TurnStream):
    """The stream of a turn of a tool runner."""

    __slots__ = ()

    def __iter__(self) -> Generator[Any, None, None]:
        return events_without(self, PingEvent)


class AsyncStream(_Async, _AsyncStream):
    """Result of ``await create(stream=True)``."""

    __slots__ = ()

    async def __stream__(self) -> AsyncGenerator[Any, None]:
        """The events, below the wrappers of tracers."""
        async for event in events_without(self, PingEvent):
            yield event

    @_Below
    def _iterator(self) -> Any:
        return _twin(self).__stream__()

    def _is_wrapped(self) -> bool:
        return (
            type(self) is not AsyncStream or AsyncStream._iterator is not _OWN_ASYNC or _OWN_ASYNC.is_of(self)
        )

    def __aiter__(self) -> Any:
        return self._all() if self._is_wrapped() else events_without(self, PingEvent)

    async def _all(self) -> AsyncGenerator[Any, None]:
        if self.__dict__.get("_is_read"):
            raise _refused(self)
        async for event in self._iterator:
            yield event
        self.__dict__["_is_read"] = True

    async def __anext__(self) -> Any:
        return await (anext(self._iterator) if self._is_wrapped() else super().__anext__())


class AsyncMessageStream(_Checked, _Async, AsyncPlaces, _AsyncMessageStream):
    """The target of ``async with client.messages.stream(...)``."""

    __slots__ = ()

    async def get_final_message(self) -> Message:
        """As :meth:`MessageStream.get_final_message`."""
        return checked(await super().get_final_message())

    def __aiter__(self) -> Any:
        return events_without(self, PingEvent)


class AsyncParsedStream(_Async, AsyncPlaces, AsyncAnswerStream[Any]):
    """As :class:`AsyncMessageStream`, with a value."""

    __slots__ = ()

    async def __anext__(self) -> Any:
        return _valued(self, await super().__anext__())

    def __aiter__(self) -> _AsyncValued:
        return _AsyncValued(self)

    async def get_final_message(self) -> Any:
        """Reads to the end and returns the whole message; it and its text have the value as ``parsed_output``."""
        return _with_value(await super().get_final_message())


class AsyncTurnStream(_Async, AsyncPlaces, _AsyncTurnStream):
    """The stream of a turn of a tool runner."""

    __slots__ = ()

    def __aiter__(self) -> Any:
        return events_without(self, PingEvent)


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


# By these it is known whether a tracer has put something in their place.
_OWN: Any = Stream._iterator
_OWN_ASYNC: Any = AsyncStream._iterator


def adopt(stream: Any) -> Any:
    """The stream as one of these; other values are returned unchanged."""
    kind = _KINDS.get(type(stream))
    if kind is not None:
        stream.__class__ = kind
    return stream


class MessageStreamManager(_MessageStreamManager):
    """Result of ``messages.stream()``. It has a ``__dict__``: tracers keep data about the request on it."""


class ParsedStreamManager(MessageStreamManager, AnswerStreamManager[Any]):
    """As :class:`MessageStreamManager`, with a value."""


class AsyncMessageStreamManager(_AsyncMessageStreamManager):
    """Result of ``messages.stream()``. It has a ``__dict__``, as its counterpart."""


class AsyncParsedStreamManager(AsyncMessageStreamManager, AsyncAnswerStreamManager[Any]):
    """As :class:`AsyncMessageStreamManager`, with a value."""


def _through_raw(wire: Any) -> Any:
    """The message stream above these events, read through them."""
    stream = wire._of
    stream._raw_stream = wire
    return stream


def opened(messages: Any, body: Any, options: Any) -> MessageStream:
    """The stream of ``messages.stream()``, where a tracer may have something in a place."""
    send = functools.partial(open_stream, MessageStream, messages, body, options)
    shown = {**shown_body(body, options), "stream": True}
    stream: MessageStream = _seen(send, lambda: shown, messages)
    return stream


async def opened_async(messages: Any, body: Any, options: Any) -> AsyncMessageStream:
    """As :func:`opened`."""
    send = functools.partial(open_stream, AsyncMessageStream, messages, body, options)
    shown = {**shown_body(body, options), "stream": True}
    stream: AsyncMessageStream = await _seen_async(send, lambda: shown, messages)
    return stream


def managed(manager: AnswerStreamManager[Any], body: Callable[[], Any], messages: Any) -> ParsedStreamManager:
    """The manager of a structured answer. ``body``: of the request, for tracers."""
    return ParsedStreamManager(lambda: _seen(lambda: adopt(manager.__enter__()), body, messages))


def managed_async(
    manager: AsyncAnswerStreamManager[Any], body: Callable[[], Any], messages: Any
) -> AsyncParsedStreamManager:
    """As :func:`managed`."""

    async def adopted() -> Any:
        return adopt(await manager.__aenter__())

    return AsyncParsedStreamManager(lambda: _seen_async(adopted, body, messages))


def _seen(send: Callable[[], Any], body: Callable[[], Any], messages: Any) -> Any:
    """Opens a stream by ``send``, through the wrapper that a tracer has installed, if there is one."""
    tell_body(body)
    ask = wrapped_request(messages)
    if ask is None:
        return send()
    return _through_raw(through(ask, messages, body(), lambda: send()._raw_stream, Wire))


async def _seen_async(send: Callable[[], Any], body: Callable[[], Any], messages: Any) -> Any:
    await tell_body_async(body)
    ask = wrapped_request(messages)
    if ask is None:
        return await send()

    async def raw() -> Any:
        return (await send())._raw_stream

    return _through_raw(await through(ask, messages, body(), raw, AsyncWire))
