#!/usr/bin/env python3
"""A call and a stream with the installed package, against the emulator that it brings.

Run with `-I`, so that no source tree is mistaken for the package. Argument: the folder it has to lie in.
"""

from __future__ import annotations

import asyncio
import sys
from importlib.metadata import entry_points, version

import parlour
from parlour.testing import Emulator


def main() -> None:
    """Fails with a traceback where something is not as it should be."""
    place = parlour.__file__ or ""
    assert place.startswith(sys.argv[1]), f"parlour comes from {place}, not from {sys.argv[1]}"
    assert parlour.__version__ == version("parlour"), (parlour.__version__, version("parlour"))
    assert [entry.value for entry in entry_points(group="pytest11", name="parlour")]
    with Emulator() as emulator:
        request = parlour.params.MessageParam(role="user", content="Say hello")
        client = emulator.client()
        whole = client.messages.create(model="svc-haiku-3-5", max_tokens=16, messages=[request])
        assert whole.text == "hello", whole
        with client.messages.stream(model="svc-haiku-3-5", max_tokens=16, messages=[request]) as stream:
            assert "".join(stream.text_stream) == "hello"

        async def asked_asynchronously() -> str:
            async with emulator.async_client() as ours:
                reply = await ours.messages.create(model="svc-haiku-3-5", max_tokens=16, messages=[request])
                return reply.text

        assert asyncio.run(asked_asynchronously()) == "hello"
    print(f"wheel: parlour {parlour.__version__} answers from {place}")


if __name__ == "__main__":
    main()
