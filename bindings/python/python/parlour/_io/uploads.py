"""Sources of uploads, sync and async: paths, bytes, open files, and iterables of bytes. It must not send
anything."""

from __future__ import annotations

import contextvars
import os

from .._hints import install
from .._native import ResourceCall, Upload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._options.interfaces import FileContent, Form, UploadFile

PIECE = 1 << 16
"""So many bytes are read of an open file at once."""


def parted(file: Any) -> tuple[str | None, Any, str | None]:
    """The name, content and media type of a file argument."""
    if not isinstance(file, tuple):
        return None, file, None
    if len(file) == 2:
        return file[0], file[1], None
    if len(file) == 3:
        return file
    raise TypeError(
        f"a file as a tuple is (name, content) or (name, content, media type), not {len(file)} values"
    )


def at_hand(content: Any) -> Upload | None:
    """The upload of a path or of bytes, which may be sent again; ``None`` for content that is read once."""
    if isinstance(content, str | os.PathLike):
        return Upload.path(content)
    if isinstance(content, bytes | bytearray):
        return Upload.of_bytes("upload", content)
    if isinstance(content, memoryview):
        return Upload.of_bytes("upload", bytes(content))
    return None


def name_of(content: Any) -> str:
    """The name of an open file, or ``upload``."""
    name = getattr(content, "name", None)
    return os.path.basename(name) if isinstance(name, str) and name else "upload"


def length_of(content: Any) -> int | None:
    """How many bytes an open file has from its position on; ``None`` if that is unknown."""
    try:
        if not content.seekable():
            return None
        here: int = content.tell()
        end: int = content.seek(0, os.SEEK_END)
        content.seek(here)
    except (AttributeError, OSError, TypeError, ValueError):
        return None
    return end - here if isinstance(end, int) and isinstance(here, int) else None


def piece_of(piece: Any) -> bytes | bytearray:
    """A piece as it goes out; ``TypeError`` for text."""
    if isinstance(piece, bytes | bytearray):
        return piece
    if isinstance(piece, memoryview):
        return bytes(piece)
    if isinstance(piece, str):
        raise TypeError("the file gives text: open it in binary mode, as open(path, 'rb') does")
    raise TypeError(f"a file to be uploaded gives bytes, not {type(piece).__name__}")


def pieces_of(content: Any) -> Callable[[], bytes | bytearray | None]:
    """A function that gives the next piece of an open file or an iterable, and ``None`` at the end."""
    read = getattr(content, "read", None)
    if read is not None:

        def from_file() -> bytes | bytearray | None:
            return piece_of(piece) if (piece := read(PIECE)) else None

        return from_file
    if not hasattr(content, "__iter__"):
        raise TypeError(
            "file is a path, bytes, a file opened in binary mode or an iterable of bytes, not "
            f"{type(content).__name__}"
        )
    pieces = iter(content)

    def from_iterable() -> bytes | bytearray | None:
        for piece in pieces:
            return piece_of(piece)
        return None

    return from_iterable


class BaseUploads:
    """The files of one call. Exceptions of the caller's own code while it is read are raised unchanged."""

    __slots__ = ("_raised",)

    def __init__(self) -> None:
        self._raised: BaseException | None = None

    def _read(self, content: Any) -> Upload:
        """The upload of content that a thread of the runtime reads."""
        next_piece = pieces_of(content)
        around = contextvars.copy_context()

        def read() -> bytes | bytearray | None:
            try:
                return around.run(next_piece)
            except BaseException as error:
                self._raised = error
                raise

        return Upload.reader(name_of(content), read)


def request_of(
    upload: Callable[[UploadFile], Upload],
    method: str,
    path: str,
    given: tuple[Any, FileContent | None, str | None, Form | None],
    streams: bool,
) -> ResourceCall:
    """The raw request with the content, or the form, of these arguments of ``request()``: the body, the content, its
    media type, and the form. ``upload`` makes the uploads of files."""
    body, content, media_type, form = given
    if (body is not None) + (content is not None) + (form is not None) > 1:
        raise TypeError("a request has one body: give one of `body`, `content` and `form`")
    if form is not None:
        if media_type is not None:
            raise TypeError("a form has its own media type: leave `media_type` out")
        pairs: Any = form.items() if hasattr(form, "items") else form
        parts = [(name, part if isinstance(part, str) else upload(part)) for name, part in pairs]
        return ResourceCall.raw_form(method, path, parts, streams)
    if content is None:
        raise TypeError("`media_type` is that of `content`; `body` is sent as JSON")
    if isinstance(content, str):
        raise TypeError("`content` is bytes: encode the text, or give the path of a file as a Path")
    file: Any = (None, content, media_type)
    return ResourceCall.raw_content(method, path, upload(file), streams)


install(globals())
