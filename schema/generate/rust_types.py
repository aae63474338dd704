"""The types of answers and requests in Rust: the `wire!`, `open_union!` and `open_enum!` of `core/src/model/`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from . import rust_methods
from .document import HERE, Document
from .rust_model import PATH, Enum, Field, Item, Struct, Union, items

MODEL = HERE.parent / "core/src/model"


def files(document: Document) -> dict[Path, dict[str, str]]:
    """The part of each file of the model that is made here."""
    modules = _modules(document)
    made = {_file(module): {"types": _part(module, _in_order(module, of))} for module, of in modules.items()}
    for parent in ("", "resources"):
        inside = {module: of for module, of in modules.items() if module.rpartition("::")[0] == parent}
        made[_file(parent)] = {"names": _reexports(inside)}
    by_path = {one.path: one for inside in modules.values() for one in inside}
    for path, methods in rust_methods.blocks(by_path).items():
        made[_file(_module(path))]["blocks"] = methods
    if merged := rust_methods.merged_usage(by_path):
        made[_file("usage")]["merge"] = merged
    made[MODEL / "tests/schema.rs"] = {"types": _tested(modules)}
    return made


def _file(module: str) -> Path:
    return MODEL.joinpath(*module.split("::")).with_suffix(".rs")


def _modules(document: Document) -> dict[str, list[Item]]:
    modules: dict[str, list[Item]] = {}
    for one in items(document):
        modules.setdefault(_module(one.path), []).append(one)
    return modules


def _module(path: str) -> str:
    return path.rpartition("::")[0]


def _name(path: str) -> str:
    return path.rpartition("::")[2]


def _in_order(module: str, inside: list[Item]) -> list[Item]:
    """Each type before those that it is made of, as far as they are of this module."""
    by_path = {one.path: one for one in inside}
    used = {path: [*_paths(one.types, by_path)] for path, one in by_path.items()}
    below = {path for paths in used.values() for path in paths}
    done: dict[str, Item] = {}

    def visit(path: str) -> None:
        if path not in done:
            done[path] = by_path[path]
            for each in used[path]:
                visit(each)

    for path in sorted(by_path, key=lambda path: (path in below, not isinstance(by_path[path], Union))):
        visit(path)
    return list(done.values())


def _paths(types: Iterable[str], among: dict[str, Item]) -> Iterator[str]:
    for text in types:
        for found in PATH.finditer(text):
            if found[0] in among:
                yield found[0]


def _part(module: str, inside: list[Item]) -> str:
    return "\n\n".join([*_uses(module, inside), *(_item(one) for one in inside)])


def _uses(module: str, inside: list[Item]) -> list[str]:
    """The imports, if there are any."""
    names: dict[str, set[str]] = {}
    for one in inside:
        for text in one.types:
            for found in PATH.finditer(text):
                if (place := _module(found[0])) != module:
                    names.setdefault(place, set()).add(found[2])
    base = "crate::model::" if "::" in module else "super::"
    places = {(place if place.startswith("crate::") else base + place): of for place, of in names.items()}
    lines = [f"use {place}::{_braced(sorted(of))};" for place, of in sorted(places.items())]
    return ["\n".join(lines)] if lines else []


def _braced(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{{{', '.join(names)}}}"


def _reexports(modules: dict[str, list[Item]]) -> str:
    return "\n".join(
        f"pub use {module.rpartition('::')[2]}::{_braced(sorted(_name(one.path) for one in inside))};"
        for module, inside in sorted(modules.items())
    )


def _tested(modules: dict[str, list[Item]]) -> str:
    """The types with their schemas, for the test that reads and writes the examples of each."""
    lines = []
    for module in modules.values():
        for one in module:
            if one.schemas:
                schemas = [f'"{name}"' for name in one.schemas]
                lines += textwrap.wrap(
                    f"{_name(one.path)}: {' '.join(schemas)};",
                    106,
                    initial_indent="    ",
                    subsequent_indent="        ",
                )
    return "\n".join(lines)


def _item(one: Item) -> str:
    match one:
        case Struct():
            return _struct(one)
        case Union():
            return _union(one)
        case Enum():
            return _enum(one)


def _struct(one: Struct) -> str:
    lines = ["wire! {", *_doc(one.doc, one.example, 4)]
    tag = f', tag = "{one.tag}"' if one.tag else ""
    verify = f", verify = {one.verify}" if one.verify else ""
    head = f"    pub struct {_name(one.path)}{tag}{verify} {{"
    if not one.fields:
        lines.append(head + "}")
    else:
        lines += [head, *(line for field in one.fields for line in _field(field)), "    }"]
    if one.local:
        lines += ["    local {", *(line for field in one.local for line in _field(field)), "    }"]
    return "\n".join([*lines, "}"])


def _field(one: Field) -> list[str]:
    key = f'"{one.key}" ' if one.key else ""
    default = f" = {one.default}" if one.default else ""
    return [*_doc(one.doc, "", 8), f"        {key}{one.name}: {_short(one.type)}{default},"]


def _union(one: Union) -> str:
    lines = ["open_union! {", *_doc(one.doc, one.example, 4)]
    lines += [f"    {attribute}" for attribute in one.attributes]
    lines.append(f"    pub enum {_name(one.path)} {{")
    for variant in one.variants:
        lines += _doc(variant.doc, "", 8)
        accessor = f"as_{_snake(variant.name)}"
        line = f'        "{variant.tag}" => {variant.name}({_short(variant.type)})'
        # rustfmt leaves what is in a macro as it is.
        space = " " if len(line) + len(accessor) + 2 <= 120 else "\n            "
        lines.append(f"{line}{space}{accessor},")
    return "\n".join([*lines, "    }", "}"])


def _enum(one: Enum) -> str:
    lines = ["open_enum! {", *_doc(one.doc, one.example, 4), f"    pub enum {_name(one.path)} {{"]
    for name, text, doc in one.values:
        lines += [*_doc(doc, "", 8), f'        {name} = "{text}",']
    return "\n".join([*lines, "    }", "}"])


def _doc(text: str, example: str, indent: int) -> list[str]:
    """A documentation comment, with an example that is run as a test."""
    pad = " " * indent + "///"
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += [
            "",
            *textwrap.wrap(paragraph, 120 - len(pad) - 1, break_on_hyphens=False, break_long_words=False),
        ]
    lines = lines[1:]
    if example:
        lines += ["", "```", *example.rstrip("\n").split("\n"), "```"]
    return [f"{pad} {line}" if line else pad for line in lines]


def _short(text: str) -> str:
    return PATH.sub(lambda found: found[2], text)


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
