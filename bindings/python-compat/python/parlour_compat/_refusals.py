"""Features of the official SDK that this package lacks, each with a sentence that says what to write instead.
One table for the modules of ``parlour.compat`` and for its ``check``. It must not decide anything.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

_TRANSPORT = (
    "calls do not go through httpx: write `proxy`, `ca_pem`, `pool` or `http_version` among the settings of the "
    "client; for tests, `parlour.testing.Emulator`"
)
HTTP_OPTIONS: Final[dict[str, str]] = {
    "auth": "write `credentials=` with a hook that signs each attempt",
    "cert": "write `client_certificate_pem` and `client_key_pem` among the settings of the client, without a password",
    "cookies": "write `default_headers={'cookie': ...}` among the settings of the client",
    "event_hooks": "each attempt is a record of the logger `parlour`; write `credentials=` with a hook to sign them",
    "limits.max_connections": "connections have no bound: leave it out, or hold calls back with a semaphore",
    "mounts": "write `proxy` with the address of one proxy, and `no_proxy` with the hosts that need none",
    "proxies": "write `proxy` with the address of one proxy",
    "proxy.headers": "write `proxy` with an address that has the user and the password",
    "proxy.ssl_context": "write `ca_pem` among the settings of the client: it counts for proxies too",
    "transport": _TRANSPORT,
    "app": _TRANSPORT,
    "transport.retries": "write `max_retries` among the settings of the client: it counts for connections too",
    "transport.socket_options": "write `pool={'tcp_keepalive': seconds}` among the settings of the client",
    "verify": "certificates are checked always: write `ca_pem` or `only_ca_pem` with the text of a PEM file among the "
    "settings of the client",
}
"""Settings of a client of HTTP that have no counterpart, or another form."""
_PROFILES = (
    "profiles in files are not read: write `api_key`, `auth_token` and `base_url`, or set the environment"
)
_REST = "use `client.request(method, path, body=...)` of `parlour`, which has the same credential, retries and errors"
_CLOUD = "write `parlour.Client(base_url=..., credentials=...)`: its hook signs each attempt and may send it elsewhere"
_COMPLETIONS = "the text completions are gone from the service: use `client.messages.create()`"
_LINES = "the answer is read by this package: take `.parse()`, or leave `stream=True` out for its lines"

_REQUEST = "the request is made in native code: use `client.request(method, path, body=...)`"
_RESOURCE = "write a class of your own around a client: `client.request(method, path, body=...)` sends what it is given"
_EVENTS = "the answer is read by this package: iterate over the stream, whose events are typed"
_WAITS = "write `retry` among the settings of the client, which has the schedule of waits"
_TOOLSET = "answer the calls of a toolset in a loop over `tool_use` blocks, or write a `parlour.ComputerTool`"
_CREDENTIALS = "write `api_key=` with a function that gives the key, or `credentials=` with a hook that signs"

CLIENT_OPTIONS: Final[dict[str, str]] = {
    "http_client": _TRANSPORT,
    "transport": _TRANSPORT,
    "proxies": "write `proxy` with the address of one proxy",
    "connection_pool_limits": "write `pool` among the settings",
    "middleware": "there is no middleware: write `default_headers` for headers, or `credentials=` with a hook that "
    "signs each attempt or sends it elsewhere; each attempt is a record of the logger `parlour`; to see answers, wrap "
    "`client.messages.create`",
    "profile": _PROFILES,
    "config": _PROFILES,
    "open_telemetry": "use an instrumentation of the SDK, which works here too; each attempt is a record of the "
    "logger `parlour`",
    "workload_identity": "write `api_key=` with a function that gives the key, which is asked for each call",
}
"""Settings of a client."""

CALL_OPTIONS: Final[dict[str, str]] = {
    "idempotency_key": "the service has no such header: leave it out, or write `extra_headers` for a gateway that has",
    "http_client": _TRANSPORT,
    "middleware": CLIENT_OPTIONS["middleware"],
    "thread": "leave `thread` out: the history is sent whole, and the prompt cache keeps what is in it",
    "event_handler": "loop over the events of the stream, or over `text_stream`, in its block",
    "workspace_id": "write `client.with_options(workspace_id=...)`, which makes a copy with the same connections",
    "compaction_control": "write `context_management` among the parameters: the service shortens the history itself",
}
"""Options of a call."""

MEMBERS: Final[dict[str, str]] = {
    "completions": _COMPLETIONS,
    "organization": _REST,
    "user_profiles": _REST,
    "agents": _REST,
    "environments": _REST,
    "sessions": _REST,
    "deployments": _REST,
    "deployment_runs": _REST,
    "vaults": _REST,
    "memory_stores": _REST,
    "dreams": _REST,
    "tunnels": _REST,
    "prompt_caching": "caching needs no beta: use `client.messages.create()` with `cache_control`",
    "build_request": _REQUEST,
    "auth_headers": "the credential stays in native code: write `credentials=` with a hook to sign attempts yourself",
    "custom_auth": "write `credentials=` with a hook that signs each attempt",
    "default_query": "the settings of a client are read where they were given",
    "platform_headers": _REQUEST,
    "thread": "keep the history in a `parlour.Conversation`, which is sent whole; the prompt cache keeps what is in it",
    "user_agent": _REQUEST,
    "get_api_list": "write `for item in client.models.list()`, or ask for pages with `client.get(path)`",
    "with_raw_response": "write it behind the resource: `client.messages.with_raw_response`",
    "with_streaming_response": "write it behind the resource: `client.messages.with_streaming_response`",
    "count_tokens": "write `client.messages.count_tokens(model=..., messages=...)`",
    "get_tokenizer": "write `client.messages.count_tokens(model=..., messages=...)`",
}
"""Members of a client."""

SKILL_CONTENT: Final = (
    "write `client.get(f'/v1/skills/{skill_id}/versions/{version}/content', cast_to=bytes)`, which gives the "
    "archive"
)
"""Of the content of a skill's version, which is no method here."""
_STREAM: Final = "write `client.request(method, path, stream=True)`"
REQUEST_OPTIONS: Final[dict[str, str]] = {
    "stream": _STREAM,
    "stream_cls": _STREAM,
    "content": "write `client.request(method, path, content=..., media_type=...)`",
    "files": "write `client.files.upload(...)`, or `client.request(method, path, form=...)`",
}
"""Options of a request of one's own."""

