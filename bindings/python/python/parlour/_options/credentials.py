"""Credentials as a function of the caller returns them, and how its result is read."""

from __future__ import annotations

from .._hints import install
from .._native import CredentialRequest
from .options import milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import timedelta
    from typing import Any


class Credential:
    """Identifies the caller of one attempt, or of all attempts until it expires: a key, a token, headers.

    All of it is a secret: nothing prints it.

    :param api_key: an API key, sent as ``x-api-key``.
    :param auth_token: in its place a token, sent as ``authorization: Bearer``.
    :param headers: headers to send too, in place of those of the same names; a signature, for example.
    :param url: the address to send the request to, query included, in place of its own. To another origin than that of
        ``base_url`` goes no key, no token and no header that holds a secret, but for ``headers``.
    :param valid_for: how long the credential fits every request, in seconds: it is kept, and the function is not asked
        until shortly before the end or a refusal.
    """

    __slots__ = ("api_key", "auth_token", "headers", "url", "valid_for")

    def __init__(
        self,
        *,
        api_key: str | None = None,
        auth_token: str | None = None,
        headers: Mapping[str, str] | None = None,
        url: str | None = None,
        valid_for: float | timedelta | None = None,
    ) -> None:
        self.api_key = api_key
        self.auth_token = auth_token
        self.headers = headers
        self.url = url
        self.valid_for = valid_for

    def __repr__(self) -> str:
        given = [f"{name}=…" for name in self.__slots__ if getattr(self, name) is not None]
        return f"Credential({', '.join(given)})"

    def __reduce__(self) -> str | tuple[Any, ...]:
        raise TypeError("a Credential does not pickle: it holds secrets")


class Hook:
    """The user's function for credentials, which sees each attempt; a function for keys is called without arguments."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[[CredentialRequest], Any]) -> None:
        if not callable(function):
            raise TypeError(f"credentials is a function, not {type(function).__name__}")
        self.function = function


class Asking:
    """In place of the function for a key, for a client whose hooks are asked."""

    __slots__ = ("around", "hooks", "key")

    def __init__(self, key: Any, hooks: list[object], around: list[Any]) -> None:
        self.key = key
        self.hooks = hooks
        self.around = around
        """The hooks around tools."""


def key_of(key: Any) -> Any:
    """The function for a key alone."""
    return key.key if type(key) is Asking else key


def fields(value: Any) -> dict[str, Any]:
    """The fields of the credential; :class:`TypeError` if the function returned anything else."""
    if not isinstance(value, Credential):
        raise TypeError(f"the credentials function gave {type(value).__name__}, not Credential")
    return {
        "api_key": value.api_key,
        "auth_token": value.auth_token,
        "headers": None if value.headers is None else dict(value.headers),
        "url": value.url,
        "valid_for_ms": milliseconds("valid_for", value.valid_for),
    }


install(globals())
