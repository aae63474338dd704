"""Programs as users of the official SDK write them, for streams, thinking and the input of tools: with only
imports and names of classes changed they behave as before."""

import asyncio
import contextlib
import io
from typing import Any

import parlour
import support
from parlour import AsyncClient, Client
from parlour.testing import Emulator
from support import MODEL, end, start, streamed


def grown(index: int, kind: str, **fields: Any) -> dict[str, Any]:
    return support.event("content_block_delta", index=index, delta={"type": kind, **fields})


THOUGHT: dict[str, Any] = {
    "sse": [
        start()[0],
        support.event(
            "content_block_start",
            index=0,
            content_block={"type": "thinking", "thinking": "", "signature": ""},
        ),
        grown(0, "thinking_delta", thinking="925 + 78"),
        grown(0, "thinking_delta", thinking=" is 1003"),
        grown(0, "signature_delta", signature="c2ln"),
        support.event("content_block_stop", index=0),
        support.event("content_block_start", index=1, content_block={"type": "text", "text": ""}),
        grown(1, "text_delta", text="It is "),
        grown(1, "text_delta", text="1003."),
        support.event("content_block_stop", index=1),
        *end()[1:],
    ]
}
CALL: dict[str, Any] = {
    "sse": [
        start()[0],
        support.event(
            "content_block_start",
            index=0,
            content_block={"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {}},
        ),
        grown(0, "input_json_delta", partial_json='{"location": "San'),
        grown(0, "input_json_delta", partial_json=' Francisco", "unit": "c"}'),
        support.event("content_block_stop", index=0),
        *end()[1:],
    ]
}


def printed(program: Any, *arguments: Any) -> str:
    """The output of a program."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        done = program(*arguments)
        if done is not None:
            asyncio.run(done)
    return out.getvalue()


def test_text_events_and_finished_blocks(emulator: Emulator, client: Client) -> None:
    async def program(client: AsyncClient) -> None:
        async with client.messages.stream(
            max_tokens=1024,
            messages=[{"role": "user", "content": "Say hello there!"}],
            model=MODEL,
        ) as stream:
            async for event in stream:
                if event.type == "text":
                    print(event.text, end="", flush=True)
                elif event.type == "content_block_stop":
                    print("\nfinished:", event.content_block.to_dict())
                elif event.type == "message_stop":
                    print("stopped:", event.message.stop_reason)

        # The whole message, also after the block has ended.
        accumulated = await stream.get_final_message()
        print(accumulated.content[0].text)

    emulator.push(streamed("Hello", " there", "!"))
    assert printed(program, emulator.async_client()) == (
        "Hello there!\nfinished: {'type': 'text', 'text': 'Hello there!'}\nstopped: end_turn\nHello there!\n"
    )


def test_thinking_and_answer_told_apart(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        with client.messages.stream(
            model=MODEL,
            max_tokens=3200,
            thinking={"type": "enabled", "budget_tokens": 1600},
            messages=[{"role": "user", "content": "What is 925 + 78?"}],
        ) as stream:
            thinking_started = text_started = False
            for event in stream:
                if event.type == "thinking":
                    if not thinking_started:
                        print("Thinking:")
                        thinking_started = True
                    print(event.thinking, end="", flush=True)
                elif event.type == "signature":
                    print("\nSigned:", event.signature)
                elif event.type == "text":
                    if not text_started:
                        print("Answer:")
                        text_started = True
                    print(event.text, end="", flush=True)
            print()

        message = stream.get_final_message()
        for block in message.content:
            if block.type == "thinking":
                print("Thought:", block.thinking)
            elif block.type == "text":
                print("Said:", block.text)

    emulator.push(THOUGHT)
    assert printed(program, client) == (
        "Thinking:\n925 + 78 is 1003\nSigned: c2ln\nAnswer:\nIt is 1003.\n"
        "Thought: 925 + 78 is 1003\nSaid: It is 1003.\n"
    )


def test_the_input_of_a_tool_as_it_grows(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        with client.messages.stream(
            max_tokens=1024,
            model=MODEL,
            tools=[
                {
                    "name": "get_weather",
                    "description": "Get the weather at a specific location",
                    "input_schema": {
                        "type": "object",
                        "properties": {"location": {"type": "string"}, "unit": {"type": "string"}},
                    },
                }
            ],
            messages=[{"role": "user", "content": "What is the weather in SF?"}],
        ) as stream:
            for event in stream:
                if event.type == "input_json":
                    print(f"delta: {event.partial_json!r}")
                    print(f"snapshot: {event.snapshot}")

    emulator.push(CALL)
    assert printed(program, client) == (
        'delta: \'{"location": "San\'\n'
        "snapshot: {'location': 'San'}\n"
        'delta: \' Francisco", "unit": "c"}\'\n'
        "snapshot: {'location': 'San Francisco', 'unit': 'c'}\n"
    )


def test_raw_events_of_create(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        stream = client.messages.create(
            model=MODEL,
            max_tokens=2000,
            thinking={"type": "enabled", "budget_tokens": 1024},
            messages=[{"role": "user", "content": "What is 925 + 78?"}],
            stream=True,
        )
        for event in stream:
            if event.type == "content_block_start":
                print("begins:", event.content_block.type)
            elif event.type == "content_block_delta":
                if event.delta.type == "thinking_delta":
                    print("thinks:", event.delta.thinking)
                elif event.delta.type == "text_delta":
                    print("says:", event.delta.text)
            elif event.type == "message_delta":
                print("stops:", event.delta.stop_reason)

    emulator.push(THOUGHT)
    assert printed(program, client).splitlines() == [
        "begins: thinking",
        "thinks: 925 + 78",
        "thinks:  is 1003",
        "begins: text",
        "says: It is ",
        "says: 1003.",
        "stops: end_turn",
    ]


def test_a_handler_by_type_that_was_written_elsewhere(emulator: Emulator, client: Client) -> None:
    def handled(event: parlour.types.MessageStreamEvent) -> str | None:
        if event.type == "text":
            return event.snapshot
        if event.type == "citation":
            return event.citation.type
        if event.type == "message_stop":
            return event.message.id
        return None

    emulator.push(streamed("Hello", " there"))
    with client.messages.stream(
        model=MODEL, max_tokens=64, messages=[{"role": "user", "content": "Say hello there!"}]
    ) as stream:
        assert [made for made in map(handled, stream) if made is not None] == [
            "Hello",
            "Hello there",
            "msg_1",
        ]
