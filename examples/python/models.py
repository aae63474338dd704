"""Models, the tokens of a request, and limits: facts to know before a request is sent. None of these calls is
billed.

python examples/python/models.py
PARLOUR_ADMIN_KEY=... python examples/python/models.py   # the limits of the organisation, too
"""

from __future__ import annotations

import os

from parlour import Client
from parlour.params import MessageParam
from service import connect


def show_limits(client: Client, admin_key: str) -> None:
    """The limits of the organisation. The administrative key is used for this call alone."""
    for rule in client.limits.list(api_key=admin_key):
        name = rule.group.type if rule.group else rule.type
        print(f"limits of {name}:", ", ".join(f"{one.type} {one.value}" for one in rule.limits))


def main() -> None:
    """Looks at the models, counts a request, and asks for the limits."""
    with connect() as service:
        client = service.client
        # Iterating over a list fetches its pages as they are needed.
        for model in client.models.list(limit=5):
            print(f"model {model.id}: {model.max_input_tokens} tokens in, {model.max_tokens} out")
        chosen = client.models.retrieve(service.model)

        question: list[MessageParam] = [{"role": "user", "content": "Name three rivers."}]
        count = client.messages.count_tokens(model=service.model, messages=question).input_tokens
        print(f"the request has {count} tokens, {chosen.id} takes {chosen.max_input_tokens}")

        # Every call gives its answer as it came; endpoints without a method of their own are reached by request().
        raw = client.models.with_raw_response.list(limit=1)
        print(
            f"raw: status {raw.status_code}, {len(client.request('GET', '/v1/models?limit=1').content)} bytes"
        )

        if admin_key := os.environ.get("PARLOUR_ADMIN_KEY") or (
            "test-admin-key" if service.emulator else None
        ):
            show_limits(client, admin_key)


if __name__ == "__main__":
    main()
