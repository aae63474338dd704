"""The text so far, beside each piece. [document: text events]"""

from anthropic import Anthropic

with Anthropic().messages.stream(
    model="claude-sonnet-4-5",
    max_tokens=100,
    messages=[{"role": "user", "content": "Repeat one two three four"}],
) as stream:
    for event in stream:
        if event.type == "text":
            print(repr(event.text), "in", repr(event.snapshot))
print(stream.get_final_text())
