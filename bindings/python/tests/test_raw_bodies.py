"""Bodies of raw requests that are not JSON: bytes, files, streams and forms; synchronous and asynchronous."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio

import parlour
from parlour.testing import Emulator

CONTENT = bytes(at % 251 for at in range(300_000))
DONE = {"json": {"done": True}}
UNKNOWN = "application/octet-stream"


def pieces() -> Iterator[bytes]:
    for at in range(0, len(CONTENT), 50_000):
        yield CONTENT[at : at + 50_000]


async def slow_pieces() -> AsyncIterator[bytes]:
    for piece in pieces():
        await asyncio.sleep(0)
        yield piece


def contents(path: Path) -> Iterator[tuple[Any, str | None, str]]:
    """Bodies, each with its media type as given and as sent."""
    yield CONTENT, "application/x-tar", "application/x-tar"
    yield bytearray(CONTENT), None, UNKNOWN
    yield memoryview(CONTENT), None, UNKNOWN
    yield path, None, "application/pdf"
    yield path, "text/x-own", "text/x-own"
    yield path.open("rb"), None, "application/pdf"
    yield io.BytesIO(CONTENT), "text/csv", "text/csv"
    yield pieces(), None, UNKNOWN
    yield (), "text/csv", "text/csv"


@pytest.mark.parametrize("stream", [False, True])
def test_a_body_is_sent_as_it_is(
    emulator: Emulator, client: parlour.Client, tmp_path: Path, stream: bool
) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(CONTENT)
    for at, (content, given, sent) in enumerate(contents(path)):
        emulator.push(DONE)
        expected = CONTENT if content != () else b""
        answer: Any = client.request("PUT", "/v1/any", content=content, media_type=given, stream=stream)
        assert (answer.read() if stream else answer.content) == b'{"done":true}', at
        seen = emulator.requests[-1]
        assert (seen.method, seen.path, seen.headers["content-type"]) == ("PUT", "/v1/any", sent), at
        assert seen.body == expected, at


def form_of(path: Path) -> dict[str, Any]:
    return {
        "expires_in_seconds": "3600",
        "file": path,
        "made": ("made.csv", pieces(), "text/csv"),
        "bytes": b"abc",
    }


def check_form(emulator: Emulator) -> None:
    seen = emulator.requests[-1]
    assert seen.headers["content-type"].startswith("multipart/form-data; boundary=")
    body = seen.body
    assert b'name="expires_in_seconds"\r\n\r\n3600\r\n' in body
    assert b'name="file"; filename="plan.pdf"\r\ncontent-type: application/pdf\r\n\r\n' + CONTENT in body
    assert b'name="made"; filename="made.csv"\r\ncontent-type: text/csv\r\n\r\n' + CONTENT in body
    assert b'name="bytes"; filename="upload"' in body
    assert body.rstrip().endswith(b"--")


def test_a_form_is_sent_in_parts(emulator: Emulator, client: parlour.Client, tmp_path: Path) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(CONTENT)
    emulator.push(DONE)
    assert client.request("POST", "/v1/any", form=form_of(path)).json() == {"done": True}
    check_form(emulator)
    # A name may repeat among pairs, and the service takes such a form.
    emulator.push(DONE)
    client.request("POST", "/v1/any", form=[("a", "1"), ("a", "2")])
    assert emulator.requests[-1].body.count(b'name="a"') == 2
    form = {"expires_in_seconds": "3600", "file": ("a.txt", b"abc")}
    made = client.request("POST", "/v1/files", form=form).json()
    assert (made["filename"], made["size_bytes"]) == ("a.txt", 3)
    assert made["expires_at"]


@pytest.mark.parametrize("runner", [lambda main: asyncio.run(main()), trio.run], ids=["asyncio", "trio"])
def test_asynchronous_bodies(emulator: Emulator, tmp_path: Path, runner: Any) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(CONTENT)

    async def given() -> AsyncIterator[bytes]:
        for piece in pieces():
            if runner is trio.run:
                await trio.lowlevel.checkpoint()
            else:
                await asyncio.sleep(0)
            yield piece

    async def main() -> None:
        async with emulator.async_client(max_retries=0) as client:
            emulator.push(DONE, DONE, DONE)
            answer = await client.request("PUT", "/v1/any", content=given(), media_type="text/csv")
            assert answer.json() == {"done": True}
            assert emulator.requests[-1].body == CONTENT
            assert emulator.requests[-1].headers["content-type"] == "text/csv"
            opened = await client.request("PUT", "/v1/any", content=pieces(), stream=True)
            assert await opened.read() == b'{"done":true}'
            form = form_of(path) | {"made": ("made.csv", given(), "text/csv")}
            await client.request("POST", "/v1/any", form=form)
            check_form(emulator)

    runner(main)


def test_what_is_read_once_is_sent_once(emulator: Emulator) -> None:
    client = emulator.client(clock={"random": [0.5]})
    emulator.push({"status": 503}, DONE)
    assert client.request("PUT", "/v1/any", content=b"abc").json() == {"done": True}
    assert [one.body for one in emulator.requests] == [b"abc", b"abc"]
    emulator.push({"status": 503}, DONE)
    with pytest.raises(parlour.InternalServerError) as caught:
        client.request("PUT", "/v1/any", content=iter([b"abc"]))
    assert caught.value.attempts == 1


def test_what_a_body_raises_comes_out(emulator: Emulator, client: parlour.Client) -> None:
    class GoneError(Exception):
        pass

    def broken() -> Iterator[bytes]:
        yield CONTENT
        raise GoneError

    async def broken_later() -> AsyncIterator[bytes]:
        yield CONTENT
        raise GoneError

    async def main() -> None:
        async with emulator.async_client(max_retries=0) as slow:
            with pytest.raises(GoneError):
                await slow.request("PUT", "/v1/any", content=broken_later())

    for stream in (False, True):
        with pytest.raises(GoneError):
            client.request("PUT", "/v1/any", content=broken(), stream=stream)  # type: ignore[call-overload]
    asyncio.run(main())


def test_what_is_no_body_is_refused(emulator: Emulator, client: parlour.Client, tmp_path: Path) -> None:
    given: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"body": {}, "content": b""}, TypeError, "one of `body`, `content` and `form`"),
        ({"content": b"", "form": {}}, TypeError, "one of `body`, `content` and `form`"),
        ({"form": {}, "media_type": "text/csv"}, TypeError, "leave `media_type` out"),
        ({"body": {}, "media_type": "text/csv"}, TypeError, "`body` is sent as JSON"),
        ({"content": "a,b"}, TypeError, "encode the text"),
        ({"content": 7}, TypeError, "not int"),
        ({"content": ["a,b"]}, TypeError, "gives text"),
        ({"content": slow_pieces()}, TypeError, "AsyncClient"),
        ({"content": tmp_path / "nowhere"}, parlour.ConfigError, "cannot be uploaded"),
        ({"content": b"", "media_type": "a\r\nb"}, parlour.ConfigError, "media type"),
        ({"form": {"a": 7}}, TypeError, "not int"),
        ({"content": b"a", "extra_body": {"b": 1}}, parlour.ConfigError, "not JSON"),
    ]
    for arguments, kind, says in given:
        with pytest.raises(kind, match=says):
            client.request("POST", "/v1/any", **arguments)
    assert not emulator.requests
