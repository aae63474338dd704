"""A tool that tells the model what went wrong. [document: client.beta, tool_runner, beta_tool]"""

from anthropic import Anthropic, beta_tool
from anthropic.lib.tools import ToolError

client = Anthropic()


@beta_tool
def open_door(door: str) -> str:
    """Opens a door.

    Args:
        door: Which door.
    """
    raise ToolError([{"type": "text", "text": f"the door {door} is stuck"}])


final = client.beta.messages.tool_runner(
    model="claude-sonnet-4-5",
    max_tokens=300,
    tools=[open_door],
    messages=[{"role": "user", "content": 'Open the door "north".'}],
).until_done()
print(final.content[0].text)
