"""Models, token counts and a batch: many requests at once, answered within a day at a lower price.

python examples/python/batches.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import parlour
from parlour.types import MessageBatch
from service import connect

RIVERS = ("Elbe", "Ebro", "Po", "Tagus")
WIDTH = 20
"""Characters of the bar."""


def requests(model: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The requests, each with its id; they are written as they come, so there may be many."""
    for river in RIVERS:
        question = f"Where does the {river} rise?"
        yield river, {"model": model, "max_tokens": 64, "messages": [{"role": "user", "content": question}]}


def show(batch: MessageBatch) -> None:
    """A bar, each time the batch was asked for and has not ended."""
    left = batch.request_counts.processing
    bar = "#" * round((1 - left / len(RIVERS)) * WIDTH)
    print(f"  [{bar:<{WIDTH}}] {batch.processing_status}: {left} of {len(RIVERS)} are left")


def main() -> None:
    """Counts, creates, waits, reads, deletes."""
    with connect() as service:
        client = service.client
        print(f"Talking to {service}")
        for model in client.models.list(limit=2):
            print(f"  {model.id}: {model.lifecycle}")
        _, first = next(requests(service.model))
        print(f"the first request has {client.messages.count_tokens(**first).input_tokens} input tokens")

        batch = client.messages.batches.create(requests(service.model))
        print(f"created {batch.id}")
        # Ctrl-C ends the waiting; the batch goes on, and its id is enough to wait again.
        batch = client.messages.batches.wait(batch.id, progress=show, first_pause=1)
        results = client.messages.batches.results(batch)
        while True:
            try:
                one = next(results, None)
            except parlour.APIResponseValidationError as error:
                # A line that is no result: those behind it follow.
                print(f"left out: {error.message}")
                continue
            if one is None:
                break
            if one.result.type == "succeeded":
                print(f"{one.custom_id}: {one.result.message.text}")
            else:
                print(f"{one.custom_id}: {one.result.type}")
        client.messages.batches.delete(batch.id)


if __name__ == "__main__":
    main()
