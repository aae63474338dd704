"""``parlour.compat`` in the place of the official SDK, for frameworks that import the SDK themselves."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from parlour.types import Headers

from ._aliases import Alias
from ._answers import open_up
from ._names import vendor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType


VERSION: Final = "2.13.0"
"""The version of the SDK that this replaces: frameworks and tracers ask for it."""


class _StandIn(importlib.abc.MetaPathFinder):
    def __init__(self, name: str) -> None:
        self._name = name

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        first, _, rest = fullname.partition(".")
        if first != self._name:
            return None
        own = import_module(f"parlour_compat.{rest}" if rest else "parlour_compat")
        return importlib.machinery.ModuleSpec(fullname, Alias(own), is_package=True)

    def find_distributions(self, context: Any = None) -> Iterator[Any]:
        """Finds the SDK's distribution by its name, for packaging tools. A list of all contains only
        installed ones."""
        if context is not None and context.name is not None and context.name.lower() == self._name:
            from ._installed import Installed

            yield Installed(self._name, VERSION)


class _Behind:
    """The attributes that tracers read of the client behind a resource, and of the request behind an
    answer."""

    def __init__(self, base_url: str | None = None) -> None:
        self.base_url = base_url
        self.headers = Headers([])


def _for_tracers() -> None:
    from . import _requests
    from ._async_client import AsyncClient, AsyncMessages
    from ._client import Client, Messages
    from ._http import Response

    _requests.open_up(Client, AsyncClient)

    for cls in (Messages, AsyncMessages):
        setattr(cls, "_client", property(lambda self: _Behind(self._native.base_url)))  # noqa: B010
    # Requests are made in native code: their header lines are not kept.
    setattr(Response, "request", property(lambda self: _Behind()))  # noqa: B010


def stand_in() -> None:
    """Replaces the modules of the official SDK by those of ``parlour.compat`` in this process, whether the
    SDK is installed or not: frameworks that import it themselves then use this package. Answers become
    mutable, because frameworks change them. Call it before anything imports the SDK; ``RuntimeError`` if
    something has. A second call does nothing."""
    name = vendor()
    if any(isinstance(finder, _StandIn) for finder in sys.meta_path):
        return
    if name in sys.modules:
        raise RuntimeError(
            f"the SDK was imported before parlour.compat.stand_in() was called: call it above the import of "
            f"whatever imports {name!r}"
        )
    # Ahead of the finder of files, which would find the SDK where it is installed.
    sys.meta_path.insert(0, _StandIn(name))
    open_up()
    _for_tracers()
    vars(sys.modules[__package__])["__version__"] = VERSION
