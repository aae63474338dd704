"""The synchronous client. It must not decide anything about calls, nor know how a wait is done (that is
``_wait``)."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from . import _wait
from ._base import BaseClient
from ._native import CREATE, CREATE_RAW, RAW, RAW_STREAM
from ._options import is_streamed, of_call, of_request
from ._response import RawResponse, RawStreamResponse
from ._stream import ByteStream, MessageStream, MessageStreamManager, open_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, Literal, Self, Unpack, overload

    from ._native import Client as NativeClient
    from ._native import RawAnswer
    from .params import CallOptions, ReadyRequest, RequestOptions, RequestParams
    from .types import Message
else:

    def overload(function):
        return function


class Messages:
    """The resource ``/v1/messages``."""

    __slots__ = ("_key", "_native")

    def __init__(self, native: NativeClient, key: Callable[[], str] | None) -> None:
        self._native = native
        self._key = key

    @overload
    def create(self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]) -> Message: ...
    @overload
    def create(self, *, stream: Literal[True], **params: Unpack[RequestParams]) -> MessageStream: ...
    @overload
    def create(self, *, stream: bool, **params: Unpack[RequestParams]) -> Message | MessageStream: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> Message: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> MessageStream: ...
    def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> Message | MessageStream:
        """Asks for an answer: a whole message, or with ``stream=True`` its events once the answer has
        begun. These events are all there is of it then: no message is put together, neither for its end nor for an
        error, which :meth:`stream` does.

        Parameters this version does not know pass through. A ready request (a mapping, a model of a
        validation library, or JSON as bytes) may stand first, in place of the parameters.
        """
        body, options = of_call(request, params)
        if is_streamed(stream):
            return open_stream(self._native, body, options, self._key, keeps=False)
        return _wait.call(self._native, CREATE, body, options, self._key)  # type: ignore[no-any-return]

    @overload
    def stream(self, **params: Unpack[RequestParams]) -> MessageStreamManager: ...
    @overload
    def stream(self, request: ReadyRequest, /, **options: Unpack[CallOptions]) -> MessageStreamManager: ...
    def stream(self, request: Any = None, /, **params: Any) -> MessageStreamManager:  # type: ignore[misc]
        """A streamed answer, for a ``with`` block or to iterate over; sent when either begins."""
        params.pop("stream", None)
        body, options = of_call(request, params)
        return MessageStreamManager(lambda: open_stream(self._native, body, options, self._key, keeps=True))

    @property
    def with_raw_response(self) -> MessagesWithRawResponse:
        """The same calls, giving the answer as it came."""
        return MessagesWithRawResponse(self)


class MessagesWithRawResponse:
    """The calls of :class:`Messages`, giving the answer as it came: headers, body,
    :meth:`RawResponse.parse`."""

    __slots__ = ("_messages",)

    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    @overload
    def create(self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]) -> RawResponse: ...
    @overload
    def create(
        self, *, stream: Literal[True], **params: Unpack[RequestParams]
    ) -> RawStreamResponse[MessageStream]: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> RawResponse: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> RawStreamResponse[MessageStream]: ...
    def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> RawResponse | RawStreamResponse[MessageStream]:
        """As :meth:`Messages.create`."""
        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):
            opened = open_stream(native, body, options, key, keeps=False)
            return RawStreamResponse(opened, opened.response_info)
        return RawResponse(_wait.call(native, CREATE_RAW, body, options, key))


class Client(BaseClient):
    """A client of one service.

    Settings that are not given are looked up in the environment; see the README for all of them.
    ``api_key`` may be a function, which is asked for each call, again for each repetition, and once more
    after the service refused what it gave.
    """

    __slots__ = ("messages",)

    messages: Messages
    """The resource ``/v1/messages``."""

    def _use(self, native: NativeClient) -> None:
        super()._use(native)
        self.messages = Messages(native, self._key)

    @overload
    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        stream: Literal[False] = False,
        **options: Unpack[RequestOptions],
    ) -> RawAnswer: ...
    @overload
    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        stream: Literal[True],
        **options: Unpack[RequestOptions],
    ) -> ByteStream: ...
    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        stream: bool = False,
        **options: Unpack[RequestOptions],
    ) -> RawAnswer | ByteStream:
        """Any request below the base address, with the client's credential, retries, limits and errors."""
        call = of_request(options)
        if not stream:
            answer: RawAnswer = _wait.call(self._native, RAW, body, call, self._key, method=method, path=path)
            return answer
        op, port = _wait.submit(self._native, RAW_STREAM, body, call, self._key, method=method, path=path)
        return ByteStream(op, port, _wait.begin(op, port, self._key, _wait.green()), self._key)

    def close(self) -> None:
        """Lets no further call begin. Connections serve copies too, and go with the last of them."""
        if not self._closed:
            self._retire()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
