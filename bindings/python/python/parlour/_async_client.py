"""The asynchronous client, and the source of ``_client``, which ``scripts/python/sync.py`` makes from it. It must not
decide anything about calls, nor know how they are waited for (that is ``_async_io``)."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from ._async_io import COROUTINES, begin, call
from ._async_stream import AsyncByteStream, AsyncMessageStreamManager, AsyncStream, open_events, open_stream
from ._base import BaseClient
from ._native import CREATE, CREATE_RAW, RAW, RAW_STREAM
from ._options import is_given, is_streamed, of_call, of_request
from ._response import RawResponse, RawStreamResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from typing import Any, Literal, Self, TypeVar, Unpack, overload

    from ._async_io import Key
    from ._async_resources import (
        AsyncBatches,
        AsyncFiles,
        AsyncLimits,
        AsyncModels,
        AsyncSkills,
    )
    from ._async_structured import AsyncAnswerStreamManager
    from ._async_tool_run import AsyncStreamedToolRun, AsyncToolRun
    from ._native import Client as NativeClient
    from ._native import RawAnswer
    from ._resource_base import RawResourceResponse
    from ._resource_types import MessageTokensCount
    from ._structured_base import Parsed
    from ._tool import ToolCall, ToolLike
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


class AsyncMessages:
    """The resource ``/v1/messages``."""

    # With a `__dict__`, which is made when it is needed: tracers and tests replace methods on the object.
    __slots__ = ("__dict__", "_key", "_native")

    def __init__(self, native: NativeClient, key: Key | None) -> None:
        self._native = native
        self._key = key

    @overload
    async def create(self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]) -> Message: ...
    @overload
    async def create(self, *, stream: Literal[True], **params: Unpack[RequestParams]) -> AsyncStream: ...
    @overload
    async def create(self, *, stream: bool, **params: Unpack[RequestParams]) -> Message | AsyncStream: ...
    @overload
    async def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> Message: ...
    @overload
    async def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> AsyncStream: ...
    async def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> Message | AsyncStream:
        """Sends a request: returns the whole message, or with ``stream=True`` its events once the answer has begun.
        Such a stream accumulates no message, neither for its end nor for an error, and derives no events:
        :meth:`stream` does both.

        Parameters that this version does not know are sent as they are. A complete request (a mapping, a model of a
        validation library, or JSON as bytes) may stand first, in place of the parameters.
        """
        body, options = of_call(request, params)
        if is_streamed(stream):
            return await open_events(self._native, body, options, self._key)
        return await call(self._native, CREATE, body, options, self._key)  # type: ignore[no-any-return]

    @overload
    def stream(self, **params: Unpack[RequestParams]) -> AsyncMessageStreamManager: ...
    @overload
    def stream(
        self, *, output: type[T], **params: Unpack[AnswerStreamParams]
    ) -> AsyncAnswerStreamManager[T]: ...
    @overload
    def stream(
        self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
    ) -> AsyncAnswerStreamManager[T]: ...
    @overload
    def stream(
        self, *, output: Any, **params: Unpack[AnswerStreamParams]
    ) -> AsyncAnswerStreamManager[Any]: ...
    @overload
    def stream(
        self, request: ReadyRequest, /, **options: Unpack[CallOptions]
    ) -> AsyncMessageStreamManager: ...
    @overload
    def stream(
        self, request: ReadyRequest, /, *, output: type[T], **options: Unpack[AnswerStreamOptions]
    ) -> AsyncAnswerStreamManager[T]: ...
    @overload
    def stream(
        self, request: ReadyRequest, /, *, output: Any, **options: Unpack[AnswerStreamOptions]
    ) -> AsyncAnswerStreamManager[Any]: ...
    def stream(  # type: ignore[misc]
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> AsyncMessageStreamManager:
        """A streamed answer, for ``async with`` or to iterate over; the request is sent when either begins.

        With ``output`` it is a structured answer, as of :meth:`parse`, which shows its value while it grows.
        """
        params.pop("stream", None)
        if is_given(output) or is_given(output_format):
            from ._async_structured import open_answer

            return open_answer(self._native, self._key, (output, output_format), request, params)
        body, options = of_call(request, params)
        return AsyncMessageStreamManager(lambda: open_stream(self._native, body, options, self._key))

    @overload
    async def parse(self, *, output: type[T], **params: Unpack[ParseParams]) -> Parsed[T]: ...
    @overload
    async def parse(self, *, output_format: type[T], **params: Unpack[ParseParams]) -> Parsed[T]: ...
    @overload
    async def parse(self, *, output: Any, **params: Unpack[ParseParams]) -> Parsed[Any]: ...
    @overload
    async def parse(
        self, request: ReadyRequest, /, *, output: type[T], **options: Unpack[ParseOptions]
    ) -> Parsed[T]: ...
    @overload
    async def parse(
        self, request: ReadyRequest, /, *, output: Any, **options: Unpack[ParseOptions]
    ) -> Parsed[Any]: ...
    async def parse(  # type: ignore[misc]
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> Parsed[Any]:
        """Asks for an answer that is a value of ``output``: a pydantic model, a dataclass, a ``TypedDict``, a union,
        any other type that has a JSON schema, or a JSON Schema as a mapping. ``output_format`` is another name.

        ``Parsed.value`` is the value; it raises if the model refused, if the answer was cut, or if it does not fit.
        ``method`` says how the answer is asked for: ``"format"`` of the service, a forced ``"tool"``, or ``"auto"``.
        ``max_reasks`` lets the model be asked again after an answer that does not fit, with the reason: each time is a
        request of its own, and is paid. ``tool_name`` and ``tool_description`` are of the forced tool.
        """
        from ._async_structured import ask

        return await ask(self._native, self._key, (output, output_format), request, params)

    @overload
    def run_tools(
        self,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[False] = False,
        **params: Unpack[ToolRunParams],
    ) -> AsyncToolRun: ...
    @overload
    def run_tools(
        self, *, tools: Iterable[ToolLike], stream: Literal[True], **params: Unpack[ToolRunParams]
    ) -> AsyncStreamedToolRun: ...
    @overload
    def run_tools(
        self,
        request: ReadyRequest,
        /,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[False] = False,
        **options: Unpack[ToolRunCallOptions],
    ) -> AsyncToolRun: ...
    @overload
    def run_tools(
        self,
        request: ReadyRequest,
        /,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[True],
        **options: Unpack[ToolRunCallOptions],
    ) -> AsyncStreamedToolRun: ...
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
    ) -> AsyncToolRun | AsyncStreamedToolRun:
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
        from ._async_tool_run import AsyncStreamedToolRun, AsyncToolRun
        from ._tool_run_base import begin as begin_run

        limits = {
            "max_requests": max_iterations if max_requests is None else max_requests,
            "max_pauses": max_pauses,
            "max_parallel": max_parallel,
            "max_result_bytes": max_result_bytes,
        }
        loop, table, options = begin_run(request, params, tools, limits, coroutines=COROUTINES)
        made = AsyncStreamedToolRun if stream else AsyncToolRun
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
    ) -> AsyncToolRun: ...
    @overload
    def resume_tools(
        self,
        saved: str,
        *,
        tools: Iterable[ToolLike],
        stream: Literal[True],
        **options: Unpack[ToolRunOptions],
    ) -> AsyncStreamedToolRun: ...
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
    ) -> AsyncToolRun | AsyncStreamedToolRun:
        """Goes on with a run that ``to_json()`` saved, here or in another process or language. Its parameters, limits
        and the definitions of its tools are in it; ``tools`` are the functions, and definitions that it lacks."""
        from ._async_tool_run import AsyncStreamedToolRun, AsyncToolRun
        from ._tool_run_base import resume

        loop, table, made_options = resume(saved, options, tools, coroutines=COROUTINES)
        made = AsyncStreamedToolRun if stream else AsyncToolRun
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
    async def count_tokens(self, **params: Unpack[CountTokensParams]) -> MessageTokensCount: ...
    @overload
    async def count_tokens(
        self, request: ReadyRequest, /, **options: Unpack[CallOptions]
    ) -> MessageTokensCount: ...
    async def count_tokens(  # type: ignore[misc]
        self, request: Any = None, /, **params: Any
    ) -> MessageTokensCount:
        """Asks how many input tokens a request would have: an estimate of the service, free of charge, with a rate
        limit of its own. Takes the parameters of :meth:`create`; what has no say in the count is left out."""
        from ._async_resources import count_tokens

        return await count_tokens(self._native, self._key, request, params)  # type: ignore[no-any-return]

    @property
    def batches(self) -> AsyncBatches:
        """Message batches: many requests at once, answered within a day at a lower price."""
        from ._async_resources import AsyncBatches

        return AsyncBatches(self._native, self._key)

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
    ) -> RawStreamResponse[AsyncStream]: ...
    @overload
    async def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> RawResponse: ...
    @overload
    async def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> RawStreamResponse[AsyncStream]: ...
    async def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> RawResponse | RawStreamResponse[AsyncStream]:
        """As :meth:`AsyncMessages.create`."""
        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):
            opened = await open_events(native, body, options, key)
            return RawStreamResponse(opened, opened.response_info)
        return RawResponse(await call(native, CREATE_RAW, body, options, key))

    async def count_tokens(
        self, request: Any = None, /, **params: Any
    ) -> RawResourceResponse[MessageTokensCount]:
        """As :meth:`AsyncMessages.count_tokens`."""
        from ._async_resources import count_tokens

        native, key = self._messages._native, self._messages._key
        return await count_tokens(native, key, request, params, raw=True)  # type: ignore[no-any-return]


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

    @property
    def models(self) -> AsyncModels:
        """The models of the service."""
        from ._async_resources import AsyncModels

        return AsyncModels(self._native, self._key)

    @property
    def files(self) -> AsyncFiles:
        """Files at the service."""
        from ._async_resources import AsyncFiles

        return AsyncFiles(self._native, self._key)

    @property
    def skills(self) -> AsyncSkills:
        """Skills and their versions."""
        from ._async_resources import AsyncSkills

        return AsyncSkills(self._native, self._key)

    @property
    def limits(self) -> AsyncLimits:
        """The configured rate limits of an organisation, for an administrative key."""
        from ._async_resources import AsyncLimits

        return AsyncLimits(self._native, self._key)

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
