"""The official SDK as an installed distribution, for ``importlib.metadata``."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path
from typing import Any


class Installed(importlib.metadata.Distribution):
    """A package of this name and version, without files."""

    def __init__(self, name: str, version: str) -> None:
        self._text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"

    def read_text(self, filename: str) -> str | None:
        """The metadata of the distribution; ``None`` for other files."""
        return self._text if filename == "METADATA" else None

    def locate_file(self, path: Any) -> Any:
        """Where a file of it would be."""
        return Path(__file__).parent / path