INTERNALS: Final[dict[str, str]] = {
    "_client": _TRANSPORT,
    "_custom_query": MEMBERS["default_query"],
    "_platform": _REQUEST,
    "_prepare_options": CLIENT_OPTIONS["middleware"],
    "_prepare_request": CLIENT_OPTIONS["middleware"],
    "_request": _REQUEST,
    "credentials": MEMBERS["default_query"],
    "middleware": CLIENT_OPTIONS["middleware"],
    "open_telemetry": CLIENT_OPTIONS["open_telemetry"],
    "qs": _REQUEST,
    "with_middleware": CLIENT_OPTIONS["middleware"],
}
"""Members that programs reach into."""

NAMES: Final[dict[str, str]] = {
    "HUMAN_PROMPT": _COMPLETIONS,
    "AI_PROMPT": _COMPLETIONS,
    "Transport": _TRANSPORT,
    "ProxiesTypes": CLIENT_OPTIONS["proxies"],
    **dict.fromkeys(
        (
            "APIRequest",
            "AsyncCallNext",
            "AsyncMiddlewareCallable",
            "CallNext",
            "Middleware",
            "MiddlewareCallable",
            "MiddlewareInput",
        ),
        CLIENT_OPTIONS["middleware"],
    ),
    **dict.fromkeys(
        ("BetaFallbackState", "BetaRefusalFallbackMiddleware"),
        "write `fallbacks=[{'model': ...}]` among the parameters: the service asks the other model itself",
    ),
    **dict.fromkeys(
        (
            "CredentialsFile",
            "EnvToken",
            "IdentityTokenFile",
            "InMemoryConfig",
            "TokenCache",
            "WorkloadIdentityCredentials",
            "default_credentials",
        ),
        _CREDENTIALS,
    ),
    **dict.fromkeys(
        ("BetaLocalFilesystemMemoryTool", "BetaAsyncLocalFilesystemMemoryTool"),
        "write the methods of a `parlour.MemoryTool`: the example `memory.py` of this package keeps notes as files",
    ),
    **dict.fromkeys(
        (
            "BetaAbstractBrowserToolset20260801",
            "BetaAbstractComputerToolset20260801",
            "BetaAsyncAbstractBrowserToolset20260801",
            "BetaAsyncAbstractComputerToolset20260801",
        ),
        _TOOLSET,
    ),
    **dict.fromkeys(("BetaMessageThread", "BetaAsyncMessageThread"), MEMBERS["thread"]),
    "SyncAPIResource": _RESOURCE,
    "AsyncAPIResource": _RESOURCE,
    "SyncHttpxClientWrapper": _TRANSPORT,
    "AsyncHttpxClientWrapper": _TRANSPORT,
    "FinalRequestOptions": _REQUEST,
    "make_request_options": _REQUEST,
    "SSEDecoder": _EVENTS,
    "ServerSentEvent": _EVENTS,
    "DEPRECATED_MODELS": "ask the service: `client.models.retrieve(model)` has `deprecated_at` and `retires_at`",
    "MODEL_NONSTREAMING_TOKENS": "long answers need no list: a whole answer that may take long is streamed inside",
    "INITIAL_RETRY_DELAY": _WAITS,
    "MAX_RETRY_DELAY": _WAITS,
    "DEFAULT_CONNECTION_LIMITS": CLIENT_OPTIONS["connection_pool_limits"],
    "mcp_tool": "a session of MCP is asynchronous: use `AsyncClient` with `async_mcp_tool`",
}
"""Names of the modules."""

