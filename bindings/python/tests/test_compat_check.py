"""``python -m parlour.compat check`` lists what a program uses that differs, and nothing else."""

import pathlib
import subprocess
import sys

import pytest

from parlour.compat._check import check
from parlour.compat._names import vendor
from support import environment

PROGRAM = """\
import {name} as sdk
from {name} import {Name}, Async{Name}, {Name}Bedrock, HUMAN_PROMPT, RateLimitError, NoSuchThing
from {name}.types import MessageParam

def ask():
    client.completions.create(prompt=HUMAN_PROMPT)
    return client.messages.create(
        model="m",
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
    client.beta.messages.create(model="m")
except sdk.APIStatusError as error:
    print(error.request, error.response.status_code)
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
        (24, "error.request"),
    ]


def test_the_same_after_moving_over() -> None:
    moved = program().replace(f"import {vendor()} as", "import parlour.compat as")
    moved = moved.replace(f"from {vendor()}", "from parlour.compat")
    assert check(moved) == check(program())


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
