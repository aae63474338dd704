"""Fields of a text by way of a tool. [notebook: works]"""

# %%
import json

import anthropic

client = anthropic.Anthropic()

# %%
response = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=300,
    tools=[
        {
            "name": "print_person",
            "description": "Prints a person that is spoken of.",
            "input_schema": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
                "required": ["name", "age"],
            },
        }
    ],
    tool_choice={"type": "any"},
    messages=[{"role": "user", "content": 'The person is called "Ada" and is 36 years old.'}],
)

# %%
for block in response.content:
    if block.type == "tool_use" and block.name == "print_person":
        print(json.dumps(block.input, indent=2, sort_keys=True))
