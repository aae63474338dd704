"""Changes of pages while the site is built: rustdoc's attributes, tabs, programs of the pages, the order of the search.

rustdoc wants attributes behind the language of a code block (```` ```rust,no_run ````), which Markdown's fences do not
know: such a block would be a paragraph on the site. Blocks of several languages that follow each other directly are the
same example: the site shows them as tabs, and sections that have the name of a language likewise. The pages themselves
have no tabs, because GitHub and the checkers of code blocks read them too.

The theme would load the program that draws diagrams, and the one by which the search runs on pages that are opened as
files, from another host. The site has its own copies, which scripts/docs/env.sh installs.
"""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

_HERE = Path(__file__).resolve().parent
_PACKAGES = Path(os.environ.get("PARLOUR_TOOLS", _HERE.parents[1] / ".tools")) / "docs-browser/node_modules"
_DIAGRAMS = "assets/mermaid.js"
_PROGRAMS = {
    _DIAGRAMS: _PACKAGES / "@mermaid-js/tiny/dist/mermaid.tiny.js",
    "assets/iframe-worker.js": _PACKAGES / "iframe-worker/shim/index.js",
    "assets/tabs.js": _HERE / "browser/tabs.js",
}
_ATTRIBUTES = re.compile(r"^(\s*```rust),[\w,]+$", re.MULTILINE)
_BLOCK = r"^```(?:python|ts|js|rust|c|cpp)\n(?:.*\n)*?```$"
_RUN = re.compile(rf"{_BLOCK}(?:\n\n{_BLOCK})+", re.MULTILINE)
_ONE = re.compile(_BLOCK, re.MULTILINE)
_SECTION = re.compile(r"^## (?:In |The loop in )?(Python|Node|Rust|C|C\+\+|C and C\+\+)\n", re.MULTILINE)
_INSIDE = ("architecture", "decisions/", "dependencies", "design/", "promises", "protocol", "specification")
_LABELS = {"python": "Python", "ts": "Node", "js": "Node", "rust": "Rust", "c": "C", "cpp": "C++"}


def _tabs(run: re.Match[str]) -> str:
    """The blocks as tabs, unless two of them are in one language."""
    blocks = _ONE.findall(run[0])
    labels = [_LABELS[block[3 : block.index("\n")]] for block in blocks]
    if len(set(labels)) < len(labels):
        return run[0]
    tabs = zip(labels, blocks, strict=True)
    return "\n\n".join(f'=== "{label}"\n\n{textwrap.indent(block, "    ")}' for label, block in tabs)


def _sections_as_tabs(markdown: str) -> str:
    """Sections of languages as tabs. The headings stay, for links lead to them."""
    parts = re.split(r"^(?=## )", markdown, flags=re.MULTILINE)
    for at, part in enumerate(parts):
        if heading := _SECTION.match(part):
            parts[at] = f'=== "{heading[1]}"\n\n{textwrap.indent(part.strip(), "    ")}\n\n'
    return "".join(parts)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """The page as the site's builder understands it; the search lists pages for users before those about the inside."""
    if page.file.src_uri.startswith(_INSIDE):
        page.meta["search"] = {"boost": 0.5}
    return _sections_as_tabs(_RUN.sub(_tabs, _ATTRIBUTES.sub(r"\1", markdown)))


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The programs that pages run."""
    for path, source in _PROGRAMS.items():
        files.append(File.generated(config, path, abs_src_path=str(source)))
    return files


def on_post_page(output: str, page: Page, **_: Any) -> str:
    """The page with the program that draws its diagrams, which is large, if it has any."""
    if 'class="mermaid"' not in output:
        return output
    script = f'<script src="{get_relative_url(_DIAGRAMS, page.url)}"></script>\n</head>'
    return output.replace("</head>", script, 1)
