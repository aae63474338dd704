"""Attributes of the official SDK's streams that tracers replace by iterators of their own: ``_raw_stream``
and ``_iterator`` of a message stream. A stream with such an iterator is read through it; others do not use
this module.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from parlour.types import PingEvent

from ._http import Response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


class _Wire:
    """The events of a message stream as the service sends them, without those that are derived. Everything else is that
    of the stream."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def _is(self) -> Any:
        from . import _streams

        return getattr(_streams, self._like)

    # The class of the result of `create(stream=True)`, for `isinstance`.
    __class__ = property(_is)
    _like: str

    @property
    def response(self) -> Response:
        """The head of the answer."""
        response: Response = self._of.response
        return response

    def __getattr__(self, name: str) -> Any:
        if name == "_of":
            raise AttributeError(name)
        return getattr(self._of, name)


class Wire(_Wire):
    """Of a synchronous stream."""

    _like = "Stream"

    def __stream__(self) -> Iterator[Any]:
        of = self._of
        while True:
            yield from of._handing_on()
            if not of._fetch_own():
                return

    @functools.cached_property
    def _iterator(self) -> Iterator[Any]:
        return self.__stream__()

    def __iter__(self) -> Iterator[Any]:
        # Not `yield from`, which would close a tracer's iterator with this loop.
        for event in self._iterator:  # noqa: UP028
            yield event

    def __next__(self) -> Any:
        return next(self._iterator)


class AsyncWire(_Wire):
    """Of an asynchronous stream."""

    _like = "AsyncStream"

    async def __stream__(self) -> AsyncIterator[Any]:
        of = self._of
        while True:
            for event in of._handing_on():
                yield event
            if not await of._fetch_own():
                return

    @functools.cached_property
    def _iterator(self) -> AsyncIterator[Any]:
        return self.__stream__()

    async def __aiter__(self) -> AsyncIterator[Any]:
        async for event in self._iterator:
            yield event

    async def __anext__(self) -> Any:
        return await anext(self._iterator)


class _Tapped:
    """A stream whose events pass one by one through a tracer's iterator."""

    __slots__ = ()

    def _begin_tap(self: Any) -> None:
        self._restore_events()
        kept = self.__dict__
        kept["_passed"] = self._consumed_own()
        kept["_untapped"] = self._take_pending()
        self._hold([])

    def _hold(self: Any, events: list[Any]) -> None:
        """Sets the events to read next. Not by `_set_batch()`: it has taken them in as part of a whole batch."""
        self._batch = events
        self._items = iter(events)

    def _consumed_own(self: Any) -> int:
        return len(self._batch) - int(self._pending())

    def _handing_on(self: Any) -> Iterator[Any]:
        """Yields events that have arrived and were not passed on. Derived events depend on the number passed
        on."""
        kept = self.__dict__
        events = kept.pop("_untapped", None)
        if events is None:
            kept["_passed"] = 0
            events = self._take_pending()
            self._hold([])
        for event in events:
            kept["_passed"] += 1
            if type(event) is not PingEvent:
                yield event

    @property
    def _consumed(self: Any) -> int:
        passed: int = self.__dict__["_passed"]
        return passed - int(self._pending())


class _SyncTapped(_Tapped):
    __slots__ = ()

    def _fetch_own(self) -> bool:
        more: bool = super()._fetch()  # type: ignore[misc]
        return more

    def _fetch(self: Any, reader: object = None, *, text: bool = False) -> bool:
        # As events in any case: a tracer is shown no texts.
        self._check_reader(reader)
        if self._pending():
            return True
        event = next(self._iterator, None)
        self._hold([] if event is None else [event])
        return event is not None


class _AsyncTapped(_Tapped):
    __slots__ = ()

    async def _fetch_own(self) -> bool:
        more: bool = await super()._fetch()  # type: ignore[misc]
        return more

    async def _fetch(self: Any, reader: object = None, *, text: bool = False) -> bool:
        # As its counterpart.
        self._check_reader(reader)
        if self._pending():
            return True
        event = await anext(self._iterator, None)
        self._hold([] if event is None else [event])
        return event is not None


@functools.cache
def _tapped(kind: type, how: type) -> type:
    return type(kind.__name__, (how, kind), {"__slots__": (), "__doc__": kind.__doc__})


def _through(stream: Any) -> Iterator[Any]:
    yield from stream._raw_stream


async def _through_async(stream: Any) -> AsyncIterator[Any]:
    async for event in stream._raw_stream:
        yield event


def _place(name: str, make: Any, how: type) -> Any:
    def get(self: Any) -> Any:
        """Where the SDK's streams have their events. Tracers put something of theirs in its place."""
        kept = self.__dict__
        if name not in kept:
            kept[name] = make(self)
        return kept[name]

    def put(self: Any, value: object) -> None:
        self.__dict__[name] = value
        if not isinstance(self, _Tapped):
            kind: Any = type(self)
            self.__class__ = _tapped(kind, how)
            self._begin_tap()

    return property(get, put)


class _Texts:
    __slots__ = ()
    _are_replaced = False

    @property
    def text_stream(self: Any) -> Any:
        """The text alone, in pieces as it arrives. Pieces that arrived together may be joined."""
        # No stream is looked at before one got another: that would make a `dict` for each.
        kept = self.__dict__.get("text_stream") if _Texts._are_replaced else None
        return super().text_stream if kept is None else kept  # type: ignore[misc]

    @text_stream.setter
    def text_stream(self: Any, value: Any) -> None:
        # The SDK has a field here, and tracers put one of theirs into it.
        _Texts._are_replaced = True
        self.__dict__["text_stream"] = value


class Places(_Texts):
    """The places of a synchronous message stream."""

    __slots__ = ()
    _raw_stream = _place("_raw_stream", Wire, _SyncTapped)
    _iterator = _place("_iterator", _through, _SyncTapped)


class AsyncPlaces(_Texts):
    """The places of an asynchronous one."""

    __slots__ = ()
    _raw_stream = _place("_raw_stream", AsyncWire, _AsyncTapped)
    _iterator = _place("_iterator", _through_async, _AsyncTapped)
