"""Files on their way in the synchronous client: the counterpart, by hand, of ``_async.uploads``."""

from __future__ import annotations

from .._io.uploads import BaseUploads, at_hand, length_of, parted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from .._native import Upload
    from .._options.interfaces import UploadFile


class Uploads(BaseUploads):
    """The files of one call."""

    __slots__ = ()

    def of(self, file: UploadFile) -> Upload:
        """The upload of this file."""
        name, content, media_type = parted(file)
        if hasattr(content, "__aiter__"):
            raise TypeError(
                "an asynchronous iterable wants AsyncClient; this client takes iterables of bytes"
            )
        upload = at_hand(content)
        if upload is None:
            return self._read(content).with_(name, media_type, length_of(content))
        return upload.with_(name, media_type)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if error is not None and self._raised is not None:
            raise self._raised from error
