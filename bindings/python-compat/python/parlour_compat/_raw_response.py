"""``with_raw_response``: what the field's SDK has of an answer that came whole. For synchronous code it is put onto
this package's classes; ``_async_raw`` has the classes of asynchronous code, whose methods are coroutines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour import RawResourceResponse, RawResponse, RawStreamResponse
from parlour.hooks import AsyncStreamedResponse, ResponseHead, StreamedResponse
from parlour.types import RawAnswer

from ._http import Request, Response, cast
from ._refusals import LINES_ADVICE, refusal
from ._values import Text

if TYPE_CHECKING:
    from collections.abc import Iterator


def workspace_of(headers: Any) -> str | None:
    """The workspace that an answer names."""
    from ._names import vendor

    found: str | None = headers.get(f"{vendor()}-workspace-id")
    return found


def _of_request(name: str) -> property:
    def get(self: Any) -> Any:
        advice = "the request is made in native code and not kept: note what you sent, and when"
        raise refusal(f"response.{name}", advice)

    return property(get)


def _whole(self: Any) -> Response:
    """The answer of the service."""
    return Response(self.status_code, self.headers, getattr(self, "content", b""))


def parsed_as(own: Any) -> Any:
    """``parse()``, which may be given what the answer is to be."""

    def parse(self: Any, *, to: Any = None) -> Any:
        return own(self) if to is None else cast(self._answer, to)

    parse.__doc__ = own.__doc__
    return parse


def _iter_bytes(self: Any, chunk_size: int | None = None) -> Iterator[bytes]:
    """The body in one piece."""
    yield self.content


def _iter_text(self: Any, chunk_size: int | None = None) -> Iterator[str]:
    """The body as text in one piece."""
    yield str(self.text)


def _iter_lines(self: Any) -> Iterator[str]:
    """The lines of the body."""
    yield from str(self.text).splitlines()


def _close(self: Any) -> None:
    """Nothing is open: the body has come."""


def _close_stream(self: Any) -> None:
    """Drops what has not come."""
    self._stream.close()


def _events(own: Any) -> Any:
    def parse(self: Any, *, to: Any = None) -> Any:
        if to is not None:
            advice = "leave `to` out: an answer with `stream=True` is parsed as its events"
            raise refusal("with_raw_response.create(stream=True).parse(to=...)", advice)
        return own(self)

    parse.__doc__ = own.__doc__
    return parse


def _of_body(name: str) -> Any:
    """A way to read the body of what came in pieces; that of events has none."""

    def read(self: Any, *given: Any, **named: Any) -> Any:
        if not hasattr(self._stream, name):
            raise refusal(f"with_raw_response.{name}() of a stream", LINES_ADVICE)
        return getattr(self._stream, name)(*given, **named)

    read.__doc__ = "As of what :meth:`parse` gives."
    return read


def _streamed_as(own: Any) -> Any:
    """As :func:`parsed_as`, of an answer whose body comes when it is read."""

    def parse(self: Any, *, to: Any = None) -> Any:
        return own(self) if to is None else cast(RawAnswer(self.info, self.read()), to)

    parse.__doc__ = own.__doc__
    return parse


def _streamed_as_async(own: Any) -> Any:
    async def parse(self: Any, *, to: Any = None) -> Any:
        return await own(self) if to is None else cast(RawAnswer(self.info, await self.read()), to)

    parse.__doc__ = own.__doc__
    return parse


_READS = ("iter_bytes", "iter_lines", "iter_text", "json", "read", "text")


def install() -> None:
    """Puts what synchronous responses have onto the classes. Once for a process."""
    of_all: dict[str, Any] = {
        "http_response": property(_whole),
        "workspace_id": property(lambda self: workspace_of(self.headers)),
        "http_request": property(lambda self: Request(), doc="The request, of which nothing is kept."),
        **{name: _of_request(name) for name in ("elapsed", "http_version", "method", "url")},
    }
    for name, value in of_all.items():
        setattr(ResponseHead, name, value)
    of_raw: dict[str, Any] = {
        "is_closed": True,
        "read": lambda self: self.content,
        "text": property(lambda self: Text(self._answer.text)),
        "iter_bytes": _iter_bytes,
        "iter_text": _iter_text,
        "iter_lines": _iter_lines,
        "close": _close,
    }
    for raw in (RawResponse, RawResourceResponse):
        for name, value in of_raw.items():
            setattr(raw, name, value)
        raw_class: Any = raw
        raw_class.parse = parsed_as(raw_class.parse)
    of_stream: dict[str, Any] = {
        "is_closed": property(lambda self: bool(self._stream._done)),
        "close": _close_stream,
        "parse": _events(RawStreamResponse.parse),
        **{name: _of_body(name) for name in _READS},
    }
    for name, value in of_stream.items():
        setattr(RawStreamResponse, name, value)
    streamed: tuple[tuple[Any, Any], ...] = (
        (StreamedResponse, _streamed_as),
        (AsyncStreamedResponse, _streamed_as_async),
    )
    for cls, parses in streamed:
        cls.parse = parses(cls.parse)
        cls.is_closed = property(lambda self: bool(self._opened._done), doc="Whether nothing comes any more.")
