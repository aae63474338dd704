"""The asynchronous client, twin of ``_client``. It must not decide anything about calls, nor know which
loop runs (that is ``_loop``)."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from . import _loop
from ._async_stream import AsyncByteStream, AsyncMessageStream, AsyncMessageStreamManager, credential, items
from ._base import BaseClient
from ._native import CREATE, CREATE_RAW, EVENTS, RAW, RAW_STREAM, STREAM
from ._options import is_streamed, of_call, of_request
from ._response import RawResponse, RawStreamResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Literal, Self, Unpack, overload

    from ._async_stream import Key
    from ._native import Client as NativeClient
    from ._native import Op, RawAnswer
    from .params import CallOptions, ReadyRequest, RequestOptions, RequestParams
    from .types import Message
else:

    def overload(function):
        return function


class AsyncMessages:
    """The resource ``/v1/messages``."""

    __slots__ = ("_key", "_native")

    def __init__(self, native: NativeClient, key: Key | None) -> None:
        self._native = native
        self._key = key

    @overload
    async def create(self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]) -> Message: ...
    @overload
    async def create(
        self, *, stream: Literal[True], **params: Unpack[RequestParams]
    ) -> AsyncMessageStream: ...
    @overload
    async def create(
        self, *, stream: bool, **params: Unpack[RequestParams]
    ) -> Message | AsyncMessageStream: ...
    @overload
    async def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> Message: ...
    @overload
    async def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> AsyncMessageStream: ...
    async def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> Message | AsyncMessageStream:
        """Asks for an answer: a whole message, or with ``stream=True`` its events once the answer has
        begun. These events are all there is of it then: no message is put together, neither for its end nor for an
        error, which :meth:`stream` does.

        Parameters this version does not know pass through. A ready request (a mapping, a model of a
        validation library, or JSON as bytes) may stand first, in place of the parameters.
        """
        body, options = of_call(request, params)
        if is_streamed(stream):
            return await open_stream(self._native, body, options, self._key, keeps=False)
        return await call(self._native, CREATE, body, options, self._key)  # type: ignore[no-any-return]

    @overload
    def stream(self, **params: Unpack[RequestParams]) -> AsyncMessageStreamManager: ...
    @overload
    def stream(
        self, request: ReadyRequest, /, **options: Unpack[CallOptions]
    ) -> AsyncMessageStreamManager: ...
    def stream(  # type: ignore[misc]
        self, request: Any = None, /, **params: Any
    ) -> AsyncMessageStreamManager:
        """A streamed answer, for an ``async with`` block or to iterate over; sent when either begins."""
        params.pop("stream", None)
        body, options = of_call(request, params)
        return AsyncMessageStreamManager(
            lambda: open_stream(self._native, body, options, self._key, keeps=True)
        )

    @property
    def with_raw_response(self) -> AsyncMessagesWithRawResponse:
        """The same calls, giving the answer as it came."""
        return AsyncMessagesWithRawResponse(self)


class AsyncMessagesWithRawResponse:
    """The calls of :class:`AsyncMessages`, giving the answer as it came: headers, body,
    :meth:`RawResponse.parse`."""

    __slots__ = ("_messages",)

    def __init__(self, messages: AsyncMessages) -> None:
        self._messages = messages

    @overload
    async def create(
        self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]
    ) -> RawResponse: ...
    @overload
    async def create(
        self, *, stream: Literal[True], **params: Unpack[RequestParams]
    ) -> RawStreamResponse[AsyncMessageStream]: ...
    @overload
    async def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> RawResponse: ...
    @overload
    async def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> RawStreamResponse[AsyncMessageStream]: ...
    async def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> RawResponse | RawStreamResponse[AsyncMessageStream]:
        """As :meth:`AsyncMessages.create`."""
        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):
            opened = await open_stream(native, body, options, key, keeps=False)
            return RawStreamResponse(opened, opened.response_info)
        return RawResponse(await call(native, CREATE_RAW, body, options, key))


class AsyncClient(BaseClient):
    """A client of one service.

    Settings that are not given are looked up in the environment; see the README for all of them.
    ``api_key`` may be a function, also an ``async`` one, which is asked for each call, again for each
    repetition, and once more after the service refused what it gave. One client serves any number of loops,
    one after another or at once: asyncio, uvloop, trio.
    """

    __slots__ = ("messages",)

    messages: AsyncMessages
    """The resource ``/v1/messages``."""

    def _use(self, native: NativeClient) -> None:
        super()._use(native)
        self.messages = AsyncMessages(native, self._key)

    @overload
    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        stream: Literal[False] = False,
        **options: Unpack[RequestOptions],
    ) -> RawAnswer: ...
    @overload
    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        stream: Literal[True],
        **options: Unpack[RequestOptions],
    ) -> AsyncByteStream: ...
    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        stream: bool = False,
        **options: Unpack[RequestOptions],
    ) -> RawAnswer | AsyncByteStream:
        """Any request below the base address, with the client's credential, retries, limits and errors."""
        made = of_request(options)
        if not stream:
            answer: RawAnswer = await call(self._native, RAW, body, made, self._key, method=method, path=path)
            return answer
        op, place, first = await begin(
            self._native, RAW_STREAM, body, made, self._key, method=method, path=path
        )
        return AsyncByteStream(op, place, first, self._key)

    async def close(self) -> None:
        """Lets no further call begin. Connections serve copies too, and go with the last of them."""
        if not self._closed:
            self._retire()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def call(
    native: NativeClient,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: Key | None,
    *,
    method: str | None = None,
    path: str | None = None,
) -> Any:
    """A whole call."""
    secret = None if key is None else await credential(key)
    place = _loop.seat()
    op = native.submit(place.port, mode, body, options, secret, method, path)
    try:
        waiter = place.waiter(op)
        got = await (waiter.until(op.take) if key is None else items(waiter, op, key))
    except BaseException:
        op.cancel()
        raise
    place.over()
    return got[0]


async def begin(
    native: NativeClient,
    mode: int,
    body: Any,
    options: dict[str, Any] | None,
    key: Key | None,
    *,
    method: str | None = None,
    path: str | None = None,
) -> tuple[Op, _loop.Seat, list[Any]]:
    """Sends a call and waits until its answer has begun; also gives what arrived with the beginning."""
    secret = None if key is None else await credential(key)
    place = _loop.seat()
    op = native.submit(place.port, mode, body, options, secret, method, path)
    try:
        waiter = place.waiter(op)
        # A question of the core comes the way of the items, so that is where to look for it.
        first = await (_loop.begin(waiter, op) if key is None else items(waiter, op, key))
    except BaseException:
        op.cancel()
        raise
    return op, place, first


async def open_stream(
    native: NativeClient, body: Any, options: dict[str, Any] | None, key: Key | None, *, keeps: bool
) -> AsyncMessageStream:
    """Sends the request and waits until the answer has begun."""
    op, place, first = await begin(native, STREAM if keeps else EVENTS, body, options, key)
    return AsyncMessageStream(op, place, first, key, keeps)
