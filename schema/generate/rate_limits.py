"""The families of rate limit headers of `rate_limits.toml`, in the languages that have a field for each."""

from __future__ import annotations

import tomllib

from .document import HERE
from .text import camel, docstring, jsdoc, slashes


def _families() -> list[dict[str, str]]:
    rows: list[dict[str, str]] = tomllib.loads((HERE / "rate_limits.toml").read_text("utf-8"))["family"]
    return rows


def rust_fields() -> str:
    return "\n".join(f"{slashes(one['doc'], 4)}\n    pub {one['name']}: RateLimit," for one in _families())


def rust_families() -> str:
    names = ", ".join(f'"{one["header"]}"' for one in _families())
    return f"const FAMILIES: [&str; {len(_families())}] = [{names}];"


def rust_slots() -> str:
    return "\n".join(f'"{one["header"]}" => &mut self.{one["name"]},' for one in _families())


def rust_quantities() -> str:
    return "\n".join(f'("{one["name"]}", self.{one["name"]}),' for one in _families())


def python_fields() -> str:
    return "\n".join(
        f"        {one['name']}: RateLimit | None = None\n{docstring(one['doc'], 8)}" for one in _families()
    )


def python_names() -> str:
    return "    _QUANTITIES = (" + ", ".join(f'"{one["name"]}"' for one in _families()) + ",)"


def node_fields() -> str:
    return "\n".join(
        f"{jsdoc(one['doc'], 4)}\n    readonly {camel(one['name'])}?: RateLimit;" for one in _families()
    )
