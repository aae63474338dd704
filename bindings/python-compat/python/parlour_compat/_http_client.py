"""Reads the settings of HTTP clients that programs make for the official SDK: each setting is translated to
that of this package, and one without a counterpart is refused by its name. Nothing is sent through the
clients."""

from __future__ import annotations

import base64
import os
import ssl
import sys
from typing import TYPE_CHECKING, Any, Final, NoReturn

from parlour import NOT_GIVEN

from ._refusals import HTTP_OPTIONS, refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEAST: Final = 100
"""The smallest bound of connections that HTTP libraries set of themselves: one below it was meant."""
_THEIRS: Final = frozenset({"accept", "accept-encoding", "connection", "user-agent"})
"""Headers that such a client has of itself."""


def _refuse(name: str, advice: str | None = None) -> NoReturn:
    raise refusal(f"http_client: {name}", advice or HTTP_OPTIONS[name])


class HTTPClient:
    """The SDK's default client of HTTP: its settings are taken, its methods are not there."""

    is_closed = True
    """There is nothing to close."""
    settings: dict[str, Any]
    """Those of a client of this package."""
    timeout: Any
    """The time limit, where one was given."""

    def __init__(
        self,
        *,
        base_url: Any = None,
        timeout: Any = NOT_GIVEN,
        proxy: Any = None,
        trust_env: bool = True,
        verify: Any = True,
        cert: Any = None,
        http1: bool = True,
        http2: bool = False,
        limits: Any = None,
        headers: Any = None,
        params: Any = None,
        transport: Any = None,
        follow_redirects: bool = True,
        max_redirects: int = 20,
        default_encoding: Any = "utf-8",
        **more: Any,
    ) -> None:
        for name, value in more.items():
            if name not in HTTP_OPTIONS:
                raise TypeError(f"{type(self).__name__}() has no setting {name!r}")
            if value:
                _refuse(name)
        self.timeout = timeout
        # The address is the client's, which the SDK takes; a redirect is an error, and texts are read by this package.
        self.settings = {
            **_of_transport(transport),
            **_of_verify(verify),
            **_of_certificate(cert),
            **_of_versions(http1, http2),
            **_of_limits(limits),
        }
        if proxy is not None:
            self.settings["proxy"] = _proxy(proxy)
        elif not trust_env:
            self.settings["proxy"] = "none"
        if headers:
            self.settings["default_headers"] = dict(headers)
        if params:
            self.settings["default_query"] = dict(params)

    def close(self) -> None:
        """Does nothing."""

    async def aclose(self) -> None:
        """Does nothing."""

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(name)
            _refuse(name, "it sends nothing: write `client.request(method, path)` of `parlour`")


class DefaultHttpxClient(HTTPClient):
    """For a synchronous client."""


class DefaultAsyncHttpxClient(HTTPClient):
    """For an asynchronous client."""


class DefaultAioHttpClient(HTTPClient):
    """The same: no client of this package uses aiohttp."""


def carried(client: Any) -> tuple[dict[str, Any], Any] | None:
    """The settings of a client of HTTP, and its time limit (:data:`NOT_GIVEN` without one); ``None`` for something
    that is none."""
    if isinstance(client, HTTPClient):
        return client.settings, client.timeout
    library = type(client).__module__.partition(".")[0]
    if library not in ("httpx", "httpx2") or type(client).__name__ not in ("Client", "AsyncClient"):
        # A subclass does something of its own.
        return None
    return _of_client(client)


def _of_client(client: Any) -> tuple[dict[str, Any], Any]:
    """The settings of a client of httpx, without its defaults."""
    settings = _of_transport(client._transport)
    if not client.trust_env:
        settings["proxy"] = "none"
    settings |= _of_mounts(client)
    if client.auth is not None:
        _refuse("auth")
    if client.cookies:
        _refuse("cookies")
    if any(client.event_hooks.values()):
        _refuse("event_hooks")
    headers = {name: value for name, value in client.headers.items() if not _is_its_own(name, value)}
    if headers:
        settings["default_headers"] = headers
    if client.params:
        settings["default_query"] = dict(client.params)
    limit = client.timeout
    parts = [getattr(limit, name, None) for name in ("connect", "read", "write", "pool")]
    # The SDK takes the library's own limit for none, too.
    return settings, NOT_GIVEN if parts == [5.0] * 4 else limit


def _is_its_own(name: str, value: str) -> bool:
    return name in _THEIRS and value.startswith(("*/*", "gzip", "keep-alive", "python-httpx"))


def _of_mounts(client: Any) -> dict[str, Any]:
    """The proxy of a client of httpx. Proxies from the environment are left out: this package reads it
    itself."""
    from urllib.request import getproxies

    found = {getattr(key, "pattern", ""): transport for key, transport in client._mounts.items()}
    if not found:
        return {}
    if list(found) == ["all://"] and found["all://"] is not None:
        return _of_transport(found["all://"])
    named = {_of_transport(one).get("proxy", "").rstrip("/") for one in found.values() if one is not None}
    if client.trust_env and named <= {one.rstrip("/") for one in getproxies().values()}:
        return {}
    _refuse("mounts")


