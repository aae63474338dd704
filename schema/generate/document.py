"""The wire as `openapi.yaml` describes it, reduced to the forms that its schemas have: objects, unions and open sets of
strings. Independent of the languages.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent.parent
REF = "#/components/schemas/"


@dataclass(frozen=True)
class Type:
    """The type of a field or an item. `of` are the members of a union, the item of an array, or the value of a
    map."""

    kind: str
    """`string`, `integer`, `number`, `boolean`, `object`, `array`, `union`, `ref`, `literal`."""
    of: tuple[Type, ...] = ()
    name: str = ""
    """The target of a `ref`."""
    values: tuple[str, ...] = ()
    """The values of a `literal`."""
    nullable: bool = False
    open: bool = False
    """A `literal` that may be any other string as well."""
    own: dict[str, str] = field(default_factory=dict, hash=False)
    """The type as a language writes it, where the schema does not determine it."""


@dataclass(frozen=True)
class Field:
    name: str
    type: Type
    required: bool
    doc: str
    default: Any
    """The value of an absent field; `None` if the schema has none."""
    hidden: bool


@dataclass(frozen=True)
class Schema:
    name: str
    doc: str
    section: str
    """The heading above it; mostly empty."""
    fields: tuple[Field, ...]
    """Of an object."""
    alias: Type | None
    """Of a name for several types."""
    match: tuple[str, ...]
    unknown: bool
    native: bool
    plain: bool
    resource: bool
    """Of an endpoint beside messages."""
    rust: str | dict[str, Any] = field(default_factory=dict)
    """Its type in Rust, and what the schema does not say of it: see `rust_model`."""

    @property
    def is_param(self) -> bool:
        """Whether it is sent, not received."""
        return self.name.endswith("Param") or self.name == "MessageRequest"

    @property
    def tag(self) -> str | None:
        """The `type` that discriminates it in its union."""
        for one in self.fields:
            if one.name == "type" and one.type.kind == "literal" and not one.type.open:
                return one.type.values[0]
        return None


@dataclass(frozen=True)
class Document:
    raw: dict[str, Any]
    schemas: dict[str, Schema]

    def named(self, *, params: bool, resources: bool = False) -> list[Schema]:
        """The schemas that have a name in the languages, in the order of the document: those of messages, or those of
        the other endpoints."""
        return [
            one
            for one in self.schemas.values()
            if one.is_param == params and one.resource == resources and not one.plain
        ]


def load() -> Document:
    return read((HERE / "openapi.yaml").read_text("utf-8"))


def read(text: str) -> Document:
    raw = yaml.safe_load(text)
    schemas = {name: _schema(name, one) for name, one in raw["components"]["schemas"].items()}
    return Document(raw, schemas)


def _schema(name: str, raw: dict[str, Any]) -> Schema:
    required = raw.get("required", ())
    fields = tuple(
        Field(
            key,
            _type(one),
            key in required,
            one.get("description", ""),
            one.get("default"),
            one.get("x-hidden", False),
        )
        for key, one in raw.get("properties", {}).items()
    )
    if undocumented := [one.name for one in fields if not one.doc and one.name not in ("type", "role")]:
        raise ValueError(f"{name}: no description of {', '.join(undocumented)}")
    return Schema(
        name,
        raw["description"],
        raw.get("x-section", ""),
        fields,
        None if "properties" in raw else _type(raw),
        tuple(raw.get("x-match", ())),
        raw.get("x-unknown", False),
        raw.get("x-native", False),
        raw.get("x-plain", False),
        raw.get("x-resource", False),
        raw.get("x-rust", {}),
    )


def _type(raw: dict[str, Any]) -> Type:
    own = {key.removeprefix("x-"): raw[key] for key in ("x-python", "x-typescript") if key in raw}
    if "$ref" in raw:
        return Type("ref", name=raw["$ref"].removeprefix(REF), own=own)
    if "const" in raw:
        return Type("literal", values=(raw["const"],), own=own)
    if "enum" in raw:
        values = tuple(value for value in raw["enum"] if value is not None)
        return Type("literal", values=values, nullable=None in raw["enum"], own=own)
    if "anyOf" in raw:
        return _union(raw["anyOf"], own)
    kinds = raw.get("type", "object")
    nullable = isinstance(kinds, list) and "null" in kinds
    kind = next(kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null")
    of: tuple[Type, ...] = ()
    if kind == "array":
        of = (_type(raw["items"]),)
    elif "additionalProperties" in raw:
        of = (_type(raw["additionalProperties"]),)
    return Type(kind, of, nullable=nullable, own=own)


def _union(raw: list[dict[str, Any]], own: dict[str, str]) -> Type:
    nullable = {"type": "null"} in raw
    members = [_type(one) for one in raw if one != {"type": "null"}]
    if len(members) == 1:
        one = members[0]
        return Type(
            one.kind, one.of, one.name, one.values, nullable or one.nullable, one.open, own or one.own
        )
    if [one.kind for one in members] == ["literal", "string"]:
        return Type("literal", values=members[0].values, nullable=nullable, open=True, own=own)
    return Type("union", tuple(members), nullable=nullable, own=own)


def json_schema(document: Document, name: str) -> dict[str, Any]:
    """The schema of that name for validation: schemas for unknown types do not accept known types."""
    raw = json.loads(json.dumps(document.raw["components"]["schemas"]))
    for one in list(raw.values()):
        _close(one, raw)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": REF + name,
        "components": {"schemas": raw},
    }


def _close(node: Any, schemas: dict[str, Any]) -> None:
    if isinstance(node, list):
        for one in node:
            _close(one, schemas)
    elif isinstance(node, dict):
        members = node.get("anyOf", ())
        names = [one["$ref"].removeprefix(REF) for one in members if "$ref" in one]
        # A list in such a union has items of the same union.
        names += [
            one["$ref"].removeprefix(REF)
            for member in members
            for one in member.get("items", {}).get("anyOf", ())
            if "$ref" in one
        ]
        known = {schemas[name].get("properties", {}).get("type", {}).get("const") for name in names}
        for at, one in enumerate(members):
            if "$ref" in one and schemas[one["$ref"].removeprefix(REF)].get("x-unknown"):
                known_names = sorted(tag for tag in known if tag)
                kind = {"properties": {"type": {"type": "string", "not": {"enum": known_names}}}}
                node["anyOf"][at] = {"type": "object", "required": ["type"], **kind}
        for key, one in node.items():
            if key not in ("enum", "const", "required", "default"):
                _close(one, schemas)
