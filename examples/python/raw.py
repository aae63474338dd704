"""Requests and answers as they are: forms of several parts, bodies that are made while they are sent, and answers that
are read while they arrive; with threads and without. This is how endpoints are reached that have no method.

    python examples/python/raw.py
    python examples/python/raw.py report.pdf   # uploads this file
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from parlour import AsyncClient, Client
from service import connect

COUNT = "/v1/messages/count_tokens"


def send_form(client: Client, file: Any) -> None:
    """Uploads a file by hand. A file in a form is read while it is sent."""
    form = {"expires_in_seconds": "3600", "file": file}
    made = client.request("POST", "/v1/files", form=form).json()
    print(f"form: {made['filename']}, {made['size_bytes']} bytes, until {made['expires_at']}")
    client.request("DELETE", f"/v1/files/{made['id']}")


def pieces(model: str) -> Iterator[bytes]:
    """A request that is written while it is sent: no part of it has to be there before."""
    yield f'{{"model":"{model}","messages":[{{"role":"user","content":"Name rivers:'.encode()
    for river in ("Po", "Arno", "Tiber"):
        yield f" {river}".encode()
    yield b'"}]}'


async def slow_pieces(model: str) -> AsyncIterator[bytes]:
    """The same, each piece of which may have to be waited for."""
    for piece in pieces(model):
        await asyncio.sleep(0)
        yield piece


def question(model: str) -> dict[str, Any]:
    """A request for events, whose bytes are handed on in the pieces in which they arrive."""
    messages = [{"role": "user", "content": "Count to 5"}]
    return {"model": model, "max_tokens": 64, "stream": True, "messages": messages}


def names(events: bytes) -> str:
    """The names of events."""
    lines = events.decode().splitlines()
    return " ".join(line.removeprefix("event: ") for line in lines if line.startswith("event: "))


def with_threads(client: Client, model: str) -> None:
    """Raw requests with ``Client``."""
    answer = client.request("POST", COUNT, content=pieces(model), media_type="application/json")
    print(f"pieces: the request has {answer.json()['input_tokens']} tokens")

    with client.request("POST", "/v1/messages", body=question(model), stream=True) as events:
        print("events:", names(b"".join(events)))

    # Every method that is one request gives its answer as it came, whole or before its body has come.
    raw = client.models.with_raw_response.retrieve(model)
    print(f"raw: status {raw.status_code}, request {raw.request_id}, {raw.parse().id}")
    with client.models.with_streaming_response.list(limit=2) as response:
        print(f"raw in pieces: status {response.status_code}, {sum(map(len, response.iter_bytes()))} bytes")


async def without_threads(client: AsyncClient, model: str) -> None:
    """Raw requests with ``AsyncClient``."""
    answer = await client.request("POST", COUNT, content=slow_pieces(model), media_type="application/json")
    print(f"async pieces: the request has {answer.json()['input_tokens']} tokens")

    async with await client.request("POST", "/v1/messages", body=question(model), stream=True) as events:
        print("async events:", names(b"".join([piece async for piece in events])))

    raw = await client.models.with_raw_response.retrieve(model)
    print(f"async raw: status {raw.status_code}, {len(raw.content)} bytes")
    async with client.models.with_streaming_response.retrieve(model) as response:
        size = sum([len(piece) async for piece in response.iter_bytes()])
    print(f"async raw in pieces: status {response.status_code}, {size} bytes")


async def in_a_loop(client: AsyncClient, model: str) -> None:
    """Closes the client afterwards."""
    async with client:
        await without_threads(client, model)


def main() -> None:
    """Sends and reads in every way."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else ("rivers.txt", b"Po, Arno, Tiber\n")
    with connect() as service:
        send_form(service.client, file)
        with_threads(service.client, service.model)
        asyncio.run(in_a_loop(service.async_client(), service.model))


if __name__ == "__main__":
    main()
