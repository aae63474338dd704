"""The asynchronous client, and the source of ``_sync.client``, which ``scripts/python/sync.py`` makes from it. It must
not decide anything about calls, nor know how they are waited for (that is ``_async.io``)."""

# ruff: noqa: F811 (`overload` is a stand-in at run time, see below)

from __future__ import annotations

from .._hints import install
from .._native import RAW, RAW_STREAM, ResourceCall
from .._options.options import of_request
from .._resources.client import BaseClient
from .io import begin, call
from .messages import AsyncMessages
from .stream import AsyncByteStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Literal, Self, Unpack, overload

    from .._native import Client as NativeClient
    from .._native import RawAnswer
    from .._options.interfaces import FileContent, Form
    from .._types.drain import DrainReport
    from ..params import RequestOptions
    from .resources import (
        AsyncFiles,
        AsyncLimits,
        AsyncModels,
        AsyncSkills,
    )
else:

    def overload(function):
        return function


class AsyncClient(BaseClient):
    """A client of one service.

    Settings that are not given are looked up in the environment; the README lists them. ``api_key`` may be a function.
    It is called for each call, for each repetition, and once more after the service refused the key that it returned.

    The function may be ``async``. One client serves any number of event loops, one after another or at once: asyncio,
    uvloop, trio.

    Args:
        base_url: The base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped.
            Default: from the environment.
        api_key: The API key, sent as x-api-key. Or a function that returns it: called for each call, again for each
            retry, and once more after a 401. Default: from the environment.
        auth_token: A token, sent as a bearer token in place of a key. Default: from the environment.
        api_keys: Several API keys of one account, which take turns by their weights.
        api_key_file: The path of a file with API keys, one a line, each with its weight behind it if it is not 1. It is
            read again while calls are made, so that keys can be replaced at run time.
        credentials: A function that returns the credential of each attempt: a signature, a token that expires, another
            address. It receives the request as it will be sent, and is called once more after a 401.
        no_credentials: Send no credential, because a proxy or gateway adds it. Default: off.
        vendor: The vendor name, which begins the names of the service's headers. Default: from the environment.
        version: The value of the version header. It selects the dialect: since 2026-10-21, which ``latest`` selects, a
            key is sent as a bearer token, and there are no sampling parameters. Default: from the environment.
        betas: Beta features to ask for in every call.
        user_profile_id: The user profile that every call is made on behalf of.
        workspace_id: The workspace of every call, for credentials that can act in several.
        default_headers: Headers to send in every call; ``None`` removes a header.
        secret_headers: Headers to send in every call whose values are secrets, although their names do not say so.
            Masked in all output, and never sent over plain http.
        default_query: Query parameters to add to every call.
        extra_body: Top-level keys to set in the body of every message call.
        user_agent_suffix: Appended to the user agent, for example my-service/2.1.
        allow_plain_http: Permit sending the credential over plain http to another machine. Default: off.
        http_version: The HTTP version to use. ``negotiate``: the version that the TLS handshake selects. Default:
            ``1``.
        proxy: The proxy that calls go through. A URL (``http``, ``https``, ``socks5``, ``socks5h``), ``env`` for the
            proxy of the environment, or ``none``. Default: ``env`` with ``from_env``, else ``none``.
        no_proxy: Hosts, domains, addresses and networks to connect to without the proxy. Each may have a port; a domain
            includes its subdomains.
        unix_socket: The path of the unix socket for all connections.
        resolve: Addresses of hosts, used instead of DNS lookups.
        local_address: The local address that connections use.
        client_certificate_pem: The client certificate, for a service that requests one, as PEM; needs
            ``client_key_pem``.
        client_key_pem: The private key of ``client_certificate_pem``, as PEM.
        min_tls_version: The minimum version of TLS. Default: ``1.2``.
        ca_pem: PEM bundles of certificate authorities to trust besides those of the system.
        only_ca_pem: PEM bundles of certificate authorities to trust, and no others.
        pool: How idle connections are kept.
        stream_long_answers: Whether a long whole answer is streamed inside. Default: ``true``.
        connect_timeout: The limit for establishing a connection, in seconds. Default: 10.
        answer_timeout: The limit for one attempt at a whole answer, in seconds. Default: 120.
        stream_silence_timeout: The longest time in a stream without a byte, in seconds. Default: 120.
        stream_progress_timeout: The longest time in a stream without progress, in seconds. Default: 600.
        first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds. Default:
            none.
        long_answer_timeout: The limit for one attempt at a whole answer that travels as a stream, in seconds. Default:
            3600.
        total_timeout: The limit for a call with all its attempts and waits, in seconds. Default: none.
        max_event_bytes: The maximum size of an event of a stream. Default: 64 MiB.
        max_error_body_bytes: The maximum size of an error's body that is kept. Default: 1 MiB.
        max_response_bytes: The maximum size of an answer. Default: 256 MiB.
        max_stream_bytes: The maximum size of a stream in total. Default: 128 MiB.
        max_request_bytes: The maximum size of a request. Default: none.
        log_bodies: Log request and response bodies, which contain what users said. Default: off.
        deprecated_models: Deprecated models, each with the day of its retirement, or ``None`` for a model that is not
            deprecated. Written as 2026-11-30; empty if the day is unknown.
        deprecation_warnings: Log a warning at the first request to a deprecated model. Once for each model and client.
            Default: on.
        idempotency_header: The header for a random key that is the same on every attempt of a call. Default: none.
        budget: The budget that keeps all calls of the client from retrying at once. With ``None``: no limit.
        retry: What is retried, and when.
        max_retries: The maximum number of retries of a call. Default: 3.
        pacing: Whether message calls wait for the rate limits of the key. ``pace``: a call is sent when the limits of
            its model have room for it. ``observe``: no call waits; the limits are kept for a look at them. Default:
            ``observe``.
        priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
        max_in_flight: The maximum number of message calls in flight at once; further ones wait. Default: no cap.
        max_in_flight_per_host: The maximum number of message calls in flight at once to one service, that of the client
            or of a route. Default: no cap.
        adaptive_in_flight: Let the cap of calls in flight follow the service: it falls with overloads and slow answers.
            It begins at 16 and never exceeds ``max_in_flight``, or 1 024 without that. Default: off.
        limits: The address of a Redis or Valkey server through which processes share the rate limits of a key.
            ``redis://host:6379``, ``rediss://`` with TLS, ``unix://``, or a cluster or sentinels. Calls are then paced,
            and spending limits are shared too.
        requests_per_minute: The requests per minute and model that the key may make, for the time before an answer
            reports the limit.
        tokens_per_minute: The same for input and output tokens together.
        input_tokens_per_minute: The same for input tokens.
        output_tokens_per_minute: The same for output tokens.
        notice_at: The used fraction of a rate limit at which the end of a call has a notice of it, above 0 and at most
            1.
        hedge: Second attempts beside slow ones for each call, at most: above 0 and at most 0.1, such as 0.03. Default:
            no second attempts.
        ledger: Count what message calls use, by model and by label. Default: off.
        prices: Prices of models per million tokens, for costs in reports and limits in money. In a currency of yours;
            none is built in. Without prices of the cache, they follow from that of input.
        spending_limits: Limits on what calls may use within a time, in tokens or money; a call that would go beyond one
            is refused.
        routes: Other models, credentials or addresses for message calls while the service has no room for them.
        route_after: How many answers in a row with 429, 503 or 529 have calls take a route. Default: 3.
        route_for: How long calls avoid a service that had no room for them before one asks it again, in seconds.
            Default: 30.
        labels: Labels that the ledger counts the calls under; they are not sent.
        call_log: The path of a file that gets a JSON line for each call that ended: outcome, usage and times. Neither
            content nor secrets. Several processes may write to one file.
        cache: Whether message calls that share a marked prefix wait until one of them has written it to the prompt
            cache. ``keep``: the first with a prefix that is not in the cache goes ahead; sent at once, each would pay
            for writing it. ``extend``: also, markers of five minutes become those of an hour where their prefixes come
            again after more than five minutes. Default: ``off``.
        cache_warm_up: Write a cold prefix by a request that generates nothing, before a call whose answer comes whole.
            Calls that share the prefix wait for that request, and not for the first answer. Only with ``cache``.
            Default: off.
        cache_keep_alive: How long after its last use a prefix is kept in the prompt cache, by requests that generate
            nothing, in seconds. No more of them than ``prices`` say it costs to write the prefix again. Only with
            ``cache`` and ``prices``. Default: none.
        recordings: A folder in which answers are recorded, from which they are replayed, or that is used as a cache.
        clock: A clock for tests: waits between attempts are recorded and not slept.
        timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
        from_env: Whether to read unset settings from the environment. Default: on.
        on_stop: Called for each message that ended with a stop reason other than ``end_turn``. It runs on the thread
            that receives the answer; with an event loop, a coroutine function runs on the loop and a plain one on a
            thread. The answer waits for it. Exceptions go to sys.unraisablehook.
        hooks: Hooks around each call and each attempt, in the order in which they are asked.
    """

    __slots__ = ("messages",)

    messages: AsyncMessages
    """The resource ``/v1/messages``."""

    def _use(self, native: NativeClient) -> None:
        super()._use(native)
        self.messages = AsyncMessages(native, self._key)

    @property
    def models(self) -> AsyncModels:
        """The models of the service."""
        from .resources import AsyncModels

        return AsyncModels(self._native, self._key)

    @property
    def files(self) -> AsyncFiles:
        """Files at the service."""
        from .resources import AsyncFiles

        return AsyncFiles(self._native, self._key)

    @property
    def skills(self) -> AsyncSkills:
        """Skills and their versions."""
        from .resources import AsyncSkills

        return AsyncSkills(self._native, self._key)

    @property
    def limits(self) -> AsyncLimits:
        """The configured rate limits of an organisation, for an administrative key."""
        from .resources import AsyncLimits

        return AsyncLimits(self._native, self._key)

    @overload
    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        content: FileContent | None = None,
        media_type: str | None = None,
        form: Form | None = None,
        stream: Literal[False] = False,
        **options: Unpack[RequestOptions],
    ) -> RawAnswer: ...
    @overload
    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        content: FileContent | None = None,
        media_type: str | None = None,
        form: Form | None = None,
        stream: Literal[True],
        **options: Unpack[RequestOptions],
    ) -> AsyncByteStream: ...
    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        content: FileContent | None = None,
        media_type: str | None = None,
        form: Form | None = None,
        stream: bool = False,
        **options: Unpack[RequestOptions],
    ) -> RawAnswer | AsyncByteStream:
        """Sends any request below the base URL, with the client's credential, retries, time limits and
        errors. The payload is one of ``body``, ``content`` and ``form``, or nothing.

        Args:
            method: The HTTP method.
            path: The path below the base URL, with its leading slash.
            body: A value to send as JSON; bytes are JSON that was written before.
            content: A body of any kind: bytes, the path of a file, a file that is open in binary mode, or an iterable
                of bytes, read while it is sent. A path and bytes are sent again by a retry; the others are read once.
            media_type: What ``content`` is, for example ``text/csv``. Default: by the suffix of the file's name, or
                application/octet-stream.
            form: A form of several parts: a mapping, or pairs, of names to texts and to files, which are what
                ``upload()`` of files takes.
            stream: Whether to return the body as it arrives, in place of the whole answer.
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
        made = of_request(options)
        if not (content is None and media_type is None and form is None):
            from .._io.uploads import request_of
            from .uploads import AsyncUploads

            async with AsyncUploads() as files:
                given = request_of(files.of, method, path, (body, content, media_type, form), stream)
                if stream:
                    op, port, first = await begin(self._native, RAW_STREAM, given, made, self._key)
                    return AsyncByteStream(op, port, first, self._key)
                whole: RawAnswer = await call(self._native, RAW, given, made, self._key)
                return whole
        if not stream:
            answer: RawAnswer = await call(self._native, RAW, body, made, self._key, method=method, path=path)
            return answer
        op, port, first = await begin(
            self._native, RAW_STREAM, body, made, self._key, method=method, path=path
        )
        return AsyncByteStream(op, port, first, self._key)

    async def drain(self, limit: float) -> DrainReport:
        """Lets the running calls end before the program exits: refuses new calls from now on, with
        :class:`DrainingError`, and waits until those that run have ended. Of this client and its copies together.

        A call runs until its whole answer is there, or its stream has ended or is closed; its retries are part of it.
        A tool run, a batch run or a wait for a batch makes several calls: its next one is refused, and it can be saved
        and go on in another process. A client does not open again; draining it twice waits again.

        Args:
            limit: Seconds to wait at most. What still runs then is listed in the report, and goes on.
        """
        from .._types.drain import report_of

        answer = await call(self._native, RAW, ResourceCall.drain(limit), None, None)
        return report_of(answer.text)

    async def close(self) -> None:
        """Refuses further calls. The connections are shared with copies and are closed with the last of them."""
        if not self._closed:
            self._retire()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


install(globals())
