"""Files at the service for asynchronous code, and the source of ``_sync.files``, which ``scripts/python/sync.py`` makes
from it."""

from __future__ import annotations

from typing import Any, ParamSpec

from .._hints import install
from .._native import RAW, RAW_STREAM, ResourceCall
from .._resources.base import STREAMED, WHOLE, RawResourceResponse, content_of, options_of, query_of, size_of
from .._types.response import RawStreamResponse
from .io import begin, call
from .resource import AsyncResource, opened, whole
from .stream import AsyncByteStream
from .streamed import open_body, streamed
from .uploads import AsyncUploads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from os import PathLike
    from typing import Unpack

    from .._options.interfaces import UploadFile
    from .._types.resources import Deleted, FileMetadata
    from ..params import CallOptions
    from .io import AsyncListing
    from .pages import AsyncPage

P = ParamSpec("P")


class AsyncFiles(AsyncResource):
    """Files at the service."""

    __slots__ = ()

    async def upload(
        self, file: UploadFile, *, expires_in_seconds: int | None = None, **options: Unpack[CallOptions]
    ) -> FileMetadata:
        """Uploads a file: a path, bytes, a file that is open in binary mode, or an iterable of bytes; or a tuple of its
        name, that, and its media type. It is read while it is sent: whatever its size, a few pieces are in memory.

        A path and bytes are sent again where a retry needs it; other content is not. An exception of
        the iterable ends the call and is raised unchanged; :class:`ConfigError` for a path that cannot be
        read. The service deletes it by itself after ``expires_in_seconds``, an hour (3600) to 90 days
        (7776000); without them it stays.

        Args:
            file: A path, bytes, a file that is open in binary mode, or an iterable of bytes; or a tuple of a name,
                that, and a media type.
            expires_in_seconds: When the service deletes it by itself, from 3600 to 7776000; never unless set.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        async with AsyncUploads() as files:
            made = ResourceCall.upload(files.of(file), expires_in_seconds)
            return await self._sent("FileMetadata", made, options_of(options))  # type: ignore[no-any-return]

    async def download(self, file_id: str, **options: Unpack[CallOptions]) -> AsyncByteStream:
        """The content of a file in pieces, as it arrives; ``read()`` gives all of it. Only of files that tools made:
        :class:`BadRequestError` for one that was uploaded.

        Args:
            file_id: The id of the file.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        made = ResourceCall.pieces("files.content", [file_id])
        if self._form == STREAMED:
            return await open_body(self._native, made, options_of(options), self._key, content_of)  # type: ignore[return-value]
        op, port, first = await begin(self._native, RAW_STREAM, made, options_of(options), self._key)
        opened: Any = AsyncByteStream(op, port, first, self._key)
        return RawStreamResponse(opened, opened.response_info) if self._form else opened  # type: ignore[return-value]

    async def download_to(
        self,
        file_id: str,
        path: str | PathLike[str],
        *,
        max_bytes: int | None = None,
        **options: Unpack[CallOptions],
    ) -> int:
        """Fetches the content of a file into the file at ``path`` and returns its size in bytes. It is there whole or
        not at all: it is written beside the path and renamed at the end. :class:`ConfigError` where it cannot be
        written, :class:`APIResponseValidationError` where it is larger than ``max_bytes``.

        Args:
            file_id: The id of the file.
            path: Where the content goes; a file there is replaced.
            max_bytes: The largest file that is written, in bytes; 1 GiB unless set.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        made = ResourceCall.download(file_id, path, max_bytes)
        answer = await call(self._native, RAW, made, options_of(options), self._key)
        if self._form:
            return RawResourceResponse(answer, size_of)  # type: ignore[return-value]
        return size_of(answer)

    # generated: files, from schema/openapi.yaml by `make generate`
    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        ids: Iterable[str] | None = None,
        scope_id: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[FileMetadata], FileMetadata]:
        """The files of this workspace, or those of these ids.

        Args:
            limit: Maximum number of items per page.
            page: The cursor of a page: ``next_page`` of the previous one.
            ids: Only these files; cannot be combined with ``limit`` and ``page``.
            scope_id: Beta: only files of this scope.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        query = query_of(limit=limit, page=page, ids=ids, scope_id=scope_id)
        made: AsyncListing[AsyncPage[FileMetadata], FileMetadata] = self._listed(
            "FileMetadataPage", "files.list", query, options
        )
        return made

    async def retrieve_metadata(self, file_id: str, **options: Unpack[CallOptions]) -> FileMetadata:
        """Retrieves the metadata of a file.

        Args:
            file_id: The id of a file.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        made: FileMetadata = await self._whole("FileMetadata", "files.get", (file_id,), None, options)
        return made

    async def delete(self, file_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a file. It cannot be restored.

        Args:
            file_id: The id of a file.
            extra_headers: Headers to send; ``None`` removes a header. They replace defaults of the same name.
            secret_headers: Headers to send whose values are secrets, although their names do not say so. Masked in all
                output, and never sent over plain http.
            extra_query: Query parameters; they replace those of the client with the same name.
            extra_body: Top-level keys to set in the body. They override those of the request.
            betas: Beta features to ask for, besides those of the client.
            user_profile_id: The user profile that the call is made on behalf of.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            total_timeout: The limit of the call with all its attempts and waits, in seconds.
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
            max_retries: The maximum number of retries of the call.
            stream_long_answers: Whether a long whole answer is streamed inside.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        made: Deleted = await self._whole("Deleted", "files.delete", (file_id,), None, options)
        return made

    # end generated

    @property
    def with_raw_response(self) -> AsyncFilesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncFilesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncFilesWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncFilesWithStreamingResponse(self)


def _whole_content(method: Callable[P, Awaitable[AsyncByteStream]]) -> Callable[P, Awaitable[bytes]]:
    """For type checkers: the parsed type of the body of a file."""
    made: Any = method
    return made  # type: ignore[no-any-return]


class AsyncFilesWithRawResponse:
    """The calls of :class:`AsyncFiles`, which return the HTTP response."""

    def __init__(self, of: AsyncFiles) -> None:
        made = AsyncFiles(of._native, of._key, form=WHOLE)
        # generated: whole files, from schema/openapi.yaml by `make generate`
        self.list = whole(made.list)
        self.retrieve_metadata = whole(made.retrieve_metadata)
        self.delete = whole(made.delete)
        # end generated
        self.upload = whole(made.upload)
        self.download = opened(made.download)
        self.download_to = whole(made.download_to)


class AsyncFilesWithStreamingResponse:
    """The calls of :class:`AsyncFiles`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncFiles) -> None:
        made = AsyncFiles(of._native, of._key, form=STREAMED)
        # generated: streamed files, from schema/openapi.yaml by `make generate`
        self.list = streamed(made.list)
        self.retrieve_metadata = streamed(made.retrieve_metadata)
        self.delete = streamed(made.delete)
        # end generated
        self.upload = streamed(made.upload)
        self.download = streamed(_whole_content(made.download))


install(globals())
