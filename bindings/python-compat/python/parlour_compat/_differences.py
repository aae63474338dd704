"""A difference at a place in a program."""

from __future__ import annotations

from typing import NamedTuple


class Difference(NamedTuple):
    """Something that a program has to change."""

    line: int
    """From 1 on."""
    name: str
    """The name that it uses."""
    advice: str
    """The replacement to write."""
