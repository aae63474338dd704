"""The settings of clients and calls from `settings.toml`, and how each language spells and converts them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from .document import HERE
from .text import camel, docstring, jsdoc

PYTHON = {
    "text": "str",
    "flag": "bool",
    "count": "int",
    "size": "int",
    "number": "float",
    "texts": "str | Sequence[str]",
    "headers": "Mapping[str, str | NotGiven | None]",
    "query": "Mapping[str, str | int | float | bool]",
    "object": "Mapping[str, Any]",
    "addresses": "Mapping[str, str | Sequence[str]]",
    "days": "Mapping[str, str | None]",
    "numbers": "Sequence[float]",
}
PYTHON_CONVERTERS = {
    "duration": "_ms",
    "texts": "_list",
    "headers": "_headers",
    "query": "_query",
    "object": "_map",
    "addresses": "_map",
    "days": "_map",
}
NODE = {
    "text": "string",
    "flag": "boolean",
    "count": "number",
    "size": "number",
    "number": "number",
    "duration": "number",
    "texts": "string | readonly string[]",
    "headers": "HeadersOption",
    "query": "QueryOption",
    "object": "object | string",
    "addresses": "Readonly<Record<string, string | readonly string[]>>",
    "days": "Readonly<Record<string, string | null>>",
    "numbers": "readonly number[]",
}
NODE_CONVERTERS = {
    "duration": "ms",
    "texts": "list",
    "headers": "map",
    "query": "query",
    "object": "mapOrText",
    "addresses": "map",
    "days": "map",
}
GROUPS = ("backoff", "retry", "budget", "recordings", "route", "pool", "clock")
"""Groups of settings, each after the groups that it contains."""


@dataclass(frozen=True)
class Setting:
    """A setting in one language."""

    target: str
    """Its name as it crosses the FFI boundary."""
    names: tuple[str, ...]
    kind: str
    type: str
    """The type, where the language needs one of its own."""
    doc: str
    default: str
    row: dict[str, Any]

    @property
    def name(self) -> str:
        return self.names[0]


def tables() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((HERE / "settings.toml").read_text("utf-8"))


def of(language: str, table: str) -> list[Setting]:
    """The settings of a table that exist in the language."""
    made = []
    for row in tables()[table]:
        own = row.get(language, {})
        if own is False:
            continue
        stem = row["name"] if row["kind"] == "number" else row["name"].removesuffix("_ms")
        usual = stem if language == "python" else camel(stem)
        names = tuple(own.get("names", [own.get("name", usual)]))
        made.append(
            Setting(row["name"], names, row["kind"], own.get("type", ""), *_prose(language, row), row)
        )
    return made


def _prose(language: str, row: dict[str, Any]) -> tuple[str, str]:
    own = row.get(language, {})
    known = {one["name"] for rows in tables().values() for one in rows if "_" in one["name"]}

    def spelled(found: re.Match[str]) -> str:
        if found[0] not in known:
            return found[0]
        return f"`{found[0] if language == 'python' else camel(found[0])}`"

    sentence = re.sub(r"\b[a-z]+(_[a-z]+)+\b(?!`)", spelled, row["doc"])
    default = str(row.get("default", ""))
    if row["kind"] == "duration":
        if language == "python":
            sentence += ", in seconds"
        elif default.isdigit():
            default = f"{int(default) * 1000}"
    doc = f"{sentence[0].upper()}{sentence[1:]}."
    if more := own.get("more", row.get("more", "")):
        doc += f" {more}"
    if default:
        doc += f" Default: {default}."
    if "null" in row:
        doc += f" With null: {row['null']}."
    return doc, default


# Python


def python_options(table: str) -> str:
    """The fields of the typed dict of a table."""
    lines = []
    for one in of("python", table):
        lines.append(f"    {one.name}: {_python_type(one, table)}")
        lines.append(docstring(one.doc, 4))
    return "\n".join(lines)


def _python_type(one: Setting, table: str) -> str:
    if one.type:
        return one.type
    match one.kind:
        case "choice":
            text = "Literal[" + ", ".join(f'"{value}"' for value in one.row["values"]) + "]"
        case "group":
            text = f"{one.row['group'].capitalize()}Options"
        case "groups":
            text = f"Sequence[{one.row['group'].capitalize()}Options]"
        case "duration":
            text = "float" if table in GROUPS else "Seconds"
        case kind:
            text = PYTHON[kind]
    return f"{text} | None" if "null" in one.row else text


def python_groups() -> str:
    """The typed dicts of the groups."""
    made = []
    for group in GROUPS:
        lines = [f"class {group.capitalize()}Options(TypedDict, total=False):", docstring(DOCS[group], 4), ""]
        made.append("\n".join([*lines, python_options(group), ""]))
    return "\n\n".join(made)


DOCS = {
    "backoff": "Waits before retries.",
    "retry": "When and how a call is repeated.",
    "budget": "How many retries a client may spend; each costs a token.",
    "recordings": "A folder of recorded answers.",
    "route": "Where calls go while the service has no room for them; with at least one of the first four.",
    "pool": "Idle connections that are kept for reuse.",
    "clock": "A scripted clock for tests: waits are recorded, not slept.",
}


def python_rows(table: str) -> str:
    """The conversions of values: for a client only where name or form differ, for a call all."""
    lines = []
    for one in of("python", table):
        if not one.row.get("bridge", True):
            continue
        convert = PYTHON_CONVERTERS.get(one.kind, "_same")
        if one.kind == "group" and (inner := _python_group(one.row["group"])):
            convert = inner
        for name in one.names:
            if table == "call" or convert != "_same" or name != one.target:
                lines.append(f'    "{name}": ("{one.target}", {convert}),')
    return "\n".join(lines)


def _python_group(group: str) -> str:
    times = [f'"{one.name}"' for one in of("python", group) if one.kind == "duration"]
    inner = [f"{one.name}=_{one.row['group'].upper()}" for one in of("python", group) if one.kind == "group"]
    parts = ", ".join(times + inner)
    return f"_group({parts})" if parts else ""


def python_shared() -> str:
    """The rows that several groups share."""
    return f"_BACKOFF = {_python_group('backoff')}"


# Node


def node_options(table: str) -> str:
    """The members of the interface of a table."""
    lines = []
    for one in of("node", table):
        lines.append(jsdoc(one.doc, 4))
        optional = not one.row.get("required")
        lines.append(
            f"    {one.name}{'?' if optional else ''}: {_node_type(one)}{' | undefined' if optional else ''};"
        )
    return "\n".join(lines)


def _node_type(one: Setting) -> str:
    if one.type:
        return one.type
    match one.kind:
        case "choice":
            text = " | ".join(f'"{value}"' for value in one.row["values"])
        case "group":
            text = f"{one.row['group'].capitalize()}Options"
        case "groups":
            text = f"readonly {one.row['group'].capitalize()}Options[]"
        case kind:
            text = NODE[kind]
    return f"{text} | null" if "null" in one.row else text


def node_groups() -> str:
    made = []
    for group in GROUPS:
        name = f"{group.capitalize()}Options"
        made.append(f"{jsdoc(DOCS[group], 0)}\nexport interface {name} {{\n{node_options(group)}\n}}\n")
    return "\n".join(made)


def node_rows(table: str) -> str:
    lines = []
    for one in of("node", table):
        if one.row.get("bridge", True):
            lines += [f'{name}: ["{one.target}", {_node_convert(one)}],' for name in one.names]
    return "\n".join(lines)


def _node_convert(one: Setting) -> str:
    if one.kind == "group":
        return str(one.row["group"])
    if one.kind == "groups":
        return f"eachOf({one.row['group']})"
    convert = NODE_CONVERTERS.get(one.kind, "same")
    return "msOrNull" if convert == "ms" and "null" in one.row else convert


def node_converters() -> str:
    made = []
    for group in GROUPS:
        made.append(f"const {group} = nested({{\n{node_rows(group)}\n}});\n")
    return "\n".join(made)


def node_nulls() -> str:
    names = [row["name"] for rows in tables().values() for row in rows if "null" in row]
    return ", ".join(f'"{name}"' for name in names)


RUST = {
    "client": (
        "core/src/client/builder.rs",
        "core/src/client/builder/connection.rs",
        "core/src/client/builder/environment.rs",
        "core/src/client/builder/pacing.rs",
        "core/src/client/builder/routing.rs",
    ),
    "call": ("core/src/client/options.rs",),
    "retry": ("core/src/retry/policy.rs",),
    "backoff": ("core/src/retry/schedule.rs",),
    "budget": ("core/src/retry/budget.rs",),
    "recordings": ("core/src/recordings.rs",),
    "route": ("core/src/call/routes.rs",),
    "pool": ("core/src/transport/settings.rs",),
}
"""The files that have the methods and fields of a table."""
NO_SETTERS = {"new", "from_env", "from_lookup", "build", "check"}


def rust_names(row: dict[str, Any], table: str) -> list[str]:
    """The names of a setting in Rust; none if Rust does not have it."""
    own = row.get("rust", row["name"].removesuffix("_ms"))
    return str(own).split(", ") if own and table in RUST else []


def unknown_to_rust() -> list[str]:
    """The differences between the settings here and in the sources of Rust; empty if there are none."""
    faults = []
    for table, paths in RUST.items():
        text = "\n".join((HERE.parent / path).read_text("utf-8") for path in paths)
        listed = {name for row in tables()[table] for name in rust_names(row, table)}
        known = set(re.findall(r"pub (?:const )?fn (\w+)", text)) | set(
            re.findall(r"^    pub (\w+):", text, re.MULTILINE)
        )
        if table == "retry":
            known.add("default")
        if table == "client":
            # Their methods are made from the same rows.
            known |= {row["name"] for row in tables()[table] if row["kind"] == "size"}
        faults += [f"Rust has no {name} among the settings of {table}" for name in sorted(listed - known)]
        if table in ("client", "call"):
            setters = re.findall(r"(#\[doc\(hidden\)\]\n)?    pub fn (\w+)\(", text)
            public = {name for hidden, name in setters if not hidden} - NO_SETTERS
            faults += [
                f"{name} of Rust is not among the settings of {table}" for name in sorted(public - listed)
            ]
    return faults


def for_rust() -> dict[str, list[list[str]]]:
    """Name and description of each, as the tables of the bridge must have them."""
    return {
        table: [[row["name"], row["doc"]] for row in rows if row.get("bridge", True)]
        for table, rows in tables().items()
    }


def spellings() -> str:
    """The names of settings in each host language, for error messages: a file of the bridge."""
    columns = {"C": _spelt_in_c(), "PYTHON": _spelt("python"), "NODE": _spelt("node")}
    parts = [SPELLINGS]
    for language, names in columns.items():
        rows = [f'        ("{name}", "{spelling}"),' for name, spelling in names.items()]
        seconds = "true" if language == "PYTHON" else "false"
        parts.append(
            f"/// {LANGUAGES[language]}\npub static {language}: Language = Language {{\n    names: &[\n"
            + "\n".join(rows)
            + f"\n    ],\n    seconds: {seconds},\n}};\n"
        )
    return "\n".join(parts)


SPELLINGS = """\
//! The names of settings in error messages for each host language, where they differ from the names as data.
//! Made by `make generate` from schema/settings.toml.

pub use parlour::setting::{Language, speak};
"""
LANGUAGES = {
    "C": "With their units, as where they cross the FFI boundary.",
    "PYTHON": "Without units; times are seconds.",
    "NODE": "In camel case, without units.",
}
OF_FUNCTIONS = ("valid_for_ms", "retry_after_ms", "on_call", "on_attempt", "on_failure", "on_end")
"""The keys that functions for credentials and hooks return, and the methods of hooks, beside names of settings."""


def _spelt_in_c() -> dict[str, str]:
    rows = [row["name"] for table in ("call", "client", *GROUPS) for row in tables()[table]]
    return {name.removesuffix("_ms"): name for name in (*rows, *OF_FUNCTIONS) if name.endswith("_ms")}


def _spelt(language: str) -> dict[str, str]:
    """The name among the options of calls, if there is one: clients accept it too."""
    names: dict[str, str] = {}
    for table in ("call", "client", *GROUPS):
        for one in of(language, table):
            names.setdefault(one.target, one.name)
    for name in OF_FUNCTIONS:
        stem = name.removesuffix("_ms")
        names[name] = stem if language == "python" else camel(stem)
    # A name that is not listed is the same.
    return {target.removesuffix("_ms"): spelling for target, spelling in names.items() if spelling != target}
