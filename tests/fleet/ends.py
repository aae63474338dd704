"""One process whose clients end, and which forks. Arguments: address of the service, address of the store."""

from __future__ import annotations

import gc
import os
import sys

from parlour import Client

MODEL = "svc-haiku-3-5"


def made() -> Client:
    return Client(
        api_key="test-key",
        base_url=sys.argv[1],
        from_env=False,
        limits=sys.argv[2],
        requests_per_minute=6_000,
    )


def processes(client: Client) -> int | None:
    """How many share the limits, by the store's answer to this call."""
    client.messages.create(model=MODEL, max_tokens=16, messages=[{"role": "user", "content": "Hello"}])
    return client.limiter_state.models[MODEL].processes


def main() -> None:
    first, second = made(), made()
    assert processes(first) == 1
    assert processes(second) == 2, "each client counts"
    first.close()
    del first
    gc.collect()
    third = made()
    # The thread of the first one may still be on its way to the store.
    while processes(third) != 2:
        third.close()
        del third
        gc.collect()
        third = made()
    child = os.fork()
    if child == 0:
        # What the parent holds is not the child's.
        os._exit(0 if processes(third) == 3 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, "the child counts as a process"
    assert processes(second) is not None
    print("ends: clients that end are not waited for, and a forked child counts")


main()
