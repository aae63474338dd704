"""The results of the calls in ``_async.message_forms``."""

from collections.abc import Coroutine
from typing import Any, TypeVar, Unpack, overload

from .._resources.base import RawResourceResponse
from .._resources.message_form import MessageForm
from .._schemas.structured import Parsed
from .._types.resources import MessageTokensCount
from .._types.response import RawResponse, RawStreamResponse
from ..params import AnswerStreamOptions, AnswerStreamParams, ReadyRequest
from ..types import Message
from .stream import AsyncStream
from .streamed import AsyncStreamedEvents, AsyncStreamedManager, AsyncStreamedResponse

T = TypeVar("T")

class AsyncMessagesWithRawResponse(
    MessageForm[
        Coroutine[Any, Any, RawResponse],
        Coroutine[Any, Any, RawStreamResponse[AsyncStream]],
        Coroutine[Any, Any, RawResourceResponse[MessageTokensCount]],
    ]
):
    @overload
    async def parse(
        self, *, output: type[T], **params: Unpack[AnswerStreamParams]
    ) -> RawResourceResponse[Parsed[T]]: ...
    @overload
    async def parse(
        self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
    ) -> RawResourceResponse[Parsed[T]]: ...
    @overload
    async def parse(
        self, *, output: Any, **params: Unpack[AnswerStreamParams]
    ) -> RawResourceResponse[Parsed[Any]]: ...
    @overload
    async def parse(
        self, request: ReadyRequest, /, *, output: type[T], **options: Unpack[AnswerStreamOptions]
    ) -> RawResourceResponse[Parsed[T]]: ...
    @overload
    async def parse(
        self, request: ReadyRequest, /, *, output: Any, **options: Unpack[AnswerStreamOptions]
    ) -> RawResourceResponse[Parsed[Any]]: ...

class AsyncMessagesWithStreamingResponse(
    MessageForm[
        AsyncStreamedManager[AsyncStreamedResponse[Message]],
        AsyncStreamedManager[AsyncStreamedEvents],
        AsyncStreamedManager[AsyncStreamedResponse[MessageTokensCount]],
    ]
):
    @overload
    def parse(
        self, *, output: type[T], **params: Unpack[AnswerStreamParams]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Parsed[T]]]: ...
    @overload
    def parse(
        self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Parsed[T]]]: ...
    @overload
    def parse(
        self, *, output: Any, **params: Unpack[AnswerStreamParams]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Parsed[Any]]]: ...
    @overload
    def parse(
        self, request: ReadyRequest, /, *, output: type[T], **options: Unpack[AnswerStreamOptions]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Parsed[T]]]: ...
    @overload
    def parse(
        self, request: ReadyRequest, /, *, output: Any, **options: Unpack[AnswerStreamOptions]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Parsed[Any]]]: ...
