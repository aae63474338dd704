"""The types of the two toolsets in Node's `parlour-compat`."""

from __future__ import annotations

from .text import head, pascal
from .toolset_table import Field, Toolset, toolsets

TYPES = {
    "text": "string",
    "words": "string",
    "texts": "string[]",
    "count": "number",
    "times": "number",
    "seconds": "number",
    "point": "number[]",
    "region": "number[]",
    "value": "BrowserFormInputValue",
    "coordinate_target": "BrowserCoordinateTarget",
    "ref_target": "BrowserRefTarget",
    "target": "BrowserClickTarget",
}
CHOICES = {"BrowserFilter": "BrowserReadPageFilter", "ScrollDirection": "ComputerScrollDirection"}
"""The official SDK's names of choices."""


def members() -> str:
    """The names of the tools, for programs."""
    out = []
    for toolset in toolsets():
        name = toolset.name
        values = f"{name.upper()}_MEMBER_NAME_VALUES"
        listed = ", ".join(f'"{member.name}"' for member in toolset.members)
        out += [
            f"/** The tools of {toolset.doc}, by their names. */",
            f"export const {values}: readonly {name.capitalize()}MemberName[] = [{listed}];",
            f"export {{ {values} as BETA_{values} }};",
        ]
    return "\n".join(out) + "\n"


def types() -> str:
    out = [
        *head(
            "The tools of a browser and of a computer, under the official SDK's names.",
            "toolsets.toml",
            runs=False,
        ),
        'import type * as P from "parlour";',
        'import type * as A from "parlour";',
        "",
        "/** The configuration of a tool of a toolset. */",
        "interface MemberConfig {",
        "    /** Whether it may be called. */",
        "    enabled?: boolean | null | undefined;",
        "    /** Whether to hide it from the model until a tool search returns it. */",
        "    defer_loading?: boolean | null | undefined;",
        "}",
        "/** A call of a tool of a toolset. */",
        "type CallOf<Toolset extends string, Name extends string, Input> = A.ToolUseBlock & {",
        "    /** The toolset; the result must repeat it. */",
        "    toolset_name: Toolset;",
        "    /** The tool. */",
        "    name: Name;",
        "    /** The arguments. */",
        "    input: Input;",
        "};",
        "/** A point of the page. */",
        "export interface BrowserCoordinateTarget {",
        '    type: "coordinate";',
        "    /** Pixels from the left edge of the visible area. */",
        "    x: number;",
        "    /** Pixels from the top edge of the visible area. */",
        "    y: number;",
        "}",
        "/** An element of the page. */",
        "export interface BrowserRefTarget {",
        '    type: "ref";',
        "    /** The reference that `read_page` or `find` returned in this tab. */",
        "    ref: string;",
        "}",
        "/** A point or an element of the page. */",
        "export type BrowserClickTarget = BrowserCoordinateTarget | BrowserRefTarget;",
        "/** A value for an element of a form. */",
        "export type BrowserFormInputValue = string | number | boolean;",
        "/** The elements of a page to read. */",
        'export type BrowserReadPageFilter = "all" | "interactive";',
        "/** The direction. */",
        'export type BrowserScrollDirection = "up" | "down" | "left" | "right";',
        "/** The direction. */",
        'export type ComputerScrollDirection = "up" | "down" | "left" | "right";',
    ]
    for toolset in toolsets():
        out += _toolset(toolset)
    return "\n".join(out) + "\n"


def _toolset(toolset: Toolset) -> list[str]:
    name, what = toolset.name, toolset.doc
    members = [member.name for member in toolset.members]
    kind = name.capitalize()
    blocks: list[str] = []
    inputs: list[str] = []
    configs: list[str] = []
    has_empty = False
    out = ["", f"// The tools of {what}", ""]
    for one in toolset.members:
        member, own = one.name, kind + pascal(one.name)
        lines = [line for field in one.input.fields for line in _field(field)]
        out.append(f"/** The input of `{member}` of {what}. */")
        # An object that may hold fields of a later version.
        out += (
            [f"export interface {own}Input {{", *lines, "}"]
            if lines
            else [f"export type {own}Input = object;"]
        )
        out += [
            f"/** A call of `{member}` of {what}. */",
            f'export type {own}ToolUseBlock = CallOf<"{name}", "{member}", {own}Input>;',
            f"/** A call of `{member}` of {what}. */",
            f"export type Response{own}ToolUseBlock = {own}ToolUseBlock;",
            f"/** The configuration of `{member}` of {what}. */",
            f"export type {own}Config = MemberConfig;",
        ]
        blocks.append(f"    | {own}ToolUseBlock")
        # The empty inputs are the same type: one of them is enough.
        if lines or not has_empty:
            inputs.append(f"    | {own}Input")
        has_empty = has_empty or not lines
        configs += [
            f"    /** The configuration of `{member}`. */",
            f"    {member}?: {own}Config | null | undefined;",
        ]
    names = "\n".join(f'    | "{member}"' for member in members)
    return [
        *out,
        f"/** A tool of {what}. */",
        f"export type {kind}MemberName =\n{names};",
        f"/** The input of a tool of {what}. */",
        f"export type {kind}MemberInput =",
        "\n".join(inputs) + ";",
        f"/** A call of a tool of {what}, discriminated by `name`. */",
        f"export type {kind}ToolUseBlock =",
        "\n".join(blocks) + ";",
        f"/** A call of a tool of {what}, discriminated by `name`. */",
        f"export type Response{kind}ToolUseBlock = {kind}ToolUseBlock;",
        f"/** The configuration of the tools of {what}. */",
        f"export interface {kind}ToolsetConfigs {{",
        *configs,
        "}",
        f"/** The tools of {what}, which the caller runs. */",
        f"export interface {kind}Toolset20260801 {{",
        f'    type: "{toolset.kind}";',
        "    /** A cache breakpoint. */",
        "    cache_control?: P.CacheControlParam | null | undefined;",
        "    /** The configuration of each tool. */",
        f"    configs?: {kind}ToolsetConfigs | null | undefined;",
        "}",
    ]


def _field(field: Field) -> list[str]:
    kind = CHOICES.get(field.choice, field.choice) if field.kind == "choice" else TYPES[field.kind]
    mark, more = ("", "") if field.required else ("?", " | null | undefined")
    return [f"    /** {field.doc} */", f"    {field.name}{mark}: {kind}{more};"]
