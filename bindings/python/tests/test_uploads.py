"""Files on their way to the service and back, and runs of batches; synchronous and asynchronous."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio

import parlour
import parlour.params
from parlour.testing import Emulator
from support import clean

ASK: dict[str, Any] = {
    "model": "svc-haiku-3-5",
    "max_tokens": 32,
    "messages": [{"role": "user", "content": "Hi"}],
}
SOON: dict[str, Any] = {"first_pause": 0, "longest_pause": 0}
MADE: dict[str, Any] = {"extra_headers": {"x-emulator-made": "tool"}}
CONTENT = bytes(at % 251 for at in range(300_000))


def kinds(folder: Path) -> Iterator[tuple[Any, str]]:
    """Sources of uploads, each with the name that it gets."""
    path = folder / "plan.pdf"
    path.write_bytes(CONTENT)
    yield path, "plan.pdf"
    yield str(path), "plan.pdf"
    yield CONTENT, "upload"
    yield bytearray(CONTENT), "upload"
    yield memoryview(CONTENT), "upload"
    yield io.BytesIO(CONTENT), "upload"
    yield path.open("rb"), "plan.pdf"
    yield ("a.md", CONTENT), "a.md"
    yield ("a.bin", path, "text/plain"), "a.bin"
    yield (CONTENT[at : at + 1000] for at in range(0, len(CONTENT), 1000)), "upload"
    yield ("b.bin", iter([CONTENT, b"", b""])), "b.bin"


async def pieces() -> AsyncIterator[bytes]:
    for at in range(0, len(CONTENT), 50_000):
        await asyncio.sleep(0)
        yield CONTENT[at : at + 50_000]


def test_what_can_be_uploaded_arrives(emulator: Emulator, client: parlour.Client, tmp_path: Path) -> None:
    for at, (file, name) in enumerate(kinds(tmp_path)):
        sent = client.files.upload(file, **MADE)
        assert (sent.filename, sent.size_bytes) == (name, len(CONTENT)), at
        assert client.files.download_to(sent.id, tmp_path / "back") == len(CONTENT)
        assert (tmp_path / "back").read_bytes() == CONTENT
        client.files.delete(sent.id)
    assert sorted(os.listdir(tmp_path)) == ["back", "plan.pdf"]
    raw = client.files.with_raw_response.upload(b"x")
    assert raw.status_code == 200
    assert raw.parse().size_bytes == 1


def test_what_can_be_uploaded_arrives_from_coroutines(emulator: Emulator, tmp_path: Path) -> None:
    class Reads:
        """A file of a library for asynchronous files."""

        name = "/there/notes.txt"

        def __init__(self) -> None:
            self.file = io.BytesIO(CONTENT)

        async def read(self, size: int) -> bytes:
            await asyncio.sleep(0)
            return self.file.read(size)

    async def main() -> None:
        async with parlour.AsyncClient(base_url=emulator.url, api_key=emulator.api_key) as client:
            mine: list[tuple[Any, str]] = [
                (pieces(), "upload"),
                (("c.bin", pieces()), "c.bin"),
                (Reads(), "notes.txt"),
            ]
            for file, name in [*kinds(tmp_path), *mine]:
                sent = await client.files.upload(file, **MADE)
                assert (sent.filename, sent.size_bytes) == (name, len(CONTENT))
                assert await client.files.download_to(sent.id, tmp_path / "back") == len(CONTENT)
            files: list[Any] = [
                ("report/SKILL.md", b"---\nname: report\ndescription: Writes.\n---\nWrite."),
                ("report/data.bin", pieces()),
            ]
            skill = await client.skills.create(files=files, display_name="Reports")
            assert skill.display_name == "Reports"
            files[1] = ("report/data.bin", pieces())
            version = await client.skills.versions.create(skill.id, files=files)
            assert version.skill_id == skill.id

    asyncio.run(main())


def test_what_can_be_uploaded_arrives_under_trio(emulator: Emulator) -> None:
    async def given() -> AsyncIterator[bytes]:
        for at in range(0, len(CONTENT), 50_000):
            await trio.lowlevel.checkpoint()
            yield CONTENT[at : at + 50_000]

    async def main() -> None:
        async with parlour.AsyncClient(base_url=emulator.url, api_key=emulator.api_key) as client:
            sent = await client.files.upload(("d.bin", given()))
            assert sent.size_bytes == len(CONTENT)

    trio.run(main)


def test_what_the_callers_code_raises_comes_out(emulator: Emulator, client: parlour.Client) -> None:
    class Gone(Exception):
        pass

    def broken() -> Iterator[bytes]:
        yield b"begin"
        raise Gone("the disk")

    with pytest.raises(Gone, match="the disk"):
        client.files.upload(("a.bin", broken()))
    with pytest.raises(TypeError, match="open it in binary mode"):
        client.files.upload(io.StringIO("text"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="wants AsyncClient"):
        client.files.upload(pieces())
    with pytest.raises(TypeError, match="a file opened in binary mode or an iterable of bytes, not int"):
        client.files.upload(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not 4 values"):
        client.files.upload(("a", b"", "b", "c"))  # type: ignore[arg-type]
    with pytest.raises(parlour.ConfigError, match=r"no\.such"):
        client.files.upload("/no.such/file")

    async def main() -> None:
        async def breaks() -> AsyncIterator[bytes]:
            yield b"begin"
            await asyncio.sleep(0)
            raise Gone("the network drive")

        async with parlour.AsyncClient(base_url=emulator.url, api_key=emulator.api_key) as mine:
            with pytest.raises(Gone, match="drive"):
                await mine.files.upload(("a.bin", breaks()))

    asyncio.run(main())
    assert not client.files.list().data


def test_cancelling_an_upload_ends_its_reader(emulator: Emulator) -> None:
    ended: list[str] = []
    begun = asyncio.Event()

    async def slow() -> AsyncIterator[bytes]:
        try:
            yield b"begin"
            begun.set()
            await asyncio.Event().wait()
        finally:
            ended.append("reader")

    async def main() -> None:
        async with parlour.AsyncClient(base_url=emulator.url, api_key=emulator.api_key) as client:
            reader = slow()
            task = asyncio.create_task(client.files.upload(("a.bin", reader)))
            await begun.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await reader.aclose()
            assert ended == ["reader"]

    asyncio.run(main())


@pytest.mark.parametrize(("change", "says"), [(b"more", "grew"), (None, "became shorter")])
def test_a_file_that_changes_is_told_and_not_sent_again(
    emulator: Emulator, tmp_path: Path, change: bytes | None, says: str
) -> None:
    path = tmp_path / "plan.pdf"
    asked = 0

    def key() -> str:
        # The length of the file was taken before.
        nonlocal asked
        asked += 1
        path.write_bytes(CONTENT[:-1] if change is None else CONTENT + change)
        return emulator.api_key

    async def key_later() -> str:
        return key()

    async def main() -> None:
        async with emulator.async_client(api_key=key_later) as client:
            path.write_bytes(CONTENT)
            with pytest.raises(parlour.ConfigError, match=says) as caught:
                await client.files.upload(path)
            assert caught.value.subkind == "local_file"

    path.write_bytes(CONTENT)
    with emulator.client(api_key=key) as client, pytest.raises(parlour.ConfigError, match=says) as caught:
        client.files.upload(path)
    assert caught.value.subkind == "local_file"
    asyncio.run(main())
    assert asked == 2
    with emulator.client() as client:
        assert client.request("GET", "/emulator/book").json()["uploads"] == {}


FULL = """
import resource, sys, parlour
url, key, path = sys.argv[1:]
# A write fails in the middle: by a limit of the process, which needs no disk to fill and no rights.
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
try:
    parlour.Client(base_url=url, api_key=key).files.download_to("file_1", path)
