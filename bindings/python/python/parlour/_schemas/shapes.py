"""JSON schemas of the standard library's types, and the shapes that read JSON as values of them. Pydantic reads its own
types (``_schemas.pydantic_shapes``)."""

from __future__ import annotations

import dataclasses
import decimal
import enum
import functools
import inspect
import pathlib
import sys
import types
import typing
from collections import abc
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from .._native import from_json, to_json
from . import docstring as _docstring
from .values import (
    FORMATS,
    SCALARS,
    Problems,
    Shape,
    any_of,
    below,
    built,
    checked,
    choice,
    constraints,
    decimal_of,
    enumerated,
    formatted,
    is_json,
    made_of,
    null,
    place,
    shown,
    text,
)

Names: TypeAlias = Mapping[str, Any] | None

MISSING: Any = inspect.Parameter.empty
"""No default; no annotation."""


def whole(hint: Any, names: Names = None) -> Shape:
    """The shape of a type by itself; :class:`TypeError` for one that JSON cannot express."""
    builder = Builder(names)
    shape = builder.shape(hint, "this type")
    return Shape(builder.rooted(shape.schema), shape.read)


def record(members: list[Member], names: Names = None) -> Shape:
    """The shape of one JSON object with these members, read as a dict."""
    builder = Builder(names)
    shape = builder.members(members, dict)
    return Shape(builder.rooted(shape.schema), shape.read)


@dataclasses.dataclass(slots=True)
class Member:
    """A member of a JSON object."""

    name: str
    hint: Any
    default: Any = MISSING
    """Any default makes the member optional; the constructor of the object fills it in."""
    description: str = ""
    where: str = ""
    """For errors: whose member it is."""


_LISTS = (list, abc.Sequence, abc.Iterable, abc.Collection, abc.MutableSequence)
_SETS = (set, abc.Set, abc.MutableSet)
_MAPPINGS = (dict, abc.Mapping, abc.MutableMapping)


