"""Shared by the examples: the service that the environment names, or else an emulator started in this
process.

``PARLOUR_API_KEY`` (or ``PARLOUR_AUTH_TOKEN``) with ``PARLOUR_BASE_URL`` and ``PARLOUR_VENDOR``, or the
variables of a built-in preset, choose a service; ``PARLOUR_MODEL`` chooses the model.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from parlour import AsyncClient, Client, ConfigError
from parlour.testing import Emulator

PACE = 0.02
"""Seconds between the events of the emulator's streams, so that a reader sees them come."""


@dataclass(frozen=True)
class Service:
    """A service to talk to."""

    client: Client
    """A client of it."""
    model: str
    """The id of a model it has."""
    emulator: Emulator | None
    """The emulator, if this is not a real service."""

    def async_client(self) -> AsyncClient:
        """An asynchronous client of the same service."""
        return AsyncClient() if self.emulator is None else self.emulator.async_client()

    def __str__(self) -> str:
        who = self.client.vendor if self.emulator is None else "the emulator in this process (no key is set)"
        return f"{who} at {self.client.base_url}, model {self.model}"


@contextmanager
def connect() -> Generator[Service, None, None]:
    """Connects; an emulator runs until the end of the ``with`` block."""
    wanted = os.environ.get("PARLOUR_MODEL", "").strip()
    # A program with an address or a key wants that service: the error says what is missing.
    named = [
        name
        for name in ("API_KEY", "AUTH_TOKEN", "BASE_URL")
        if os.environ.get(f"PARLOUR_{name}", "").strip()
    ]
    try:
        client = Client()
    except ConfigError as error:
        if named:
            raise SystemExit(f"error: {error}") from None
        with Emulator(pace=PACE) as emulator:
            yield Service(emulator.client(), wanted or "svc-sonnet-4-5", emulator)
        return
    yield Service(client, wanted or first_model(client), None)


def first_model(client: Client) -> str:
    """The balanced model of the service, or the first that it lists."""
    ids: list[str] = [model["id"] for model in client.request("GET", "/v1/models").json()["data"]]
    return next((name for name in ids if "sonnet" in name), ids[0])
