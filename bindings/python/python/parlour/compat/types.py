"""The types of the field's SDK: those of answers and of requests, with and without ``Beta``. Its modules below this one
(``types.beta``, ``types.message_param``) are made when they are imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._names import find

if TYPE_CHECKING:
    from ..params import *  # noqa: F403
    from ..types import *  # noqa: F403

__path__: list[str] = []


def __getattr__(name: str) -> Any:
    if name in ("beta", "messages"):
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    return find(name)
