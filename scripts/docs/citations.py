#!/usr/bin/env python3
"""Checks that every citation and every relative Markdown link of the repository leads somewhere.

    scripts/docs/citations.py

A citation names a page and a number: "protocol §7.3" (in conformance cases "P§7.3"), "spec §8.6" ("S§8.6"), a
design page ("transport §3"), or "decision 0049". Numbers that follow it ("§7.5, §7.6") belong to the same page;
sections of RFCs are left alone. Also checked: paths of pages that are named in any file (in `docs/`; those in
`docs/reference/` are made from `schema/`, which has a check of its own), and the anchors of links. Prints each
breach with its place; exit code 1 if there is one.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = {
    "spec": "specification.md",
    "s": "specification.md",
    "protocol": "protocol.md",
    "p": "protocol.md",
    "wire": "design/wire.md",
    "transport": "design/transport.md",
    "loops": "design/loops-and-forks.md",
    "ffi": "design/ffi.md",
    "build": "design/build.md",
}
GENERATED = {"THIRD-PARTY-NOTICES", "package-lock.json"}

# Some citations are split by a line break and the comment mark of the next line.
NEXT_LINE = re.compile(r"[ \t]*\n[ \t]*(?://[/!]?|#|\*)?[ \t]*")
SECTION = re.compile(r"(?P<page>[A-Za-z]+)?(?P<gap> ?\(?)§ ?(?P<number>\d+(?:\.\d+)*)")
SAME_PAGE = re.compile(r"^(?!.*\. [A-Z]).{0,40}$")
OTHER_PAGES = {"design", "bindings", "architecture", "house"}
RFC = re.compile(r"RFC \d+(?: ?§[\d.]+[ ,and]*)*[ ,]*$")
DECISION = re.compile(r"\b[Dd]ecisions? (?P<number>\d+)\b")
NAMED = re.compile(r"`((?:core|bindings|tests|scripts|docs|examples|include|schema)/[\w./-]*[\w/])`")
PAGE_PATH = re.compile(r"(?<![\w/.-])docs/(?!reference/)[\w/-]+\.md\b")
LINK = re.compile(
    r"(?<!!)\[[^\]\n]*\]\((?P<target>[^)\s]+)\)|^\[[^\]\n]+\]: (?P<reference>\S+)", re.MULTILINE
)
HEADING = re.compile(r"^#{1,6} (?P<text>.+?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def files() -> Iterator[tuple[str, str]]:
    """Each text file under version control, or about to be, by its path."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        skipped = path == Path(__file__).resolve() or path.suffix == ".lock" or path.name in GENERATED
        if skipped or not path.is_file():
            continue
        try:
            yield name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as mkdocs and GitHub make them."""
    found = set()
    for heading in HEADING.finditer(FENCE.sub("", text)):
        words = re.sub(r"[^\w\s-]", "", heading["text"].lower()).strip()
        found.update({re.sub(r"\s", "-", words), re.sub(r"[\s-]+", "-", words)})
    return found


def sections(page: str) -> set[str]:
    """The numbers of a page's headings."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return {number.rstrip(".") for number in re.findall(r"^#{2,3} (\d+(?:\.\d+)?)", text, re.MULTILINE)}


def join(text: str) -> tuple[str, list[int]]:
    """The text with its lines joined, and for each character its position in the file."""
    joined: list[str] = []
    places: list[int] = []
    end = 0
    for gap in NEXT_LINE.finditer(text):
        joined += [text[end : gap.start()], " "]
        places += [*range(end, gap.start()), gap.start()]
        end = gap.end()
    joined.append(text[end:])
    places += range(end, len(text))
    return "".join(joined), places


def cited(text: str, numbers: dict[str, set[str]], decisions: set[str]) -> Iterator[tuple[int, str]]:
    """The citations that lead nowhere, with their offsets."""
    page, end = None, 0
    for citation in SECTION.finditer(text):
        word = (citation["page"] or "").lower()
        before = text[max(0, citation.start() - 60) : citation.start()]
        if word in PAGES and (citation["gap"] or len(word) == 1):
            page = PAGES[word]
        elif RFC.search(text[max(0, citation.start() - 60) : citation.start("number") - 1].rstrip("§ ")):
            page, end = None, citation.end()
            continue
        elif word in OTHER_PAGES or page is None or not SAME_PAGE.match(text[end : citation.start()]):
            page = None
        if page is None:
            yield citation.start(), f"which page is meant? {(before + citation[0])[-40:]!r}"
        elif citation["number"] not in numbers[page]:
            yield citation.start(), f"docs/{page} has no section {citation['number']}"
        end = citation.end()
    for citation in DECISION.finditer(text):
        if citation["number"] not in decisions:
            yield citation.start(), f"docs/decisions/ has no record {citation['number']}"
    for path in PAGE_PATH.finditer(text):
        if not (ROOT / path[0]).is_file():
            yield path.start(), f"there is no {path[0]}"


def links(name: str, text: str) -> Iterator[tuple[int, str]]:
    """The relative links and the paths of a Markdown page that lead nowhere, with their offsets."""
    plain = FENCE.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)
    for link in LINK.finditer(plain):
        target = link["target"] or link["reference"]
        if re.match(r"[a-z]+:|//|mailto:", target):
            continue
        path, _, anchor = target.partition("#")
        aim = (ROOT / name).parent / path if path else ROOT / name
        if not aim.exists():
            yield link.start(), f"the link leads nowhere: {target}"
        elif anchor and aim.suffix == ".md" and anchor not in anchors(aim.read_text(encoding="utf-8")):
            yield link.start(), f"the page has no such heading: {target}"
    for named in NAMED.finditer(text):
        if not ((ROOT / named[1]).exists() or ((ROOT / name).parent / named[1]).exists()):
            yield named.start(), f"there is no {named[1]}"


def main() -> int:
    numbers = {page: sections(page) for page in set(PAGES.values())}
    decisions = {path.name[:4] for path in (DOCS / "decisions").glob("[0-9]*.md")}
    breaches = 0
    for name, text in files():
        found: list[tuple[int, str]] = []
        if "§" in text or "ecision" in text or "docs/" in text:
            joined, places = join(text)
            found += [(places[offset], what) for offset, what in cited(joined, numbers, decisions)]
        if name.endswith(".md"):
            found += links(name, text)
        for offset, what in found:
            breaches += 1
            print(f"{name}:{text.count(chr(10), 0, offset) + 1}: {what}")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
