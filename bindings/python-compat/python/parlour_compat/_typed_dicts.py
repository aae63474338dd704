"""Shapes of requests as fields of pydantic's models, before Python 3.12: pydantic then takes no ``TypedDict`` of
``typing``, and asks for one of ``typing_extensions``, as the official SDK has them."""

from __future__ import annotations

import functools
import sys
from importlib import import_module
from typing import Any, get_origin, get_type_hints, is_typeddict


@functools.cache
def _twin(cls: Any) -> Any:
    """The same shape, as pydantic wants it."""
    from typing import NotRequired, Required

    from typing_extensions import TypedDict

    hints = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        # `Required` is within annotations as text in these classes, which `typing` did not read.
        is_marked = get_origin(hint) in (Required, NotRequired)
        hints[name] = (
            hint if is_marked else (Required if name in cls.__required_keys__ else NotRequired)[hint]
        )
    make: Any = TypedDict
    made: Any = make(cls.__name__, hints)
    made.__doc__, made.__module__ = cls.__doc__, cls.__module__
    return made


def _schema(cls: Any, source: Any, handler: Any) -> Any:
    return handler(_twin(cls))


def readable(name: str, shape: Any) -> Any:
    """The shape of this name, or a union of shapes, which pydantic can read then. They are made of others: all can
    be."""
    if sys.version_info < (3, 12) and name.endswith(("Param", "Params")):
        _open_all()
        if is_typeddict(shape):
            _open(shape)
    return shape


@functools.cache
def _open_all() -> None:
    for module in (import_module("parlour_compat._params"), import_module("parlour.params")):
        for value in vars(module).values():
            if is_typeddict(value):
                _open(value)


def _open(shape: Any) -> None:
    shape.__get_pydantic_core_schema__ = classmethod(_schema)
