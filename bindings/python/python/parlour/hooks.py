"""Hooks for a package that gives this client another interface, as ``parlour-compat`` does: the classes of a
client and its answers, to derive from or to test with, and functions that read and write requests as the
client does.

    from parlour import hooks


    class Messages(hooks.Messages):
        def create(self, request=None, /, **params):
            if hooks.is_streamed(params.get("stream")):
                raise TypeError("this interface has no streams")
            return super().create(request, **params)

======================= ===========================================================================================
``Messages`` and others the resources of a client, with what ``with_raw_response`` and ``with_streaming_response`` give
``StreamedManager``,    what ``with_streaming_response`` opens; ``ResponseHead`` is the base of all responses
``StreamedResponse``
``TurnStream``          the stream of a turn of a tool run
``ParsedMessage``       the message of a structured answer
``Derived``             the base of events that are derived from those of the service
``Unknown``             an object of a kind that this version does not know
``UploadFile``          the type of what uploads take: a file, or one with its name and its media type
``split_call()``        the body and the options of a call, out of its keywords; raises what the call would raise
``split_parse()``       the same of a call of ``parse()``; ``AnswerType`` is a type of answers with its schema
``split_request()``     the options of a raw request
``open_stream()``       the stream of a call, of a class that derives from one of this package
``events_without()``    the events of a stream, without those of a class
``derives()``           decorates a class of streams: which events are derived from those of the service
``make_event()``        an event as a stream gives it, for tests
``install_hints()``     makes the annotations of a module lazy, and the signatures of methods that take ``**params``
``is_given()``          whether an argument was given that may be left out
``is_streamed()``       the argument ``stream`` of a call
``to_json()``,          JSON as the client writes and reads it, with answers in it; ``to_utf8()`` gives the bytes of a
``from_json()``         text that may hold lone surrogates
``transform_schema()``  a schema with what the service takes of it
``on_thread()``         a function that blocks, awaited on asyncio and trio; ``is_trio()``: which one runs
======================= ===========================================================================================

Names keep what they mean within a minor version. Classes are imported when they are asked for: those of asynchronous
code bring ``asyncio`` along.
"""

# ruff: noqa: F811 (`overload` does nothing at run time, see below)

from __future__ import annotations

from ._hints import install as install_hints
from ._native import _event, from_json, to_json, to_utf8, transform_schema
from ._options.options import is_given, is_streamed
from ._options.options import of_call as split_call
from ._options.options import of_request as split_request
from ._streams.deriving import derives
from ._types.model import Unknown
from ._types.response import _Head as ResponseHead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Generator, Mapping
    from typing import Any, TypeVar, overload

    from ._async.batches import AsyncBatches, AsyncBatchesWithRawResponse
    from ._async.calls import AsyncTurnStream
    from ._async.files import AsyncFiles, AsyncFilesWithRawResponse, AsyncFilesWithStreamingResponse
    from ._async.messages import (
        AsyncMessages,
        AsyncMessagesWithRawResponse,
        AsyncMessagesWithStreamingResponse,
    )
    from ._async.resources import AsyncModels, AsyncModelsWithRawResponse
    from ._async.skills import (
        AsyncSkills,
        AsyncSkillsWithRawResponse,
        AsyncSkillVersions,
        AsyncSkillVersionsWithRawResponse,
    )
    from ._async.stream import AsyncMessageStream
    from ._async.streamed import AsyncStreamedEvents, AsyncStreamedManager, AsyncStreamedResponse
    from ._io.functions import is_trio, on_thread
    from ._native import Event
    from ._options.interfaces import AsyncReader, UploadFile
    from ._schemas.structured import AnswerType, ParsedMessage, split_parse
    from ._sync.batches import Batches
    from ._sync.calls import TurnStream
    from ._sync.files import Files, FilesWithRawResponse, FilesWithStreamingResponse
    from ._sync.messages import Messages, MessagesWithRawResponse, MessagesWithStreamingResponse
    from ._sync.resources import Models
    from ._sync.skills import Skills, SkillVersions
    from ._sync.stream import MessageStream
    from ._sync.streamed import StreamedEvents, StreamedManager, StreamedResponse
    from ._types.derived import Derived

    S = TypeVar("S", bound=MessageStream)
    A = TypeVar("A", bound=AsyncMessageStream)
else:

    def overload(function):
        return function


__all__ = [
    "AnswerType",
    "AsyncBatches",
    "AsyncBatchesWithRawResponse",
    "AsyncFiles",
    "AsyncFilesWithRawResponse",
    "AsyncFilesWithStreamingResponse",
    "AsyncMessages",
    "AsyncMessagesWithRawResponse",
    "AsyncMessagesWithStreamingResponse",
    "AsyncModels",
    "AsyncModelsWithRawResponse",
    "AsyncSkillVersions",
    "AsyncSkillVersionsWithRawResponse",
    "AsyncSkills",
    "AsyncSkillsWithRawResponse",
    "AsyncStreamedEvents",
    "AsyncStreamedManager",
    "AsyncStreamedResponse",
    "AsyncTurnStream",
    "Batches",
    "Derived",
    "Files",
    "FilesWithRawResponse",
    "FilesWithStreamingResponse",
    "Messages",
    "MessagesWithRawResponse",
    "MessagesWithStreamingResponse",
    "Models",
    "ParsedMessage",
    "ResponseHead",
    "SkillVersions",
    "Skills",
    "StreamedEvents",
    "StreamedManager",
    "StreamedResponse",
    "TurnStream",
    "Unknown",
    "UploadFile",
    "derives",
    "events_without",
    "from_json",
    "install_hints",
    "is_given",
    "is_streamed",
    "is_trio",
    "make_event",
    "on_thread",
    "open_stream",
    "split_call",
    "split_parse",
    "split_request",
    "to_json",
    "to_utf8",
    "transform_schema",
]

