"""The facts of errors out of `errors.toml`: from the record of the bridge to the lines of the conformance drivers."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from .document import HERE
from .text import camel, docstring, jsdoc, slashes

OPTIONAL = {"status": "u16", "text": "String", "word": "&'static str", "name": "Cow<'static, str>"}
BRIDGE = {kind: f"Option<{inner}>" for kind, inner in OPTIONAL.items()} | {
    "object": "Option<String>",
    "duration": "Option<Duration>",
    "flag": "bool",
}
FROM_CORE = {
    "text": ".map(str::to_owned)",
    "name": ".map(Cow::Borrowed)",
    "object": ".map(|object| object.as_str().to_owned())",
}
PYTHON = {"status": "int", "duration": "float"}
NODE_RECORD = {"status": "u16", "duration": "f64", "word": "&'static str"}
NODE = {"status": "number", "duration": "number"}
EMPTY_IN_C = {"status": "0", "duration": "-1"}
UNITS = {
    "python": ", in seconds",
    "node": ", in milliseconds",
    "c": ", in milliseconds with their fraction",
}


@dataclass(frozen=True)
class Fact:
    """One fact."""

    field: str
    """Its name in the record of the bridge."""
    kind: str
    public: str
    row: dict[str, Any]

    def name(self, language: str) -> str:
        usual = camel(self.public) if language == "node" else self.public
        return str(self.row.get(language, {}).get("name", usual))

    @property
    def read(self) -> str:
        """The call that gives it, of an error of the core."""
        return str(self.row.get("read", f"{self.public}()"))

    @property
    def detail(self) -> str | None:
        """The key in the details of the service that it is, if it is one of them."""
        return self.row.get("detail")

    @property
    def own(self) -> bool:
        return bool(self.row.get("node", {}).get("own"))

    @property
    def key(self) -> str:
        """Its key in lines of the conformance drivers."""
        return f"{self.field}_ms" if self.kind == "duration" else self.field

    def doc(self, language: str, absent: str) -> str:
        """Its sentences; `absent` is the value that means that there is none."""
        doc = str(self.row["doc"]).replace(", {unit}", UNITS.get(language, ""))
        if language == "c":
            doc = f"{doc} {self.row.get('c', {}).get('more', '')}".strip()
        if self.kind == "object" and language in ("c", "cpp", "record"):
            doc += " The text of a JSON object."
        if self.kind != "flag" and absent:
            doc += f" {absent} {self.row['absent']}."
        return doc


def load() -> list[Fact]:
    rows = tomllib.loads((HERE / "errors.toml").read_text("utf-8"))["fact"]
    return [Fact(row["name"], row["kind"], row.get("public", row["name"]), row) for row in rows]


# The core


def rust_details() -> str:
    """The methods of facts that are details of the service."""
    lines = [
        "//! Facts of an error that are in the details of the service.",
        "//!",
        "//! Made from `schema/errors.toml` by `make generate`.",
        "",
        "use crate::error::Error;",
        "",
        "impl Error {",
    ]
    for one in load():
        if one.detail is not None:
            lines += [
                slashes(
                    one.doc("rust", "`None`") + f" The text `error.details.{one.detail}` (protocol §5.6).", 4
                ),
                "    #[must_use]",
                f"    pub fn {one.public}(&self) -> Option<String> {{",
                f'        self.detail("{one.detail}")',
                "    }",
                "",
            ]
    return "\n".join([*lines, "}"]) + "\n"


# The bridge


def bridge_fields() -> str:
    lines = []
    for one in load():
        doc = one.doc("record", "`None`")
        lines += [slashes(doc, 4), f"    pub {one.field}: {BRIDGE[one.kind]},"]
    return "\n".join(lines)


def bridge_values() -> str:
    lines = []
    for one in load():
        convert = "" if one.detail is not None else FROM_CORE.get(one.kind, "")
        lines.append(f"{one.field}: error.{one.read}{convert},")
    return "\n".join(lines)


def bridge_shown() -> str:
    return "\n".join(f'.field("{one.field}", &self.{one.field})' for one in load())


# Python


def python_handed() -> str:
    lines = []
    for one in load():
        seconds = ".map(|wait| wait.as_secs_f64())" if one.kind == "duration" else ""
        lines.append(f'facts.set_item("{one.field}", fields.{one.field}{seconds})?;')
    return "\n".join(lines)


def _python_type(one: Fact) -> str:
    return "bool" if one.kind == "flag" else f"{PYTHON.get(one.kind, 'str')} | None"


def python_attributes() -> str:
    """Those that are plain attributes; an object is read at its first use."""
    lines = []
    for one in load():
        if one.kind != "object":
            lines += [
                f"    {one.name('python')}: {_python_type(one)}",
                docstring(one.doc("python", "`None`"), 4),
            ]
    return "\n".join(lines)


def python_parameters() -> str:
    nothing = {"flag": "False"}
    return "\n".join(
        f"{one.name('python')}: {_python_type(one)} = {nothing.get(one.kind, 'None')}," for one in load()
    )


def python_assigned() -> str:
    lines = []
    for one in load():
        name = one.name("python")
        lines.append(f"        self.{'_' if one.kind == 'object' else ''}{name} = {name}")
    return "\n".join(lines)


def python_objects() -> str:
    made = []
    for one in load():
        if one.kind == "object":
            name = one.name("python")
            lines = [
                "    @property",
                f"    def {name}(self) -> dict[str, Any] | None:",
                docstring(one.doc("python", "`None`"), 8),
                f"        return _object(self._{name})",
            ]
            made.append("\n".join(lines))
    return "\n\n".join(made)


def python_given() -> str:
    lines = []
    for one in load():
        default = ", False" if one.kind == "flag" else ""
        lines.append(f'{one.name("python")}=info.get("{one.field}"{default}),')
    return "\n".join(lines)


# Node


def node_record() -> str:
    lines = []
    for one in load():
        inner = NODE_RECORD.get(one.kind, "String")
        doc = one.doc("record", "`null`")
        lines += [
            slashes(doc, 4),
            f"    pub {one.field}: {'bool' if one.kind == 'flag' else f'Option<{inner}>'},",
        ]
    return "\n".join(lines)


def node_values() -> str:
    convert = {"duration": ".map(millis)", "name": ".map(Cow::into_owned)"}
    return "\n".join(f"{one.field}: fields.{one.field}{convert.get(one.kind, '')}," for one in load())


def node_nothing() -> str:
    return "\n".join(
        f"    {camel(one.field)}: {'false' if one.kind == 'flag' else 'null'}," for one in load()
    )


def _node_type(one: Fact) -> str:
    if one.kind == "flag":
        return "boolean"
    return f"{NODE.get(one.kind, 'string')} | {_node_absent(one)}"


def _node_absent(one: Fact) -> str:
    return "undefined" if one.kind == "status" else "null"


def _node_doc(one: Fact) -> str:
    return jsdoc(one.doc("node", f"`{_node_absent(one)}`"), 4)


def node_own() -> str:
    lines = []
    for one in load():
        if one.own:
            lines += [_node_doc(one), f"    readonly {one.name('node')}: {_node_type(one)};"]
    return "\n".join(lines)


def node_assigned() -> str:
    lines = []
    for one in load():
        if one.own:
            absent = " ?? undefined" if one.kind == "status" else ""
            lines.append(f"this.{one.name('node')} = facts.{camel(one.field)}{absent};")
    return "\n".join(lines)


def node_getters() -> str:
    made = []
    for one in load():
        if one.own:
            continue
        kept = f"this.#record.{camel(one.field)}"
        value, written = kept, _node_type(one)
        if one.kind == "object":
            value, written = f"objectOf({kept})", "Record<string, unknown> | null"
        made.append(f"{_node_doc(one)}\n    get {one.name('node')}(): {written} {{\n return {value};\n }}\n")
    return "\n".join(made)


# C and C++

C_RESULTS = {"flag": ("bool", "false"), "status": ("u16", "0"), "duration": ("f64", "-1.0")}
C_VALUES = {
    "flag": "Some(error?.info.{})",
    "status": "error?.info.{}",
    "duration": "error?.info.{}.map(milliseconds)",
    "word": "error?.info.{}.map(parlour_str::of)",
}


def _c_absent(one: Fact) -> str:
    return EMPTY_IN_C.get(one.kind, "Empty")


def c_functions() -> str:
    made = []
    for one in load():
        result, nothing = C_RESULTS.get(one.kind, ("parlour_str", "parlour_str::EMPTY"))
        value = C_VALUES.get(one.kind, "error?.info.{}.as_deref().map(parlour_str::of)").format(one.field)
        doc = one.doc("c", _c_absent(one))
        if one.kind == "word":
            doc += " Static."
        made.append(
            f"{slashes(doc.replace('`', ''), 0)}\n#[unsafe(no_mangle)]\n"
            f'pub extern "C" fn parlour_error_{one.name("c")}(error: Option<&parlour_error>) -> {result} {{\n'
            f"value_or({nothing}, || {value})\n}}\n"
        )
    return "\n".join(made)


def cpp_methods() -> str:
    lines = []
    for one in load():
        call = f"parlour_error_{one.name('c')}(get())"
        absent = "std::nullopt" if one.kind == "duration" else _c_absent(one)
        lines.append(slashes(one.doc("cpp", absent).replace("`", ""), 4))
        name = one.name("c").removesuffix("_ms")
        match one.kind:
            case "flag":
                lines.append(f"    bool {name}() const noexcept {{ return {call}; }}")
            case "status":
                lines.append(f"    int {name}() const noexcept {{ return {call}; }}")
            case "duration":
                lines += [
                    f"    std::optional<exact_milliseconds> {name}() const noexcept {{",
                    f"        const double time = {call};",
                    "        return time < 0 ? std::nullopt : std::optional<exact_milliseconds>(time);",
                    "    }",
                ]
            case kind:
                # A word is static: it outlives the error.
                bound = "" if kind == "word" else " PARLOUR_LIFETIMEBOUND"
                first = f"    std::string_view {name}() const noexcept{bound} {{"
                value = f"return detail::view({call});"
                whole = f"{first} {value} }}"
                lines += [whole] if len(whole) <= 120 else [first, f"        {value}", "    }"]
    return "\n".join(lines)


# Conformance


def keys() -> str:
    return "\n".join(f'    "{one.key}",' for one in load())


def rust_lines() -> str:
    values = {
        "flag": "Json::Bool({})",
        "status": "{}.map_or(Json::Null, Json::int)",
        "duration": "{}.map_or(Json::Null, millis)",
        "object": "object({})",
    }
    lines = []
    for one in load():
        read = f"error.{one.read}" + (".as_deref()" if one.detail is not None else "")
        value = values.get(one.kind, "optional({})").format(read)
        lines.append(f'line.set("{one.key}", {value});')
    return "\n".join(lines)


def python_lines() -> str:
    lines = []
    for one in load():
        value = f"of.{one.name('python')}"
        if one.kind == "duration":
            value = f"None if {value} is None else {value} * 1000"
        lines.append(f'        "{one.key}": {value},')
    return "\n".join(lines)


def node_lines() -> str:
    lines = []
    for one in load():
        absent = " ?? null" if one.kind == "status" else ""
        lines.append(f"        {one.key}: of.{one.name('node')}{absent},")
    return "\n".join(lines)


def c_lines() -> str:
    write = {"flag": "boolean", "status": "number", "duration": "duration", "object": "raw"}
    lines = []
    for one in load():
        call = f"parlour_error_{one.name('c')}(error)"
        head = f"if ({call}) " if one.kind == "status" else ""
        lines.append(f'    {head}{write.get(one.kind, "optional")}("{one.key}", {call});')
    return "\n".join(lines)


# The reference page


def page() -> list[str]:
    lines = [
        "## Facts",
        "",
        "What an error holds besides its kind, its sentence, its attempts and the answer. C has functions that begin",
        "with `parlour_error_`, C++ methods of the same names.",
        "",
        "| Python | Node | C | Rust | what it is |",
        "|---|---|---|---|---|",
    ]
    for one in load():
        rust = re.match(r"\w+", one.read)
        names = [one.name("python"), one.name("node"), one.name("c"), rust[0] if rust else ""]
        doc = one.doc("page", "None")
        lines.append("| " + " | ".join([*(f"`{name}`" for name in names), doc]) + " |")
    return [*lines, ""]
