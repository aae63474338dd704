"""Programs of the official SDK run on ``parlour.compat`` with only their imports changed; unsupported
features raise an error that says what to write. The table that this makes is part of the guide."""

import os
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from compat_programs import Programs, details, messages, streams, tools

from parlour.testing import Emulator
from support import clean

PAGE = pathlib.Path(__file__).parents[3] / "docs/guides/moving-over.md"
MARK = "<!-- table -->\n"
GROUPS: tuple[Programs, ...] = (messages.ROWS, streams.ROWS, tools.ROWS, details.ROWS)
BETAS = ["some-beta", "oauth-2025-04-20"]
ALL = [(group, title) for group in GROUPS for title in group.rows]


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """The service, found by the environment, as a program is started."""
    with Emulator(batch_polls=1, betas=BETAS) as running:
        monkeypatch.setenv("PARLOUR_BASE_URL", running.url)
        monkeypatch.setenv("PARLOUR_API_KEY", running.api_key)
        monkeypatch.setenv("PARLOUR_VENDOR", "svc")
        yield running


def words(group: Programs, title: str, service: Emulator) -> str:
    """Runs a program; returns the advice of its error, empty if it runs unchanged."""
    program, says = group.rows[title]
    if says is None:
        program(service)
        return ""
    with pytest.raises(Exception) as caught:  # noqa: PT011
        program(service)
    told = str(caught.value)
    assert says in told, told
    return told.partition("`: ")[2] if told.startswith("parlour.compat has no") else told


@pytest.mark.parametrize(("group", "title"), ALL, ids=[title for _, title in ALL])
def test_a_program(service: Emulator, group: Programs, title: str) -> None:
    told = words(group, title, service)
    row = f"| {title} | {'advice' if told else 'unchanged'} | {told.replace('|', chr(92) + '|')} |\n"
    if "WRITE_TABLE" not in os.environ:
        assert row in PAGE.read_text(), f"the guide has another row; WRITE_TABLE=1 writes it:\n{row}"


def test_the_table_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """``WRITE_TABLE=1 pytest test_compat.py`` writes it, from the advice that the programs got."""
    before, _, there = PAGE.read_text().partition(MARK)
    if "WRITE_TABLE" in os.environ:
        there = table(monkeypatch)
        PAGE.write_text(before + MARK + there)
    advised = sum(says is not None for group in GROUPS for _, says in group.rows.values())
    assert there.startswith(
        f"{len(ALL)} programs: {len(ALL) - advised} unchanged, {advised} with advice, none different in silence.\n"
    )
    rows = [line for line in there.splitlines() if line.startswith("| ")]
    assert len(rows) == len(ALL) + len(GROUPS)


def table(monkeypatch: pytest.MonkeyPatch) -> str:
    """The table, made by running the programs."""
    advised = sum(says is not None for group in GROUPS for _, says in group.rows.values())
    head = f"{len(ALL)} programs: {len(ALL) - advised} unchanged, {advised} with advice, none different in silence."
    lines = [head, ""]
    for group in GROUPS:
        lines += [f"### {group.heading}", "", "| program | | advice |", "|---|---|---|"]
        for title in group.rows:
            with Emulator(batch_polls=1, betas=BETAS) as running:
                monkeypatch.setenv("PARLOUR_BASE_URL", running.url)
                monkeypatch.setenv("PARLOUR_API_KEY", running.api_key)
                monkeypatch.setenv("PARLOUR_VENDOR", "svc")
                told = words(group, title, running)
            kind = "advice" if told else "unchanged"
            lines.append(f"| {title} | {kind} | {told.replace('|', chr(92) + '|')} |")
        lines.append("")
    return "\n".join(lines)


def test_the_names_that_begin_with_the_vendors(emulator: Emulator) -> None:
    import parlour.compat
    from parlour.compat._names import vendor

    name = vendor().capitalize()
    scope: dict[str, Any] = {}
    exec(f"from parlour.compat import {name}, Async{name}, {name}Error, {name}Vertex", scope)
    assert scope[name] is parlour.compat.Client
    assert scope[f"Async{name}"] is parlour.compat.AsyncClient
    assert scope[f"{name}Error"] is parlour.compat.ParlourError
    # Tracers ask so whether they were given several classes to wrap.
    assert not isinstance(scope[f"{name}Vertex"], Iterable)
    with pytest.raises(AttributeError, match="has no `NoSuchName`"):
        _ = parlour.compat.NoSuchName


def test_nothing_of_it_comes_with_the_package() -> None:
    printed = clean("""
        import sys, parlour
        parlour.Client(base_url="http://127.0.0.1:1", api_key="k", from_env=False)
        parlour.AsyncClient
        print([name for name in sys.modules if name.startswith("parlour.compat")])
        print(hasattr(parlour.types.Message, "model_dump"), hasattr(parlour.APIError, "response"))
    """)
    assert printed == "[]\nFalse False\n"
