"""The answers of the endpoints beside messages in C and C++: functions over `parlour_json` in `parlour/resources.h`,
and views of JSON in `parlour/resources.hpp`. Both are headers alone, so that a new field changes no ABI.
"""

from __future__ import annotations

import re
import textwrap

from .document import Document, Field, Schema

MADE = "Made from schema/openapi.yaml by `make generate`: change that, not this file."


def _resources(document: Document) -> list[Schema]:
    """The types to read; a union becomes one type with the fields of all its members."""
    named = document.named(params=False, resources=True)
    members = {member.name for one in named if one.alias for member in one.alias.of}
    return [_merged(one, document) for one in named if one.name not in members]


def _merged(one: Schema, document: Document) -> Schema:
    if one.alias is None:
        return one
    schemas = [document.schemas[member.name] for member in one.alias.of]
    fields: dict[str, Field] = {}
    known = [
        value
        for schema in schemas
        for field in schema.fields
        if field.name == "type"
        for value in field.type.values
    ]
    for field in (field for schema in schemas for field in schema.fields):
        if field.name != "type":
            only = next(schema.tag for schema in schemas if field in schema.fields)
            doc = f"{field.doc} Only in `{only}`.".strip()
            fields[field.name] = Field(field.name, field.type, False, doc, None, False)
        elif "type" not in fields:
            doc = f"{', '.join(f'`{value}`' for value in known)}; an open set."
            fields["type"] = Field("type", field.type, True, doc, None, False)
    return Schema(one.name, one.doc, one.section, tuple(fields.values()), None, (), False, False, False, True)


def _doc(field: Field) -> str:
    values = ", ".join(f"`{value}`" for value in field.type.values)
    if not field.doc:
        return f"Always {values}." if values else f"The {field.name}."
    if field.type.kind == "literal" and len(field.type.values) > 1:
        return f"{field.doc} {values}; an open set."
    return field.doc


def _is_optional(field: Field) -> bool:
    return field.type.nullable or not field.required


# C++


def cpp(document: Document) -> str:
    lines = [
        "/// @file",
        "/// The answers of the endpoints beside messages as types: `parlour::ModelInfo`, `parlour::MessageBatch`,",
        "/// `parlour::FileMetadata` and the others.",
        "//",
        f"// {MADE}",
        "#ifndef PARLOUR_RESOURCES_HPP",
        "#define PARLOUR_RESOURCES_HPP",
        "",
        '#include "view.hpp"',
        "",
        "namespace parlour {",
    ]
    for one in _resources(document):
        lines += [
            "",
            *comment(one.doc, "/// ", ""),
            f"class {one.name} : public View<{one.name}> {{",
            "public:",
        ]
        lines += ["    /// As those of View.", "    using View::View;"]
        for field in one.fields:
            lines += _method(field, document)
        lines += ["};"]
    return "\n".join([*lines, "", "}  // namespace parlour", "", "#endif", ""])


def _method(field: Field, document: Document) -> list[str]:
    doc = _doc(field)
    pointer = f'"/{field.name}"'
    lines = []
    if field.type.kind == "ref" and not document.schemas[field.type.name].resource:
        # The one such type is a message.
        assert field.type.name == "Message"
        lines += comment(doc, "/// ", "    ")
        lines += [
            f"    result<Message> try_{field.name}() const {{"
            f" return Message::try_from_json(field({pointer}).text()); }}"
        ]
        lines += ["#if PARLOUR_EXCEPTIONS", f"    /// As try_{field.name}(); throws Error."]
        return [
            *lines,
            f"    Message {field.name}() const {{ return try_{field.name}().value(); }}",
            "#endif",
        ]
    optional = _is_optional(field)
    match field.type.kind:
        case "string" | "literal":
            said = (
                ("std::optional<std::string_view>", f"text({pointer})")
                if optional
                else ("std::string_view", f"json()[{pointer}].string()")
            )
        case "integer":
            said = (
                ("std::optional<std::int64_t>", f"integer({pointer})")
                if optional
                else ("std::int64_t", f"json()[{pointer}].integer()")
            )
        case "boolean":
            said = (
                ("std::optional<bool>", f"flag({pointer})")
                if optional
                else ("bool", f"json()[{pointer}].boolean()")
            )
        case "array":
            item = field.type.of[0]
            inner = item.name if item.kind == "ref" else "std::string_view"
            said = (f"Items<{inner}>", f"Items<{inner}>(field({pointer}))")
        case "ref":
            said = (field.type.name, f"{field.type.name}(field({pointer}))")
        case _:
            said = ("Json", f"field({pointer})")
    # Behind a macro of this name with arguments, as in windows.h, a name in parentheses is a function still.
    declared = f"{said[0]}({field.name})" if field.name in ("max", "min") else f"{said[0]} {field.name}"
    return [*comment(doc, "/// ", "    "), f"    {declared}() const {{ return {said[1]}; }}"]


