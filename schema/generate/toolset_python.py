"""The toolsets in Python: the commands, and the class below which a program writes its methods."""

from __future__ import annotations

from .text import docstring
from .toolset_table import Field, Input, Toolset, toolsets

NAMES = {"from": "from_"}
"""Fields whose names are keywords."""

TYPES = {
    "text": "str",
    "words": "str",
    "texts": "tuple[str, ...]",
    "count": "int",
    "times": "int",
    "seconds": "float",
    "point": "Point",
    "region": "tuple[int, int, int, int]",
    "value": "str | float | bool",
    "coordinate_target": "CoordinateTarget",
    "ref_target": "RefTarget",
    "target": "CoordinateTarget | RefTarget",
}


def module() -> str:
    """The file with all of them."""
    sets = toolsets()
    out = [
        '"""The toolsets: families of tools that the service defines and a program runs. Made from '
        "``schema/toolsets.toml`` by",
        '``make generate``."""',
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Mapping",
        "from dataclasses import dataclass",
        "from typing import Any, ClassVar, Literal, TypeAlias",
        "",
        "from .._hints import install",
        "from .client_commands import Command, CoordinateTarget, OtherCommand, Point, RefTarget",
        "from .client_tool import ClientTool",
        # The annotations of constructors name it, which are evaluated here.
        "from .tool import ToolContext  # noqa: F401",
        "",
        f"__all__ = [{', '.join(repr(name) for name in sorted(_names()))}]",
        "",
    ]
    for toolset in sets:
        for name, field in toolset.choices().items():
            values = ", ".join(f'"{value}"' for value in field.values)
            out += ["", f"{name}: TypeAlias = Literal[{values}]", docstring(field.doc, 0), ""]
        out += [line for one in toolset.inputs for line in _input(one)]
        out += _tool(toolset)
    return "\n".join([*out, "", "install(globals())", ""])


def _names() -> list[str]:
    """The public names."""
    return [
        name
        for toolset in toolsets()
        for name in (
            *toolset.choices(),
            *(one.name for one in toolset.inputs),
            f"{toolset.name.capitalize()}Tool",
        )
    ]


def _input(one: Input) -> list[str]:
    out = ["", "@dataclass(frozen=True)", f"class {one.name}(Command):", docstring(one.doc, 4)]
    if one.fields:
        out.append("")
    for field in sorted(one.fields, key=lambda field: not field.required):
        out += [f"    {_name(field)}: {_type(field)}", docstring(field.doc, 4)]
    return [*out, ""]


def _name(field: Field) -> str:
    return NAMES.get(field.name, field.name)


def _type(field: Field) -> str:
    kind = field.choice if field.kind == "choice" else TYPES[field.kind]
    if field.default is not None:
        return f"{kind} = {field.default}"
    return f"{kind} | None = None" if field.optional else kind


def _tool(toolset: Toolset) -> list[str]:
    title = docstring(
        f"{toolset.title} Write a method for each command; the model is not offered those that are not written. "
        "Methods may be coroutine functions, for ``AsyncClient``.",
        4,
    ).removesuffix('"""')
    advice = docstring(
        f"{toolset.advice} Commands of a turn run one after another, and the first failure ends them.", 4
    )
    advice = advice.replace('"""', "", 1).removesuffix('"""')
    out = [
        "",
        f"class {toolset.name.capitalize()}Tool(ClientTool):",
        title,
        "",
        advice,
        '    """',
        "",
        f'    _TOOL = "{toolset.name}"',
        "    _COMMANDS: ClassVar[Mapping[str, tuple[str, type[Command]]]] = {",
        *(f'        "{m.name}": ("{m.method}", {m.input.name}),' for m in toolset.members),
        '        "other": ("other", OtherCommand),',
        "    }",
        "",
    ]
    returns = {
        "image": " Returns a :class:`~parlour.client_tools.Screenshot`.",
        "point": " Returns a pair of numbers.",
    }
    for member in toolset.members:
        out += [
            f"    def {member.method}(self, command: {member.input.name}) -> Any:",
            docstring(member.doc + returns.get(member.returns or "", ""), 8),
            "        raise NotImplementedError",
            "",
        ]
    return out
