"""The endpoints of the service as `openapi.yaml` describes them: their reference page, and the table that Rust's is
compared with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .document import HERE, REF, Document

ROOT = HERE.parent
LANGUAGES = {"python": "Python", "node": "Node", "rust": "Rust", "c": "C", "cpp": "C++"}
PAGES = {
    "id": "A page: `data`, `has_more`, `first_id`, `last_id`. The next page begins after `last_id`.",
    "page": "A page: `data`, and `next_page`, the cursor of the next page.",
}
SECTIONS = {
    "messages": "Messages",
    "models": "Models",
    "batches": "Batches",
    "files": "Files",
    "skills": "Skills",
    "rate_limits": "Configured limits",
}


@dataclass(frozen=True)
class Endpoint:
    name: str
    """The name in C and C++, and in the table of the core."""
    method: str
    path: str
    doc: str
    names: dict[str, str]
    """The method that calls it, for each language."""
    docs: dict[str, str]
    """The documentation of the method of a language, if that is more than `doc`."""
    paged: str
    """How a list is paged; empty if it is no list."""
    parameters: list[dict[str, Any]]
    body: dict[str, Any] | None
    responses: dict[str, Any]
    repeatable: bool
    """Whether it may be sent twice although its method does not say so."""

    @property
    def takes_form(self) -> bool:
        return self.body is not None and "multipart/form-data" in self.body["content"]

    @property
    def answer(self) -> str:
        """The form of its answer, as in the core's table."""
        if self.paged:
            return self.paged
        (kind, *_rest) = self.responses["200"]["content"]
        return {"application/json": "object", "application/x-jsonl": "lines"}.get(kind, "bytes")


def load(document: Document) -> list[Endpoint]:
    shared = document.raw["components"]["parameters"]
    found = []
    for path, methods in document.raw["paths"].items():
        for method, raw in methods.items():
            parameters = [
                shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in raw["parameters"]
            ]
            found.append(
                Endpoint(
                    raw["operationId"],
                    method.upper(),
                    path,
                    raw["summary"],
                    raw["x-names"],
                    raw.get("x-docs", {}),
                    raw.get("x-paged", ""),
                    parameters,
                    raw.get("requestBody"),
                    raw["responses"],
                    raw.get("x-repeatable", False),
                )
            )
    return sorted(found, key=lambda one: list(SECTIONS).index(one.name.partition(".")[0]))


def for_rust(document: Document) -> list[dict[str, Any]]:
    """The rows that the core's table must have; tests of Python and Node look for the names."""
    return [
        {
            "name": one.name,
            "method": one.method,
            "path": one.path,
            "body": one.body is not None,
            "answer": one.answer,
            "names": {language: one.names[language] for language in ("python", "node")},
        }
        for one in load(document)
    ]


def unknown(document: Document) -> list[str]:
    """Names that the sources of Rust, C and C++ do not have; those of Python and Node are looked for by their tests."""
    rust = _sources("core/src/resources/*.rs", "core/src/client.rs", "core/src/client/*.rs")
    c, cpp = _sources("include/parlour/*.h"), _sources("include/parlour/*.hpp")
    faults = []
    for one in load(document):
        missing = [
            word
            for word in re.findall(r"\w+", one.names["rust"])
            if not re.search(rf"pub (?:const |async )?fn {word}\b", rust)
        ]
        if "c" in one.names and f" {one.names['c']}(" not in c:
            missing.append(one.names["c"])
        if "cpp" in one.names:
            kind, _, method = one.names["cpp"].partition("::")
            if f"class {kind}" not in cpp or not re.search(rf"\b{method}\(", cpp):
                missing.append(one.names["cpp"])
        faults += [f"{one.name}: there is no {name}" for name in missing]
    return faults


def _sources(*patterns: str) -> str:
    return "\n".join(path.read_text("utf-8") for one in patterns for path in sorted(ROOT.glob(one)))


def page(document: Document, made: str) -> str:
    if faults := unknown(document):
        raise SystemExit("schema: " + "\n".join(faults))
    lines = [
        "# Endpoints",
        "",
        made.format("openapi.yaml"),
        "The endpoints of the service and the functions that call them: methods of a client in Python, Node and Rust;",
        "in C and C++ a function, or the name for `parlour_endpoint_new()` and `Endpoint`. Each takes the",
        "[options of a call](settings.md#calls) and fails with the same [errors](errors.md); statuses with a further",
        "meaning are listed with the endpoint. The guide to resources shows the calls in use. Every request has the",
        "headers of the dialect (`svc-version`) and of the credential. For any other endpoint, use `client.request()`,",
        "`parlour_client_request()` or `parlour_endpoint_request()`.",
    ]
    section = ""
    for one in load(document):
        if section != (now := one.name.partition(".")[0]):
            section = now
            lines += ["", f"## {SECTIONS[section]}"]
        lines += ["", f"### {one.name}", "", f"`{one.method} {one.path}`: {one.doc}", ""]
        lines += [_row(*LANGUAGES.values()), _row(*["---"] * len(LANGUAGES)), _row(*_called(one)), ""]
        rows = [_parameter(parameter) for parameter in one.parameters if parameter["in"] != "header"]
        if rows:
            lines += [_row("parameter", "in", "type", "description"), _row(*["---"] * 4), *rows, ""]
        if one.body:
            lines += [f"Body: {_body(one.body)}", ""]
        lines.append(f"Answer: {_answer(one)}")
        lines += [
            f"* {status}: {of['description']}"
            for status, of in one.responses.items()
            if status.isdigit() and status != "200"
        ]
        if lines[-1].startswith("* "):
            first = next(at for at in range(len(lines) - 1, 0, -1) if not lines[at].startswith("* ")) + 1
            lines.insert(first, "")
    return "\n".join(lines) + "\n"


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _called(one: Endpoint) -> list[str]:
    by_name = f'"{one.name}"'
    return [
        f"`{one.names.get(language, by_name)}{'' if language not in one.names else '()'}`"
        for language in LANGUAGES
    ]


def _parameter(one: dict[str, Any]) -> str:
    schema = one["schema"]
    several = schema.get("type") == "array"
    of = schema["items"] if several else schema
    kind = ", ".join(f"`{value}`" for value in of["enum"]) if "enum" in of else of["type"]
    if "minimum" in of:
        kind += f" from {of['minimum']} to {of['maximum']}"
    return _row(f"`{one['name']}`", one["in"], f"{kind}, several" if several else kind, one["description"])


def _body(body: dict[str, Any]) -> str:
    ((kind, of),) = body["content"].items()
    text = _linked(of["schema"]) if "$ref" in of["schema"] else f"`{kind}`"
    described = f". {body['description']}" if "description" in body else "."
    return text + described


def _answer(one: Endpoint) -> str:
    answer = one.responses["200"]
    kind, of = next(iter(answer["content"].items()))
    if one.paged:
        items = of["schema"]["properties"]["data"]["items"]
        return f"{PAGES[one.paged]} Each item is a {_linked(items)}."
    if len(answer["content"]) > 1:
        return f"{_linked(of['schema'])}, or its events (`text/event-stream`)."
    if kind == "application/json":
        return f"{_linked(of['schema'])}. {answer['description']}"
    described = f" {answer['description']}"
    return f"`{kind}`.{described}" + (f" {_linked(of['schema'])}" if "$ref" in of["schema"] else "")


def _linked(schema: dict[str, Any]) -> str:
    name = schema["$ref"].removeprefix(REF)
    return f"[{name}](types.md#{name.lower()})"
