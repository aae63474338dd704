"""Programs of the official SDK, as many of each kind as a review of this package counted, run with their
imports and their model changed and nothing else. The output and requests of each are compared with those of
the SDK itself: ``tests/sdk-check/programs.sh`` recorded them, and compares them with the SDK again.
"""

import json
import os
import pathlib
import re
import sys
from collections import Counter
from typing import Any

import pytest

from parlour.compat._check import check
from parlour.compat._check_files import check_file

ROOT = pathlib.Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tests/sdk-check/programs"))

import moved  # noqa: E402
import start  # noqa: E402

PAGE = ROOT / "docs/guides/moving-over.md"
PROGRAMS = {one.name: one for one in moved.programs()}
KEPT = json.loads(moved.SEEN.read_text())
GOAL = 70
KINDS = {"example": 17, "document": 42, "notebook": 18}
WORKED = {"example": 2, "document": 14, "notebook": 15}
"""Of each kind, those that worked when the programs were counted."""
NEEDED = {
    "client.beta": (12, r"\.beta\."),
    "batches": (8, r"\.batches\."),
    "tool_runner": (7, r"\.tool_runner\("),
    "stop events": (7, r"content_block_stop|message_stop"),
    "text events": (6, r'event\.type (==|in) \(?"text"'),
    "beta_tool": (6, r"@beta_(async_)?tool"),
    "model_dump": (5, r"\.model_dump(_json)?\("),
    "lib.tools.mcp": (5, r"\.lib\.tools\.mcp import"),
    "types.beta": (3, r"\.types\.beta import"),
    "input_json events": (1, r'"input_json"'),
    "thinking events": (1, r'event\.type == "thinking"'),
    "output_format": (2, r"output_format="),
    "parse": (1, r"\.parse\("),
    "count_tokens": (1, r"\.count_tokens\("),
    "http_client": (1, r"http_client="),
    "a path or open file": (2, r'"data": picture'),
    "middleware": (1, r"middleware="),
    "error.response": (1, r"error\.response\."),
    "model_fields_set": (1, r"\.model_fields_set"),
    "with_streaming_response": (1, r"\.with_streaming_response\."),
    "client.post": (1, r"client\.post\("),
    "Timeout": (1, r"Timeout\("),
    "print(response.content)": (1, r"print\(response\.content\)"),
}
"""Features that were missing: how many programs needed each, and its pattern in a program."""


def outcome(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, Any]]:
    """``unchanged``, ``advice`` or ``silent``, and what the program did."""
    program = PROGRAMS[name]
    errors: list[BaseException | None] = []

    def run(_: moved.Program, folder: str, environment: dict[str, str]) -> tuple[str, str | None]:
        for variable, value in environment.items():
            monkeypatch.setenv(variable, value)
        printed, error = start.run(name, moved.moved(program.source), folder)
        errors.append(error)
        return printed, None if error is None else str(error)

    did = moved.seen(program, run)
    told, there = did["error"], KEPT[name]
    if told is None:
        return "unchanged" if did == there else "silent", did
    # Until its error, a program must do the same as with the SDK.
    began = all(did[part] == there[part][: len(did[part])] for part in ("printed", "asked"))
    advised = program.says and program.says in told and isinstance(errors[0], TypeError)
    return "advice" if began and advised else "silent", did


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, did = outcome(name, monkeypatch)
    assert kind == ("advice" if PROGRAMS[name].says else "unchanged"), did


def test_they_are_as_many_as_were_counted() -> None:
    assert Counter(one.kind for one in PROGRAMS.values()) == KINDS
    assert Counter(one.kind for one in PROGRAMS.values() if one.needs[0] == "works") == WORKED
    needs = Counter(
        need for one in PROGRAMS.values() for need in one.needs if need not in ("works", "concurrent")
    )
    assert needs == {need: count for need, (count, _) in NEEDED.items()}
    for name, one in PROGRAMS.items():
        for need in one.needs:
            if need in NEEDED:
                assert re.search(NEEDED[need][1], one.source), f"{name} does not need {need}"
    assert len({one.source for one in PROGRAMS.values()}) == len(PROGRAMS)
    assert KEPT.keys() == PROGRAMS.keys()


def test_the_goal_is_met_and_the_guide_says_by_how_much() -> None:
    advised = {name: one.says for name, one in PROGRAMS.items() if one.says}
    unchanged = len(PROGRAMS) - len(advised)
    assert unchanged >= GOAL
    number = "one gets" if len(advised) == 1 else f"{len(advised)} get"
    sentence = f"Of {len(PROGRAMS)} programs {unchanged} run unchanged, {number} advice, none does "
    assert sentence in PAGE.read_text().replace("\n", " ")


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_check_tells_before(name: str) -> None:
    program = PROGRAMS[name]
    found = check(program.source)
    assert found == check(moved.moved(program.source))
    if not program.says:
        assert found == []
        return
    lines = program.source.splitlines()
    said = [one for one in found if program.says in one.advice]
    assert said
    for one in found:
        assert one.name.removesuffix("=") in lines[one.line - 1]


def test_the_check_reads_notebooks(tmp_path: pathlib.Path) -> None:
    """The cells of a file of Jupyter, with the lines that they have there."""
    program = next(one for one in PROGRAMS.values() if one.kind == "notebook")
    cells = [
        {"cell_type": "code", "source": part.splitlines(keepends=True)}
        for part in [
            "%pip install x\n!ls\n",
            *program.source.split(start.CELL),
            "client.completions.create()\n",
        ]
    ]
    file = tmp_path / "program.ipynb"
    file.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": ["# Text (\n"]}, *cells]}))
    found = [(place, one.name) for place, one in check_file(os.fspath(file))]
    assert found == [(f"cell {len(cells) + 1}:1", "client.completions")]
