"""Messages for synchronous code, made from ``_async.messages`` by ``scripts/python/sync.py``: change that one.
``_sync.io`` waits for calls; nothing about them is decided here."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from .._hints import install
from .._native import CREATE
from .._options.options import is_given, is_streamed, of_call
from .._resources.message_form import document
from .io import COROUTINES, call
from .message_forms import MessagesWithRawResponse, MessagesWithStreamingResponse
from .stream import MessageStream, MessageStreamManager, Stream

__all__ = ["Messages", "MessagesWithRawResponse", "MessagesWithStreamingResponse"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Literal, TypeVar, Unpack, overload

    from .._native import Client as NativeClient
    from .._native import Conversation, Trimmed
    from .._options.interfaces import Key
    from .._schemas.structured import Parsed
    from .._tools.tool import ToolLike
    from .._types.messages import Message
    from .._types.resources import MessageTokensCount
    from .._types.tool_call import ToolCall
    from ..params import (
        AnswerStreamOptions,
        AnswerStreamParams,
        CallOptions,
        CountTokensParams,
        KeepTokensParams,
        ParseOptions,
        ParseParams,
        ReadyRequest,
        RequestParams,
        ToolRunCallOptions,
        ToolRunOptions,
        ToolRunParams,
    )
    from .resources import Batches
    from .structured import AnswerStreamManager
    from .tool_run import StreamedToolRun, ToolRun

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
        validation library, or JSON as bytes) may be the first argument, in place of the parameters.

        Args:
            request: A complete request, in place of the parameters; what is given beside it wins.
            stream: Whether to return the events as they arrive, in place of the message.
            model: Required. The name of the model.
            max_tokens: Required. Maximum number of tokens to generate, including thinking. 0 fills the cache without
                answering (protocol §10.6).
            messages: Required. The conversation so far, from 1 to 100 000 turns.
            system: Instructions to the model.
            tool_choice: Whether the model must call a tool, and which.
            stop_sequences: Strings at which generation stops.
            temperature: Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3).
            top_p: Nucleus sampling, from 0.0 to 1.0.
            top_k: Number of most likely tokens to sample from; at least 0.
            metadata: Metadata of the request.
            thinking: The configuration of thinking.
            service_tier: Whether priority capacity may be used; ``auto`` unless set.
            output_config: The effort and the format of the answer.
            cache_control: Automatic caching: a breakpoint at the last block that can have one (protocol §10.2).
            container: The sandbox to use: the id of an existing one, or its configuration.
            inference_geo: The region in which the model runs, for example ``us``; the workspace's setting unless set.
            speed: The speed at which the answer is generated; ``standard`` unless set. Models without fast mode reject
                it (protocol §1.2).
            diagnostics: Asks why the prompt cache was missed (protocol §10.9).
            context_management: Beta: edits that the service applies to a long conversation. Cannot be combined with
                ``compaction``.
            compaction: Beta: makes the whole request a summary of the conversation.
            thread: Beta: a conversation that the service keeps.
            mcp_servers: Beta: MCP servers whose tools the service calls; each needs a tools entry of type
                ``mcp_toolset``.
            fallbacks: Beta: models to try in order when this one refuses; ``default`` selects those of the service.
            fallback_credit_token: Beta: the credit from a refusal. Cannot be combined with ``fallbacks``.
            billing_policy: Beta: who is billed.
            tools: Tools that the model may call.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        body, options = of_call(request, params)
        if stream is not False and is_streamed(stream):
            return Stream._begun(self._native, body, options, self._key)
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

        Args:
            request: A complete request, in place of the parameters; what is given beside it wins.
            output: The type of the answer's value, or a JSON Schema as a mapping.
            output_format: Another name of ``output``.
            method: How a structured answer is asked for; ``"auto"`` unless set.
            tool_name: Name of the forced tool; ``answer`` unless set.
            tool_description: Description of the forced tool, for the model.
            model: Required. The name of the model.
            max_tokens: Required. Maximum number of tokens to generate, including thinking. 0 fills the cache without
                answering (protocol §10.6).
            messages: Required. The conversation so far, from 1 to 100 000 turns.
            system: Instructions to the model.
            tool_choice: Whether the model must call a tool, and which.
            stop_sequences: Strings at which generation stops.
            temperature: Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3).
            top_p: Nucleus sampling, from 0.0 to 1.0.
            top_k: Number of most likely tokens to sample from; at least 0.
            metadata: Metadata of the request.
            thinking: The configuration of thinking.
            service_tier: Whether priority capacity may be used; ``auto`` unless set.
            output_config: The effort and the format of the answer.
            cache_control: Automatic caching: a breakpoint at the last block that can have one (protocol §10.2).
            container: The sandbox to use: the id of an existing one, or its configuration.
            inference_geo: The region in which the model runs, for example ``us``; the workspace's setting unless set.
            speed: The speed at which the answer is generated; ``standard`` unless set. Models without fast mode reject
                it (protocol §1.2).
            diagnostics: Asks why the prompt cache was missed (protocol §10.9).
            context_management: Beta: edits that the service applies to a long conversation. Cannot be combined with
                ``compaction``.
            compaction: Beta: makes the whole request a summary of the conversation.
            thread: Beta: a conversation that the service keeps.
            mcp_servers: Beta: MCP servers whose tools the service calls; each needs a tools entry of type
                ``mcp_toolset``.
            fallbacks: Beta: models to try in order when this one refuses; ``default`` selects those of the service.
            fallback_credit_token: Beta: the credit from a refusal. Cannot be combined with ``fallbacks``.
            billing_policy: Beta: who is billed.
            tools: Tools that the model may call.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        params.pop("stream", None)
        if is_given(output) or is_given(output_format):
            from .structured import open_answer

            return open_answer(self._native, self._key, (output, output_format), request, params)
        body, options = of_call(request, params)
        return MessageStreamManager(lambda: MessageStream._begun(self._native, body, options, self._key))

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

        Args:
            request: A complete request, in place of the parameters; what is given beside it wins.
            output: The type of the answer's value, or a JSON Schema as a mapping.
            output_format: Another name of ``output``.
            method: How a structured answer is asked for; ``"auto"`` unless set.
            tool_name: Name of the forced tool; ``answer`` unless set.
            tool_description: Description of the forced tool, for the model.
            model: Required. The name of the model.
            max_tokens: Required. Maximum number of tokens to generate, including thinking. 0 fills the cache without
                answering (protocol §10.6).
            messages: Required. The conversation so far, from 1 to 100 000 turns.
            system: Instructions to the model.
            tool_choice: Whether the model must call a tool, and which.
            stop_sequences: Strings at which generation stops.
            temperature: Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3).
            top_p: Nucleus sampling, from 0.0 to 1.0.
            top_k: Number of most likely tokens to sample from; at least 0.
            metadata: Metadata of the request.
            thinking: The configuration of thinking.
            service_tier: Whether priority capacity may be used; ``auto`` unless set.
            output_config: The effort and the format of the answer.
            cache_control: Automatic caching: a breakpoint at the last block that can have one (protocol §10.2).
            container: The sandbox to use: the id of an existing one, or its configuration.
            inference_geo: The region in which the model runs, for example ``us``; the workspace's setting unless set.
            speed: The speed at which the answer is generated; ``standard`` unless set. Models without fast mode reject
                it (protocol §1.2).
            diagnostics: Asks why the prompt cache was missed (protocol §10.9).
            context_management: Beta: edits that the service applies to a long conversation. Cannot be combined with
                ``compaction``.
            compaction: Beta: makes the whole request a summary of the conversation.
            thread: Beta: a conversation that the service keeps.
            mcp_servers: Beta: MCP servers whose tools the service calls; each needs a tools entry of type
                ``mcp_toolset``.
            fallbacks: Beta: models to try in order when this one refuses; ``default`` selects those of the service.
            fallback_credit_token: Beta: the credit from a refusal. Cannot be combined with ``fallbacks``.
            billing_policy: Beta: who is billed.
            tools: Tools that the model may call.
            max_reasks: How often the model is asked again after an answer that does not fit; 0 unless set.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from .structured import ask

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

        ``tools`` are functions, :func:`tool` objects, or definitions as mappings. All calls of a turn run at
        the same time (``max_parallel`` bounds them; 1 is one after the other). A call that may not run (an
        unknown tool, a truncated input) is answered as an error. A paused turn is continued.

        ``context`` is handed to the functions that ask for a :class:`ToolContext`. ``approve`` is asked before each
        call, and may wait: ``True`` runs it, ``False`` or a reason refuses it. ``tool_timeout`` bounds a call, in
        seconds. ``max_requests`` (25), ``max_pauses`` in a row (10) and ``max_result_bytes`` of one result (10 MiB)
        bound the run. ``early`` begins functions while their message still arrives: only for those that may run in
        vain.

        ``messages`` may be a :class:`Conversation`, whose turns are sent unchanged. Programs for the official
        SDK know this method as ``tool_runner``, and ``max_requests`` as ``max_iterations``.

        Args:
            request: A complete request, in place of the parameters; what is given beside it wins.
            tools: Functions, :func:`tool` objects, or definitions as mappings.
            stream: Whether each turn is a stream of events, in place of a message.
            max_requests: How many answers there may be; 25 unless set.
            max_iterations: Another name of ``max_requests``.
            max_pauses: How many pauses in a row are continued; 10 unless set.
            max_parallel: How many calls may run at a time; 1 is one after the other, no bound unless set.
            max_result_bytes: The largest result that is sent; 10 MiB unless set.
            context: Handed to the functions that ask for a :class:`ToolContext`.
            approve: Asked before each call; ``True`` runs it, ``False`` or a reason refuses it.
            tool_timeout: The limit of one call, in seconds; none unless set.
            early: Whether functions begin while their message still arrives: only for those that may run in vain.
            model: Required. The name of the model.
            max_tokens: Required. Maximum number of tokens to generate, including thinking. 0 fills the cache without
                answering (protocol §10.6).
            messages: Required. The conversation so far, from 1 to 100 000 turns.
            system: Instructions to the model.
            tool_choice: Whether the model must call a tool, and which.
            stop_sequences: Strings at which generation stops.
            temperature: Randomness, from 0.0 to 1.0; some models accept 1.0 only (protocol §0.3).
            top_p: Nucleus sampling, from 0.0 to 1.0.
            top_k: Number of most likely tokens to sample from; at least 0.
            metadata: Metadata of the request.
            thinking: The configuration of thinking.
            service_tier: Whether priority capacity may be used; ``auto`` unless set.
            output_config: The effort and the format of the answer.
            cache_control: Automatic caching: a breakpoint at the last block that can have one (protocol §10.2).
            container: The sandbox to use: the id of an existing one, or its configuration.
            inference_geo: The region in which the model runs, for example ``us``; the workspace's setting unless set.
            speed: The speed at which the answer is generated; ``standard`` unless set. Models without fast mode reject
                it (protocol §1.2).
            diagnostics: Asks why the prompt cache was missed (protocol §10.9).
            context_management: Beta: edits that the service applies to a long conversation. Cannot be combined with
                ``compaction``.
            compaction: Beta: makes the whole request a summary of the conversation.
            thread: Beta: a conversation that the service keeps.
            mcp_servers: Beta: MCP servers whose tools the service calls; each needs a tools entry of type
                ``mcp_toolset``.
            fallbacks: Beta: models to try in order when this one refuses; ``default`` selects those of the service.
            fallback_credit_token: Beta: the credit from a refusal. Cannot be combined with ``fallbacks``.
            billing_policy: Beta: who is billed.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from .._tools.run import begin as begin_run
        from .tool_run import StreamedToolRun, ToolRun

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
        and the definitions of its tools are in it; ``tools`` are the functions, and definitions that it lacks.

        Args:
            saved: The result of the run's ``to_json()``.
            tools: The functions of the run, and definitions that it lacks.
            stream: Whether each turn is a stream of events, in place of a message.
            context: Handed to the functions that ask for a :class:`ToolContext`.
            approve: Asked before each call; ``True`` runs it, ``False`` or a reason refuses it.
            tool_timeout: The limit of one call, in seconds; none unless set.
            early: Whether functions begin while their message still arrives: only for those that may run in vain.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from .._tools.run import resume
        from .tool_run import StreamedToolRun, ToolRun

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
        """Asks how many input tokens a request would have: an estimate of the service, free of charge, with a
        rate limit of its own. Takes the parameters of :meth:`create`; those that do not affect the count are
        left out.

        Args:
            request: A complete request, in place of the parameters; what is given beside it wins.
            model: Required. Name of the model.
            system: Instructions to the model.
            tools: Tools that the model may call.
            tool_choice: Whether the model has to call a tool.
            thinking: Whether the model thinks first.
            output_config: Effort and form of the answer.
            cache_control: Automatic caching.
            max_tokens: Left out: it has no say in the count.
            messages: Required. The conversation so far.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from .resources import count_tokens

        return count_tokens(self._native, self._key, request, params)  # type: ignore[no-any-return]

    def keep_tokens(
        self, conversation: Conversation, tokens: int, /, **params: Unpack[KeepTokensParams]
    ) -> Trimmed:
        """Keeps the longest end of a conversation with which a request has at most so many input tokens, as
        the service counts them; :meth:`Conversation.keep_tokens` estimates without a request. One count if
        all of it fits, else a few. Takes the parameters of :meth:`create` but ``messages``: their tokens are
        counted as well. Leave room in the context of the model for the answer.

        Args:
            conversation: The conversation to shorten. It is unchanged if a count fails.
            tokens: The most input tokens.
            model: Required. Name of the model.
            system: Instructions to the model.
            tools: Tools that the model may call.
            tool_choice: Whether the model has to call a tool.
            thinking: Whether the model thinks first.
            output_config: Effort and form of the answer.
            cache_control: Automatic caching.
            max_tokens: Left out: it has no say in the count.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from copy import copy

        from .._native import TokenSearch

        settings: Any = params
        search = TokenSearch(conversation, tokens)
        while (first := search.next()) is not None:
            # A copy shares the bytes of the turns.
            end: Any = copy(conversation)
            end.cut_before(first)
            count = self.count_tokens(messages=end, **settings)
            search.counted(count.input_tokens)
        return search.trim(conversation)

    @property
    def batches(self) -> Batches:
        """Message batches: many requests at once, answered within a day at a lower price."""
        from .resources import Batches

        return Batches(self._native, self._key)

    @property
    def with_raw_response(self) -> MessagesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return MessagesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> MessagesWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return MessagesWithStreamingResponse(self)


for _form in (MessagesWithRawResponse, MessagesWithStreamingResponse):
    # A form of `parse()` is one request, with the parameters of `stream()`.
    document(
        _form,
        create=Messages.create,
        parse=Messages.stream,
        count_tokens=Messages.count_tokens,
    )

install(
    globals(),
    create="RequestParams",
    stream="AnswerStreamParams",
    parse="ParseParams",
    run_tools="ToolRunParams",
    resume_tools="ToolRunOptions",
    count_tokens="CountTokensParams",
    keep_tokens="KeepTokensParams",
)
