"""The results of a tool, looked at in the loop. [document: client.beta, tool_runner, beta_tool, types.beta]"""

from anthropic import Anthropic, beta_tool
from anthropic.types.beta import BetaMessageParam

client = Anthropic()


@beta_tool
def read_thermometer(room: str) -> str:
    """Reads the thermometer of a room.

    Args:
        room: Which room.
    """
    return f"21 degrees in the {room}"


messages: list[BetaMessageParam] = [{"role": "user", "content": 'Read the thermometer of the room "attic".'}]
runner = client.beta.messages.tool_runner(
    model="claude-sonnet-4-5", max_tokens=300, tools=[read_thermometer], messages=messages
)
for message in runner:
    results = runner.generate_tool_call_response()
    if results is None:
        print("no call:", message.content[0].text)
    else:
        print(results["role"], [(one["type"], one["content"]) for one in results["content"]])
