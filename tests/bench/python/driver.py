"""parlour as a driver of the shared harness, synchronous and asynchronous.

Uses the package that is installed, or the one in the folder that ``PARLOUR_PYTHON`` names. Variants:
``events`` walks through what the service sent, event by event; ``derived`` also through the events that are
derived from those; ``batches`` through lists of the events that arrived together.
``PARLOUR_BENCH_WORKERS`` sets the number of the runtime's threads.
"""

import os
import sys

if "PARLOUR_PYTHON" in os.environ:
    sys.path.insert(0, os.environ["PARLOUR_PYTHON"])

from py_common import Peer, main  # the shared harness's own, on PYTHONPATH

import parlour

DELTA = "content_block_delta"


class Parlour(Peer):
    """Each stream ends with the assembled message, as the official SDK's helper does."""

    def settings(self):
        # Checked defaults throughout; only the address and the key are ours.
        if workers := os.environ.get("PARLOUR_BENCH_WORKERS"):
            parlour.runtime_configure(int(workers))
        given = {"api_key": "test-key", "base_url": self.base, "from_env": False}
        if self.ca:
            with open(self.ca) as pem:
                given["ca_pem"] = pem.read()
        return given

    def open_sync(self):
        self.client = parlour.Client(**self.settings())

    async def open(self):
        self.client = parlour.AsyncClient(**self.settings())

    async def close(self):
        await self.client.close()

    def unary_sync(self, model):
        return (
            self.client.messages.create(model=model, max_tokens=1024, messages=self.messages).content[0].text
        )

    async def unary(self, model):
        reply = await self.client.messages.create(model=model, max_tokens=1024, messages=self.messages)
        return reply.content[0].text

    async def turn(self, model, messages):
        return (await self.client.messages.create(model=model, max_tokens=1024, messages=messages)).content

    def stream_sync(self, model, probe):
        seen = 0
        with self.client.messages.stream(model=model, max_tokens=1024, messages=self.messages) as stream:
            if self.variant == "batches":
                for batch in stream.batches():
                    seen = count(batch, probe, seen)
            elif self.variant == "derived":
                for event in stream:
                    if event.type == DELTA:
                        probe.one(seen)
                        seen += 1
            else:
                for batch in stream.batches():
                    for event in batch:
                        if event.type == DELTA:
                            probe.one(seen)
                            seen += 1
            return stream.get_final_message().content[0].text

    async def stream(self, model, probe):
        seen = 0
        async with self.client.messages.stream(
            model=model, max_tokens=1024, messages=self.messages
        ) as stream:
            if self.variant == "batches":
                async for batch in stream.batches():
                    seen = count(batch, probe, seen)
            elif self.variant == "derived":
                async for event in stream:
                    if event.type == DELTA:
                        probe.one(seen)
                        seen += 1
            else:
                async for batch in stream.batches():
                    for event in batch:
                        if event.type == DELTA:
                            probe.one(seen, event.delta.text if probe.live else None)
                            seen += 1
            return (await stream.get_final_message()).content[0].text


def count(batch, probe, seen):
    now = seen + sum(event.type == DELTA for event in batch)
    if now > seen:
        probe.seen(now, seen)
    return now


main(Parlour)
