"""``with_streaming_response`` for synchronous code, made from ``_async.streamed`` by
``scripts/python/sync.py``: change that one."""

from __future__ import annotations

from typing import Any, Generic, ParamSpec, TypeVar

from .._hints import install
from .._native import RAW_STREAM, RawAnswer
from .._types.response import _Head
from .io import begin
from .stream import ByteStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import TracebackType

    from .._native import Client as NativeClient
    from .stream import Stream

P = ParamSpec("P")
T = TypeVar("T")


class StreamedResponse(_Head, Generic[T]):
    """An answer whose head has come. Its body is read by one of the methods; :meth:`read`, :meth:`text`, :meth:`json`
    and :meth:`parse` keep what they have read, so that the others work behind them."""

    __slots__ = ("_body", "_opened", "_read")

    def __init__(self, opened: ByteStream, read: Callable[[RawAnswer], T]) -> None:
        super().__init__(opened.response_info)
        self._opened = opened
        self._read = read
        self._body: bytes | None = None

    def read(self) -> bytes:
        """The whole body."""
        if self._body is None:
            self._body = self._opened.read()
        return self._body

    def text(self) -> str:
        """The whole body as text; bytes that are no UTF-8 become U+FFFD."""
        return self.read().decode("utf-8", "replace")

    def json(self) -> Any:
        """The whole body as plain Python values."""
        return RawAnswer(self.info, self.read()).json()

    def parse(self) -> T:
        """Reads the whole body and parses it to the method's usual result."""
        return self._read(RawAnswer(self.info, self.read()))

    def iter_bytes(self) -> Generator[bytes, None, None]:
        """The body in pieces of any size, as they arrive."""
        if self._body is not None:
            yield self._body
            return
        for piece in self._opened:
            yield piece

    def iter_text(self) -> Generator[str, None, None]:
        """The body as text, in pieces of any size, as they arrive."""
        from codecs import getincrementaldecoder

        decoder = getincrementaldecoder("utf-8")("replace")
        for piece in self.iter_bytes():
            if text := decoder.decode(piece):
                yield text
        if rest := decoder.decode(b"", final=True):
            yield rest

    def iter_lines(self) -> Generator[str, None, None]:
        """The body in lines without their ends, as they arrive."""
        pieces: list[bytes] = []
        for piece in self.iter_bytes():
            *ended, rest = piece.split(b"\n")
            for line in ended:
                pieces.append(line)
                yield b"".join(pieces).removesuffix(b"\r").decode("utf-8", "replace")
                pieces = []
            pieces.append(rest)
        if last := b"".join(pieces):
            yield last.decode("utf-8", "replace")

    def close(self) -> None:
        """Drops the rest of the body, and closes the connection if there is a rest."""
        self._opened.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(status_code={self.status_code}, request_id={self.request_id!r})"


class StreamedEvents(StreamedResponse["Stream"]):
    """A streamed answer whose head has come: :meth:`parse` gives its events. Its body is theirs: :meth:`read` and its
    like raise :class:`TypeError`."""

    __slots__ = ("_events",)

    def __init__(self, events: Stream) -> None:
        opened: Any = events
        super().__init__(opened, _refused)
        self._events = events

    def read(self) -> bytes:
        """Raises."""
        raise _no_body()

    def parse(self) -> Stream:
        """The stream of events."""
        return self._events

    def iter_bytes(self) -> Generator[bytes, None, None]:
        """Raises."""
        raise _no_body()
        yield b""


def _no_body() -> TypeError:
    return TypeError(
        "the body of a streamed answer is read as events: iterate over parse(); leave stream=True out for the body"
    )


def _refused(answer: RawAnswer) -> Any:
    raise _no_body()


class StreamedManager(Generic[T]):
    """Result of the methods of ``with_streaming_response``: sends the request when the ``with`` block
    begins, and drops the unread rest at its end."""

    __slots__ = ("_open", "_response")

    def __init__(self, open: Callable[[], T]) -> None:
        self._open = open
        self._response: Any = None

    def __enter__(self) -> T:
        if self._response is not None:
            raise RuntimeError("this block was entered before: call the method again for another request")
        self._response = self._open()
        return self._response  # type: ignore[no-any-return]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._response.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(a request for a with block)"


def streamed(
    method: Callable[P, T],
) -> Callable[P, StreamedManager[StreamedResponse[T]]]:
    """A method whose answer comes as one of these, as one that gives the manager of a block."""
    from functools import wraps

    @wraps(method)
    def begun(*given: P.args, **named: P.kwargs) -> StreamedManager[StreamedResponse[T]]:
        sent: Any = method
        return StreamedManager(lambda: sent(*given, **named))

    return begun


def open_body(
    client: NativeClient,
    body: Any,
    options: dict[str, Any] | None,
    key: Any,
    read: Callable[[RawAnswer], T],
    *,
    path: str | None = None,
) -> StreamedResponse[T]:
    """Sends the request and waits until the body begins; ``path`` is where a body is posted to that is no call
    itself."""
    where = {} if path is None else {"method": "POST", "path": path}
    op, port, first = begin(client, RAW_STREAM, body, options, key, **where)
    return StreamedResponse(ByteStream(op, port, first, key), read)


install(globals())
