"""The synchronous client under the names of the official SDK."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

import parlour
from parlour import ConfigError, hooks
from parlour.hooks import StreamedManager, install_hints, is_streamed, open_stream, split_call

from ._base import (
    Settings,
    apart,
    changed,
    document,
    has_key_header,
    made_of,
    message_of,
    resource,
    titled,
    type_of,
    with_message,
)
from ._downloads import Files
from ._http import call_of, cast, plain, request_of
from ._raw_response import raw
from ._refusals import CALL_OPTIONS, MEMBERS, SKILL_CONTENT, refuse_options, refusing
from ._requests import OPENED, owned, through, wrapped_request
from ._runs import adopt_run, run_of
from ._schemas import counted, described, described_type
from ._stream_iterators import Wire
from ._streaming_response import read
from ._streams import (
    MessageStream,
    MessageStreamManager,
    Stream,
    adopt,
    managed,
    opened,
)
from ._tracing import (
    OWN_TURN,
    PREPARES,
    body_of,
    is_wrapped,
    kind_of,
    marked,
    own_turn,
    parsed_body,
    streamed_body,
    tell_body,
)
from ._views import Views, taking_options

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, Self, TypeVar, Unpack, overload

    from parlour import AnswerStreamManager, RawResourceResponse, RawResponse
    from parlour.hooks import ParsedMessage, StreamedResponse
    from parlour.params import AnswerStreamParams, ParseParams, RequestParams
    from parlour.types import Message

    T = TypeVar("T")
    _K = TypeVar("_K")

    class _Manager(MessageStreamManager):
        def __enter__(self) -> MessageStream: ...


@taking_options
class Models(Views, hooks.Models):
    """The resource ``/v1/models``."""

    __slots__ = ()


@taking_options
class Batches(Views, hooks.Batches):
    """The resource ``/v1/messages/batches``."""

    __slots__ = ()


class MessagesWithRawResponse(hooks.MessagesWithRawResponse):
    """The calls of :class:`Messages`, which return the HTTP response."""

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def parse(
            self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
        ) -> RawResourceResponse[ParsedMessage[T]]: ...
        @overload
        def parse(self, **params: Unpack[RequestParams]) -> RawResponse: ...
        def parse(self, **params: Any) -> Any: ...

    if not TYPE_CHECKING:

        def create(self, request=None, /, **params):
            # Through the method, as the SDK does: a tracer sees it.
            return self._messages.create(*_given(request), **marked(params, "raw"))

        def _create(self, request, stream, params):
            made = super().create(request, stream=stream, **call_of(params))
            if is_streamed(stream):
                adopt(made.parse())
            return raw(made)

        def count_tokens(self, request=None, /, **params):
            return raw(super().count_tokens(request, **call_of(params)))

        def parse(self, request=None, /, *, output_format=None, **params):
            output = type_of(output_format, params)
            if output is None:
                return self._create(request, params.pop("stream", False), params)
            made = super().parse(request, output=described(output), **call_of(params))
            return raw(with_message(made, output))


class MessagesWithStreamingResponse(hooks.MessagesWithStreamingResponse):
    """The calls of :class:`Messages`, whose bodies the program reads itself."""

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def parse(
            self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
        ) -> StreamedManager[StreamedResponse[ParsedMessage[T]]]: ...
        @overload
        def parse(self, **params: Unpack[RequestParams]) -> StreamedManager[StreamedResponse[Message]]: ...
        def parse(self, **params: Any) -> Any: ...

    if not TYPE_CHECKING:

        def create(self, request=None, /, **params):
            # As for a raw response.
            asked = functools.partial(self._messages.create, *_given(request), **marked(params, "stream"))
            return StreamedManager(asked)

        def _create(self, request, stream, params):
            return read(super().create(request, stream=stream, **call_of(params)))

        def parse(self, request=None, /, *, output_format=None, **params):
            output = type_of(output_format, params)
            if output is None:
                return self._create(request, params.pop("stream", False), params)
            return read(super().parse(request, output=described(output), **call_of(params)), output)


class Messages(hooks.Messages):
    """The resource ``/v1/messages``."""

    # No `__slots__`: a tracer or a test replaces methods on the object too.

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def create(self, *, stream: Literal[False] = False, **params: Unpack[RequestParams]) -> Message: ...
        @overload
        def create(self, *, stream: Literal[True], **params: Unpack[RequestParams]) -> Stream: ...
        @overload
        def create(self, *, stream: bool, **params: Unpack[RequestParams]) -> Message | Stream: ...
        def create(self, **params: Any) -> Any: ...
        @overload  # type: ignore[override]
        def stream(self, **params: Unpack[RequestParams]) -> _Manager: ...
        @overload
        def stream(
            self, *, output_format: type[T], **params: Unpack[AnswerStreamParams]
        ) -> AnswerStreamManager[T]: ...
        def stream(self, **params: Any) -> Any: ...
        @overload  # type: ignore[override]
        def parse(self, *, output_format: type[T], **params: Unpack[ParseParams]) -> ParsedMessage[T]: ...
        @overload
        def parse(self, **params: Unpack[ParseParams]) -> Message: ...
        def parse(self, **params: Any) -> Any: ...

    if not TYPE_CHECKING:

        def create(self, request=None, /, *, stream=False, **params):
            """As the method of this package; events come without ``ping``."""
            if OPENED or "extra_headers" in params or OWN_TURN.get() is not None:
                return self._seen(request, stream, params)
            return self._send(request, stream, params)

        def _seen(self, request, stream, params):
            """As :meth:`create`, where a tracer may have something in a place."""
            send = own_turn(params)
            shown = Wire if send is not None and stream else None
            if send is None and "extra_headers" in params and (kind := kind_of(params)) is not None:
                send = functools.partial(self._apart, kind, request, stream, dict(params))
            ask = wrapped_request(self)
            if ask is None:
                return self._send(request, stream, params) if send is None else send()
            body = body_of(request, params) | ({"stream": True} if stream else {})
            if send is None:
                send, shown = (
                    functools.partial(self._send, request, stream, params),
                    Stream if stream else None,
                )
            return through(ask, self, body, send, shown)

        def _send(self, request, stream, params):
            if stream is False or (stream is not True and not is_streamed(stream)):
                return super().create(request, **call_of(params))
            return open_stream(Stream, self, *split_call(request, call_of(params)))

        def _apart(self, kind, request, stream, params):
            """An answer of another kind."""
            if kind == "stream":
                return MessagesWithStreamingResponse(self)._create(request, stream, params)._open()
            return MessagesWithRawResponse(self)._create(request, stream, params)

        def stream(self, request=None, /, **params):
            """As the method of this package; events come without ``ping``."""
            if "output_format" in params or "output" in params:
                return self._valued(request, params)
            params.pop("stream", None)
            return MessageStreamManager(functools.partial(self._open, *split_call(request, call_of(params))))

        def _open(self, body, options):
            """The stream of a manager, when it begins."""
            if OPENED or PREPARES in sys.modules:
                return opened(self, body, options)
            return open_stream(MessageStream, self, body, options)

        def _valued(self, request, params):
            """The stream of a structured answer."""
            if "output_format" in params:
                params["output_format"] = described_type(params["output_format"])
            made = super().stream(request, **call_of(params))
            return managed(made, lambda: streamed_body(request, params), self)

        def parse(self, request=None, /, *, output_format=None, **params):
            """A message with the value as ``parsed_output``; without a type a message."""
            output = type_of(output_format, params)
            if output is None:
                # Not through `create()`, which a tracer may have wrapped besides this method.
                return OWN_CREATE(self, *_given(request), **params)
            params = call_of(params)
            wanted = described(output)
            shown = functools.partial(parsed_body, wanted, request, dict(params))
            tell_body(shown)
            own = functools.partial(self._parsed, request, output, wanted, params)
            ask = wrapped_request(self)
            return own() if ask is None else through(ask, self, shown(), own)

        def _parsed(self, request, output, wanted, params):
            return message_of(super().parse(request, output=wanted, **params), output)

        def tool_runner(self, request=None, /, **params):
            """As :meth:`run_tools`; streams come without ``ping``."""
            refuse_options(params, CALL_OPTIONS)
            run = adopt_run(self.run_tools(request, **run_of(call_of(params))))
            is_seen = functools.partial(is_wrapped, self, OWN_CREATE)
            run._asking = lambda: self.create if is_seen() or wrapped_request(self) else None
            return run

        _is_beta = False

        # A method of its own, for tracers.
        def count_tokens(self, request=None, /, **params):
            """As the method of this package; ``output_format`` may be a type."""
            return super().count_tokens(request, **call_of(counted(params)))

        thread = refusing("client.beta.messages.thread()", MEMBERS["thread"])
        batches = resource(Batches)

    @property
    def with_raw_response(self) -> MessagesWithRawResponse:
        """The same calls, which return the HTTP response. One object, on which a method can be replaced."""
        return self._kept(MessagesWithRawResponse)

    @property
    def with_streaming_response(self) -> MessagesWithStreamingResponse:
        """The same calls, whose bodies the program reads itself. One object, as :attr:`with_raw_response`."""
        return self._kept(MessagesWithStreamingResponse)

    def _kept(self, kind: type[_K]) -> _K:
        kept: dict[str, Any] = self.__dict__
        if kind.__name__ not in kept:
            # Both take the messages.
            make: Any = kind
            kept[kind.__name__] = make(self)
        made: _K = kept[kind.__name__]
        return made


taking_options(Messages, "run_tools", "resume_tools")
OWN_CREATE: Any = Messages.create
"""By this it is known whether a tracer has put something in its place."""


def _given(request: Any) -> tuple[Any, ...]:
    return () if request is None else (request,)


@apart
class BetaMessages(Messages):
    """The same as a beta."""

    _is_beta = True


@taking_options
class SkillVersions(Views, hooks.SkillVersions):
    """The versions of skills."""

    __slots__ = ()
    if not TYPE_CHECKING:
        download = refusing("skills.versions.download()", SKILL_CONTENT)


@taking_options
class Skills(Views, hooks.Skills):
    """The resource ``/v1/skills``."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def create(self, **options):
            """As the method of this package; the name may be ``display_title``."""
            return super().create(**titled(options))

    @property
    def versions(self) -> SkillVersions:
        """The versions of skills."""
        return SkillVersions(self._native, self._key)


