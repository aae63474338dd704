"""Examples of every schema, for tests that read and write them: with all fields, with the required ones alone, with
null wherever it is allowed, and one for each member of a union.
"""

from __future__ import annotations

import json
from typing import Any

from .document import Document, Schema, Type

SIMPLE = {"string": "text", "integer": 1, "number": 0.5, "boolean": True}


def written(document: Document) -> str:
    """All examples, one per line, in the form that a round trip must return."""
    parts = []
    for one in document.schemas.values():
        lines = ",\n".join(_compact(instance) for instance in of(document, one))
        parts.append(f"{json.dumps(one.name)}: [\n{lines}\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def of(document: Document, schema: Schema) -> list[Any]:
    if schema.alias is not None:
        return _variants(document, schema.alias)
    if schema.unknown:
        return [{"type": "something_new", "key": {"a": 1}}]
    full = _full(document, schema)
    made = [full, {one.name: full[one.name] for one in schema.fields if one.required}]
    made.append({one.name: None if one.type.nullable else full[one.name] for one in schema.fields})
    for field in schema.fields:
        for variant in _variants(document, field.type)[1:]:
            made.append({**made[1], field.name: variant})
    return [one for at, one in enumerate(made) if one not in made[:at]]


def _full(document: Document, schema: Schema) -> dict[str, Any]:
    return {one.name: _variants(document, one.type, one.name)[0] for one in schema.fields}


def _variants(document: Document, one: Type, name: str = "") -> list[Any]:
    """One value for each form of this type, the fullest first."""
    match one.kind:
        case "ref":
            schema = document.schemas[one.name]
            if schema.alias is not None:
                return _variants(document, schema.alias)
            return (
                [{"type": "something_new", "key": {"a": 1}}] if schema.unknown else [_full(document, schema)]
            )
        case "literal":
            return [*one.values, "something_new"] if one.open else list(one.values)
        case "array":
            return [[item] for item in _variants(document, one.of[0])]
        case "object":
            return [{"key": _variants(document, one.of[0])[0] if one.of else 1.5}]
        case "union":
            return [value for member in one.of for value in _variants(document, member)]
        case kind:
            return ["aGFsbG8="] if name == "data" else [SIMPLE[kind]]
