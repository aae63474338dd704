"""An object as it arrives. [example: output_format, text events]"""

from pydantic import BaseModel

from anthropic import Anthropic


class Recipe(BaseModel):
    title: str
    steps: list[str]


with Anthropic().messages.stream(
    model="claude-sonnet-4-5",
    max_tokens=500,
    messages=[{"role": "user", "content": 'A recipe for "Waffles".'}],
    output_format=Recipe,
) as stream:
    for event in stream:
        if event.type == "text":
            print(event.parsed_snapshot())
    final = stream.get_final_message()
print("final:", final.parsed_output)
