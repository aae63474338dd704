"""Sentences and names as the languages write them."""

from __future__ import annotations

import re
import textwrap


def camel(name: str) -> str:
    """`stream_idle_timeout` as `streamIdleTimeout`."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def pascal(name: str) -> str:
    """`left_click` as `LeftClick`."""
    return "".join("CMEK" if word == "cmek" else word.capitalize() for word in name.split("_"))


def for_python(text: str) -> str:
    """A description of the schema in the markup of docstrings."""
    text = re.sub(r"`([^`]*)`", r"``\1``", text)
    return re.sub(r"(?<!`)\bnull\b", "``None``", text)


def docstring(text: str, indent: int) -> str:
    """A docstring, on one line if it fits."""
    text = for_python(text)
    pad = " " * indent
    if len(pad) + len(text) + 6 <= 110:
        return f'{pad}"""{text}"""'
    lines = textwrap.wrap(text, 110 - indent - 3)
    return f'{pad}"""' + f"\n{pad}".join(lines) + '"""'


def jsdoc(text: str, indent: int) -> str:
    """A comment for TypeScript, on one line if it fits."""
    pad = " " * indent
    if len(pad) + len(text) + 7 <= 120:
        return f"{pad}/** {text} */"
    lines = textwrap.wrap(text, 120 - indent - 3)
    return f"{pad}/**\n" + "".join(f"{pad} * {line}\n" for line in lines) + f"{pad} */"


def slashes(text: str, indent: int) -> str:
    """A comment of a public item of Rust or C++."""
    pad = " " * indent + "/// "
    lines = textwrap.wrap(text, 120 - len(pad), break_on_hyphens=False, break_long_words=False)
    return "\n".join(pad + line for line in lines)


def head(says: str, source: str, *, runs: bool = True) -> list[str]:
    """The comment at the beginning of a TypeScript file that is made as a whole, and an empty line."""
    more = "" if runs else " It must not hold anything that runs."
    text = f"{says} Made out of schema/{source} by `make generate`.{more}"
    return [f"// {line}" for line in textwrap.wrap(text, 117, break_on_hyphens=False)] + [""]


def between(text: str, name: str, comment: str, part: str) -> str:
    """A file with the part between its marks `generated: name` and `end generated` replaced."""
    begin = f"{comment} generated: {name}"
    mark = re.compile(rf"(^ *{re.escape(begin)}\b.*\n)(?:.*\n)*?(^ *{comment} end generated$)", re.M)
    if len(mark.findall(text)) != 1:
        raise ValueError(f"the file has to have one part `{begin}`")
    return mark.sub(lambda found: found[1] + part.rstrip("\n") + "\n" + found[2], text)
