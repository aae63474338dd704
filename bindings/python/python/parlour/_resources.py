"""The endpoints beside messages for synchronous code, made from ``_async_resources`` by ``scripts/python/sync.py``:
change that one. Paths, pages and intervals are the core's."""

from __future__ import annotations

from typing import Any, Generic, ParamSpec, TypeVar

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
from ._stream import ByteStream
from ._streamed import open_body, streamed
from ._sync_io import Readable, begin, call, listing, settled
from ._sync_uploads import Uploads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from os import PathLike
    from typing import Literal, Self, Unpack

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


class Page(Generic[T]):
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

    def get_next_page(self) -> Page[T]:
        """The next page. ``RuntimeError`` after the last."""
        if not self._after.has_next:
            raise RuntimeError("this is the last page: ask has_next_page() first")
        page: Page[T] = self._fetch(self._after)
        return page

    def iter_pages(self) -> Iterator[Page[T]]:
        """This page and those after it."""
        return _PageIterator(self)

    def __iter__(self) -> Iterator[T]:
        return _ItemIterator(self)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.data)} items, has_next_page={self.has_next_page()})"


class _PageIterator(Generic[T]):
    """The pages of a list. After an error the same page is asked for again."""

    __slots__ = ("_begun", "_page")

    def __init__(self, page: Page[T]) -> None:
        self._page = page
        self._begun = False

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Page[T]:
        if self._begun:
            if not self._page.has_next_page():
                raise StopIteration
            self._page = self._page.get_next_page()
        self._begun = True
        return self._page


class _ItemIterator(Generic[T]):
    """The items of a list. After an error the same page is asked for again."""

    __slots__ = ("_items", "_page")

    def __init__(self, page: Page[T]) -> None:
        self._page = page
        self._items = iter(page.data)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        while True:
            for item in self._items:
                return item
            if not self._page.has_next_page():
                raise StopIteration
            self._page = self._page.get_next_page()
            self._items = iter(self._page.data)


class BatchResults(Readable):
    """The results of a batch, in the order of their arrival, one object for each line.

    A line that is no result raises :class:`APIResponseValidationError`, which names its number; iterating on gives the
    lines behind it. Results that break off raise :class:`APIConnectionError`: what came before is whole, ask for them
    again. Leaving the ``with`` block, :meth:`close` and dropping the object close the connection.
    """

    __slots__ = ()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> MessageBatchIndividualResponse:
        for line in self._items:
            return result_of(line)
        self._check_end()
        if self._fetch():
            return result_of(next(self._items))
        self._end_reported = True
        raise StopIteration


class Resource(BaseResource):
    """What the resources have in common."""

    __slots__ = ()

    def _whole(
        self,
        root: str,
        name: str,
        ids: tuple[str, ...] = (),
        body: Any = None,
        options: Mapping[str, Any] | None = None,
    ) -> Any:
        return self._sent(root, ResourceCall.whole(name, list(ids), [], body), options_of(options or {}))

    def _sent(self, root: str, made: ResourceCall, options: dict[str, Any] | None) -> Any:
        read = reader(root, made.operation)
        if self._form == STREAMED:
            return open_body(self._native, made, options, self._key, read)
        answer = call(self._native, RAW, made, options, self._key)
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

        def fetch(pages: Pages) -> Page[Any]:
            answer = call(self._native, RAW, pages.next(), options, self._key)
            return Page(answer, root, pages, fetch)

        def read(answer: RawAnswer) -> Page[Any]:
            return Page(answer, root, pages, fetch)

        def raw() -> RawResourceResponse[Page[Any]]:
            answer = call(self._native, RAW, pages.next(), options, self._key)
            return RawResourceResponse(answer, read)

        if self._form == STREAMED:
            return open_body(self._native, pages.next(), options, self._key, read)
        return raw() if self._form else listing(lambda: fetch(pages))


class Models(Resource):
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
    ) -> Page[ModelInfo]:
        """The models, the newest first: active and deprecated ones, unless ``lifecycle`` says otherwise."""
        query = query_of(limit=limit, after_id=after_id, before_id=before_id, lifecycle=lifecycle)
        made: Page[ModelInfo] = self._listed("ModelInfoPage", "models.list", query, options)
        return made

    def retrieve(self, model_id: str, **options: Unpack[CallOptions]) -> ModelInfo:
        """One model; an alias gives the model it stands for."""
        return self._whole("ModelInfo", "models.get", (model_id,), None, options)  # type: ignore[no-any-return]

    @property
    def with_raw_response(self) -> ModelsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return ModelsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> ModelsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return ModelsWithStreamingResponse(self)


