"""``with_streaming_response`` for asynchronous code: an answer whose body the caller reads as it arrives. The source of
``_sync.streamed``, which ``scripts/python/sync.py`` makes from it."""

from __future__ import annotations

from typing import Any, Generic, ParamSpec, TypeVar

from .._hints import install
from .._native import RAW_STREAM, RawAnswer
from .._types.response import _Head
from .io import begin
from .stream import AsyncByteStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from types import TracebackType

    from .._native import Client as NativeClient
    from .stream import AsyncStream

P = ParamSpec("P")
T = TypeVar("T")


class AsyncStreamedResponse(_Head, Generic[T]):
    """An answer whose head has come. Its body is read by one of the methods; :meth:`read`, :meth:`text`, :meth:`json`
    and :meth:`parse` keep what they have read, so that the others work behind them."""

    __slots__ = ("_body", "_opened", "_read")

    def __init__(self, opened: AsyncByteStream, read: Callable[[RawAnswer], T]) -> None:
        super().__init__(opened.response_info)
        self._opened = opened
        self._read = read
        self._body: bytes | None = None

    async def read(self) -> bytes:
        """The whole body."""
        if self._body is None:
            self._body = await self._opened.read()
        return self._body

    async def text(self) -> str:
        """The whole body as text; bytes that are no UTF-8 become U+FFFD."""
        return (await self.read()).decode("utf-8", "replace")

    async def json(self) -> Any:
        """The whole body as plain Python values."""
        return RawAnswer(self.info, await self.read()).json()

    async def parse(self) -> T:
        """Reads the whole body and parses it to the method's usual result."""
        return self._read(RawAnswer(self.info, await self.read()))

    async def iter_bytes(self) -> AsyncGenerator[bytes, None]:
        """The body in pieces of any size, as they arrive."""
        if self._body is not None:
            yield self._body
            return
        async for piece in self._opened:
            yield piece

    async def iter_text(self) -> AsyncGenerator[str, None]:
        """The body as text, in pieces of any size, as they arrive."""
        from codecs import getincrementaldecoder

        decoder = getincrementaldecoder("utf-8")("replace")
        async for piece in self.iter_bytes():
            if text := decoder.decode(piece):
                yield text
        if rest := decoder.decode(b"", final=True):
            yield rest

    async def iter_lines(self) -> AsyncGenerator[str, None]:
        """The body in lines without their ends, as they arrive."""
        pieces: list[bytes] = []
        async for piece in self.iter_bytes():
            *ended, rest = piece.split(b"\n")
            for line in ended:
                pieces.append(line)
                yield b"".join(pieces).removesuffix(b"\r").decode("utf-8", "replace")
                pieces = []
            pieces.append(rest)
        if last := b"".join(pieces):
            yield last.decode("utf-8", "replace")

    async def close(self) -> None:
        """Drops the rest of the body, and closes the connection if there is a rest."""
        await self._opened.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(status_code={self.status_code}, request_id={self.request_id!r})"


class AsyncStreamedEvents(AsyncStreamedResponse["AsyncStream"]):
    """A streamed answer whose head has come: :meth:`parse` gives its events. Its body is theirs: :meth:`read` and its
    like raise :class:`TypeError`."""

    __slots__ = ("_events",)

    def __init__(self, events: AsyncStream) -> None:
        opened: Any = events
        super().__init__(opened, _refused)
        self._events = events

    async def read(self) -> bytes:
        """Raises."""
        raise _no_body()

    async def parse(self) -> AsyncStream:
        """The stream of events."""
        return self._events

    async def iter_bytes(self) -> AsyncGenerator[bytes, None]:
        """Raises."""
        raise _no_body()
        yield b""


def _no_body() -> TypeError:
    return TypeError(
        "the body of a streamed answer is read as events: iterate over parse(); leave stream=True out for the body"
    )


def _refused(answer: RawAnswer) -> Any:
    raise _no_body()


class AsyncStreamedManager(Generic[T]):
    """Result of the methods of ``with_streaming_response``: sends the request when the ``async with`` block
    begins, and drops the unread rest at its end."""

    __slots__ = ("_open", "_response")

    def __init__(self, open: Callable[[], Awaitable[T]]) -> None:
        self._open = open
        self._response: Any = None

    async def __aenter__(self) -> T:
        if self._response is not None:
            raise RuntimeError("this block was entered before: call the method again for another request")
        self._response = await self._open()
        return self._response  # type: ignore[no-any-return]

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._response.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(a request for a with block)"


def streamed(
    method: Callable[P, Awaitable[T]],
) -> Callable[P, AsyncStreamedManager[AsyncStreamedResponse[T]]]:
    """A method whose answer comes as one of these, as one that gives the manager of a block."""
    from functools import wraps

    @wraps(method)
    def begun(*given: P.args, **named: P.kwargs) -> AsyncStreamedManager[AsyncStreamedResponse[T]]:
        sent: Any = method
        return AsyncStreamedManager(lambda: sent(*given, **named))

    return begun


async def open_body(
    client: NativeClient,
    body: Any,
    options: dict[str, Any] | None,
    key: Any,
    read: Callable[[RawAnswer], T],
    *,
    path: str | None = None,
) -> AsyncStreamedResponse[T]:
    """Sends the request and waits until the body begins; ``path`` is where a body is posted to that is no call
    itself."""
    where = {} if path is None else {"method": "POST", "path": path}
    op, port, first = await begin(client, RAW_STREAM, body, options, key, **where)
    return AsyncStreamedResponse(AsyncByteStream(op, port, first, key), read)


install(globals())
