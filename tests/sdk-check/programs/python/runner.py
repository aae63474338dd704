"""A tool runner in a loop. [example: client.beta, tool_runner, beta_tool]"""

import json
from typing import Literal

from anthropic import Anthropic, beta_tool

client = Anthropic()


@beta_tool
def get_weather(location: str, units: Literal["c", "f"]) -> str:
    """Looks up the weather at a place.

    Args:
        location: The town, such as Oslo.
        units: Whether degrees are Celsius or Fahrenheit.
    """
    print(f"weather of {location} in {units}")
    return json.dumps({"location": location, "degrees": 20 if units == "c" else 68})


runner = client.beta.messages.tool_runner(
    model="claude-sonnet-4-5",
    max_tokens=1000,
    tools=[get_weather],
    messages=[{"role": "user", "content": "What is the weather in Bergen?"}],
)
for message in runner:
    print(message.stop_reason, [block.type for block in message.content])
    for block in message.content:
        if block.type == "text":
            print(block.text)
