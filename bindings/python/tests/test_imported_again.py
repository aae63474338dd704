"""A program that imports the package anew, as reloaders and notebooks do, meets classes that match."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import importlib, sys
import parlour, parlour.testing

def refused():
    parlour.Client(base_url="http://127.0.0.1:9", api_key="k", max_retries=0).messages.create(
        model="m", max_tokens=1, messages=[parlour.NOT_GIVEN]
    )

try:
    refused()
except TypeError:
    pass
before = parlour.ParlourError
for name in [name for name in sys.modules if name.partition(".")[0] == "parlour"]:
    del sys.modules[name]
import parlour, parlour.testing
assert parlour.ParlourError is not before

with parlour.testing.Emulator() as emulator:
    wrong = parlour.Client(base_url=emulator.url, api_key="wrong", max_retries=0)
    request = {"model": "svc-haiku-3-5", "max_tokens": 20, "messages": [{"role": "user", "content": "Hi"}]}
    try:
        wrong.messages.create(**request)
    except parlour.AuthenticationError as error:
        assert error.status_code == 401
    client = parlour.Client(base_url=emulator.url, api_key=emulator.api_key)
    reply = client.messages.create(**request, system=parlour.NOT_GIVEN)
    assert type(reply.content[0]).__module__ == "parlour.types" and isinstance(reply, parlour.types.Message)
    turns = [*request["messages"], {"role": "assistant", "content": reply.content}, request["messages"][0]]
    client.messages.create(**{**request, "messages": turns})
    assert emulator.requests[-1].json()["messages"][1]["content"][0]["text"] == reply.text
try:
    refused()
except TypeError as error:
    assert "not given" in str(error)
print("matched")
"""


def test_classes_of_a_package_that_is_imported_again_match() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=False, capture_output=True, text=True, timeout=120
    )
    assert run.stdout == "matched\n", run.stderr
