"""The error classes of Python and TypeScript, from `errors.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from .document import HERE
from .text import camel, docstring, jsdoc

NODE_NAMES = {"status_code": "status"}
"""Attributes whose spelling in Node differs."""

TWO_PARENTS = """\

    /** A {@link StreamDecodeError} is one as well; a class extends only one other. */
    static override [Symbol.hasInstance](value: unknown): boolean {
        const ordinary = super[Symbol.hasInstance](value);
        return ordinary || (this === APIResponseValidationError && value instanceof StreamDecodeError);
    }"""


@dataclass(frozen=True)
class Error:
    """A class in one language."""

    name: str
    base: str
    also: str
    """A second class that it extends."""
    kind: str
    code: int
    is_main: bool
    """The class of its kind, not a further one."""
    doc: str
    more: str
    """A second paragraph."""
    row: dict[str, Any]


def load(language: str) -> list[Error]:
    rows = tomllib.loads((HERE / "errors.toml").read_text("utf-8"))["error"]
    codes = {row["kind"]: row["code"] for row in rows if "kind" in row}
    made = []
    for row in rows:
        own = row.get(language, {})
        if own is False:
            continue
        kind = row.get("kind") or row.get("of", "")
        made.append(
            Error(
                own.get("class", row["class"]),
                own.get("base", row["base"]),
                own.get("also", ""),
                kind,
                codes.get(kind, 0),
                "kind" in row,
                own.get("doc", row["doc"]),
                own.get("more", ""),
                row,
            )
        )
    return made


def python_classes() -> str:
    errors = load("python")
    names = {one.name for one in errors}
    made = []
    for one in errors:
        bases = f"{one.base}, {one.also}" if one.also else one.base
        lines = [f"class {one.name}({bases}):", _python_doc(one)]
        if one.name == "APIStatusError":
            lines += ["", "    status_code: int", '    """The HTTP status of the answer."""']
        # A class that extends that of its kind inherits both.
        if one.kind and one.also not in names:
            lines += ["", f'    kind = "{one.kind}"', f"    code = {one.code}"]
        made.append("\n".join([*lines, ""]))
    return "\n\n".join(made)


def _python_doc(one: Error) -> str:
    text = re.sub(r"\{(\w+)\}", r":attr:`\1`", docstring(one.doc, 4))
    if not one.more:
        return text
    more = docstring(one.more, 4).replace('"""', "")
    return text.removesuffix('"""') + f'\n\n{more}\n    """'


def python_list() -> str:
    classes = sorted((one for one in load("python") if one.is_main), key=lambda one: one.code)
    return "\n".join(f"        {one.name}," for one in classes)


def typescript_classes() -> str:
    errors = load("node")
    made = []
    for one in errors:
        doc = re.sub(r"\{(\w+)\}", lambda found: f"`{NODE_NAMES.get(found[1]) or camel(found[1])}`", one.doc)
        lines = [jsdoc(f"{doc} {one.more}".strip(), 0), f"export class {one.name} extends {one.base} {{"]
        if one.kind:
            # Classes with subclasses must permit their values.
            wide = any(other.base == one.name for other in errors)
            lines.append(f'    static override readonly kind{": string" if wide else ""} = "{one.kind}";')
            lines.append(f"    static override readonly code{': number' if wide else ''} = {one.code};")
        if one.name == "APIResponseValidationError":
            lines.append(TWO_PARENTS)
        made.append("\n".join([*lines, "}", ""]))
    return "\n".join(made)


def typescript_list() -> str:
    return "\n".join(f"    {one.name}," for one in load("node"))


def for_rust() -> list[dict[str, Any]]:
    """The rows of the core's table, by number."""
    rows = [one.row for one in load("python") if one.is_main]
    names = ("code", "kind", "retryable", "summary", "advice")
    return sorted(({name: row[name] for name in names} for row in rows), key=lambda row: int(row["code"]))