class Batches(Resource):
    """Message batches: many requests at once, answered within a day at a lower price."""

    __slots__ = ()

    def create(
        self,
        requests: Iterable[BatchItem],
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
        if hasattr(requests, "__iter__"):
            for one in requests:
                push(writer, one)
        else:
            for one in requests:
                push(writer, one)
        return self._sent("MessageBatch", writer.finish(), made)  # type: ignore[no-any-return]

    def retrieve(self, message_batch_id: str, **options: Unpack[CallOptions]) -> MessageBatch:
        """Where a batch stands."""
        return self._whole("MessageBatch", "batches.get", (message_batch_id,), None, options)  # type: ignore[no-any-return]

    def list(
        self,
        *,
        limit: int | None = None,
        after_id: str | None = None,
        before_id: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[MessageBatch]:
        """The batches of this workspace, the newest first."""
        query = query_of(limit=limit, after_id=after_id, before_id=before_id)
        made: Page[MessageBatch] = self._listed("MessageBatchPage", "batches.list", query, options)
        return made

    def cancel(self, message_batch_id: str, **options: Unpack[CallOptions]) -> MessageBatch:
        """Cancels a batch. Requests that were begun may still succeed; the batch ends once they have."""
        return self._whole("MessageBatch", "batches.cancel", (message_batch_id,), None, options)  # type: ignore[no-any-return]

    def delete(self, message_batch_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a batch that has ended, and its results."""
        return self._whole("Deleted", "batches.delete", (message_batch_id,), None, options)  # type: ignore[no-any-return]

    def results(self, batch: str | MessageBatch, **options: Unpack[CallOptions]) -> BatchResults:
        """The results of a batch that has ended, by its id or as the batch itself: then they come from where it says
        they are, without the credential leaving the client's origin."""
        if self._form == STREAMED:
            id = batch if isinstance(batch, str) else batch.id
            made = ResourceCall.pieces("batches.results", [id])
            return open_body(self._native, made, options_of(options), self._key, results_in)  # type: ignore[return-value]
        made = ResourceCall.results(batch) if isinstance(batch, str) else ResourceCall.results_of(batch)
        op, port, first = begin(self._native, RAW_STREAM, made, options_of(options), self._key)
        opened: Any = BatchResults(op, port, first, self._key)
        return RawStreamResponse(opened, opened.response_info) if self._form else opened  # type: ignore[return-value]

    def wait(
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
        op, port, first = begin(self._native, RAW_STREAM, made, options_of(options), self._key)
        with ByteStream(op, port, first, self._key) as stream:
            for seen in stream:
                batch = batch_of(seen, op.head)
                if progress is not None and batch.processing_status != "ended":
                    settled(progress(batch))
        return batch

    def run(
        self,
        requests: Iterable[BatchItem],
        *,
        state: str | PathLike[str] | None = None,
        requests_per_batch: int | None = None,
        bytes_per_batch: int | None = None,
        limit: float | None = None,
        first_pause: float | None = None,
        longest_pause: float | None = None,
        **options: Unpack[CallOptions],
    ) -> BatchResults:
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
            if hasattr(requests, "__iter__"):
                for one in requests:
                    if push(run, one):
                        call(self._native, RAW, run.submit(), made, self._key)
            else:
                for one in requests:
                    if push(run, one):
                        call(self._native, RAW, run.submit(), made, self._key)
        except BaseException:
            # The traceback keeps this frame, and the run would keep the file of its state.
            run.close()
            raise
        op, port, first = begin(self._native, RAW_STREAM, run.results(), made, self._key)
        return BatchResults(op, port, first, self._key)

    @property
    def with_raw_response(self) -> BatchesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return BatchesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> BatchesWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return BatchesWithStreamingResponse(self)


class Files(Resource):
    """Files at the service."""

    __slots__ = ()

    def upload(
        self, file: UploadFile, *, expires_in_seconds: int | None = None, **options: Unpack[CallOptions]
    ) -> FileMetadata:
        """Uploads a file: a path, bytes, a file that is open in binary mode, or an iterable of bytes; or a tuple of its
        name, that, and its media type. It is read while it is sent: whatever its size, a few pieces are in memory.

        A path and bytes are sent again where a retry needs it; what can be read once is not. What the iterable raises
        ends the call and comes out of it; :class:`ConfigError` for a path that cannot be read. The service deletes it
        by itself after ``expires_in_seconds``, an hour (3600) to 90 days (7776000); without them it stays.
        """
        with Uploads() as files:
            made = ResourceCall.upload(files.of(file), expires_in_seconds)
            return self._sent("FileMetadata", made, options_of(options))  # type: ignore[no-any-return]

    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        ids: Iterable[str] | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[FileMetadata]:
        """The files of this workspace, or those of these ids."""
        query = query_of(limit=limit, page=page, ids=ids)
        made: Page[FileMetadata] = self._listed("FileMetadataPage", "files.list", query, options)
        return made

    def retrieve_metadata(self, file_id: str, **options: Unpack[CallOptions]) -> FileMetadata:
        """What is known of a file."""
        return self._whole("FileMetadata", "files.get", (file_id,), None, options)  # type: ignore[no-any-return]

    def download(self, file_id: str, **options: Unpack[CallOptions]) -> ByteStream:
        """The content of a file in pieces, as it arrives; ``read()`` gives all of it. Only of files that tools made:
        :class:`BadRequestError` for one that was uploaded."""
        made = ResourceCall.pieces("files.content", [file_id])
        if self._form == STREAMED:
            return open_body(self._native, made, options_of(options), self._key, content_of)  # type: ignore[return-value]
        op, port, first = begin(self._native, RAW_STREAM, made, options_of(options), self._key)
        opened: Any = ByteStream(op, port, first, self._key)
        return RawStreamResponse(opened, opened.response_info) if self._form else opened  # type: ignore[return-value]

    def download_to(self, file_id: str, path: str | PathLike[str], **options: Unpack[CallOptions]) -> int:
        """Fetches the content of a file into the file at ``path`` and returns its size in bytes. It is there whole or
        not at all: it is written beside the path and renamed at the end. :class:`ConfigError` where it cannot be
        written."""
        made = ResourceCall.download(file_id, path)
        answer = call(self._native, RAW, made, options_of(options), self._key)
        if self._form:
            return RawResourceResponse(answer, size_of)  # type: ignore[return-value]
        return size_of(answer)

    def delete(self, file_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a file. It cannot be restored."""
        return self._whole("Deleted", "files.delete", (file_id,), None, options)  # type: ignore[no-any-return]

    @property
    def with_raw_response(self) -> FilesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return FilesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> FilesWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return FilesWithStreamingResponse(self)


class SkillVersions(Resource):
    """The versions of skills."""

    __slots__ = ()

    def create(
        self, skill_id: str, *, files: Iterable[UploadFile], **options: Unpack[CallOptions]
    ) -> SkillVersion:
        """Adds a version of a skill, from files as :meth:`Skills.create` takes them."""
        with Uploads() as uploads:
            made = ResourceCall.skill_version(skill_id, [uploads.of(file) for file in files])
            return self._sent("SkillVersion", made, options_of(options))  # type: ignore[no-any-return]

    def list(
        self,
        skill_id: str,
        *,
        limit: int | None = None,
        page: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[SkillVersion]:
        """The versions of a skill."""
        query = query_of(limit=limit, page=page)
        made: Page[SkillVersion] = self._listed(
            "SkillVersionPage", "skills.versions.list", query, options, (skill_id,)
        )
        return made

    def retrieve(self, version: str, *, skill_id: str, **options: Unpack[CallOptions]) -> SkillVersion:
        """One version of a skill, by the id of the version."""
        return self._whole(  # type: ignore[no-any-return]
            "SkillVersion", "skills.versions.get", (skill_id, version), None, options
        )

    def delete(self, version: str, *, skill_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes one version of a skill."""
        return self._whole(  # type: ignore[no-any-return]
            "Deleted", "skills.versions.delete", (skill_id, version), None, options
        )

    @property
    def with_raw_response(self) -> SkillVersionsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return SkillVersionsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> SkillVersionsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return SkillVersionsWithStreamingResponse(self)


class Skills(Resource):
    """Skills and their versions."""

    __slots__ = ()

    def create(
        self, *, files: Iterable[UploadFile], display_name: str | None = None, **options: Unpack[CallOptions]
    ) -> Skill:
        """Creates a skill from its files, all of them in one folder that is a part of their names:
        ``("report/SKILL.md", Path("SKILL.md"))``."""
        with Uploads() as uploads:
            made = ResourceCall.skill(display_name, [uploads.of(file) for file in files])
            return self._sent("Skill", made, options_of(options))  # type: ignore[no-any-return]

    @property
    def versions(self) -> SkillVersions:
        """The versions of skills."""
        return SkillVersions(self._native, self._key)

    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        source: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[Skill]:
        """The skills; ``source`` chooses by who made them."""
        query = query_of(limit=limit, page=page, source=source)
        made: Page[Skill] = self._listed("SkillPage", "skills.list", query, options)
        return made

    def retrieve(self, skill_id: str, **options: Unpack[CallOptions]) -> Skill:
        """One skill."""
        return self._whole("Skill", "skills.get", (skill_id,), None, options)  # type: ignore[no-any-return]

    def delete(self, skill_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a skill. Its versions may have to be deleted first."""
        return self._whole("Deleted", "skills.delete", (skill_id,), None, options)  # type: ignore[no-any-return]

    @property
    def with_raw_response(self) -> SkillsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return SkillsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> SkillsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return SkillsWithStreamingResponse(self)


class Limits(Resource):
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
    ) -> Page[RateLimitRule]:
        """Those of the organisation."""
        query = query_of(limit=limit, page=page, group_type=group_type, model=model)
        made: Page[RateLimitRule] = self._listed("RateLimitRulePage", "rate_limits.list", query, options)
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
    ) -> Page[RateLimitRule]:
        """Those of a workspace, which stand beside the organisation's; ``include_inherited`` adds these."""
        query = query_of(
            limit=limit, page=page, group_type=group_type, model=model, include_inherited=include_inherited
        )
        made: Page[RateLimitRule] = self._listed(
            "RateLimitRulePage", "rate_limits.workspace", query, options, (workspace_id,)
        )
        return made

    def update(
        self,
        workspace_id: str,
        rate_limit_id: str,
        *,
        limits: Mapping[str, int | None],
        **options: Unpack[CallOptions],
    ) -> RateLimitRule:
        """Sets limits of a workspace, by their types; ``None`` takes the workspace's own value away."""
        return self._whole(  # type: ignore[no-any-return]
            "RateLimitRule", "rate_limits.update", (workspace_id, rate_limit_id), limits_of(limits), options
        )

    @property
    def with_raw_response(self) -> LimitsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return LimitsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> LimitsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return LimitsWithStreamingResponse(self)


def count_tokens(native: Client, key: Any, request: Any, params: dict[str, Any], *, form: int = TYPED) -> Any:
    """Counts the input tokens of a request."""
    body, options = of_call(request, params)
    made = ResourceCall.whole("messages.count_tokens", [], [], body)
    return Resource(native, key, form=form)._sent("MessageTokensCount", made, options)


# The calls that return responses: the same methods, of resources in other forms.


def _whole(method: Callable[P, T]) -> Callable[P, RawResourceResponse[T]]:
    """For type checkers: what a method returns whose resource gives whole answers."""
    made: Any = method
    return made  # type: ignore[no-any-return]


def _opened(method: Callable[P, T]) -> Callable[P, RawStreamResponse[T]]:
    """As :func:`_whole`, of a method that returns a stream."""
    made: Any = method
    return made  # type: ignore[no-any-return]


def _listed_results(
    method: Callable[P, BatchResults],
) -> Callable[P, list[MessageBatchIndividualResponse]]:
    """For type checkers: what a body of results is parsed to."""
    made: Any = method
    return made  # type: ignore[no-any-return]


def _whole_content(method: Callable[P, ByteStream]) -> Callable[P, bytes]:
    """For type checkers: what the body of a file is parsed to."""
    made: Any = method
    return made  # type: ignore[no-any-return]


class ModelsWithRawResponse:
    """The calls of :class:`Models`, which return the HTTP response."""

    def __init__(self, of: Models) -> None:
        made = Models(of._native, of._key, form=WHOLE)
        self.list = _whole(made.list)
        self.retrieve = _whole(made.retrieve)


class ModelsWithStreamingResponse:
    """The calls of :class:`Models`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: Models) -> None:
        made = Models(of._native, of._key, form=STREAMED)
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)


_INSTEAD = {
    "wait": "it is several requests; use retrieve(), which asks once",
    "run": "it is several requests; use create(), retrieve() and results(), which it is made of",
}


class BatchesWithRawResponse(OfOneRequest):
    """The calls of :class:`Batches`, which return the HTTP response."""

    _instead = _INSTEAD

    def __init__(self, of: Batches) -> None:
        made = Batches(of._native, of._key, form=WHOLE)
        self.create = _whole(made.create)
        self.retrieve = _whole(made.retrieve)
        self.list = _whole(made.list)
        self.cancel = _whole(made.cancel)
        self.delete = _whole(made.delete)
        self.results = _opened(made.results)


class BatchesWithStreamingResponse(OfOneRequest):
    """The calls of :class:`Batches`, whose bodies the caller reads as they arrive."""

    _instead = _INSTEAD

    def __init__(self, of: Batches) -> None:
        made = Batches(of._native, of._key, form=STREAMED)
        self.create = streamed(made.create)
        self.retrieve = streamed(made.retrieve)
        self.list = streamed(made.list)
        self.cancel = streamed(made.cancel)
        self.delete = streamed(made.delete)
        self.results = streamed(_listed_results(made.results))


class FilesWithRawResponse:
    """The calls of :class:`Files`, which return the HTTP response."""

    def __init__(self, of: Files) -> None:
        made = Files(of._native, of._key, form=WHOLE)
        self.upload = _whole(made.upload)
        self.list = _whole(made.list)
        self.retrieve_metadata = _whole(made.retrieve_metadata)
        self.download = _opened(made.download)
        self.download_to = _whole(made.download_to)
        self.delete = _whole(made.delete)


class FilesWithStreamingResponse:
    """The calls of :class:`Files`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: Files) -> None:
        made = Files(of._native, of._key, form=STREAMED)
        self.upload = streamed(made.upload)
        self.list = streamed(made.list)
        self.retrieve_metadata = streamed(made.retrieve_metadata)
        self.download = streamed(_whole_content(made.download))
        self.delete = streamed(made.delete)


class SkillVersionsWithRawResponse:
    """The calls of :class:`SkillVersions`, which return the HTTP response."""

    def __init__(self, of: SkillVersions) -> None:
        made = SkillVersions(of._native, of._key, form=WHOLE)
        self.create = _whole(made.create)
        self.list = _whole(made.list)
        self.retrieve = _whole(made.retrieve)
        self.delete = _whole(made.delete)


class SkillVersionsWithStreamingResponse:
    """The calls of :class:`SkillVersions`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: SkillVersions) -> None:
        made = SkillVersions(of._native, of._key, form=STREAMED)
        self.create = streamed(made.create)
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)


class SkillsWithRawResponse:
    """The calls of :class:`Skills`, which return the HTTP response."""

    def __init__(self, of: Skills) -> None:
        made = Skills(of._native, of._key, form=WHOLE)
        self.create = _whole(made.create)
        self.list = _whole(made.list)
        self.retrieve = _whole(made.retrieve)
        self.delete = _whole(made.delete)
        self.versions = SkillVersionsWithRawResponse(made.versions)


class SkillsWithStreamingResponse:
    """The calls of :class:`Skills`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: Skills) -> None:
        made = Skills(of._native, of._key, form=STREAMED)
        self.create = streamed(made.create)
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)
        self.versions = SkillVersionsWithStreamingResponse(made.versions)


class LimitsWithRawResponse:
    """The calls of :class:`Limits`, which return the HTTP response."""

    def __init__(self, of: Limits) -> None:
        made = Limits(of._native, of._key, form=WHOLE)
        self.list = _whole(made.list)
        self.workspace = _whole(made.workspace)
        self.update = _whole(made.update)


class LimitsWithStreamingResponse:
    """The calls of :class:`Limits`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: Limits) -> None:
        made = Limits(of._native, of._key, form=STREAMED)
        self.list = streamed(made.list)
        self.workspace = streamed(made.workspace)
        self.update = streamed(made.update)


install(globals())
