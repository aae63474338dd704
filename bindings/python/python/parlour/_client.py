"""The synchronous client, made from ``_async_client`` by ``scripts/python/sync.py``: change that one.
``_sync_io`` waits for calls; nothing about them is decided here."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from ._base import BaseClient
from ._native import CREATE, CREATE_RAW, RAW, RAW_STREAM
from ._options import is_given, is_streamed, of_call, of_request
from ._response import RawResponse, RawStreamResponse
from ._stream import ByteStream, MessageStreamManager, Stream, open_events, open_stream
from ._sync_io import COROUTINES, begin, call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from typing import Any, Literal, Self, TypeVar, Unpack, overload

    from ._native import Client as NativeClient
    from ._native import RawAnswer
    from ._resource_base import RawResourceResponse
    from ._resource_types import MessageTokensCount
    from ._resources import (
        Batches,
        Files,
        Limits,
        Models,
        Skills,
    )
    from ._structured import AnswerStreamManager
    from ._structured_base import Parsed
    from ._sync_io import Key
    from ._tool import ToolCall, ToolLike
    from ._tool_run import StreamedToolRun, ToolRun
    from .params import (
        AnswerStreamOptions,
        AnswerStreamParams,
        CallOptions,
        CountTokensParams,
        ParseOptions,
        ParseParams,
        ReadyRequest,
        RequestOptions,
        RequestParams,
        ToolRunCallOptions,
        ToolRunOptions,
        ToolRunParams,
    )
    from .types import Message

    T = TypeVar("T")
else:

    def overload(function):
        return function


class Messages:
    """The resource ``/v1/messages``."""

    # With a `__dict__`, which is made when it is needed: tracers and tests replace methods on the object.
    __slots__ = ("__dict__", "_key", "_native")

    def __init__(self, native: NativeClient, key: Key | None) -> None:
        self._native = native
        self._key = key

    @overload
    def create(self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]) -> Message: ...
    @overload
    def create(self, *, stream: Literal[True], **params: Unpack[RequestParams]) -> Stream: ...
    @overload
    def create(self, *, stream: bool, **params: Unpack[RequestParams]) -> Message | Stream: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> Message: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> Stream: ...
    def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> Message | Stream:
        """Sends a request: returns the whole message, or with ``stream=True`` its events once the answer has begun.
        Such a stream accumulates no message, neither for its end nor for an error, and derives no events:
        :meth:`stream` does both.

        Parameters that this version does not know are sent as they are. A complete request (a mapping, a model of a
        validation library, or JSON as bytes) may stand first, in place of the parameters.
        """
        body, options = of_call(request, params)
        if is_streamed(stream):
            return open_events(self._native, body, options, self._key)
        return call(self._native, CREATE, body, options, self._key)  # type: ignore[no-any-return]

    @overload
    def stream(self, **params: Unpack[RequestParams]) -> MessageStreamManager: ...
    @overload
    def stream(self, *, output: type[T], **params: Unpack[AnswerStreamParams]) -> AnswerStreamManager[T]: ...
    @overload
    def stream(
        self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
    ) -> AnswerStreamManager[T]: ...
    @overload
    def stream(self, *, output: Any, **params: Unpack[AnswerStreamParams]) -> AnswerStreamManager[Any]: ...
    @overload
    def stream(self, request: ReadyRequest, /, **options: Unpack[CallOptions]) -> MessageStreamManager: ...
    @overload
    def stream(
        self, request: ReadyRequest, /, *, output: type[T], **options: Unpack[AnswerStreamOptions]
    ) -> AnswerStreamManager[T]: ...
    @overload
    def stream(
        self, request: ReadyRequest, /, *, output: Any, **options: Unpack[AnswerStreamOptions]
    ) -> AnswerStreamManager[Any]: ...
    def stream(  # type: ignore[misc]
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> MessageStreamManager:
        """A streamed answer, for ``with`` or to iterate over; the request is sent when either begins.

        With ``output`` it is a structured answer, as of :meth:`parse`, which shows its value while it grows.
        """
        params.pop("stream", None)
        if is_given(output) or is_given(output_format):
            from ._structured import open_answer

            return open_answer(self._native, self._key, (output, output_format), request, params)
        body, options = of_call(request, params)
        return MessageStreamManager(lambda: open_stream(self._native, body, options, self._key))

    @overload
    def parse(self, *, output: type[T], **params: Unpack[ParseParams]) -> Parsed[T]: ...
    @overload
    def parse(self, *, output_format: type[T], **params: Unpack[ParseParams]) -> Parsed[T]: ...
    @overload
    def parse(self, *, output: Any, **params: Unpack[ParseParams]) -> Parsed[Any]: ...
    @overload
    def parse(
        self, request: ReadyRequest, /, *, output: type[T], **options: Unpack[ParseOptions]
    ) -> Parsed[T]: ...
    @overload
    def parse(
        self, request: ReadyRequest, /, *, output: Any, **options: Unpack[ParseOptions]
    ) -> Parsed[Any]: ...
    def parse(  # type: ignore[misc]
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> Parsed[Any]:
        """Asks for an answer that is a value of ``output``: a pydantic model, a dataclass, a ``TypedDict``, a union,
        any other type that has a JSON schema, or a JSON Schema as a mapping. ``output_format`` is another name.

        ``Parsed.value`` is the value; it raises if the model refused, if the answer was cut, or if it does not fit.
        ``method`` says how the answer is asked for: ``"format"`` of the service, a forced ``"tool"``, or ``"auto"``.
        ``max_reasks`` lets the model be asked again after an answer that does not fit, with the reason: each time is a
        request of its own, and is paid. ``tool_name`` and ``tool_description`` are of the forced tool.
        """
        from ._structured import ask

        return ask(self._native, self._key, (output, output_format), request, params)

    @overload
    def run_tools(
        self,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[False] = False,
        **params: Unpack[ToolRunParams],
    ) -> ToolRun: ...
    @overload
    def run_tools(
        self, *, tools: Iterable[ToolLike], stream: Literal[True], **params: Unpack[ToolRunParams]
    ) -> StreamedToolRun: ...
    @overload
    def run_tools(
        self,
        request: ReadyRequest,
        /,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[False] = False,
        **options: Unpack[ToolRunCallOptions],
    ) -> ToolRun: ...
    @overload
    def run_tools(
        self,
        request: ReadyRequest,
        /,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[True],
        **options: Unpack[ToolRunCallOptions],
    ) -> StreamedToolRun: ...
    def run_tools(  # type: ignore[misc]
        self,
        request: Any = None,
        /,
        *,
        tools: Iterable[Any],
        stream: bool = False,
        context: Any = None,
        approve: Callable[[ToolCall], Any] | None = None,
        tool_timeout: float | None = None,
        early: bool = False,
        max_requests: int | None = None,
        max_iterations: int | None = None,
        max_pauses: int | None = None,
        max_parallel: int | None = None,
        max_result_bytes: int | None = None,
        **params: Any,
    ) -> ToolRun | StreamedToolRun:
        """Runs the tools that the model calls, until it is done: iterate over the answers, or call ``until_done()``.

        ``tools`` are functions, :func:`tool` objects, or definitions as mappings. All calls of a turn run at the same
        time (``max_parallel`` bounds them; 1 is one after the other). What may not run, such as an unknown tool or a
        cut input, is answered as an error. A paused turn is continued.

        ``context`` is handed to the functions that ask for a :class:`ToolContext`. ``approve`` is asked before each
        call, and may wait: ``True`` runs it, ``False`` or a reason refuses it. ``tool_timeout`` bounds a call, in
        seconds. ``max_requests`` (25), ``max_pauses`` in a row (10) and ``max_result_bytes`` of one result (10 MiB)
        bound the run. ``early`` begins functions while their message still arrives: only for those that may run in
        vain.

        ``messages`` may be a :class:`Conversation`, whose turns are sent as they stand. Programs for the field's SDK
        know this method as ``tool_runner``, and ``max_requests`` as ``max_iterations``.
        """
        from ._tool_run import StreamedToolRun, ToolRun
        from ._tool_run_base import begin as begin_run

        limits = {
            "max_requests": max_iterations if max_requests is None else max_requests,
            "max_pauses": max_pauses,
            "max_parallel": max_parallel,
            "max_result_bytes": max_result_bytes,
        }
        loop, table, options = begin_run(request, params, tools, limits, coroutines=COROUTINES)
        made = StreamedToolRun if stream else ToolRun
        return made(
            self._native,
            self._key,
            loop,
            table,
            options,
            context=context,
            approve=approve,
            tool_timeout=tool_timeout,
            early=early,
        )

    tool_runner = run_tools

    @overload
    def resume_tools(
        self,
        saved: str,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[False] = False,
        **options: Unpack[ToolRunOptions],
    ) -> ToolRun: ...
    @overload
    def resume_tools(
        self,
        saved: str,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[True],
        **options: Unpack[ToolRunOptions],
    ) -> StreamedToolRun: ...
    def resume_tools(
        self,
        saved: str,
        *,
        tools: Iterable[Any],
        stream: bool = False,
        context: Any = None,
        approve: Callable[[ToolCall], Any] | None = None,
        tool_timeout: float | None = None,
        early: bool = False,
        **options: Any,
    ) -> ToolRun | StreamedToolRun:
        """Goes on with a run that ``to_json()`` saved, here or in another process or language. Its parameters, limits
        and the definitions of its tools are in it; ``tools`` are the functions, and definitions that it lacks."""
        from ._tool_run import StreamedToolRun, ToolRun
        from ._tool_run_base import resume

        loop, table, made_options = resume(saved, options, tools, coroutines=COROUTINES)
        made = StreamedToolRun if stream else ToolRun
        return made(
            self._native,
            self._key,
            loop,
            table,
            made_options,
            context=context,
            approve=approve,
            tool_timeout=tool_timeout,
            early=early,
        )

    @overload
    def count_tokens(self, **params: Unpack[CountTokensParams]) -> MessageTokensCount: ...
    @overload
    def count_tokens(
        self, request: ReadyRequest, /, **options: Unpack[CallOptions]
    ) -> MessageTokensCount: ...
    def count_tokens(  # type: ignore[misc]
        self, request: Any = None, /, **params: Any
    ) -> MessageTokensCount:
        """Asks how many input tokens a request would have: an estimate of the service, free of charge, with a rate
        limit of its own. Takes the parameters of :meth:`create`; what has no say in the count is left out."""
        from ._resources import count_tokens

        return count_tokens(self._native, self._key, request, params)  # type: ignore[no-any-return]

    @property
    def batches(self) -> Batches:
        """Message batches: many requests at once, answered within a day at a lower price."""
        from ._resources import Batches

        return Batches(self._native, self._key)

    @property
    def with_raw_response(self) -> MessagesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return MessagesWithRawResponse(self)


class MessagesWithRawResponse:
    """The calls of :class:`Messages`, which return the HTTP response: status, headers, body, and
    :meth:`RawResponse.parse`."""

    __slots__ = ("_messages",)

    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    @overload
    def create(self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]) -> RawResponse: ...
    @overload
    def create(
        self, *, stream: Literal[True], **params: Unpack[RequestParams]
    ) -> RawStreamResponse[Stream]: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> RawResponse: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> RawStreamResponse[Stream]: ...
    def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> RawResponse | RawStreamResponse[Stream]:
        """As :meth:`Messages.create`."""
        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):
            opened = open_events(native, body, options, key)
            return RawStreamResponse(opened, opened.response_info)
        return RawResponse(call(native, CREATE_RAW, body, options, key))

    def count_tokens(self, request: Any = None, /, **params: Any) -> RawResourceResponse[MessageTokensCount]:
        """As :meth:`Messages.count_tokens`."""
        from ._resources import count_tokens

        native, key = self._messages._native, self._messages._key
        return count_tokens(native, key, request, params, raw=True)  # type: ignore[no-any-return]


class Client(BaseClient):
    """A client of one service.

    Settings that are not given are looked up in the environment; the README lists them. ``api_key`` may be a function.
    It is called for each call, for each repetition, and once more after the service refused the key that it returned.
    """

    __slots__ = ("messages",)

    messages: Messages
    """The resource ``/v1/messages``."""

    def _use(self, native: NativeClient) -> None:
        super()._use(native)
        self.messages = Messages(native, self._key)

    @property
    def models(self) -> Models:
        """The models of the service."""
        from ._resources import Models

        return Models(self._native, self._key)

    @property
    def files(self) -> Files:
        """Files at the service."""
        from ._resources import Files

        return Files(self._native, self._key)

    @property
    def skills(self) -> Skills:
        """Skills and their versions."""
        from ._resources import Skills

        return Skills(self._native, self._key)

    @property
    def limits(self) -> Limits:
        """The configured rate limits of an organisation, for an administrative key."""
        from ._resources import Limits

        return Limits(self._native, self._key)

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
        """Any request below the base URL, with the client's credential, retries, time limits and errors. ``body`` is
        sent as JSON, bytes as they are."""
        made = of_request(options)
        if not stream:
            answer: RawAnswer = call(self._native, RAW, body, made, self._key, method=method, path=path)
            return answer
        op, port, first = begin(self._native, RAW_STREAM, body, made, self._key, method=method, path=path)
        return ByteStream(op, port, first, self._key)

    def close(self) -> None:
        """Refuses further calls. The connections are shared with copies and are closed with the last of them."""
        if not self._closed:
            self._retire()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
