"""The parameters of a request in C and C++: setters over `parlour_request` in `parlour/parameters.h`, those of
`parlour::Request` in `parlour/parameters.hpp`, and the parts that they take as types. Both are headers alone, so that
a new parameter changes no ABI.
"""

from __future__ import annotations

from dataclasses import dataclass

from .c_types import MADE, block, comment, snake
from .document import Document, Field, Schema, Type

WRITTEN_BY_HAND = {"model", "max_tokens", "messages", "system", "tools", "stream"}
"""The parameters for which `parlour_request` has functions of its own."""


@dataclass(frozen=True)
class Way:
    """One way to give a value."""

    kind: str
    """`text`, `number`, `integer`, `flag`, `json`, `texts`, `part`, `parts`."""
    name: str = ""
    """The type of a part; empty for any."""


def _ways(of: Type, document: Document) -> list[Way]:
    match of.kind:
        case "string" | "literal":
            found = [Way("text")]
        case "number" | "integer":
            found = [Way(of.kind)]
        case "boolean":
            found = [Way("flag")]
        case "object":
            found = [Way("json")]
        case "ref":
            alias = document.schemas[of.name].alias
            found = [Way("part", of.name)] if alias is None else _ways(alias, document)
        case "array":
            inner = _ways(of.of[0], document)
            name = inner[0].name if len(inner) == 1 else ""
            found = [Way("texts")] if inner == [Way("text")] else [Way("parts", name)]
        case "union":
            found = [way for one in of.of for way in _ways(one, document)]
        case _:
            raise ValueError(f"a parameter of the kind {of.kind}")
    return list(dict.fromkeys(found))


def _fields(document: Document) -> list[Field]:
    return [one for one in document.schemas["MessageRequest"].fields if one.name not in WRITTEN_BY_HAND]


def _parts(document: Document) -> list[Schema]:
    """The types of all parts, each behind those that it holds."""
    found: dict[str, Schema] = {}

    def walk(of: Type) -> None:
        for one in of.of:
            walk(one)
        if of.kind != "ref" or of.name in found:
            return
        schema = document.schemas[of.name]
        if schema.alias is not None:
            walk(schema.alias)
            return
        for field in schema.fields:
            walk(field.type)
        found[of.name] = schema

    for field in _fields(document):
        walk(field.type)
    return list(found.values())


def _is_fixed(field: Field) -> bool:
    """Whether the type of the part determines the value."""
    return field.name == "type" and field.type.kind == "literal" and len(field.type.values) == 1


def _needed(schema: Schema) -> list[Field]:
    """The required fields of a part."""
    return [one for one in schema.fields if one.required and not _is_fixed(one) and not one.type.nullable]


def _doc(field: Field) -> str:
    values = ", ".join(f"`{value}`" for value in field.type.values)
    said = f"{field.doc} {values}." if values and not _is_fixed(field) else field.doc
    return said.strip() or f"The {field.name}."


# C++

_CPP = {
    "text": "std::string_view value",
    "number": "double value",
    "integer": "std::int64_t value",
    "flag": "bool value",
    "json": "std::string_view json",
    "texts": "const std::vector<std::string> &values",
}


def _cpp_argument(way: Way) -> tuple[str, str]:
    """The argument of a setter, and the JSON that it makes."""
    match way.kind:
        case "part":
            return f"const {way.name} &value", "value.json()"
        case "parts":
            return f"const std::vector<{way.name or 'Parameter'}> &values", "detail::json_of(values)"
        case "json":
            return _CPP["json"], "std::string(json)"
        case "texts":
            return _CPP["texts"], "detail::json_of(values)"
        case _:
            return _CPP[way.kind], "detail::json_of(value)"


