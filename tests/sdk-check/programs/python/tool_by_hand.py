"""A tool whose call the program answers itself. [document: works]"""

import json

from anthropic import Anthropic

client = Anthropic()
TOOLS = [
    {
        "name": "find_train",
        "description": "Looks up departures between two stations.",
        "input_schema": {
            "type": "object",
            "properties": {"from": {"type": "string"}, "to": {"type": "string"}},
            "required": ["from", "to"],
        },
    }
]
messages = [{"role": "user", "content": "Which train goes from Bergen to Oslo?"}]
response = client.messages.create(model="claude-sonnet-4-5", max_tokens=500, tools=TOOLS, messages=messages)
print(response.stop_reason)
call = next(block for block in response.content if block.type == "tool_use")
print(call.name, json.dumps(call.input, sort_keys=True))
messages += [
    {"role": "assistant", "content": response.content},
    {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "07:58 from platform 2"}],
    },
]
final = client.messages.create(model="claude-sonnet-4-5", max_tokens=500, tools=TOOLS, messages=messages)
print(final.content[0].text)
