"""Messages whose calls return responses, for synchronous code, made from ``_async.message_forms`` by
``scripts/python/sync.py``: change that one. The signatures are in the stub beside this file and that of
``_resources.message_form``."""

from __future__ import annotations

from .._hints import install
from .._native import CREATE_RAW
from .._options.options import is_streamed, of_call
from .._resources.message_form import MessageForm
from .._types.response import RawResponse, RawStreamResponse
from .io import call
from .stream import Stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._resources.base import RawResourceResponse
    from .._schemas.structured import Parsed
    from .._types.resources import MessageTokensCount
    from .streamed import StreamedEvents, StreamedManager, StreamedResponse


class MessagesWithRawResponse(MessageForm):
    """The calls of :class:`Messages`, which return the HTTP response: status, headers, body, and
    :meth:`RawResponse.parse`."""

    __slots__ = ()

    def create(
        self, request: Any = None, /, *, stream: Any = False, **params: Any
    ) -> RawResponse | RawStreamResponse[Stream]:
        """As :meth:`Messages.create`."""
        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):
            opened = Stream._begun(native, body, options, key)
            return RawStreamResponse(opened, opened.response_info)
        return RawResponse(call(native, CREATE_RAW, body, options, key))

    def parse(
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> RawResourceResponse[Parsed[Any]]:
        """As :meth:`Messages.parse`, and one request: the model is not asked again."""
        from .structured import ask_raw

        native, key = self._messages._native, self._messages._key
        return ask_raw(native, key, (output, output_format), request, params)

    def count_tokens(self, request: Any = None, /, **params: Any) -> RawResourceResponse[MessageTokensCount]:
        """As :meth:`Messages.count_tokens`."""
        from .._resources.base import WHOLE
        from .resources import count_tokens

        native, key = self._messages._native, self._messages._key
        return count_tokens(native, key, request, params, form=WHOLE)


class MessagesWithStreamingResponse(MessageForm):
    """The calls of :class:`Messages`, whose bodies the caller reads as they arrive, in the ``with`` block.
    The request is sent when that begins."""

    __slots__ = ()

    def create(self, request: Any = None, /, *, stream: Any = False, **params: Any) -> StreamedManager[Any]:
        """As :meth:`Messages.create`. A long answer is not streamed inside: its body comes as the service sends
        it."""
        from .._resources.base import message_in
        from .streamed import StreamedEvents, StreamedManager, open_body

        native, key = self._messages._native, self._messages._key
        body, options = of_call(request, params)
        if is_streamed(stream):

            def events() -> StreamedEvents:
                return StreamedEvents(Stream._begun(native, body, options, key))

            return StreamedManager(events)
        return StreamedManager(lambda: open_body(native, body, options, key, message_in, path="/v1/messages"))

    def parse(
        self, request: Any = None, /, *, output: Any = None, output_format: Any = None, **params: Any
    ) -> StreamedManager[StreamedResponse[Parsed[Any]]]:
        """As :meth:`Messages.parse`, and one request: the model is not asked again."""
        from .structured import ask_streamed

        native, key = self._messages._native, self._messages._key
        return ask_streamed(native, key, (output, output_format), request, params)

    def count_tokens(
        self, request: Any = None, /, **params: Any
    ) -> StreamedManager[StreamedResponse[MessageTokensCount]]:
        """As :meth:`Messages.count_tokens`."""
        from .._resources.base import STREAMED
        from .resources import count_tokens
        from .streamed import StreamedManager

        native, key = self._messages._native, self._messages._key
        return StreamedManager(lambda: count_tokens(native, key, request, params, form=STREAMED))


install(
    globals(),
    create="RequestParams",
    parse="AnswerStreamParams",
    count_tokens="CountTokensParams",
)
