"""``drain()``: a program lets its running calls end before it exits, on threads, on a loop and at SIGTERM. The rules
are cases of conformance (``limits/drain``) and tests of the core."""

from __future__ import annotations

import asyncio
import signal
import threading
from typing import Any

import pytest

from parlour import AsyncClient, Client, DrainingError, tool
from parlour.testing import Emulator
from support import ask, delta, end, run, spawn, start, unfinished

MODEL = ask()["model"]


def whole(stop: str, block: dict[str, Any]) -> dict[str, Any]:
    """A scripted whole answer with this block."""
    return {
        "json": {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": [block],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": 5, "output_tokens": 2},
        }
    }


def test_what_runs_is_listed_and_what_is_new_is_refused(emulator: Emulator, client: Client) -> None:
    emulator.push(unfinished("x"))
    stream = client.messages.create(**ask(), stream=True)
    report = client.with_options(max_retries=1).drain(0)
    assert report.ended == 0
    assert [(call.operation, call.model, call.streams) for call in report.left] == [
        ("POST /v1/messages", MODEL, True)
    ]
    assert report.left[0].running >= 0
    with pytest.raises(DrainingError, match=r"drain\(\) was called") as refused:
        client.messages.create(**ask())
    assert not refused.value.is_retryable
    with pytest.raises(DrainingError):
        client.messages.count_tokens(**ask())
    assert next(stream).type == "message_start"
    stream.close()
    assert client.drain(60).left == []
    assert len(emulator.requests) == 1


def test_a_thread_waits_for_the_call_of_another(emulator: Emulator, client: Client) -> None:
    emulator.push(unfinished("x"))
    stream = client.messages.create(**ask(), stream=True)
    waits = threading.Event()

    def leave() -> None:
        waits.wait()
        while True:
            try:
                client.messages.create(**ask())
            except DrainingError:
                break
        stream.close()

    thread = threading.Thread(target=leave)
    thread.start()
    waits.set()
    report = client.drain(60)
    thread.join()
    assert report.ended >= 1
    assert report.left == []


def test_a_task_waits_while_others_read_on(emulator: Emulator) -> None:
    async def main() -> None:
        async with AsyncClient(
            base_url=emulator.url, api_key=emulator.api_key, vendor="svc", from_env=False
        ) as client:
            emulator.push(unfinished("x"))
            stream = await client.messages.create(**ask(), stream=True)
            draining = asyncio.ensure_future(client.drain(60))
            await asyncio.sleep(0)
            with pytest.raises(DrainingError):
                await client.messages.create(**ask())
            assert not draining.done()
            await stream.close()
            report = await draining
            assert report.ended >= 1
            assert report.left == []

    asyncio.run(main())


def test_a_health_page_has_what_runs(emulator: Emulator, client: Client) -> None:
    stats = client.stats()
    assert (stats.running, stats.oldest_running, stats.begun, stats.draining) == (0, None, 0, False)
    emulator.push(unfinished("x"))
    stream = client.messages.create(**ask(), stream=True)
    stats = client.with_options(max_retries=1).stats()
    assert (stats.running, stats.begun, stats.in_flight, stats.waiting) == (1, 1, 1, 0)
    assert stats.oldest_running is not None
    assert stats.oldest_running >= 0
    stream.close()
    client.messages.create(**ask())
    client.drain(60)
    stats = client.stats()
    assert (stats.running, stats.begun, stats.draining, stats.cool_down) == (0, 2, True, None)
    assert "\nparlour_calls_begun_total 2\n" in client.prometheus_text()
    assert "\nparlour_draining 1\n" in client.prometheus_text()


@pytest.mark.parametrize("limit", [-1, float("nan"), "soon"])
def test_a_limit_that_is_none_drains_nothing(client: Client, limit: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        client.drain(limit)  # type: ignore[arg-type]
    assert client.messages.create(**ask()).content


def test_a_function_for_keys_is_not_asked(emulator: Emulator) -> None:
    def key() -> str:
        raise AssertionError("no request is sent")

    with Client(base_url=emulator.url, api_key=key, vendor="svc", from_env=False) as client:
        assert client.drain(1).left == []


def test_a_tool_run_is_saved_and_goes_on_with_another_client(emulator: Emulator, client: Client) -> None:
    call = {"type": "tool_use", "id": "a", "name": "count", "input": {}}
    emulator.push(whole("tool_use", call), whole("end_turn", {"type": "text", "text": "done"}))
    counted = []

    @tool
    def count() -> str:
        """Counts."""
        # The program is asked to end while the tool runs.
        client.drain(0)
        counted.append(1)
        return "three"

    run = client.messages.run_tools(**ask(), tools=[count])
    with pytest.raises(DrainingError):
        run.until_done()
    saved = run.to_json()
    with emulator.client() as other:
        assert other.messages.resume_tools(saved, tools=[count]).until_done().text == "done"
    assert counted == [1], "no tool runs twice"


SERVER = """
import asyncio, signal, sys, parlour
from support import ask

async def main():
    client = parlour.AsyncClient(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
    asked = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked.set)

    async def serve():
        stream = await client.messages.create(**ask(), stream=True)
        print("begun", flush=True)
        return "".join([text async for text in stream.text_stream])

    request = asyncio.ensure_future(serve())
    await asked.wait()
    report = await client.drain(LIMIT)
    print([call.operation for call in report.left])
    if not report.left:
        print(await request)

asyncio.run(main())
"""


def test_a_server_ends_at_sigterm_with_its_answers_complete(emulator: Emulator) -> None:
    sent = [*start(), delta("one "), {"pause_ms": 300}, delta("two"), *end()]
    emulator.push({"sse": sent})
    server = spawn(SERVER.replace("LIMIT", "30"), emulator.url, emulator.api_key)
    assert server.stdout is not None
    assert server.stdout.readline() == "begun\n"
    server.send_signal(signal.SIGTERM)
    printed, complained = server.communicate(timeout=60)
    assert (server.returncode, printed, complained) == (0, "[]\none two\n", "")


def test_a_server_ends_at_its_limit_and_says_what_was_left(emulator: Emulator) -> None:
    emulator.push(unfinished("x"))
    server = spawn(SERVER.replace("LIMIT", "0.05"), emulator.url, emulator.api_key)
    assert server.stdout is not None
    assert server.stdout.readline() == "begun\n"
    server.send_signal(signal.SIGTERM)
    printed, complained = server.communicate(timeout=60)
    assert (server.returncode, printed, complained) == (0, "['POST /v1/messages']\n", "")


def test_a_forked_child_of_a_program_that_drains_has_a_client_of_its_own(emulator: Emulator) -> None:
    body = """
import os, sys, parlour
from support import ask
client = parlour.Client(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
client.drain(1)
child = os.fork()
if child == 0:
    client.messages.create(**ask())
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""
    done = run(body, emulator.url, emulator.api_key)
    assert (done.returncode, done.stderr) == (0, "")
