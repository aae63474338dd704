"""The cost of a stream, counted: crossings into the native module, wake-ups, system calls, objects an event.

No times. The service is a socket of this test that writes the next burst only on request, so each count has
an upper bound that no scheduler can break: the bridge hands over at most once a read of the connection, and
never one event at a time.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import socket
import sys
import threading

import pytest

import parlour
from parlour._io import loop as _loop

BURSTS = 10
BURST = 100
EVENTS = BURSTS * BURST
REQUEST = {"model": "svc-sonnet-4-5", "max_tokens": 64, "messages": [{"role": "user", "content": "Hello"}]}

CROSSINGS = 10
"""Most crossings for one burst. It spans two batches of the bridge and a few reads of the connection; each of
these costs one look that finds something and at most one that finds nothing."""


def sse(kind: str, **fields: object) -> bytes:
    data = json.dumps({"type": kind, **fields}, separators=(",", ":"))
    return f"event: {kind}\ndata: {data}\n\n".encode()


START = sse(
    "message_start",
    message={
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "svc-sonnet-4-5",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    },
) + sse("content_block_start", index=0, content_block={"type": "text", "text": ""})
DELTA = sse("content_block_delta", index=0, delta={"type": "text_delta", "text": "lorem ipsum "})
END = (
    sse("content_block_stop", index=0)
    + sse(
        "message_delta",
        delta={"stop_reason": "end_turn", "stop_sequence": None},
        usage={"output_tokens": EVENTS},
    )
    + sse("message_stop")
)
BESIDE = 5
"""Events of a stream that are no deltas."""
STREAMS = 32


class Service:
    """Answers each connection with one stream: the beginning at once, then a burst for each :meth:`burst`."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._wanted = threading.Semaphore(0)
        self.written = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def burst(self) -> None:
        """Writes the next one: all of it in one call."""
        self._wanted.release()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection:
            request = b""
            while b"\r\n\r\n" not in request:
                request += connection.recv(65536)
            head, _, body = request.partition(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length:")
            )
            while len(body) < length:
                body += connection.recv(65536)
            connection.sendall(
                b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n" + START
            )
            for _ in range(BURSTS):
                self._wanted.acquire()
                connection.sendall(DELTA * BURST)
                self.written.release()
            connection.sendall(END)

    def close(self) -> None:
        self._thread.join(timeout=10)
        self._listener.close()


@pytest.fixture
def service():
    service = Service()
    yield service
    service.close()


class Counted:
    """Wraps an operation and counts the crossings."""

    def __init__(self, op):
        self._op = op
        self.calls = 0

    def __getattr__(self, name):
        value = getattr(self._op, name)
        if name in ("take", "wait", "texts", "wait_texts", "take_head", "wait_head"):
            self.calls += 1
        return value


@pytest.fixture
def drains(monkeypatch):
    """Counts how often a loop is woken and drains its port."""
    counts = [0]
    readable = _loop.LoopPort._readable

    def counted(self):
        counts[0] += 1
        readable(self)

    monkeypatch.setattr(_loop.LoopPort, "_readable", counted)
    return counts


def options(service: Service) -> dict:
    return {"api_key": "test-key", "base_url": service.url, "from_env": False}


def file_calls() -> int:
    """Calls of `read` and `write` that this process made, all its threads together. Sockets use `recv` and
    `send`, so the rest are the wake-ups, by descriptors that count."""
    with open("/proc/self/io") as stats:
        fields = dict(line.split(": ") for line in stats)
    return int(fields["syscr"]) + int(fields["syscw"])


def counts_file_calls() -> bool:
    try:
        before = file_calls()
        reader, writer = os.pipe()
        os.write(writer, b"x")
        os.read(reader, 1)
        os.close(reader)
        os.close(writer)
        return file_calls() >= before + 2
    except (OSError, KeyError):
        return False


async def through(stream, service, wanted=EVENTS):
    """Walks through all deltas; asks for a burst whenever the one before was seen whole."""
    seen = 0
    service.burst()
    async for event in stream:
        if event.type == "content_block_delta":
            seen += 1
            if seen % BURST == 0 and seen < wanted:
                service.burst()
    return seen


def test_a_burst_crosses_a_few_times_not_once_an_event(service, drains):
    async def main():
        client = parlour.AsyncClient(**options(service))
        stream = await client.messages.create(**REQUEST, stream=True)
        op = stream._op = Counted(stream._op)
        before = drains[0]
        assert await through(stream, service) == EVENTS
        return op.calls, drains[0] - before

    takes, woken = asyncio.run(main())
    # At least once a burst: the service waits in between.
    assert BURSTS <= woken <= CROSSINGS * BURSTS / 2
    assert takes + woken <= CROSSINGS * BURSTS


