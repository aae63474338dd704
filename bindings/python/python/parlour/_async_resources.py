"""The endpoints beside messages for asynchronous code, and the source of ``_resources``, which
``scripts/python/sync.py`` makes from it. Paths, pages and intervals are the core's."""

from __future__ import annotations

from typing import Any, Generic, ParamSpec, TypeVar

from ._async_io import AsyncReadable, begin, call, listing, settled
from ._async_stream import AsyncByteStream
from ._async_streamed import open_body, streamed
from ._async_uploads import AsyncUploads
from ._hints import install
from ._native import RAW, RAW_STREAM, BatchRun, BatchWriter, Pages, ResourceCall
from ._options import of_call
from ._resource_base import (
    STREAMED,
    TYPED,
    WHOLE,
    BaseResource,
    RawResourceResponse,
    batch_of,
    content_of,
    limits_of,
    options_of,
    push,
    query_of,
    reader,
    result_of,
    results_in,
    size_of,
)
from ._resource_types import MessageBatch
from ._response import OfOneRequest, RawStreamResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Mapping
    from os import PathLike
    from typing import Literal, Self, Unpack

    from ._async_io import AsyncListing
    from ._native import Client, RawAnswer, ResponseInfo
    from ._resource_types import (
        Deleted,
        FileMetadata,
        MessageBatchIndividualResponse,
        ModelInfo,
        RateLimitRule,
        Skill,
        SkillVersion,
    )
    from ._uploads import UploadFile
    from .params import BatchItem, CallOptions

P = ParamSpec("P")
T = TypeVar("T")


class AsyncPage(Generic[T]):
    """A page of a list. Iterating over it gives its items and those of all pages after it, which are fetched as they
    are needed; :meth:`iter_pages` gives the pages."""

    __slots__ = ("_after", "_fetch", "data", "first_id", "has_more", "last_id", "next_page", "response_info")

    def __init__(self, answer: RawAnswer, root: str, pages: Pages, fetch: Callable[[Pages], Any]) -> None:
        page: Any = reader(root)(answer)
        self._after = pages.after(answer)
        self._fetch = fetch
        self.data: list[T] = page.data
        """The items of this page."""
        self.has_more: bool | None = page.has_more
        """Whether the service said that there are more."""
        self.first_id: str | None = page.first_id
        """The id of the first item, in lists that are walked by ids."""
        self.last_id: str | None = page.last_id
        """The id of the last item, likewise."""
        self.next_page: str | None = page.next_page
        """The cursor of the next page, in lists that are walked by cursors."""
        self.response_info: ResponseInfo = answer.info
        """Status, headers, rate limits and attempts of the answer."""

    def has_next_page(self) -> bool:
        """Whether there is another page, as far as it is known."""
        return self._after.has_next

    async def get_next_page(self) -> AsyncPage[T]:
        """The next page. ``RuntimeError`` after the last."""
        if not self._after.has_next:
            raise RuntimeError("this is the last page: ask has_next_page() first")
        page: AsyncPage[T] = await self._fetch(self._after)
        return page

    def iter_pages(self) -> AsyncIterator[AsyncPage[T]]:
        """This page and those after it."""
        return _PageIterator(self)

    def __aiter__(self) -> AsyncIterator[T]:
        return _ItemIterator(self)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.data)} items, has_next_page={self.has_next_page()})"


class _PageIterator(Generic[T]):
    """The pages of a list. After an error the same page is asked for again."""

    __slots__ = ("_begun", "_page")

    def __init__(self, page: AsyncPage[T]) -> None:
        self._page = page
        self._begun = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> AsyncPage[T]:
        if self._begun:
            if not self._page.has_next_page():
                raise StopAsyncIteration
            self._page = await self._page.get_next_page()
        self._begun = True
        return self._page


class _ItemIterator(Generic[T]):
    """The items of a list. After an error the same page is asked for again."""

    __slots__ = ("_items", "_page")

    def __init__(self, page: AsyncPage[T]) -> None:
        self._page = page
        self._items = iter(page.data)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        while True:
            for item in self._items:
                return item
            if not self._page.has_next_page():
                raise StopAsyncIteration
            self._page = await self._page.get_next_page()
            self._items = iter(self._page.data)


