"""The results of the calls in ``_async_message_forms``."""

from collections.abc import Coroutine
from typing import Any, TypeVar, Unpack, overload

from ._async_stream import AsyncStream
from ._async_streamed import AsyncStreamedEvents, AsyncStreamedManager, AsyncStreamedResponse
from ._message_form import MessageForm
from ._resource_base import RawResourceResponse
from ._resource_types import MessageTokensCount
from ._response import RawResponse, RawStreamResponse
from ._structured_base import Parsed
from .params import AnswerStreamOptions, AnswerStreamParams, ReadyRequest
from .types import Message

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
