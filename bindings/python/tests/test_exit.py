"""The interpreter ends while work is in flight: it neither hangs nor crashes, and does not complain."""

import pytest

from exits import ends
from parlour.testing import Emulator
from support import SILENCE, clean, run, unfinished

HEAD = """
import asyncio, os, sys, threading, parlour
from support import ask
def make(cls=parlour.Client):
    return cls(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
"""

CASES = {
    "idle": "client = make(); client.messages.create(**ask())",
    "stream held by a global": "stream = make().messages.create(**ask(), stream=True); next(stream)",
    "iterator held by a global": "texts = make().messages.create(**ask(), stream=True).text_stream; next(texts)",
    "stream in a cycle": (
        "class A: pass\na = A(); a.a = a; a.s = make().messages.create(**ask(), stream=True); next(a.s)"
    ),
    "stream held by a module": "sys.keeps = make().messages.create(**ask(), stream=True); next(sys.keeps)",
    "call in a daemon thread": (
        "client = make()\n"
        "threading.Thread(target=lambda: client.messages.create(**ask()), daemon=True).start()\n"
        "sys.stdin.read(1)"
    ),
    "streams in many daemon threads": (
        "client = make()\n"
        "def read():\n"
        "    for _ in client.messages.create(**ask(), stream=True): pass\n"
        "for _ in range(8): threading.Thread(target=read, daemon=True).start()\n"
        "sys.stdin.read(1)"
    ),
    "async stream unfinished": (
        "client = make(parlour.AsyncClient)\n"
        "async def main():\n"
        "    global stream\n"
        "    stream = await client.messages.create(**ask(), stream=True)\n"
        "    await anext(stream)\n"
        "asyncio.run(main())"
    ),
    "async task cancelled by the end of the loop": (
        "client = make(parlour.AsyncClient)\n"
        "async def main():\n"
        "    global task\n"
        "    task = asyncio.ensure_future(client.messages.create(**ask()))\n"
        "    await asyncio.to_thread(sys.stdin.read, 1)\n"
        "asyncio.run(main())"
    ),
    "loop in a daemon thread": (
        "client = make(parlour.AsyncClient)\n"
        "def run():\n"
        "    try: asyncio.run(client.messages.create(**ask()))\n"
        "    except BaseException: pass\n"
        "threading.Thread(target=run, daemon=True).start()\n"
        "sys.stdin.read(1)"
    ),
    "loop never closed": (
        "client = make(parlour.AsyncClient)\n"
        "loop = asyncio.new_event_loop()\n"
        "stream = loop.run_until_complete(client.messages.create(**ask(), stream=True))\n"
        "loop.run_until_complete(anext(stream))"
    ),
    "emulator running": (
        "from parlour.testing import Emulator\nemulator = Emulator(); emulator.client().messages.create(**ask())"
    ),
    "calls from atexit": (
        "import atexit\nclient = make()\n"
        "def last():\n"
        "    next(client.messages.create(**ask(), stream=True))\n"
        "    print('said')\n"
        "atexit.register(last)"
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_interpreter_exit_with_work_in_flight_neither_hangs_nor_crashes(
    emulator: Emulator, case: str
) -> None:
    body = CASES[case]
    if "sys.stdin" in body:
        count = 8 if "many" in case else 1
        emulator.script([SILENCE] * count if "streams" not in case else [unfinished("x")] * count)
        from support import spawn

        child = spawn(HEAD + body, emulator.url, emulator.api_key)
        assert emulator.wait_requests(count)
        out, err = child.communicate("x", timeout=15)
        assert (child.returncode, out, err) == (0, "", "")
        assert emulator.wait_closed_early(count)
    elif case in ("idle", "emulator running"):
        clean(HEAD + body, emulator.url, emulator.api_key)
    else:
        emulator.push(unfinished("x"))
        printed = clean(HEAD + body, emulator.url, emulator.api_key)
        assert emulator.wait_closed_early(1)
        assert printed == ("said\n" if "atexit" in case else "")


def test_daemon_threads_that_are_busy_neither_crash_the_end_nor_complain() -> None:
    assert not ends(2)


def test_exit_does_not_wait_for_time_limits(emulator: Emulator) -> None:
    emulator.push(unfinished("x"))
    # All limits of the client are longer than the child may run.
    clean(HEAD + CASES["stream held by a global"], emulator.url, emulator.api_key)


def test_sys_exit_inside_a_stream_keeps_its_code(emulator: Emulator) -> None:
    emulator.push(unfinished("x"))
    done = run(
        HEAD + "for event in make().messages.create(**ask(), stream=True): sys.exit(7)",
        emulator.url,
        emulator.api_key,
    )
    assert (done.returncode, done.stderr) == (7, "")


def test_an_uncaught_error_of_a_call_ends_a_program_as_usual(emulator: Emulator) -> None:
    emulator.push({"status": 400})
    done = run(HEAD + "make().messages.create(**ask())", emulator.url, emulator.api_key)
    assert done.returncode == 1
    assert done.stderr.rstrip().splitlines()[-1].startswith("parlour.")
    assert "BadRequestError: " in done.stderr
