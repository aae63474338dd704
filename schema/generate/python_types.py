"""The types of answers and requests in Python: the classes of `_types/messages.py` with the table by which the native
module builds them, their names in `types.py`, and the typed dicts of `params.py`.
"""

from __future__ import annotations

from keyword import iskeyword

from .document import Document, Field, Schema, Type
from .text import docstring

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}

BASES = {
    "ToolUseBlock": "Call",
    "ServerToolUseBlock": "Call",
    "MCPToolUseBlock": "Call",
    "Message": "Answer",
    "Deleted": "Resource",
    "FileMetadata": "Resource",
    "MessageBatch": "Resource",
    "MessageTokensCount": "Resource",
    "ModelInfo": "Resource",
    "RateLimitRule": "Resource",
    "Skill": "Resource",
    "SkillVersion": "Resource",
}
"""Base classes with members beyond the JSON: written by hand in `_types/model.py` and `_types/resources.py`."""

RENAMED = {"MessageRequest": "RequestParams"}


def written(one: Type, *, param: bool) -> str:
    """The annotation."""
    if own := one.own.get("python"):
        return own
    text = _bare(one, param)
    return f"{text} | None" if one.nullable else text


def _bare(one: Type, param: bool) -> str:
    match one.kind:
        case "ref":
            return one.name
        case "literal":
            values = ", ".join(f'"{value}"' for value in one.values)
            return f"Literal[{values}]" + (" | str" if one.open else "")
        case "array":
            item = written(one.of[0], param=param)
            if not param:
                return f"list[{item}]"
            # An iterator is refused: it can be read only once, and a request may be sent again.
            return f"Sequence[{item}]"
        case "object":
            value = written(one.of[0], param=param) if one.of else "Any"
            return f"{'Mapping' if param else 'dict'}[str, {value}]"
        case "union":
            return " | ".join(written(member, param=param) for member in one.of)
        case kind:
            return PLAIN[kind]


# Answers


def classes(document: Document, *, resources: bool = False) -> str:
    made = []
    for one in document.named(params=False, resources=resources):
        if one.alias is not None or one.native:
            continue
        made.append(_class(one))
    return "\n\n".join(made)


def _class(one: Schema) -> str:
    lines = [f"# {one.section}\n\n"] if one.section else []
    if one.unknown:
        return "\n".join([*lines, f"class {one.name}(Unknown):", docstring(one.doc, 4), ""])
    lines += [f"class {one.name}({BASES.get(one.name, 'Model')}):", docstring(one.doc, 4), ""]
    names = ", ".join(f'"{name}"' for name in one.match)
    lines.append(f"    __match_args__ = ({names}{',' if len(one.match) == 1 else ''})")
    missing = {
        field.name: field.type.name or ("list" if field.type.kind == "array" else "dict")
        for field in one.fields
        if field.default in ([], {})
    }
    if missing:
        entries = ", ".join(f'"{name}": {make}' for name, make in missing.items())
        lines.append(f"    _missing: ClassVar[dict[str, Callable[[], Any]]] = {{{entries}}}")
    for field in one.fields:
        if iskeyword(field.name):
            # A keyword cannot be declared as an attribute; getattr() returns the value.
            continue
        lines.append(f"    {field.name}: {written(field.type, param=False)}{_default(field)}")
        if field.doc:
            lines.append(docstring(field.doc, 4))
    return "\n".join([*lines, ""])


def _default(field: Field) -> str:
    if field.type.kind == "literal" and len(field.type.values) == 1:
        return f' = "{field.type.values[0]}"'
    if isinstance(field.default, str):
        return f' = "{field.default}"'
    if isinstance(field.default, int):
        return f" = {field.default}"
    return " = None" if field.type.nullable or not field.required else ""


def aliases(document: Document, *, resources: bool = False) -> str:
    lines = []
    for one in document.named(params=False, resources=resources):
        if one.alias is not None:
            lines.append(f"    {one.name}: TypeAlias = (\n        {_bare(one.alias, False)}\n    )")
            lines.append(docstring(one.doc, 4))
    return "\n".join(lines)


def unions(document: Document, *, resources: bool = False) -> str:
    """The classes behind each union."""
    lines = []
    for one in document.named(params=False, resources=resources):
        if one.alias is not None and one.alias.kind == "union":
            members = "".join(f"        {member.name},\n" for member in one.alias.of)
            lines.append(f'    "{one.name}": (\n{members}    ),')
    return "\n".join(lines)


