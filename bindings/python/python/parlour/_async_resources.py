"""Models and configured limits for asynchronous code, and all the endpoints beside messages under one roof; the source
of ``_resources``, which ``scripts/python/sync.py`` makes from it."""

from __future__ import annotations

from ._async_batches import AsyncBatches, AsyncBatchResults
from ._async_files import AsyncFiles
from ._async_pages import AsyncPage
from ._async_resource import AsyncResource, count_tokens, whole
from ._async_skills import AsyncSkills, AsyncSkillVersions
from ._async_streamed import streamed
from ._hints import install
from ._resource_base import STREAMED, WHOLE, limits_of, query_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal, Unpack

    from ._async_io import AsyncListing
    from ._resource_types import ModelInfo, RateLimitRule
    from .params import CallOptions

__all__ = [
    "AsyncBatchResults",
    "AsyncBatches",
    "AsyncFiles",
    "AsyncLimits",
    "AsyncModels",
    "AsyncPage",
    "AsyncSkillVersions",
    "AsyncSkills",
    "count_tokens",
]


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
        """The models, the newest first: active and deprecated ones, unless ``lifecycle`` says otherwise.

        Args:
            limit: How many items a page has; the service's default unless set.
            after_id: Begins behind the item of this id.
            before_id: Ends before the item of this id.
            lifecycle: Models in these states alone.
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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        query = query_of(limit=limit, after_id=after_id, before_id=before_id, lifecycle=lifecycle)
        made: AsyncListing[AsyncPage[ModelInfo], ModelInfo] = self._listed(
            "ModelInfoPage", "models.list", query, options
        )
        return made

    async def retrieve(self, model_id: str, **options: Unpack[CallOptions]) -> ModelInfo:
        """Retrieves one model; an alias is resolved to its model.

        Args:
            model_id: The name of the model, or an alias.
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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        return await self._whole("ModelInfo", "models.get", (model_id,), None, options)  # type: ignore[no-any-return]

    @property
    def with_raw_response(self) -> AsyncModelsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncModelsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncModelsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncModelsWithStreamingResponse(self)


class AsyncLimits(AsyncResource):
    """The configured rate limits of an organisation, for an administrative key. The remaining allowance is in
    the headers of each answer: ``response_info.rate_limits``."""

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
        """Those of the organisation.

        Args:
            limit: How many items a page has; the service's default unless set.
            page: The cursor of the page to begin with, from ``next_page`` of another.
            group_type: Limits of this kind of group alone.
            model: Limits of this model alone.
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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
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
        """Lists the limits of a workspace; ``include_inherited`` adds those of the organisation.

        Args:
            workspace_id: The id of the workspace.
            limit: How many items a page has; the service's default unless set.
            page: The cursor of the page to begin with, from ``next_page`` of another.
            group_type: Limits of this kind of group alone.
            model: Limits of this model alone.
            include_inherited: Whether limits of the organisation that hold there are among them.
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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
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
        """Sets limits of a workspace, by their types; ``None`` takes the workspace's own value away.

        Args:
            workspace_id: The id of the workspace.
            rate_limit_id: The id of the rule.
            limits: The value of each type of limit; ``None`` takes the workspace's own value away.
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
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
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


class AsyncModelsWithRawResponse:
    """The calls of :class:`AsyncModels`, which return the HTTP response."""

    def __init__(self, of: AsyncModels) -> None:
        made = AsyncModels(of._native, of._key, form=WHOLE)
        self.list = whole(made.list)
        self.retrieve = whole(made.retrieve)


class AsyncModelsWithStreamingResponse:
    """The calls of :class:`AsyncModels`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncModels) -> None:
        made = AsyncModels(of._native, of._key, form=STREAMED)
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)


class AsyncLimitsWithRawResponse:
    """The calls of :class:`AsyncLimits`, which return the HTTP response."""

    def __init__(self, of: AsyncLimits) -> None:
        made = AsyncLimits(of._native, of._key, form=WHOLE)
        self.list = whole(made.list)
        self.workspace = whole(made.workspace)
        self.update = whole(made.update)


class AsyncLimitsWithStreamingResponse:
    """The calls of :class:`AsyncLimits`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncLimits) -> None:
        made = AsyncLimits(of._native, of._key, form=STREAMED)
        self.list = streamed(made.list)
        self.workspace = streamed(made.workspace)
        self.update = streamed(made.update)


install(globals())
