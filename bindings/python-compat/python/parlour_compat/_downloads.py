"""Downloaded files with the interface of the official SDK: a response whose body is read, or written to a
path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour import hooks
from parlour.hooks import AsyncStreamedManager, StreamedManager, on_thread
from parlour.types import RawAnswer

from ._async_raw import later
from ._raw_response import raw
from ._streaming_response import AsyncStreamedAnswer, StreamedAnswer, read, read_async
from ._views import adopted, taking_options

if TYPE_CHECKING:
    import os
    from collections.abc import AsyncGenerator, Generator
    from types import TracebackType
    from typing import Self, Unpack

    from parlour.params import CallOptions


def _content(answer: RawAnswer) -> bytes:
    return answer.content


class BinaryAnswer(StreamedAnswer):
    """The content of a file. As in this package, it is also an iterator over its pieces, for a ``with``
    block."""

    __slots__ = ()

    def write_to_file(self, file: str | os.PathLike[str]) -> None:
        """Writes it to a path as it arrives."""
        with Path(file).open("wb") as out:
            for piece in self.iter_bytes():
                out.write(piece)

    def stream_to_file(self, file: str | os.PathLike[str], *, chunk_size: int | None = None) -> None:
        """As :meth:`write_to_file`."""
        self.write_to_file(file)

    def __iter__(self) -> Generator[bytes, None, None]:
        return self.iter_bytes()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncBinaryAnswer(AsyncStreamedAnswer):
    """As :class:`BinaryAnswer`."""

    __slots__ = ()

    async def write_to_file(self, file: str | os.PathLike[str]) -> None:
        """Writes it to a path as it arrives, on a thread."""
        with await on_thread(Path(file).open, "wb") as out:
            async for piece in self.iter_bytes():
                await on_thread(out.write, piece)

    async def stream_to_file(self, file: str | os.PathLike[str], *, chunk_size: int | None = None) -> None:
        """As :meth:`write_to_file`."""
        await self.write_to_file(file)

    def __aiter__(self) -> AsyncGenerator[bytes, None]:
        return self.iter_bytes()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class FilesWithRawResponse:
    """The calls of :class:`Files`, which return the HTTP response."""

    def __init__(self, of: Files) -> None:
        made = hooks.FilesWithRawResponse(of)
        self.upload = adopted(made.upload, raw)
        self.list = adopted(made.list, raw)
        self.retrieve_metadata = adopted(made.retrieve_metadata, raw)
        self.download = of.download
        self.download_to = adopted(made.download_to, raw)
        self.delete = adopted(made.delete, raw)


class FilesWithStreamingResponse:
    """The calls of :class:`Files`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: Files) -> None:
        made = hooks.FilesWithStreamingResponse(of)
        self.upload = adopted(made.upload, read)
        self.list = adopted(made.list, read)
        self.retrieve_metadata = adopted(made.retrieve_metadata, read)
        self.delete = adopted(made.delete, read)
        self._of = of

    def download(self, file_id: str, **options: Unpack[CallOptions]) -> StreamedManager[BinaryAnswer]:
        """As the method of :class:`Files`, for a ``with`` block."""
        return StreamedManager(lambda: self._of.download(file_id, **options))


@taking_options
class Files(hooks.Files):
    """The resource ``/v1/files``."""

    __slots__ = ()

    def download(self, file_id: str, **options: Unpack[CallOptions]) -> BinaryAnswer:  # type: ignore[override]
        """The content of a file. Only of files that tools made."""
        return BinaryAnswer(super().download(file_id, **options), _content)

    @property
    def with_raw_response(self) -> FilesWithRawResponse:  # type: ignore[override]
        """The same calls, which return the HTTP response."""
        return FilesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> FilesWithStreamingResponse:  # type: ignore[override]
        """The same calls, whose bodies the caller reads as they arrive."""
        return FilesWithStreamingResponse(self)


class AsyncFilesWithRawResponse:
    """The calls of :class:`AsyncFiles`, which return the HTTP response."""

    def __init__(self, of: AsyncFiles) -> None:
        made = hooks.AsyncFilesWithRawResponse(of)
        self.upload = later(made.upload)
        self.list = later(made.list)
        self.retrieve_metadata = later(made.retrieve_metadata)
        self.download = of.download
        self.download_to = later(made.download_to)
        self.delete = later(made.delete)


class AsyncFilesWithStreamingResponse:
    """The calls of :class:`AsyncFiles`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncFiles) -> None:
        made = hooks.AsyncFilesWithStreamingResponse(of)
        self.upload = adopted(made.upload, read_async)
        self.list = adopted(made.list, read_async)
        self.retrieve_metadata = adopted(made.retrieve_metadata, read_async)
        self.delete = adopted(made.delete, read_async)
        self._of = of

    def download(
        self, file_id: str, **options: Unpack[CallOptions]
    ) -> AsyncStreamedManager[AsyncBinaryAnswer]:
        """As the method of :class:`AsyncFiles`, for an ``async with`` block."""
        return AsyncStreamedManager(lambda: self._of.download(file_id, **options))


@taking_options
class AsyncFiles(hooks.AsyncFiles):
    """The resource ``/v1/files``."""

    __slots__ = ()

    async def download(self, file_id: str, **options: Unpack[CallOptions]) -> AsyncBinaryAnswer:  # type: ignore[override]
        """The content of a file. Only of files that tools made."""
        opened: Any = await super().download(file_id, **options)
        return AsyncBinaryAnswer(opened, _content)

    @property
    def with_raw_response(self) -> AsyncFilesWithRawResponse:  # type: ignore[override]
        """The same calls, which return the HTTP response."""
        return AsyncFilesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncFilesWithStreamingResponse:  # type: ignore[override]
        """The same calls, whose bodies the caller reads as they arrive."""
        return AsyncFilesWithStreamingResponse(self)
