"""A call of a tool in an answer, as tools, hooks and ``approve`` see it."""

from __future__ import annotations

from .._hints import install
from .._native import from_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ToolCall:
    """A call of a tool in an answer."""

    __slots__ = ("_input", "id", "name", "refused", "toolset")

    def __init__(self, id: str, name: str, toolset: str | None, input: str, refused: bool) -> None:
        self.id = id
        """Names the call; its result repeats it."""
        self.name = name
        """The tool, or the member of a toolset."""
        self.toolset = toolset
        """The toolset that the name belongs to (protocol §1.6)."""
        self._input = input
        self.refused = refused
        """It is not run, and answered already: an unknown tool, or an input that is cut or no object."""

    @property
    def input(self) -> Any:
        """The arguments, made anew each time."""
        return from_json(self._input)

    def __repr__(self) -> str:
        return f"ToolCall(id={self.id!r}, name={self.name!r}, input={self._input})"


install(globals())
