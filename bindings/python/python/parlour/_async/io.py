"""Waits for operations of the asynchronous client and its streams. ``_sync.io`` is the handwritten
counterpart."""

from __future__ import annotations

from contextvars import copy_context

from .._hints import install
from .._io import holding as _holding
from .._io import log as _log
from .._io import loop as _loop
from .._io.functions import result_of, result_of_hook
from .._io.wait import checked
from .._io.waiter import ForeignLoopError
from .._native import CredentialRequest, HookQuestion
from .._options.credentials import Asking, Hook, fields, key_of
from .._streams.base import OVERTAKEN, BaseStream, refusal
from .._streams.deriving import derive
from .._types.chain import asked, crossing, failed, question_in
from .._types.errors import HookError, StreamUseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator
    from types import TracebackType
    from typing import Any, ClassVar, Generic, Self, TypeVar

    from .._io.loop import TaskPort, TrioPort
    from .._io.waiter import Waiter
    from .._native import Client as NativeClient
    from .._native import Op
    from .._options.interfaces import AsyncKey, AsyncReader
    from .._types.messages import StreamEvent

    S = TypeVar("S")
    T = TypeVar("T")
    P = TypeVar("P")
    One = TypeVar("One")

    class _OfPage(Generic[P, One]):
        pass

else:
    # Replaces `typing`, which takes long to import.

    class _OfPage:
        __slots__ = ()

        def __class_getitem__(cls, item):
            return cls


COROUTINES = True
"""Whether functions of the caller may be coroutine functions."""


async def credential(key: Any, request: CredentialRequest | None = None) -> Any:
    """Calls the user's function; its exceptions are raised unchanged. A function that takes the attempt is
    called only with a request of the core: before, there is none."""
    if isinstance(key, Hook):
        return None if request is None else fields(await result_of(key.function, request))
    return checked(await result_of(key))


async def reply(op: Op, key: AsyncKey, question: CredentialRequest | HookQuestion) -> Exception | None:
    """Answers the core's question; returns what a hook raised. Without a new credential ahead of the end of the old
    one, that is used."""
    if type(question) is HookQuestion and type(key) is Asking:
        return await _ask_hook(op, key, question)
    request: Any = question
    try:
        given = await credential(key_of(key), request)
    except Exception as error:
        if not request.ahead:
            raise
        op.refuse(str(error))
    else:
        op.answer(given)
    return None


async def _ask_hook(op: Op, asking: Asking, question: HookQuestion) -> Exception | None:
    try:
        method, about = asked(asking, question)
        result, body = crossing(question, await result_of_hook(method, about))
    except Exception as error:
        op.fail_hook(failed(error))
        return error
    op.answer_hook(result, body)
    return None


async def batch(waiter: Waiter | TrioPort, op: Op, key: AsyncKey) -> list[Any]:
    """The next batch of an operation; questions of the core are answered. Empty at the end."""
    raised: Exception | None = None
    while True:
        try:
            got = await waiter.until(op.take)
        except HookError as error:
            raise error from (error.__cause__ or raised)
        question = question_in(got)
        if question is None:
            return got
        raised = await reply(op, key, question)
        if got:
            return got


async def call(
    client: NativeClient,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: AsyncKey | None,
    *,
    method: str | None = None,
    path: str | None = None,
) -> Any:
    """Makes a call and waits for its whole answer."""
    own = None if key is None else key_of(key)
    secret = None if own is None else await credential(own)
    port = _loop.current_port()
    context = copy_context() if _log.active else None
    op = client.submit(port.native, mode, body, options, secret, method, path, context)
    try:
        waiter = port.waiter(op, here=True)
        got = await (waiter.until(op.take) if key is None else batch(waiter, op, key))
    except BaseException:
        port.fail(op)
        raise
    if not _log.active:
        port.release()
    elif (hooks := port.finish(op)) is not None:
        await hooks
    return got[0]


async def begin(
    client: NativeClient,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: AsyncKey | None,
    *,
    method: str | None = None,
    path: str | None = None,
) -> tuple[Op, TaskPort, list[Any]]:
    """Sends a request and waits for the head of its answer; also returns the items that arrived with it."""
    own = None if key is None else key_of(key)
    secret = None if own is None else await credential(own)
    port = _loop.current_port()
    context = copy_context() if _log.active else None
    op = client.submit(port.native, mode, body, options, secret, method, path, context)
    try:
        waiter = port.waiter(op, here=True)
        # Questions of the core arrive among the items, so a call that may need one waits for items.
        first = await (_loop.head(waiter, op) if key is None else batch(waiter, op, key))
    except BaseException:
        port.fail(op)
        raise
    return op, port, first


