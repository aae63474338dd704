"""Thoughts as they arrive, then the answer. [example: thinking events, text events, stop events]"""

import anthropic

client = anthropic.Anthropic()
part = None
with client.messages.stream(
    model="claude-sonnet-4-5",
    max_tokens=4000,
    thinking={"type": "enabled", "budget_tokens": 1600},
    messages=[{"role": "user", "content": "What is 19 + 23?"}],
) as stream:
    for event in stream:
        if event.type == "thinking":
            if part != "thinking":
                part = "thinking"
                print("Thinking:")
            print(event.thinking, end="")
        elif event.type == "text":
            if part != "text":
                part = "text"
                print("\nAnswer:")
            print(event.text, end="")
        elif event.type == "content_block_stop":
            print(f"\n[{event.content_block.type} is whole]")
