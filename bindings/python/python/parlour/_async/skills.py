"""Skills and their versions for asynchronous code, and the source of ``_sync.skills``, which ``scripts/python/sync.py``
makes from it."""

from __future__ import annotations

from .._hints import install
from .._native import ResourceCall
from .._resources.base import STREAMED, WHOLE, options_of, query_of
from .resource import AsyncResource, whole
from .streamed import streamed
from .uploads import AsyncUploads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from .._options.interfaces import UploadFile
    from .._types.resources import Deleted, Skill, SkillVersion
    from ..params import CallOptions
    from .io import AsyncListing
    from .pages import AsyncPage


class AsyncSkillVersions(AsyncResource):
    """The versions of skills."""

    __slots__ = ()

    async def create(
        self, skill_id: str, *, files: Iterable[UploadFile], **options: Unpack[CallOptions]
    ) -> SkillVersion:
        """Adds a version of a skill, from files as :meth:`AsyncSkills.create` takes them.

        Args:
            skill_id: The id of the skill.
            files: All files of the version, each as :meth:`AsyncFiles.upload` takes one.
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
        async with AsyncUploads() as uploads:
            made = ResourceCall.skill_version(skill_id, [uploads.of(file) for file in files])
            return await self._sent("SkillVersion", made, options_of(options))  # type: ignore[no-any-return]

    # generated: versions, from schema/openapi.yaml by `make generate`
    def list(
        self,
        skill_id: str,
        *,
        limit: int | None = None,
        page: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[SkillVersion], SkillVersion]:
        """The versions of a skill.

        Args:
            skill_id: The id of a skill.
            limit: Maximum number of items per page.
            page: The cursor of a page: ``next_page`` of the previous one.
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
        query = query_of(limit=limit, page=page)
        made: AsyncListing[AsyncPage[SkillVersion], SkillVersion] = self._listed(
            "SkillVersionPage", "skills.versions.list", query, options, (skill_id,)
        )
        return made

    async def retrieve(self, version: str, *, skill_id: str, **options: Unpack[CallOptions]) -> SkillVersion:
        """One version of a skill, by the id of the version.

        Args:
            version: The id of a version.
            skill_id: The id of a skill.
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
        made: SkillVersion = await self._whole(
            "SkillVersion", "skills.versions.get", (skill_id, version), None, options
        )
        return made

    async def delete(self, version: str, *, skill_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes one version of a skill.

        Args:
            version: The id of a version.
            skill_id: The id of a skill.
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
        made: Deleted = await self._whole(
            "Deleted", "skills.versions.delete", (skill_id, version), None, options
        )
        return made

    # end generated

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
        ``("report/SKILL.md", Path("SKILL.md"))``.

        Args:
            files: All files of the skill, each as :meth:`AsyncFiles.upload` takes one.
            display_name: The name that people see.
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
        async with AsyncUploads() as uploads:
            made = ResourceCall.skill(display_name, [uploads.of(file) for file in files])
            return await self._sent("Skill", made, options_of(options))  # type: ignore[no-any-return]

    @property
    def versions(self) -> AsyncSkillVersions:
        """The versions of skills."""
        return AsyncSkillVersions(self._native, self._key)

    # generated: skills, from schema/openapi.yaml by `make generate`
    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        source: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncListing[AsyncPage[Skill], Skill]:
        """The skills; ``source`` chooses by who made them.

        Args:
            limit: Maximum number of items per page.
            page: The cursor of a page: ``next_page`` of the previous one.
            source: Only skills from this source: ``custom`` or the vendor's name.
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
        query = query_of(limit=limit, page=page, source=source)
        made: AsyncListing[AsyncPage[Skill], Skill] = self._listed("SkillPage", "skills.list", query, options)
        return made

    async def retrieve(self, skill_id: str, **options: Unpack[CallOptions]) -> Skill:
        """One skill.

        Args:
            skill_id: The id of a skill.
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
        made: Skill = await self._whole("Skill", "skills.get", (skill_id,), None, options)
        return made

    async def delete(self, skill_id: str, **options: Unpack[CallOptions]) -> Deleted:
        """Deletes a skill. Its versions may have to be deleted first.

        Args:
            skill_id: The id of a skill.
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
        made: Deleted = await self._whole("Deleted", "skills.delete", (skill_id,), None, options)
        return made

    # end generated

    @property
    def with_raw_response(self) -> AsyncSkillsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return AsyncSkillsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncSkillsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``async with`` block."""
        return AsyncSkillsWithStreamingResponse(self)


class AsyncSkillVersionsWithRawResponse:
    """The calls of :class:`AsyncSkillVersions`, which return the HTTP response."""

    def __init__(self, of: AsyncSkillVersions) -> None:
        made = AsyncSkillVersions(of._native, of._key, form=WHOLE)
        # generated: whole versions, from schema/openapi.yaml by `make generate`
        self.list = whole(made.list)
        self.retrieve = whole(made.retrieve)
        self.delete = whole(made.delete)
        # end generated
        self.create = whole(made.create)


class AsyncSkillVersionsWithStreamingResponse:
    """The calls of :class:`AsyncSkillVersions`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncSkillVersions) -> None:
        made = AsyncSkillVersions(of._native, of._key, form=STREAMED)
        # generated: streamed versions, from schema/openapi.yaml by `make generate`
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)
        # end generated
        self.create = streamed(made.create)


class AsyncSkillsWithRawResponse:
    """The calls of :class:`AsyncSkills`, which return the HTTP response."""

    def __init__(self, of: AsyncSkills) -> None:
        made = AsyncSkills(of._native, of._key, form=WHOLE)
        # generated: whole skills, from schema/openapi.yaml by `make generate`
        self.list = whole(made.list)
        self.retrieve = whole(made.retrieve)
        self.delete = whole(made.delete)
        # end generated
        self.create = whole(made.create)
        self.versions = AsyncSkillVersionsWithRawResponse(made.versions)


class AsyncSkillsWithStreamingResponse:
    """The calls of :class:`AsyncSkills`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: AsyncSkills) -> None:
        made = AsyncSkills(of._native, of._key, form=STREAMED)
        # generated: streamed skills, from schema/openapi.yaml by `make generate`
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)
        # end generated
        self.create = streamed(made.create)
        self.versions = AsyncSkillVersionsWithStreamingResponse(made.versions)


install(globals())
