"""Answers in types that pydantic reads: fields of models, ``TypeAdapter``, ``response_model``. Nothing of
pydantic is imported before it asks. It must not import the rest of the package.
"""

from __future__ import annotations

import functools
from typing import Any, Final

from .._hints import text_of

_JSON_TYPES: Final = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


def core(cls: Any) -> Any:
    """The core schema of a class of answers: an object of it, or plain data for one."""
    from pydantic_core import core_schema

    tag = getattr(cls, "type", None)

    def made(data: dict[str, Any]) -> Any:
        if isinstance(tag, str) and data.get("type", tag) != tag:
            raise ValueError(f"a {cls.__name__} has the type {tag!r}, not {data['type']!r}")
        return cls.from_dict(data)

    plain = core_schema.chain_schema(
        [
            core_schema.dict_schema(core_schema.str_schema()),
            core_schema.no_info_plain_validator_function(made),
        ]
    )
    return core_schema.json_or_python_schema(
        json_schema=plain,
        python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), plain]),
        serialization=core_schema.plain_serializer_function_ser_schema(lambda one: one.to_dict()),
    )


@functools.cache
def serializer(cls: Any) -> Any:
    """Returns the serializer of a class for fields of no known type, such as :class:`typing.Any`."""
    from pydantic_core import SchemaSerializer

    return SchemaSerializer(core(cls))


def json(cls: Any) -> dict[str, Any]:
    """The JSON schema of a class of answers. Further keys are allowed: the service adds some."""
    properties: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        for name, hint in text_of(vars(base).get("__annotations__", {})).items():
            if name[0] != "_":
                properties[name] = _property(str(hint))
    tag = getattr(cls, "type", None)
    if isinstance(tag, str):
        properties["type"] = {"const": tag, "type": "string"}
    description = (cls.__doc__ or "").partition("\n\n")[0]
    made = {"type": "object", "title": cls.__name__, "properties": properties, "additionalProperties": True}
    return made | ({"description": " ".join(description.split())} if description else {})


def _property(hint: str) -> dict[str, Any]:
    """The JSON schema of a field, from its annotation; empty for nested objects."""
    kinds = [_JSON_TYPES.get(one.strip(), one.strip()) for one in hint.split("|")]
    known = {*_JSON_TYPES.values(), "None"}
    if not set(kinds) <= known:
        return {"type": "array"} if hint.startswith("list[") and "|" not in hint.rpartition("]")[2] else {}
    named = ["null" if kind == "None" else kind for kind in kinds]
    return {"type": named[0]} if len(named) == 1 else {"anyOf": [{"type": kind} for kind in named]}
