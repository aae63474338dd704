"""Base class of all streams, sync and async: the last batch, its reader, and how the stream ended. Events are
not interpreted here; derived events wait here, in the order in which they are read.

Events cross the FFI boundary in batches. A reader walks through the last batch with a plain list iterator, so that an
event costs no call of ours.
"""

from __future__ import annotations

import sys

from .._hints import install
from .._types.errors import StreamUseError
from .deriving import GROWS, derive, resumed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, ClassVar, Final

    from .._native import Op, ResponseInfo
    from .._types.headers import Headers
    from .._types.limits import RateLimits
    from .deriving import Blocks

ALL = sys.maxsize
"""More events than a batch holds."""

ENDED: Final = "was read to its end"
ENDED_WHOLE: Final = "was read to its end; get_final_message() has the whole message"
CLOSED: Final = "was closed before its end"
FAILED: Final = "has failed, and its error was raised then"
NO_MESSAGE: Final = "was opened by create(stream=True) and keeps no message; use messages.stream() for one"
OVERTAKEN: Final = "is being read by another iterator"
"""Why a stream cannot be read (on)."""


def refusal(reason: str) -> StreamUseError:
    """The error for a use of a stream that it does not allow; ``reason`` is one of the constants above."""
    return StreamUseError(f"this stream {reason}")


class BaseStream:
    """Base class of the streams of events and of bytes, sync and async.

    Items go to *readers*: an iterator over the stream, over its text, over its batches. One reads at a time. One that
    begins later gets the rest, and the one before it an error if it goes on. ``next(stream)`` is no reader of its own:
    it takes one item of the rest.
    """

    # The `__dict__` is made at its first use: tracers keep data about a stream on it.
    __slots__ = (
        "__dict__",
        "__weakref__",
        "_batch",
        "_blocks",
        "_derived",
        "_done",
        "_end_reported",
        "_items",
        "_op",
        "_reader",
        "_refusal",
        "_texts",
    )

    _GROWS: ClassVar = GROWS
    """The blocks of which events are derived."""
    _IN_USE: ClassVar[str]
    """The reason for refusing a second thread or task."""

    def _is_waiting(self) -> bool:
        """Whether a thread or task waits for the next batch."""
        raise NotImplementedError

    def __init__(self, op: Op) -> None:
        self._op = op
        self._batch: list[Any] = []
        # The unread rest: of the batch, and of the texts where a batch was fetched as text.
        self._items: Iterator[Any] = iter(self._batch)
        self._texts: Iterator[str] = iter(())
        self._reader: object = None
        # While events are derived: the blocks that grow, and the derived event that is to be read next. There is at
        # most one, behind the event that it comes from.
        self._blocks: Blocks | None = None
        self._derived: Any = None
        self._done = False
        self._refusal = ENDED
        self._end_reported = False

    def _set_batch(self, batch: list[Any]) -> None:
        self._batch = batch
        self._items = iter(batch)

    def _restore_events(self) -> bool:
        """Makes events of the texts that were fetched and not consumed; false if there are none."""
        pending = len(list(self._texts))
        if pending:
            self._set_batch(self._op.unread(pending))
        return pending > 0

    def _pending(self) -> int:
        """How many items of the batch are not consumed."""
        return self._items.__length_hint__()  # type: ignore[attr-defined, no-any-return]

    def _take_pending(self) -> list[Any]:
        """All items of the batch that are not consumed; consumes them."""
        whole = self._pending() == len(self._batch)
        pending, self._items = self._batch if whole else list(self._items), iter(())
        return pending

    def _discard(self) -> None:
        """Drops the items that are not consumed."""
        self._derived = None
        list(self._texts)
        list(self._items)
        self._set_batch([])

    def _new_reader(self, *, derives: bool = False) -> object:
        """Begins a reader, which gets the rest; the mark by which it fetches more. One that ``derives`` gets the events
        that are derived from others as well."""
        if self._is_waiting():
            raise refusal(self._IN_USE)
        if not self._restore_events():
            if self._done and not self._pending():
                raise refusal(self._refusal)
            # A reader that still holds the old iterator finds it exhausted.
            self._items = iter(list(self._items))
        if not derives:
            self._blocks = self._derived = None
        elif self._blocks is None:
            unread = self._reader is None
            self._blocks = (
                {}
                if unread
                else resumed(self._op.snapshot(self._consumed if self._batch else ALL), self._GROWS)
            )
        self._reader = reader = object()
        return reader

    def _derive(self, event: Any) -> Any:
        """Records the event that is derived from the one being read, and returns the latter."""
        blocks = self._blocks
        if blocks is None:
            if self._reader is not None:
                # `next(stream)` beside a reader of text or of batches.
                return event
            blocks = self._blocks = {}
        self._derived = derive(event, blocks, self)
        return event

    def _finish(self, event: Any) -> None:
        """Sets the complete block or message on the end event that was read last."""
        self._op.finish(event, self._consumed)

    def _take_derived(self) -> Any:
        """The derived event that waits."""
        event, self._derived = self._derived, None
        return event

    def _check_reader(self, reader: object) -> None:
        """Refuses a reader that a later one has replaced, and any reader of a stream that failed or was closed.
        ``None`` means no reader in particular."""
        if reader is not None and reader is not self._reader:
            raise refusal(OVERTAKEN)
        if self._done and self._refusal not in (ENDED, ENDED_WHOLE):
            raise refusal(self._refusal)

    def _set_failed(self) -> None:
        """Notes that an error was raised to the caller."""
        if not self._done:
            self._done, self._refusal = True, FAILED

    def _check_end(self) -> None:
        """For ``next(stream)``, which reports the end each time it is called, but refuses if another reader reached
        it."""
        if self._done and not self._end_reported:
            raise refusal(self._refusal)

    @property
    def _consumed(self) -> int:
        """How many items of the batch the caller has seen."""
        return len(self._batch) - self._pending()

    @property
    def response_info(self) -> ResponseInfo:
        """Status, headers, rate limits and attempts of the answer."""
        head = self._op.head
        if head is None:
            raise RuntimeError("the answer has not begun")
        return head

    @property
    def request_id(self) -> str | None:
        """Id of the request at the service."""
        return self.response_info.request_id

    @property
    def status_code(self) -> int:
        """HTTP status of the answer."""
        return self.response_info.status

    @property
    def headers(self) -> Headers:
        """Header lines of the answer."""
        return self.response_info.headers

    @property
    def rate_limits(self) -> RateLimits:
        """The account's limits, from the headers that began the stream."""
        return self.response_info.rate_limits

    def __repr__(self) -> str:
        head = self._op.head
        state = "open" if not self._done else "ended" if self._refusal in (ENDED, ENDED_WHOLE) else "closed"
        status = "" if head is None else f", status_code={head.status}, request_id={head.request_id!r}"
        return f"{type(self).__name__}({state}{status})"

    def _cancel(self) -> None:
        """Cancels the call, if it is in flight, and drops the unread rest."""
        if not self._done:
            self._done, self._refusal = True, CLOSED
        self._op.cancel()
        self._discard()


install(globals())
