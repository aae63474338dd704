"""One process that spends a limit which others spend too, until it is refused. Arguments: address of the service,
address of the store, tokens of the limit. It prints what its calls used and the error that ended it, reads what all
used, and ends when it knows that itself."""

from __future__ import annotations

import json
import sys
import time

from parlour import Client, OverLimitError

MESSAGES = [{"role": "user", "content": "Hello"}]


def main() -> None:
    client = Client(
        api_key="test-key",
        base_url=sys.argv[1],
        from_env=False,
        limits=sys.argv[2],
        requests_per_minute=60_000,
        spending_limits=[{"tokens": int(sys.argv[3]), "per": "month"}],
    )
    print("ready", flush=True)
    sys.stdin.readline()
    used = 0
    while True:
        try:
            answer = client.messages.create(model="svc-sonnet-4-5", max_tokens=16, messages=MESSAGES)
        except OverLimitError as error:
            ended = error
            break
        used += answer.usage.input_tokens + answer.usage.output_tokens
    print(json.dumps({"used": used, "subkind": ended.subkind}), flush=True)
    of_all = int(sys.stdin.readline())
    # The others report their last calls within a second.
    while client.usage_report().limits[0].used != of_all:
        try:
            client.messages.create(model="svc-sonnet-4-5", max_tokens=16, messages=MESSAGES)
            raise AssertionError("there is no room")
        except OverLimitError:
            time.sleep(0.05)
    print("known", flush=True)


main()
