"""``model_validate()`` and similar methods: the official SDK's errors for invalid data, raised through
pydantic if it is installed. Only the top level of the data is checked; nested data is read as answers of the
service are."""

from __future__ import annotations

import functools
from typing import Any, Final, get_args, get_origin

from parlour.types import Model

_KINDS: Final[dict[Any, tuple[tuple[type, ...], str]]] = {
    str: ((str,), "string_type"),
    int: ((int,), "int_type"),
    list: ((list, tuple), "list_type"),
}
"""Kinds of fields that are distinguished, with pydantic's names of the mistakes."""
_NAMED: Final = {kind.__name__: kind for kind in _KINDS}


@functools.cache
def _required(cls: Any) -> dict[str, Any]:
    """The fields that an answer of a class has in any case, with their kinds."""
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        hints.update(vars(base).get("__annotations__", {}).items())
    tag = "type" if isinstance(getattr(cls, "type", None), str) else ""
    return {
        name: _kind_of(hint)
        for name, hint in hints.items()
        if name[0] != "_" and name != tag and not _takes_none(hint) and not hasattr(cls, name)
    }


def _takes_none(hint: Any) -> bool:
    # Those of a class that a program derives may be text.
    return "None" in hint if isinstance(hint, str) else type(None) in get_args(hint)


def _kind_of(hint: Any) -> Any:
    return _NAMED.get(hint.partition("[")[0]) if isinstance(hint, str) else get_origin(hint) or hint


def _mistakes(cls: Any, data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name, kind in _required(cls).items():
        kinds, mistake = _KINDS.get(kind, ((object,), ""))
        if name not in data:
            found.append({"type": "missing", "loc": (name,), "input": data})
        elif not isinstance(data[name], kinds):
            found.append({"type": mistake, "loc": (name,), "input": data[name]})
    return found


def _refused(cls: Any, mistakes: list[dict[str, Any]]) -> ValueError:
    try:
        from pydantic_core import ValidationError
    except ImportError:
        said = ", ".join(f"{one['loc'][0] if one['loc'] else 'data'}: {one['type']}" for one in mistakes)
        return ValueError(f"this is no {cls.__name__}: {said}")
    made: ValueError = ValidationError.from_exception_data(cls.__name__, mistakes)  # type: ignore[arg-type]
    return made


def plain_of(value: Any) -> Any:
    """Data without objects, of which :meth:`from_dict` makes the right ones."""
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, list | tuple):
        return [plain_of(one) for one in value]
    return {name: plain_of(one) for name, one in value.items()} if isinstance(value, dict) else value


def validate(cls: Any, data: Any, **_: Any) -> Any:
    """An object of data; raises for invalid data."""
    if isinstance(data, cls):
        return data
    if not isinstance(data, dict):
        raise _refused(
            cls, [{"type": "model_type", "loc": (), "input": data, "ctx": {"class_name": cls.__name__}}]
        )
    mistakes = _mistakes(cls, data)
    if mistakes:
        raise _refused(cls, mistakes)
    return cls.from_dict(plain_of(data))


def validate_json(cls: Any, text: Any, **_: Any) -> Any:
    """As :func:`validate`, of JSON text."""
    from parlour.hooks import from_json

    try:
        data = from_json(text)
    except ValueError as error:
        said = {"type": "json_invalid", "loc": (), "input": text, "ctx": {"error": str(error)}}
        raise _refused(cls, [said]) from None
    return validate(cls, data)


def construct(cls: Any, _fields_set: Any = None, **fields: Any) -> Any:
    """An object of the fields that are given."""
    return cls.from_dict(plain_of(fields))
