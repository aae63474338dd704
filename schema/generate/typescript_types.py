"""The types of answers and requests in TypeScript: the interfaces of `types.ts` and `params.ts`."""

from __future__ import annotations

from .document import Document, Field, Schema, Type
from .text import jsdoc

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}

RENAMED = {"MessageRequest": "MessageParamsBase"}

CALL = """\
    /**
     * Present only if `input` must not be used: `"incomplete"` if the answer was cut within it (never run the tool
     * then), `"invalid"` if the model wrote something other than a JSON object. Not enumerable, and never sent.
     */
    readonly inputState?: "incomplete" | "invalid";
    /** The text of the model, if `inputState` says that `input` must not be used. Not enumerable. */
    readonly rawInput?: string;"""

ANSWER = """\
    /** Status, headers, rate limits and attempts of the answer; null for a partial message. Not enumerable. */
    readonly response?: ResponseInfo | null;
    /** Id of the request at the service. Not enumerable. */
    readonly _request_id?: string | null;
    /** The JSON text, for numbers that JavaScript cannot represent. Not enumerable. */
    readonly raw?: string;"""

KNOWN_HERE = {"ToolUseBlock": CALL, "ServerToolUseBlock": CALL, "Message": ANSWER}
"""Members that the client adds to the JSON."""


def answers(document: Document) -> str:
    return _all(document.named(params=False), param=False)


def resources(document: Document) -> str:
    return _all(document.named(params=False, resources=True), param=False)


def params(document: Document) -> str:
    return _all(document.named(params=True), param=True)


def _all(schemas: list[Schema], *, param: bool) -> str:
    made = []
    for one in schemas:
        section = f"// {one.section}\n\n" if one.section else ""
        doc = jsdoc(one.doc, 0)
        if one.alias is None:
            made.append(f"{section}{doc}\n{_interface(one, param)}\n")
        else:
            made.append(f"{section}{doc}\nexport type {one.name} = {_bare(one.alias, param)};\n")
    return "\n".join(made)


def _interface(one: Schema, param: bool) -> str:
    lines = [f"export interface {RENAMED.get(one.name, one.name)} {{"]
    if one.unknown:
        lines += [
            "    /** Any other string at run time. */",
            '    type: "unknown";',
            "    [key: string]: unknown;",
        ]
        return "\n".join([*lines, "}"])
    for field in one.fields:
        if field.hidden:
            continue
        if field.doc:
            lines.append(jsdoc(field.doc, 4))
        lines.append(f"    {_member(field, param)};")
    if known := KNOWN_HERE.get(one.name):
        lines.append(known)
    return "\n".join([*lines, "}"])


def _member(field: Field, param: bool) -> str:
    text = written(field.type, param=param)
    if field.required:
        return f"{field.name}: {text}"
    # Under `exactOptionalPropertyTypes` a key that is there without a value has to be allowed by name.
    return f"{field.name}?: {text}{' | undefined' if param else ''}"


def written(one: Type, *, param: bool) -> str:
    if own := one.own.get("typescript"):
        return own
    text = _bare(one, param)
    return f"{text} | null" if one.nullable else text


def _bare(one: Type, param: bool) -> str:
    match one.kind:
        case "ref":
            return one.name
        case "literal":
            return " | ".join(f'"{value}"' for value in one.values) + (" | (string & {})" if one.open else "")
        case "array":
            item = written(one.of[0], param=param)
            if " | " in item:
                item = f"({item})"
            return f"{'readonly ' if param else ''}{item}[]"
        case "object":
            if one.of:
                return f"Record<string, {written(one.of[0], param=param)}>"
            return "object" if param else "Record<string, unknown>"
        case "union":
            return " | ".join(written(member, param=param) for member in one.of)
        case kind:
            return PLAIN[kind]
