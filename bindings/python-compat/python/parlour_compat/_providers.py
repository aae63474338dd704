"""Credentials as the official SDK takes them: a function without arguments that returns a token and its
expiry. They become hooks of this package."""

from __future__ import annotations

import inspect
import time
from typing import TYPE_CHECKING, Any, Final

from parlour import Credential

from ._values import UNLIMITED

if TYPE_CHECKING:
    from parlour import CredentialRequest

BETA: Final = "oauth-2025-04-20"
"""The beta that the SDK sends with such a token."""


class AccessToken:
    """A token, and when it ends in seconds since 1970: ``None`` for never, 0 for one that is asked for each time."""

    __slots__ = ("expires_at", "token")

    def __init__(self, token: str, expires_at: float | None = None) -> None:
        self.token = token
        self.expires_at = expires_at

    def __repr__(self) -> str:
        return f"AccessToken(token='**********', expires_at={self.expires_at!r})"


class StaticToken:
    """Gives one token."""

    __slots__ = ("_token",)

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, *, force_refresh: bool = False) -> AccessToken:
        return AccessToken(self._token)


def _credential(made: Any) -> Any:
    if not isinstance(made, AccessToken):
        return made
    if made.expires_at is None:
        return Credential(auth_token=made.token, valid_for=UNLIMITED)
    left = made.expires_at - time.time()
    return Credential(auth_token=made.token, valid_for=left if left > 0 else None)


def is_provider(given: Any) -> bool:
    """Whether a function is one of the SDK's kind; a hook of this package takes the request."""
    if not callable(given):
        return False
    try:
        parameters = inspect.signature(given).parameters.values()
    except (TypeError, ValueError):
        return False
    takes = [
        one
        for one in parameters
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD, one.VAR_POSITIONAL)
    ]
    return not takes or takes[0].name == "force_refresh"


def hook_of(provider: Any) -> Any:
    """The hook that asks a function of the SDK's kind."""
    parameters = inspect.signature(provider).parameters.values()
    is_told = any(one.name == "force_refresh" or one.kind is one.VAR_KEYWORD for one in parameters)

    def ask(request: CredentialRequest) -> Any:
        return provider(force_refresh=request.after_refusal) if is_told else provider()

    # An object whose call is a coroutine is one too.
    if any(map(inspect.iscoroutinefunction, (provider, type(provider).__call__))):

        async def later(request: CredentialRequest) -> Any:
            return _credential(await ask(request))

        return later
    return lambda request: _credential(ask(request))
