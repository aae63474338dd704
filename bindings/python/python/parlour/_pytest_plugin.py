"""The fixture ``parlour_emulator``, found by pytest through the package's entry point. It must not import
more than pytest until the fixture is used: the module is loaded in every test run of its users."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .testing import Emulator


@pytest.fixture
def parlour_emulator() -> Iterator[Emulator]:
    """The service in this process, fresh for each test; see :class:`parlour.testing.Emulator`."""
    from .testing import Emulator

    with Emulator() as emulator:
        yield emulator
