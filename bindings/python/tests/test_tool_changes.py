"""Calls that must not run: their input was cut off while they could begin early, or their tool was replaced since."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

import parlour
from parlour.testing import Emulator
from support import event, start

ASK: dict[str, Any] = {
    "model": "svc-haiku-3-5",
    "max_tokens": 256,
    "messages": [{"role": "user", "content": "Please."}],
}
STOPS = ("tool_use", "max_tokens", "refusal")


def writing(stop: str, *inputs: str) -> list[dict[str, Any]]:
    """The events of an answer that calls `pay` with these texts as inputs."""
    sent = start()[:1]
    for index, text in enumerate(inputs):
        block = {"type": "tool_use", "id": f"t{index}", "name": "pay", "input": {}}
        delta = {"type": "input_json_delta", "partial_json": text}
        sent += [
            event("content_block_start", index=index, content_block=block),
            event("content_block_delta", index=index, delta=delta),
            event("content_block_stop", index=index),
        ]
    end = {"stop_reason": stop, "stop_sequence": None}
    return [*sent, event("message_delta", delta=end, usage={"output_tokens": 7}), event("message_stop")]


DONE = {"sse": writing("end_turn")}


@pytest.mark.parametrize("gap_ms", [0, 10])
@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("stop", STOPS)
def test_a_call_that_was_cut_never_begins(emulator: Emulator, stop: str, streamed: bool, gap_ms: int) -> None:
    paid: list[Any] = []
    arguments: dict[str, Any] = {**ASK, "early": True, "stream": streamed}
    # A raw schema checks nothing: what came of the input would be taken for all of it.
    schema = {"type": "object", "properties": {"to": {"type": "string"}, "amount": {"type": "number"}}}

    def pay(**given: Any) -> str:
        paid.append(given)
        return "paid"

    async def pay_async(**given: Any) -> str:
        return pay(**given)

    inputs = ('{"to": "ann", "amount": 1}', '{"to": "bob", "amount": 10')
    for is_async in (False, True):
        emulator.push(
            {"sse": writing(stop, *inputs), "gap_ms": gap_ms}, *([DONE] if stop == "tool_use" else [])
        )
        tool = parlour.tool(name="pay", input_schema=schema)(pay_async if is_async else pay)
        if is_async:

            async def main(tool: Any = tool) -> None:
                async with emulator.async_client() as client:
                    await client.messages.run_tools(**arguments, tools=[tool]).until_done()

            asyncio.run(main())
        else:
            with emulator.client() as client:
                client.messages.run_tools(**arguments, tools=[tool]).until_done()
    assert {"to": "bob", "amount": 10} not in paid
    if stop == "tool_use":
        assert paid == [{"to": "ann", "amount": 1}] * 2
        told = emulator.requests[1].json()["messages"][-1]["content"]
        assert [one["content"] for one in told] == [
            "paid",
            "Not executed: the input of this call was cut off.",
        ]


PROGRAM = """
import sys, parlour
ran = []
def pay(to: str, amount: int) -> str:
    "Pays."
    ran.append(to)
    return "paid"
client = parlour.Client(base_url=sys.argv[1], api_key=sys.argv[2], vendor="svc", from_env=False)
for _ in client.messages.run_tools(
    model="m", max_tokens=9, messages=[{"role": "user", "content": "x"}], tools=[pay], early=True
):
    pass
print(ran)
"""


def test_a_plain_program_pays_nobody_with_half_an_input(emulator: Emulator) -> None:
    emulator.push({"sse": writing("max_tokens", '{"to": "bob", "amount": 10'), "gap_ms": 10})
    command = [sys.executable, "-c", PROGRAM, emulator.url, emulator.api_key]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"


def answer(*names: str) -> dict[str, Any]:
    content = [
        {"type": "tool_use", "id": f"t{at}", "name": name, "input": {}} for at, name in enumerate(names)
    ]
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content}
    usage = {"input_tokens": 3, "output_tokens": 2}
    return {"json": message | {"stop_reason": "tool_use" if names else "end_turn", "usage": usage}}


@pytest.mark.parametrize("way", ["update", "add_tool", "set_messages_params"])
def test_a_definition_ends_the_function_of_its_name(emulator: Emulator, way: str) -> None:
    ran: list[str] = []

    def pay() -> str:
        """Pays."""
        ran.append("pay")
        return "paid"

    other = {"name": "pay", "description": "Another.", "input_schema": {"type": "object"}}
    emulator.push(answer("pay"), answer())
    with emulator.client() as client:
        run = client.messages.run_tools(**ASK, tools=[pay])
        next(run)
        if way == "update":
            run.update(tools=[other])
        elif way == "add_tool":
            run.add_tool(other)
        else:
            run.set_messages_params(lambda had: {**had, "tools": [other]})
        run.until_done()
    assert ran == []
    (told,) = emulator.requests[1].json()["messages"][-1]["content"]
    assert told["content"] == "Error: Tool 'pay' not found"
    assert emulator.requests[1].json()["tools"] == [other]


def test_tools_among_the_parameters_bring_their_functions(emulator: Emulator) -> None:
    def pay() -> str:
        """Pays."""
        return "paid"

    def look() -> str:
        """Looks."""
        return "seen"

    emulator.push(answer("pay"), answer("look", "pay"), answer())
    with emulator.client() as client:
        run = client.messages.run_tools(**ASK, tools=[pay])
        next(run)
        # The one before as a definition, as `params` gives it, the other as a tool.
        run.update(tools=[*run.params["tools"], parlour.tool(look)])
        run.until_done()
    told = [
        [one["content"] for one in seen.json()["messages"][-1]["content"]] for seen in emulator.requests[1:]
    ]
    assert told == [["paid"], ["seen", "paid"]]


def test_thinking_of_a_partial_answer_does_not_go_back() -> None:
    talk = parlour.Conversation([{"role": "user", "content": "Think."}])
    thinking = {"type": "thinking", "thinking": "Let me", "signature": ""}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": None}
    cut = parlour.types.Message.from_dict(message | {"content": [thinking], "usage": {"input_tokens": 1}})
    assert not talk.add_reply(cut)
    said = parlour.types.Message.from_dict(
        message | {"content": [thinking, {"type": "text", "text": "So"}], "usage": {"input_tokens": 1}}
    )
    assert talk.add_reply(said)
    assert talk[1]["content"] == [{"type": "text", "text": "So"}]


def test_transformations_of_the_input_are_those_of_the_end(emulator: Emulator) -> None:
    told = [{"type": "thinking_dropped", "path": "messages.1.content.0", "reason": "model_binding_mismatch"}]
    sent = writing("end_turn")
    sent[-2]["data"]["input_transformations"] = told
    emulator.push({"sse": sent})
    with emulator.client() as client, client.messages.stream(**ASK) as stream:
        message = stream.get_final_message()
    assert [one.to_dict() for one in message.input_transformations or ()] == told
