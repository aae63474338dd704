"""The types of the two toolsets in Node's `parlour-compat`."""

from __future__ import annotations

import tomllib
from typing import Any

from .document import HERE
from .text import head, pascal


def _sets() -> dict[str, Any]:
    return tomllib.loads((HERE / "toolsets.toml").read_text("utf-8"))


def members() -> str:
    """The names of the tools, for programs."""
    out = []
    for name, one in _sets().items():
        values = f"{name.upper()}_MEMBER_NAME_VALUES"
        listed = ", ".join(f'"{member}"' for member in one["members"])
        out += [
            f"/** The tools of {one['doc']}, by their names. */",
            f"export const {values}: readonly {name.capitalize()}MemberName[] = [{listed}];",
            f"export {{ {values} as BETA_{values} }};",
        ]
    return "\n".join(out) + "\n"


def types() -> str:
    sets = _sets()
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
    for name, one in sets.items():
        out += _toolset(name, one)
    return "\n".join(out) + "\n"


def _toolset(name: str, one: dict[str, Any]) -> list[str]:
    what, fields, members = one["doc"], one["fields"], one["members"]
    kind = name.capitalize()
    blocks: list[str] = []
    inputs: list[str] = []
    configs: list[str] = []
    has_empty = False
    out = ["", f"// The tools of {what}", ""]
    for member, written in members.items():
        own = kind + pascal(member)
        lines = [line for word in written.split() for line in _field(word, fields)]
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
        f'    type: "{one["type"]}";',
        "    /** A cache breakpoint. */",
        "    cache_control?: P.CacheControlParam | null | undefined;",
        "    /** The configuration of each tool. */",
        f"    configs?: {kind}ToolsetConfigs | null | undefined;",
        "}",
    ]


def _field(word: str, fields: dict[str, list[str]]) -> list[str]:
    word, _, other = word.partition("=")
    name = word.rstrip("?")
    written, doc = fields[name]
    more = " | null | undefined" if word.endswith("?") else ""
    return [f"    /** {doc} */", f"    {word}: {other or written}{more};"]
