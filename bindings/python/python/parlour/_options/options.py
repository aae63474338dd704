"""How users spell settings and options, and how the native module does: seconds become milliseconds, a few
names change. One place for both clients. Defaults and the judgement of values are the core's."""

from __future__ import annotations

from .._hints import install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Final, NoReturn


class NotGiven:
    """The type of :data:`NOT_GIVEN`, the default of arguments that were not given."""

    __slots__ = ()

    def __new__(cls) -> NotGiven:
        # One for all: it is known by its identity.
        made: NotGiven | None = globals().get("NOT_GIVEN")
        return object.__new__(cls) if made is None else made

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"

    def __reduce__(self) -> str:
        return "NOT_GIVEN"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> NoReturn:
        """For pydantic, as used by FastAPI: a server that reads the parameters of a client from a request
        lets its sender choose the address and the key."""
        raise TypeError(
            "settings of a client are not read from requests or data: write Depends() with a function that returns the "
            "client, `def client() -> Client: return shared`, in place of Depends(Client)"
        )


NOT_GIVEN: Final = NotGiven()
"""Leave this argument out. Everywhere: as a parameter, as an option, within a request."""
omit: Final = NOT_GIVEN
"""Another name for :data:`NOT_GIVEN`."""


def milliseconds(name: str, seconds: Any) -> float | None:
    """A time as it crosses, from seconds or a ``timedelta``."""
    if seconds is None:
        return None
    if hasattr(seconds, "total_seconds"):
        seconds = seconds.total_seconds()
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"{name} is a number of seconds, not {type(seconds).__name__}")
    return seconds * 1000.0


_ms = milliseconds


