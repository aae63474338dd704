"""Models and configured limits for synchronous code, and all the endpoints beside messages under one roof; made from
``_async.resources`` by ``scripts/python/sync.py``: change that one."""

from __future__ import annotations

from .._hints import install
from .._resources.base import STREAMED, WHOLE, limits_of, query_of
from .batches import Batches, BatchResults
from .files import Files
from .pages import Page
from .resource import Resource, count_tokens, whole
from .skills import Skills, SkillVersions
from .streamed import streamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal, Unpack

    from .._types.resources import ModelInfo, RateLimitRule
    from ..params import CallOptions

__all__ = [
    "BatchResults",
    "Batches",
    "Files",
    "Limits",
    "Models",
    "Page",
    "SkillVersions",
    "Skills",
    "count_tokens",
]


class Models(Resource):
    """The models of the service."""

    __slots__ = ()

    # generated: models, from schema/openapi.yaml by `make generate`
    def list(
        self,
        *,
        limit: int | None = None,
        after_id: str | None = None,
        before_id: str | None = None,
        lifecycle: Iterable[Literal["active", "deprecated", "retired"]] | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[ModelInfo]:
        """The models, the newest first: active and deprecated ones, unless ``lifecycle`` says otherwise.

        Args:
            limit: Maximum number of items per page.
            after_id: The page begins after this item.
            before_id: The page ends before this item; cannot be combined with ``after_id``.
            lifecycle: Only models in these stages.
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
        query = query_of(limit=limit, after_id=after_id, before_id=before_id, lifecycle=lifecycle)
        made: Page[ModelInfo] = self._listed("ModelInfoPage", "models.list", query, options)
        return made

    def retrieve(self, model_id: str, **options: Unpack[CallOptions]) -> ModelInfo:
        """Retrieves one model; an alias is resolved to its model.

        Args:
            model_id: The id of a model, or an alias.
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
        made: ModelInfo = self._whole("ModelInfo", "models.get", (model_id,), None, options)
        return made

    # end generated

    @property
    def with_raw_response(self) -> ModelsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return ModelsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> ModelsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return ModelsWithStreamingResponse(self)


class Limits(Resource):
    """The configured rate limits of an organisation, for an administrative key. The remaining allowance is in
    the headers of each answer: ``response_info.rate_limits``."""

    __slots__ = ()

    def update(
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
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            labels: Labels that the ledger counts the call under, besides those of the client; they are not sent.
            api_key: The API key of this call, in place of the client's credential.
            auth_token: The token of this call, in place of the client's credential.
        """
        return self._whole(  # type: ignore[no-any-return]
            "RateLimitRule", "rate_limits.update", (workspace_id, rate_limit_id), limits_of(limits), options
        )

    # generated: limits, from schema/openapi.yaml by `make generate`
    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        group_type: str | None = None,
        model: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[RateLimitRule]:
        """Those of the organisation.

        Args:
            limit: Maximum number of items per page.
            page: The cursor of a page: ``next_page`` of the previous one.
            group_type: Only rules for this type of group.
            model: Only rules for this model, by id or alias.
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
        """Lists the limits of a workspace; ``include_inherited`` adds those of the organisation.

        Args:
            workspace_id: The id of a workspace.
            limit: Maximum number of items per page.
            page: The cursor of a page: ``next_page`` of the previous one.
            group_type: Only rules for this type of group.
            model: Only rules for this model, by id or alias.
            include_inherited: Includes the limits of the organisation.
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
        query = query_of(
            limit=limit, page=page, group_type=group_type, model=model, include_inherited=include_inherited
        )
        made: Page[RateLimitRule] = self._listed(
            "RateLimitRulePage", "rate_limits.workspace", query, options, (workspace_id,)
        )
        return made

    # end generated

    @property
    def with_raw_response(self) -> LimitsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return LimitsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> LimitsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return LimitsWithStreamingResponse(self)


class ModelsWithRawResponse:
    """The calls of :class:`Models`, which return the HTTP response."""

    def __init__(self, of: Models) -> None:
        made = Models(of._native, of._key, form=WHOLE)
        # generated: whole models, from schema/openapi.yaml by `make generate`
        self.list = whole(made.list)
        self.retrieve = whole(made.retrieve)
        # end generated


class ModelsWithStreamingResponse:
    """The calls of :class:`Models`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: Models) -> None:
        made = Models(of._native, of._key, form=STREAMED)
        # generated: streamed models, from schema/openapi.yaml by `make generate`
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        # end generated


class LimitsWithRawResponse:
    """The calls of :class:`Limits`, which return the HTTP response."""

    def __init__(self, of: Limits) -> None:
        made = Limits(of._native, of._key, form=WHOLE)
        # generated: whole limits, from schema/openapi.yaml by `make generate`
        self.list = whole(made.list)
        self.workspace = whole(made.workspace)
        # end generated
        self.update = whole(made.update)


class LimitsWithStreamingResponse:
    """The calls of :class:`Limits`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: Limits) -> None:
        made = Limits(of._native, of._key, form=STREAMED)
        # generated: streamed limits, from schema/openapi.yaml by `make generate`
        self.list = streamed(made.list)
        self.workspace = streamed(made.workspace)
        # end generated
        self.update = streamed(made.update)


install(globals())
