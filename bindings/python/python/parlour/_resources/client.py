"""Base class of both clients: settings, how they are copied and pickled, and the native client made from
them."""

from __future__ import annotations

from .. import _native
from .._hints import install
from .._io import log as _log
from .._io import stops as _stops
from .._options import options as _options
from .._options.credentials import Asking, Hook
from .._options.options import NOT_GIVEN
from .._types.chain import described, divided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, Self, Unpack

    from .._types.ledger import UsageReport
    from .._types.limiter import LimiterState
    from .._types.stats import ClientStats
    from ..params import ClientOptions, CopyOptions


_WAYS = frozenset({"api_key", "api_keys", "api_key_file", "auth_token", "credentials"})
"""Settings of which a client has one."""


class BaseClient:
    """Settings and connections. Any thread; usable in processes forked from this one."""

    __slots__ = ("__weakref__", "_closed", "_copies", "_key", "_native", "_settings")

    if TYPE_CHECKING:

        def __init__(self, **settings: Unpack[ClientOptions]) -> None: ...
    else:

        def __init__(self, *_unnamed, **settings):
            if _unnamed:
                # Not shown: it is often a key.
                raise TypeError(
                    f"settings are given by their names: write {type(self).__name__}(api_key=...)"
                )
            self._make(settings, ())

    def _make(self, settings: dict[str, Any], copies: tuple[dict[str, Any], ...]) -> None:
        self._settings = settings
        self._copies = copies
        self._closed = False
        given = {name: value for name, value in settings.items() if value is not NOT_GIVEN}
        key = given.get("api_key")
        self._key: Any = None
        asked = given.pop("credentials", None)
        if callable(key) and asked is None:
            self._key = key
            del given["api_key"]
        elif asked is not None:
            self._key = Hook(asked)
        from_env = given.pop("from_env", True)
        timeout = given.pop("timeout", None)
        on_stop = given.pop("on_stop", None)
        hook = None if on_stop is None else _stops.Hook(on_stop)
        hooks, around = divided(list(given.pop("hooks", None) or ()))
        methods_of = described(hooks)
        chain = _stops.Chain(hooks) if any("on_end" in methods for _, methods in methods_of) else None
        _log.look()
        native = _native.Client(
            _options.of_client(given),
            from_env=from_env,
            has_key_function=self._key is not None,
            hook=hook,
            hooks=(chain, methods_of) if methods_of else None,
        )
        if around or any(methods[0] != "on_end" for _, methods in methods_of):
            self._key = Asking(self._key, hooks, around)
        if native.log_level is not None:
            _log.look(native.log_level)
        if hook is not None or chain is not None:
            _stops.watch(native.number, hook, chain)
            _log.expect_stops()
        if timeout is not None:
            native = native.with_options(_options.of_defaults({"timeout": timeout}))
        for copy in copies:
            native = native.with_options(_options.of_defaults(copy))
        self._use(native)

    def _use(self, native: _native.Client) -> None:
        self._native = native

    @property
    def base_url(self) -> str:
        """Address of the service."""
        return self._native.base_url

    @property
    def vendor(self) -> str:
        """Vendor name, which is the prefix of the service's own headers."""
        return self._native.vendor

    @property
    def stop_reason_counts(self) -> dict[str, int]:
        """How many messages of this client and its copies ended with which stop reason; ``end_turn`` is not
        counted."""
        return self._native.stop_reason_counts

    @property
    def limiter_state(self) -> LimiterState:
        """What is known of the rate limits of the key, model by model, and how many calls wait for them. Of this
        client and its copies together."""
        from .._types.limiter import state_of

        return state_of(self._native.limiter_state)

    def stats(self) -> ClientStats:
        """The state of this client and its copies at one moment, for health pages."""
        from .._types.stats import stats_of

        return stats_of(self._native.stats())

    def usage_report(self, *, reset: bool = False) -> UsageReport:
        """What the message calls of this client and its copies used, by model and by label; all zero unless the
        setting ``ledger`` is on. A call is entered when it has ended.

        Args:
            reset: Begin the book anew, at the same moment.
        """
        from .._types.ledger import report_of

        return report_of(self._native.usage_report(reset))

    def prometheus_text(self) -> str:
        """The figures of :meth:`stats`, of :attr:`limiter_state` and, with the setting ``ledger``, of
        :meth:`usage_report`, as a page in the text exposition format of Prometheus (0.0.4; media type
        ``text/plain; version=0.0.4``). By model; labels of the ledger are not on it."""
        return self._native.prometheus_text()

    @property
    def beta(self) -> Self:
        """This client: it has the methods that the official SDK keeps under ``beta``. ``betas`` names the
        beta features to use."""
        return self

    def with_options(self, **options: Unpack[CopyOptions]) -> Self:
        """A copy with other settings. Shares the connections, unless a setting of the connection itself
        differs.

        Args:
            base_url: The base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped.
                Default: from the environment.
            api_key: The API key, sent as x-api-key. Or a function that returns it: called for each call, again for each
                retry, and once more after a 401. Default: from the environment.
            auth_token: A token, sent as a bearer token in place of a key. Default: from the environment.
            api_keys: Several API keys of one account, which take turns by their weights.
            api_key_file: The path of a file with API keys, one a line, each with its weight behind it if it is not 1.
                It is read again while calls are made, so that keys can be replaced at run time.
            credentials: A function that returns the credential of each attempt: a signature, a token that expires,
                another address. It receives the request as it will be sent, and is called once more after a 401.
            no_credentials: Send no credential, because a proxy or gateway adds it. Default: off.
            vendor: The vendor name, which begins the names of the service's headers. Default: from the environment.
            version: The value of the version header. It selects the dialect: since 2026-10-21, which ``latest``
                selects, a key is sent as a bearer token, and there are no sampling parameters. Default: from the
                environment.
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
            proxy: The proxy that calls go through. A URL (``http``, ``https``, ``socks5``, ``socks5h``), ``env`` for
                the proxy of the environment, or ``none``. Default: ``env`` with ``from_env``, else ``none``.
            no_proxy: Hosts, domains, addresses and networks to connect to without the proxy. Each may have a port; a
                domain includes its subdomains.
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
            first_event_timeout: The longest time until the first event of a stream other than a ping, in seconds.
                Default: none.
            long_answer_timeout: The limit for one attempt at a whole answer that travels as a stream, in seconds.
                Default: 3600.
            total_timeout: The limit for a call with all its attempts and waits, in seconds. Default: none.
            max_event_bytes: The maximum size of an event of a stream. Default: 64 MiB.
            max_error_body_bytes: The maximum size of an error's body that is kept. Default: 1 MiB.
            max_response_bytes: The maximum size of an answer. Default: 256 MiB.
            max_stream_bytes: The maximum size of a stream in total. Default: 128 MiB.
            max_request_bytes: The maximum size of a request. Default: none.
            log_bodies: Log request and response bodies, which contain what users said. Default: off.
            deprecated_models: Deprecated models, each with the day of its retirement, or ``None`` for a model that is
                not deprecated. Written as 2026-11-30; empty if the day is unknown.
            deprecation_warnings: Log a warning at the first request to a deprecated model. Once for each model and
                client. Default: on.
            idempotency_header: The header for a random key that is the same on every attempt of a call. Default: none.
            budget: The budget that keeps all calls of the client from retrying at once. With ``None``: no limit.
            retry: What is retried, and when.
            max_retries: The maximum number of retries of a call. Default: 3.
            pacing: Whether message calls wait for the rate limits of the key. ``pace``: a call is sent when the limits
                of its model have room for it. ``observe``: no call waits; the limits are kept for a look at them.
                Default: ``observe``.
            priority: Which calls go first while calls wait for the rate limits. Default: ``interactive``.
            max_in_flight: The maximum number of message calls in flight at once; further ones wait. Default: no cap.
            max_in_flight_per_host: The maximum number of message calls in flight at once to one service, that of the
                client or of a route. Default: no cap.
            adaptive_in_flight: Let the cap of calls in flight follow the service: it falls with overloads and slow
                answers. It begins at 16 and never exceeds ``max_in_flight``, or 1 024 without that. Default: off.
            limits: The address of a Redis or Valkey server through which processes share the rate limits of a key.
                ``redis://host:6379``, ``rediss://`` with TLS, ``unix://``, or a cluster or sentinels. Calls are then
                paced, and spending limits are shared too.
            requests_per_minute: The requests per minute and model that the key may make, for the time before an answer
                reports the limit.
            tokens_per_minute: The same for input and output tokens together.
            input_tokens_per_minute: The same for input tokens.
            output_tokens_per_minute: The same for output tokens.
            notice_at: The used fraction of a rate limit at which the end of a call has a notice of it, above 0 and at
                most 1.
            hedge: Second attempts beside slow ones for each call, at most: above 0 and at most 0.1, such as 0.03.
                Default: no second attempts.
            ledger: Count what message calls use, by model and by label. Default: off.
            prices: Prices of models per million tokens, for costs in reports and limits in money. In a currency of
                yours; none is built in. Without prices of the cache, they follow from that of input.
            spending_limits: Limits on what calls may use within a time, in tokens or money; a call that would go beyond
                one is refused.
            routes: Other models, credentials or addresses for message calls while the service has no room for them.
            route_after: How many answers in a row with 429, 503 or 529 have calls take a route. Default: 3.
            route_for: How long calls avoid a service that had no room for them before one asks it again, in seconds.
                Default: 30.
            labels: Labels that the ledger counts the calls under; they are not sent.
            call_log: The path of a file that gets a JSON line for each call that ended: outcome, usage and times.
                Neither content nor secrets. Several processes may write to one file.
            cache: Whether message calls that share a marked prefix wait until one of them has written it to the prompt
                cache. ``keep``: the first with a prefix that is not in the cache goes ahead; sent at once, each would
                pay for writing it. ``extend``: also, markers of five minutes become those of an hour where their
                prefixes come again after more than five minutes. Default: ``off``.
            cache_warm_up: Write a cold prefix by a request that generates nothing, before a call whose answer comes
                whole. Calls that share the prefix wait for that request, and not for the first answer. Only with
                ``cache``. Default: off.
            cache_keep_alive: How long after its last use a prefix is kept in the prompt cache, by requests that
                generate nothing, in seconds. No more of them than ``prices`` say it costs to write the prefix again.
                Only with ``cache`` and ``prices``. Default: none.
            recordings: A folder in which answers are recorded, from which they are replayed, or that is used as a
                cache.
            clock: A clock for tests: waits between attempts are recorded and not slept.
            timeout: The limit of one attempt: a whole answer, or the longest silence of a stream, in seconds.
            from_env: Whether to read unset settings from the environment. Default: on.
            on_stop: Called for each message that ended with a stop reason other than ``end_turn``. It runs on the
                thread that receives the answer; with an event loop, a coroutine function runs on the loop and a plain
                one on a thread. The answer waits for it. Exceptions go to sys.unraisablehook.
            hooks: Hooks around each call and each attempt, in the order in which they are asked.
            extra_headers: Headers to send in every call: another name of ``default_headers``.
            extra_query: Query parameters to add to every call: another name of ``default_query``.
        """
        given = {name: value for name, value in options.items() if value is not NOT_GIVEN}
        key = given.get("api_key")
        swaps_key = self._key is not None and ("api_key" in given or "auth_token" in given)
        copy = type(self).__new__(type(self))
        if swaps_key or callable(key) or not all(map(_options.is_default, given)):
            settings = self._settings | given
            if any(given.get(way) is not None for way in _WAYS):
                for way in _WAYS - given.keys():
                    settings.pop(way, None)
            copy._make(settings, self._copies)
        else:
            copy._settings, copy._closed, copy._key = self._settings, False, self._key
            copy._copies = (*self._copies, given)
            copy._use(self._native.with_options(_options.of_defaults(given)))
        return copy

    copy = with_options

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        copies = tuple(map(_options.without_secrets, self._copies))
        return _restore, (type(self), _options.without_secrets(self._settings), copies)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r}, vendor={self.vendor!r})"

    def is_closed(self) -> bool:
        """Whether :meth:`close` was called."""
        return self._closed

    def _retire(self) -> None:
        self._closed = True
        self._use(_closed(self._native))


class _Closed:
    """Replaces the native client of a client that was closed."""

    __slots__ = ("_open", "base_url", "limiter_state", "stop_reason_counts", "vendor")

    def __init__(self, native: _native.Client) -> None:
        self.base_url = native.base_url
        self.vendor = native.vendor
        self.stop_reason_counts = native.stop_reason_counts
        self.limiter_state = native.limiter_state
        self._open = native

    def usage_report(self, reset: bool) -> str:
        return self._open.usage_report(reset)

    def prometheus_text(self) -> str:
        return self._open.prometheus_text()

    def call(self, *args: object, **named: object) -> NoReturn:
        raise RuntimeError("this client was closed")

    submit = with_options = call


def _closed(native: _native.Client) -> _native.Client:
    """A native client that refuses every call and keeps its address."""
    closed: Any = _Closed(native)
    return closed  # type: ignore[no-any-return]


def _restore(
    cls: type[BaseClient], settings: dict[str, Any], copies: tuple[dict[str, Any], ...]
) -> BaseClient:
    """The other half of pickling; the credential comes from the environment or the function again."""
    client = cls.__new__(cls)
    client._make(settings, copies)
    return client


install(globals(), __init__="ClientOptions")
