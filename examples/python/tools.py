"""Tool use: the model asks for functions of this program, gets their results, and answers with them.

Shows several calls in one turn, errors that go back to the model, and that a call which was cut off is
never run.

    python examples/python/tools.py
    python examples/python/tools.py "Convert 100 celsius."
"""

from __future__ import annotations

import json
import sys

from parlour import Client
from parlour.params import MessageParam, ToolParam, ToolResultBlockParam
from parlour.types import Message, ToolUseBlock
from service import connect

MAX_ROUNDS = 5
"""A bound for models that never stop asking."""

TOOLS: list[ToolParam] = [
    {
        "name": "convert_temperature",
        "description": "Converts degrees between two scales.",
        "input_schema": {
            "type": "object",
            "properties": {
                "degrees": {"type": "number", "description": "The temperature to convert"},
                "from": {"type": "string", "enum": ["celsius", "fahrenheit"], "description": "Its scale"},
            },
            "required": ["degrees", "from"],
        },
    },
    {
        "name": "count_letters",
        "description": "Counts the letters of a text.",
        "input_schema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "The text to look at"}},
            "required": ["text"],
        },
    },
]


def main() -> None:
    """Asks the question of the command line."""
    question = 'Convert 21.5 degrees celsius, and count the letters of "parlour".'
    if len(sys.argv) > 1:
        question = sys.argv[1]
    with connect() as service:
        print(f"Talking to {service}\nyou:   {question}")
        print(f"model: {converse(service.client, service.model, question)}")


def converse(client: Client, model: str, question: str) -> str:
    """Asks, and runs tools until the model answers in text."""
    messages: list[MessageParam] = [{"role": "user", "content": question}]
    for _ in range(MAX_ROUNDS):
        reply = client.messages.create(model=model, max_tokens=512, tools=TOOLS, messages=messages)
        if reply.stop_reason != "tool_use":
            return finished(reply)
        # All results of a turn go into one user turn, one for each call.
        results = [answer(block) for block in reply.content if isinstance(block, ToolUseBlock)]
        messages.append({"role": "assistant", "content": reply.content})
        messages.append({"role": "user", "content": results})
    raise SystemExit(f"the model asked for tools {MAX_ROUNDS} times over and never answered")


def finished(reply: Message) -> str:
    """The text of the last turn. A call within a turn that ran out of tokens may be cut off, and is not
    run."""
    return reply.text if reply.stop_reason == "end_turn" else f"{reply.text} [{reply.stop_reason}]"


def answer(call: ToolUseBlock) -> ToolResultBlockParam:
    """The result of one call, or the reason why there is none, which the model reads and can react to."""
    shown = f"{call.name}({json.dumps(call.input)})"
    try:
        match call:
            case ToolUseBlock(
                name="convert_temperature", input={"degrees": int() | float() as degrees, "from": scale}
            ):
                result = convert(float(degrees), str(scale))
            case ToolUseBlock(name="count_letters", input={"text": str(text)}):
                result = str(sum(map(str.isalpha, text)))
            case _:
                raise ValueError("no tool takes this")
    except ValueError as error:
        print(f"  {shown} cannot be run: {error}")
        return {"type": "tool_result", "tool_use_id": call.id, "content": str(error), "is_error": True}
    print(f"  {shown} = {result}")
    return {"type": "tool_result", "tool_use_id": call.id, "content": result}


def convert(degrees: float, scale: str) -> str:
    """To the other scale."""
    if scale == "celsius":
        return f"{degrees * 9 / 5 + 32:.1f} fahrenheit"
    if scale == "fahrenheit":
        return f"{(degrees - 32) * 5 / 9:.1f} celsius"
    raise ValueError(f"{scale!r} is not a scale")


if __name__ == "__main__":
    main()
