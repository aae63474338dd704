"""Events of a stream as a log of JSON. [example: text events, stop events, model_dump]"""

import json

import anthropic

with anthropic.Anthropic().messages.stream(
    model="claude-sonnet-4-5",
    max_tokens=200,
    messages=[{"role": "user", "content": "Count to 6"}],
) as stream:
    for event in stream:
        line = event.model_dump()
        if event.type in ("text", "content_block_delta"):
            print(json.dumps(line, sort_keys=True))
        elif event.type == "content_block_stop":
            print(line["type"], line["index"], line["content_block"]["text"])
        else:
            print(line["type"])
    print(json.loads(stream.get_final_message().to_json())["content"][0]["text"])