class AsyncBatchResults(AsyncReadable):
    """The results of a batch, in the order of their arrival, one object for each line.

    A line that is no result raises :class:`APIResponseValidationError`, which names its number; iterating on gives the
    lines behind it. Results that break off raise :class:`APIConnectionError`: what came before is whole, ask for them
    again. Leaving the ``async with`` block, :meth:`close` and dropping the object close the connection.
    """

    __slots__ = ()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> MessageBatchIndividualResponse:
        for line in self._items:
            return result_of(line)
        self._check_end()
        if await self._fetch():
            return result_of(next(self._items))
        self._end_reported = True
        raise StopAsyncIteration


class AsyncResource(BaseResource):
    """What the resources have in common."""

    __slots__ = ()

    async def _whole(
        self,
        root: str,
        name: str,
        ids: tuple[str, ...] = (),
        body: Any = None,
        options: Mapping[str, Any] | None = None,
    ) -> Any:
        return await self._sent(
            root, ResourceCall.whole(name, list(ids), [], body), options_of(options or {})
        )

    async def _sent(self, root: str, made: ResourceCall, options: dict[str, Any] | None) -> Any:
        read = reader(root, made.operation)
        if self._form == STREAMED:
            return await open_body(self._native, made, options, self._key, read)
        answer = await call(self._native, RAW, made, options, self._key)
        return RawResourceResponse(answer, read) if self._form else read(answer)

    def _listed(
        self,
        root: str,
        name: str,
        query: list[tuple[str, str]],
        given: Mapping[str, Any],
        ids: tuple[str, ...] = (),
    ) -> Any:
        options = options_of(given)
        pages = Pages(name, list(ids), query)

        async def fetch(pages: Pages) -> AsyncPage[Any]:
            answer = await call(self._native, RAW, pages.next(), options, self._key)
            return AsyncPage(answer, root, pages, fetch)

        def read(answer: RawAnswer) -> AsyncPage[Any]:
            return AsyncPage(answer, root, pages, fetch)

        async def raw() -> RawResourceResponse[AsyncPage[Any]]:
            answer = await call(self._native, RAW, pages.next(), options, self._key)
            return RawResourceResponse(answer, read)

        if self._form == STREAMED:
            return open_body(self._native, pages.next(), options, self._key, read)
        return raw() if self._form else listing(lambda: fetch(pages))


class AsyncModels(AsyncResource):
    """The models of the service."""

    __slots__ = ()

    def list(
        self,
        *,
        limit: int | None = None,
        after_id: str | None = None,
        before_id: str | None = None,
        lifecycle: Iterable[Literal["active", "deprecated", "retired"]] | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[ModelInfo], ModelInfo]:
        """The models, the newest first: active and deprecated ones, unless ``lifecycle`` says otherwise."""
        query = query_of(limit=limit, after_id=after_id, before_id=before_id, lifecycle=lifecycle)
        made: AsyncListing[AsyncPage[ModelInfo], ModelInfo] = self._listed(
            "ModelInfoPage", "models.list", query, options
        )
        return made

    async def retrieve(self, model_id: str, **options: Unpack[CallOptions]) -> ModelInfo:
        """One model; an alias gives the model it stands for."""
        return await self._whole("ModelInfo", "models.get", (model_id,), None, options)  # type: ignore[no-any-return]

    @property
    def with_raw_response(self) -> AsyncModelsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncModelsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncModelsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncModelsWithStreamingResponse(self)


