"""Shapes of single values: scalars, formats, choices and limits. Reading JSON as one of them reports each mistake with
its place, so that a model can mend it."""

from __future__ import annotations

import datetime
import decimal
import enum
import functools
import re
import typing
import uuid
from collections.abc import Callable
from typing import Any, TypeAlias

from .._native import to_json

Problems: TypeAlias = list[str]
Reader: TypeAlias = Callable[[Any, str, Problems], Any]


class Shape(typing.NamedTuple):
    """A type as JSON."""

    schema: dict[str, Any]
    read: Reader
    """Makes a value of the type. Mismatches are appended to the list, each with its place."""


class Mismatch(ValueError):
    """The JSON is no value of the type; each problem is a line."""

    def __init__(self, problems: Problems) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read(shape: Shape, value: Any) -> Any:
    """The value; :class:`Mismatch` for JSON that does not fit."""
    problems: Problems = []
    made = shape.read(value, "", problems)
    if problems:
        raise Mismatch(problems)
    return made


def is_json(value: Any) -> bool:
    """Whether a value can be written as JSON."""
    try:
        to_json(value)
    except Exception:
        # A value's own code may raise anything; what matters is whether it can be sent.
        return False
    return True


def shown(value: Any) -> str:
    """A value for a sentence, cut."""
    text = to_json(value).decode() if is_json(value) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def place(path: str) -> str:
    """A path for a sentence."""
    return path or "the value"


def below(path: str, key: str | int) -> str:
    """The path of a member or an item."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def null(value: Any, path: str, problems: Problems) -> Any:
    if value is not None:
        problems.append(f"{place(path)}: expected null, got {shown(value)}")
    return None


def text(value: Any, path: str, problems: Problems) -> Any:
    if not isinstance(value, str):
        problems.append(f"{place(path)}: expected a string, got {shown(value)}")
    return value


def boolean(value: Any, path: str, problems: Problems) -> Any:
    if not isinstance(value, bool):
        problems.append(f"{place(path)}: expected true or false, got {shown(value)}")
    return value


def integer(value: Any, path: str, problems: Problems) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        problems.append(f"{place(path)}: expected an integer, got {shown(value)}")
    return value


def number(value: Any, path: str, problems: Problems) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        problems.append(f"{place(path)}: expected a number, got {shown(value)}")
        return value
    return float(value)


def decimal_of(value: Any, path: str, problems: Problems) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        problems.append(f"{place(path)}: expected a number, got {shown(value)}")
        return value
    try:
        return decimal.Decimal(str(value))
    except decimal.InvalidOperation:
        problems.append(f"{place(path)}: expected a decimal number, got {shown(value)}")
        return value


SCALARS: dict[Any, Shape] = {
    str: Shape({"type": "string"}, text),
    bool: Shape({"type": "boolean"}, boolean),
    int: Shape({"type": "integer"}, integer),
    float: Shape({"type": "number"}, number),
}


def built(make: Callable[[Any], Any], made: Any, path: str, problems: Problems) -> Any:
    """Constructs the user's class; an exception is a problem of the value."""
    try:
        return make(made)
    except Exception as error:
        # `__post_init__` and the like judge values with exceptions of any kind.
        problems.append(f"{place(path)}: {error}")
        return made


def made_of(read: Reader, make: Callable[[Any], Any]) -> Reader:
    def reader(value: Any, path: str, problems: Problems) -> Any:
        before = len(problems)
        made = read(value, path, problems)
        return made if len(problems) > before else built(make, made, path, problems)

    return reader


FORMATS: dict[type, tuple[str, Callable[[str], Any]]] = {
    datetime.datetime: ("date-time", datetime.datetime.fromisoformat),
    datetime.date: ("date", datetime.date.fromisoformat),
    datetime.time: ("time", datetime.time.fromisoformat),
    uuid.UUID: ("uuid", uuid.UUID),
}


def formatted(form: str, parse: Callable[[str], Any]) -> Shape:
    def reader(value: Any, path: str, problems: Problems) -> Any:
        if isinstance(value, str):
            try:
                return parse(value)
            except ValueError:
                pass
        problems.append(f"{place(path)}: expected a string of the form {form}, got {shown(value)}")
        return value

    return Shape({"type": "string", "format": form}, reader)