def test_text_alone_crosses_as_seldom(service, drains):
    async def main():
        client = parlour.AsyncClient(**options(service))
        stream = await client.messages.create(**REQUEST, stream=True)
        op = stream._op = Counted(stream._op)
        before, seen = drains[0], 0
        service.burst()
        async for piece in stream.text_stream:
            seen += piece.count("lorem")
            if seen % BURST == 0 and seen < EVENTS:
                service.burst()
        assert seen == EVENTS
        return op.calls, drains[0] - before

    takes, woken = asyncio.run(main())
    assert takes + woken <= CROSSINGS * BURSTS


def test_a_blocking_stream_crosses_as_seldom(service):
    client = parlour.Client(**options(service))
    with client.messages.create(**REQUEST, stream=True) as stream:
        op = stream._op = Counted(stream._op)
        seen = 0
        service.burst()
        for event in stream:
            if event.type == "content_block_delta":
                seen += 1
                if seen % BURST == 0 and seen < EVENTS:
                    service.burst()
    assert seen == EVENTS
    assert BURSTS <= op.calls <= CROSSINGS * BURSTS / 2


@pytest.mark.skipif(not counts_file_calls(), reason="the system does not count the calls of a process")
def test_wake_ups_are_shared_by_what_arrives_together(service, drains):
    async def main():
        client = parlour.AsyncClient(**options(service))
        stream = await client.messages.create(**REQUEST, stream=True)
        before, drained = file_calls(), drains[0]
        assert await through(stream, service) == EVENTS
        return file_calls() - before, drains[0] - drained

    calls, woken = asyncio.run(main())
    # A wake-up is one write by the runtime and one read by the loop. Besides, the runtime wakes its own
    # threads when the consumer makes room or gives up; reading the count costs a few.
    assert calls <= 2 * woken + 2 * BURSTS + 20
    assert calls <= EVENTS / 5


@pytest.mark.skipif(not counts_file_calls(), reason="the system does not count the calls of a process")
def test_many_streams_share_one_wake_up():
    """Events for any of a loop's streams while the loop is busy signal its descriptor once."""
    services = [Service() for _ in range(STREAMS)]

    async def main():
        clients = [parlour.AsyncClient(**options(service)) for service in services]
        opened = [client.messages.create(**REQUEST, stream=True) for client in clients]
        streams = await asyncio.gather(*opened)
        # All of them wait by now, so that each burst is news to somebody.
        walks = [asyncio.create_task(deltas(stream)) for stream in streams]
        while len(_loop.current_port()._waiting) < STREAMS:  # noqa: ASYNC110 (there is nothing to wait for)
            await asyncio.sleep(0)
        before = file_calls()
        for service in services:
            service.burst()
            assert service.written.acquire(timeout=10)
        calls = file_calls() - before
        for service in services:
            for _ in range(BURSTS - 1):
                service.burst()
        assert await asyncio.gather(*walks) == [EVENTS] * STREAMS
        return calls

    calls = asyncio.run(main())
    for service in services:
        service.close()
    # One for the loop; the rest is the runtime waking its own threads, and reading the count.
    assert calls <= STREAMS / 2


async def deltas(stream):
    return len([event async for event in stream if event.type == "content_block_delta"])


def test_what_is_there_already_costs_no_wake_up(service, drains):
    """A consumer that is behind finds everything in one crossing and the loop is not woken for it."""

    async def main():
        client = parlour.AsyncClient(**options(service))
        stream = await client.messages.create(**REQUEST, stream=True)
        before = drains[0]
        # The loop is blocked while all bursts are written.
        for _ in range(BURSTS):
            service.burst()
            assert service.written.acquire(timeout=10)
        seen = 0
        async for batch in stream.batches():
            assert batch
            seen += len(batch)
        return seen, drains[0] - before

    seen, woken = asyncio.run(main())
    assert seen == EVENTS + BESIDE
    # The bounded queue stops the reading at 256 events, and its refills may each find the consumer waiting.
    assert woken <= CROSSINGS * BURSTS / 2


def test_an_event_is_one_object(service):
    """Events that are kept hold one object each, nothing decoded; their text is made anew and is not kept."""
    client = parlour.Client(**options(service))
    with client.messages.create(**REQUEST, stream=True) as stream:
        for _ in range(BURSTS):
            service.burst()
        kept = []
        gc.collect()
        gc.disable()
        try:
            before = sys.getallocatedblocks()
            kept.extend(stream)
            held = sys.getallocatedblocks() - before
        finally:
            gc.enable()
    assert len(kept) == EVENTS + BESIDE
    assert held <= EVENTS * 1.1 + 100

    before = sys.getallocatedblocks()
    text = "".join(event.text for event in kept if event.type == "content_block_delta")
    assert text == "lorem ipsum " * EVENTS
    assert sys.getallocatedblocks() - before <= 50


def test_blocking_calls_and_streams_use_their_descriptors_again_and_again():
    """They take their ports from a pool: descriptors are not made for each."""
    with parlour.testing.Emulator() as emulator:
        client = emulator.client()

        def both() -> None:
            client.messages.create(**REQUEST)
            with client.messages.stream(**REQUEST) as stream:
                stream.get_final_message()

        both()
        before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
        for _ in range(20):
            both()
        if before is not None:
            assert len(os.listdir("/proc/self/fd")) <= before