def cpp(document: Document) -> str:
    lines = [
        "/// @file",
        "/// The parameters of a request as types: the setters of `parlour::Request`, and the parts that they take,",
        "/// such as `parlour::ThinkingConfigEnabledParam` and `parlour::OutputConfigParam`.",
        "//",
        f"// {MADE}",
        "#ifndef PARLOUR_PARAMETERS_HPP",
        "#define PARLOUR_PARAMETERS_HPP",
        "",
        '#include "parameter.hpp"',
        "",
        "namespace parlour {",
    ]
    for one in _parts(document):
        lines += [
            "",
            *comment(one.doc, "/// ", ""),
            f"class {one.name} : public detail::Part<{one.name}> {{",
            "public:",
        ]
        lines += _cpp_made(one, document)
        for field in one.fields:
            if not _is_fixed(field):
                lines += _cpp_setters(field, one.name, "put", document)
        lines += ["};"]
    lines += [
        "",
        "namespace detail {",
        "",
        "/// The setters of `Request` for parameters: each value replaces the one before.",
        "template <class Derived>",
        "class Parameters {",
        "public:",
    ]
    for field in _fields(document):
        lines += _cpp_setters(field, "Derived", "give", document)
    lines += [
        "",
        "private:",
        "    Derived &give(std::string_view name, const std::string &json) {",
        "        return static_cast<Derived &>(*this).set(name, json);",
        "    }",
        "};",
        "",
        "}  // namespace detail",
    ]
    return "\n".join([*lines, "}  // namespace parlour", "", "#endif", ""])


def _cpp_made(schema: Schema, document: Document) -> list[str]:
    needed = _needed(schema)
    arguments, puts = [], []
    for field in schema.fields:
        if _is_fixed(field):
            puts.append(f'put("type", "\\"{field.type.values[0]}\\"");')
        elif field in needed:
            argument, made = _cpp_argument(_ways(field.type, document)[0])
            kind, _ = argument.rsplit(" ", 1)
            arguments.append(f"{kind} {field.name}")
            inner = made.replace("(json)", f"({field.name})").replace("(value)", f"({field.name})")
            puts.append(f'put("{field.name}", {inner});')
        elif field.required:
            puts.append(f'put("{field.name}", "null");')
    what = " and ".join(f"`{one.name}`" for one in needed)
    doc = f"Sets {what}, which it requires." if needed else "Sets nothing."
    explicit = "explicit " if len(arguments) == 1 else ""
    head = f"    {explicit}{schema.name}({', '.join(arguments)})"
    if not puts:
        return [f"    /// {doc}", f"{head} = default;"]
    return [f"    /// {doc}", f"{head} {{", *(f"        {put}" for put in puts), "    }"]


def _cpp_setters(field: Field, derived: str, give: str, document: Document) -> list[str]:
    lines = []
    for at, way in enumerate(_ways(field.type, document)):
        argument, made = _cpp_argument(way)
        doc = (
            f"{_doc(field)}{' As JSON text.' if way.kind == 'json' else ''}"
            if at == 0
            else "The same for another type."
        )
        lines += comment(doc, "/// ", "    ")
        lines += [f"    {derived} &{field.name}({argument}) {{"]
        if give == "put":
            lines += [f'        put("{field.name}", {made});', "        return *this;", "    }"]
        else:
            lines += [f'        return give("{field.name}", {made});', "    }"]
    return lines


# C

_C = {
    "text": ("parlour_str value", "parlour_parameter_write_text({}, value)"),
    "number": ("double value", "parlour_parameter_write_number({}, value)"),
    "integer": ("int64_t value", "parlour_parameter_write_integer({}, value)"),
    "flag": ("bool value", "parlour_parameter_write_flag({}, value)"),
    "json": ("parlour_str json", "parlour_parameter_write_json({}, json)"),
    "texts": (
        "const parlour_str *values, size_t count",
        "parlour_parameter_write_texts({}, values, count)",
    ),
    "part": (
        "const parlour_parameter *value",
        "parlour_parameter_write_json({}, parlour_parameter_json(value))",
    ),
    "parts": (
        "const parlour_parameter *values, size_t count",
        "parlour_parameter_write_parts({}, values, count)",
    ),
}


