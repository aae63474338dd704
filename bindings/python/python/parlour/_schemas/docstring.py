"""Reads descriptions of a function and its parameters from its docstring: by ``docstring_parser`` (Google,
NumPy and Sphinx styles) where it is installed, else the first paragraph alone."""

from __future__ import annotations

import inspect


def read(text: str | None) -> tuple[str, dict[str, str]]:
    """The description, and that of each parameter."""
    if not text or not text.strip():
        return "", {}
    text = inspect.cleandoc(text)
    try:
        import docstring_parser
    except ImportError:
        return _first_paragraph(text), {}
    try:
        found = docstring_parser.parse(text)
    except docstring_parser.ParseError:
        return _first_paragraph(text), {}
    said = [part.strip() for part in (found.short_description, found.long_description) if part]
    parameters = {one.arg_name: one.description for one in found.params if one.description}
    return "\n\n".join(said), parameters


def _first_paragraph(text: str) -> str:
    return " ".join(text.split("\n\n", 1)[0].split())
