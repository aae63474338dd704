"""The modules of the official SDK below ``parlour_compat``: each that is not a file here is made when it is imported,
and finds its names where all are found. Each is also found below ``parlour.compat``, as the same module."""

from __future__ import annotations

import functools
import importlib
import importlib.abc
import importlib.machinery
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ._aliases import Alias
from ._families import of_module
from ._names import find, find_apart, find_beta, find_type
from ._refusals import refusal
from ._type_names import names_of_types, type_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FIRST: Final = frozenset(
    {
        "_base_client",
        "_client",
        "_compat",
        "_constants",
        "_exceptions",
        "_legacy_response",
        "_models",
        "_resource",
        "_response",
        "_streaming",
        "_types",
        "_utils",
        "_version",
        "lib",
        "pagination",
        "resources",
        "tools",
        "types",
    }
)
"""The SDK's modules, as far as programs import from them."""
_APART: Final[dict[str, Callable[[str], Any]]] = {
    "parlour_compat.resources.beta": find_beta,
    "parlour_compat.lib": find_apart,
}
"""Modules in which the SDK has classes of its own by the names of others, and where these are found."""


_TYPES: Final = "parlour_compat.types"


def _type_or_module(name: str) -> Any:
    if name == "__all__":
        return names_of_types()
    if name in ("beta", "messages"):
        return importlib.import_module(f"{_TYPES}.{name}")
    return find_type(name)


def _type_of(module: str, name: str) -> Any:
    if name == "__all__" and module == f"{_TYPES}.beta":
        return [f"Beta{one}" for one in names_of_types()]
    found = of_module(module, name)
    if found is None:
        found = type_in(module.rpartition(".")[2], name)
    return find_type(name) if found is None else found


_RESOURCES: Final = "parlour_compat.resources"
_BELOW: Final = frozenset({"batches", "beta", "files", "messages", "models", "skills"})
_GONE: Final = frozenset({f"{_RESOURCES}.completions"})
"""Modules that the SDK has no more either: tracers of older ones look for them, and expect that the import fails."""


def _resource_or_module(place: str, finds: Callable[[str], Any], name: str) -> Any:
    """The SDK imports all its resources at once: tracers walk down to their classes by attributes."""
    return importlib.import_module(f"{place}.{name}") if name in _BELOW else finds(name)


class _Made(ModuleType):
    """A module that was made. A name in lower case that a program imports may be one, or a function that is not
    there."""

    def __call__(self, *args: object, **named: object) -> NoReturn:
        raise refusal(self.__name__.rpartition(".")[2], 'see the guide "Moving over in Python"')


class _Loader(importlib.abc.Loader):
    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        module.__doc__ = "A module of the official SDK."
        module.__path__ = []
        module.__getattr__ = find  # type: ignore[method-assign]
        for place, finds in _APART.items():
            if module.__name__.startswith(place):
                module.__getattr__ = finds  # type: ignore[method-assign]
        if module.__name__ == _TYPES:
            module.__getattr__ = _type_or_module  # type: ignore[method-assign]
        elif module.__name__.startswith(_TYPES):
            module.__getattr__ = functools.partial(_type_of, module.__name__)  # type: ignore[method-assign]
        if module.__name__.startswith(_RESOURCES):
            finds = module.__getattr__
            module.__getattr__ = functools.partial(  # type: ignore[method-assign]
                _resource_or_module, module.__name__, finds
            )
        module.__class__ = _Made


class _Finder(importlib.abc.MetaPathFinder):
    """Answers for the modules of this package, under its own name and below ``parlour.compat``, and for no others."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.startswith(_OTHER_NAME):
            return _alias(fullname, path)
        if not fullname.startswith(f"{__package__}.") or fullname.split(".")[1] not in FIRST:
            return None
        if fullname in _GONE or not fullname.rpartition(".")[2].islower():
            # The SDK's modules are in lower case: the rest are names, and `from ... import` says that it is not there.
            return None
        found = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if found is not None and found.loader is not None and found.origin is not None:
            return found
        # No file, or a folder of stubs, which would pass for a package.
        return importlib.machinery.ModuleSpec(fullname, _Loader(), is_package=True)


_OTHER_NAME: Final = "parlour.compat."


def _alias(fullname: str, path: Sequence[str] | None) -> importlib.machinery.ModuleSpec | None:
    """The module of this package behind a name below ``parlour.compat``; ``None`` if there is none."""
    rest = fullname.removeprefix(_OTHER_NAME)
    if rest == "__main__":
        # `python -m` runs a file, which it looks for by the name that was given.
        return importlib.machinery.PathFinder.find_spec(fullname, path)
    name = f"{__package__}.{rest}"
    try:
        own = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
    return importlib.machinery.ModuleSpec(fullname, Alias(own), is_package=hasattr(own, "__path__"))


def install() -> None:
    """Has the modules found. Once for a process."""
    # Ahead of the finder of files, which takes a folder of stubs for a package.
    sys.meta_path.insert(0, _Finder())
