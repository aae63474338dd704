"""Waits for operations of the synchronous client and its streams; the handwritten counterpart of
``_async.io``. ``_sync.client`` and ``_sync.stream`` are made from their asynchronous sources and use the names of this
module in place of the others."""

from __future__ import annotations

from _thread import allocate_lock

from .._hints import install
from .._io import wait as _wait
from .._streams.base import BaseStream, refusal
from .._streams.deriving import derive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import TracebackType
    from typing import Any, ClassVar, Self, TypeVar

    from .._native import Client as NativeClient
    from .._native import Op, Port
    from .._options.interfaces import Key, Reader
    from .._types.messages import StreamEvent

    S = TypeVar("S")
    T = TypeVar("T")


COROUTINES = False
"""Whether functions of the caller may be coroutine functions."""


def call(
    client: NativeClient,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: Key | None,
    *,
    method: str | None = None,
    path: str | None = None,
) -> Any:
    """Makes a call and waits for its whole answer: one crossing of the FFI boundary, unless a function gives the key or
    threads are green."""
    wait = _wait.green()
    if key is None and wait is None:
        return client.call(body, options, None, mode, method, path)
    op, port = _wait.submit(client, mode, body, options, key, method=method, path=path)
    answer = _wait.batch(op, port, key, wait)[0]
    _wait.give_back(port)
    return answer


def begin(
    client: NativeClient,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: Key | None,
    *,
    method: str | None = None,
    path: str | None = None,
) -> tuple[Op, Port, list[Any]]:
    """Sends a request and waits for the head of its answer; also returns the items that arrived with it."""
    op, port = _wait.submit(client, mode, body, options, key, method=method, path=path)
    return op, port, _wait.head(op, port, key, _wait.green())


class Readable(BaseStream):
    """A stream that threads read."""

    __slots__ = ("_key", "_port", "_turn", "_wait")

    _IN_USE: ClassVar = "is being read by another thread"

    def __init__(self, op: Op, port: Port, first: list[Any], key: Key | None) -> None:
        super().__init__(op)
        # A stream of which only pings arrived may be sent again, and needs a key for that.
        self._key = key
        self._port: Port | None = port
        self._wait = _wait.green()
        # Held by the thread that waits.
        self._turn = allocate_lock()
        self._set_batch(first)

    def _is_waiting(self) -> bool:
        return self._turn.locked()

    def _fetch(self, reader: object = None, *, text: bool = False) -> bool:
        """Whether items are pending, or with ``text`` texts; waits for the next batch if not. False at the end."""
        self._check_reader(reader)
        if self._pending() or (not text and self._restore_events()):
            return True
        if not self._turn.acquire(False):
            raise refusal(self._IN_USE)
        try:
            port = self._port
            if self._done or port is None:
                return False
            self._set_batch([])
            # Questions of the core arrive among the items, so a stream that may need one is read as events.
            text = text and self._key is None
            try:
                if text:
                    batch: list[Any] = _wait.texts(self._op, port, self._wait)
                else:
                    batch = _wait.batch(self._op, port, self._key, self._wait)
            except BaseException:
                self._set_failed()
                self._port = None
                raise
            if batch and text:
                self._texts = iter(batch)
            elif batch:
                self._set_batch(batch)
            elif not self._done:
                self._done, self._port = True, None
                _wait.give_back(port)
            return bool(batch)
        finally:
            self._turn.release()

    def close(self) -> None:
        """Ends the stream; an answer that is still in flight is cut off and its connection closed."""
        port, left = self._port, not self._done
        self._cancel()
        self._port = None
        if left and port is not None:
            _wait.left(self._op, port)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def items(stream: Readable) -> Generator[Any, None, None]:
    """A reader of events, or of pieces of a body."""
    reader = stream._new_reader()
    yield from stream._items
    while stream._fetch(reader):
        yield from stream._items


def derived(stream: Readable) -> Generator[Any, None, None]:
    """A reader of events and of those that are derived from them."""
    reader = stream._new_reader(derives=True)
    blocks: Any = stream._blocks
    if stream._derived is not None:
        yield stream._take_derived()
    while True:
        for event in stream._items:
            stream._derived = derive(event, blocks, stream)
            yield event
            # Also what `next(stream)` left.
            while stream._derived is not None and reader is stream._reader:
                yield stream._take_derived()
        if not stream._fetch(reader):
            return


def items_without(stream: Readable, left_out: type) -> Generator[Any, None, None]:
    """As :func:`items`, without those of a class. In one generator: a second one, around that of all, would cost a
    tenth of an event."""
    reader = stream._new_reader()
    while True:
        for item in stream._items:
            if type(item) is not left_out:
                yield item
        if not stream._fetch(reader):
            return


def derived_without(stream: Readable, left_out: type) -> Generator[Any, None, None]:
    """As :func:`derived`, without those of a class, in one generator too."""
    reader = stream._new_reader(derives=True)
    blocks: Any = stream._blocks
    if stream._derived is not None:
        yield stream._take_derived()
    while True:
        for event in stream._items:
            stream._derived = derive(event, blocks, stream)
            if type(event) is not left_out:
                yield event
            # Also what `next(stream)` left.
            while stream._derived is not None and reader is stream._reader:
                yield stream._take_derived()
        if not stream._fetch(reader):
            return


def texts(stream: Readable) -> Generator[str, None, None]:
    """A reader of text."""
    reader = stream._new_reader()
    while True:
        for event in stream._items:
            if event.type == "content_block_delta" and event.text is not None:
                yield event.text
        if not stream._fetch(reader, text=True):
            return
        yield from stream._texts


def batches(stream: Readable) -> Generator[list[StreamEvent], None, None]:
    """A reader of whole batches."""
    reader = stream._new_reader()
    while stream._fetch(reader):
        yield stream._take_pending()


def listing(first: Callable[[], Any]) -> Any:
    """The first page of a list, which is fetched now."""
    return first()


def called(function: Callable[..., Any], *args: Any) -> Any:
    """Calls a function of the caller and returns its result."""
    return function(*args)


def opening(opened: Callable[[], S], read: Callable[[S], Reader[T]]) -> Reader[T]:
    """A reader of a stream that is opened now."""
    return read(opened())


install(globals())
