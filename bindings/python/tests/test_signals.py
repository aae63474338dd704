"""Ctrl-C in a synchronous call: back at once, nothing left behind."""

import signal
import threading
import time

import pytest

from parlour.testing import Emulator
from support import FLOOD, FLOODED_STREAM, SILENCE, eventually, spawn, threads, unfinished

# Waits as a user's program does, in the given way; prints when it was interrupted and how many threads there
# are.
SCRIPT = """
    import os, sys, parlour
    from support import ask, threads
    url, key, way = sys.argv[1:]
    extra = {"api_key": (lambda: key) if way == "key" else key}
    if way == "retry":
        extra["max_retries"] = 3
    unlimited = {"max_response_bytes": 1 << 50, "max_stream_bytes": 1 << 50}
    client = parlour.Client(base_url=url, vendor="svc", from_env=False, **unlimited, **extra)
    client.messages.create(**ask())
    for event in client.messages.create(**ask(), stream=True):
        pass
    before = threads()
    try:
        print("ready", flush=True)
        if way in ("events", "flooded events"):
            for event in client.messages.create(**ask(), stream=True):
                pass
        elif way == "text":
            for text in client.messages.create(**ask(), stream=True).text_stream:
                pass
        elif way == "begin":
            client.messages.create(**ask(), stream=True)
        else:
            client.messages.create(**ask())
        print("not interrupted", flush=True)
    except KeyboardInterrupt:
        print("back", threads() - before, flush=True)
    client.messages.create(**ask())
    print("works on", flush=True)
"""


WAYS = ["call", "key", "begin", "events", "text", "retry", "flood", "flooded events"]


@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_in_a_sync_call_returns_at_once_and_leaves_no_thread(emulator: Emulator, way: str) -> None:
    reply = unfinished("x") if way in ("events", "text") else SILENCE
    if way == "retry":
        reply = {"status": 503, "headers": {"retry-after": "30"}, "repeat": 2}
    if "flood" in way:
        reply = FLOOD if way == "flood" else FLOODED_STREAM
    emulator.push({"status": 200, "default": True}, {"status": 200, "default": True}, reply)
    child = spawn(SCRIPT, emulator.url, emulator.api_key, way)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        assert emulator.wait_requests(3), "the call is under way"
        time.sleep(0.1)
        emulator.clear()
        child.send_signal(signal.SIGINT)
        # Nothing else ends the call: the service says nothing more, or is asked again in half a minute. How soon the
        # call ends is measured in tests/bench/python/aborts.py.
        back, more = child.stdout.readline().split()
        assert back == "back"
        assert int(more) <= 0
        assert child.stdout.readline() == "works on\n"
        assert len(emulator.requests) == 1, "the call was not made again before"
        _, err = child.communicate(timeout=10)
        assert (child.returncode, err) == (0, "")
        if way not in ("retry",):
            assert emulator.wait_closed_early(1), "the request was aborted"
    finally:
        child.kill()
        child.communicate()


def test_ctrl_c_ends_an_async_program(emulator: Emulator) -> None:
    emulator.push(SILENCE)
    child = spawn(
        """
        import asyncio, sys, parlour
        from support import ask
        client = parlour.AsyncClient(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
        try:
            asyncio.run(client.messages.create(**ask()))
        except KeyboardInterrupt:
            print("interrupted")
        """,
        emulator.url,
        emulator.api_key,
    )
    assert emulator.wait_requests(1)
    time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=10)
    assert (out, err, child.returncode) == ("interrupted\n", "", 0)
    assert emulator.wait_closed_early(1)


def test_a_handler_of_the_program_runs_while_a_call_waits(emulator: Emulator) -> None:
    """Also one that does not raise: the call goes on after it."""
    client = emulator.client(max_retries=0)
    seen: list[int] = []

    class Enough(Exception):
        pass

    def handler(*_: object) -> None:
        seen.append(emulator._native.answered)
        if len(seen) == 2:
            raise Enough

    def signals() -> None:
        main = threading.main_thread().ident
        assert main is not None
        assert emulator.wait_requests(1)
        for count in (1, 2):
            signal.pthread_kill(main, signal.SIGUSR1)
            eventually(lambda count=count: len(seen) == count, "the handler runs")

    before = signal.signal(signal.SIGUSR1, handler)
    # It is never answered: the second signal would not be handled if the first had ended the call.
    emulator.push(SILENCE)
    thread = threading.Thread(target=signals)
    try:
        thread.start()
        request = {
            "model": "svc-sonnet-4-5",
            "max_tokens": 5,
            "messages": [{"role": "user", "content": "say on"}],
        }
        with pytest.raises(Enough):
            client.messages.create(request)
        thread.join()
        assert seen == [0, 0]
        assert client.messages.create(request).text == "on"
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_many_interrupts_leave_no_thread_and_no_descriptor(emulator: Emulator) -> None:
    from support import ask, descriptors

    client = emulator.client(max_retries=0)
    client.messages.create(**ask())

    class Interrupted(Exception):
        pass

    def handler(*_: object) -> None:
        raise Interrupted

    def call() -> None:
        # In here: on a busy machine the timer may fire before the call begins.
        signal.setitimer(signal.ITIMER_REAL, 0.03)
        client.messages.create(**ask())

    def once() -> None:
        emulator.push(SILENCE)
        with pytest.raises(Interrupted):
            call()

    before = signal.signal(signal.SIGALRM, handler)
    try:
        once()
        emulator.wait_open_connections(0)
        first = threads(), descriptors()
        for _ in range(20):
            once()
        emulator.wait_open_connections(0)
        eventually(lambda: threads() <= first[0] and descriptors() <= first[1], f"no more than {first}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
