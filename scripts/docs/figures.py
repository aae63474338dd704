#!/usr/bin/env python3
"""Draws docs/figures/*.svg from the tables of tests/bench/README.md.

    scripts/docs/figures.py            writes the pictures
    scripts/docs/figures.py --check    fails if a committed picture differs

A row is found by its first cell, a column by its heading. Each scenario is a group of bars, as shares of its first bar.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tests/bench/README.md"
FIGURES = ROOT / "docs/figures"

WIDTH, LEFT, RIGHT = 760, 170, 140
BAR, BAR_GAP, GROUP_GAP, TOP = 14, 3, 14, 62
# Contrasts of at least 3 with white and with the dark page, so that one picture serves both schemes.
COLOURS = {"parlour": "#1a8f6a", "SDK": "#8a8f98"}
OTHERS = ["#5b87c5", "#a873b8"]
RAW = "reqwest, serde_json"


@dataclass(frozen=True)
class Bar:
    """One peer in one scenario."""

    peer: str
    value: float
    label: str


Group = tuple[str, list[Bar]]


def table(heading: str, corner: str) -> list[dict[str, str]]:
    """The rows of the first table below a heading whose first column is called so."""
    section = SOURCE.read_text(encoding="utf-8").split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = section[section.index(f"| {corner} |") :].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[: _end(lines)]]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


def _end(lines: list[str]) -> int:
    return next((at for at, line in enumerate(lines) if not line.startswith("|")), len(lines))


def number(text: str) -> float:
    """The first number of a cell; thousands are separated by spaces."""
    found = re.match(r"\d[\d ]*(?:\.\d+)?", text)
    if found is None:
        raise ValueError(f"{SOURCE.name}: no number in {text!r}")
    return float(found[0].replace(" ", ""))


def timed(heading: str, peers: dict[str, str], names: dict[str, str]) -> list[Group]:
    """Groups of microseconds: columns of the table by the name of the peer, rows by the name of the scenario."""
    rows = {row["scenario"].split(",")[0]: row for row in table(heading, "scenario")}
    groups = []
    for key, name in names.items():
        bars = []
        for column, peer in peers.items():
            if cell := rows[key][column]:
                bars.append(Bar(peer, number(cell), f"{cell} µs"))
        groups.append((name, bars))
    return groups


def counted() -> list[Group]:
    """Groups of the Rust table: instructions of both sides, and the ratio of memory."""
    rows = {row["scenario"]: row for row in table("Measured", "scenario")}
    groups: list[Group] = []
    for key, name in {"unary_c1": "one call", "stream_c1": "an event of one stream"}.items():
        cell = rows[key]["instructions, raw / ours"]
        raw, ours = (part.strip() for part in cell.split("=")[0].split("/"))
        bars = [
            Bar(RAW, number(raw), f"{raw} instructions"),
            Bar("parlour", number(ours), f"{ours} instructions"),
        ]
        groups.append((name, bars))
    share = number(rows["idle_1000, memory"]["measured"])
    bars = [Bar(RAW, 1.0, "memory: 1"), Bar("parlour", share, f"{share:.2f}")]
    groups.append(("1 000 idle streams", bars))
    return groups


def colour(peer: str, others: list[str]) -> str:
    """The project's own bar and the first one have fixed colours."""
    if peer == "parlour":
        return COLOURS["parlour"]
    return OTHERS[others.index(peer)] if peer in others else COLOURS["SDK"]


def draw(title: str, subtitle: str, groups: list[Group]) -> str:
    """The picture of a list of groups."""
    others = sorted({bar.peer for _, bars in groups for bar in bars[1:]} - {"parlour"})
    parts = []
    y = TOP
    for name, bars in groups:
        height = len(bars) * (BAR + BAR_GAP) - BAR_GAP
        parts.append(f'<text x="{LEFT - 12}" y="{y + height / 2 + 4:.1f}" class="name">{escape(name)}</text>')
        for bar in bars:
            length = max(1.0, (WIDTH - LEFT - RIGHT) * bar.value / bars[0].value)
            fill = colour(bar.peer, others)
            parts.append(
                f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" rx="2" fill="{fill}"/>'
            )
            parts.append(f'<text x="{LEFT + length + 6:.1f}" y="{y + BAR - 3}">{escape(bar.label)}</text>')
            y += BAR + BAR_GAP
        y += GROUP_GAP - BAR_GAP
    x = LEFT
    for peer in [groups[0][1][0].peer, *others, "parlour"]:
        parts.append(
            f'<rect x="{x}" y="{TOP - 22}" width="10" height="10" rx="2" fill="{colour(peer, others)}"/>'
        )
        parts.append(f'<text x="{x + 15}" y="{TOP - 13}">{escape(peer)}</text>')
        x += 36 + 7 * len(peer)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" role="img">',
        f"<title>{escape(title)}: {escape(subtitle)}</title>",
        "<style>",
        "text { font: 12px system-ui, sans-serif; fill: #24292f; }",
        ".title { font-size: 14px; font-weight: 600; } .name { text-anchor: end; }",
        "@media (prefers-color-scheme: dark) { text { fill: #d0d7de; } }",
        "</style>",
        f'<text x="12" y="22" class="title">{escape(title)}</text>',
        f'<text x="{LEFT}" y="22">{escape(subtitle)}</text>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def pictures() -> dict[str, str]:
    """All pictures by their file names."""
    asyncio = {
        "official SDK": "official SDK",
        "aiohttp": "aiohttp",
        "pyreqwest": "pyreqwest",
        "ours": "parlour",
    }
    node = {"official SDK": "official SDK", "undici": "undici", "ours": "parlour"}
    unit = "CPU of the client process, µs; each group relative to its first bar"
    python_rows = {
        "unary_sync": "one blocking call",
        "unary_c32": "a call, 32 in flight",
        "stream_c1": "an event of one stream",
        "stream_paced": "an event of live text",
    }
    node_rows = {
        "unary_c1": "one call",
        "unary_c32": "a call, 32 in flight",
        "stream_c1": "an event of one stream",
        "stream_paced": "an event of live text",
    }
    return {
        "python.svg": draw("Python", unit, timed("Python", asyncio, python_rows)),
        "node.svg": draw("Node", unit, timed("Node", node, node_rows)),
        "rust.svg": draw("Rust", "user space alone; each group relative to its first bar", counted()),
    }


def main() -> int:
    different = []
    for name, picture in pictures().items():
        path = FIGURES / name
        if path.is_file() and path.read_text(encoding="utf-8") == picture:
            continue
        different.append(path.relative_to(ROOT))
        if "--check" not in sys.argv[1:]:
            path.write_text(picture, encoding="utf-8")
    if different and "--check" in sys.argv[1:]:
        print(
            f"figures: differ from tests/bench/README.md: {', '.join(map(str, different))}", file=sys.stderr
        )
        print("figures: run scripts/docs/figures.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