def _map(name: str, value: Any) -> dict[str, Any]:
    try:
        return dict(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is a mapping, not {type(value).__name__}") from None


def _headers(name: str, value: Any) -> dict[str, Any]:
    # Leaving a default header out is spelt either way.
    return {key: None if item is NOT_GIVEN else item for key, item in _map(name, value).items()}


def _query(name: str, value: Any) -> dict[str, Any]:
    query = {}
    for key, item in _map(name, value).items():
        if isinstance(item, bool):
            query[key] = "true" if item else "false"
        elif isinstance(item, int | float):
            query[key] = str(item)
        elif item is not NOT_GIVEN:
            query[key] = item
    return query


def _list(name: str, value: Any) -> list[Any] | None:
    if value is None or isinstance(value, str):
        return None if value is None else [value]
    try:
        return list(value)
    except TypeError:
        raise TypeError(f"{name} is a text or a list of texts, not {type(value).__name__}") from None


def _secret(name: str, value: Any) -> Any:
    # Its value is not shown.
    if isinstance(value, bytes | bytearray):
        raise TypeError(f"{name} is a str, not {type(value).__name__}: write {name}={name}.decode()")
    return value


def _same(name: str, value: Any) -> Any:
    return value


def _group(*times: str, **groups: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    """A setting that holds further ones: those in seconds, and those that hold further ones themselves."""

    def convert(name: str, value: Any) -> Any:
        if value is None:
            return None
        out = {}
        for key, item in _map(name, value).items():
            if key in times:
                out[f"{key}_ms"] = _ms(f"{name}.{key}", item)
            elif key in groups:
                out[key] = groups[key](f"{name}.{key}", item)
            else:
                out[key] = item
        return out

    return convert


if TYPE_CHECKING:
    Table = Mapping[str, tuple[str, Callable[[str, Any], Any]]]

# generated: shared, from schema/settings.toml by `make generate`
_BACKOFF = _group("first", "cap", "jitter")
# end generated

_CALL: Final[Table] = {
    # generated: call, from schema/settings.toml by `make generate`
    "extra_headers": ("headers", _headers),
    "secret_headers": ("secret_headers", _headers),
    "extra_query": ("query", _query),
    "extra_body": ("body_keys", _map),
    "betas": ("beta", _list),
    "user_profile_id": ("user_profile_id", _same),
    "timeout": ("timeout_ms", _ms),
    "total_timeout": ("total_timeout_ms", _ms),
    "first_event_timeout": ("first_event_timeout_ms", _ms),
    "max_retries": ("max_retries", _same),
    "stream_long_answers": ("stream_long_answers", _same),
    "priority": ("priority", _same),
    "labels": ("labels", _list),
    "api_key": ("api_key", _same),
    "auth_token": ("auth_token", _same),
    # end generated
}
"""Options of a call: the user's name, the native one, how the value is converted."""

_DEFAULTS: Final[Table] = {
    **_CALL,
    "default_headers": ("headers", _headers),
    "default_query": ("query", _query),
}
"""Options that a copy of a client may set for its calls."""

_CLIENT: Final[Table] = {
    # generated: client, from schema/settings.toml by `make generate`
    "betas": ("beta", _list),
    "default_headers": ("headers", _headers),
    "extra_headers": ("headers", _headers),
    "secret_headers": ("secret_headers", _headers),
    "default_query": ("query", _query),
    "extra_query": ("query", _query),
    "extra_body": ("body_keys", _map),
    "no_proxy": ("no_proxy", _list),
    "resolve": ("resolve", _map),
    "ca_pem": ("ca_pem", _list),
    "only_ca_pem": ("only_ca_pem", _list),
    "pool": ("pool", _group("idle_timeout", "tcp_keepalive")),
    "connect_timeout": ("connect_timeout_ms", _ms),
    "answer_timeout": ("answer_timeout_ms", _ms),
    "stream_silence_timeout": ("stream_silence_timeout_ms", _ms),
    "stream_progress_timeout": ("stream_progress_timeout_ms", _ms),
    "first_event_timeout": ("first_event_timeout_ms", _ms),
    "long_answer_timeout": ("long_answer_timeout_ms", _ms),
    "total_timeout": ("total_timeout_ms", _ms),
    "deprecated_models": ("deprecated_models", _map),
    "retry": ("retry", _group("max_retry_after", rate_limit=_BACKOFF, server=_BACKOFF, connection=_BACKOFF)),
    "route_for": ("route_for_ms", _ms),
    "labels": ("labels", _list),
    "cache_keep_alive": ("cache_keep_alive_ms", _ms),
    # end generated
}
"""Settings of a client whose name or form differs; all others pass as they are."""

_NAMES = frozenset(_CALL)


def _convert(given: Mapping[str, Any], table: Table) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, value in given.items():
        if value is NOT_GIVEN:
            continue
        target, convert = table.get(name) or (name, _same)
        if name in _SECRETS:
            convert = _secret
        made = convert(name, value)
        if isinstance(made, dict) and isinstance(out.get(target), dict):
            made = out[target] | made
        if made is not None or target not in _SECONDS_OR_COUNT:
            out[target] = made
    return out


_SECRETS = frozenset({"api_key", "auth_token"})

_SECONDS_OR_COUNT = frozenset(
    {
        "beta",
        "no_proxy",
        "ca_pem",
        "only_ca_pem",
        *(target for target, convert in [*_CALL.values(), *_CLIENT.values()] if convert is _ms),
        "max_retries",
        "api_key",
        "auth_token",
        "base_url",
        "carry",
    }
)
"""Settings for which ``None`` means that nothing was said."""


def of_call(request: Any, params: dict[str, Any]) -> tuple[Any, dict[str, Any] | None]:
    """The body and the options of a message call, out of its keyword arguments (a dict of the caller's
    own)."""
    options: dict[str, Any] | None = None
    if not _NAMES.isdisjoint(params):
        options = _convert({name: params.pop(name) for name in _NAMES.intersection(params)}, _CALL)
    if not _USUAL.issuperset(params):
        from .misspelled import check

        check(params.keys() - _USUAL, _NAMES)
    if request is None:
        return params, options
    if params:
        # Parameters beside a ready request win over it.
        options = options or {}
        options["body_keys"] = params | options.get("body_keys", {})
    return request, options


_USUAL: Final = frozenset(
    {
        "max_tokens",
        "messages",
        "metadata",
        "model",
        "output_config",
        "stop_sequences",
        "system",
        "temperature",
        "thinking",
        "tool_choice",
        "tools",
        "top_p",
    }
)
"""Parameters of most requests, which are no slips for options."""


def of_request(params: Mapping[str, Any]) -> dict[str, Any] | None:
    """The options of a raw request."""
    unknown = params.keys() - _NAMES
    if unknown:
        raise unexpected(min(unknown))
    return _convert(params, _CALL) or None


def unexpected(name: str) -> TypeError:
    """The error for an option that no call has."""
    return TypeError(f"request() got an unexpected keyword argument {name!r}")


_OWN_CONNECTIONS: Final = (
    "calls go through connections of this package, which proxy, ca_pem, pool and http_version describe"
)
_ELSEWHERE: Final = {
    "http_client": _OWN_CONNECTIONS,
    "transport": _OWN_CONNECTIONS,
    "mounts": _OWN_CONNECTIONS,
    "proxies": "write proxy with the address of one proxy, and no_proxy",
    "verify": "write ca_pem with further authorities to trust, or only_ca_pem with the only ones",
    "cert": "write client_certificate_pem and client_key_pem",
    "key": "write api_key",
    "token": "write auth_token",
    "url": "write base_url",
    "endpoint": "write base_url",
    "host": "write base_url, with its scheme",
    "headers": "write default_headers",
    "params": "write default_query",
    "retries": "write max_retries",
    "max_retry": "write max_retries",
    "read_timeout": "write timeout, or stream_silence_timeout for streams",
    "organization": "the key tells the service whose it is; write workspace_id for a workspace",
    "project": "the key tells the service whose it is; write workspace_id for a workspace",
}
"""Settings of other libraries, with their replacements."""


def of_client(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a client; ``timeout`` and a function as key are not among them."""
    for name in given.keys() & _ELSEWHERE.keys():
        if given[name] is not None:
            raise TypeError(f"there is no setting {name}: {_ELSEWHERE[name]}")
    if is_given(given.get("limits")) and not isinstance(given["limits"], str):
        # Of httpx they are those of connections.
        raise TypeError(
            "limits is the address of a store of rate limits; for those of connections write pool"
        )
    return _convert(given, _CLIENT)


def of_defaults(given: Mapping[str, Any]) -> dict[str, Any]:
    """Options for all calls of a client, out of those names for which :func:`is_default` holds."""
    return _convert(given, _DEFAULTS)


def is_given(value: Any) -> bool:
    """Whether an argument was given that may be left out, or be ``None`` for the same."""
    return value is not None and value is not NOT_GIVEN


def is_streamed(value: Any) -> bool:
    """The argument ``stream`` of a call. Text such as ``"false"`` would be true."""
    if value is None or value is NOT_GIVEN:
        return False
    if not isinstance(value, int) and type(value).__name__ not in ("bool_", "bool"):
        raise TypeError(f"stream is True or False, not {value!r}")
    return bool(value)


def is_default(name: str) -> bool:
    """Whether a copy of a client may differ by this and still share its connections."""
    return name in _DEFAULTS


def without_secrets(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as they may be pickled.

    Raises ``TypeError`` if one of them is a secret: a pickle ends up on disks and in queues. Which headers are is the
    core's to know; those that it does not know are given as ``secret_headers``.
    """
    from .._native import is_secret_header

    kept = {name: value for name, value in given.items() if value is not NOT_GIVEN and value is not None}
    secrets = ("api_key", "auth_token", "client_key_pem")
    secret = next((name for name in secrets if isinstance(kept.get(name), str | bytes)), None)
    for name in ("default_headers", "extra_headers"):
        sent = (header for header, value in dict(kept.get(name, ())).items() if value)
        if any(map(is_secret_header, sent)):
            secret = f"a header in {name}"
    if kept.get("secret_headers"):
        secret = "what is in secret_headers"
    if kept.get("client_key_pem"):
        secret = "client_key_pem"
    if "@" in str(kept.get("proxy", "")):
        secret = "the password in proxy"
    if secret is not None:
        raise TypeError(
            f"this client does not pickle, since {secret} would be written out: set PARLOUR_API_KEY instead, "
            "or give api_key a function, which pickles by its name"
        )
    return kept


install(globals())
