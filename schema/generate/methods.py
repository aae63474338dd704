"""The methods of endpoints without a body that answer with one object or with pages, in Python and Node, out of
`openapi.yaml`. Methods that send something, or whose answer is lines or bytes, are written by hand."""

from __future__ import annotations

import importlib.util
import re
from typing import Any

from . import endpoints, settings
from .document import HERE, Document
from .endpoints import Endpoint
from .text import camel, for_python, jsdoc

CALLED = {
    "Deleted": "the answer to a deletion",
    "FileMetadata": "a file",
    "MessageBatch": "a batch",
    "ModelInfo": "a model",
    "SkillVersion": "a version of a skill",
}
"""Answers in sentences of Node's errors; others by their name."""


def regular(document: Document, resource: str, language: str) -> list[Endpoint]:
    """Those of a resource, which is the beginning of their names in the language."""
    return [
        one
        for one in endpoints.load(document)
        if one.body is None
        and (one.paged or one.answer == "object")
        and one.names[language].rpartition(".")[0] == resource
    ]


def _method(one: Endpoint, language: str) -> str:
    return one.names[language].rpartition(".")[2]


def _type(one: Endpoint) -> str:
    """What it answers with, or what its pages hold."""
    schema = one.responses["200"]["content"]["application/json"]["schema"]
    held = schema["properties"]["data"]["items"] if one.paged else schema
    return str(held["$ref"].rpartition("/")[2])


def _given(one: Endpoint, place: str) -> list[dict[str, Any]]:
    return [parameter for parameter in one.parameters if parameter["in"] == place]


# Python


