"""``with_streaming_response``: the body of an answer, read as the program likes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._http import lines, message_of
from ._refusals import LINES_ADVICE, refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator


class _Answer:
    """An answer of which the head has come; ``opened`` is the stream of its body, or of its events."""

    def __init__(self, opened: Any, *, events: bool) -> None:
        self._opened = opened
        self._events = events
        self._read: bytes | None = None
        info = opened.response_info
        self.status_code: int = info.status
        self.headers = info.headers
        self.request_id: str | None = info.request_id
        self.retries_taken: int = info.attempts - 1
        self.is_closed = False

    def _body(self) -> Any:
        if self._events:
            raise refusal("with_streaming_response.create(stream=True).read()", LINES_ADVICE)
        return self._opened


class StreamedAnswer(_Answer):
    """What the ``with`` block gives."""

    def read(self) -> bytes:
        """The whole body."""
        if self._read is None:
            self._read = self._body().read()
        return self._read

    def text(self) -> str:
        """The whole body as text."""
        return self.read().decode("utf-8", "replace")

    def json(self) -> Any:
        """The whole body as plain values."""
        import json

        return json.loads(self.read())

    def parse(self) -> Any:
        """The message, or the stream of its events."""
        return self._opened if self._events else message_of(self.read(), self._opened.response_info)

    def iter_bytes(self, chunk_size: int | None = None) -> Iterator[bytes]:
        """The body in pieces as it comes."""
        yield from self._body()

    def iter_text(self, chunk_size: int | None = None) -> Iterator[str]:
        """The body as text."""
        yield self.text()

    def iter_lines(self) -> Iterator[str]:
        """The body in lines."""
        return lines(self.text())

    def close(self) -> None:
        """Drops what has not come."""
        self.is_closed = True
        self._opened.close()


class AsyncStreamedAnswer(_Answer):
    """What the ``async with`` block gives."""

    async def read(self) -> bytes:
        """The whole body."""
        if self._read is None:
            self._read = await self._body().read()
        return self._read

    async def text(self) -> str:
        """The whole body as text."""
        return (await self.read()).decode("utf-8", "replace")

    async def json(self) -> Any:
        """The whole body as plain values."""
        import json

        return json.loads(await self.read())

    async def parse(self) -> Any:
        """The message, or the stream of its events."""
        return self._opened if self._events else message_of(await self.read(), self._opened.response_info)

    async def iter_bytes(self, chunk_size: int | None = None) -> AsyncIterator[bytes]:
        """The body in pieces as it comes."""
        async for piece in self._body():
            yield piece

    async def iter_text(self, chunk_size: int | None = None) -> AsyncIterator[str]:
        """The body as text."""
        yield await self.text()

    async def iter_lines(self) -> AsyncIterator[str]:
        """The body in lines."""
        for line in lines(await self.text()):
            yield line

    async def close(self) -> None:
        """Drops what has not come."""
        self.is_closed = True
        await self._opened.close()


class Manager:
    """Sends the request when its block begins."""

    def __init__(self, opened: Callable[[], Any], *, events: bool) -> None:
        self._open = opened
        self._events = events
        self._answer: Any = None

    def __enter__(self) -> StreamedAnswer:
        self._answer = StreamedAnswer(self._open(), events=self._events)
        made: StreamedAnswer = self._answer
        return made

    def __exit__(self, *_: object) -> None:
        self._answer.close()


class AsyncManager(Manager):
    """As :class:`Manager`."""

    async def __aenter__(self) -> AsyncStreamedAnswer:
        self._answer = AsyncStreamedAnswer(await self._open(), events=self._events)
        made: AsyncStreamedAnswer = self._answer
        return made

    async def __aexit__(self, *_: object) -> None:
        await self._answer.close()
