#!/usr/bin/env python3
"""A call and a stream with the installed package, against the emulator that it brings.

Run with `-I`, so that no source tree is mistaken for the package. Arguments: the folder it has to lie in, and
`--compat` where `parlour-compat` is installed beside it.
"""

from __future__ import annotations

import asyncio
import sys
from importlib.metadata import entry_points, version

import parlour
from parlour.testing import Emulator


def moved_over(emulator: Emulator) -> None:
    """A call through the names of the official SDK, under both names of their module."""
    import parlour.compat
    import parlour_compat
    from parlour.compat.types import MessageParam

    assert parlour.compat is parlour_compat
    assert version("parlour-compat") == parlour.__version__
    client = parlour.compat.Client(
        base_url=emulator.url, api_key=emulator.api_key, vendor="svc", from_env=False
    )
    request = MessageParam(role="user", content="Say hello")
    whole = client.messages.create(model="svc-haiku-3-5", max_tokens=16, messages=[request])
    assert whole.model_dump()["content"][0]["text"] == "hello", whole


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
        if "--compat" in sys.argv:
            moved_over(emulator)
    print(f"wheel: parlour {parlour.__version__} answers from {place}")


if __name__ == "__main__":
    main()
