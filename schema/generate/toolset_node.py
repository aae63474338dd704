"""The toolsets in Node: the commands, the functions of a program, and the tool made of them."""

from __future__ import annotations

from .text import head, jsdoc
from .toolset_table import Field, Input, Member, Toolset, toolsets

TYPES = {
    "text": "string",
    "words": "string",
    "texts": "readonly string[]",
    "count": "number",
    "times": "number",
    "seconds": "number",
    "point": "Point",
    "region": "readonly [number, number, number, number]",
    "value": "string | number | boolean",
    "coordinate_target": "CoordinateTarget",
    "ref_target": "RefTarget",
    "target": "CoordinateTarget | RefTarget",
}

RETURNS = {"image": ", Screenshot", "point": ", Point", "content": "", None: ""}


def module() -> str:
    """The file with all of them."""
    out = [
        *head(
            "The toolsets: families of tools that the service defines and a program runs.", "toolsets.toml"
        ),
        "import {",
        "    type Carries, clientTool, type CoordinateTarget, type DefinitionFields, type Others, type Point,",
        "    type RefTarget, type Screenshot,",
        '} from "./client_tools.js";',
        'import type { RunnableTool } from "./tool.js";',
        "",
    ]
    for toolset in toolsets():
        out += [line for one in toolset.inputs if one.fields for line in _input(one)]
        out += _handlers(toolset)
    return "\n".join(out) + "\n"


def exported() -> str:
    """The exports of the package."""
    names = [
        name
        for toolset in toolsets()
        for name in (
            *(f"type {one.name}" for one in toolset.inputs if one.fields),
            f"type {toolset.name.capitalize()}Handlers",
            f"{toolset.name}Tool",
        )
    ]
    names.sort(key=lambda name: name.removeprefix("type ").lower())
    return f'export {{ {", ".join(names)} }} from "./toolsets.js";\n'


def _input(one: Input) -> list[str]:
    out = [jsdoc(one.doc, 0), f"export interface {one.name} {{"]
    for field in one.fields:
        mark = "?" if field.optional else ""
        out += [jsdoc(field.doc, 4), f"    readonly {field.name}{mark}: {_type(field)};"]
    return [*out, "}", ""]


def _type(field: Field) -> str:
    if field.kind == "choice":
        return " | ".join(f'"{value}"' for value in field.values)
    return TYPES[field.kind]


def _handlers(toolset: Toolset) -> list[str]:
    kind = toolset.name.capitalize()
    title = f"{toolset.title} Only commands with a function are offered to the model."
    advice = f"{toolset.advice} Commands of a turn run one after another, and the first failure ends them."
    return [
        jsdoc(title, 0),
        f"export interface {kind}Handlers<C = unknown> extends Others<C> {{",
        *(line for member in toolset.members for line in _handler(member)),
        "}",
        "",
        jsdoc(f"{advice} Throws a `ConfigError` if no command has a function.", 0),
        f"export function {toolset.name}Tool<C = unknown>(handlers: {kind}Handlers<C>, fields?: DefinitionFields): "
        "RunnableTool<C> {",
        f'    return clientTool("{toolset.name}", handlers, fields);',
        "}",
        "",
    ]


def _handler(member: Member) -> list[str]:
    argument = member.input.name if member.input.fields else "object"
    return [jsdoc(member.doc, 4), f"    {member.name}?: Carries<{argument}, C{RETURNS[member.returns]}>;"]
