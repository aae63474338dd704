"""Starts a Valkey server for one test, and waits for conditions."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Any


class Store:
    """A Valkey server on a socket of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.socket = folder / "socket"
        self.address = f"unix://{self.socket}"
        self.start()

    def start(self) -> None:
        options = ["--port", "0", "--save", "", "--unixsocket", str(self.socket)]
        self.process = subprocess.Popen(
            [self.program, *options], stdout=subprocess.DEVNULL, cwd=self.socket.parent
        )
        wait_for(self.socket.exists)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        self.socket.unlink(missing_ok=True)


def wait_for(is_true: Any) -> None:
    until = time.monotonic() + 120
    while not is_true():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.01)
