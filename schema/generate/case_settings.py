"""The settings that conformance cases may give, and how the drivers give them on, out of `settings.toml`.

Settings that hold others, and those that the harness decides on (address and credential), are written by hand.
"""

from __future__ import annotations

from typing import Any

from . import c_settings, settings

SIMPLE = ("text", "flag", "count", "size", "duration", "texts", "choice")
"""Kinds that every driver gives on as they are, but for units."""
RUST = {
    "text": ('text({config}, "{name}")', "value"),
    "flag": ('flag({config}, "{name}")', "value"),
    "count": ('number({config}, "{name}")', "value"),
    "size": ('number({config}, "{name}")', "value"),
    "duration": ('ms({config}, "{name}")', "value"),
}
C = {"flag": "flag", "count": "count", "size": "size", "duration": "wide", "texts": "each"}


def _rows(table: str) -> list[dict[str, Any]]:
    return [
        row
        for row in settings.tables()[table]
        if row["kind"] in SIMPLE and row.get("bridge", True) and not row.get("by_hand")
    ]


def keys(table: str) -> str:
    return "\n".join(f'    "{row["name"]}",' for row in _rows(table))


def rust(table: str) -> str:
    """Those that the builder of the core takes as they are; for others it has types."""
    config, builder = {"client": ("config", "builder"), "call": ("json", "options")}[table]
    lines = []
    for row in _rows(table):
        if "type" in row or row["kind"] == "choice":
            continue
        method = settings.rust_names(row, table)[0]
        if row["kind"] == "texts":
            lines += [
                f'for value in texts({config}, "{row["name"]}") {{',
                f"{builder} = {builder}.{method}(value);",
                "}",
            ]
        else:
            read, value = RUST[row["kind"]]
            lines += [
                f"if let Some(value) = {read.format(config=config, name=row['name'])} {{",
                f"{builder} = {builder}.{method}({value});",
                "}",
            ]
    return "\n".join(lines)


def _names(language: str, table: str) -> list[tuple[dict[str, Any], str]]:
    spelt = {one.target: one.name for one in settings.of(language, table)}
    return [(row, spelt[row["name"]]) for row in _rows(table) if row["name"] in spelt]


def python_same(table: str) -> str:
    return "\n".join(
        f'    "{row["name"]}": "{name}",'
        for row, name in _names("python", table)
        if row["kind"] != "duration"
    )


def python_times(table: str) -> str:
    return "\n".join(f'    "{name}",' for row, name in _names("python", table) if row["kind"] == "duration")


def node(table: str) -> str:
    return "\n".join(f'    {row["name"]}: "{name}",' for row, name in _names("node", table))


def c(table: str) -> str:
    target, _, _ = c_settings.TARGETS[table]
    lines = []
    for one in c_settings.setters(table):
        if not one.row.get("by_hand"):
            field = C.get(one.kind, "text")
            lines.append(f'    {{.name = "{one.name}", .{field} = {target}_{one.function}}},')
    return "\n".join(lines)
