"""Skills and their versions for synchronous code, made from ``_async.skills`` by ``scripts/python/sync.py``: change
that one."""

from __future__ import annotations

from .._hints import install
from .._native import ResourceCall
from .._resources.base import STREAMED, WHOLE, options_of, query_of
from .resource import Resource, whole
from .streamed import streamed
from .uploads import Uploads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from .._options.interfaces import UploadFile
    from .._types.resources import Deleted, Skill, SkillVersion
    from ..params import CallOptions
    from .pages import Page


class SkillVersions(Resource):
    """The versions of skills."""

    __slots__ = ()

    def create(
        self, skill_id: str, *, files: Iterable[UploadFile], **options: Unpack[CallOptions]
    ) -> SkillVersion:
        """Adds a version of a skill, from files as :meth:`Skills.create` takes them.

        Args:
            skill_id: The id of the skill.
            files: All files of the version, each as :meth:`Files.upload` takes one.
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
        with Uploads() as uploads:
            made = ResourceCall.skill_version(skill_id, [uploads.of(file) for file in files])
            return self._sent("SkillVersion", made, options_of(options))  # type: ignore[no-any-return]

    # generated: versions, from schema/openapi.yaml by `make generate`
    def list(
        self,
        skill_id: str,
        *,
        limit: int | None = None,
        page: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[SkillVersion]:
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
        made: Page[SkillVersion] = self._listed(
            "SkillVersionPage", "skills.versions.list", query, options, (skill_id,)
        )
        return made

    def retrieve(self, version: str, *, skill_id: str, **options: Unpack[CallOptions]) -> SkillVersion:
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
        made: SkillVersion = self._whole(
            "SkillVersion", "skills.versions.get", (skill_id, version), None, options
        )
        return made

    def delete(self, version: str, *, skill_id: str, **options: Unpack[CallOptions]) -> Deleted:
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
        made: Deleted = self._whole("Deleted", "skills.versions.delete", (skill_id, version), None, options)
        return made

    # end generated

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
        ``("report/SKILL.md", Path("SKILL.md"))``.

        Args:
            files: All files of the skill, each as :meth:`Files.upload` takes one.
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
        with Uploads() as uploads:
            made = ResourceCall.skill(display_name, [uploads.of(file) for file in files])
            return self._sent("Skill", made, options_of(options))  # type: ignore[no-any-return]

    @property
    def versions(self) -> SkillVersions:
        """The versions of skills."""
        return SkillVersions(self._native, self._key)

    # generated: skills, from schema/openapi.yaml by `make generate`
    def list(
        self,
        *,
        limit: int | None = None,
        page: str | None = None,
        source: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Page[Skill]:
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
        made: Page[Skill] = self._listed("SkillPage", "skills.list", query, options)
        return made

    def retrieve(self, skill_id: str, **options: Unpack[CallOptions]) -> Skill:
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
        made: Skill = self._whole("Skill", "skills.get", (skill_id,), None, options)
        return made

    def delete(self, skill_id: str, **options: Unpack[CallOptions]) -> Deleted:
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
        made: Deleted = self._whole("Deleted", "skills.delete", (skill_id,), None, options)
        return made

    # end generated

    @property
    def with_raw_response(self) -> SkillsWithRawResponse:
        """The same calls, which return the HTTP response: status, headers, body."""
        return SkillsWithRawResponse(self)

    @property
    def with_streaming_response(self) -> SkillsWithStreamingResponse:
        """The same calls, whose bodies the caller reads as they arrive: in the ``with`` block."""
        return SkillsWithStreamingResponse(self)


class SkillVersionsWithRawResponse:
    """The calls of :class:`SkillVersions`, which return the HTTP response."""

    def __init__(self, of: SkillVersions) -> None:
        made = SkillVersions(of._native, of._key, form=WHOLE)
        # generated: whole versions, from schema/openapi.yaml by `make generate`
        self.list = whole(made.list)
        self.retrieve = whole(made.retrieve)
        self.delete = whole(made.delete)
        # end generated
        self.create = whole(made.create)


class SkillVersionsWithStreamingResponse:
    """The calls of :class:`SkillVersions`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: SkillVersions) -> None:
        made = SkillVersions(of._native, of._key, form=STREAMED)
        # generated: streamed versions, from schema/openapi.yaml by `make generate`
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)
        # end generated
        self.create = streamed(made.create)


class SkillsWithRawResponse:
    """The calls of :class:`Skills`, which return the HTTP response."""

    def __init__(self, of: Skills) -> None:
        made = Skills(of._native, of._key, form=WHOLE)
        # generated: whole skills, from schema/openapi.yaml by `make generate`
        self.list = whole(made.list)
        self.retrieve = whole(made.retrieve)
        self.delete = whole(made.delete)
        # end generated
        self.create = whole(made.create)
        self.versions = SkillVersionsWithRawResponse(made.versions)


class SkillsWithStreamingResponse:
    """The calls of :class:`Skills`, whose bodies the caller reads as they arrive."""

    def __init__(self, of: Skills) -> None:
        made = Skills(of._native, of._key, form=STREAMED)
        # generated: streamed skills, from schema/openapi.yaml by `make generate`
        self.list = streamed(made.list)
        self.retrieve = streamed(made.retrieve)
        self.delete = streamed(made.delete)
        # end generated
        self.create = streamed(made.create)
        self.versions = SkillVersionsWithStreamingResponse(made.versions)


install(globals())
