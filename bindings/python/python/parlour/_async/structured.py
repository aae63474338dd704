"""Structured answers for asynchronous code, and the source of ``_sync.structured``, which ``scripts/python/sync.py``
makes from it. ``_schemas.structured`` evaluates answers."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from .._hints import install
from .._native import CREATE_RAW, STREAM, TURN
from .._schemas.structured import Asking, Growing
from .._types.errors import ParlourError
from .io import batches, begin, call, opening
from .stream import AsyncMessageStream, AsyncMessageStreamManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from .._io.loop import TaskPort as AsyncPort
    from .._native import Client as NativeClient
    from .._native import Op
    from .._options.interfaces import AsyncKey, AsyncReader
    from .._resources.base import RawResourceResponse
    from .._schemas.structured import Parsed, ParsedMessage
    from .streamed import AsyncStreamedManager, AsyncStreamedResponse

T = TypeVar("T")


async def ask(
    native: NativeClient, key: AsyncKey | None, outputs: tuple[Any, Any], request: Any, params: dict[str, Any]
) -> Parsed[Any]:
    """Asks for a structured answer, and again as often as it may."""
    asking = Asking(outputs, request, params)
    while (body := asking.plan.next_body()) is not None:
        try:
            message, reply = await call(native, TURN, body, asking.options, key)
        except ParlourError as error:
            if not asking.failed(error):
                raise
        else:
            asking.received(message, reply)
    return asking.parsed()


async def ask_raw(
    native: NativeClient, key: AsyncKey | None, outputs: tuple[Any, Any], request: Any, params: dict[str, Any]
) -> RawResourceResponse[Parsed[Any]]:
    """Asks for a structured answer once, and returns the HTTP response."""
    from .._resources.base import RawResourceResponse

    asking = Asking(outputs, request, params, once="a raw answer")
    return RawResourceResponse(
        await call(native, CREATE_RAW, asking.plan.body(), asking.options, key), asking.raw
    )


def ask_streamed(
    native: NativeClient, key: AsyncKey | None, outputs: tuple[Any, Any], request: Any, params: dict[str, Any]
) -> AsyncStreamedManager[AsyncStreamedResponse[Parsed[Any]]]:
    """A structured answer whose body the caller reads as it arrives."""
    from .streamed import AsyncStreamedManager, open_body

    asking = Asking(outputs, request, params, once="a raw answer")
    return AsyncStreamedManager(
        lambda: open_body(native, asking.plan.body(), asking.options, key, asking.raw, path="/v1/messages")
    )


class AsyncAnswerStream(AsyncMessageStream, Generic[T]):
    """A structured answer as it arrives: all that :class:`AsyncMessageStream` is, and the value while it grows.

    The model is not asked again.
    """

    __slots__ = ("_asking", "_growing", "_parsed")

    def __init__(
        self, op: Op, port: AsyncPort, first: list[Any], key: AsyncKey | None, asking: Asking
    ) -> None:
        self._asking = asking
        self._growing = Growing(asking)
        self._parsed: Parsed[T] | None = None
        super().__init__(op, port, first, key)

    def _set_batch(self, batch: list[Any]) -> None:
        super()._set_batch(batch)
        if batch:
            self._growing.take(batch)

    async def _fetch(self, reader: object = None, *, text: bool = False) -> bool:
        # As events in any case: texts alone would pass the growing value by.
        return await super()._fetch(reader)

    @property
    def partial(self) -> Any:
        """The value as far as it has arrived; ``None`` as long as nothing of it has.

        An object of a dataclass or a model is shown with the attributes of its type, each ``None`` until it
        comes; everything else is JSON as it came. It grows with the stream: ``copy.deepcopy`` keeps the
        present state.
        """
        self._growing.has_new = False
        return self._growing.value

    @property
    def partial_error(self) -> str | None:
        """Why the answer can never become JSON, whatever follows; the stream goes on."""
        return self._growing.error

    def partials(self) -> AsyncReader[Any]:
        """The value so far, each time more of it has arrived. Reads the same events as all other iterators."""
        return _Partials(self)

    async def get_parsed(self) -> Parsed[T]:
        """Reads to the end and returns the evaluated answer."""
        if self._parsed is None:
            message = await super().get_final_message()
            self._parsed = self._asking.streamed(message, self._op.reply())
        return self._parsed

    async def get_final_message(self) -> ParsedMessage[T]:
        """Reads to the end and returns the whole message, which has the value as ``parsed_output``."""
        made: Any = (await self.get_parsed()).message
        return made  # type: ignore[no-any-return]


class _Partials:
    __slots__ = ("_batches", "_stream")

    def __init__(self, stream: AsyncAnswerStream[Any]) -> None:
        self._stream = stream
        self._batches = batches(stream)

    def __aiter__(self) -> Self:
        return self

    async def aclose(self) -> None:
        """As that of the stream's other iterators."""
        await self._batches.aclose()

    async def __anext__(self) -> Any:
        while True:
            await anext(self._batches)
            if self._stream._growing.has_new:
                return self._stream.partial


class AsyncAnswerStreamManager(AsyncMessageStreamManager, Generic[T]):
    """Result of ``messages.stream(output=...)``: sends the request when its ``async with`` block, or an
    iteration, begins."""

    __slots__ = ()

    if TYPE_CHECKING:

        async def __aenter__(self) -> AsyncAnswerStream[T]: ...
        async def _opened(self) -> AsyncAnswerStream[T]: ...
        async def get_final_message(self) -> ParsedMessage[T]: ...

    def partials(self) -> AsyncReader[Any]:
        """As :meth:`AsyncAnswerStream.partials`."""
        return opening(self._opened, AsyncAnswerStream.partials)

    async def get_parsed(self) -> Parsed[T]:
        """As :meth:`AsyncAnswerStream.get_parsed`."""
        return await (await self._opened()).get_parsed()


def open_answer(
    native: NativeClient, key: AsyncKey | None, outputs: tuple[Any, Any], request: Any, params: dict[str, Any]
) -> AsyncAnswerStreamManager[Any]:
    """A structured answer as a stream."""
    asking = Asking(outputs, request, params, once="a streamed answer")

    async def opened() -> AsyncAnswerStream[Any]:
        op, port, first = await begin(native, STREAM, asking.plan.body(), asking.options, key)
        return AsyncAnswerStream(op, port, first, key, asking)

    return AsyncAnswerStreamManager(opened)


install(globals())
