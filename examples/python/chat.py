"""A chat in the terminal: several turns, each answer streamed, Ctrl-C to stop an answer.

Shows how a conversation is kept (the model's turns go back as they came), how an answer is stopped (the
``with`` block is left: its connection is closed and nothing more is generated), and how an error of one
turn leaves the rest alone.

    python examples/python/chat.py        # end with Ctrl-D, or with Ctrl-C at the prompt
"""

from __future__ import annotations

import sys

from parlour import APIError
from parlour.params import MessageParam
from parlour.types import Message
from service import Service, connect


def main() -> None:
    """Reads lines and answers them."""
    with connect() as service:
        print(f"Talking to {service}. Ctrl-D ends.")
        history: list[MessageParam] = []
        while (line := ask()) is not None:
            if not line.strip():
                continue
            question: MessageParam = {"role": "user", "content": line}
            try:
                reply = answer(service, [*history, question])
            except KeyboardInterrupt:
                print(" [stopped]")
            except APIError as error:
                # The turn is forgotten and can be asked again.
                print(f"\nerror: {error}", file=sys.stderr)
            else:
                # An empty answer is legal, but may not be sent back.
                if reply.content:
                    history.extend([question, {"role": "assistant", "content": reply.content}])
    print()


def ask() -> str | None:
    """The next line; ``None`` at the end."""
    try:
        return input("\nyou> ")
    except (EOFError, KeyboardInterrupt):
        return None


def answer(service: Service, messages: list[MessageParam]) -> Message:
    """Streams one answer to the screen."""
    print("model> ", end="", flush=True)
    with service.client.messages.stream(
        model=service.model,
        max_tokens=1024,
        system="You are a friendly partner in a conversation. Answer in plain text.",
        messages=messages,
    ) as stream:
        for text in stream.text_stream:
            print(text, end="", flush=True)
        print()
        return stream.get_final_message()


if __name__ == "__main__":
    main()