def c(document: Document) -> str:
    lines = [
        "/** @file",
        " * The parameters of a request as types: parlour_request_set_temperature() and the others, and the parts that",
        " * some of them take, such as parlour_thinking_config_enabled_param(). A setter copies a part; free it with",
        " * parlour_parameter_free().",
        " */",
        f"/* {MADE} */",
        "#ifndef PARLOUR_PARAMETERS_H",
        "#define PARLOUR_PARAMETERS_H",
        "",
        '#include "parameter.h"',
    ]
    for one in _parts(document):
        about = f"/* {one.name}: {one.doc} */"
        lines += ["", *comment(about, "", ""), *_c_made(one, document)]
        for field in one.fields:
            # A field may be written only once, and the constructor writes the required ones.
            if not field.required:
                lines += _c_setters(field, one, document)
    for field in _fields(document):
        lines += _c_setters(field, None, document)
    return "\n".join([*lines, "", "#endif", ""])


_NULL = " A string without data means `null`."


def _c_made(schema: Schema, document: Document) -> list[str]:
    needed = _needed(schema)
    arguments, body = [], []
    for field in schema.fields:
        value = None
        if _is_fixed(field):
            value = f'parlour_parameter_write_text(&part, parlour_str_z("{field.type.values[0]}"))'
        elif field in needed:
            way = _ways(field.type, document)[0]
            argument, write = _C[way.kind]
            kind, name = argument.rsplit(" ", 1)
            arguments.append(f"{kind} {field.name}")
            value = write.format("&part").replace(f", {name})", f", {field.name})")
        elif field.required:
            assert _ways(field.type, document) == [Way("text")], field.name
            arguments.append(f"parlour_str {field.name}")
            value = f"parlour_parameter_write_text_or_null(&part, {field.name})"
        if value is not None:
            body += [
                f'    parlour_parameter_begin(&part, "{field.name}");',
                f"    {value};",
                "    parlour_parameter_end(&part);",
            ]
    doc = f"{schema.name} with nothing set."
    if given := [one for one in schema.fields if one.required and not _is_fixed(one)]:
        said = " ".join(f"`{one.name}`: {_doc(one)}{_NULL if one.type.nullable else ''}" for one in given)
        doc = f"{schema.name} with its required fields. {said}"
    head = (
        f"static inline parlour_parameter parlour_{snake(schema.name)}({', '.join(arguments) or 'void'}) {{"
    )
    return [
        "",
        *block(doc),
        head,
        "    parlour_parameter part = {NULL, 0, false};",
        *body,
        "    return part;",
        "}",
    ]


def _c_setters(field: Field, schema: Schema | None, document: Document) -> list[str]:
    ways = _ways(field.type, document)
    lines = []
    # All parts are of one type in C.
    for at, kind in enumerate(dict.fromkeys(way.kind for way in ways)):
        argument, write = _C[kind]
        suffix = f"_{kind}" if at else ""
        what = [way.name for way in ways if way.kind == kind and way.name]
        takes = f" Takes {' or '.join(what)}." if what else " Takes JSON text." if kind == "json" else ""
        lines += ["", *block(_doc(field) + takes)]
        if schema is not None:
            lines += [
                "static inline void",
                f"parlour_{snake(schema.name)}_set_{field.name}{suffix}(parlour_parameter *part, {argument}) {{",
                f'    parlour_parameter_begin(part, "{field.name}");',
                f"    {write.format('part')};",
                "    parlour_parameter_end(part);",
                "}",
            ]
        else:
            lines += [
                "static inline parlour_result",
                f"parlour_request_set_{field.name}{suffix}(",
                f"    parlour_request *request, {argument}, parlour_error **error) {{",
                "    parlour_parameter written = {NULL, 0, false};",
                f"    {write.format('&written')};",
                f'    return parlour_parameter_give(request, "{field.name}", written, error);',
                "}",
            ]
    return lines
