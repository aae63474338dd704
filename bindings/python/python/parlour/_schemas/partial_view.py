"""A view of an arriving answer with the attributes of its final type: every field may be missing. Reading an
attribute costs nothing beyond that attribute; nothing is copied, converted or checked."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from .._hints import install

Fields: TypeAlias = Mapping[str, tuple[str, Any]]
"""Of a class: each attribute, with the key of the JSON object and the type."""


class Partial:
    """An object of a structured answer as far as it has come, with the attributes of its type.

    An attribute is ``None`` until its value begins to arrive; ``name in partial`` distinguishes that from
    ``null``. Values are JSON: a string may be unfinished, and a date is still a string. The object grows with
    the stream: use ``copy.deepcopy`` for a snapshot. ``dict(partial)`` returns the members that have arrived.
    """

    __slots__ = ("_fields", "_name", "_value")

    def __init__(self, value: dict[str, Any], fields: Fields | None, name: str) -> None:
        self._value = value
        self._fields = fields
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        key, hint = name, Any
        if self._fields is not None:
            field = self._fields.get(name)
            if field is None:
                raise AttributeError(f"{self._name} has no field {name!r}", name=name, obj=self)
            key, hint = field
        return seen_as(self._value.get(key), hint)

    def __contains__(self, name: str) -> bool:
        key = name if self._fields is None else self._fields.get(name, (name, Any))[0]
        return key in self._value

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        if self._fields is None:
            yield from list(self._value.items())
            return
        for name, (key, hint) in self._fields.items():
            if key in self._value:
                yield name, seen_as(self._value[key], hint)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Partial) and (self._name, self._value) == (other._name, other._value)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Partial[{self._name}]({', '.join(f'{name}={value!r}' for name, value in self)})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Partial:
        from copy import deepcopy

        return Partial(deepcopy(self._value, memo), self._fields, self._name)


class PartialList(Sequence[Any]):
    """A list of objects of which the last may be unfinished."""

    __slots__ = ("_hint", "_value")

    def __init__(self, value: list[Any], hint: Any) -> None:
        self._value = value
        self._hint = hint

    def __len__(self) -> int:
        return len(self._value)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [seen_as(one, self._hint) for one in self._value[index]]
        return seen_as(self._value[index], self._hint)

    def __eq__(self, other: object) -> bool:
        return list(self) == (list(other) if isinstance(other, PartialList) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> PartialList:
        from copy import deepcopy

        return PartialList(deepcopy(self._value, memo), self._hint)


def seen_as(value: Any, hint: Any) -> Any:
    """A JSON value that may grow, as an unfinished value of the type."""
    if isinstance(value, dict):
        records = _records(hint)
        if not records:
            return value
        if len(records) > 1:
            # Which of them it becomes is not known before it is whole.
            return Partial(value, None, " | ".join(one.__name__ for one in records))
        return Partial(value, _fields(records[0]), records[0].__name__)
    if isinstance(value, list):
        item = _item(hint)
        return value if item is Any or not _has_records(item) else PartialList(value, item)
    return value


def _members(hint: Any) -> list[Any]:
    """Resolves aliases and unions: the types that a value may have."""
    if hasattr(hint, "__value__") and hasattr(hint, "__type_params__"):
        return _members(hint.__value__)
    if isinstance(hint, typing.NewType):
        return _members(hint.__supertype__)
    origin = typing.get_origin(hint)
    if origin in (typing.Annotated, typing.Required, typing.NotRequired, typing.Final):
        return _members(typing.get_args(hint)[0])
    if origin in (typing.Union, types.UnionType):
        return [one for member in typing.get_args(hint) for one in _members(member)]
    return [hint]


def _is_record(cls: Any) -> bool:
    if not isinstance(cls, type):
        return False
    if dataclasses.is_dataclass(cls) or isinstance(getattr(cls, "model_fields", None), Mapping):
        return True
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


def _records(hint: Any) -> list[type]:
    members = [typing.get_origin(one) or one for one in _members(hint)]
    return [one for one in members if _is_record(one)]


def _item(hint: Any) -> Any:
    """The type of the items, where there is one."""
    for one in _members(hint):
        if (typing.get_origin(one) or one) not in (dict, Mapping) and (args := typing.get_args(one)):
            return args[0]
    return Any


def _has_records(hint: Any) -> bool:
    return bool(_records(hint)) or any(_has_records(one) for one in typing.get_args(hint))


def _fields(cls: Any) -> Fields:
    made = _known.get(cls)
    if made is None:
        made = _known[cls] = _read_fields(cls)
        if len(_known) > 512:
            # Classes that a program makes anew for each call would be kept alive here.
            _known.clear()
    return made


_known: dict[Any, Fields] = {}


def _read_fields(cls: Any) -> Fields:
    declared = getattr(cls, "model_fields", None)
    if isinstance(declared, Mapping):
        if not getattr(cls, "__pydantic_complete__", True):
            # Its fields name classes that came after it.
            cls.model_rebuild(raise_errors=False)
            declared = cls.model_fields
        return {
            name: (_key(name, field), getattr(field, "annotation", Any)) for name, field in declared.items()
        }
    names = cls._fields if hasattr(cls, "_fields") else [one.name for one in dataclasses.fields(cls)]
    try:
        hints = typing.get_type_hints(cls, include_extras=True)
    except NameError:
        # The class uses local names of its function; values below its fields are shown as they came.
        hints = {}
    return {name: (name, hints.get(name, Any)) for name in names}


def _key(name: str, field: Any) -> str:
    """The key that pydantic reads a field from."""
    for alias in (getattr(field, "validation_alias", None), getattr(field, "alias", None)):
        if isinstance(alias, str):
            return alias
    return name


install(globals())