class AsyncBatches(AsyncResource):
    """Message batches: many requests at once, answered within a day at a lower price."""

    __slots__ = ()

    async def create(
        self,
        requests: Iterable[BatchItem] | AsyncIterable[BatchItem],
        **options: Unpack[CallOptions],
    ) -> MessageBatch:
        """Creates a batch of these requests: mappings with ``custom_id`` (1 to 64 of the characters
        ``a-z A-Z 0-9 _ -``, unique in the batch) and ``params``, or pairs of them. Each is written as it comes and let
        go of.

        :class:`ConfigError` for a ``custom_id`` of another form or one that stands twice, and
        :class:`RequestTooLargeError` for more than 100 000 requests or 256 MB, before anything is sent.
        """
        made = options_of(options)
        writer = BatchWriter()
        if hasattr(requests, "__aiter__"):
            async for one in requests:
                push(writer, one)
        else:
            for one in requests:
                push(writer, one)
        return await self._sent("MessageBatch", writer.finish(), made)  # type: ignore[no-any-return]

    async def retrieve(self, message_batch_id: str, **options: Unpack[CallOptions]) -> MessageBatch:
        """Where a batch stands."""
        return await self._whole("MessageBatch", "batches.get", (message_batch_id,), None, options)  # type: ignore[no-any-return]

    def list(
        self,
        *,
        limit: int | None = None,
        after_id: str | None = None,
        before_id: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[MessageBatch], MessageBatch]:
        """The batches of this workspace, the newest first."""
        query = query_of(limit=limit, after_id=after_id, before_id=before_id)
        made: AsyncListing[AsyncPage[MessageBatch], MessageBatch] = self._listed(
            "MessageBatchPage", "batches.list", query, options
        )
        return made

    async def cancel(self, message_batch_id: str, **options: Unpack[CallOptions]) -> MessageBatch:
        """Cancels a batch. Requests that were begun may still succeed; the batch ends once they have."""
        return await self._whole("MessageBatch", "batches.cancel", (message_batch_id,), None, options)  # type: ignore[no-any-return]

    async def delete(self, message_batch_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a batch that has ended, and its results."""
        return await self._whole("Deleted", "batches.delete", (message_batch_id,), None, options)  # type: ignore[no-any-return]

    async def results(self, batch: str | MessageBatch, **options: Unpack[CallOptions]) -> AsyncBatchResults:
        """The results of a batch that has ended, by its id or as the batch itself: then they come from where it says
        they are, without the credential leaving the client's origin."""
        if self._form == STREAMED:
            id = batch if isinstance(batch, str) else batch.id
            made = ResourceCall.pieces("batches.results", [id])
            return await open_body(self._native, made, options_of(options), self._key, results_in)  # type: ignore[return-value]
        made = ResourceCall.results(batch) if isinstance(batch, str) else ResourceCall.results_of(batch)
        op, port, first = await begin(self._native, RAW_STREAM, made, options_of(options), self._key)
        opened: Any = AsyncBatchResults(op, port, first, self._key)
        return RawStreamResponse(opened, opened.response_info) if self._form else opened  # type: ignore[return-value]

    async def wait(
        self,
        message_batch_id: str,
        *,
        progress: Callable[[MessageBatch], Any] | None = None,
        limit: float | None = None,
        first_pause: float | None = None,
        longest_pause: float | None = None,
        **options: Unpack[CallOptions],
    ) -> MessageBatch:
        """Asks until the batch has ended, after 5 s and then in intervals that double up to 60 s; returns it then.

        ``progress`` is called with the batch each time it has not ended; what it raises ends the waiting. ``limit`` is
        for all of it, in seconds: :class:`APITimeoutError` then. The batch goes on in each case.
        """
        made = ResourceCall.wait(message_batch_id, first_pause, longest_pause, limit)
        op, port, first = await begin(self._native, RAW_STREAM, made, options_of(options), self._key)
        async with AsyncByteStream(op, port, first, self._key) as stream:
            async for seen in stream:
                batch = batch_of(seen, op.head)
                if progress is not None and batch.processing_status != "ended":
                    await settled(progress(batch))
        return batch

    async def run(
        self,
        requests: Iterable[BatchItem] | AsyncIterable[BatchItem],
        *,
        state: str | PathLike[str] | None = None,
        requests_per_batch: int | None = None,
        bytes_per_batch: int | None = None,
        limit: float | None = None,
        first_pause: float | None = None,
        longest_pause: float | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncBatchResults:
        """Runs any number of requests: splits them into batches at the service's limits, or so many in each, submits
        each batch once, and returns the results, which come as the batches end, by their ``custom_id``.

        ``state`` is a file that keeps what was submitted. Another run with the same file and the same requests in the
        same order submits what was not submitted yet, and nothing twice, whenever the first one was killed; it gives
        all results. Delete the file to begin anew. The other parameters are those of :meth:`create` and :meth:`wait`.

        :class:`ConfigError` for requests that :meth:`create` refuses, for an id that stands twice in the run, for other
        requests than those of ``state``, and where another process uses that file.
        """
        made = options_of(options)
        run = BatchRun(state, requests_per_batch, bytes_per_batch, first_pause, longest_pause, limit)
        try:
            if hasattr(requests, "__aiter__"):
                async for one in requests:
                    if push(run, one):
                        await call(self._native, RAW, run.submit(), made, self._key)
            else:
                for one in requests:
                    if push(run, one):
                        await call(self._native, RAW, run.submit(), made, self._key)
        except BaseException:
            # The traceback keeps this frame, and the run would keep the file of its state.
            run.close()
            raise
        op, port, first = await begin(self._native, RAW_STREAM, run.results(), made, self._key)
        return AsyncBatchResults(op, port, first, self._key)

    @property
    def with_raw_response(self) -> AsyncBatchesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncBatchesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncBatchesWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncBatchesWithStreamingResponse(self)


class AsyncFiles(AsyncResource):
    """Files at the service."""

    __slots__ = ()

    async def upload(
        self, file: UploadFile, *, expires_in_seconds: int | None = None, **options: Unpack[CallOptions]
    ) -> FileMetadata:
        """Uploads a file: a path, bytes, a file that is open in binary mode, or an iterable of bytes; or a tuple of its
        name, that, and its media type. It is read while it is sent: whatever its size, a few pieces are in memory.

        A path and bytes are sent again where a retry needs it; what can be read once is not. What the iterable raises
        ends the call and comes out of it; :class:`ConfigError` for a path that cannot be read. The service deletes it
        by itself after ``expires_in_seconds``, an hour (3600) to 90 days (7776000); without them it stays.
        """
        async with AsyncUploads() as files:
            made = ResourceCall.upload(files.of(file), expires_in_seconds)
            return await self._sent("FileMetadata", made, options_of(options))  # type: ignore[no-any-return]

    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        ids: Iterable[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[FileMetadata], FileMetadata]:
        """The files of this workspace, or those of these ids."""
        query = query_of(limit=limit, page=page, ids=ids)
        made: AsyncListing[AsyncPage[FileMetadata], FileMetadata] = self._listed(
            "FileMetadataPage", "files.list", query, options
        )
        return made

    async def retrieve_metadata(self, file_id: str, **options: Unpack[CallOptions]) -> FileMetadata:
        """What is known of a file."""
        return await self._whole("FileMetadata", "files.get", (file_id,), None, options)  # type: ignore[no-any-return]

    async def download(self, file_id: str, **options: Unpack[CallOptions]) -> AsyncByteStream:
        """The content of a file in pieces, as it arrives; ``read()`` gives all of it. Only of files that tools made:
        :class:`BadRequestError` for one that was uploaded."""
        made = ResourceCall.pieces("files.content", [file_id])
        if self._form == STREAMED:
            return await open_body(self._native, made, options_of(options), self._key, content_of)  # type: ignore[return-value]
        op, port, first = await begin(self._native, RAW_STREAM, made, options_of(options), self._key)
        opened: Any = AsyncByteStream(op, port, first, self._key)
        return RawStreamResponse(opened, opened.response_info) if self._form else opened  # type: ignore[return-value]

    async def download_to(
        self, file_id: str, path: str | PathLike[str], **options: Unpack[CallOptions]
    ) -> int:
        """Fetches the content of a file into the file at ``path`` and returns its size in bytes. It is there whole or
        not at all: it is written beside the path and renamed at the end. :class:`ConfigError` where it cannot be
        written."""
        made = ResourceCall.download(file_id, path)
        answer = await call(self._native, RAW, made, options_of(options), self._key)
        if self._form:
            return RawResourceResponse(answer, size_of)  # type: ignore[return-value]
        return size_of(answer)

    async def delete(self, file_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a file. It cannot be restored."""
        return await self._whole("Deleted", "files.delete", (file_id,), None, options)  # type: ignore[no-any-return]

    @property
    def with_raw_response(self) -> AsyncFilesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncFilesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncFilesWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncFilesWithStreamingResponse(self)


class AsyncSkillVersions(AsyncResource):
    """The versions of skills."""

    __slots__ = ()

    async def create(
        self, skill_id: str, *, files: Iterable[UploadFile], **options: Unpack[CallOptions]
    ) -> SkillVersion:
        """Adds a version of a skill, from files as :meth:`AsyncSkills.create` takes them."""
        async with AsyncUploads() as uploads:
            made = ResourceCall.skill_version(skill_id, [uploads.of(file) for file in files])
            return await self._sent("SkillVersion", made, options_of(options))  # type: ignore[no-any-return]

    def list(
        self,
        skill_id: str,
        *,
        limit: int | None = None,
        page: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[SkillVersion], SkillVersion]:
        """The versions of a skill."""
        query = query_of(limit=limit, page=page)
        made: AsyncListing[AsyncPage[SkillVersion], SkillVersion] = self._listed(
            "SkillVersionPage", "skills.versions.list", query, options, (skill_id,)
        )
        return made

    async def retrieve(self, version: str, *, skill_id: str, **options: Unpack[CallOptions]) -> SkillVersion:
        """One version of a skill, by the id of the version."""
        return await self._whole(  # type: ignore[no-any-return]
            "SkillVersion", "skills.versions.get", (skill_id, version), None, options
        )

    async def delete(self, version: str, *, skill_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes one version of a skill."""
        return await self._whole(  # type: ignore[no-any-return]
            "Deleted", "skills.versions.delete", (skill_id, version), None, options
        )

    @property
    def with_raw_response(self) -> AsyncSkillVersionsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncSkillVersionsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncSkillVersionsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncSkillVersionsWithStreamingResponse(self)


class AsyncSkills(AsyncResource):
    """Skills and their versions."""

    __slots__ = ()

    async def create(
        self, *, files: Iterable[UploadFile], display_name: str | None = None, **options: Unpack[CallOptions]
    ) -> Skill:
        """Creates a skill from its files, all of them in one folder that is a part of their names:
        ``("report/SKILL.md", Path("SKILL.md"))``."""
        async with AsyncUploads() as uploads:
            made = ResourceCall.skill(display_name, [uploads.of(file) for file in files])
            return await self._sent("Skill", made, options_of(options))  # type: ignore[no-any-return]

    @property
    def versions(self) -> AsyncSkillVersions:
        """The versions of skills."""
        return AsyncSkillVersions(self._native, self._key)

    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        source: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[Skill], Skill]:
        """The skills; ``source`` chooses by who made them."""
        query = query_of(limit=limit, page=page, source=source)
        made: AsyncListing[AsyncPage[Skill], Skill] = self._listed("SkillPage", "skills.list", query, options)
        return made

    async def retrieve(self, skill_id: str, **options: Unpack[CallOptions]) -> Skill:
        """One skill."""
        return await self._whole("Skill", "skills.get", (skill_id,), None, options)  # type: ignore[no-any-return]

    async def delete(self, skill_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a skill. Its versions may have to be deleted first."""
        return await self._whole("Deleted", "skills.delete", (skill_id,), None, options)  # type: ignore[no-any-return]

    @property
    def with_raw_response(self) -> AsyncSkillsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncSkillsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncSkillsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncSkillsWithStreamingResponse(self)


class AsyncLimits(AsyncResource):
    """The configured rate limits of an organisation, for an administrative key. What is left of a limit stands in the
    headers of each answer: ``response_info.rate_limits``."""

    __slots__ = ()

    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        group_type: str | None = None,
        model: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[RateLimitRule], RateLimitRule]:
        """Those of the organisation."""
        query = query_of(limit=limit, page=page, group_type=group_type, model=model)
        made: AsyncListing[AsyncPage[RateLimitRule], RateLimitRule] = self._listed(
            "RateLimitRulePage", "rate_limits.list", query, options
        )
        return made

    def workspace(
        self,
        workspace_id: str,
        *,
        limit: int | None = None,
        page: str | None = None,
        group_type: str | None = None,
        model: str | None = None,
        include_inherited: bool | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[RateLimitRule], RateLimitRule]:
        """Those of a workspace, which stand beside the organisation's; ``include_inherited`` adds these."""
        query = query_of(
            limit=limit, page=page, group_type=group_type, model=model, include_inherited=include_inherited
        )
        made: AsyncListing[AsyncPage[RateLimitRule], RateLimitRule] = self._listed(
            "RateLimitRulePage", "rate_limits.workspace", query, options, (workspace_id,)
        )
        return made

    async def update(
        self,
        workspace_id: str,
        rate_limit_id: str,
        *,
        limits: Mapping[str, int | None],
        **options: Unpack[CallOptions],
    ) -> RateLimitRule:
        """Sets limits of a workspace, by their types; ``None`` takes the workspace's own value away."""
        return await self._whole(  # type: ignore[no-any-return]
            "RateLimitRule", "rate_limits.update", (workspace_id, rate_limit_id), limits_of(limits), options
        )

    @property
    def with_raw_response(self) -> AsyncLimitsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncLimitsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncLimitsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncLimitsWithStreamingResponse(self)


async def count_tokens(
    native: Client, key: Any, request: Any, params: dict[str, Any], *, form: int = TYPED
) -> Any:
    """Counts the input tokens of a request."""
    body, options = of_call(request, params)
    made = ResourceCall.whole("messages.count_tokens", [], [], body)
    return await AsyncResource(native, key, form=form)._sent("MessageTokensCount", made, options)


# The calls that return responses: the same methods, of resources in other forms.


def _whole(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[RawResourceResponse[T]]]:
    """For type checkers: what a method returns whose resource gives whole answers."""
    made: Any = method
    return made  # type: ignore[no-any-return]


def _opened(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[RawStreamResponse[T]]]:
    """As :func:`_whole`, of a method that returns a stream."""
    made: Any = method
    return made  # type: ignore[no-any-return]


def _listed_results(
    method: Callable[P, Awaitable[AsyncBatchResults]],
) -> Callable[P, Awaitable[list[MessageBatchIndividualResponse]]]:
    """For type checkers: what a body of results is parsed to."""
    made: Any = method
    return made  # type: ignore[no-any-return]


def _whole_content(method: Callable[P, Awaitable[AsyncByteStream]]) -> Callable[P, Awaitable[bytes]]:
    """For type checkers: what the body of a file is parsed to."""
    made: Any = method
    return made  # type: ignore[no-any-return]


class AsyncModelsWithRawResponse:
    """The calls of :class:`AsyncModels`, which return the HTTP response."""

    def __init__(self, of: AsyncModels) -> None:
        made = AsyncModels(of._native, of._key, form=WHOLE)
        self.list = _whole(made.list)
        self.retrieve = _whole(made.retrieve)


class AsyncModelsWithStreamingResponse:
    """The calls of :class:`AsyncModels`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncModels) -> None:
        made = AsyncModels(of._native, of._key, form=STREAMED)
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)


_INSTEAD = {
    "wait": "it is several requests; use retrieve(), which asks once",
    "run": "it is several requests; use create(), retrieve() and results(), which it is made of",
}


class AsyncBatchesWithRawResponse(OfOneRequest):
    """The calls of :class:`AsyncBatches`, which return the HTTP response."""

    _instead = _INSTEAD

    def __init__(self, of: AsyncBatches) -> None:
        made = AsyncBatches(of._native, of._key, form=WHOLE)
        self.create = _whole(made.create)
        self.retrieve = _whole(made.retrieve)
        self.list = _whole(made.list)
        self.cancel = _whole(made.cancel)
        self.delete = _whole(made.delete)
        self.results = _opened(made.results)


class AsyncBatchesWithStreamingResponse(OfOneRequest):
    """The calls of :class:`AsyncBatches`, whose bodies the caller reads as they arrive."""

    _instead = _INSTEAD

    def __init__(self, of: AsyncBatches) -> None:
        made = AsyncBatches(of._native, of._key, form=STREAMED)
        self.create = streamed(made.create)
        self.retrieve = streamed(made.retrieve)
        self.list = streamed(made.list)
        self.cancel = streamed(made.cancel)
        self.delete = streamed(made.delete)
        self.results = streamed(_listed_results(made.results))


class AsyncFilesWithRawResponse:
    """The calls of :class:`AsyncFiles`, which return the HTTP response."""

    def __init__(self, of: AsyncFiles) -> None:
        made = AsyncFiles(of._native, of._key, form=WHOLE)
        self.upload = _whole(made.upload)
        self.list = _whole(made.list)
        self.retrieve_metadata = _whole(made.retrieve_metadata)
        self.download = _opened(made.download)
        self.download_to = _whole(made.download_to)
        self.delete = _whole(made.delete)


class AsyncFilesWithStreamingResponse:
    """The calls of :class:`AsyncFiles`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncFiles) -> None:
        made = AsyncFiles(of._native, of._key, form=STREAMED)
        self.upload = streamed(made.upload)
        self.list = streamed(made.list)
        self.retrieve_metadata = streamed(made.retrieve_metadata)
        self.download = streamed(_whole_content(made.download))
        self.delete = streamed(made.delete)


class AsyncSkillVersionsWithRawResponse:
    """The calls of :class:`AsyncSkillVersions`, which return the HTTP response."""

    def __init__(self, of: AsyncSkillVersions) -> None:
        made = AsyncSkillVersions(of._native, of._key, form=WHOLE)
        self.create = _whole(made.create)
        self.list = _whole(made.list)
        self.retrieve = _whole(made.retrieve)
        self.delete = _whole(made.delete)


class AsyncSkillVersionsWithStreamingResponse:
    """The calls of :class:`AsyncSkillVersions`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncSkillVersions) -> None:
        made = AsyncSkillVersions(of._native, of._key, form=STREAMED)
        self.create = streamed(made.create)
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)


class AsyncSkillsWithRawResponse:
    """The calls of :class:`AsyncSkills`, which return the HTTP response."""

    def __init__(self, of: AsyncSkills) -> None:
        made = AsyncSkills(of._native, of._key, form=WHOLE)
        self.create = _whole(made.create)
        self.list = _whole(made.list)
        self.retrieve = _whole(made.retrieve)
        self.delete = _whole(made.delete)
        self.versions = AsyncSkillVersionsWithRawResponse(made.versions)


class AsyncSkillsWithStreamingResponse:
    """The calls of :class:`AsyncSkills`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncSkills) -> None:
        made = AsyncSkills(of._native, of._key, form=STREAMED)
        self.create = streamed(made.create)
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)
        self.versions = AsyncSkillVersionsWithStreamingResponse(made.versions)


class AsyncLimitsWithRawResponse:
    """The calls of :class:`AsyncLimits`, which return the HTTP response."""

    def __init__(self, of: AsyncLimits) -> None:
        made = AsyncLimits(of._native, of._key, form=WHOLE)
        self.list = _whole(made.list)
        self.workspace = _whole(made.workspace)
        self.update = _whole(made.update)


class AsyncLimitsWithStreamingResponse:
    """The calls of :class:`AsyncLimits`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncLimits) -> None:
        made = AsyncLimits(of._native, of._key, form=STREAMED)
        self.list = streamed(made.list)
        self.workspace = streamed(made.workspace)
        self.update = streamed(made.update)


install(globals())
