"""The core's names of settings, and its limits of sizes, out of `settings.toml`."""

from __future__ import annotations

from typing import Any

from .settings import tables
from .text import slashes

UNITS = {"KiB": 10, "MiB": 20}


def names() -> str:
    """The constants of all settings that errors can be about."""
    found = {
        row["name"].removesuffix("_ms")
        for table in ("client", "call")
        for row in tables()[table]
        if row.get("bridge", True) or row["name"] in ("credentials", "timeout_ms")
    }
    return "\n".join(f'    {name.upper()} = "{name}",' for name in sorted(found))


def _sizes() -> list[dict[str, Any]]:
    return [row for row in tables()["client"] if row["kind"] == "size"]


def _default(row: dict[str, Any]) -> str:
    """`64 MiB` as an expression of Rust; `none` is the largest number."""
    if row["default"] == "none":
        return "usize::MAX"
    number, unit = row["default"].split()
    return f"{number} << {UNITS[unit]}"


def _doc(row: dict[str, Any]) -> str:
    return f"{row['doc'][0].upper()}{row['doc'][1:]}."


def sizes() -> str:
    """The file with the limits of a client."""
    rows = _sizes()
    lines = [
        "//! The largest sizes that a client takes and sends. Made by `make generate` from schema/settings.toml.",
        "",
        "use crate::setting::Setting;",
        "",
        "/// Limits in bytes; `usize::MAX` for none.",
        "#[derive(Clone, Copy, Debug)]",
        "pub(crate) struct Sizes {",
    ]
    for row in rows:
        lines += [slashes(_doc(row), 4), f"pub(crate) {row['name']}: usize,"]
    lines += ["}", "", "impl Default for Sizes {", "fn default() -> Sizes {", "Sizes {"]
    lines += [f"{row['name']}: {_default(row)}," for row in rows]
    lines += ["}", "}", "}", "", "impl Sizes {", "    /// Each with the setting that it is."]
    lines += [f"pub(crate) fn each(&self) -> [(Setting, usize); {len(rows)}] {{", "["]
    lines += [f"(Setting::{row['name'].upper()}, self.{row['name']})," for row in rows]
    return "\n".join([*lines, "]", "}", "}", ""])


def size_setters() -> str:
    """The file with the methods of the builder."""
    lines = [
        "//! Setters for the largest sizes. Made by `make generate` from schema/settings.toml.",
        "",
        "use super::ClientBuilder;",
        "",
        "impl ClientBuilder {",
    ]
    made = []
    for row in _sizes():
        doc = f"{_doc(row)} {row.get('rust_doc', row.get('page', ''))}".strip()
        doc += f" Default {row['default']}."
        made += [
            f"{slashes(doc, 4)}\n"
            f"pub fn {row['name']}(mut self, bytes: usize) -> ClientBuilder {{\n"
            f"self.sizes.{row['name']} = bytes;\nself\n}}\n"
        ]
    return "\n".join([*lines, "\n".join(made), "}", ""])
