"""``python -m parlour.compat check`` lists what a program uses that differs, and nothing else."""

import ast
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import pytest
from compat_programs import details, messages, streams, tools

from parlour.compat._check import check
from parlour.compat._names import vendor
from support import environment

MODULES = (messages, streams, tools, details)
HIDDEN = {"a client for another host", "a thread of messages", "the key of the environment"}
"""Differences that the checker cannot see: names made at run time, and settings from the environment."""
PROGRAM = """\
import {name} as sdk
from {name} import {Name}, Async{Name}, {Name}Bedrock, HUMAN_PROMPT, RateLimitError, NoSuchThing
from {name}.types import MessageParam

def ask():
    client.completions.create(prompt=HUMAN_PROMPT)
    return client.messages.create(
        model="m", max_tokens=9,
        idempotency_key="k",
        timeout=5,
    )

client = {Name}(
    api_key="k",
    http_client=None,
    middleware=[],
)
client.api_key = "other"
other = sdk.Async{Name}(http_client=sdk.DefaultHttpxClient())
try:
    client.beta.sessions.create()
    client.beta.messages.create(model="m", max_tokens=9)
except sdk.APIStatusError as error:
    print(error.request.url, error.response.status_code)
"""


def program() -> str:
    return PROGRAM.format(name=vendor(), Name=vendor().capitalize())


def test_each_difference_has_its_line() -> None:
    found = [(one.line, one.name) for one in check(program())]
    assert found == [
        (2, f"{vendor().capitalize()}Bedrock"),
        (2, "HUMAN_PROMPT"),
        (2, "NoSuchThing"),
        (6, "client.completions"),
        (9, "idempotency_key="),
        (16, "middleware="),
        (18, "client.api_key = ..."),
        (21, "client.beta.sessions"),
        (24, "error.request.url"),
    ]


def test_the_same_after_moving_over() -> None:
    moved = program().replace(f"import {vendor()} as", "import parlour.compat as")
    moved = moved.replace(f"from {vendor()}", "from parlour.compat")
    assert check(moved) == check(program())


def test_a_client_that_is_used_where_it_is_made() -> None:
    source = """from parlour.compat import Client
Client().beta.messages.thread(model="m")
Client(http_client=None).completions.create()
Client().api_key = "k"
"""
    found = [(one.line, one.name) for one in check(source)]
    assert found == [(2, "messages.thread"), (3, "client.completions"), (4, "client.api_key = ...")]


def test_a_program_without_the_sdk_has_none() -> None:
    assert check("import json\nclient = json.Client(http_client=1)\nclient.completions\n") == []


@pytest.mark.parametrize(("text", "code"), [("import json\n", 0), (None, 1), ("def (", 2)])
def test_the_command(tmp_path: pathlib.Path, text: str | None, code: int) -> None:
    file = tmp_path / "program.py"
    file.write_text(program() if text is None else text)
    command = [sys.executable, "-m", "parlour.compat", "check", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == code, done.stderr
    assert len(done.stdout.splitlines()) == (9 if code == 1 else 0)
    assert ("cannot be read" in done.stderr) == (code == 2)
    if code == 1:
        assert f"{file}:6: client.completions: the text completions are gone" in done.stdout


def spans(source: str) -> Iterator[tuple[str, str, range]]:
    """The programs of a module of the table: what becomes of each, its title, its lines."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            row = node.decorator_list[0]
            if isinstance(row, ast.Call) and isinstance(row.func, ast.Attribute):
                title = row.args[0]
                assert isinstance(title, ast.Constant)
                assert node.end_lineno
                yield row.func.attr, str(title.value), range(row.lineno, node.end_lineno + 1)


@pytest.mark.parametrize("module", MODULES, ids=[one.__name__ for one in MODULES])
def test_programs_of_the_table(module: object) -> None:
    source = pathlib.Path(str(module.__file__)).read_text()  # type: ignore[attr-defined]
    lines, found = source.splitlines(), check(source)
    told = set()
    for kind, title, span in spans(source):
        here = [one for one in found if one.line in span]
        told |= set(here)
        if kind == "unchanged":
            assert here == [], title
        elif title not in HIDDEN:
            assert here, title
            for one in here:
                word = one.name.removesuffix("=").removesuffix(" = ...").removesuffix("()").rpartition(".")[2]
                assert word in lines[one.line - 1], one
    assert told == set(found)
