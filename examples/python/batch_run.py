"""A run of batches: any number of requests, split into batches, and a journal by which the run survives its process.

python examples/python/batch_run.py
python examples/python/batch_run.py nightly.state   # stopped at any moment and started again: nothing is sent twice
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from parlour.types import MessageBatchIndividualResponse
from service import connect

QUESTIONS = 12


def requests(model: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The requests, the same ones in the same order in each run; one at a time is in memory."""
    for number in range(QUESTIONS):
        question = f"What is {number} + {number}?"
        yield (
            f"sum-{number}",
            {"model": model, "max_tokens": 64, "messages": [{"role": "user", "content": question}]},
        )


def show(done: int, one: MessageBatchIndividualResponse) -> None:
    """A bar that grows with each result. They come as the batches end, in no order."""
    text = one.result.message.text if one.result.type == "succeeded" else one.result.type
    print(f"[{'#' * done:<{QUESTIONS}}] {one.custom_id}: {text}")


def main() -> None:
    """Runs all of them."""
    with connect() as service:
        # Of a real service, leave the pauses and the size of a batch to the library.
        soon: dict[str, Any] = {"first_pause": 0, "longest_pause": 0} if service.emulator else {}
        state = sys.argv[1] if len(sys.argv) > 1 else None
        results = service.client.messages.batches.run(
            requests(service.model), state=state, requests_per_batch=5, **soon
        )
        for done, one in enumerate(results, 1):
            show(done, one)


if __name__ == "__main__":
    main()
