"""Schemas of functions and types as in the official SDK: those of this package, with pydantic's titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour import NOT_GIVEN
from parlour.hooks import AnswerType, transform_schema


def described(output: Any) -> Any:
    """A type of answers with its schema; a schema as it is, and ``None``."""
    if output is None or output is NOT_GIVEN or isinstance(output, Mapping):
        return output
    made = titled(AnswerType(output).schema)
    if "properties" in made and isinstance(output, type):
        made = {"title": output.__name__, **made}
    return AnswerType(output, made)


def described_type(output: Any) -> Any:
    """As :func:`described`, where the SDK takes a type alone: a stream."""
    if isinstance(output, Mapping):
        raise TypeError(
            "stream() takes a type as output_format: write output_config={'format': ...} for a schema of your own"
        )
    return described(output)


def counted(params: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a count, in which a type of answers is the format that it is sent as."""
    output = params.pop("output_format", None)
    if output is None or output is NOT_GIVEN:
        return params
    made = described(output)
    if isinstance(made, AnswerType):
        schema, _ = transform_schema(made.schema)
        made = {"type": "json_schema", "schema": schema}
    return {**params, "output_config": {**(params.get("output_config") or {}), "format": made}}


def titled(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with a title for each member, made of its name, unless it refers to a type, which has its own."""
    made = dict(schema)
    members = made.get("properties")
    if isinstance(members, Mapping):
        made["properties"] = {name: _member(name, one) for name, one in members.items()}
    definitions = made.get("$defs")
    if isinstance(definitions, Mapping):
        made["$defs"] = {name: _definition(name, one) for name, one in definitions.items()}
    for name in ("items", "additionalProperties"):
        if isinstance(made.get(name), Mapping):
            made[name] = titled(made[name])
    for name in ("anyOf", "prefixItems"):
        if isinstance(made.get(name), list):
            made[name] = [titled(one) for one in made[name]]
    return made


def _member(name: str, schema: Any) -> Any:
    made = titled(schema)
    kinds = [one for one in made.get("anyOf", [made]) if one.get("type") != "null"]
    if len(kinds) == 1 and "$ref" in kinds[0]:
        return made
    return {"title": name.title().replace("_", " ").strip(), **made}


def _definition(name: str, schema: Any) -> Any:
    made = titled(schema)
    return {"title": name, **made} if "properties" in made or "enum" in made else made
