"""Answers that are recorded in a folder and replayed from it."""

from __future__ import annotations

import asyncio
import json
import pathlib
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

import parlour
from parlour.testing import Emulator
from support import ask, environment

NOBODY = "http://127.0.0.1:9"


def test_another_client_replays_what_one_recorded(tmp_path: pathlib.Path) -> None:
    with Emulator() as emulator:
        recorder = emulator.client(recordings={"folder": str(tmp_path), "mode": "record"})
        whole = recorder.messages.create(**ask("say hello"))
        with recorder.messages.stream(**ask("count to five")) as stream:
            events = [event.type for event in stream]
        assert emulator.api_key not in "".join(file.read_text("utf-8") for file in tmp_path.iterdir())
    replay = parlour.Client(base_url=NOBODY, from_env=False, recordings={"folder": str(tmp_path)})
    assert replay.messages.create(**ask("say hello")) == whole
    with replay.messages.stream(**ask("count to five")) as stream:
        assert [event.type for event in stream] == events

    async def replayed() -> parlour.types.Message:
        async with parlour.AsyncClient(
            base_url=NOBODY, from_env=False, recordings={"folder": str(tmp_path), "timing": True}
        ) as client:
            return await client.messages.create(**ask("say hello"))

    assert asyncio.run(replayed()) == whole


def test_a_miss_is_a_typed_error(tmp_path: pathlib.Path) -> None:
    client = parlour.Client(base_url=NOBODY, from_env=False, recordings={"folder": str(tmp_path)})
    with pytest.raises(parlour.HookError, match="0 recordings of other endpoints") as caught:
        client.messages.create(**ask())
    assert caught.value.subkind == "no_recording"


def test_bad_settings_are_refused(tmp_path: pathlib.Path) -> None:
    for value, text in [
        ({}, "recordings must be an object with folder"),
        ({"folder": str(tmp_path), "mode": "loud"}, "recordings.mode must be"),
        ({"folder": str(tmp_path / "none")}, "the folder cannot be read"),
    ]:
        with pytest.raises(parlour.ConfigError, match=text):
            parlour.Client(base_url=NOBODY, from_env=False, recordings=value)  # type: ignore[arg-type]


TESTS = """
import parlour, pytest

@pytest.mark.parametrize("text", ["say hello", "say a/b"])
def test_an_answer(parlour_recordings, text):
    client = parlour.Client(base_url="{url}", api_key="{key}", from_env=False, recordings=parlour_recordings)
    request = {{"model": "svc-haiku-3-5", "max_tokens": 9, "messages": [{{"role": "user", "content": text}}]}}
    assert client.messages.create(**request).text == text.removeprefix("say ")
"""


def test_the_fixture_of_pytest(tmp_path: pathlib.Path) -> None:
    def run(*more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *more, str(file)]
        if not any(one.name == "parlour" for one in entry_points(group="pytest11")):
            command[3:3] = ["-p", "parlour._pytest_plugin"]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=60, cwd=tmp_path, env=environment(), check=False
        )

    file = tmp_path / "test_answers.py"
    with Emulator() as emulator:
        file.write_text(TESTS.format(url=emulator.url, key=emulator.api_key), "utf-8")
        missing = run()
        assert missing.returncode == 1
        assert "--parlour-record" in missing.stdout
        recorded = run("--parlour-record")
        assert recorded.returncode == 0, recorded.stdout + recorded.stderr
        again = run("--parlour-record")
        assert again.returncode == 0
        assert len(emulator.requests) == 4
    folders = sorted((tmp_path / "recordings" / "test_answers").iterdir())
    assert [folder.name for folder in folders] == ["test_an_answer-say-a-b", "test_an_answer-say-hello"]
    for folder in folders:
        (kept,) = folder.iterdir()
        assert len(json.loads(kept.read_text("utf-8"))["answers"]) == 1
    # The service is gone.
    replayed = run()
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