def enumerated(cls: type[enum.Enum]) -> tuple[list[Any], dict[Any, Any]]:
    values = [one.value for one in cls]
    if all(isinstance(value, str | int | float | bool | None) for value in values):
        return values, {one.value: one for one in cls}
    return [one.name for one in cls], {one.name: one for one in cls}


def choice(values: list[Any], made: dict[Any, Any]) -> Shape:
    plain = [one.value if isinstance(one, enum.Enum) else one for one in values]
    kinds = {_KINDS.get(type(one)) for one in plain}
    schema: dict[str, Any] = {"enum": plain}
    if len(kinds) == 1 and None not in kinds:
        schema = {"type": kinds.pop(), **schema}
    # 1, 1.0 and true are equal here, and not in JSON.
    by_kind = {(type(one), one): made[given] for one, given in zip(plain, values, strict=True)}

    def reader(value: Any, path: str, problems: Problems) -> Any:
        key: Any = (type(value), value) if isinstance(value, str | int | float | bool | None) else None
        if key not in by_kind:
            listed = ", ".join(shown(one) for one in plain)
            problems.append(f"{place(path)}: expected one of {listed}, got {shown(value)}")
            return value
        return by_kind[key]

    return Shape(schema, reader)


_KINDS: dict[type, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}


def any_of(shapes: list[Shape], value: Any, path: str, problems: Problems) -> Any:
    failures: list[Problems] = []
    for shape in shapes:
        tried: Problems = []
        made = shape.read(value, path, tried)
        if not tried:
            return made
        failures.append(tried)
    of_records = [
        tried
        for shape, tried in zip(shapes, failures, strict=True)
        if shape.schema.get("type") != "null" and (len(shapes) <= 2 or isinstance(value, dict | list))
    ]
    # Where one of them is nearly right, its problems say more than that nothing fits.
    if of_records and len(nearest := min(of_records, key=len)) <= 3:
        problems.extend(nearest)
    else:
        problems.append(f"{place(path)}: fits none of the types that it may have, got {shown(value)}")
    return value


def constraints(mark: Any, kind: Any) -> list[tuple[str, Any, Callable[[Any], str | None]]]:
    """The limits that a mark sets, by the names that ``annotated_types`` made common."""
    found: list[tuple[str, Any, Callable[[Any], str | None]]] = []
    if isinstance(mark, str | type):
        return found
    for name, (keyword, words, holds) in _LIMITS.items():
        limit = getattr(mark, name, None)
        if isinstance(limit, int | float) and not isinstance(limit, bool):
            sized = _SIZES.get((keyword, kind), keyword)
            found.append((sized, limit, functools.partial(_limited, holds, limit, words)))
    pattern = getattr(mark, "pattern", None)
    if isinstance(pattern, str):
        matches = re.compile(pattern).search
        found.append(
            ("pattern", pattern, lambda value: None if matches(value) else f"does not match {pattern}")
        )
    return found


def _limited(holds: Callable[[Any, Any], bool], limit: Any, words: str, value: Any) -> str | None:
    return None if holds(value, limit) else f"{words} {limit}"


_LIMITS: dict[str, tuple[str, str, Callable[[Any, Any], bool]]] = {
    "ge": ("minimum", "is less than", lambda value, limit: value >= limit),
    "gt": ("exclusiveMinimum", "is not more than", lambda value, limit: value > limit),
    "le": ("maximum", "is more than", lambda value, limit: value <= limit),
    "lt": ("exclusiveMaximum", "is not less than", lambda value, limit: value < limit),
    "multiple_of": ("multipleOf", "is no multiple of", lambda value, limit: value % limit == 0),
    "min_length": ("minLength", "is shorter than", lambda value, limit: len(value) >= limit),
    "max_length": ("maxLength", "is longer than", lambda value, limit: len(value) <= limit),
}
_SIZES = {
    ("minLength", "array"): "minItems",
    ("maxLength", "array"): "maxItems",
    ("minLength", "object"): "minProperties",
    ("maxLength", "object"): "maxProperties",
}


def checked(read: Reader, checks: list[Callable[[Any], str | None]]) -> Reader:
    def reader(value: Any, path: str, problems: Problems) -> Any:
        before = len(problems)
        made = read(value, path, problems)
        if len(problems) == before:
            said = [words for check in checks if (words := check(made)) is not None]
            problems.extend(f"{place(path)}: {shown(value)} {words}" for words in said)
        return made

    return reader
