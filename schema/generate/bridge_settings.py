"""The tables of the bridge, which set what a host language gives on the builder of the core, out of `settings.toml`."""

from __future__ import annotations

from typing import Any

from .settings import rust_names, tables

TARGETS = {"client": ("ClientBuilder", "b"), "call": ("CallOptions", "o")}
PLAIN = {"flag": "bool", "count": "u32", "size": "usize", "duration": "Duration"}
"""Kinds whose value the method of the core takes as it is."""
READ = {
    "text": "Text",
    "texts": "Texts",
    "headers": "Headers",
    "query": "Query",
    "object": "BodyKeys",
    "addresses": "Addresses",
    "days": "Days",
}
FOLDS = {
    "texts": ("iter", "{b}, item", "{b}.{method}(item.as_str())"),
    "query": ("iter", "{b}, (name, value)", "{b}.{method}(name, value.as_str())"),
    "object": ("into_iter", "{b}, (name, value)", "{b}.{method}(name, value)"),
    "addresses": ("into_iter", "{b}, (host, addresses)", "{b}.{method}(host, addresses)"),
    "days": ("iter", "{b}, (name, day)", "{b}.{method}(name, day.as_deref())"),
}
"""Kinds of many values: how they are gone over, and what is done with each."""
HEADERS = """\
|{b}, v| v.0.iter().fold({b}, |{b}, (name, value)| match value {{
            Some(value) => {b}.{method}(name, value.as_str()),
            None => {b}.remove_header(name),
        }})"""


def rows(table: str) -> str:
    """The rows of the table, in the order in which they are applied."""
    lines = []
    for row in tables()[table]:
        if row.get("bridge", True):
            kind = row.get("type") or PLAIN.get(row["kind"]) or READ[row["kind"]]
            lines.append(f'    "{row["name"]}": {kind}, "{row["doc"]}",\n        {_set(row, table)};')
    return "\n".join(lines)


def _set(row: dict[str, Any], table: str) -> str:
    target, b = TARGETS[table]
    method, kind = rust_names(row, table)[0], row["kind"]
    if "set" in row:
        return str(row["set"])
    if "type" in row or kind in PLAIN:
        return f"{target}::{method}"
    if kind == "headers":
        return HEADERS.format(b=b, method=method)
    if kind in FOLDS:
        over, given, each = (part.format(b=b, method=method) for part in FOLDS[kind])
        return f"|{b}, v| v.0.{over}().fold({b}, |{given}| {each})"
    return f"|{b}, v| {b}.{method}(v.0.as_str())"
