"""Blocks as they are whole. [document: stop events]"""

from anthropic import Anthropic

client = Anthropic()
TOOL = {
    "name": "look_up_capital",
    "description": "Looks up the capital of a country.",
    "input_schema": {
        "type": "object",
        "properties": {"country": {"type": "string"}},
        "required": ["country"],
    },
}
with client.messages.stream(
    model="claude-sonnet-4-5",
    max_tokens=300,
    tools=[TOOL],
    messages=[{"role": "user", "content": 'The capital of "Norway", please.'}],
) as stream:
    for event in stream:
        if event.type != "content_block_stop":
            continue
        if event.content_block.type == "tool_use":
            print("call", event.content_block.name, event.content_block.input)
        else:
            print("text", event.content_block.text)