except parlour.ConfigError as error:
    assert error.subkind == "local_file", error
    print(error)
"""


def test_a_full_disk_is_told_and_left_as_it_was(emulator: Emulator, tmp_path: Path) -> None:
    path = tmp_path / "plot.png"
    path.write_bytes(b"before")
    emulator.push({"text": "y" * 200_000, "repeat": 0})
    assert "nothing was left there" in clean(FULL, emulator.url, emulator.api_key, str(path))
    assert [one.name for one in tmp_path.iterdir()] == ["plot.png"]
    assert path.read_bytes() == b"before"
    # Another attempt would have met the same disk.
    assert len(emulator.requests) == 1


def test_a_download_is_whole_or_not_there(emulator: Emulator, client: parlour.Client, tmp_path: Path) -> None:
    sent = client.files.upload(("plot.png", CONTENT), **MADE)
    path = tmp_path / "plot.png"
    emulator.push({"fault": {"reset_at": 1000}})
    with pytest.raises(parlour.APIConnectionError):
        client.files.download_to(sent.id, path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(parlour.ConfigError, match="cannot be written"):
        client.files.download_to(sent.id, tmp_path / "no" / "folder")
    with pytest.raises(parlour.APIResponseValidationError, match="is larger than 99 bytes") as failed:
        client.files.download_to(sent.id, path, max_bytes=99)
    assert failed.value.subkind == "max_download_bytes"
    with pytest.raises(ValueError, match="max_bytes must not be negative"):
        client.files.download_to(sent.id, path, max_bytes=-1)
    assert not list(tmp_path.iterdir())
    raw = client.files.with_raw_response.download_to(sent.id, path, max_bytes=len(CONTENT))
    assert raw.parse() == path.stat().st_size == len(CONTENT)


# Runs of batches


def rows(count: int) -> Iterator[parlour.params.BatchRequest | tuple[str, Any]]:
    for at in range(count):
        yield {"custom_id": f"row-{at}", "params": ASK} if at % 2 else (f"row-{at}", ASK)


def test_a_run_splits_and_gives_each_result_once(
    emulator: Emulator, client: parlour.Client, tmp_path: Path
) -> None:
    state = tmp_path / "run.state"
    for _ in range(2):
        results = client.messages.batches.run(rows(25), state=state, requests_per_batch=10, **SOON)
        ids = [one.custom_id for one in results]
        assert sorted(ids) == sorted(f"row-{at}" for at in range(25))
    assert len(client.messages.batches.list().data) == 3
    with pytest.raises(parlour.ConfigError, match="other requests than those of the journal"):
        client.messages.batches.run(rows(7), state=state)
    with pytest.raises(parlour.ConfigError, match="stands in the run already"):
        client.messages.batches.run([*rows(3), ("row-1", ASK)])
    with pytest.raises(parlour.ConfigError, match="at least one request"):
        client.messages.batches.run([])


def test_a_run_takes_asynchronous_iterables(emulator: Emulator) -> None:
    async def given() -> AsyncIterator[tuple[str, Any]]:
        for at in range(7):
            await asyncio.sleep(0)
            yield f"row-{at}", ASK

    async def main() -> None:
        async with parlour.AsyncClient(base_url=emulator.url, api_key=emulator.api_key) as client:
            results = await client.messages.batches.run(given(), requests_per_batch=3, **SOON)
            assert len([one async for one in results]) == 7

    asyncio.run(main())