# C


def c(document: Document) -> str:
    lines = [
        "/** @file",
        " * What the endpoints beside messages answer with, as types: each function reads one field of an object",
        " * that parlour_json_parse() read from an answer, from a line of results, or from an item of a list. Texts",
        " * are empty, values are NULL and numbers are `otherwise` where the service left them out or said `null`.",
        " * Nothing is to be freed but the JSON.",
        " */",
        f"/* {MADE} */",
        "#ifndef PARLOUR_RESOURCES_H",
        "#define PARLOUR_RESOURCES_H",
        "",
        '#include "../parlour.h"',
        "",
        *block("A field of an object; NULL where it is missing or `null`."),
        "static inline const parlour_json *parlour_json_field(const parlour_json *object, const char *pointer) {",
        "    const parlour_json *found = parlour_json_at(object, parlour_str_z(pointer));",
        "    return parlour_json_kind_of(found) == PARLOUR_JSON_NULL ? NULL : found;",
        "}",
    ]
    for one in _resources(document):
        about = f"/* {one.name}: {one.doc} */"
        lines += ["", *textwrap.wrap(about, 120, subsequent_indent="   ", break_on_hyphens=False)]
        for field in one.fields:
            lines += _function(one, field)
    return "\n".join([*lines, "", "#endif", ""])


def _function(one: Schema, field: Field) -> list[str]:
    name = f"parlour_{snake(one.name)}_{field.name}"
    pointer = f'"/{field.name}"'
    at = f"parlour_json_at(object, parlour_str_z({pointer}))"
    match field.type.kind:
        case "string" | "literal":
            head, body = f"parlour_str {name}(const parlour_json *object)", f"parlour_json_string({at})"
        case "integer":
            head = f"int64_t {name}(const parlour_json *object, int64_t otherwise)"
            body = f"parlour_json_int({at}, otherwise)"
        case "boolean":
            head = f"bool {name}(const parlour_json *object, bool otherwise)"
            body = f"parlour_json_bool({at}, otherwise)"
        case _:
            head, body = (
                f"const parlour_json *{name}(const parlour_json *object)",
                f"parlour_json_field(object, {pointer})",
            )
    return ["", *block(_doc(field) + _reads(field)), f"static inline {head} {{", f"    return {body};", "}"]


def _reads(field: Field) -> str:
    """The function that reads the value, where the signature does not show it."""
    match field.type.kind:
        case "ref" if field.type.name == "Message":
            return " Its text, parlour_json_text(), is for parlour_message_from_json()."
        case "ref":
            return f" Read by the functions parlour_{snake(field.type.name)}_..."
        case "array" if field.type.of[0].kind == "ref":
            of = snake(field.type.of[0].name)
            return f" Its items, parlour_json_item(), are read by the functions parlour_{of}_..."
        case "array":
            return " Its items, parlour_json_item(), are texts."
        case _:
            return ""


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def comment(text: str, mark: str, pad: str) -> list[str]:
    return [
        f"{pad}{mark}{line}"
        for line in textwrap.wrap(text, 120 - len(pad) - len(mark), break_on_hyphens=False)
    ]


def block(text: str) -> list[str]:
    return ["/**", *(f" * {line}" for line in textwrap.wrap(text, 117, break_on_hyphens=False)), " */"]
