"""Fixtures of all tests, those of `parlour-compat` too: the service, and clients of it that know nothing of the
machine's settings."""

import os
from collections.abc import Iterator

import pytest

import parlour
from parlour._io import holding as _holding
from parlour.testing import Emulator


@pytest.fixture(autouse=True)
def _settings_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith("PARLOUR_"):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _held_by_no_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """How busy the machine is makes no warning of a function that holds the loop."""
    monkeypatch.setattr(_holding, "clock", lambda: 0.0)


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    """The service in this process."""
    with Emulator() as service:
        yield service


@pytest.fixture
def client(emulator: Emulator) -> parlour.Client:
    """A client of the service that does not repeat calls."""
    return emulator.client(max_retries=0)
