"""``with_raw_response`` of asynchronous code, where the official SDK has coroutines: the interface of its
answers, and the calls that return one."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from parlour import (
    RawResourceResponse,
    RawResponse,
    RawStreamResponse,
    hooks,
)
from parlour.hooks import ResponseHead

from ._base import titled
from ._http import call_of, cast
from ._pages import paged
from ._raw_response import MAY_READ, OfAnswer
from ._refusals import SKILL_CONTENT, refusing
from ._values import AsyncText
from ._views import AsyncStreamedViews, taking_options

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from typing import overload

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")


class AsyncRaw(OfAnswer, ResponseHead, Generic[T]):
    """An answer whose methods are coroutines, although it has come whole."""

    __slots__ = ()

    if TYPE_CHECKING:
        content: bytes
        text: AsyncText
        is_closed: bool

        @overload
        async def parse(self, *, to: type[S]) -> S: ...
        @overload
        async def parse(self) -> T: ...
        async def parse(self, *, to: Any = None) -> Any: ...

    else:

        async def parse(self, *, to=None):
            """The typed object, or what ``to`` says."""
            return paged(super().parse()) if to is None else cast(self._answer, to)

        is_closed = True

    async def read(self) -> bytes:
        """The body."""
        return self.content

    async def json(self: Any) -> Any:
        """The body as plain Python values."""
        return self._answer.json()

    async def iter_bytes(self, chunk_size: int | None = None) -> AsyncGenerator[bytes, None]:
        """The body in one piece."""
        yield self.content

    async def iter_text(self, chunk_size: int | None = None) -> AsyncGenerator[str, None]:
        """The body as text in one piece."""
        yield str(self.text)

    async def iter_lines(self) -> AsyncGenerator[str, None]:
        """The lines of the body."""
        for line in str(self.text).splitlines():
            yield line

    async def close(self) -> None:
        """Nothing is open: the body has come."""


def _text(self: Any) -> AsyncText:
    """The body as text."""
    return AsyncText(self._answer.text)


if TYPE_CHECKING:
    AsyncRawMessageResponse = AsyncRawResourceResponse = AsyncRawStreamResponse = AsyncRaw
else:
    from ._raw_response import OfStream

    class AsyncRawMessageResponse(AsyncRaw, RawResponse):
        """A message as it came. Tracers may read it."""

        __slots__ = ()
        _options = MAY_READ
        text = property(_text)

    class AsyncRawResourceResponse(AsyncRaw, RawResourceResponse):
        """Any other answer as it came."""

        __slots__ = ()
        text = property(_text)

    class AsyncRawStreamResponse(OfStream, RawStreamResponse):
        """The beginning of a streamed answer."""

        __slots__ = ()

        async def parse(self, *, to=None):
            """The stream."""
            return super().parse(to=to)

        async def close(self):
            """Drops the rest of the body."""
            await self._stream.close()


_KINDS: dict[type, Any] = {
    RawResponse: AsyncRawMessageResponse,
    RawResourceResponse: AsyncRawResourceResponse,
    RawStreamResponse: AsyncRawStreamResponse,
}


def awaited(answer: Any) -> Any:
    """The same answer with methods that are coroutines."""
    answer.__class__ = _KINDS[type(answer)]
    return answer


def later(method: Callable[P, Awaitable[RawResourceResponse[T]]]) -> Callable[P, Awaitable[AsyncRaw[T]]]:
    """A method whose answer is one of these."""

    @functools.wraps(method)
    async def asked(*given: P.args, **named: P.kwargs) -> AsyncRaw[T]:
        options: dict[str, Any] = call_of(dict(named))
        answer: Any = method
        made: AsyncRaw[T] = awaited(await answer(*given, **options))
        return made

    return asked


def _opened(method: Callable[P, Awaitable[RawStreamResponse[T]]]) -> Callable[P, Awaitable[AsyncRaw[T]]]:
    made: Any = method
    return later(made)


class AsyncModelsWithRawResponse:
    """The calls of :class:`AsyncModels`, which return the HTTP response."""

    def __init__(self, of: hooks.AsyncModels) -> None:
        made = hooks.AsyncModelsWithRawResponse(of)
        self.list = later(made.list)
        self.retrieve = later(made.retrieve)


@taking_options
class AsyncModels(AsyncStreamedViews, hooks.AsyncModels):
    """The resource ``/v1/models``."""

    __slots__ = ()

    @property
    def with_raw_response(self) -> AsyncModelsWithRawResponse:  # type: ignore[override]
        """The same calls, which return the HTTP response."""
        return AsyncModelsWithRawResponse(self)


class AsyncBatchesWithRawResponse:
    """The calls of :class:`AsyncBatches`, which return the HTTP response."""

    def __init__(self, of: hooks.AsyncBatches) -> None:
        made = hooks.AsyncBatchesWithRawResponse(of)
        self.create = later(made.create)
        self.retrieve = later(made.retrieve)
        self.list = later(made.list)
        self.cancel = later(made.cancel)
        self.delete = later(made.delete)
        self.results = _opened(made.results)


@taking_options
class AsyncBatches(AsyncStreamedViews, hooks.AsyncBatches):
    """The resource ``/v1/messages/batches``."""

    __slots__ = ()

    @property
    def with_raw_response(self) -> AsyncBatchesWithRawResponse:  # type: ignore[override]
        """The same calls, which return the HTTP response."""
        return AsyncBatchesWithRawResponse(self)


class AsyncSkillVersionsWithRawResponse:
    """The calls of :class:`AsyncSkillVersions`, which return the HTTP response."""

    def __init__(self, of: hooks.AsyncSkillVersions) -> None:
        made = hooks.AsyncSkillVersionsWithRawResponse(of)
        self.create = later(made.create)
        self.list = later(made.list)
        self.retrieve = later(made.retrieve)
        self.delete = later(made.delete)


@taking_options
class AsyncSkillVersions(AsyncStreamedViews, hooks.AsyncSkillVersions):
    """The versions of skills."""

    __slots__ = ()
    if not TYPE_CHECKING:
        download = refusing("skills.versions.download()", SKILL_CONTENT)

    @property
    def with_raw_response(self) -> AsyncSkillVersionsWithRawResponse:  # type: ignore[override]
        """The same calls, which return the HTTP response."""
        return AsyncSkillVersionsWithRawResponse(self)


class AsyncSkillsWithRawResponse:
    """The calls of :class:`AsyncSkills`, which return the HTTP response."""

    def __init__(self, of: hooks.AsyncSkills) -> None:
        made = hooks.AsyncSkillsWithRawResponse(of)
        self.create = later(made.create)
        self.list = later(made.list)
        self.retrieve = later(made.retrieve)
        self.delete = later(made.delete)
        self.versions = AsyncSkillVersionsWithRawResponse(of.versions)


@taking_options
class AsyncSkills(AsyncStreamedViews, hooks.AsyncSkills):
    """The resource ``/v1/skills``."""

    __slots__ = ()

    if not TYPE_CHECKING:

        async def create(self, **options):
            """As the method of this package; the name may be ``display_title``."""
            return await super().create(**titled(options))

    @property
    def versions(self) -> AsyncSkillVersions:
        """The versions of skills."""
        return AsyncSkillVersions(self._native, self._key)

    @property
    def with_raw_response(self) -> AsyncSkillsWithRawResponse:  # type: ignore[override]
        """The same calls, which return the HTTP response."""
        return AsyncSkillsWithRawResponse(self)
