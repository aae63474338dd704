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
``split_call()``        the body and the options of a call, out of its keywords; raises what the call would raise
``split_request()``     the options of a raw request
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

from __future__ import annotations

from ._hints import install
from ._model import Unknown
from ._native import from_json, to_json, to_utf8, transform_schema
from ._options import is_given, is_streamed
from ._options import of_call as split_call
from ._options import of_request as split_request
from ._response import _Head as ResponseHead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._async_batches import AsyncBatches, AsyncBatchesWithRawResponse
    from ._async_calls import AsyncTurnStream
    from ._async_files import AsyncFiles, AsyncFilesWithRawResponse, AsyncFilesWithStreamingResponse
    from ._async_messages import (
        AsyncMessages,
        AsyncMessagesWithRawResponse,
        AsyncMessagesWithStreamingResponse,
    )
    from ._async_resources import AsyncModels, AsyncModelsWithRawResponse
    from ._async_skills import (
        AsyncSkills,
        AsyncSkillsWithRawResponse,
        AsyncSkillVersions,
        AsyncSkillVersionsWithRawResponse,
    )
    from ._async_streamed import AsyncStreamedEvents, AsyncStreamedManager, AsyncStreamedResponse
    from ._batches import Batches
    from ._derived import Derived
    from ._files import Files, FilesWithRawResponse, FilesWithStreamingResponse
    from ._functions import is_trio, on_thread
    from ._messages import Messages, MessagesWithRawResponse, MessagesWithStreamingResponse
    from ._resources import Models
    from ._skills import Skills, SkillVersions
    from ._streamed import StreamedEvents, StreamedManager, StreamedResponse
    from ._structured_base import ParsedMessage
    from ._sync_calls import TurnStream

__all__ = [
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
    "from_json",
    "is_given",
    "is_streamed",
    "is_trio",
    "on_thread",
    "split_call",
    "split_request",
    "to_json",
    "to_utf8",
    "transform_schema",
]

_PLACES = {
    **dict.fromkeys(("is_trio", "on_thread"), "_functions"),
    **dict.fromkeys(("Messages", "MessagesWithRawResponse", "MessagesWithStreamingResponse"), "_messages"),
    **dict.fromkeys(("Models",), "_resources"),
    **dict.fromkeys(("Batches",), "_batches"),
    **dict.fromkeys(("Files", "FilesWithRawResponse", "FilesWithStreamingResponse"), "_files"),
    **dict.fromkeys(("Skills", "SkillVersions"), "_skills"),
    **dict.fromkeys(("StreamedEvents", "StreamedManager", "StreamedResponse"), "_streamed"),
    **dict.fromkeys(("TurnStream",), "_sync_calls"),
    **dict.fromkeys(
        ("AsyncMessages", "AsyncMessagesWithRawResponse", "AsyncMessagesWithStreamingResponse"),
        "_async_messages",
    ),
    **dict.fromkeys(("AsyncModels", "AsyncModelsWithRawResponse"), "_async_resources"),
    **dict.fromkeys(("AsyncBatches", "AsyncBatchesWithRawResponse"), "_async_batches"),
    **dict.fromkeys(
        ("AsyncFiles", "AsyncFilesWithRawResponse", "AsyncFilesWithStreamingResponse"), "_async_files"
    ),
    **dict.fromkeys(
        (
            "AsyncSkills",
            "AsyncSkillsWithRawResponse",
            "AsyncSkillVersions",
            "AsyncSkillVersionsWithRawResponse",
        ),
        "_async_skills",
    ),
    **dict.fromkeys(
        ("AsyncStreamedEvents", "AsyncStreamedManager", "AsyncStreamedResponse"), "_async_streamed"
    ),
    **dict.fromkeys(("AsyncTurnStream",), "_async_calls"),
    **dict.fromkeys(("ParsedMessage",), "_structured_base"),
    **dict.fromkeys(("Derived",), "_derived"),
}
"""Where each of those is that are imported when they are asked for."""


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


install(globals())