class AsyncReadable(BaseStream):
    """A stream that tasks read."""

    __slots__ = ("_key", "_port", "_waiter")

    _IN_USE: ClassVar = "is being read by another task"

    def __init__(self, op: Op, port: TaskPort, first: list[Any], key: AsyncKey | None) -> None:
        super().__init__(op)
        # A stream of which only pings arrived may be sent again, and needs a key for that.
        self._key = key
        self._port = port
        self._waiter = port.waiter(op)
        self._set_batch(first)

    def _is_waiting(self) -> bool:
        return self._waiter.waits

    async def _fetch(self, reader: object = None, *, text: bool = False) -> bool:
        """Whether items are pending, or with ``text`` texts; waits for the next batch if not. False at the end."""
        self._check_reader(reader)
        if self._pending() or (not text and self._restore_events()):
            return True
        if self._done:
            return False
        if self._waiter.waits:
            raise refusal(self._IN_USE)
        self._set_batch([])
        op = self._op
        key = self._key
        try:
            if key is not None:
                got = await batch(self._waiter, op, key)
            else:
                got = await self._waiter.until(op.texts if text else op.take)
        except ForeignLoopError:
            raise
        except BaseException:
            self._set_failed()
            self._port.fail(op)
            raise
        if not got:
            self._done = True
            if not _log.active:
                self._port.release()
            elif (hooks := self._port.finish(op)) is not None:
                await hooks
            return False
        # A drain of the port resumes its waiters with whole events, also those that wait for text.
        if type(got[0]) is str:
            self._texts = iter(got)
        else:
            self._set_batch(got)
        return True

    async def close(self) -> None:
        """Ends the stream; an answer that is still in flight is cut off and its connection closed."""
        self._leave()

    async def aclose(self) -> None:
        """As :meth:`close`."""
        self._leave()

    def _leave(self) -> None:
        left = not self._done
        self._cancel()
        if left and _log.hooked:
            self._port.fail(self._op)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()


class _Reader:
    """A reader of a stream. Not an async generator: the event loop complains of one that is not closed."""

    __slots__ = ("_exhausted", "_mark", "_stream")

    _DERIVES: ClassVar = False

    def __init__(self, stream: AsyncReadable) -> None:
        self._stream = stream
        self._mark: object = None
        self._exhausted = False

    def __aiter__(self) -> Self:
        return self

    async def aclose(self) -> None:
        """Ends the reader, and closes its stream unless another reader has it."""
        self._exhausted = True
        if self._mark is self._stream._reader:
            await self._stream.close()

    def _check(self) -> None:
        """Begins, or refuses because a later reader has begun."""
        stream = self._stream
        if self._exhausted:
            raise StopAsyncIteration
        if self._mark is None:
            self._mark = stream._new_reader(derives=self._DERIVES)
        elif self._mark is not stream._reader:
            raise refusal(OVERTAKEN)

    def _failed(self, error: BaseException) -> None:
        """A refused caller has read nothing: the reader goes on for its own task."""
        self._exhausted = not isinstance(error, (ForeignLoopError, StreamUseError))

    async def _fetch(self, *, text: bool = False) -> None:
        """Waits for the next batch; ends the iteration at the end."""
        try:
            more = await self._stream._fetch(self._mark, text=text)
        except BaseException as error:
            self._failed(error)
            raise
        if not more:
            self._exhausted = True
            raise StopAsyncIteration


class items(_Reader):
    """A reader of events, or of pieces of a body."""

    __slots__ = ()

    async def __anext__(self) -> Any:
        stream = self._stream
        if self._exhausted or self._mark is not stream._reader or self._mark is None:
            self._check()
        for item in stream._items:
            return item
        # As `_fetch`, without its frame: an open stream holds each frame that it waits in.
        try:
            more = await stream._fetch(self._mark)
        except BaseException as error:
            self._failed(error)
            raise
        if not more:
            self._exhausted = True
            raise StopAsyncIteration
        return next(stream._items)


class derived(_Reader):
    """A reader of events and of those that are derived from them."""

    __slots__ = ()

    _DERIVES: ClassVar = True

    async def __anext__(self) -> Any:
        stream = self._stream
        if self._exhausted or self._mark is not stream._reader or self._mark is None:
            self._check()
        event = stream._derived
        if event is not None:
            stream._derived = None
            return event
        for event in stream._items:
            stream._derived = derive(event, stream._blocks, stream)  # type: ignore[arg-type]
            return event
        # As in `items`.
        try:
            more = await stream._fetch(self._mark)
        except BaseException as error:
            self._failed(error)
            raise
        if not more:
            self._exhausted = True
            raise StopAsyncIteration
        return stream._derive(next(stream._items))


