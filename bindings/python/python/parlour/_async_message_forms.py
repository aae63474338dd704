"""Messages whose calls return responses, for asynchronous code, and the source of ``_message_forms``, which
``scripts/python/sync.py`` makes from it."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from ._async_io import call
from ._async_stream import open_events
from ._hints import install
from ._native import CREATE_RAW
from ._options import is_streamed, of_call
from ._response import OfOneRequest, RawResponse, RawStreamResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeVar, Unpack, overload

    from ._async_stream import AsyncStream
    from ._async_streamed import AsyncStreamedEvents, AsyncStreamedManager, AsyncStreamedResponse
    from ._resource_base import RawResourceResponse
    from ._resource_types import MessageTokensCount
    from ._structured_base import Parsed
    from .params import (
        AnswerStreamOptions,
        AnswerStreamParams,
        CallOptions,
        CountTokensParams,
        ReadyRequest,
        RequestParams,
    )
    from .types import Message

    T = TypeVar("T")
else:

    def overload(function):
        return function


_INSTEAD = {
    "stream": "use create(stream=True)",
    "run_tools": "it is several requests; use create(), which is one turn",
    "tool_runner": "it is several requests; use create(), which is one turn",
    "resume_tools": "it is several requests; use create(), which is one turn",
    "keep_tokens": "it is several requests; use count_tokens(), which is one count",
}


class AsyncMessagesWithRawResponse(OfOneRequest):
    """The calls of :class:`AsyncMessages`, which return the HTTP response: status, headers, body, and
    :meth:`RawResponse.parse`."""

    __slots__ = ("_messages",)

    _instead = _INSTEAD

    def __init__(self, messages: Any) -> None:
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
        """As :meth:`AsyncMessages.create`.

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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):
            opened = await open_events(native, body, options, key)
            return RawStreamResponse(opened, opened.response_info)
        return RawResponse(await call(native, CREATE_RAW, body, options, key))

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
    async def parse(  # type: ignore[misc]
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> RawResourceResponse[Parsed[Any]]:
        """As :meth:`AsyncMessages.parse`, and one request: the model is not asked again.

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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from ._async_structured import ask_raw

        native, key = self._messages._native, self._messages._key
        return await ask_raw(native, key, (output, output_format), request, params)

    @overload
    async def count_tokens(
        self, **params: Unpack[CountTokensParams]
    ) -> RawResourceResponse[MessageTokensCount]: ...
    @overload
    async def count_tokens(
        self, request: ReadyRequest, /, **options: Unpack[CallOptions]
    ) -> RawResourceResponse[MessageTokensCount]: ...
    async def count_tokens(  # type: ignore[misc]
        self, request: Any = None, /, **params: Any
    ) -> RawResourceResponse[MessageTokensCount]:
        """As :meth:`AsyncMessages.count_tokens`.

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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from ._async_resources import count_tokens
        from ._resource_base import WHOLE

        native, key = self._messages._native, self._messages._key
        return await count_tokens(native, key, request, params, form=WHOLE)  # type: ignore[no-any-return]


class AsyncMessagesWithStreamingResponse(OfOneRequest):
    """The calls of :class:`AsyncMessages`, whose bodies the caller reads as they arrive, in the ``async with`` block.
    The request is sent when that begins."""

    __slots__ = ("_messages",)

    _instead = _INSTEAD

    def __init__(self, messages: Any) -> None:
        self._messages = messages

    @overload
    def create(
        self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Message]]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **params: Unpack[RequestParams]
    ) -> AsyncStreamedManager[AsyncStreamedEvents]: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[False] = False, **options: Unpack[CallOptions]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Message]]: ...
    @overload
    def create(
        self, request: ReadyRequest, /, *, stream: Literal[True], **options: Unpack[CallOptions]
    ) -> AsyncStreamedManager[AsyncStreamedEvents]: ...
    def create(  # type: ignore[misc]
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> AsyncStreamedManager[Any]:
        """As :meth:`AsyncMessages.create`. A long answer is not streamed inside: its body comes as the service sends
        it.

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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from ._async_streamed import AsyncStreamedEvents, AsyncStreamedManager, open_body
        from ._resource_base import message_in

        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):

            async def events() -> AsyncStreamedEvents:
                return AsyncStreamedEvents(await open_events(native, body, options, key))

            return AsyncStreamedManager(events)
        return AsyncStreamedManager(
            lambda: open_body(native, body, options, key, message_in, path="/v1/messages")
        )

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
    def parse(  # type: ignore[misc]
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Parsed[Any]]]:
        """As :meth:`AsyncMessages.parse`, and one request: the model is not asked again.

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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from ._async_structured import ask_streamed

        native, key = self._messages._native, self._messages._key
        return ask_streamed(native, key, (output, output_format), request, params)

    @overload
    def count_tokens(
        self, **params: Unpack[CountTokensParams]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[MessageTokensCount]]: ...
    @overload
    def count_tokens(
        self, request: ReadyRequest, /, **options: Unpack[CallOptions]
    ) -> AsyncStreamedManager[AsyncStreamedResponse[MessageTokensCount]]: ...
    def count_tokens(  # type: ignore[misc]
        self, request: Any = None, /, **params: Any
    ) -> AsyncStreamedManager[AsyncStreamedResponse[MessageTokensCount]]:
        """As :meth:`AsyncMessages.count_tokens`.

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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        from ._async_resources import count_tokens
        from ._async_streamed import AsyncStreamedManager
        from ._resource_base import STREAMED

        native, key = self._messages._native, self._messages._key
        return AsyncStreamedManager(lambda: count_tokens(native, key, request, params, form=STREAMED))


install(
    globals(),
    create="RequestParams",
    parse="AnswerStreamParams",
    count_tokens="CountTokensParams",
)
