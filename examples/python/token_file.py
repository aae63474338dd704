"""A token in a file that the platform rewrites, as the agent of a workload identity does.

python examples/python/token_file.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from parlour import Client, Credential, CredentialRequest
from parlour.testing import Emulator

VALID_FOR = 3600.0
"""Seconds that a token is good for, as the platform says. It is kept for so long, unless the service refuses it."""


class TokenFile:
    """Reads the token from a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, request: CredentialRequest) -> Credential:
        """Called for the first attempt, shortly before the end, and when the service refused the token."""
        why = "the token was refused" if request.after_refusal else "no token is kept"
        print(f"reading {self.path.name}: {why}")
        return Credential(auth_token=self.path.read_text().strip(), valid_for=VALID_FOR)


def main() -> None:
    """Three calls; the platform puts another token into the file before the last one."""
    with tempfile.TemporaryDirectory() as folder, Emulator() as emulator:
        path = Path(folder, "token")
        client = Client(base_url=emulator.url, vendor="svc", from_env=False, credentials=TokenFile(path))

        def ask(text: str) -> None:
            reply = client.messages.create(
                model="svc-haiku-3-5", max_tokens=64, messages=[{"role": "user", "content": f"Say {text}"}]
            )
            print(f"model: {reply.text}")

        path.write_text("token-of-the-morning\n")
        emulator.set_keys("token-of-the-morning")
        ask("one")
        ask("two")
        path.write_text("token-of-the-evening\n")
        emulator.set_keys("token-of-the-evening")
        ask("three")


if __name__ == "__main__":
    main()
