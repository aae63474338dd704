"""The setters of C and C++ for settings of one value, and of lists to which each call adds one, out of `settings.toml`.

Settings that are objects, credentials, and pairs of settings have setters that are written by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .settings import tables
from .text import slashes

TARGETS = {
    "client": ("parlour_config", "config", "Config"),
    "call": ("parlour_options", "options", "Options"),
}

# The argument in Rust, its name, and the call of the map of settings.
FORMS = {
    "text": ("parlour_str", "", 'set_text("{name}", {argument}.text("{argument}")?)'),
    "choice": ("parlour_str", "", 'set_text("{name}", {argument}.text("{argument}")?)'),
    "texts": ("parlour_str", "", 'push_text("{name}", {argument}.text("{argument}")?)'),
    "flag": ("bool", "on", 'set("{name}", &{argument}.to_string())'),
    "count": ("u32", "count", 'set("{name}", &{argument}.to_string())'),
    "size": ("usize", "bytes", 'set("{name}", &{argument}.to_string())'),
    "duration": ("i64", "milliseconds", 'set("{name}", &limit({argument}))'),
}
# The argument in C++, and how it is handed to C.
CPP = {
    "flag": ("bool", "{}"),
    "count": ("std::uint32_t", "{}"),
    "size": ("std::size_t", "{}"),
    "duration": ("milliseconds", "detail::count({})"),
}
EXAMPLES = {"flag": "true", "count": "1", "size": "1", "duration": "1s"}


@dataclass(frozen=True)
class Setter:
    """One setter."""

    name: str
    kind: str
    function: str
    """Its name in C, without that of what it is a setter of."""
    method: str
    """Its name in C++."""
    argument: str
    row: dict[str, Any]

    def doc(self, language: str) -> str:
        own = self.row.get("c", {})
        doc = str(self.row["doc"])
        imperative = doc.startswith("let ")
        text = own.get("doc") or (f"Lets{doc[3:]}" if imperative else f"Sets {doc}").rstrip(".")
        if self.kind == "duration" and language == "c":
            text += ", in milliseconds"
        if self.kind == "choice":
            text += ": " + " or ".join(f'"{value}"' for value in self.row["values"])
        parts = [text if text.endswith(".") else f"{text}.", self.row.get("more", "")]
        if imperative and "default" in self.row:
            parts.append(f"{str(self.row['default']).capitalize()} unless it is set.")
        if language == "c":
            parts.append(own.get("more", ""))
        return " ".join(part for part in parts if part).replace("`", "")


def setters(table: str) -> list[Setter]:
    made = []
    for row in tables()[table]:
        own = row.get("c", {})
        if own is False or row["kind"] not in FORMS or not row.get("bridge", True):
            continue
        name, kind = row["name"], row["kind"]
        verb = "add" if kind == "texts" else "set"
        stem = own.get("name", name)
        usual = f"add_{stem}" if kind == "texts" else stem.removesuffix("_ms")
        argument = own.get("argument") or FORMS[kind][1] or name.rsplit("_", 1)[-1]
        made.append(Setter(name, kind, f"{verb}_{stem}", own.get("cpp", usual), argument, row))
    return made


HEAD = """\
//! The setters of a configuration for settings of one value, and of lists. The bridge's tables judge the values.
//! Made by `make generate` from schema/settings.toml.

use std::mem::MaybeUninit;

use crate::abi::parlour_result;
use crate::config::{parlour_config, set};
use crate::error::parlour_error;
use crate::limits::limit;
use crate::text::parlour_str;

"""


def c_file() -> str:
    return HEAD + c_setters("client")


def c_setters(table: str) -> str:
    target, holder, _ = TARGETS[table]
    made = []
    for one in setters(table):
        kind, _, call = FORMS[one.kind]
        value = call.format(name=one.name, argument=one.argument)
        body = {
            "client": f"set(config, err, |settings| Ok(settings.{value}?))",
            "call": f"fallible(err, || Ok(changed(options)?.{value}?))",
        }[table]
        made.append(
            f"{slashes(one.doc('c'), 0)}\n#[unsafe(no_mangle)]\n"
            f'pub extern "C" fn {target}_{one.function}(\n'
            f"{holder}: Option<&mut {target}>,\n{one.argument}: {kind},\n"
            f"err: Option<&mut MaybeUninit<*mut parlour_error>>,\n) -> parlour_result {{\n{body}\n}}\n"
        )
    return "\n".join(made)


def cpp_setters(table: str) -> str:
    target, _, owner = TARGETS[table]
    lines = []
    for one in setters(table):
        kind, value = CPP.get(one.kind, ("std::string_view", "detail::lend({})"))
        argument = "limit" if one.kind == "duration" else one.argument
        lines += [
            slashes(one.doc("cpp"), 4),
            f"    {owner} &{one.method}({kind} {argument}) {{",
            f'        return tried("{one.method}", [&](parlour_error **error) {{',
            f"            return {target}_{one.function}(raw(), {value.format(argument)}, error);",
            "        });",
            "    }",
        ]
    return "\n".join(lines)


def every(table: str) -> str:
    """A call of each setter of C++."""
    _, holder, _ = TARGETS[table]
    # The configuration makes no client: these values are not for that.
    name = {"config": "every_setting", "options": "every_option"}[holder]
    return "\n".join(
        f"    {name}.{one.method}({EXAMPLES.get(one.kind, chr(34) * 2)});" for one in setters(table)
    )
