"""A conversation that outlives its program: kept as the bytes that are sent, shortened, saved, marked for the cache.

    python examples/python/conversation.py             # asks two questions
    python examples/python/conversation.py talk.json   # goes on with what was saved there, and saves it again

The file is read by every language of this package.
"""

from __future__ import annotations

import sys
from pathlib import Path

import parlour
from service import connect

QUESTIONS = ["My name is Ada.", "What is my name?"]


def main() -> None:
    """Asks, and prints the use of the prompt cache."""
    saved = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    talk = parlour.Conversation()
    if saved is not None and saved.exists():
        talk = parlour.Conversation.from_json(saved.read_text("utf-8"))
        print(f"going on after {len(talk)} turns")
    with connect() as service:
        settings = parlour.mark_cache({"model": service.model, "max_tokens": 256, "system": "Be brief."})
        before: bytes | None = None
        for question in QUESTIONS:
            talk.add_user(question)
            # Whole exchanges go, oldest first; a call of a tool never loses its result.
            talk.keep_tokens(50_000)
            body = talk.body(**settings)
            if before is not None:
                change = parlour.CacheChange.between(before, body)
                print(
                    "the prompt before is repeated"
                    if change is None
                    else f"{change.part} changed: the cache is missed"
                )
            before = body
            reply = service.client.messages.create(body)
            talk.add_reply(reply)
            print(f"{question} -> {reply.text}")
    print(f"{len(talk)} turns, about {talk.estimated_tokens} tokens")
    if saved is not None:
        saved.write_text(talk.to_json(), "utf-8")


if __name__ == "__main__":
    main()
