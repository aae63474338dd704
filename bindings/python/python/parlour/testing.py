"""The service in this process, for the tests of programs that use parlour. The fixture ``parlour_emulator``
is in ``_pytest_plugin``, which pytest loads through the package's entry point."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from . import _native
from ._hints import install
from ._types.headers import Headers

if TYPE_CHECKING:
    from ._async.client import AsyncClient
    from ._sync.client import Client

Reply: TypeAlias = Mapping[str, Any] | str
"""A scripted reply, as in the README, or the name of a known fault."""

_WAIT = 10.0


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """One request as it arrived."""

    method: str
    """Method in upper case."""
    path: str
    """Path without query."""
    query: str
    """Query without ``?``; empty when there is none."""
    headers: Headers
    """Header lines; names are compared without case."""
    body: bytes
    """Body after transfer decoding."""
    http_version: str
    """``HTTP/1.0``, ``HTTP/1.1`` or ``HTTP/2``."""
    connection: int
    """Number of the connection, counted from 1: equal numbers mean a reused connection."""

    def json(self) -> Any:
        """The body as plain Python values."""
        return _native.from_json(self.body)


class Emulator:
    """The service on ``127.0.0.1``, on a thread of its own; all methods may be called from any thread.

    It runs from construction to :meth:`stop` or the end of the ``with`` block. Requests are answered by
    scripted replies in their order, then by a small deterministic model.

    ``requests_per_minute`` and its like set the rate limits it enforces, ``pace`` the seconds between the
    events of the model's streams, ``vendor``, ``version`` and ``betas`` the values that it requires
    (``None``: any vendor and beta, and the versions of both dialects; ``version="any"`` accepts every
    version).
    """

    def __init__(
        self,
        *,
        vendor: str | None = None,
        version: str | None = None,
        betas: list[str] | None = None,
        seed: int = 0,
        api_key: str | None = None,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        input_tokens_per_minute: int | None = None,
        output_tokens_per_minute: int | None = None,
        pace: float = 0.0,
        batch_polls: int = 2,
        port: int = 0,
        models: Literal["any", "known"] | None = None,
    ) -> None:
        self._vendor = vendor
        self._native = _native.Emulator(
            vendor=vendor,
            version=version,
            betas=betas,
            seed=seed,
            api_key=api_key,
            requests_per_minute=requests_per_minute,
            tokens_per_minute=tokens_per_minute,
            input_tokens_per_minute=input_tokens_per_minute,
            output_tokens_per_minute=output_tokens_per_minute,
            pace_ms=pace * 1000.0,
            batch_polls=batch_polls,
            port=port,
            models=models,
        )

    @property
    def url(self) -> str:
        """Base address, for ``Client(base_url=...)``."""
        return self._native.url

    @property
    def api_key(self) -> str:
        """The key it accepts."""
        return self._native.api_key

    def client(self, **settings: Any) -> Client:
        """A client of this service that takes nothing from the environment."""
        from ._sync.client import Client

        return Client(**self._settings(settings))

    def async_client(self, **settings: Any) -> AsyncClient:
        """As :meth:`client`, the asynchronous one."""
        from ._async.client import AsyncClient

        return AsyncClient(**self._settings(settings))

    def _settings(self, settings: dict[str, Any]) -> dict[str, Any]:
        ours = {"base_url": self.url, "vendor": self._vendor or "svc", "from_env": False}
        if "auth_token" not in settings and "credentials" not in settings:
            ours["api_key"] = self.api_key
        return ours | settings

    @property
    def requests(self) -> list[RecordedRequest]:
        """The requests that it received, oldest first. Also after :meth:`stop`."""
        return [
            RecordedRequest(
                method=seen["method"],
                path=seen["path"],
                query=seen["query"],
                headers=Headers(seen["headers"]),
                body=seen["body"],
                http_version=seen["http_version"],
                connection=seen["connection"],
            )
            for seen in self._native.requests()
        ]

    def push(self, *replies: Reply) -> None:
        """Adds scripted replies; each answers one request, or as many as its ``repeat`` says."""
        for reply in replies:
            self._native.push_json(json.dumps(reply if isinstance(reply, str) else dict(reply)))

    def script(self, replies: list[Mapping[str, Any]]) -> None:
        """Adds a whole script of replies."""
        self._native.script_json(json.dumps([dict(reply) for reply in replies]))

    @property
    def script_left(self) -> int:
        """How many scripted replies no request has used up."""
        return self._native.script_left

    def clear(self) -> None:
        """Forgets the requests and the rest of the script."""
        self._native.clear()

    def set_keys(self, *keys: str) -> None:
        """Replaces the keys it accepts, as a rotation does. :attr:`api_key` keeps its value."""
        self._native.set_keys(list(keys))

    @property
    def open_connections(self) -> int:
        """Connections that are open now."""
        return self._native.open_connections

    @property
    def accepted_connections(self) -> int:
        """Connections accepted since the start."""
        return self._native.accepted_connections

    @property
    def closed_early(self) -> int:
        """Answers whose client went away before their end."""
        return self._native.closed_early

    def wait_requests(self, count: int, timeout: float = _WAIT) -> bool:
        """Waits until that many requests were received; false if not within ``timeout`` seconds."""
        return self._native.wait_requests(count, timeout)

    def wait_closed_early(self, count: int, timeout: float = _WAIT) -> bool:
        """Waits until that many answers were left early; false if not within ``timeout`` seconds."""
        return self._native.wait_closed_early(count, timeout)

    def wait_open_connections(self, count: int, timeout: float = _WAIT) -> bool:
        """Waits until exactly that many connections are open; false if not within ``timeout`` seconds."""
        return self._native.wait_open_connections(count, timeout)

    def stop(self) -> None:
        """Closes the listener and every connection. Recorded requests stay readable."""
        self._native.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"Emulator(url={self.url!r})"


__all__ = ["Emulator", "RecordedRequest", "Reply"]


install(globals())
