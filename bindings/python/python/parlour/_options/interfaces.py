"""Types of arguments and results that are no classes of their own: unions and protocols. Other modules import them for
type checkers alone, because ``typing`` takes long to import."""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from typing import IO, Any, Protocol, TypeAlias, TypeVar

from .credentials import Asking, Hook

Read_co = TypeVar("Read_co", covariant=True)

Key: TypeAlias = Callable[[], str] | Hook | Asking
"""A function that gives the API key or another credential; beside it the hooks that are asked."""
AsyncKey: TypeAlias = Callable[[], str | Awaitable[str]] | Hook | Asking
"""As :data:`Key`, for an asynchronous client."""

FileContent: TypeAlias = (
    str
    | os.PathLike[str]
    | bytes
    | bytearray
    | memoryview
    | IO[bytes]
    | Iterable[bytes]
    | AsyncIterable[bytes]
)
"""A path, bytes, a file that is open in binary mode, or an iterable of bytes; an asynchronous one in the
asynchronous client."""
UploadFile: TypeAlias = FileContent | tuple[str, FileContent] | tuple[str, FileContent, str]
"""Content to upload: alone, or in a tuple after its name and before its media type."""
Form: TypeAlias = Mapping[str, UploadFile] | Iterable[tuple[str, UploadFile]]
"""The parts of a form by their names, which may repeat among pairs. A ``str`` is a part of text,
anything else a file: one at a path is given as a ``Path``."""


class Reader(Protocol[Read_co]):
    """An iterator over a stream, or over a list, as ``contextlib.closing()`` takes it."""

    def __iter__(self) -> Iterator[Read_co]: ...
    def __next__(self) -> Read_co: ...
    def close(self) -> object:
        """Ends the iterator."""


class AsyncReader(Protocol[Read_co]):
    """An iterator over a stream, or over a list, as ``contextlib.aclosing()`` takes it."""

    def __aiter__(self) -> AsyncIterator[Read_co]: ...
    def __anext__(self) -> Awaitable[Read_co]: ...
    def aclose(self) -> Awaitable[object]:
        """Ends the iterator, and closes its stream unless another iterator reads it."""


class Grown(Protocol):
    """A value that grows by pieces."""

    def at(self, count: int) -> Any:
        """Its value after so many pieces."""