CLOUDS: Final = ("Bedrock", "BedrockMantle", "Vertex", "Foundry", "AWS", "GoogleCloud")
"""How the names of the clients for other hosts end, behind the vendor's."""


class CompatError(TypeError, AttributeError):
    """A feature of the official SDK that this package lacks was used; the text says what to write instead."""


def refusal(name: str, advice: str) -> CompatError:
    """The error for one of these."""
    return CompatError(f"parlour.compat has no `{name}`: {advice}")


def refusing(name: str, advice: str) -> Any:
    """A method that raises its sentence."""

    def refuse(self: object, *args: object, **named: object) -> NoReturn:
        raise refusal(name, advice)

    refuse.__doc__ = "Refused."
    return refuse


def refuse_options(given: dict[str, Any], table: dict[str, str]) -> None:
    """Raises for the options that are not there; takes those away that say nothing."""
    for name in table.keys() & given.keys():
        if given.pop(name):
            raise refusal(name, table[name])


class _Refused(type):
    """The class of names that can be imported and not be used: an import of many names is no reason to fail."""

    _advice: str

    def __call__(cls, *args: object, **named: object) -> NoReturn:
        raise refusal(cls.__name__, cls._advice)

    __add__ = __radd__ = __call__
    # No `__iter__`: tracers ask whether they were given several classes.
    __contains__ = __getitem__ = __call__

    def __instancecheck__(cls, value: object) -> NoReturn:
        raise refusal(cls.__name__, cls._advice)

    def __format__(cls, spec: str) -> str:
        raise refusal(cls.__name__, cls._advice)


class _Absent(_Refused):
    """As its base, for classes of which nothing here is one: frameworks ask so of each client."""

    def __instancecheck__(cls, value: object) -> bool:  # type: ignore[override]
        return False


def refused(name: str, advice: str, *, absent: bool = False) -> Any:
    """Something by this name that raises its sentence when it is used. ``absent``: it may be asked for instances."""
    kind = _Absent if absent else _Refused
    # Tracers wrap this method of every client that they know.
    members = {"request": refusing(f"{name}.request()", advice)} if absent else {}
    return kind(name, (), {"_advice": advice, "__doc__": advice, "__module__": "parlour_compat", **members})


def is_refused(value: object) -> bool:
    """Whether something is a name that can be imported and not be used."""
    return isinstance(value, _Refused)


CLOUD_ADVICE: Final = _CLOUD
LINES_ADVICE: Final = _LINES
