"""Fixtures of all tests: the service, and clients of it that know nothing of the machine's settings."""

import os
from collections.abc import Iterator

import pytest

import parlour
from parlour import _derived, _holding, _model, _native
from parlour.testing import Emulator

_OWN = [
    (cls, name, vars(cls).get(name))
    for cls in (_model.Model, _derived.Derived, *_native.Event.__subclasses__())
    for name in ("__eq__", "__repr__", "__rich_repr__", "__str__", "to_dict", "to_json")
]
"""Methods as they are before a module of tests imports ``parlour.compat``."""


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
def _without_compat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers and events as in a process that does not import ``parlour.compat``."""
    monkeypatch.setattr("parlour._model._SHOWN", 300)
    for cls, name, own in _OWN:
        if own is not None:
            monkeypatch.setattr(cls, name, own)
        elif name in vars(cls):
            monkeypatch.delattr(cls, name)


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    """The service in this process."""
    with Emulator() as service:
        yield service


@pytest.fixture
def client(emulator: Emulator) -> parlour.Client:
    """A client of the service that does not repeat calls."""
    return emulator.client(max_retries=0)
