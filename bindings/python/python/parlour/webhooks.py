"""Whether a request to a webhook is from the service (protocol §8.10). It must not be imported by the rest of the
package.

from parlour import webhooks

event = webhooks.verify(body, request.headers, secret)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast

from ._hints import install
from ._native import refuse_webhook, to_utf8, typed
from ._types import resources as _resource_types
from ._types.errors import ParlourError

__all__ = ["WebhookEvent", "WebhookVerificationError", "unwrap", "verify"]

WebhookEvent = _resource_types.WebhookEvent

Kind = Literal["secret", "header", "timestamp", "age", "signature", "body"]


class WebhookVerificationError(ParlourError):
    """A webhook was refused: answer it with the status 400. The text says nothing of a secret or of the signature that
    would fit."""

    def __init__(self, message: str, kind: Kind) -> None:
        super().__init__(message)
        self.reason = kind
        """``"secret"``: one cannot be used; ``"header"``: one is missing or repeated; ``"timestamp"``: it is
        no number; ``"age"``: it is too far from now; ``"signature"``: none fits; ``"body"``: it is signed and no
        event."""


def verify(
    body: bytes | bytearray | str,
    headers: Mapping[str, Any] | Iterable[tuple[Any, Any]],
    secrets: str | Iterable[str],
    *,
    tolerance: float | None = None,
    now: float | None = None,
) -> WebhookEvent:
    """The event of a request, by its raw body and its headers, as a mapping or as pairs, of ``str`` or ``bytes``.

    ``secrets`` are as the service shows them; several are taken, so that one can be replaced while both are in use.
    ``tolerance`` is how far the timestamp may be from now, in seconds (300 unless set); ``now`` is seconds since the
    epoch, the present unless set. Raises :class:`WebhookVerificationError`. Answer with 200 at once and work
    afterwards; the same event may come again, with the same id.
    """
    raw = to_utf8(body) if isinstance(body, str) else bytes(body)
    given = [secrets] if isinstance(secrets, str) else list(secrets)
    refused = refuse_webhook(raw, _lines(headers), given, tolerance, now)
    if refused is not None:
        kind, why = refused
        raise WebhookVerificationError(why, cast("Kind", kind))
    return cast("WebhookEvent", typed("WebhookEvent", raw))


def unwrap(
    payload: bytes | bytearray | str,
    *,
    headers: Mapping[str, Any] | Iterable[tuple[Any, Any]],
    key: str | Iterable[str],
    tolerance: float | None = None,
) -> WebhookEvent:
    """:func:`verify` with the parameters of the official SDK."""
    return verify(payload, headers, key, tolerance=tolerance)


def _lines(headers: Any) -> list[tuple[str, str]]:
    # A mapping of several values for a name gives all of them where it can: two signatures are one too many.
    if hasattr(headers, "multi_items"):
        pairs = headers.multi_items()
    elif hasattr(headers, "items"):
        pairs = headers.items()
    else:
        pairs = headers
    return [(_text(name), _text(value)) for name, value in pairs]


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


install(globals())
