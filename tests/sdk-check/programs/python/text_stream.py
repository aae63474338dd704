"""Text as it arrives. [document: works]"""

import anthropic

client = anthropic.Anthropic()
with client.messages.stream(
    model="claude-sonnet-4-5",
    max_tokens=200,
    messages=[{"role": "user", "content": "Count to 20"}],
) as stream:
    for text in stream.text_stream:
        print(text, end="", flush=True)
print()
print(stream.get_final_message().usage.output_tokens)
