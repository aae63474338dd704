"""A loop over the calls of a calculator. [notebook: works]"""

# %%
from anthropic import Anthropic

client = Anthropic()
MODEL = "claude-sonnet-4-5"
CALCULATOR = {
    "name": "calculator",
    "description": "Works out a sum.",
    "input_schema": {
        "type": "object",
        "properties": {"left": {"type": "integer"}, "right": {"type": "integer"}},
        "required": ["left", "right"],
    },
}


# %%
def run(prompt):
    messages = [{"role": "user", "content": prompt}]
    while True:
        reply = client.messages.create(model=MODEL, max_tokens=500, tools=[CALCULATOR], messages=messages)
        messages.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply.content[-1].text
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                total = block.input["left"] + block.input["right"]
                print("sum of", block.input, "is", total)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": str(total)})
        messages.append({"role": "user", "content": results})


# %%
run("Use the calculator for 12 and 30.")
