"""A tool that must be taken. [notebook: works]"""

# %%
import anthropic

client = anthropic.Anthropic()
tool = {
    "name": "record_mood",
    "description": "Records the mood of a text.",
    "input_schema": {
        "type": "object",
        "properties": {"mood": {"type": "string", "enum": ["glad", "sad"]}},
        "required": ["mood"],
    },
}

# %%
response = client.messages.create(
    model="claude-sonnet-4-5",
    max_tokens=200,
    tools=[tool],
    tool_choice={"type": "tool", "name": "record_mood"},
    messages=[{"role": "user", "content": "The sun is shining and I am glad."}],
)
response.stop_reason

# %%
[(block.name, block.input) for block in response.content if block.type == "tool_use"]
