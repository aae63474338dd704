"""The ways to take a stream: events, pieces of text, lists of what has arrived, snapshots of the growing
message, or just its end; the same with asyncio; and the partial message of one that breaks.

    python examples/python/streaming.py
"""

from __future__ import annotations

import asyncio

from parlour import APIError, AsyncClient, Client
from parlour.params import MessageParam
from parlour.types import ContentBlockDeltaEvent, Event, MessageDeltaEvent, MessageStartEvent, TextEvent
from service import connect

QUESTION: list[MessageParam] = [{"role": "user", "content": "Count to 12."}]


def main() -> None:
    """One way after the other."""
    with connect() as service:
        print(f"Talking to {service}")
        events(service.client, service.model)
        text(service.client, service.model)
        batches(service.client, service.model)
        snapshots(service.client, service.model)
        only_the_end(service.client, service.model)
        asyncio.run(at_once(service.async_client(), service.model))
        if service.emulator is not None:
            # Only the emulator can be scripted to break.
            service.emulator.push("close_mid_stream")
            broken(service.client, service.model)


def events(client: Client, model: str) -> None:
    """All events, in order. Events that this version does not know are included, with their raw JSON."""
    print("\nEvents:")
    with client.messages.stream(model=model, max_tokens=64, messages=QUESTION) as stream:
        # Headers are there before the first event.
        print(f"  request {stream.request_id}, status {stream.status_code}")
        for event in stream:
            match event:
                case MessageStartEvent():
                    print(f"  {event.message.id} by {event.message.model}")
                case ContentBlockDeltaEvent(index=index, text=str(piece)):
                    print(f"  block {index} grows by {piece!r}")
                case MessageDeltaEvent():
                    print(f"  stop reason {event.delta.stop_reason}, {event.usage.output_tokens} tokens")
                case TextEvent():
                    # Each delta is followed by the accumulated text.
                    print(f"    which makes {event.snapshot!r}")
                case Event():
                    print(f"  {event.type}: {event.raw}")
                case _:
                    pass


def text(client: Client, model: str) -> None:
    """The pieces of text alone, joined by the caller."""
    with client.messages.stream(model=model, max_tokens=64, messages=QUESTION) as stream:
        print("\nText:", "".join(stream.text_stream))


def batches(client: Client, model: str) -> None:
    """All that has arrived at a time: the cheapest way to pass events on."""
    with client.messages.stream(model=model, max_tokens=64, messages=QUESTION) as stream:
        print("\nBatches:", " + ".join(str(len(batch)) for batch in stream.batches()), "events")


def snapshots(client: Client, model: str) -> None:
    """The whole message so far, again and again: for a view that redraws itself."""
    print("\nSnapshots:")
    shown = 0
    with client.messages.stream(model=model, max_tokens=64, messages=QUESTION) as stream:
        for _event in stream:
            message = stream.current_message_snapshot
            if message is not None and len(message.text) >= shown + 8:
                shown = len(message.text)
                print(f"  {message.text}")


def only_the_end(client: Client, model: str) -> None:
    """No events at all. Unlike a whole answer this has no total time limit, only limits of silence."""
    with client.messages.stream(model=model, max_tokens=64, messages=QUESTION) as stream:
        message = stream.get_final_message()
    print(
        f"\nEnd: {message.text!r}, {message.usage.input_tokens} tokens in, {message.usage.output_tokens} out"
    )


async def at_once(client: AsyncClient, model: str) -> None:
    """Three streams side by side on one thread."""

    async def one(number: int) -> str:
        text = ""
        question: MessageParam = {"role": "user", "content": f"Count to {number}."}
        async with client.messages.stream(model=model, max_tokens=64, messages=[question]) as stream:
            async for piece in stream.text_stream:
                text += piece
        return text

    print("\nAt once:")
    for answer in await asyncio.gather(one(3), one(5), one(7)):
        print(f"  {answer}")


def broken(client: Client, model: str) -> None:
    """A stream that is cut is an error, never a short answer; the error holds what had arrived. It is not
    repeated by itself, since part of it was handed out already."""
    with client.messages.stream(model=model, max_tokens=64, messages=QUESTION) as stream:
        try:
            print("\nBroken: whole after all:", stream.get_final_text())
        except APIError as error:
            partial = "" if error.partial_message is None else error.partial_message.text
            print(f"\nBroken: {type(error).__name__}; received until then: {partial!r}")


if __name__ == "__main__":
    main()
