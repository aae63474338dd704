"""Programs as users of the official SDK write them, for tools, runs of tools, structured answers and
thinking: with only imports and names of classes changed they behave as before."""

from __future__ import annotations

import json
from typing import Any, Literal

import pydantic
import pytest
from pydantic import BaseModel
from test_streaming_programs import THOUGHT, grown, printed

import parlour
from parlour import AsyncClient, Client
from parlour import tool as beta_async_tool
from parlour import tool as beta_tool
from parlour.testing import Emulator
from support import MODEL, end, event, start


def message(*content: Any, stop: str = "end_turn") -> dict[str, Any]:
    """A scripted whole answer."""
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": MODEL}
    usage = {"input_tokens": 3, "output_tokens": 2}
    return {"json": head | {"content": list(content), "stop_reason": stop, "usage": usage}}


def use(name: str, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{name}", "name": name, "input": given}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


WEATHER: dict[str, Any] = {
    "name": "get_weather",
    "description": "Get the weather for a specific location",
    "input_schema": {"type": "object", "properties": {"location": {"type": "string"}}},
}


# Tools by hand


def test_a_tool_whose_result_the_program_sends_itself(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        user_message: Any = {"role": "user", "content": "What is the weather in SF?"}
        message = client.messages.create(
            model=MODEL, max_tokens=1024, messages=[user_message], tools=[WEATHER]
        )
        print(f"Initial response: {message.stop_reason}")
        assert message.stop_reason == "tool_use"
        tool = next(c for c in message.content if c.type == "tool_use")
        response = client.messages.create(
            model=MODEL,
            max_tokens=1024,
            messages=[
                user_message,
                {"role": message.role, "content": message.content},
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "tool_result",
                            "tool_use_id": tool.id,
                            "content": [{"type": "text", "text": f"Sunny in {tool.input['location']}"}],
                        }
                    ],
                },
            ],
            tools=[WEATHER],
        )
        print(response.content[0].text)

    emulator.push(message(text("Let me look."), use("get_weather", location="SF"), stop="tool_use"))
    emulator.push(message(text("It is sunny.")))
    assert printed(program, client) == "Initial response: tool_use\nIt is sunny.\n"
    assert emulator.requests[1].json()["messages"][2]["content"][0]["content"][0]["text"] == "Sunny in SF"


def test_tools_in_a_loop_by_hand(emulator: Emulator, client: Client) -> None:
    def run(name: str, given: Any) -> str:
        return {"add": lambda a, b: str(a + b), "shout": lambda word: word.upper()}[name](**given)

    def program(client: Client) -> None:
        messages: list[Any] = [{"role": "user", "content": "Add, then shout."}]
        while True:
            response = client.messages.create(model=MODEL, max_tokens=512, tools=[WEATHER], messages=messages)
            messages.append({"role": "assistant", "content": response.content})
            if response.stop_reason != "tool_use":
                break
            results = []
            for block in response.content:
                if block.type == "tool_use":
                    print("calling", block.name, json.dumps(block.input))
                    results.append(
                        {
                            "type": "tool_result",
                            "tool_use_id": block.id,
                            "content": run(block.name, block.input),
                        }
                    )
            messages.append({"role": "user", "content": results})
        print("".join(block.text for block in response.content if block.type == "text"))

    emulator.push(message(use("add", a=1, b=2), use("shout", word="three"), stop="tool_use"))
    emulator.push(message(text("THREE is 3.")))
    assert printed(program, client).splitlines() == [
        'calling add {"a": 1, "b": 2}',
        'calling shout {"word": "three"}',
        "THREE is 3.",
    ]


# Runs of tools


@beta_tool
def get_weather(location: str, units: Literal["c", "f"] = "c") -> str:
    """Lookup the weather for a given city in either celsius or fahrenheit

    Args:
        location: The city and state, e.g. San Francisco, CA
        units: Unit for the output, either 'c' for celsius or 'f' for fahrenheit
    Returns:
        A dictionary containing location, temperature, and weather condition.
    """
    return json.dumps({"location": location, "temperature": "20°C" if units == "c" else "68°F"})


def test_the_schema_of_a_decorated_function() -> None:
    assert get_weather.name == "get_weather"
    made: Any = get_weather.to_dict()
    assert made["description"].startswith("Lookup the weather for a given city")
    assert made["input_schema"]["required"] == ["location"]
    assert made["input_schema"]["properties"]["location"]["description"].startswith("The city and state")

    @beta_tool(name="sum", description="Adds up.", input_schema={"type": "object", "properties": {}})
    def add() -> str:
        return "0"

    assert (add.name, add.description, add.input_schema["properties"]) == ("sum", "Adds up.", {})


