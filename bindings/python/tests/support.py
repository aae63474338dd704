"""Helpers of the tests: requests, scripted answers, child processes, looks at a process from outside.

It must not import `parlour`: some tests watch what importing it does.
"""

import os
import pathlib
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from typing import Any

import psutil

MODEL = "svc-sonnet-4-5"
HERE = pathlib.Path(__file__).parent
# Long enough for a machine under load, so that only a hang reaches it.
PATIENCE = 20.0


def ask(text: str = "say hello", **more: Any) -> dict[str, Any]:
    """Arguments of a call."""
    return {
        "model": MODEL,
        "max_tokens": 1024,
        "messages": [{"role": "user", "content": text}],
    } | more


def start(text: str = "") -> list[dict[str, Any]]:
    """The events that open a scripted message with one block of text."""
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 1},
    }
    block = {"type": "text", "text": text}
    return [
        event("message_start", message=message),
        event("content_block_start", index=0, content_block=block),
    ]


def event(name: str, **fields: Any) -> dict[str, Any]:
    """One scripted event."""
    return {"event": name, "data": {"type": name, **fields}}


def delta(text: str) -> dict[str, Any]:
    """A scripted piece of text."""
    return event("content_block_delta", index=0, delta={"type": "text_delta", "text": text})


def end() -> list[dict[str, Any]]:
    """The events that close a scripted message."""
    return [
        event("content_block_stop", index=0),
        event(
            "message_delta",
            delta={"stop_reason": "end_turn", "stop_sequence": None},
            usage={"output_tokens": 7},
        ),
        event("message_stop"),
    ]


def streamed(*pieces: str, **reply: Any) -> dict[str, Any]:
    """A scripted stream of these pieces of text."""
    return {"sse": [*start(), *map(delta, pieces), *end()], **reply}


def unfinished(*pieces: str) -> dict[str, Any]:
    """A scripted stream that stays open after these pieces until the client leaves."""
    last: dict[str, Any] = (
        {"stall_after": "content_block_delta"} if pieces else {"stall_after": "content_block_start"}
    )
    sent = list(map(delta, pieces))
    if len(sent) > 1:
        # The stall comes after the first event of the name, so the others travel in front under one event.
        sent = [delta("".join(pieces))]
    return {"sse": [*start(), *sent, *end()], "fault": last}


# Answers that never end and leave no moment in which there is nothing to read: white space before a message, and
# comment lines in a stream that has begun.
FLOOD: dict[str, Any] = {"text": "{", "headers": {"content-type": "application/json"}, "flood": " "}
FLOODED_STREAM: dict[str, Any] = {"sse": start(), "flood": ":\n"}

# An answer that never comes.
SILENCE = {"fault": "stall_before_headers"}


def eventually(check: Callable[[], Any], what: str, timeout: float = PATIENCE) -> Any:
    """Waits until `check` gives something true; the answer of it."""
    deadline = time.monotonic() + timeout
    while True:
        got = check()
        if got:
            return got
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {timeout} s: {what}")
        time.sleep(0.005)


def environment(**more: str) -> dict[str, str]:
    """The environment for a child: finds parlour where this process found it, and nothing of the user's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    paths = [str(HERE), *filter(None, [kept.get("PYTHONPATH")])]
    return kept | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUNBUFFERED": "1"} | more


def spawn(script: str, *args: str, flags: tuple[str, ...] = (), **more: str) -> "subprocess.Popen[str]":
    """A child that runs this script. Ctrl-C reaches it, also where the tests run in the background of a shell, which
    has its children ignore it."""
    listen = "import _signal; _signal.signal(_signal.SIGINT, _signal.default_int_handler)\n"
    return subprocess.Popen(
        [sys.executable, *flags, "-c", listen + textwrap.dedent(script), *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(**more),
    )


def run(
    script: str, *args: str, timeout: float = PATIENCE, flags: tuple[str, ...] = (), **more: str
) -> "subprocess.CompletedProcess[str]":
    """Runs this script in a child to its end."""
    child = spawn(script, *args, flags=flags, **more)
    try:
        out, err = child.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        child.kill()
        out, err = child.communicate()
        raise AssertionError(f"the child hangs; it wrote:\n{out}\n{err}") from None
    return subprocess.CompletedProcess(child.args, child.returncode, out, err)


def clean(
    script: str, *args: str, timeout: float = PATIENCE, flags: tuple[str, ...] = (), **more: str
) -> str:
    """Runs this script in a child, which must end well and complain of nothing; what it printed."""
    done = run(script, *args, timeout=timeout, flags=flags, **more)
    assert (done.returncode, done.stderr) == (0, ""), f"{done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Server:
    """A child process that listens somewhere, with the processes it starts; ended with the block."""

    def __init__(self, *command: str, cwd: str | pathlib.Path | None = None, **more: str) -> None:
        # Its own session, so that its workers can be found and ended with it.
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(**more),
            cwd=cwd,
            start_new_session=True,
        )

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def listening(self) -> int:
        """Waits until it, or one of its workers, listens on a port of this machine; the port."""

        def port() -> int | None:
            assert self.process.poll() is None, self.stop()
            for connection in psutil.Process(self.process.pid).net_connections("tcp"):
                if connection.status == psutil.CONN_LISTEN:
                    return int(connection.laddr.port)
            return None

        return int(eventually(port, "the server listens"))

    def stop(self) -> str:
        """Ends it and everything it started; what it wrote."""
        if self.process.stdout is None or self.process.stdout.closed:
            return ""
        try:
            family = psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            family = []
        if self.process.poll() is None:
            self.process.terminate()
        try:
            out, _ = self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            for one in family:
                if one.is_running():
                    one.kill()
            out, _ = self.process.communicate()
        for one in family:
            if one.is_running():
                one.kill()
        return out


def threads(pid: int | None = None) -> int:
    """Threads of a process, those that Python does not know included."""
    return len(os.listdir(f"/proc/{pid or os.getpid()}/task"))


def descriptors(pid: int | None = None) -> int:
    """Open descriptors of a process."""
    return len(os.listdir(f"/proc/{pid or os.getpid()}/fd"))


def memory(pid: int | None = None) -> int:
    """Bytes of memory that belong to a process alone."""
    return int(psutil.Process(pid).memory_full_info().uss)