def table(document: Document, *, resources: bool = False) -> str:
    """The classes that the native module makes for the fields that are objects."""
    lines = []
    for one in document.named(params=False, resources=resources):
        if one.alias is not None or one.native:
            continue
        specs = {field.name: _spec(document, field.type) for field in one.fields}
        entries = ", ".join(f'"{name}": {spec}' for name, spec in specs.items() if spec)
        if entries:
            lines.append(f"    {one.name}: {{{entries}}},")
    return "\n".join(lines)


def _spec(document: Document, one: Type) -> str:
    match one.kind:
        case "ref":
            alias = document.schemas[one.name].alias
            if alias is None:
                return one.name
            return f'_union("{one.name}")' if alias.kind == "union" else ""
        case "array":
            inner = _spec(document, one.of[0])
            return f'("list", {inner})' if inner else ""
        case "union":
            # The list type of the native table accepts a single object as well.
            flat = [item for member in one.of for item in _flat(member)]
            names = list(dict.fromkeys(item.name for item in flat if item.kind == "ref"))
            spec = f"union({', '.join(sorted(names, key='UnknownResult'.__eq__))})"
            return f'("list", {spec})' if any(member.kind == "array" for member in one.of) else spec
        case _:
            return ""


def _flat(one: Type) -> list[Type]:
    if one.kind == "array":
        return _flat(one.of[0])
    return [item for member in one.of for item in _flat(member)] if one.kind == "union" else [one]


DERIVED = (
    "CitationEvent",
    "InputJSONEvent",
    "MessageStreamEvent",
    "SignatureEvent",
    "TextEvent",
    "ThinkingEvent",
)
"""Events that no service sends, written by hand in `_types/messages.py`."""

UNIONS = ("MessageStreamEvent",)
"""Those of `DERIVED` that are names of several classes."""

OTHERS = ("Event", "Headers", "Model", "RateLimit", "RateLimits", "RawAnswer", "RawJSON", "ResponseInfo")
"""Further exports of `types`."""


def exported(document: Document) -> str:
    """The exports of `types`."""
    messages = {one.name for one in document.named(params=False)}
    names = sorted({*OTHERS, *DERIVED, *messages, *of_resources(document)})
    return "\n".join(f'    "{name}",' for name in names)


def of_resources(document: Document) -> list[str]:
    """The names of the answers of the endpoints beside messages."""
    return sorted(one.name for one in document.named(params=False, resources=True))


def shown(document: Document) -> str:
    """The classes of messages that `types` imports at once."""
    own = {one.name for one in document.named(params=False) if one.alias is None and not one.native}
    return _names({*DERIVED, *own} - {*UNIONS}, 4)


def late_aliases(document: Document) -> str:
    """The names of several classes, which `types` imports for type checkers."""
    own = {one.name for one in document.named(params=False) if one.alias is not None}
    return _names({*UNIONS, *own}, 8)


def imported(document: Document) -> str:
    """The types of the other endpoints, which `types` imports for type checkers."""
    return _names({*of_resources(document)}, 8)


def _names(names: set[str], indent: int) -> str:
    return "\n".join(f"{' ' * indent}{name}," for name in sorted(names, key=str.lower))


def listed(document: Document) -> str:
    """The same names as items of a list or set."""
    return "\n".join(f'    "{name}",' for name in of_resources(document))


# Requests


def params(document: Document) -> str:
    made = []
    for one in document.named(params=True):
        if one.name in RENAMED:
            continue
        section = f"# {one.section}\n\n\n" if one.section else ""
        if one.alias is None:
            made.append(section + _typed_dict(one))
        else:
            made.append(
                f"{section}{one.name}: TypeAlias = (\n    {_bare(one.alias, True)}\n)\n"
                + docstring(one.doc, 0)
                + "\n"
            )
    return "\n\n".join(made)


def _typed_dict(one: Schema) -> str:
    whole = all(field.required for field in one.fields)
    lines = [f"class {one.name}(TypedDict{'' if whole else ', total=False'}):", docstring(one.doc, 4), ""]
    for field in one.fields:
        text = written(field.type, param=True)
        lines.append(f"    {field.name}: {f'Required[{text}]' if field.required and not whole else text}")
        if field.doc:
            lines.append(docstring(field.doc, 4))
    return "\n".join([*lines, ""])


def request(document: Document, *, tools: bool) -> str:
    """The fields of the request itself, as keyword arguments of a call: `tools` alone, which runs of tools take in
    other forms too, or the others."""
    lines = []
    for field in document.schemas["MessageRequest"].fields:
        if field.hidden or (field.name == "tools") != tools:
            continue
        text = field.type.own.get("python") or _bare(field.type, True)
        if field.required:
            lines.append(f"    {field.name}: Required[{text}]")
        else:
            lines.append(f"    {field.name}: {text} | NotGiven{' | None' if field.type.nullable else ''}")
        lines.append(docstring(field.doc, 4))
    return "\n".join(lines)
