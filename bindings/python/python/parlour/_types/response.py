"""Result of ``with_raw_response``: the raw answer, parsed on demand."""

from __future__ import annotations

from .._hints import install
from .errors import APIResponseValidationError
from .messages import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Generic, TypeVar

    from .._native import RawAnswer, ResponseInfo
    from .headers import Headers
    from .limits import RateLimits

    S = TypeVar("S")

    class _OfStream(Generic[S]):
        pass

else:
    # Replaces `typing`, which takes long to import.

    class _OfStream:
        __slots__ = ()

        def __class_getitem__(cls, item):
            return cls


class OfOneRequest:
    """Base of the classes whose calls return responses. Methods of several requests are missing and name a
    substitute."""

    __slots__ = ()

    _instead: Mapping[str, str] = {}
    """Missing methods, and their substitutes."""

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            instead = self._instead.get(name)
            if instead is None:
                raise AttributeError(
                    f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self
                )
            raise AttributeError(f"there is no {name}() here: {instead}")


class _Head:
    __slots__ = ("info",)

    def __init__(self, info: ResponseInfo) -> None:
        self.info = info
        """Status, headers, rate limits and attempts in one object."""

    @property
    def status_code(self) -> int:
        """HTTP status."""
        return self.info.status

    @property
    def headers(self) -> Headers:
        """Header lines."""
        return self.info.headers

    @property
    def request_id(self) -> str | None:
        """Id of the request at the service."""
        return self.info.request_id

    @property
    def rate_limits(self) -> RateLimits:
        """The account's limits, from the headers of the answer."""
        return self.info.rate_limits

    @property
    def retries_taken(self) -> int:
        """How often the request was repeated."""
        return self.info.attempts - 1


class RawResponse(_Head):
    """A whole answer as it came."""

    __slots__ = ("_answer", "_parsed")

    def __init__(self, answer: RawAnswer) -> None:
        super().__init__(answer.info)
        self._answer = answer
        self._parsed: Message | None = None

    @property
    def content(self) -> bytes:
        """The body."""
        return self._answer.content

    @property
    def text(self) -> str:
        """The body as text."""
        return self._answer.text

    def json(self) -> Any:
        """The body as plain Python values."""
        return self._answer.json()

    def parse(self) -> Message:
        """The typed message; :class:`APIResponseValidationError` if the body is none."""
        if self._parsed is None:
            try:
                message = self._answer.message()
            except ValueError as error:
                raise self._unreadable(str(error)) from error
            if not isinstance(message, Message):
                raise self._unreadable("it is no JSON object")
            self._parsed = message
        return self._parsed

    def _unreadable(self, why: str) -> APIResponseValidationError:
        return APIResponseValidationError(
            f"the answer is not a message: {why}",
            status_code=self.status_code,
            request_id=self.request_id,
            headers=self.headers.multi_items(),
            raw_body=self.content,
            attempts=self.info.attempts,
        )

    def __repr__(self) -> str:
        return f"RawResponse(status_code={self.status_code}, request_id={self.request_id!r})"


class RawStreamResponse(_Head, _OfStream["S"]):
    """The beginning of a streamed answer; :meth:`parse` gives the stream."""

    __slots__ = ("_stream",)

    def __init__(self, stream: S, info: ResponseInfo) -> None:
        super().__init__(info)
        self._stream = stream

    def parse(self) -> S:
        """The stream of events."""
        return self._stream

    def __repr__(self) -> str:
        return f"RawStreamResponse(status_code={self.status_code}, request_id={self.request_id!r})"


install(globals())
