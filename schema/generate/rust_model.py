"""The types of Rust's model, as the document gives them: which schemas are one type, and of which types its fields are.

A schema says by `x-rust` to which type it belongs, as `module::Type` below `core/src/model/`. Schemas of the same type
are merged: a block of an answer and of a request have one type in Rust. README.md has the other keys of `x-rust`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .document import Document, Schema, Type
from .document import Field as SchemaField
from .text import pascal

PLAIN = {
    "string": "String",
    "integer": "u64",
    "number": "f64",
    "boolean": "bool",
    "object": "crate::json::Json",
}
KEYS = {
    "type", "doc", "example", "attributes", "tag", "verify", "first", "last", "fields", "local", "variants",
}  # fmt: skip
FIELD_KEYS = {"type", "name", "default", "doc", "union"}
PATH = re.compile(r"\b((?:\w+::)+)(\w+)\b")


@dataclass(frozen=True)
class Field:
    key: str
    """On the wire; empty for a field that is never sent."""
    name: str
    type: str
    """With the path of each name that is of another module."""
    default: str
    """An expression; empty for that of the type."""
    doc: str


@dataclass(frozen=True)
class Struct:
    path: str
    doc: str
    example: str
    tag: str
    """The `type` on the wire, if it is always the same."""
    verify: str
    """A function that refuses what passes for this type by mistake."""
    fields: tuple[Field, ...]
    local: tuple[Field, ...]
    schemas: tuple[str, ...]

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(one.type for one in (*self.fields, *self.local))


@dataclass(frozen=True)
class Variant:
    tag: str
    name: str
    type: str
    doc: str


@dataclass(frozen=True)
class Union:
    path: str
    doc: str
    example: str
    attributes: tuple[str, ...]
    variants: tuple[Variant, ...]
    schemas: tuple[str, ...]

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(one.type for one in self.variants)


@dataclass(frozen=True)
class Enum:
    path: str
    doc: str
    example: str
    values: tuple[tuple[str, str, str], ...]
    """Name, string and documentation of each."""
    schemas: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


Item = Struct | Union | Enum


def items(document: Document) -> list[Item]:
    """All types: open enums, then the others in the order of the document."""
    return list(_Model(document).items())


class _Model:
    def __init__(self, document: Document):
        self.document = document
        self.groups: dict[str, list[Schema]] = {}
        for one in document.schemas.values():
            if path := _own(one).get("type"):
                self.groups.setdefault(path, []).append(one)
        self.enums = {path: _enum(path, raw) for path, raw in document.raw.get("x-rust", {}).items()}
        self.paths = {one.name: path for path, group in self.groups.items() for one in group}

    def items(self) -> Iterator[Item]:
        yield from self.enums.values()
        for path, group in self.groups.items():
            objects = [one for one in group if one.alias is None]
            if objects:
                yield self._struct(path, objects)
            elif path not in self.enums:
                refs = [ref for one in group for ref in self._members(one.alias)]
                yield self._union(path, list(dict.fromkeys(refs)), _merged(group), group)
        yield from self._inline()

    def _inline(self) -> Iterator[Union]:
        """Unions that are written where a field is."""
        for group in self.groups.values():
            for key, own in _fields(_merged(group)).items():
                if (said := own.get("union")) is None:
                    continue
                types = [field.type for one in group for field in one.fields if field.name == key]
                refs = [ref for one in types for ref in self._members(one)]
                yield self._union(said["type"], list(dict.fromkeys(refs)), said, [])

    # Objects

    def _struct(self, path: str, group: list[Schema]) -> Struct:
        own = _merged(group)
        found: dict[str, list[SchemaField]] = {}
        for one in group:
            for field in one.fields:
                if not field.hidden:
                    found.setdefault(field.name, []).append(field)
        tag = "" if own.get("tag") is False else _tag(group)
        if tag:
            del found["type"]
        said = _fields(own)
        fields = {key: self._field(key, same, said.get(key, {}), len(group)) for key, same in found.items()}
        for key, more in said.items():
            if key not in found and not (tag and key == "type"):
                fields[key] = _named(key, more, more["type"], more["doc"])
        local = tuple(
            Field("", name, one["type"], "", one["doc"]) for name, one in own.get("local", {}).items()
        )
        return Struct(
            path,
            own.get("doc", group[0].doc),
            own.get("example", ""),
            tag,
            own.get("verify", ""),
            tuple(_ordered(fields, own.get("first", []), own.get("last", []))),
            local,
            tuple(one.name for one in group),
        )

    def _field(self, key: str, same: list[SchemaField], said: dict[str, Any], schemas: int) -> Field:
        text = said.get("type") or said.get("union", {}).get("type") or self._bare(same[0].type, key)
        if text in self.enums:
            self._check(text, [one.type for one in same])
        optional = len(same) < schemas or any(one.type.nullable or not one.required for one in same)
        if optional and not text.startswith("Option<"):
            text = f"Option<{text}>"
        doc = said.get("doc") or _described([one for one in same if one.doc] or same, text)
        return _named(key, said, text, doc)

    def _bare(self, one: Type, place: str) -> str:
        match one.kind:
            case "ref":
                if path := self.paths.get(one.name):
                    return path
                alias = self.document.schemas[one.name].alias
                if alias is None:
                    raise ValueError(f"{place}: `x-rust` of {one.name} has to name its type")
                return self._bare(alias, place)
            case "literal":
                return "String"
            case "array":
                return f"Vec<{self._bare(one.of[0], place)}>"
            case "union":
                raise ValueError(f"{place}: `x-rust` has to name the type of this union")
            case kind:
                return PLAIN[kind]

    # Unions

    def _members(self, one: Type | None) -> list[str]:
        """Names of the objects in a union, those of unions in it included."""
        if one is None or one.kind not in ("union", "ref"):
            return []
        if one.kind == "union":
            return [name for member in one.of for name in self._members(member)]
        schema = self.document.schemas[one.name]
        return [one.name] if schema.alias is None else self._members(schema.alias)

    def _union(self, path: str, refs: list[str], own: dict[str, Any], group: list[Schema]) -> Union:
        said = {
            tag: {"doc": one} if isinstance(one, str) else one for tag, one in own.get("variants", {}).items()
        }
        variants: dict[str, Variant] = {}
        for ref in refs:
            schema = self.document.schemas[ref]
            if schema.unknown:
                continue
            # A schema of several kinds is only a short way to write theirs down.
            for tag in _tags(schema):
                target = self.paths.get(ref) or self._by_tag(tag)
                more = said.get(tag, {})
                variant = Variant(
                    tag,
                    more.get("name", pascal(tag)),
                    more.get("type", target),
                    more.get("doc", schema.doc),
                )
                variants.setdefault(tag, variant)
        return Union(
            path,
            own.get("doc") or group[0].doc,
            own.get("example", ""),
            tuple(own.get("attributes", ())),
            tuple(variants.values()),
            tuple(one.name for one in group),
        )

    def _by_tag(self, tag: str) -> str:
        found = {self.paths[one.name] for one in self.document.schemas.values() if one.name in self.paths
                 and _tags(one) == (tag,)}  # fmt: skip
        if len(found) != 1:
            raise ValueError(f"{tag}: `x-rust` has to name its type")
        return found.pop()

    def _check(self, path: str, types: list[Type]) -> None:
        """That an enum has every value that the schema lists."""
        known = {text for _, text, _ in self.enums[path].values}
        for one in types:
            if missing := [value for value in one.values if value not in known]:
                raise ValueError(f"{path}: `x-rust` of the document does not document {', '.join(missing)}")


def _own(one: Schema) -> dict[str, Any]:
    own = {"type": one.rust} if isinstance(one.rust, str) else one.rust
    if unknown := own.keys() - KEYS:
        raise ValueError(f"{one.name}: `x-rust` has no {', '.join(sorted(unknown))}")
    return own


def _fields(own: dict[str, Any]) -> dict[str, dict[str, Any]]:
    said = {key: {"type": one} if isinstance(one, str) else one for key, one in own.get("fields", {}).items()}
    for key, one in said.items():
        if unknown := one.keys() - FIELD_KEYS:
            raise ValueError(f"{key}: `x-rust` has no {', '.join(sorted(unknown))}")
    return said


def _merged(group: list[Schema]) -> dict[str, Any]:
    """What the schemas of a type say of it together; each thing is said once."""
    merged: dict[str, Any] = {}
    for one in group:
        for key, value in _own(one).items():
            if key in merged and key != "type":
                raise ValueError(f"{one.name}: {key} of `x-rust` was given before")
            merged[key] = value
    return merged


def _enum(path: str, raw: dict[str, Any]) -> Enum:
    said = {text: {"doc": one} if isinstance(one, str) else one for text, one in raw["values"].items()}
    values = tuple((one.get("name", pascal(text)), text, one["doc"]) for text, one in said.items())
    return Enum(path, raw["doc"], raw.get("example", ""), values)


def _named(key: str, said: dict[str, Any], text: str, doc: str) -> Field:
    name = said.get("name", "kind" if key == "type" else key)
    return Field(key, name, text, said.get("default", ""), doc)


def _described(same: list[SchemaField], text: str) -> str:
    """The description, with the values of a string that the schema lists and the type does not."""
    doc = same[0].doc
    listed = dict.fromkeys(f"`{value}`" for one in same for value in one.type.values)
    if "String" not in text or all(value in doc for value in listed):
        return doc
    *others, last = listed
    values = f"{', '.join(others)} or {last}." if others else f"{last}."
    if not doc:
        return values
    return f"{doc} {values}" if ". " in doc else f"{doc.removesuffix('.')}: {values}"


def _tags(one: Schema) -> tuple[str, ...]:
    """What its `type` may be, if it tells it from others."""
    for field in one.fields:
        if field.name == "type" and field.type.kind == "literal" and not field.type.open:
            return () if field.type.nullable else field.type.values
    return ()


def _tag(group: list[Schema]) -> str:
    tags = {_tags(one) for one in group}
    return tags.pop()[0] if len(tags) == 1 and len(next(iter(tags))) == 1 else ""


def _ordered(fields: dict[str, Field], first: list[str], last: list[str]) -> Iterator[Field]:
    yield from (fields[key] for key in first)
    yield from (one for key, one in fields.items() if key not in first and key not in last)
    yield from (fields[key] for key in last)
