"""``with_raw_response``: whole answers with the interface of the official SDK. An answer of this package
becomes one of these by its class alone. ``_async_raw`` has the classes of asynchronous code, whose methods
are coroutines.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from parlour import NOT_GIVEN, RawResourceResponse, RawResponse, RawStreamResponse

from ._http import Request, Response, cast
from ._pages import paged
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


class OfAnswer:
    """The SDK's interface of each answer, raw or streaming."""

    __slots__ = ()

    @property
    def http_response(self: Any) -> Response:
        """The answer of the service."""
        return Response(self.status_code, self.headers, getattr(self, "content", b""))

    @property
    def http_request(self) -> Request:
        """The request, of which nothing is kept."""
        return Request()

    @property
    def workspace_id(self: Any) -> str | None:
        """The workspace that the answer names."""
        return workspace_of(self.headers)

    elapsed = _of_request("elapsed")
    http_version = _of_request("http_version")
    method = _of_request("method")
    url = _of_request("url")


MAY_READ = SimpleNamespace(post_parser=NOT_GIVEN)
"""How the SDK says that reading an answer calls nothing of the program's."""


_KINDS: dict[type, Any] = {}
"""For each class of this package, the one with the SDK's interface."""

if not TYPE_CHECKING:
    # Type checkers see the classes of this package.

    class _Whole(OfAnswer):
        __slots__ = ()
        is_closed = True

        @property
        def text(self):
            """The body as text."""
            return Text(self._answer.text)

        def read(self):
            """The body."""
            return self.content

        def iter_bytes(self, chunk_size: int | None = None) -> Iterator[bytes]:
            """The body in one piece."""
            yield self.content

        def iter_text(self, chunk_size: int | None = None) -> Iterator[str]:
            """The body as text in one piece."""
            yield str(self.text)

        def iter_lines(self) -> Iterator[str]:
            """The lines of the body."""
            yield from str(self.text).splitlines()

        def close(self):
            """Nothing is open: the body has come."""

        def parse(self, *, to=None):
            """The typed object, or what ``to`` says."""
            return paged(super().parse()) if to is None else cast(self._answer, to)

    class RawMessageResponse(_Whole, RawResponse):
        """A whole message as it came. Tracers may read it."""

        __slots__ = ()
        _options = MAY_READ

    class RawAnswerResponse(_Whole, RawResourceResponse):
        """Any other answer as it came."""

        __slots__ = ()

    class OfStream(OfAnswer):
        """The SDK's interface of the head of a streamed answer."""

        __slots__ = ()

        @property
        def is_closed(self):
            """Whether nothing more comes."""
            return bool(self._stream._done)

        def parse(self, *, to=None):
            """The stream of events."""
            if to is not None:
                advice = "leave `to` out: an answer with `stream=True` is parsed as its events"
                raise refusal("with_raw_response.create(stream=True).parse(to=...)", advice)
            return super().parse()

    def _of_body(name: str) -> Any:
        """A method to read the body of a streamed answer; a body of events has none."""

        def read(self: Any, *given: Any, **named: Any) -> Any:
            if not hasattr(self._stream, name):
                raise refusal(f"with_raw_response.{name}() of a stream", LINES_ADVICE)
            return getattr(self._stream, name)(*given, **named)

        read.__doc__ = "As of what :meth:`parse` gives."
        return read

    for _name in ("iter_bytes", "iter_lines", "iter_text", "json", "read", "text"):
        setattr(OfStream, _name, _of_body(_name))

    class RawBeginningResponse(OfStream, RawStreamResponse):
        """The beginning of a streamed answer."""

        __slots__ = ()

        def close(self):
            """Drops the rest of the body."""
            self._stream.close()

    _KINDS[RawResponse] = RawMessageResponse
    _KINDS[RawResourceResponse] = RawAnswerResponse
    _KINDS[RawStreamResponse] = RawBeginningResponse


def raw(answer: Any) -> Any:
    """The same answer with the SDK's interface; other values, and adopted answers, are returned unchanged."""
    kind = _KINDS.get(type(answer))
    if kind is not None:
        answer.__class__ = kind
    return answer
