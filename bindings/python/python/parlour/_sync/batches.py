"""Batches of messages for synchronous code, made from ``_async.batches`` by ``scripts/python/sync.py``: change that
one. Limits, intervals and the journal of a run are the core's."""

from __future__ import annotations

from typing import Any, ParamSpec

from .._hints import install
from .._native import RAW, RAW_STREAM, BatchRun, BatchWriter, ResourceCall
from .._resources.base import STREAMED, WHOLE, batch_of, options_of, push, query_of, result_of, results_in
from .._types.resources import MessageBatch
from .._types.response import OfOneRequest, RawStreamResponse
from .io import Readable, begin, call, called
from .resource import Resource, opened, whole
from .stream import ByteStream
from .streamed import open_body, streamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from os import PathLike
    from typing import Self, Unpack

    from .._types.resources import Deleted, MessageBatchIndividualResponse
    from ..params import BatchItem, CallOptions
    from .pages import Page

P = ParamSpec("P")


class BatchResults(Readable):
    """The results of a batch, in the order of their arrival, one object for each line.

    A line that is no result raises :class:`APIResponseValidationError`, which names its number; iterating on
    gives the lines behind it. Results that break off raise :class:`APIConnectionError`: the lines before are
    complete; request the results again. Leaving the ``with`` block, :meth:`close` and dropping the
    object close the connection.
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

        :class:`ConfigError` for a ``custom_id`` of another form or a repeated one, and
        :class:`RequestTooLargeError` for more than 100 000 requests or 256 MB, before anything is sent.

        Args:
            requests: The requests of the batch: mappings with ``custom_id`` and ``params``, or pairs of them, from any
                iterable.
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
        made = options_of(options)
        writer = BatchWriter()
        if hasattr(requests, "__iter__"):
            for one in requests:
                push(writer, one)
        else:
            for one in requests:
                push(writer, one)
        return self._sent("MessageBatch", writer.finish(), made)  # type: ignore[no-any-return]

    def results(self, message_batch_id: str | MessageBatch, **options: Unpack[CallOptions]) -> BatchResults:
        """The results of a batch that has ended, by its id or as the batch itself: then they come from where it says
        they are, without the credential leaving the client's origin.

        Args:
            message_batch_id: The id of the batch, or the batch itself.
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
        if self._form == STREAMED:
            given = message_batch_id
            id = given if isinstance(given, str) else given.id
            made = ResourceCall.pieces("batches.results", [id])
            return open_body(self._native, made, options_of(options), self._key, results_in)  # type: ignore[return-value]
        made = (
            ResourceCall.results(message_batch_id)
            if isinstance(message_batch_id, str)
            else ResourceCall.results_of(message_batch_id)
        )
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

        ``progress`` is called with the batch each time it has not ended; its exception ends the waiting.
        ``limit`` is for all of it, in seconds: :class:`APITimeoutError` then. The batch goes on in each case.

        Args:
            message_batch_id: The id of the batch.
            progress: Called with the batch each time it has not ended.
            limit: Seconds for all of the waiting; none unless set.
            first_pause: Seconds before the first question; 5 unless set.
            longest_pause: Longest pause between questions in seconds; 60 unless set.
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
        made = ResourceCall.wait(message_batch_id, first_pause, longest_pause, limit)
        op, port, first = begin(self._native, RAW_STREAM, made, options_of(options), self._key)
        with ByteStream(op, port, first, self._key) as stream:
            for seen in stream:
                batch = batch_of(seen, op.head)
                if progress is not None and batch.processing_status != "ended":
                    called(progress, batch)
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

        ``state`` is a file that records submitted requests. Another run with the same file and the same
        requests in the same order submits only the missing ones, none twice, whenever the first run was
        killed; it returns all results. Delete the file to begin anew. The other parameters are those of
        :meth:`create` and :meth:`wait`.

        :class:`ConfigError` for requests that :meth:`create` refuses, for an id that occurs twice in the run,
        for other requests than those of ``state``, and where another process uses that file.

        Args:
            requests: The requests of the batch: mappings with ``custom_id`` and ``params``, or pairs of them, from any
                iterable.
            state: The path of the file that keeps what was submitted; none is kept unless set.
            requests_per_batch: Most requests of a batch; what the service allows unless set.
            bytes_per_batch: Most bytes of a batch; what the service allows unless set.
            limit: Seconds for all of the run; none unless set.
            first_pause: Seconds before the first question; 5 unless set.
            longest_pause: Longest pause between questions in seconds; 60 unless set.
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

    # generated: batches, from schema/openapi.yaml by `make generate`
    def list(
        self,
        *,
        limit: int | None = None,
        after_id: str | None = None,
        before_id: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[MessageBatch]:
        """The batches of this workspace, the newest first.

        Args:
            limit: Maximum number of items per page.
            after_id: The page begins after this item.
            before_id: The page ends before this item; cannot be combined with ``after_id``.
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
        query = query_of(limit=limit, after_id=after_id, before_id=before_id)
        made: Page[MessageBatch] = self._listed("MessageBatchPage", "batches.list", query, options)
        return made

    def retrieve(self, message_batch_id: str, **options: Unpack[CallOptions]) -> MessageBatch:
        """Retrieves a batch with its status and counts.

        Args:
            message_batch_id: The id of a batch.
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
        made: MessageBatch = self._whole("MessageBatch", "batches.get", (message_batch_id,), None, options)
        return made

    def delete(self, message_batch_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a batch that has ended, and its results.

        Args:
            message_batch_id: The id of a batch.
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
        made: Deleted = self._whole("Deleted", "batches.delete", (message_batch_id,), None, options)
        return made

    def cancel(self, message_batch_id: str, **options: Unpack[CallOptions]) -> MessageBatch:
        """Cancels a batch. Requests that were begun may still succeed; the batch ends once they have.

        Args:
            message_batch_id: The id of a batch.
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
        made: MessageBatch = self._whole("MessageBatch", "batches.cancel", (message_batch_id,), None, options)
        return made

    # end generated

    @property
    def with_raw_response(self) -> BatchesWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return BatchesWithRawResponse(self)

    @property
    def with_streaming_response(self) -> BatchesWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return BatchesWithStreamingResponse(self)


def _listed_results(
    method: Callable[P, BatchResults],
) -> Callable[P, list[MessageBatchIndividualResponse]]:
    """For type checkers: the parsed type of a body of results."""
    made: Any = method
    return made  # type: ignore[no-any-return]


_INSTEAD = {
    "wait": "it is several requests; use retrieve(), which asks once",
    "run": "it is several requests; use create(), retrieve() and results(), which it is made of",
}


class BatchesWithRawResponse(OfOneRequest):
    """The calls of :class:`Batches`, which return the HTTP response."""

    _instead = _INSTEAD

    def __init__(self, of: Batches) -> None:
        made = Batches(of._native, of._key, form=WHOLE)
        # generated: whole batches, from schema/openapi.yaml by `make generate`
        self.list = whole(made.list)
        self.retrieve = whole(made.retrieve)
        self.delete = whole(made.delete)
        self.cancel = whole(made.cancel)
        # end generated
        self.create = whole(made.create)
        self.results = opened(made.results)


class BatchesWithStreamingResponse(OfOneRequest):
    """The calls of :class:`Batches`, whose bodies the caller reads as they arrive."""

    _instead = _INSTEAD

    def __init__(self, of: Batches) -> None:
        made = Batches(of._native, of._key, form=STREAMED)
        # generated: streamed batches, from schema/openapi.yaml by `make generate`
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)
        self.cancel = streamed(made.cancel)
        # end generated
        self.create = streamed(made.create)
        self.results = streamed(_listed_results(made.results))


install(globals())
