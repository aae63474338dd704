"""From the ``config`` and ``options`` of a line to the arguments of the client.

Times of the harness are milliseconds; the package wants seconds.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from hooks import Hook

import parlour

Line = Mapping[str, Any]

_SAME = {
    "headers": "default_headers",
    "query": "default_query",
    "resolve": "resolve",
    "deprecated_models": "deprecated_models",
    "prices": "prices",
    "spending_limits": "spending_limits",
    "hedge": "hedge",
    "routes": "routes",
    "budget": "budget",
    "recordings": "recordings",
    "clock": "clock",
    # generated: same, from schema/settings.toml by `make generate`
    "vendor": "vendor",
    "version": "version",
    "beta": "betas",
    "user_profile_id": "user_profile_id",
    "workspace_id": "workspace_id",
    "user_agent_suffix": "user_agent_suffix",
    "allow_plain_http": "allow_plain_http",
    "http_version": "http_version",
    "proxy": "proxy",
    "no_proxy": "no_proxy",
    "unix_socket": "unix_socket",
    "local_address": "local_address",
    "client_certificate_pem": "client_certificate_pem",
    "client_key_pem": "client_key_pem",
    "min_tls_version": "min_tls_version",
    "ca_pem": "ca_pem",
    "only_ca_pem": "only_ca_pem",
    "stream_long_answers": "stream_long_answers",
    "max_event_bytes": "max_event_bytes",
    "max_error_body_bytes": "max_error_body_bytes",
    "max_response_bytes": "max_response_bytes",
    "max_stream_bytes": "max_stream_bytes",
    "max_request_bytes": "max_request_bytes",
    "log_bodies": "log_bodies",
    "deprecation_warnings": "deprecation_warnings",
    "idempotency_header": "idempotency_header",
    "max_retries": "max_retries",
    "pacing": "pacing",
    "priority": "priority",
    "max_in_flight": "max_in_flight",
    "max_in_flight_per_host": "max_in_flight_per_host",
    "adaptive_in_flight": "adaptive_in_flight",
    "limits": "limits",
    "requests_per_minute": "requests_per_minute",
    "tokens_per_minute": "tokens_per_minute",
    "input_tokens_per_minute": "input_tokens_per_minute",
    "output_tokens_per_minute": "output_tokens_per_minute",
    "ledger": "ledger",
    "route_after": "route_after",
    "labels": "labels",
    "call_log": "call_log",
    "cache": "cache",
    "cache_warm_up": "cache_warm_up",
    # end generated
}
"""Settings whose value the package takes as it is: the name in a case, the name of the argument."""

_TIMES = (
    # generated: times, from schema/settings.toml by `make generate`
    "connect_timeout",
    "answer_timeout",
    "stream_silence_timeout",
    "stream_progress_timeout",
    "first_event_timeout",
    "long_answer_timeout",
    "total_timeout",
    "route_for",
    "cache_keep_alive",
    # end generated
)
"""Arguments in seconds; in a case they end in ``_ms``."""

_CALL_SAME = {
    "headers": "extra_headers",
    "query": "extra_query",
    # generated: call same, from schema/settings.toml by `make generate`
    "beta": "betas",
    "user_profile_id": "user_profile_id",
    "max_retries": "max_retries",
    "stream_long_answers": "stream_long_answers",
    "priority": "priority",
    "labels": "labels",
    "api_key": "api_key",
    "auth_token": "auth_token",
    # end generated
}
"""Options of a call whose value the package takes as it is."""

_CALL_TIMES = (
    # generated: call times, from schema/settings.toml by `make generate`
    "timeout",
    "total_timeout",
    "first_event_timeout",
    # end generated
)
"""Options of a call in seconds."""


def of_client(line: Line, *, is_async: bool) -> dict[str, Any]:
    """The arguments of ``Client`` or ``AsyncClient`` for a line. The environment plays no part."""
    config = line.get("config") or {}
    out: dict[str, Any] = {"from_env": False, "base_url": line["base_url"]}
    for theirs, ours in _SAME.items():
        if theirs in config:
            out[ours] = config[theirs]
    for name in _TIMES:
        if f"{name}_ms" in config:
            out[name] = config[f"{name}_ms"] / 1000
    if "retry" in config:
        out["retry"] = _retry(config["retry"])
    auth = config.get("auth", "key")
    if auth == "key":
        out["api_key"] = line["api_key"]
    elif auth == "bearer":
        out["auth_token"] = line["api_key"]
    elif auth == "none":
        out["no_credentials"] = True
    elif auth == "provider":
        out["api_key"] = _provider(config["keys"], is_async=is_async)
    elif auth == "keys":
        out["api_keys"] = config["keys"]
    elif auth == "hook":
        out["credentials"] = _hook(config["credentials"], is_async=is_async)
    elif auth != "unset":
        raise SystemExit(f"unknown auth {auth!r}")
    if "hooks" in config:
        out["hooks"] = [Hook(row, is_async=is_async) for row in config["hooks"]]
    unknown = (
        config.keys()
        - _SAME.keys()
        - {f"{name}_ms" for name in _TIMES}
        - {"retry", "auth", "keys", "credentials", "hooks"}
    )
    if unknown:
        raise SystemExit(f"unknown settings {sorted(unknown)}")
    return out


def of_call(options: Line) -> dict[str, Any]:
    """The keyword arguments of a call for its ``options``."""
    out: dict[str, Any] = {}
    for name, value in options.items():
        if name in _CALL_SAME:
            out[_CALL_SAME[name]] = value
        elif name.removesuffix("_ms") in _CALL_TIMES:
            out[name.removesuffix("_ms")] = value / 1000
        elif name == "body_keys":
            out["extra_body"] = {key: json.loads(text) for key, text in value.items()}
        else:
            raise SystemExit(f"unknown option {name!r}")
    return out


def _retry(policy: Line) -> dict[str, Any]:
    """The same policy with its times in seconds and without the mark of the unit."""
    out: dict[str, Any] = {}
    for name, value in policy.items():
        if isinstance(value, Mapping):
            out[name] = _retry(value)
        elif name.endswith("_ms"):
            out[name.removesuffix("_ms")] = value / 1000
        else:
            out[name] = value
    return out


def _provider(keys: list[str], *, is_async: bool) -> Callable[[], str | Awaitable[str]]:
    """Gives the keys one after the other, and the last one for ever."""
    left = list(keys)

    def given() -> str:
        return left.pop(0) if len(left) > 1 else left[0]

    async def awaited() -> str:
        return given()

    return awaited if is_async else given


def _hook(rows: list[Line], *, is_async: bool) -> Callable[[parlour.CredentialRequest], Any]:
    """Gives the listed credentials one after the other, and the last one for ever."""
    left = list(rows)

    def given(request: parlour.CredentialRequest) -> parlour.Credential:
        return _credential(left.pop(0) if len(left) > 1 else left[0], request)

    async def awaited(request: parlour.CredentialRequest) -> parlour.Credential:
        return given(request)

    return awaited if is_async else given


def _credential(row: Line, request: parlour.CredentialRequest) -> parlour.Credential:
    if "fail" in row:
        raise RuntimeError(row["fail"])
    headers = dict(row.get("headers", {}))
    if "sign" in row:
        refused = "true" if request.after_refusal else "false"
        head = f"{request.attempt} {refused} {request.method} {request.url}\n"
        if request.body is None:
            raise RuntimeError("a body that is a stream cannot be signed")
        digest = 0xCBF29CE484222325
        for byte in head.encode() + request.body:
            digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        headers[row["sign"]] = f"{digest:016x}"
    valid_for = row.get("valid_for_ms")
    return parlour.Credential(
        api_key=row.get("api_key"),
        auth_token=row.get("auth_token"),
        headers=headers or None,
        url=row.get("url"),
        valid_for=None if valid_for is None else valid_for / 1000,
    )
