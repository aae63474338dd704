"""The reference pages of `docs/reference/`: settings, errors, and the types of the wire."""

from __future__ import annotations

import re

from . import betas, errors, facts, settings
from .document import Document, Field, Type

MADE = "<!-- Made from schema/{} by `make generate`: change that, not this page. -->\n"

TITLES = {
    "client": ("Clients", "Settings of a client."),
    "call": ("Calls", "Options of one call; they override the settings of the client."),
    "retry": ("retry", settings.DOCS["retry"]),
    "backoff": ("retry: rate_limit, server, connection", settings.DOCS["backoff"]),
    "budget": ("budget", settings.DOCS["budget"]),
    "recordings": ("recordings", settings.DOCS["recordings"]),
    "route": ("routes", settings.DOCS["route"]),
    "pool": ("pool", settings.DOCS["pool"]),
    "clock": ("clock", settings.DOCS["clock"]),
}


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def settings_page() -> str:
    lines = [
        "# Settings",
        "",
        MADE.format("settings.toml"),
        "Times are seconds in Python, milliseconds in Node and C, and `Duration` in Rust. There settings are methods",
        "of `ClientBuilder`, `CallOptions`, `RetryPolicy`, `RetryBudget` and `Pool` and fields of `Schedule`, and a",
        "client reads the environment only if it begins with `from_env`. Sizes are bytes. `null` is `None` in Python",
        "and means unset, unless the table says otherwise.",
    ]
    if faults := settings.unknown_to_rust():
        raise SystemExit("schema: " + "\n".join(faults))
    for table, (title, intro) in TITLES.items():
        lines += ["", f"## {title}", "", intro, ""]
        lines += [_row("Python", "Node", "C", "Rust", "default", "what it does"), _row(*["---"] * 6)]
        lines += _settings_rows(table)
    return "\n".join([*lines, betas.page()]) + "\n"


def _settings_rows(table: str) -> list[str]:
    spelt = {
        language: {one.target: one for one in settings.of(language, table)} for language in ("python", "node")
    }
    rows = []
    for row in settings.tables()[table]:
        name = row["name"]
        cells = [f"`{of[name].name}`" if name in of else "" for of in spelt.values()]
        cells.append(f"`{name}`" if row.get("bridge", True) else "")
        cells.append(", ".join(f"`{name}`" for name in settings.rust_names(row, table)))
        default = str(row.get("default", ""))
        if row["kind"] == "duration" and default.isdigit():
            default = f"{default} s"
        meaning = f"{row['doc'][0].upper()}{row['doc'][1:]}."
        if more := row.get("more"):
            meaning += f" {more}"
        if page := row.get("page"):
            meaning += f" {page}"
        if row["kind"] == "choice":
            meaning += " One of " + ", ".join(f"`{value}`" for value in row["values"]) + "."
        if "null" in row:
            meaning += f" With null: {row['null']}."
        rows.append(_row(*cells, default, meaning))
    return rows


def errors_page() -> str:
    lines = [
        "# Errors",
        "",
        MADE.format("errors.toml"),
        "Each error has a kind with a number that is the same in every language. Rust has the kinds in `ErrorKind`.",
        "The column `repeatable` applies unless the service says otherwise.",
        "",
        _row("kind", "number", "status", "Python", "Node", "C", "repeatable", "what happened", "what to do"),
        _row(*["---"] * 9),
    ]
    node = {one.kind: one.name for one in errors.load("node") if one.is_main}
    for one in sorted((one for one in errors.load("python") if one.is_main), key=lambda one: one.code):
        row = one.row
        constant = "PARLOUR_KIND_" + re.sub(r"(?<!^)([A-Z])", r"_\1", one.kind).upper()
        lines.append(
            _row(
                f"`{one.kind}`",
                str(one.code),
                row.get("status", ""),
                f"`{one.name}`",
                f"`{node[one.kind]}`",
                f"`{constant}`",
                "yes" if row["retryable"] else "no",
                row["summary"],
                row["advice"],
            )
        )
    lines += ["", *facts.page(), "## Classes", "", "The base of each class, and when it is raised.", ""]
    for language, title in (("python", "Python"), ("node", "Node")):
        lines += [f"### {title}", "", _row("class", "extends", "when"), _row(*["---"] * 3)]
        for one in errors.load(language):
            bases = f"`{one.base}`" + (f", `{one.also}`" if one.also else "")
            lines.append(_row(f"`{one.name}`", bases, re.sub(r"\{(\w+)\}", r"`\1`", one.doc)))
        lines.append("")
    return "\n".join(lines)


def types_page(document: Document) -> str:
    lines = [
        "# Types",
        "",
        MADE.format("openapi.yaml"),
        "The objects of the wire, by their names in Python and TypeScript; Rust has them in `parlour::model`.",
        "A field without a mark may be absent. A service may add fields and types at any time: they are kept and",
        "returned unchanged.",
    ]
    for one in document.schemas.values():
        if one.section:
            lines += ["", f"## {one.section}"]
        lines += ["", f"### {one.name}", "", one.doc]
        if one.fields:
            lines += ["", _row("field", "type", "", "description"), _row(*["---"] * 4)]
            lines += [_row(*_field(field)) for field in one.fields]
        elif one.alias is not None:
            lines += ["", _written(one.alias)]
    return "\n".join(lines) + "\n"


def _field(field: Field) -> tuple[str, str, str, str]:
    return f"`{field.name}`", _written(field.type), "always" if field.required else "", field.doc


def _written(one: Type) -> str:
    match one.kind:
        case "ref":
            text = f"[{one.name}](#{one.name.lower()})"
        case "literal":
            text = ", ".join(f"`{value}`" for value in one.values) + (
                " or another string" if one.open else ""
            )
        case "array":
            text = f"list of {_written(one.of[0])}"
        case "union":
            text = " or ".join(_written(member) for member in one.of)
        case kind:
            text = kind
    return f"{text}, or null" if one.nullable else text
