"""``with_streaming_response``: the body of an answer, read as the program likes. This package's own, with the
interface of the official SDK."""

from __future__ import annotations

from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any

from parlour.hooks import (
    AsyncStreamedEvents,
    AsyncStreamedResponse,
    ResponseHead,
    StreamedEvents,
    StreamedResponse,
)
from parlour.types import RawAnswer

from ._base import with_message
from ._http import cast
from ._pages import paged
from ._raw_response import OfAnswer
from ._refusals import LINES_ADVICE, refusal
from ._streams import adopt

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator


class _OfOpened(OfAnswer):
    __slots__ = ()

    @property
    def is_closed(self: Any) -> bool:
        """Whether nothing comes any more."""
        return bool(self._opened._done)


class StreamedAnswer(_OfOpened, StreamedResponse[Any]):
    """The target of the ``with`` block."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def parse(self, *, to=None):
            """The typed object, or what ``to`` says."""
            return paged(super().parse()) if to is None else cast(RawAnswer(self.info, self.read()), to)

    def iter_bytes(self, chunk_size: int | None = None) -> Generator[bytes, None, None]:
        """The body in pieces as it comes."""
        return super().iter_bytes()

    def iter_text(self, chunk_size: int | None = None) -> Generator[str, None, None]:
        """The body as text."""
        return super().iter_text()

    def iter_lines(self) -> Generator[str, None, None]:
        """The body in lines. It is kept for :meth:`parse`, as there."""
        yield from self.text().splitlines()


class StreamedEventAnswer(_OfOpened, StreamedEvents):
    """The target of the ``with`` block if the answer is a stream."""

    __slots__ = ()

    def read(self) -> bytes:
        """Refused."""
        raise refusal("with_streaming_response.create(stream=True).read()", LINES_ADVICE)

    def parse(self) -> Any:
        """The stream of its events."""
        return adopt(super().parse())

    def iter_bytes(self, chunk_size: int | None = None) -> Generator[bytes, None, None]:
        """Refused."""
        raise refusal("with_streaming_response.create(stream=True).iter_bytes()", LINES_ADVICE)

    iter_text = iter_bytes  # type: ignore[assignment]

    def iter_lines(self) -> Generator[str, None, None]:
        """Refused."""
        raise refusal("with_streaming_response.create(stream=True).iter_lines()", LINES_ADVICE)


class AsyncStreamedAnswer(_OfOpened, AsyncStreamedResponse[Any]):
    """The target of the ``async with`` block."""

    __slots__ = ()

    if not TYPE_CHECKING:

        async def parse(self, *, to=None):
            """The typed object, or what ``to`` says."""
            return (
                paged(await super().parse())
                if to is None
                else cast(RawAnswer(self.info, await self.read()), to)
            )

    def iter_bytes(self, chunk_size: int | None = None) -> AsyncGenerator[bytes, None]:
        """The body in pieces as it comes."""
        return super().iter_bytes()

    def iter_text(self, chunk_size: int | None = None) -> AsyncGenerator[str, None]:
        """The body as text."""
        return super().iter_text()

    async def iter_lines(self) -> AsyncGenerator[str, None]:
        """The body in lines. It is kept for :meth:`parse`, as there."""
        for line in (await self.text()).splitlines():
            yield line


class AsyncStreamedEventAnswer(_OfOpened, AsyncStreamedEvents):
    """The target of the ``async with`` block if the answer is a stream."""

    __slots__ = ()

    async def read(self) -> bytes:
        """Refused."""
        raise refusal("with_streaming_response.create(stream=True).read()", LINES_ADVICE)

    async def parse(self) -> Any:
        """The stream of its events."""
        return adopt(await super().parse())

    def iter_bytes(self, chunk_size: int | None = None) -> AsyncGenerator[bytes, None]:
        """Refused."""
        raise refusal("with_streaming_response.create(stream=True).iter_bytes()", LINES_ADVICE)

    iter_text = iter_bytes  # type: ignore[assignment]

    def iter_lines(self) -> AsyncGenerator[str, None]:
        """Refused."""
        raise refusal("with_streaming_response.create(stream=True).iter_lines()", LINES_ADVICE)


class _AnyResponse(type):
    """The SDK has one class for raw and for streaming responses."""

    _is_async: bool

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, ResponseHead) and _is_async(type(value)) is cls._is_async

    def __subclasscheck__(cls, of: type) -> bool:
        return cls in of.__mro__ or (issubclass(of, ResponseHead) and _is_async(of) is cls._is_async)


def _is_async(of: Any) -> bool:
    return iscoroutinefunction(of.parse)


class APIResponse(metaclass=_AnyResponse):
    """The class of raw and of streaming responses, for ``isinstance``."""

    _is_async = False

    def __class_getitem__(cls, item: Any) -> Any:
        """Returns the class itself: its parameter is for type checkers."""
        return cls


class AsyncAPIResponse(APIResponse):
    """As its base, of asynchronous code."""

    _is_async = True


_KINDS: dict[type, type] = {
    StreamedResponse: StreamedAnswer,
    StreamedEvents: StreamedEventAnswer,
    AsyncStreamedResponse: AsyncStreamedAnswer,
    AsyncStreamedEvents: AsyncStreamedEventAnswer,
}


def _answer(opened: Any, output: Any) -> Any:
    """The same answer with the further methods."""
    opened.__class__ = _KINDS.get(type(opened), type(opened))
    return opened if output is None else with_message(opened, output)


def read(manager: Any, output: Any = None) -> Any:
    """A manager whose block gives one of these; ``output`` is the type of a structured answer."""
    opened = manager._open
    manager._open = lambda: _answer(opened(), output)
    return manager


def read_async(manager: Any, output: Any = None) -> Any:
    """As :func:`read`."""
    opened = manager._open

    async def open_() -> Any:
        return _answer(await opened(), output)

    manager._open = open_
    return manager