def _of_transport(transport: Any) -> dict[str, Any]:
    """The settings of a transport of httpx: it keeps them in its connection pool."""
    if transport is None:
        return {}
    pool: Any = getattr(transport, "_pool", None)
    if type(transport).__name__ not in ("HTTPTransport", "AsyncHTTPTransport") or not hasattr(
        pool, "_ssl_context"
    ):
        _refuse("transport")
    if getattr(pool, "_retries", 0):
        _refuse("transport.retries")
    if getattr(pool, "_socket_options", None):
        _refuse("transport.socket_options")
    settings = {
        **_of_context(pool._ssl_context, _own_context(transport)),
        **_of_versions(pool._http1, pool._http2),
        **_of_pool(pool),
    }
    if pool._local_address is not None:
        settings["local_address"] = pool._local_address
    if pool._uds is not None:
        settings["unix_socket"] = pool._uds
    url = getattr(pool, "_proxy_url", None)
    if url is not None:
        settings["proxy"] = _with_password(url, getattr(pool, "_proxy_headers", ()))
    elif type(pool).__name__ not in ("ConnectionPool", "AsyncConnectionPool"):
        _refuse("transport")
    return settings


def _own_context(transport: Any) -> Any:
    """The context that the library makes where nothing is said."""
    library = sys.modules[type(transport).__module__.partition(".")[0]]
    return library.create_ssl_context()


def _with_password(url: Any, headers: Any) -> str:
    """The address of a proxy with what its header lines say of a user; other header lines are refused."""
    user = ""
    for name, value in headers:
        kind, _, said = value.decode().partition(" ")
        if name.lower() != b"proxy-authorization" or kind != "Basic":
            _refuse("proxy.headers")
        user = base64.b64decode(said).decode() + "@"
    host = url.host.decode()
    return f"{url.scheme.decode()}://{user}{f'[{host}]' if ':' in host else host}:{url.port}"


def _proxy(proxy: Any) -> str:
    """The address of a proxy, given as a text or by its parts."""
    if isinstance(proxy, str):
        return proxy
    url = getattr(proxy, "url", proxy)
    if getattr(proxy, "headers", None):
        _refuse("proxy.headers")
    if getattr(proxy, "ssl_context", None) is not None:
        _refuse("proxy.ssl_context")
    auth = getattr(proxy, "auth", None)
    text = str(url)
    if auth:
        scheme, _, rest = text.partition("://")
        from urllib.parse import quote

        text = f"{scheme}://{quote(auth[0], safe='')}:{quote(auth[1], safe='')}@{rest}"
    return text


def _of_verify(verify: Any) -> dict[str, Any]:
    if verify is True:
        return {}
    if isinstance(verify, ssl.SSLContext):
        return _of_context(verify, None)
    if isinstance(verify, str | os.PathLike) and os.path.isfile(verify):
        return {"only_ca_pem": _text(verify)}
    _refuse("verify")


def _of_context(context: Any, own: Any) -> dict[str, Any]:
    """The authorities that a context trusts, unless it is like the library's own."""
    if type(context).__module__.startswith("truststore"):
        # Those of the system, as here.
        return {}
    if (
        type(context) is not ssl.SSLContext
        or context.verify_mode != ssl.CERT_REQUIRED
        or not context.check_hostname
    ):
        _refuse("verify")
    settings: dict[str, Any] = {}
    newest = ssl.TLSVersion.TLSv1_3
    if context.minimum_version == newest:
        settings["min_tls_version"] = "1.3"
    trusted = context.get_ca_certs(binary_form=True)
    if own is not None and type(own) is ssl.SSLContext and trusted == own.get_ca_certs(binary_form=True):
        return settings
    if not trusted:
        # It reads authorities from a folder when it meets them.
        _refuse("verify")
    settings["only_ca_pem"] = "".join(ssl.DER_cert_to_PEM_cert(one) for one in trusted)
    return settings


def _of_certificate(cert: Any) -> dict[str, Any]:
    if cert is None:
        return {}
    parts = (cert, cert) if isinstance(cert, str | os.PathLike) else tuple(cert)
    if len(parts) != 2:
        _refuse("cert")
    return {"client_certificate_pem": _text(parts[0]), "client_key_pem": _text(parts[1])}


def _text(path: Any) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _of_versions(http1: bool, http2: bool) -> dict[str, Any]:
    if not http2:
        return {}
    return {"http_version": "negotiate" if http1 else "2"}


def _of_pool(pool: Any) -> dict[str, Any]:
    """The bounds of a pool, unless they are those that the library has of itself."""
    _bound(pool._max_connections)
    idle, expiry = pool._max_keepalive_connections, pool._keepalive_expiry
    kept: dict[str, Any] = {}
    if idle not in (20, sys.maxsize):
        kept["max_idle_per_host"] = idle
    if expiry != 5.0:
        kept["idle_timeout"] = expiry
    return {"pool": kept} if kept else {}


def _of_limits(limits: Any) -> dict[str, Any]:
    if limits is None:
        return {}
    _bound(limits.max_connections)
    idle = limits.max_keepalive_connections
    kept = {} if idle is None else {"max_idle_per_host": idle}
    return {"pool": {**kept, "idle_timeout": limits.keepalive_expiry}}


def _bound(connections: int | None) -> None:
    if connections is not None and connections < _LEAST:
        _refuse("limits.max_connections")


def merged(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a client merged with those of its HTTP client; its own win."""
    settings = dict(given)
    http = settings.get("http_client")
    if http is None or http is NOT_GIVEN:
        settings.pop("http_client", None)
        return settings
    found = carried(http)
    if found is None:
        return settings
    del settings["http_client"]
    theirs, timeout = found
    for name, value in theirs.items():
        own = settings.get(name)
        if own is None or own is NOT_GIVEN:
            settings[name] = value
        elif name in ("default_headers", "default_query"):
            settings[name] = {**value, **own}
    if settings.get("timeout", NOT_GIVEN) is NOT_GIVEN and timeout is not NOT_GIVEN:
        settings["timeout"] = timeout
    return settings