_PLACES = {
    **dict.fromkeys(("is_trio", "on_thread"), "_io.functions"),
    **dict.fromkeys(
        ("Messages", "MessagesWithRawResponse", "MessagesWithStreamingResponse"), "_sync.messages"
    ),
    **dict.fromkeys(("Models",), "_sync.resources"),
    **dict.fromkeys(("Batches",), "_sync.batches"),
    **dict.fromkeys(("Files", "FilesWithRawResponse", "FilesWithStreamingResponse"), "_sync.files"),
    **dict.fromkeys(("Skills", "SkillVersions"), "_sync.skills"),
    **dict.fromkeys(("StreamedEvents", "StreamedManager", "StreamedResponse"), "_sync.streamed"),
    **dict.fromkeys(("TurnStream",), "_sync.calls"),
    **dict.fromkeys(
        ("AsyncMessages", "AsyncMessagesWithRawResponse", "AsyncMessagesWithStreamingResponse"),
        "_async.messages",
    ),
    **dict.fromkeys(("AsyncModels", "AsyncModelsWithRawResponse"), "_async.resources"),
    **dict.fromkeys(("AsyncBatches", "AsyncBatchesWithRawResponse"), "_async.batches"),
    **dict.fromkeys(
        ("AsyncFiles", "AsyncFilesWithRawResponse", "AsyncFilesWithStreamingResponse"), "_async.files"
    ),
    **dict.fromkeys(
        (
            "AsyncSkills",
            "AsyncSkillsWithRawResponse",
            "AsyncSkillVersions",
            "AsyncSkillVersionsWithRawResponse",
        ),
        "_async.skills",
    ),
    **dict.fromkeys(
        ("AsyncStreamedEvents", "AsyncStreamedManager", "AsyncStreamedResponse"), "_async.streamed"
    ),
    **dict.fromkeys(("AsyncTurnStream",), "_async.calls"),
    **dict.fromkeys(("AnswerType", "ParsedMessage", "split_parse"), "_schemas.structured"),
    **dict.fromkeys(("Derived",), "_types.derived"),
    **dict.fromkeys(("UploadFile",), "_options.interfaces"),
}
"""Where each of those is that are imported when they are asked for."""


@overload
def open_stream(kind: type[S], messages: Messages, body: Any, options: dict[str, Any] | None = None) -> S: ...
@overload
def open_stream(
    kind: type[A], messages: AsyncMessages, body: Any, options: dict[str, Any] | None = None
) -> Awaitable[A]: ...
def open_stream(kind: Any, messages: Any, body: Any, options: dict[str, Any] | None = None) -> Any:
    """Sends a streamed call and waits until its answer has begun; of asynchronous messages, an awaitable.

    Args:
        kind: The class of the stream: one that derives from ``MessageStream``, or from ``Stream``, which derives no
            events and keeps no message; or from their asynchronous counterparts. Its ``__init__`` takes what that of
            its base takes.
        messages: The resource that the call is one of.
        body: The body of the request, as of :func:`split_call`.
        options: The options of the call, as of :func:`split_call`.
    """
    return kind._begun(messages._native, body, options, messages._key)


@overload
def events_without(stream: MessageStream, left_out: type[Event]) -> Generator[Any, None, None]: ...
@overload
def events_without(stream: AsyncMessageStream, left_out: type[Event]) -> AsyncReader[Any]: ...
def events_without(stream: Any, left_out: Any) -> Any:
    """The events of a stream as a loop over it reads them, without those that are of a class: of ``PingEvent``, for an
    interface that shows none. It costs less than a generator around the loop.

    Args:
        stream: A stream of the class ``MessageStream``, ``Stream``, or one of their asynchronous counterparts.
        left_out: The class of what the service sends and the loop does not get.
    """
    return type(stream)._WITHOUT(stream, left_out)


def make_event(fields: Mapping[str, Any]) -> Event:
    """An event as the service sends it and a stream gives it, for tests of what reads one: events have no constructor.

    Args:
        fields: The fields by their names, ``type`` among them; they may hold answers. As those of an answer, they are
            not checked.
    """
    return _event(fields["type"], to_json(fields).decode())


if not TYPE_CHECKING:
    # Hidden from type checkers, so that they still find misspelt names.

    def __getattr__(name):
        place = _PLACES.get(name)
        if place is None:
            raise AttributeError(
                f"parlour.hooks has no {name!r}: its names are in `parlour.hooks.__all__`", name=name
            )
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f"{__package__}.{place}"), name)
        return value


def __dir__() -> list[str]:
    return __all__


install_hints(globals())