class _Without(_Reader):
    """Base of the readers that leave events of a class out. One coroutine for each event: a second one, around a reader
    of all, would cost a fifth of it."""

    __slots__ = ("_left_out",)

    def __init__(self, stream: AsyncReadable, left_out: type) -> None:
        # As the base, without a call of its method: short streams notice it.
        self._stream = stream
        self._mark: object = None
        self._exhausted = False
        self._left_out = left_out


class items_without(_Without):
    """As :class:`items`, without those of a class."""

    __slots__ = ()

    async def __anext__(self) -> Any:
        stream = self._stream
        if self._exhausted or self._mark is not stream._reader or self._mark is None:
            self._check()
        while True:
            for item in stream._items:
                if type(item) is not self._left_out:
                    return item
            # As in `items`.
            try:
                more = await stream._fetch(self._mark)
            except BaseException as error:
                self._failed(error)
                raise
            if not more:
                self._exhausted = True
                raise StopAsyncIteration


class derived_without(_Without):
    """As :class:`derived`, without those of a class."""

    __slots__ = ()

    _DERIVES: ClassVar = True

    async def __anext__(self) -> Any:
        stream = self._stream
        if self._exhausted or self._mark is not stream._reader or self._mark is None:
            self._check()
        event = stream._derived
        if event is not None:
            stream._derived = None
            return event
        while True:
            for event in stream._items:
                stream._derived = derive(event, stream._blocks, stream)  # type: ignore[arg-type]
                if type(event) is not self._left_out:
                    return event
            # As in `items`.
            try:
                more = await stream._fetch(self._mark)
            except BaseException as error:
                self._failed(error)
                raise
            if not more:
                self._exhausted = True
                raise StopAsyncIteration


class texts(_Reader):
    """A reader of text."""

    __slots__ = ()

    async def __anext__(self) -> str:
        stream = self._stream
        self._check()
        while True:
            for piece in stream._texts:
                return piece
            for event in stream._items:
                if event.type == "content_block_delta" and event.text is not None:
                    return event.text  # type: ignore[no-any-return]
            await self._fetch(text=True)


class batches(_Reader):
    """A reader of whole batches."""

    __slots__ = ()

    async def __anext__(self) -> list[StreamEvent]:
        stream = self._stream
        self._check()
        if not stream._pending():
            await self._fetch()
        return stream._take_pending()


class AsyncListing(_OfPage["P", "One"]):
    """A list that was asked for: await it for its first page, or iterate over all its items."""

    __slots__ = ("_first",)

    def __init__(self, first: Callable[[], Awaitable[P]]) -> None:
        self._first = first

    def __await__(self) -> Generator[Any, None, P]:
        return self._first().__await__()

    def __aiter__(self) -> AsyncReader[One]:
        return _Opening(self._first, aiter)


def listing(first: Callable[[], Awaitable[Any]]) -> Any:
    """A list whose first page is fetched when it is awaited or iterated over."""
    return AsyncListing(first)


async def called(function: Callable[..., Any], *args: Any) -> Any:
    """Calls a function of the caller on the loop and returns its result. It may be a coroutine function."""
    since = _holding.clock()
    value = function(*args)
    _holding.check(since, function)
    return await _holding.watched(function, value) if hasattr(value, "__await__") else value


def opening(opened: Callable[[], Awaitable[S]], read: Callable[[S], AsyncReader[T]]) -> AsyncReader[T]:
    """A reader of a stream that is opened with the first item."""
    return _Opening(opened, read)


class _Opening:
    __slots__ = ("_closed", "_opened", "_read", "_reader")

    def __init__(self, opened: Callable[[], Awaitable[Any]], read: Callable[[Any], AsyncReader[Any]]) -> None:
        self._opened = opened
        self._read = read
        self._reader: AsyncReader[Any] | None = None
        self._closed = False

    def __aiter__(self) -> Self:
        return self

    async def aclose(self) -> None:
        """Ends the reader, and closes its stream; one that was not begun opens none."""
        self._closed = True
        if self._reader is not None:
            await self._reader.aclose()

    async def __anext__(self) -> Any:
        if self._closed:
            raise StopAsyncIteration
        if self._reader is None:
            self._reader = self._read(await self._opened())
        return await anext(self._reader)


install(globals())