def test_a_runner_over_messages(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        runner = client.beta.messages.tool_runner(
            max_tokens=1024,
            model=MODEL,
            tools=[get_weather],
            messages=[{"role": "user", "content": "What is the weather in SF?"}],
        )
        for message in runner:
            print(message.stop_reason, [block.type for block in message.content])

    emulator.push(message(use("get_weather", location="SF"), stop="tool_use"), message(text("Sunny.")))
    assert printed(program, client) == "tool_use ['tool_use']\nend_turn ['text']\n"
    (told,) = emulator.requests[1].json()["messages"][2]["content"]
    assert json.loads(told["content"]) == {"location": "SF", "temperature": "20°C"}


def test_a_runner_that_is_told_when_to_stop(emulator: Emulator, client: Client) -> None:
    emulator.push(*[message(use("get_weather", location="SF"), stop="tool_use")] * 2)
    runner = client.beta.messages.tool_runner(
        model=MODEL,
        max_tokens=64,
        tools=[get_weather],
        messages=[{"role": "user", "content": "Go on for ever."}],
        max_iterations=2,
    )
    assert runner.until_done().stop_reason == "tool_use"
    assert len(emulator.requests) == 2


def test_a_runner_under_asyncio(emulator: Emulator) -> None:
    @beta_async_tool
    async def lookup(location: str) -> str:
        """Looks a place up."""
        return f"found {location}"

    async def program(client: AsyncClient) -> None:
        runner = client.beta.messages.tool_runner(
            max_tokens=1024,
            model=MODEL,
            tools=[lookup],
            messages=[{"role": "user", "content": "Where is SF?"}],
        )
        async for message in runner:
            response = await runner.generate_tool_call_response()
            print(message.stop_reason, response and response["content"][0]["content"])
        print((await runner.until_done()).content[0].text)

    emulator.push(message(use("lookup", location="SF"), stop="tool_use"), message(text("Here.")))
    assert printed(program, emulator.async_client()) == "tool_use found SF\nend_turn None\nHere.\n"


def test_a_runner_whose_turns_are_streams(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        runner = client.beta.messages.tool_runner(
            max_tokens=1024,
            model=MODEL,
            tools=[get_weather],
            messages=[{"role": "user", "content": "What is the weather in SF?"}],
            stream=True,
        )
        for stream in runner:
            for one in stream:
                if one.type == "text":
                    print(one.text, end="", flush=True)
                elif one.type == "input_json":
                    print(one.partial_json, end="", flush=True)
            print("\n", stream.get_final_message().stop_reason, sep="")

    called = [
        start()[0],
        event(
            "content_block_start", index=0, content_block=use("get_weather") | {"input": {}, "id": "toolu_1"}
        ),
        grown(0, "input_json_delta", partial_json='{"location":'),
        grown(0, "input_json_delta", partial_json=' "SF"}'),
        event("content_block_stop", index=0),
        event(
            "message_delta",
            delta={"stop_reason": "tool_use", "stop_sequence": None},
            usage={"output_tokens": 7},
        ),
        event("message_stop"),
    ]
    said = [*start(), grown(0, "text_delta", text="Sunny."), *end()]
    emulator.push({"sse": called}, {"sse": said})
    assert printed(program, client) == '{"location": "SF"}\ntool_use\nSunny.\nend_turn\n'


def test_results_that_the_program_changes_before_they_are_sent(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        runner = client.beta.messages.tool_runner(
            max_tokens=1024,
            model=MODEL,
            tools=[get_weather],
            messages=[{"role": "user", "content": "What is the weather in SF?"}],
        )
        for message in runner:
            tool_response = runner.generate_tool_call_response()
            if tool_response is not None:
                for block in tool_response["content"]:
                    block["cache_control"] = {"type": "ephemeral"}
                runner.append_messages(message, tool_response)
                runner.append_messages({"role": "user", "content": "Please be concise."})
                runner.set_messages_params(lambda params: {**params, "max_tokens": 2048})

    emulator.push(message(use("get_weather", location="SF"), stop="tool_use"), message(text("Sunny.")))
    assert printed(program, client) == ""
    sent = emulator.requests[1].json()
    assert sent["max_tokens"] == 2048
    assert [turn["role"] for turn in sent["messages"]][:3] == ["user", "assistant", "user"]
    told = [block for turn in sent["messages"][2:] for block in turn["content"]]
    assert [block["type"] for block in told] == ["tool_result", "text"]
    assert told[0]["cache_control"] == {"type": "ephemeral"}
    assert told[1]["text"] == "Please be concise."


def test_a_history_that_the_program_shortens(emulator: Emulator, client: Client) -> None:
    runner = client.beta.messages.tool_runner(
        max_tokens=64,
        model=MODEL,
        tools=[get_weather],
        messages=[{"role": "user", "content": words} for words in ("One.", "Two.")],
    )
    runner.set_messages_params(lambda params: {**params, "messages": params["messages"][1:]})
    emulator.push(message(text("Two.")))
    assert [turn.text for turn in runner] == ["Two."]
    assert emulator.requests[0].json()["messages"] == [{"role": "user", "content": "Two."}]
    with pytest.raises(ValueError, match="conversation"):
        runner.append_messages({"role": "assistant", "content": "Never said."})


# Structured answers


class Order(BaseModel):
    product_name: str
    price: float
    quantity: int


def test_a_parsed_answer(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        parsed_message = client.messages.parse(
            model="svc-opus-4-5",
            messages=[{"role": "user", "content": "Extract: one Mini Cooper for 28000."}],
            max_tokens=1024,
            output_format=Order,
        )
        print(parsed_message.parsed_output)
        for block in parsed_message.content:
            if block.type == "text":
                print(block.text)
        print(parsed_message.usage.output_tokens)

    answer = '{"product_name":"Mini Cooper","price":28000.0,"quantity":1}'
    emulator.push(message(text(answer)))
    assert printed(program, client) == f"product_name='Mini Cooper' price=28000.0 quantity=1\n{answer}\n2\n"


def test_a_parsed_answer_under_beta_with_its_schema_by_hand(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        response = client.beta.messages.create(
            model="svc-opus-4-5",
            betas=["structured-outputs-2025-11-13"],
            messages=[{"role": "user", "content": "Extract: one Mini Cooper for 28000."}],
            max_tokens=1024,
            output_config={"format": {"type": "json_schema", "schema": Order.model_json_schema()}},
        )
        order = pydantic.TypeAdapter(Order).validate_json(response.content[0].text)
        print(order.quantity)

    emulator.push(message(text('{"product_name":"Mini Cooper","price":28000.0,"quantity":1}')))
    assert printed(program, client) == "1\n"
    assert emulator.requests[0].json()["output_config"]["format"]["type"] == "json_schema"
    assert "structured-outputs-2025-11-13" in " ".join(
        value for name, value in emulator.requests[0].headers.multi_items() if name.endswith("-beta")
    )


# Thinking


def test_thinking_in_a_whole_answer(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        response = client.messages.create(
            model=MODEL,
            max_tokens=3200,
            thinking={"type": "enabled", "budget_tokens": 1600},
            messages=[{"role": "user", "content": "Create a haiku."}],
        )
        for block in response.content:
            if block.type == "thinking":
                print(f"Thinking: {block.thinking} ({block.signature})")
            elif block.type == "redacted_thinking":
                print(f"Hidden: {block.data}")
            elif block.type == "text":
                print(f"Text: {block.text}")

    thoughts = {"type": "thinking", "thinking": "5, 7, 5", "signature": "c2ln"}
    hidden = {"type": "redacted_thinking", "data": "eGE="}
    emulator.push(message(thoughts, hidden, text("Leaves.")))
    assert printed(program, client) == "Thinking: 5, 7, 5 (c2ln)\nHidden: eGE=\nText: Leaves.\n"


def test_thinking_goes_back_with_the_results_of_tools(emulator: Emulator, client: Client) -> None:
    def program(client: Client) -> None:
        with client.messages.stream(
            model=MODEL,
            max_tokens=3200,
            thinking={"type": "enabled", "budget_tokens": 1600},
            messages=[{"role": "user", "content": "What is 925 + 78?"}],
        ) as stream:
            first = stream.get_final_message()
        client.messages.create(
            model=MODEL,
            max_tokens=3200,
            thinking={"type": "enabled", "budget_tokens": 1600},
            messages=[
                {"role": "user", "content": "What is 925 + 78?"},
                {"role": "assistant", "content": first.content},
                {"role": "user", "content": "And half of it?"},
            ],
        )

    emulator.push(THOUGHT, message(text("501.5")))
    assert printed(program, client) == ""
    kept = emulator.requests[1].json()["messages"][1]["content"]
    assert [block["type"] for block in kept] == ["thinking", "text"]
    assert kept[0]["signature"] == "c2ln"


def test_the_names_of_the_package_are_enough() -> None:
    assert parlour.tool is beta_tool is beta_async_tool
