"""Messages whose calls return responses, for asynchronous code, and the source of ``_sync.message_forms``, which
``scripts/python/sync.py`` makes from it. The signatures are in the stub beside this file and that of
``_resources.message_form``."""

from __future__ import annotations

from .._hints import install
from .._native import CREATE_RAW
from .._options.options import is_streamed, of_call
from .._resources.message_form import MessageForm
from .._types.response import RawResponse, RawStreamResponse
from .io import call
from .stream import AsyncStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._resources.base import RawResourceResponse
    from .._schemas.structured import Parsed
    from .._types.resources import MessageTokensCount
    from .streamed import AsyncStreamedEvents, AsyncStreamedManager, AsyncStreamedResponse


class AsyncMessagesWithRawResponse(MessageForm):
    """The calls of :class:`AsyncMessages`, which return the HTTP response: status, headers, body, and
    :meth:`RawResponse.parse`."""

    __slots__ = ()

    async def create(
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> RawResponse | RawStreamResponse[AsyncStream]:
        """As :meth:`AsyncMessages.create`."""
        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):
            opened = await AsyncStream._begun(native, body, options, key)
            return RawStreamResponse(opened, opened.response_info)
        return RawResponse(await call(native, CREATE_RAW, body, options, key))

    async def parse(
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> RawResourceResponse[Parsed[Any]]:
        """As :meth:`AsyncMessages.parse`, and one request: the model is not asked again."""
        from .structured import ask_raw

        native, key = self._messages._native, self._messages._key
        return await ask_raw(native, key, (output, output_format), request, params)

    async def count_tokens(
        self, request: Any = None, /, **params: Any
    ) -> RawResourceResponse[MessageTokensCount]:
        """As :meth:`AsyncMessages.count_tokens`."""
        from .._resources.base import WHOLE
        from .resources import count_tokens

        native, key = self._messages._native, self._messages._key
        return await count_tokens(native, key, request, params, form=WHOLE)


class AsyncMessagesWithStreamingResponse(MessageForm):
    """The calls of :class:`AsyncMessages`, whose bodies the caller reads as they arrive, in the ``async with`` block.
    The request is sent when that begins."""

    __slots__ = ()

    def create(
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> AsyncStreamedManager[Any]:
        """As :meth:`AsyncMessages.create`. A long answer is not streamed inside: its body comes as the service sends
        it."""
        from .._resources.base import message_in
        from .streamed import AsyncStreamedEvents, AsyncStreamedManager, open_body

        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):

            async def events() -> AsyncStreamedEvents:
                return AsyncStreamedEvents(await AsyncStream._begun(native, body, options, key))

            return AsyncStreamedManager(events)
        return AsyncStreamedManager(
            lambda: open_body(native, body, options, key, message_in, path="/v1/messages")
        )

    def parse(
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> AsyncStreamedManager[AsyncStreamedResponse[Parsed[Any]]]:
        """As :meth:`AsyncMessages.parse`, and one request: the model is not asked again."""
        from .structured import ask_streamed

        native, key = self._messages._native, self._messages._key
        return ask_streamed(native, key, (output, output_format), request, params)

    def count_tokens(
        self, request: Any = None, /, **params: Any
    ) -> AsyncStreamedManager[AsyncStreamedResponse[MessageTokensCount]]:
        """As :meth:`AsyncMessages.count_tokens`."""
        from .._resources.base import STREAMED
        from .resources import count_tokens
        from .streamed import AsyncStreamedManager

        native, key = self._messages._native, self._messages._key
        return AsyncStreamedManager(lambda: count_tokens(native, key, request, params, form=STREAMED))


install(
    globals(),
    create="RequestParams",
    parse="AnswerStreamParams",
    count_tokens="CountTokensParams",
)
