"""Structured answers for synchronous code, made from ``_async.structured`` by ``scripts/python/sync.py``: change that
one. ``_schemas.structured`` evaluates answers."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from .._hints import install
from .._native import CREATE_RAW, STREAM, TURN
from .._schemas.structured import Asking, Growing
from .._types.errors import ParlourError
from .io import batches, begin, call, opening
from .stream import MessageStream, MessageStreamManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from .._native import Client as NativeClient
    from .._native import Op, Port
    from .._options.interfaces import Key, Reader
    from .._resources.base import RawResourceResponse
    from .._schemas.structured import Parsed, ParsedMessage
    from .streamed import StreamedManager, StreamedResponse

T = TypeVar("T")


def ask(
    native: NativeClient, key: Key | None, outputs: tuple[Any, Any], request: Any, params: dict[str, Any]
) -> Parsed[Any]:
    """Asks for a structured answer, and again as often as it may."""
    asking = Asking(outputs, request, params)
    while (body := asking.plan.next_body()) is not None:
        try:
            message, reply = call(native, TURN, body, asking.options, key)
        except ParlourError as error:
            if not asking.failed(error):
                raise
        else:
            asking.received(message, reply)
    return asking.parsed()


def ask_raw(
    native: NativeClient, key: Key | None, outputs: tuple[Any, Any], request: Any, params: dict[str, Any]
) -> RawResourceResponse[Parsed[Any]]:
    """Asks for a structured answer once, and returns the HTTP response."""
    from .._resources.base import RawResourceResponse

    asking = Asking(outputs, request, params, once="a raw answer")
    return RawResourceResponse(call(native, CREATE_RAW, asking.plan.body(), asking.options, key), asking.raw)


def ask_streamed(
    native: NativeClient, key: Key | None, outputs: tuple[Any, Any], request: Any, params: dict[str, Any]
) -> StreamedManager[StreamedResponse[Parsed[Any]]]:
    """A structured answer whose body the caller reads as it arrives."""
    from .streamed import StreamedManager, open_body

    asking = Asking(outputs, request, params, once="a raw answer")
    return StreamedManager(
        lambda: open_body(native, asking.plan.body(), asking.options, key, asking.raw, path="/v1/messages")
    )


class AnswerStream(MessageStream, Generic[T]):
    """A structured answer as it arrives: all that :class:`MessageStream` is, and the value while it grows.

    The model is not asked again.
    """

    __slots__ = ("_asking", "_growing", "_parsed")

    def __init__(self, op: Op, port: Port, first: list[Any], key: Key | None, asking: Asking) -> None:
        self._asking = asking
        self._growing = Growing(asking)
        self._parsed: Parsed[T] | None = None
        super().__init__(op, port, first, key)

    def _set_batch(self, batch: list[Any]) -> None:
        super()._set_batch(batch)
        if batch:
            self._growing.take(batch)

    def _fetch(self, reader: object = None, *, text: bool = False) -> bool:
        # As events in any case: texts alone would pass the growing value by.
        return super()._fetch(reader)

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

    def partials(self) -> Reader[Any]:
        """The value so far, each time more of it has arrived. Reads the same events as all other iterators."""
        return _Partials(self)

    def get_parsed(self) -> Parsed[T]:
        """Reads to the end and returns the evaluated answer."""
        if self._parsed is None:
            message = super().get_final_message()
            self._parsed = self._asking.streamed(message, self._op.reply())
        return self._parsed

    def get_final_message(self) -> ParsedMessage[T]:
        """Reads to the end and returns the whole message, which has the value as ``parsed_output``."""
        made: Any = self.get_parsed().message
        return made  # type: ignore[no-any-return]


class _Partials:
    __slots__ = ("_batches", "_stream")

    def __init__(self, stream: AnswerStream[Any]) -> None:
        self._stream = stream
        self._batches = batches(stream)

    def __iter__(self) -> Self:
        return self

    def close(self) -> None:
        """As that of the stream's other iterators."""
        self._batches.close()

    def __next__(self) -> Any:
        while True:
            next(self._batches)
            if self._stream._growing.has_new:
                return self._stream.partial


class AnswerStreamManager(MessageStreamManager, Generic[T]):
    """Result of ``messages.stream(output=...)``: sends the request when its ``with`` block, or an
    iteration, begins."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __enter__(self) -> AnswerStream[T]: ...
        def _opened(self) -> AnswerStream[T]: ...
        def get_final_message(self) -> ParsedMessage[T]: ...

    def partials(self) -> Reader[Any]:
        """As :meth:`AnswerStream.partials`."""
        return opening(self._opened, AnswerStream.partials)

    def get_parsed(self) -> Parsed[T]:
        """As :meth:`AnswerStream.get_parsed`."""
        return self._opened().get_parsed()


def open_answer(
    native: NativeClient, key: Key | None, outputs: tuple[Any, Any], request: Any, params: dict[str, Any]
) -> AnswerStreamManager[Any]:
    """A structured answer as a stream."""
    asking = Asking(outputs, request, params, once="a streamed answer")

    def opened() -> AnswerStream[Any]:
        op, port, first = begin(native, STREAM, asking.plan.body(), asking.options, key)
        return AnswerStream(op, port, first, key, asking)

    return AnswerStreamManager(opened)


install(globals())
