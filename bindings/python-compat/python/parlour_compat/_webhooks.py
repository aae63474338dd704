"""``client.beta.webhooks``: calls of the service, whose signatures are checked."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from parlour import webhooks
from parlour.types import WebhookEvent

if TYPE_CHECKING:
    from collections.abc import Mapping


class Secret(str):
    """A key that is not pickled."""

    __slots__ = ()

    def __reduce__(self) -> Any:
        return type(None), ()


class Webhooks:
    """The calls of the service to the program."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def unwrap(
        self, payload: str | bytes, *, headers: Mapping[str, str], key: str | bytes | None = None
    ) -> WebhookEvent:
        """Checks the signature, and gives the event."""
        if key is None:
            key = self._client.webhook_key or os.environ.get(
                f"{self._client.vendor.upper()}_WEBHOOK_SIGNING_KEY"
            )
        if key is None:
            raise ValueError("a webhook is checked with a key: give `key`, or `webhook_key` to the client")
        text = key.decode() if isinstance(key, bytes) else key
        return webhooks.unwrap(payload, headers=headers, key=text)

    def parse_unverified(self, payload: str | bytes) -> WebhookEvent:
        """The event, of a call whose signature was checked already."""
        return WebhookEvent.from_json(payload)
