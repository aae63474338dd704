"""The signatures of the calls of all forms of messages, by their results."""

from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar, Unpack, overload

from .._types.response import OfOneRequest
from ..params import CallOptions, CountTokensParams, ReadyRequest, RequestParams

Whole = TypeVar("Whole")
Events = TypeVar("Events")
Count = TypeVar("Count")

class MessageForm(OfOneRequest, Generic[Whole, Events, Count]):
    _messages: Any

    def __init__(self, messages: Any) -> None: ...
    @overload
    def create(self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]) -> Whole: ...
    @overload
    def create(self, *, stream: Literal[True], **params: Unpack[RequestParams]) -> Events: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> Whole: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> Events: ...
    @overload
    def count_tokens(self, **params: Unpack[CountTokensParams]) -> Count: ...
    @overload
    def count_tokens(self, request: ReadyRequest, /, **options: Unpack[CallOptions]) -> Count: ...

def document(form: type, **methods: Callable[..., Any]) -> None: ...