def _documents() -> Any:
    """The program that writes docstrings: the form of both is the same."""
    path = HERE.parent / "scripts/python/documents.py"
    spec = importlib.util.spec_from_file_location("documents", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"schema: {path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _name(parameter: dict[str, Any]) -> str:
    return str(parameter.get("x-python", parameter["name"].removesuffix("[]")))


def _python_type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return "Literal[" + ", ".join(f'"{value}"' for value in schema["enum"]) + "]"
    if schema["type"] == "array":
        return f"Iterable[{_python_type(schema['items'])}]"
    return {"string": "str", "integer": "int", "boolean": "bool"}[schema["type"]]


def python(document: Document, resource: str) -> str:
    documents = _documents()
    options = {one.name: for_python(one.doc) for one in settings.of("python", "call")}
    made = []
    for one in regular(document, resource, "python"):
        ids = [_name(parameter) for parameter in _given(one, "path")]
        query = _given(one, "query")
        # As in the official SDK: by the last id, and those that it belongs to as keywords.
        first, named = (ids, []) if one.paged else (ids[-1:], ids[:-1])
        arguments = ["self", *(f"{name}: str" for name in first)]
        keywords = [f"{name}: str" for name in named]
        keywords += [f"{_name(each)}: {_python_type(each['schema'])} | None = None" for each in query]
        if keywords:
            arguments += ["*", *keywords]
        arguments.append("**options: Unpack[CallOptions]")
        entries = {
            _name(each): for_python(each["description"]) for each in one.parameters if each["in"] != "header"
        }
        entries = {name: entries[name] for name in (*first, *named, *(_name(each) for each in query))}
        head = for_python(one.docs.get("python", one.doc))
        head = "\n".join(documents.textwrap.wrap(head, documents.WIDTH - 11))
        docstring = documents.written(head, entries | options, " " * 8)
        kind = _type(one)
        held = f"({ids[0]},)" if len(ids) == 1 else f"({', '.join(ids)})"
        if one.paged:
            listing = f"AsyncListing[AsyncPage[{kind}], {kind}]"
            asked = ", ".join(f"{_name(each)}={_name(each)}" for each in query)
            behind = f", {held}" if ids else ""
            lines = [
                f"    def {_method(one, 'python')}({', '.join(arguments)}) -> {listing}:",
                f"        {docstring}",
                f"        query = query_of({asked})",
                f'        made: {listing} = self._listed("{kind}Page", "{one.name}", query, options{behind})',
                "        return made",
            ]
        else:
            lines = [
                f"    async def {_method(one, 'python')}({', '.join(arguments)}) -> {kind}:",
                f"        {docstring}",
                f'        made: {kind} = await self._whole("{kind}", "{one.name}", {held}, None, options)',
                "        return made",
            ]
        made.append("\n".join(lines))
    return "\n\n".join(made)


def python_forms(document: Document, resource: str, form: str) -> str:
    """The same of a form of answers, `whole` or `streamed`."""
    names = [_method(one, "python") for one in regular(document, resource, "python")]
    return "\n".join(f"        self.{name} = {form}(made.{name})" for name in names)


# Node


def node(document: Document, resource: str) -> str:
    made = []
    for one in regular(document, resource, "node"):
        ids = [camel(parameter["name"]) for parameter in _given(one, "path")]
        texts = "".join(f"{name}: string, " for name in ids)
        kind, held = _type(one), f"[{', '.join(ids)}]"
        if one.paged:
            given, result = "params?: ListParams, options?: RequestOptions", f"PagePromise<{kind}>"
            call = f'list(this.core, "{one.name}", {held}, params, options)'
        else:
            given, result = "options?: RequestOptions", f"APIPromise<{kind}>"
            called = CALLED.get(kind) or "a " + re.sub(r"(?<!^)([A-Z])", r" \1", kind).lower()
            call = f'byIds(this.core, "{one.name}", {held}, options, "{called}")'
        doc = jsdoc(one.docs.get("node", one.doc), 4)
        made.append(
            f"{doc}\n    {_method(one, 'node')}({texts}{given}): {result} {{\n        return {call};\n    }}\n"
        )
    return "\n".join(made)


# Rust, and the drivers of the conformance cases

RUST_TYPES = {"FileMetadata": "FileInfo", "MessageTokensCount": "TokenCount"}
"""Types that Rust names otherwise."""


def rust_rows(document: Document) -> str:
    """The rows of the core's table: all but those that take a form, and those that it shortens or checks by hand."""
    paging = {"id": "BY_ID", "page": "BY_PAGE"}
    lines = []
    for one in endpoints.load(document):
        if one.name in ("messages.create", "messages.count_tokens") or one.takes_form:
            continue
        head = f'"{one.name}", Method::{one.method}, "{one.path}", {str(one.body is not None).lower()}'
        if one.answer == "object":
            kind = RUST_TYPES.get(_type(one), _type(one))
            row = f"object::<{kind}>({head})"
        else:
            answer = {"lines": "Answer::Lines", "bytes": "Answer::Bytes"}.get(one.answer) or paging[
                one.answer
            ]
            row = f"endpoint({head}, {answer})"
        # Sent twice, it does nothing more than once.
        lines.append(f"{row}{'.repeatable()' if one.repeatable else ''},")
    return "\n".join(lines)


def _all_regular(document: Document) -> list[Endpoint]:
    return [
        one for one in endpoints.load(document) if one.body is None and (one.paged or one.answer == "object")
    ]


def rust_calls(document: Document) -> str:
    """The arms of the Rust driver."""
    lines = []
    for one in _all_regular(document):
        ids = ", ".join(f"self.id({at})" for at in range(len(_given(one, "path"))))
        kind = "list" if one.paged else "object"
        lines.append(f'"{one.name}" => self.{kind}(client.{one.names["rust"]}({ids})).await,')
    return "\n".join(lines)


def python_calls(document: Document) -> str:
    """The table of the Python driver: the method, and the ids that are keywords."""
    lines = []
    for one in _all_regular(document):
        ids = [_name(parameter) for parameter in _given(one, "path")]
        named = () if one.paged else tuple(ids[:-1])
        written = "(" + "".join(f'"{name}", ' for name in named).strip() + ")"
        lines.append(f'    "{one.name}": ("{one.names["python"]}", {written}),')
    return "\n".join(lines)


def python_lists(document: Document) -> str:
    return "\n".join(f'    "{one.name}",' for one in _all_regular(document) if one.paged)


def node_calls(document: Document, *, lists: bool) -> str:
    """The tables of the Node driver."""
    lines = []
    for one in _all_regular(document):
        if bool(one.paged) == lists:
            ids = [camel(parameter["name"]) for parameter in _given(one, "path")]
            given = f"[{', '.join(ids)}]" if ids else ("_" if lists else "_ids")
            texts = "".join(f"{name}, " for name in ids)
            arguments = f"{given}, params, options" if lists else f"{given}, _, options"
            call = f"client.{one.names['node']}({texts}{'params, ' if lists else ''}options)"
            lines.append(f'    "{one.name}": (client, {arguments}) => {call},')
    return "\n".join(lines)
