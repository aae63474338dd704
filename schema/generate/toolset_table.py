"""The toolsets of `schema/toolsets.toml`, read for the generators of the languages."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

from .document import HERE
from .text import pascal


@dataclass(frozen=True)
class Field:
    """A field of an input."""

    name: str
    """Its name on the wire."""
    kind: str
    doc: str
    optional: bool
    default: int | None
    choice: str
    """The name of the type of a choice."""
    values: tuple[str, ...]

    @property
    def required(self) -> bool:
        """Whether the model has to send it."""
        return not self.optional and self.default is None


@dataclass(frozen=True)
class Input:
    """The fields of a command."""

    name: str
    """The name of its type, such as `ClickCommand`."""
    doc: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Member:
    """A tool of a toolset."""

    name: str
    method: str
    """Its name in Rust and Python."""
    doc: str
    input: Input
    done: str | None
    returns: str | None
    off: bool


@dataclass(frozen=True)
class Toolset:
    """A family of tools."""

    name: str
    kind: str
    doc: str
    title: str
    advice: str
    inputs: tuple[Input, ...]
    members: tuple[Member, ...]

    def choices(self) -> dict[str, Field]:
        """A field of each type of choice, by the name of the type."""
        fields = (field for one in self.inputs for field in one.fields)
        return {field.choice: field for field in fields if field.kind == "choice"}


def toolsets() -> list[Toolset]:
    """All of them, in the order of the table."""
    table = tomllib.loads((HERE / "toolsets.toml").read_text("utf-8"))
    return [_toolset(name, row) for name, row in table.items()]


def _toolset(name: str, row: dict[str, Any]) -> Toolset:
    prefix = row["prefix"]
    inputs = {
        key: Input(
            f"{prefix}{key}Command",
            one["doc"],
            tuple(_field(word, row["fields"], prefix) for word in one["fields"].split()),
        )
        for key, one in row["inputs"].items()
    }
    members = tuple(_member(key, one, inputs) for key, one in row["members"].items())
    return Toolset(
        name, row["type"], row["doc"], row["title"], row["advice"], tuple(inputs.values()), members
    )


def _member(name: str, row: dict[str, Any], inputs: dict[str, Input]) -> Member:
    done, returns = row.get("done"), row.get("returns")
    if (done is None) == (returns is None):
        raise ValueError(f"toolsets.toml: {name} needs either `done` or `returns`")
    method = row.get("method", name)
    return Member(name, method, row["doc"], inputs[row["input"]], done, returns, row.get("off", False))


def _field(word: str, fields: dict[str, dict[str, Any]], prefix: str) -> Field:
    key, _, default = word.partition("=")
    key, optional = key.removesuffix("?"), key.endswith("?")
    row = fields[key]
    name = key.partition(":")[0]
    return Field(
        name,
        row["kind"],
        row["doc"],
        optional,
        int(default) if default else None,
        prefix + pascal(name),
        tuple(row.get("values", ())),
    )
