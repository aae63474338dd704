"""The kinds of content blocks in C and C++. `x-c` of `ContentBlock` lists them in the order of their numbers; a new one
is the last.
"""

from __future__ import annotations

from .document import Document
from .rust_methods import ANSWER
from .rust_model import Union, Variant, items
from .text import pascal


def _kinds(document: Document) -> list[Variant]:
    union = next(one for one in items(document) if one.path == ANSWER and isinstance(one, Union))
    numbers: list[str] = document.raw["components"]["schemas"]["ContentBlock"]["x-c"]
    variants = {one.tag: one for one in union.variants}
    if different := variants.keys() ^ set(numbers):
        raise ValueError(f"`x-c` of ContentBlock and its blocks differ: {', '.join(sorted(different))}")
    return [variants[tag] for tag in numbers]


def constants(document: Document) -> str:
    """The numbers, in Rust, of which cbindgen makes those of C."""
    return "\n".join(
        f"/// {one.doc}\npub const {_constant(one)}: parlour_block_kind = {number};"
        for number, one in enumerate(_kinds(document), 1)
    )


def match(document: Document) -> str:
    arms = "\n".join(f"        ContentBlock::{one.name}(_) => {_constant(one)}," for one in _kinds(document))
    return f"""\
fn kind(block: &ContentBlock) -> parlour_block_kind {{
    match block {{
{arms}
        _ => PARLOUR_BLOCK_OTHER,
    }}
}}"""


def cpp(document: Document) -> str:
    return "\n".join(
        f"    /// {one.doc}\n    k{pascal(one.tag)} = {_constant(one)}," for one in _kinds(document)
    )


def _constant(one: Variant) -> str:
    return f"PARLOUR_BLOCK_{one.tag.upper()}"
