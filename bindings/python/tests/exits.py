"""Programs that end while daemon threads of theirs are busy with calls: many exits, and the outcome of each.

    python exits.py 250

runs so many of each kind with this interpreter and whatever `parlour` it finds, and exits 1 if one crashed, hung or
complained. Wants nothing but the standard library, so that any interpreter can run it.
"""

from __future__ import annotations

import collections
import concurrent.futures
import os
import subprocess
import sys

from parlour.testing import Emulator

THREADS = 6

CHILD = """
import asyncio, logging, random, sys, threading, time, parlour
url, key, kinds = sys.argv[1:]
settings = dict(base_url=url, api_key=key, vendor="svc", from_env=False, max_retries=0)
question = dict(model="svc-haiku-3-5", max_tokens=64, messages=[{"role": "user", "content": "say hello"}])
busy = threading.Semaphore(0)

class Slow(logging.Handler):
    # Gives the interpreter away while our module is beneath it on the stack.
    def emit(self, record):
        time.sleep(0)

class Own(dict):
    def items(self):
        time.sleep(0)
        return super().items()

def create():
    client = parlour.Client(**settings)
    while True:
        client.messages.create(**question)
        busy.release()

def stream():
    client = parlour.Client(**settings)
    while True:
        for _ in client.messages.create(**question, stream=True):
            busy.release()

def loop():
    async def main():
        client = parlour.AsyncClient(**settings)
        while True:
            await client.messages.create(**question)
            async for _ in await client.messages.create(**question, stream=True):
                busy.release()
    asyncio.run(main())

def callbacks():
    client = parlour.Client(**settings)
    while True:
        try:
            client.messages.create(Own(question), extra_query={"n": "1"})
            client.messages.create(**question | {"model": ""})
        except parlour.ParlourError:
            busy.release()

if "callbacks" in kinds:
    logging.getLogger("parlour").setLevel(logging.DEBUG)
    logging.getLogger("parlour").addHandler(Slow())
each = [globals()[kind] for kind in kinds.split()]
for number in range(6):
    threading.Thread(target=each[number % len(each)], daemon=True).start()
for _ in range(24):
    if not busy.acquire(timeout=20):
        sys.exit("the threads are not busy")
time.sleep(random.random() / 50)
"""

UPLOADS = """
import os, signal, sys, threading, time, types, parlour
url, key, kind = sys.argv[1:]
out, into = os.pipe()
reads = threading.Event()

def pieces():
    yield b"a" * 1000
    reads.set()
    # The interpreter is given away until the program ends.
    yield os.read(out, 10)

client = parlour.Client(base_url=url, api_key=key, vendor="svc", from_env=False, max_retries=0)

class Late:
    # Goes when Python finalises: the thread of the upload comes back then, and the wait gives it the time to.
    def __del__(self, into=into, write=os.write, sleep=time.sleep):
        write(into, b"x")
        sleep(0.2)

# What threads run holds the names of this module. Those of another are dropped.
sys.modules["late"] = types.ModuleType("late")
sys.modules["late"].late = Late()
if kind == "upload, interrupted":
    # A shell that starts its jobs in the background has them ignore the signal, and Python keeps to that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=lambda: (reads.wait(), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
    try:
        client.files.upload(("x", pieces()))
    except KeyboardInterrupt:
        pass
else:
    threading.Thread(target=lambda: client.files.upload(("x", pieces())), daemon=True).start()
    if not reads.wait(20):
        sys.exit("the upload does not read")
"""

KINDS = (
    "create",
    "stream",
    "loop",
    "create stream loop callbacks",
    "callbacks",
    "upload",
    "upload, interrupted",
)
"""The work of the six threads of a program, in turn; or the upload that is read while the program ends."""


def end_of_one(emulator: Emulator, kinds: str) -> str:
    """Runs a program to its end; what was wrong with that, empty if nothing."""
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                UPLOADS if "upload" in kinds else CHILD,
                emulator.url,
                emulator.api_key,
                kinds,
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"{kinds}: hangs"
    if done.returncode == 0 and not done.stderr:
        return ""
    return f"{kinds}: exit code {done.returncode} {done.stderr.strip()[-3000:]}"


def ends(count: int) -> dict[str, int]:
    """Runs so many programs of each kind; what was wrong, and how often."""
    with Emulator() as emulator, concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        outcomes = pool.map(
            lambda number: end_of_one(emulator, KINDS[number % len(KINDS)]), range(count * len(KINDS))
        )
        return collections.Counter(filter(None, outcomes))


def main() -> int:
    """1 if something was wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    wrong = ends(count)
    for what, often in wrong.items():
        print(f"exits: {often} times {what}", file=sys.stderr)
    version = ".".join(map(str, sys.version_info[:3]))
    print(
        f"exits: Python {version}: {count * len(KINDS) - sum(wrong.values())} of {count * len(KINDS)} ended well"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
