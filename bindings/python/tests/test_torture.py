"""One call to the system fails at a time, as in libcurl's torture tests. The call that wanted it is an error of the
library that names what was short, nothing is printed, and the next call succeeds. Each failure has its own process."""

import json
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import pytest

from parlour.testing import Emulator
from support import environment

SHIM = pathlib.Path(__file__).parents[3] / "tests" / "torture" / "torture.c"


PROGRAM = """
import asyncio, ctypes, json, pathlib, sys
import parlour

scenario, call, number, url, key, upload = sys.argv[1:]
shim = ctypes.CDLL(None)
asked = {"model": "svc-sonnet-4-5", "max_tokens": 64, "messages": [{"role": "user", "content": "say hi"}]}
settings = {"base_url": url, "api_key": key, "vendor": "svc", "from_env": False, "max_retries": 0}

def create(client):
    assert client.messages.create(**asked).text == "hi"

def stream(client):
    with client.messages.stream(**asked) as stream:
        assert "".join(stream.text_stream) == "hi"

def file(client):
    assert client.files.upload(file=pathlib.Path(upload)).size_bytes == 300_000

def download(client):
    large = client.request("POST", "/v1/messages", body=asked)
    assert len(large.content) > 4_000_000

def on_loop(client):
    async def main():
        async with parlour.AsyncClient(**settings) as client:
            first = await outcome_of(client.messages.create(**asked))
            second = await client.messages.create(**asked)
            assert second.text == "hi"
            return first
    return asyncio.run(main())

async def outcome_of(call):
    try:
        await call
    except parlour.ParlourError as error:
        seen = shim.torture_disarm()
        return error, seen
    return None, shim.torture_disarm()

with parlour.Client(**settings) as client:
    error = None
    run = globals()[scenario]
    # A buffer that finds no room to double takes what it needs: memory is short for longer than one call.
    shim.torture_arm(b"_native", call.encode(), int(number), call == "allocate")
    if scenario == "on_loop":
        error, seen = run(client)
    else:
        try:
            run(client)
        except parlour.ParlourError as failed:
            error = failed
        seen = shim.torture_disarm()
        run(client)
told = None if error is None else [type(error).__name__, error.subkind, error.is_retryable, str(error)]
print(json.dumps({"seen": seen, "error": told}))
"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> str:
    library = tmp_path_factory.mktemp("torture") / "torture.so"
    subprocess.run(
        ["gcc", "-std=gnu11", "-O1", "-shared", "-fPIC", str(SHIM), "-o", str(library), "-ldl"], check=True
    )
    return str(library)


@pytest.fixture(scope="module")
def service() -> Iterator[Emulator]:
    with Emulator() as emulator:
        yield emulator


@pytest.fixture(scope="module")
def upload(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("uploads") / "large.bin"
    path.write_bytes(b"x" * 300_000)
    return str(path)


SHORT = {
    "pthread_create": "no thread can be started",
    "socket": "no file descriptor is left",
    "epoll_create1": "no file descriptor is left",
    "epoll_ctl": "no memory is left",
    "eventfd": "no file descriptor is left",
    "open": "no file descriptor is left",
    "send": "no memory is left",
    "pread": "no memory is left",
    "allocate": "no memory is left",
}
# Each call that a scenario makes, and what of it can fail. A name is looked up in `create` and `stream`.
CASES = {
    "create": ("pthread_create", "socket", "epoll_create1", "epoll_ctl", "eventfd", "send"),
    "stream": ("pthread_create", "socket", "epoll_create1", "epoll_ctl", "eventfd", "send"),
    "on_loop": (
        "pthread_create",
        "socket",
        "epoll_create1",
        "epoll_ctl",
        "eventfd",
        "send",
    ),
    "file": ("pthread_create", "open", "pread"),
    "download": ("allocate",),
}


@pytest.mark.parametrize(
    ("scenario", "call"), [(scenario, call) for scenario, calls in CASES.items() for call in calls]
)
def test_each_call_to_the_system_fails_in_turn(
    scenario: str, call: str, shim: str, service: Emulator, upload: str
) -> None:
    if scenario == "download":
        service.script([])
    failed = 0
    for number in range(1, 40):
        if scenario == "download":
            large = {"json": {"type": "message", "id": "m", "role": "assistant", "padding": "x" * 4_100_000}}
            service.script([large, large])
        url = service.url.replace("127.0.0.1", "localhost")
        arguments = [scenario, call, str(number), url, service.api_key, upload]
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments],
            env=environment(LD_PRELOAD=shim),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, ""), f"{call} number {number}: {ran.stderr}"
        told = json.loads(ran.stdout)
        if told["seen"] < number:
            break
        if told["error"] is not None:
            failed += 1
            _, subkind, retryable, text = told["error"]
            # An answer that had begun is billed: it is not asked for again without a word of the program.
            repeats = call != "allocate"
            assert (subkind, retryable) == ("resources", repeats), f"{call} number {number}: {text}"
            assert SHORT[call] in text
            assert "please report it" not in text
    else:
        pytest.fail(f"{scenario} makes more than 38 calls of {call}")
    assert failed, f"{scenario} never missed {call}"
