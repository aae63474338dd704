"""Modules of this package under other names: a loader that gives the module that is there already."""

from __future__ import annotations

import importlib.abc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import importlib.machinery
    from types import ModuleType


class Alias(importlib.abc.Loader):
    """Gives a module of this package under another name."""

    def __init__(self, own: ModuleType) -> None:
        self._own = own
        self._spec = own.__spec__

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """The module itself."""
        return self._own

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is executed again."""
        # The import system has just put the spec of the other name there.
        module.__spec__ = self._spec
