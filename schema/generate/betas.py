"""The names of beta features of `betas.toml`: constants in every language, and types for completion in editors."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from .document import HERE
from .text import docstring, jsdoc

MADE = "Made from schema/betas.toml by `make generate`: change that, not this file."


@dataclass(frozen=True)
class Beta:
    name: str
    doc: str
    deprecated: bool

    @property
    def constant(self) -> str:
        """`mcp-client-2025-11-20` as `MCP_CLIENT_2025_11_20`."""
        return self.name.upper().replace("-", "_")

    @property
    def said(self) -> str:
        return f"Deprecated. {self.doc}" if self.deprecated else self.doc


def load() -> list[Beta]:
    rows = tomllib.loads((HERE / "betas.toml").read_text("utf-8"))["beta"]
    return [Beta(row["name"], row["doc"], row.get("deprecated", False)) for row in rows]


def python() -> str:
    names = ", ".join(f'"{one.name}"' for one in load())
    lines = [f'{one.constant}: Final = "{one.name}"\n{docstring(one.said, 0)}' for one in load()]
    alias = f"BetaName: TypeAlias = Literal[{names}] | str\n"
    return "\n".join(
        [*lines, "", alias + docstring("The name of a beta feature: one of these, or any other.", 0)]
    )


def typescript() -> str:
    lines = [f'{jsdoc(one.said, 4)}\n    {one.constant}: "{one.name}",' for one in load()]
    return "export const betas = {\n" + "\n".join(lines) + "\n} as const;"


def rust() -> str:
    lines = [
        "//! Names of beta features that touch messages (protocol §8.7), for",
        "//! [`ClientBuilder::beta`](crate::ClientBuilder::beta) and [`CallOptions::beta`](crate::CallOptions::beta).",
        "//! They are ordinary strings: any other name is sent unchanged.",
        "//",
        f"// {MADE}",
    ]
    for one in load():
        lines += ["", f"/// {one.said}", f'pub const {one.constant}: &str = "{one.name}";']
    return "\n".join(lines) + "\n"


def c() -> str:
    lines = [
        "/** @file",
        " * Names of beta features that touch messages, for parlour_config_add_beta() and",
        " * parlour_options_add_beta(). They are ordinary strings: any other is sent as it is.",
        " */",
        f"/* {MADE} */",
        "#ifndef PARLOUR_BETAS_H",
        "#define PARLOUR_BETAS_H",
    ]
    for one in load():
        lines += ["", f"/** {one.said} */", f'#define PARLOUR_BETA_{one.constant} "{one.name}"']
    return "\n".join([*lines, "", "#endif", ""])


def page() -> str:
    """The table of the reference page of settings."""
    lines = ["", "## Names of betas", ""]
    lines += [
        "Constants of `parlour.betas` in Python, of `betas` in Node, of `parlour::betas` in Rust, and with",
        "`PARLOUR_BETA_` before them in `parlour/betas.h`. The set is open: any other name is sent unchanged",
        "(protocol §8.7).",
        "",
        "| constant | name | description |",
        "|---|---|---|",
    ]
    lines += [f"| `{one.constant}` | `{one.name}` | {one.said} |" for one in load()]
    return "\n".join(lines)