class Client(Settings, parlour.Client):
    """A client with the interface of the official SDK. Unsupported features raise an error that says what to
    write instead. It also has the full interface of this package's client."""

    messages: Messages
    """The resource ``/v1/messages``."""

    if TYPE_CHECKING:

        @property
        def files(self) -> Files: ...

    if not TYPE_CHECKING:

        def __init__(self, **settings):
            made = made_of(settings)
            try:
                super().__init__(**made)
            except ConfigError:
                if not has_key_header(made):
                    raise
                # A gateway's key, which is no credential to this package.
                super().__init__(**made, no_credentials=True)

        def with_options(self, **options):
            """A copy with other settings."""
            return super().with_options(**changed(options))

        copy = with_options
        models = resource(Models)
        files = resource(Files)
        skills = resource(Skills)

        def _use(self, native):
            super()._use(native)
            self.__dict__.clear()
            self.messages = Messages(native, self._key)
            self._beta_messages = BetaMessages(native, self._key)
            self.messages._owner = self._beta_messages._owner = owned(self)

    def _sent(
        self,
        method: str,
        path: str,
        body: Any,
        cast_to: Any,
        options: Mapping[str, Any] | None,
        *,
        stream: bool = False,
        **given: Any,
    ) -> Any:
        plain(method, stream, given)
        return cast(super().request(method, path, body=body, **request_of(options)), cast_to)

    def get(
        self,
        path: str,
        *,
        cast_to: Any = object,
        options: Mapping[str, Any] | None = None,
        stream: bool = False,
        **given: Any,
    ) -> Any:
        """A request of one's own; the answer as ``cast_to``."""
        return self._sent("GET", path, None, cast_to, options, stream=stream, **given)

    def post(
        self,
        path: str,
        *,
        cast_to: Any = object,
        body: Any = None,
        options: Mapping[str, Any] | None = None,
        stream: bool = False,
        **given: Any,
    ) -> Any:
        """As :meth:`get`, with a body."""
        return self._sent("POST", path, body, cast_to, options, stream=stream, **given)

    def put(
        self,
        path: str,
        *,
        cast_to: Any = object,
        body: Any = None,
        options: Mapping[str, Any] | None = None,
        **given: Any,
    ) -> Any:
        """As :meth:`get`, with a body."""
        return self._sent("PUT", path, body, cast_to, options, **given)

    def patch(
        self,
        path: str,
        *,
        cast_to: Any = object,
        body: Any = None,
        options: Mapping[str, Any] | None = None,
        **given: Any,
    ) -> Any:
        """As :meth:`get`, with a body."""
        return self._sent("PATCH", path, body, cast_to, options, **given)

    def delete(
        self, path: str, *, cast_to: Any = object, body: Any = None, options: Mapping[str, Any] | None = None
    ) -> Any:
        """As :meth:`get`."""
        return self._sent("DELETE", path, body, cast_to, options)

    def __copy__(self) -> Self:
        return self


taking_options(Client, "request")
document(
    Messages,
    hooks.Messages,
    create="create",
    stream="stream",
    parse="parse",
    tool_runner="run_tools",
)
document(Client, parlour.Client)

install_hints(
    globals(),
    create="RequestParams",
    stream="AnswerStreamParams",
    parse="ParseParams",
    tool_runner="ToolRunParams",
    __init__="ClientOptions",
    with_options="CopyOptions",
)


if not TYPE_CHECKING:

    def __getattr__(name):
        # The SDK has its clients in a module by this name, and each name of the SDK is found in each module.
        from ._names import find

        return find(name)