class Builder:
    """Makes the shapes of types that belong together, and collects the definitions that they share."""

    def __init__(self, names: Names = None) -> None:
        self._names = names
        self._defined: dict[Any, tuple[str, list[Shape]]] = {}

    def rooted(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema with the definitions that it refers to; one that is referred to by the root alone takes its
        place."""
        definitions = {name: shape[0].schema for name, shape in self._defined.values()}
        name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
        if list(schema) == ["$ref"] and not any(_refers(one, schema["$ref"]) for one in definitions.values()):
            schema = definitions.pop(name)
        return {**schema, "$defs": definitions} if definitions else schema

    def shape(self, hint: Any, where: str) -> Shape:
        """The shape of a type; ``where`` is named if there is none."""
        if hint is Any or hint is object or hint is MISSING:
            return Shape({}, lambda value, path, problems: value)
        if isinstance(hint, str | typing.ForwardRef):
            raise TypeError(f"{where}: the annotation {hint!r} is not resolved")
        if isinstance(hint, typing.TypeVar):
            return self.shape(hint.__bound__ or Any, where)
        if isinstance(hint, typing.NewType):
            return self.shape(hint.__supertype__, where)
        if hasattr(hint, "__value__") and hasattr(hint, "__type_params__"):
            # `type Name = ...`, which may refer to itself.
            return self._named(hint, hint.__name__, lambda: self.shape(hint.__value__, where))
        origin = typing.get_origin(hint)
        if origin is typing.Annotated:
            return self._annotated(hint, where)
        if origin in (typing.Required, typing.NotRequired, typing.Final, typing.ClassVar):
            return self.shape(typing.get_args(hint)[0], where)
        if origin is typing.Literal:
            return choice(list(typing.get_args(hint)), {one: one for one in typing.get_args(hint)})
        if origin in (typing.Union, types.UnionType):
            return self._union(typing.get_args(hint), where)
        return self._of_class(origin or hint, typing.get_args(hint), hint, where)

    def _of_class(self, cls: Any, args: tuple[Any, ...], hint: Any, where: str) -> Shape:
        if cls in (None, type(None)):
            return Shape({"type": "null"}, null)
        if cls in SCALARS:
            return SCALARS[cls]
        if cls in FORMATS:
            return formatted(*FORMATS[cls])
        if cls is decimal.Decimal:
            return Shape({"type": ["number", "string"]}, decimal_of)
        if isinstance(cls, type) and issubclass(cls, pathlib.PurePath):
            return Shape({"type": "string"}, made_of(text, cls))
        if isinstance(cls, type) and issubclass(cls, enum.Enum):
            return choice(*enumerated(cls))
        if cls in _LISTS:
            return self._items(args[0] if args else Any, where, list)
        if cls in _SETS:
            return self._items(args[0] if args else Any, where, set)
        if cls is frozenset:
            return self._items(args[0] if args else Any, where, frozenset)
        if cls is tuple:
            return self._tuple(args, where)
        if cls in _MAPPINGS:
            return self._mapping(args, where)
        if typing.is_typeddict(cls):
            return self._named(cls, cls.__name__, lambda: self._typed_dict(cls))
        if dataclasses.is_dataclass(cls) and isinstance(cls, type):
            return self._named(cls, cls.__name__, lambda: self._dataclass(cls))
        if isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields"):
            return self._named(cls, cls.__name__, lambda: self._named_tuple(cls))
        if isinstance(cls, type):
            for known, shape in SCALARS.items():
                if issubclass(cls, known):
                    return Shape(shape.schema, made_of(shape.read, cls))
        raise TypeError(
            f"{where}: there is no JSON schema for {_name(hint)}; use standard types, a dataclass, a TypedDict or a "
            "pydantic model, or give the schema yourself"
        )

    def _named(self, key: Any, name: str, build: Callable[[], Shape]) -> Shape:
        if key not in self._defined:
            taken = {name for name, _ in self._defined.values()}
            numbered = name
            while numbered in taken:
                numbered = f"{name}_{len(taken) + 1}"
            # Entered before it is built: it may refer to itself.
            made: list[Shape] = []
            self._defined[key] = (numbered, made)
            made.append(build())
        name, made = self._defined[key]

        def reader(value: Any, path: str, problems: Problems) -> Any:
            # Looked up when it is called: a type that refers to itself is not built yet.
            return made[0].read(value, path, problems)

        return Shape({"$ref": f"#/$defs/{name}"}, reader)

    def hints(self, of: Any) -> dict[str, Any]:
        """The annotations of a class or function, resolved."""
        spaces = None if self._names is None else dict(self._names)
        try:
            return typing.get_type_hints(of, localns=spaces, include_extras=True)
        except NameError as error:
            raise TypeError(
                f"the annotations of {_name(of)} name {error.name!r}, which is not found where it is defined"
            ) from error

    def _annotated(self, hint: Any, where: str) -> Shape:
        inner, *marks = typing.get_args(hint)
        shape = self.shape(inner, where)
        schema = dict(shape.schema)
        checks: list[Callable[[Any], str | None]] = []
        for mark in marks:
            described = described_by(mark)
            if described:
                schema["description"] = described
            for keyword, limit, check in constraints(mark, schema.get("type")):
                schema[keyword] = limit
                checks.append(check)
        return Shape(schema, checked(shape.read, checks) if checks else shape.read)

    def _union(self, members: tuple[Any, ...], where: str) -> Shape:
        # JSON does not distinguish 1 from 1.0: a union of both tries the narrower type first.
        ordered = sorted(members, key=lambda one: one is float)
        shapes = [self.shape(one, where) for one in ordered]
        by_place = dict(zip(ordered, shapes, strict=True))
        schemas = [by_place[one].schema for one in members]
        return Shape({"anyOf": schemas}, functools.partial(any_of, shapes))

    def _items(self, hint: Any, where: str, make: Callable[[Any], Any]) -> Shape:
        item = self.shape(hint, where)
        schema: dict[str, Any] = {"type": "array"}
        if item.schema:
            schema["items"] = item.schema
        if make is not list:
            schema["uniqueItems"] = True

        def reader(value: Any, path: str, problems: Problems) -> Any:
            if not isinstance(value, list):
                problems.append(f"{place(path)}: expected an array, got {shown(value)}")
                return value
            made = [item.read(one, below(path, index), problems) for index, one in enumerate(value)]
            return built(make, made, path, problems)

        return Shape(schema, reader)

    def _tuple(self, args: tuple[Any, ...], where: str) -> Shape:
        if not args or (len(args) == 2 and args[1] is Ellipsis):
            listed = self._items(args[0] if args else Any, where, list)
            return Shape(listed.schema, made_of(listed.read, tuple))
        items = [] if args == ((),) else [self.shape(one, where) for one in args]
        count = len(items)

        def reader(value: Any, path: str, problems: Problems) -> Any:
            if not isinstance(value, list) or len(value) != count:
                problems.append(f"{place(path)}: expected an array of {count}, got {shown(value)}")
                return value
            read = enumerate(zip(items, value, strict=True))
            return tuple([item.read(one, below(path, index), problems) for index, (item, one) in read])

        schemas = [item.schema for item in items]
        return Shape({"type": "array", "prefixItems": schemas, "minItems": count, "maxItems": count}, reader)

    def _mapping(self, args: tuple[Any, ...], where: str) -> Shape:
        keys = self.shape(args[0], where) if args else SCALARS[str]
        if args and keys.schema.get("type", "string") != "string" and "enum" not in keys.schema:
            raise TypeError(f"{where}: the keys of a JSON object are strings, not {_name(args[0])}")
        values = self.shape(args[1] if len(args) == 2 else Any, where)
        schema: dict[str, Any] = {"type": "object"}
        if values.schema:
            schema["additionalProperties"] = values.schema

        def reader(value: Any, path: str, problems: Problems) -> Any:
            if not isinstance(value, dict):
                problems.append(f"{place(path)}: expected an object, got {shown(value)}")
                return value
            return {
                keys.read(key, below(path, key), problems): values.read(one, below(path, key), problems)
                for key, one in value.items()
            }

        return Shape(schema, reader)

    def members(self, members: list[Member], make: Callable[..., Any], *, closed: bool = True) -> Shape:
        """The shape of an object with these members; ``make`` is called with those that came. ``closed``: with no
        others."""
        shapes: dict[str, Shape] = {}
        properties: dict[str, Any] = {}
        required = []
        for one in members:
            shape = self.shape(one.hint, one.where or one.name)
            schema = dict(shape.schema)
            if one.description and "description" not in schema:
                schema["description"] = one.description
            if one.default is MISSING:
                required.append(one.name)
            elif is_json(one.default):
                schema["default"] = from_json(to_json(one.default).decode())
            shapes[one.name] = shape
            properties[one.name] = schema
        schema = {"type": "object", "properties": properties, "required": required}
        if closed:
            schema["additionalProperties"] = False

        def reader(value: Any, path: str, problems: Problems) -> Any:
            if not isinstance(value, dict):
                problems.append(f"{place(path)}: expected an object, got {shown(value)}")
                return value
            before = len(problems)
            made = {}
            for name, item in value.items():
                shape = shapes.get(name)
                if shape is not None:
                    made[name] = shape.read(item, below(path, name), problems)
                elif closed:
                    problems.append(
                        f"{below(path, name)}: there is no such key; the keys are {', '.join(shapes)}"
                    )
                else:
                    made[name] = item
            problems.extend(f"{below(path, name)}: missing" for name in required if name not in value)
            if len(problems) > before:
                return value
            return built(lambda made: make(**made), made, path, problems)

        return Shape(schema, reader)

    def _typed_dict(self, cls: Any) -> Shape:
        hints = self.hints(cls)
        described = _docstring.read(cls.__doc__)
        members = [
            Member(
                name,
                hint,
                MISSING if name in cls.__required_keys__ else _ABSENT,
                described[1].get(name, ""),
                f"{cls.__name__}.{name}",
            )
            for name, hint in hints.items()
        ]
        return _titled(self.members(members, dict, closed=False), described[0])

    def _dataclass(self, cls: Any) -> Shape:
        hints = self.hints(cls)
        documented = cls.__doc__ or ""
        # The default docstring of a dataclass is its signature.
        described = ("", {}) if documented.startswith(f"{cls.__name__}(") else _docstring.read(documented)
        members = []
        for field in dataclasses.fields(cls):
            if not field.init:
                continue
            default = field.default if field.default is not dataclasses.MISSING else MISSING
            if field.default_factory is not dataclasses.MISSING:
                default = _ABSENT
            description = field.metadata.get("description") or described[1].get(field.name, "")
            where = f"{cls.__name__}.{field.name}"
            members.append(Member(field.name, hints[field.name], default, description, where))
        return _titled(self.members(members, cls), described[0])

    def _named_tuple(self, cls: Any) -> Shape:
        hints = self.hints(cls)
        defaults = cls._field_defaults
        members = [
            Member(name, hints.get(name, Any), defaults.get(name, MISSING), "", f"{cls.__name__}.{name}")
            for name in cls._fields
        ]
        return self.members(members, cls)


_ABSENT: Any = object()
"""A default that no schema shows."""


def _refers(schema: Any, reference: str) -> bool:
    if isinstance(schema, dict):
        return schema.get("$ref") == reference or any(_refers(one, reference) for one in schema.values())
    return isinstance(schema, list) and any(_refers(one, reference) for one in schema)


def _titled(shape: Shape, description: str) -> Shape:
    return Shape({"description": description, **shape.schema}, shape.read) if description else shape


def _name(hint: Any) -> str:
    return getattr(hint, "__qualname__", None) or repr(hint)


def described_by(mark: Any) -> str:
    """The description from a mark within ``Annotated``: a plain string, or an object that has a
    description."""
    if isinstance(mark, str):
        return mark
    for name in ("documentation", "description"):
        said = getattr(mark, name, None)
        if isinstance(said, str):
            return said
    return ""


def names_around(of: Any, depth: int) -> dict[str, Any] | None:
    """The local names where a function or class is being defined, which its annotations may use; ``None`` where they
    are not needed."""
    if "<locals>" not in getattr(of, "__qualname__", ""):
        return None
    return dict(sys._getframe(depth + 1).f_locals)
