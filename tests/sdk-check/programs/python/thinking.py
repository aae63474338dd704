"""A thought before the answer. [document: works]"""

import anthropic

response = anthropic.Anthropic().messages.create(
    model="claude-sonnet-4-5",
    max_tokens=4000,
    thinking={"type": "enabled", "budget_tokens": 1500},
    messages=[{"role": "user", "content": "What is 17 + 25?"}],
)
for block in response.content:
    if block.type == "thinking":
        print("thought:", block.thinking, bool(block.signature))
    elif block.type == "text":
        print("answer:", block.text)
