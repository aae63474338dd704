"""The asynchronous client, and the source of ``_client``, which ``scripts/python/sync.py`` makes from it. It must not
decide anything about calls, nor know how they are waited for (that is ``_async_io``)."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from ._async_io import begin, call
from ._async_stream import AsyncByteStream, AsyncMessageStream, AsyncMessageStreamManager, open_stream
from ._base import BaseClient
from ._native import CREATE, CREATE_RAW, RAW, RAW_STREAM
from ._options import is_streamed, of_call, of_request
from ._response import RawResponse, RawStreamResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Literal, Self, Unpack, overload

    from ._async_io import Key
    from ._native import Client as NativeClient
    from ._native import RawAnswer
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
        """Sends a request: returns the whole message, or with ``stream=True`` its events once the answer has begun.
        Such a stream accumulates no message, neither for its end nor for an error; :meth:`stream` does.

        Parameters that this version does not know are sent as they are. A complete request (a mapping, a model of a
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
        """A streamed answer, for ``async with`` or to iterate over; the request is sent when either begins."""
        params.pop("stream", None)
        body, options = of_call(request, params)
        return AsyncMessageStreamManager(
            lambda: open_stream(self._native, body, options, self._key, keeps=True)
        )

    @property
    def with_raw_response(self) -> AsyncMessagesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncMessagesWithRawResponse(self)


class AsyncMessagesWithRawResponse:
    """The calls of :class:`AsyncMessages`, which return the HTTP response: status, headers, body, and
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

    Settings that are not given are looked up in the environment; the README lists them. ``api_key`` may be a function.
    It is called for each call, for each repetition, and once more after the service refused the key that it returned.

    The function may be ``async``. One client serves any number of event loops, one after another or at once: asyncio,
    uvloop, trio.
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
        """Any request below the base URL, with the client's credential, retries, time limits and errors. ``body`` is
        sent as JSON, bytes as they are."""
        made = of_request(options)
        if not stream:
            answer: RawAnswer = await call(self._native, RAW, body, made, self._key, method=method, path=path)
            return answer
        op, port, first = await begin(
            self._native, RAW_STREAM, body, made, self._key, method=method, path=path
        )
        return AsyncByteStream(op, port, first, self._key)

    async def close(self) -> None:
        """Refuses further calls. The connections are shared with copies and are closed with the last of them."""
        if not self._closed:
            self._retire()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
