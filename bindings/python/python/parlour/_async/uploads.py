"""Files on their way in the asynchronous client, whose pieces the event loop may give: the counterpart, by hand, of
``_sync.uploads``."""

from __future__ import annotations

import asyncio
import contextvars
import sys

from .._hints import install
from .._io.functions import is_trio
from .._io.uploads import PIECE, BaseUploads, at_hand, length_of, name_of, parted, piece_of
from .._native import Feed, Upload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from types import TracebackType
    from typing import Any, Self

    from .._options.interfaces import UploadFile


class AsyncUploads(BaseUploads):
    """The files of one call, and the tasks that read them."""

    __slots__ = ("_ended", "_scopes", "_tasks")

    def __init__(self) -> None:
        super().__init__()
        self._tasks: set[asyncio.Task[None]] = set()
        self._scopes: list[Any] = []
        self._ended = False

    def of(self, file: UploadFile) -> Upload:
        """The upload of this file."""
        name, content, media_type = parted(file)
        upload = at_hand(content)
        if upload is not None:
            return upload.with_(name, media_type)
        if hasattr(content, "__aiter__") or asyncio.iscoroutinefunction(getattr(content, "read", None)):
            return self._fed(content).with_(name, media_type)
        return self._read(content).with_(name, media_type, length_of(content))

    def _fed(self, content: Any) -> Upload:
        """The upload of what tasks of this loop read."""
        next_piece = _next_of(content)

        async def give() -> None:
            try:
                piece = await next_piece()
                # Judged here, so that its error is the caller's, too.
                made = None if piece is None else piece_of(piece)
            except BaseException as error:
                self._raised = error
                feed.fail(f"{type(error).__name__}: {error}")
                if not isinstance(error, Exception):
                    raise
                return
            if made is None:
                feed.end()
            else:
                feed.give(made)

        feed = Feed(self._starter(give))
        return Upload.feed(name_of(content), feed)

    def _starter(self, give: Callable[[], Awaitable[None]]) -> Callable[[], None]:
        """A function of any thread that begins to read a piece in this loop."""
        around = contextvars.copy_context()
        if is_trio():
            trio = sys.modules["trio"]
            token = trio.lowlevel.current_trio_token()

            async def scoped() -> None:
                with trio.CancelScope() as scope:
                    self._scopes.append(scope)
                    try:
                        await give()
                    finally:
                        self._scopes.remove(scope)

            def begin() -> None:
                if not self._ended:
                    trio.lowlevel.spawn_system_task(scoped, context=around.copy())

            return lambda: token.run_sync_soon(begin)
        loop = asyncio.get_running_loop()

        def start() -> None:
            if not self._ended:
                task: asyncio.Task[None] = loop.create_task(give())  # type: ignore[arg-type]
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

        def wanted() -> None:
            # A closed loop has no task left that waits for the call.
            if not loop.is_closed():
                loop.call_soon_threadsafe(start, context=around.copy())

        return wanted

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._ended = True
        for scope in self._scopes:
            scope.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(error, Exception) and isinstance(self._raised, Exception):
            raise self._raised from error


def _next_of(content: Any) -> Callable[[], Awaitable[Any]]:
    """Returns a function for the next piece of an asynchronous file or iterable; it gives ``None`` at the
    end."""
    read = getattr(content, "read", None)
    if read is not None:

        async def from_file() -> Any:
            return (await read(PIECE)) or None

        return from_file
    pieces: AsyncIterator[Any] = aiter(content)

    async def from_iterable() -> Any:
        async for piece in pieces:
            return piece
        return None

    return from_iterable


install(globals())
