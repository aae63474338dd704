"""Changes of a page's Markdown before the site is built: rustdoc's attributes go, and neighbouring blocks become tabs.

rustdoc wants attributes behind the language of a code block (```` ```rust,no_run ````), which Markdown's fences do not
know: such a block would be a paragraph on the site. Blocks of several languages that follow each other directly are the
same example: the site shows them as tabs. The pages themselves have no tabs, because GitHub and the checkers of code
blocks read them too.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

_ATTRIBUTES = re.compile(r"^(\s*```rust),[\w,]+$", re.MULTILINE)
_BLOCK = r"^```(?:python|ts|js|rust|c|cpp)\n(?:.*\n)*?```$"
_RUN = re.compile(rf"{_BLOCK}(?:\n\n{_BLOCK})+", re.MULTILINE)
_ONE = re.compile(_BLOCK, re.MULTILINE)
_LABELS = {"python": "Python", "ts": "Node", "js": "Node", "rust": "Rust", "c": "C", "cpp": "C++"}


def _tabs(run: re.Match[str]) -> str:
    """The blocks as tabs, unless two of them are in one language."""
    blocks = _ONE.findall(run[0])
    labels = [_LABELS[block[3 : block.index("\n")]] for block in blocks]
    if len(set(labels)) < len(labels):
        return run[0]
    tabs = zip(labels, blocks, strict=True)
    return "\n\n".join(f'=== "{label}"\n\n{textwrap.indent(block, "    ")}' for label, block in tabs)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page as the site's builder understands it."""
    return _RUN.sub(_tabs, _ATTRIBUTES.sub(r"\1", markdown))
