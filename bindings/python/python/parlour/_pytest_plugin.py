"""The fixtures ``parlour_emulator`` and ``parlour_recordings``, found by pytest through the package's entry
point. It must not import more than pytest until a fixture is used: the module is loaded in every test run of
its users."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .params import RecordingsOptions
    from .testing import Emulator


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--parlour-record``."""
    parser.getgroup("parlour").addoption(
        "--parlour-record",
        action="store_true",
        help="send the calls of tests that use parlour_recordings, and record their answers",
    )


@pytest.fixture
def parlour_emulator() -> Iterator[Emulator]:
    """The service in this process, fresh for each test; see :class:`parlour.testing.Emulator`."""
    from .testing import Emulator

    with Emulator() as emulator:
        yield emulator


@pytest.fixture
def parlour_recordings(request: pytest.FixtureRequest) -> RecordingsOptions:
    """The setting ``recordings`` for the clients of this test: its recorded answers are replayed, from a
    folder ``recordings`` beside the file of the test. With ``--parlour-record`` they are recorded anew."""
    name = re.sub(r"[^\w.-]+", "-", request.node.name).strip("-")
    folder = request.path.parent / "recordings" / request.path.stem / name
    if request.config.getoption("--parlour-record"):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        return {"folder": str(folder), "mode": "record"}
    if not folder.is_dir():
        pytest.fail(f"{folder} does not exist: record the answers of this test with --parlour-record")
    return {"folder": str(folder), "mode": "replay"}
