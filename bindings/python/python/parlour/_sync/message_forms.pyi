"""The results of the calls in ``_sync.message_forms``, made from the stub of ``_async.message_forms`` by
``scripts/python/sync.py``: change that one."""

from typing import Any, TypeVar, Unpack, overload

from .._resources.base import RawResourceResponse
from .._resources.message_form import MessageForm
from .._schemas.structured import Parsed
from .._types.resources import MessageTokensCount
from .._types.response import RawResponse, RawStreamResponse
from ..params import AnswerStreamOptions, AnswerStreamParams, ReadyRequest
from ..types import Message
from .stream import Stream
from .streamed import StreamedEvents, StreamedManager, StreamedResponse

T = TypeVar("T")

class MessagesWithRawResponse(
    MessageForm[
        RawResponse,
        RawStreamResponse[Stream],
        RawResourceResponse[MessageTokensCount],
    ]
):
    @overload
    def parse(
        self, *, output: type[T], **params: Unpack[AnswerStreamParams]
    ) -> RawResourceResponse[Parsed[T]]: ...
    @overload
    def parse(
        self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
    ) -> RawResourceResponse[Parsed[T]]: ...
    @overload
    def parse(
        self, *, output: Any, **params: Unpack[AnswerStreamParams]
    ) -> RawResourceResponse[Parsed[Any]]: ...
    @overload
    def parse(
        self, request: ReadyRequest, /, *, output: type[T], **options: Unpack[AnswerStreamOptions]
    ) -> RawResourceResponse[Parsed[T]]: ...
    @overload
    def parse(
        self, request: ReadyRequest, /, *, output: Any, **options: Unpack[AnswerStreamOptions]
    ) -> RawResourceResponse[Parsed[Any]]: ...

class MessagesWithStreamingResponse(
    MessageForm[
        StreamedManager[StreamedResponse[Message]],
        StreamedManager[StreamedEvents],
        StreamedManager[StreamedResponse[MessageTokensCount]],
    ]
):
    @overload
    def parse(
        self, *, output: type[T], **params: Unpack[AnswerStreamParams]
    ) -> StreamedManager[StreamedResponse[Parsed[T]]]: ...
    @overload
    def parse(
        self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
    ) -> StreamedManager[StreamedResponse[Parsed[T]]]: ...
    @overload
    def parse(
        self, *, output: Any, **params: Unpack[AnswerStreamParams]
    ) -> StreamedManager[StreamedResponse[Parsed[Any]]]: ...
    @overload
    def parse(
        self, request: ReadyRequest, /, *, output: type[T], **options: Unpack[AnswerStreamOptions]
    ) -> StreamedManager[StreamedResponse[Parsed[T]]]: ...
    @overload
    def parse(
        self, request: ReadyRequest, /, *, output: Any, **options: Unpack[AnswerStreamOptions]
    ) -> StreamedManager[StreamedResponse[Parsed[Any]]]: ...
